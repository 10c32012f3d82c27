// Text that can hardly be told from what is below it, in documents that claim PDF/UA.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { contrastOf, readableColor } from '../../engine/paint/contrast.ts'

const contrast = suite('contrast of text')
const engine = await createEngine()

async function found(body: string, conformance: readonly string[] = ['ua-1']): Promise<readonly string[]> {
  const source = `<html lang="en"><title>T</title><body>${body}</body></html>`
  const { warnings } = await engine.render(engine.compile({ type: 'html', source }), {}, { conformance })
  return warnings.filter(({ code }) => code === 'low-contrast').map(({ message }) => message.replace(/ has a contrast.*/, ''))
}

/** What is reported of a text, or nothing. */
const texts: Readonly<Record<string, readonly [body: string, expected: readonly string[]]>> = {
  'grey on white': ['<p style="color:#999">pale</p>', ['text of #999999 on #ffffff']],
  'dark grey on white': ['<p style="color:#555">dark</p>', []],
  'large text needs less': [
    '<p style="color:#888;font-size:18pt">large</p><p style="color:#888;font-size:17pt">not</p>',
    ['text of #888888 on #ffffff'],
  ],
  'bold text is large from 14 pt': ['<b style="color:#888;font-size:14pt">large</b>', []],
  'a background of its own': [
    '<p style="color:#fff;background:#eee">pale</p><p style="color:#fff;background:#333">good</p>',
    ['text of #ffffff on #eeeeee'],
  ],
  'a background of an ancestor, with round corners': [
    '<div style="background:#222;border-radius:9pt"><section><p style="color:#333">pale</p></section></div>',
    ['text of #333333 on #222222'],
  ],
  'a background between text and ancestor': [
    '<div style="background:#222"><p style="background:#fff"><i style="color:#333">good</i></p></div>',
    [],
  ],
  'a box that another covers': [
    '<div style="position:relative;color:#333"><div style="position:absolute;z-index:-1;inset:0;background:#222"></div>pale</div>',
    ['text of #333333 on #222222'],
  ],
  'a background that ends before the text': [
    '<div style="width:50pt;height:40pt;background:#222"></div><p style="color:#333">good</p>',
    [],
  ],
  'cells of a table': ['<table><tr><th style="background:#111;color:#222">pale<th>good</table>', ['text of #222222 on #111111']],
  'translucent text': ['<p style="color:rgb(0 0 0 / .3)">pale</p>', ['text of #b2b2b2 on #ffffff']],
  'translucent backgrounds are mixed': ['<p style="background:rgb(0 0 0 / .5);color:#777">pale</p>', ['text of #777777 on #7f7f7f']],
  'translucent elements': ['<div style="background:#000"><p style="opacity:.3;color:#fff">pale</p></div>', ['text of #4d4d4d on #000000']],
  'turned and scaled text': [
    '<p style="transform:rotate(90deg) scale(2);color:#999">large when scaled, but too pale</p>',
    ['text of #999999 on #ffffff'],
  ],
  'nothing is said of text on gradients and pictures': [
    '<p style="color:#999;background:linear-gradient(#fff,#eee)">on a gradient</p><div style="mix-blend-mode:multiply;color:#999">blended</div><p style="color:#999;mask-image:linear-gradient(#000,transparent)">masked</p>',
    [],
  ],
  'decoration and disabled fields are left out': [
    '<p aria-hidden="true" style="color:#ccc">decoration</p><input disabled aria-label="Name" style="color:#ccc;background:#fff" value="text"><p style="color:#fff">hidden</p>',
    [],
  ],
}

for (const [name, [body, expected]] of Object.entries(texts)) {
  contrast(name, async () => {
    assert.equal(await found(body), expected)
  })
}

contrast('nothing is said where PDF/UA is not claimed', async () => {
  assert.equal(await found('<p style="color:#999">pale</p>', []), [])
})

contrast('a finding has its place, and a colour that is dark enough, once', async () => {
  const source = '<html lang="en"><title>T</title><body>\n<p style="color:#999">pale<br>again</p>'
  const { warnings } = await engine.render(engine.compile({ type: 'html', source }), {}, { conformance: ['ua-1'] })
  assert.equal(
    warnings.map(({ code, at, message, hint }) => ({ code, at, message, hint })),
    [
      {
        code: 'low-contrast',
        at: { kind: 'text', line: 2, column: 1 },
        message: 'text of #999999 on #ffffff has a contrast of 2.84:1, and needs 4.5:1',
        hint: 'with #767676 it has enough',
      },
    ],
  )
})

contrast('ratios of WCAG', () => {
  assert.is(contrastOf([0, 0, 0], [1, 1, 1]), 21)
  // #777 on white is the well-known pair that just fails.
  assert.is(contrastOf([119 / 255, 119 / 255, 119 / 255], [1, 1, 1]).toFixed(2), '4.48')
  for (const ground of [0, 0.2, 0.46, 0.5, 0.8, 1]) {
    const color = readableColor([ground, ground, ground], [ground, ground, ground], 4.5)
    assert.ok(contrastOf(color, [ground, ground, ground]) >= 4.5, `${ground}`)
  }
})

contrast.run()
