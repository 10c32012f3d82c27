// Full-width punctuation that meets (CSS Text 4 §8.3).
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'

const spacing = suite('punctuation spacing')
const engine = await createEngine()

/** Width of a text in em, set in 20 px. */
async function width(text: string, lang = 'ja', style = ''): Promise<number> {
  const source = `<p><span id="it" lang="${lang}" style="font: 20px Noto Sans JP; ${style}">${text}</span></p>`
  const { boxes } = await engine.inspect(engine.compile({ type: 'html', source }), {})
  return Math.round(((boxes.find(({ id }) => id === 'it')?.width ?? 0) / 20) * 100) / 100
}

for (const [text, ems, why] of [
  ['あ「い」う', 5, 'nothing meets'],
  ['「あ」「い」', 5.5, 'an opening bracket after a closing one'],
  ['（「あ」）', 4, 'brackets within brackets'],
  ['あ。」い', 3.5, 'a stop before a closing bracket'],
  ['あ、「い', 3.5, 'an opening bracket after a comma'],
  ['あ」、い', 3.5, 'a closing bracket before a comma'],
  ['あ」・「い', 4, 'around a middle dot'],
  ['あ！？い', 4, 'marks that fill their em'],
  ['a (b) c', 0, 'nothing full-width'],
] as const) {
  spacing(`${text}: ${why}`, async () => {
    if (ems > 0) assert.is(await width(text), ems)
    else assert.is(await width(text), await width(text, 'ja', 'text-spacing-trim: space-all'))
  })
}

spacing('stops stand in the middle of their em in traditional Chinese', async () => {
  assert.is(await width('中。」文', 'zh-Hant'), 4)
  assert.is(await width('中。」文', 'zh-Hans'), 3.5)
})

spacing('authors may have all of it, or choose the widths themselves', async () => {
  assert.is(await width('「あ」「い」', 'ja', 'text-spacing-trim: space-all'), 6)
  assert.is(await width('「あ」「い」', 'ja', "font-feature-settings: 'halt'"), 4)
})

spacing.run()
