// Lower bounds of documents' heights; and that random documents, broken into pages, keep to them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { addLeastHeights, type LeastSum } from '../../engine/layout/least-height.ts'
import { TOY_FONTS } from '../support/fonts.ts'
import { htmlBoxes } from '../support/html-boxes.ts'
import { ListCanvas } from '../support/list-canvas.ts'
import { contextForTest } from '../support/paragraphs.ts'
import { makeRandom } from '../support/random/random.ts'
import { randomDocument } from '../support/random/random-html.ts'

const { context } = await contextForTest(TOY_FONTS)
const engine = await createEngine({ fonts: TOY_FONTS })
const SHEET = '<style>html { font: 10pt/12pt Toy } body, p, td, li { margin: 0 } td { padding: 0 } table { border-spacing: 0 }</style>'
const ROWS = { rows: Array.from({ length: 100 }, (_, i) => ({ text: `t${i}`, none: '' })) }

function leastOf(html: string, data: unknown = ROWS, nodesAhead?: number): LeastSum & { readonly page: number } {
  const { root, document } = htmlBoxes(html, data, nodesAhead)
  let last: LeastSum = { height: 0, tallest: 0, count: 0 }
  addLeastHeights(root, context.fonts, ({ height, tallest, count }) => {
    last = { height, tallest, count }
    return true
  })
  return { ...last, page: Math.max(...document.pageStyles()!.map((style) => style.area.height)) }
}

const least = suite('least height')

const each = (item: string): string => `${SHEET}{{#each rows}}${item}{{/each}}`
const table = (row: string, style = ''): string => `${SHEET}<table style="${style}">{{#each rows}}${row}{{/each}}</table>`

for (const [name, html, height] of [
  ['a text is a line', each('<div>{{text}}</div>'), 12],
  ['a text in an inline box has that box’s line height', each('<p><b style="line-height: 15pt">{{text}}</b></p>'), 15],
  ['edges of a paragraph count', each('<p style="padding: 3pt 0 6pt; border: 1.5pt solid">{{text}}</p>'), 12 + 3 + 6 + 2 * 1.5],
  ['edges that depend on a width are not known', each('<p style="padding: 10% 0">{{text}}</p>'), 12],
  ['white space does not count', each('<p> {{none}} </p>'), 0],
  ['nor do hidden boxes', each('<p style="display: none">{{text}}</p>'), 0],
  ['nor do floats', each('<p style="float: left">{{text}}</p>'), 0],
  ['nor do absolute boxes', each('<p style="position: absolute">{{text}}</p>'), 0],
  ['a box with a height does not count', each('<p style="height: 5pt">{{text}}</p>'), 0],
  ['nor one with a maximum height', each('<p style="max-height: 5pt">{{text}}</p>'), 0],
  ['boxes in flow add up', each('<div><p>{{text}}</p><section><p>{{text}}</p>{{text}}</section></div>'), 3 * 12],
  ['columns count nothing', each('<div style="columns: 2"><p>{{text}}</p><p>{{text}}</p></div>'), 0],
  [
    'items of a row are as high as the highest',
    each('<div style="display: flex"><p>{{text}}</p><div><p>a</p><p>b</p></div></div>'),
    2 * 12,
  ],
  ['a flex column counts nothing', each('<div style="display: flex; flex-direction: column"><p>{{text}}</p></div>'), 0],
  ['rows are as high as the highest cell', table('<tr><td>{{text}}</td><td style="padding: 3pt">{{text}}</td><td></td></tr>'), 12 + 2 * 3],
  ['rows grow', table('<tr style="height: 1pt"><td style="height: 1pt">{{text}}</td></tr>'), 12],
  ['border spacing counts', table('<tr><td>{{text}}</td></tr>', 'border-spacing: 3pt'), 15],
  ['collapsed borders are shared', table('<tr><td style="border: 4pt solid">{{text}}</td></tr>', 'border-collapse: collapse'), 12],
  ['collapsed rows count nothing', table('<tr style="visibility: collapse"><td>{{text}}</td></tr>'), 0],
  ['cells that span rows do not count', table('<tr><td rowspan="2">{{text}}</td><td></td></tr>'), 0],
  ['tables in cells count', table('<tr><td style="padding: 1pt"><table><tr><td>a</td></tr><tr><td>b</td></tr></table></td></tr>'), 24],
] as const) {
  least(name, () => {
    assert.is(leastOf(html).height, 100 * height)
    assert.is(leastOf(html, ROWS, 1).height, 100 * height, 'streamed')
  })
}

least('a negative margin ends the sum, as boxes may overlap', () => {
  for (const style of ['margin-top: -1pt', 'margin-bottom: -1pt', 'margin-top: calc(1pt - 1%)', 'margin-top: min(1pt, 1%)']) {
    assert.ok(leastOf(each(`<p>{{text}}</p><p style="${style}">{{text}}</p>`)).height <= 12, style)
    assert.ok(leastOf(each(`<p>{{text}}</p><div><div><p style="${style}">{{text}}</p></div></div>`)).height <= 12, style)
    assert.ok(leastOf(each(`<p>{{text}}</p><p><img style="${style}"></p>`)).height <= 12, style)
  }
  assert.is(leastOf(`${SHEET}<div style="margin-top: -1pt">{{#each rows}}<p>{{text}}</p>{{/each}}</div>`, ROWS, 1).height, 0)
  assert.is(leastOf(each('<p style="margin: 1% -1pt">{{text}}</p>')).height, 1200)
})

least('a block that may hide some of a stream counts nothing', () => {
  const around = (style: string): string => `${SHEET}<div style="${style}">{{#each rows}}<p>{{text}}</p>{{/each}}</div>`
  assert.is(leastOf(around('max-height: 10pt'), ROWS, 1).height, 0)
  assert.is(leastOf(around('height: 10pt'), ROWS, 1).height, 0)
  assert.is(leastOf(around('overflow: hidden'), ROWS, 1).height, 1200)
})

least('the tallest page of all types', () => {
  const page = (rules: string): number => leastOf(`<style>${rules}</style>x`).page
  assert.is(page('@page { size: 100pt; margin: 10pt }'), 80)
  assert.is(page('@page { size: 100pt; margin: 10pt } @page :first { size: 300pt } @page :left { margin-top: 0 }'), 300 - 10)
  assert.is(page('@page { size: 100pt; margin: 0 } @page a { size: 200pt } @page :nth(7n) { size: 300pt }'), 300)
  assert.is(
    page('@page { size: 100pt; margin: 0 } @page a:nth(3) { padding-top: 10pt; border-top: 5pt solid } @page a { margin: 20pt }'),
    100,
  )
})

least('too many page types have no common height', () => {
  const rules = Array.from({ length: 100 }, (_, i) => `@page p${i} { size: ${100 + i}pt }`).join('')
  assert.is(htmlBoxes(`<style>${rules}</style>x`).document.pageStyles(), undefined)
})

// The law that refusing rests on: so many pages, each as high as the tallest and one line or row more.
for (let seed = 1; seed <= 120; seed++) {
  least(`no document has fewer pages: ${seed}`, () => {
    const { source, data, nodesAhead } = randomDocument(makeRandom(seed))
    const ahead = nodesAhead === undefined ? {} : { nodesAhead }
    const { pages } = engine.paint(engine.compile({ type: 'html', source }), data, new ListCanvas(), { shrinkToFit: false, ...ahead })
    const { height, tallest, page } = leastOf(source, data, nodesAhead)
    assert.ok(height <= pages * (page + tallest) + 1e-6, `${height} on ${pages} pages of ${page} and ${tallest}`)
  })
}

least.run()
