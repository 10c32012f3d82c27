// Margin boxes that read alike are laid out once, and every page shows its own text.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { textByPdfJs } from '../support/extract.ts'

const cache = suite('margin-box cache')
const engine = await createEngine()

const template = (content: string, pages = 1) =>
  engine.compile({
    type: 'html',
    source: `<style>@page { @top-left { content: ${content} } @bottom-center { content: "{{foot}}" } }</style>${Array.from({ length: pages }, () => '<div style="break-after: page">text</div>').join('')}`,
  })

async function shapeCalls(run: () => Promise<unknown>): Promise<number> {
  const before = engine.counters()['shapeCalls'] ?? 0
  await run()
  return (engine.counters()['shapeCalls'] ?? 0) - before
}

cache('a constant text is shaped once for all pages, a page number for each', async () => {
  const calls = (content: string, pages: number): Promise<number> =>
    shapeCalls(() => engine.render(template(content, pages), { foot: 'x' }))
  const same = (await calls('"Report"', 12)) - (await calls('"Report"', 2))
  const counting = (await calls('"Page " counter(page)', 12)) - (await calls('"Page " counter(page)', 2))
  // Ten more texts of the body in both.
  assert.ok(counting >= same + 10, `${same} and ${counting}`)
})

cache('each part shows its own data', async () => {
  const merged = template('"{{head}}"')
  const parts = ['one', 'two', 'one', 'three'].map((head) => ({ template: merged, data: { head, foot: `of ${head}` } }))
  const lines: string[] = []
  for (const part of parts) lines.push(await textOf([part]))
  assert.is(await textOf(parts), lines.join(''))
})

async function textOf(parts: Parameters<typeof engine.merge>[0]): Promise<string> {
  const { pdf } = await engine.merge(parts)
  return textByPdfJs(pdf)
}

cache.run()
