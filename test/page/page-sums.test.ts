// Which rows are added up, and what sums show: in heads, feet, margin boxes and text.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError } from '../../engine/index.ts'
import { toyFont } from '../support/toy-font.ts'
import { type PaintedWord, WordCanvas } from '../support/word-canvas.ts'

const engine = await createEngine({ fonts: [{ family: 'Toy', weight: 400, style: 'normal', data: toyFont({}) }] })
const SHEET =
  '@page { size: 300pt 60pt; margin: 5pt } html { font: 5pt/10pt Toy } body { margin: 0 } table { border-spacing: 0 } td, th { padding: 0; font-weight: 400; text-align: left }'

interface Shown {
  /** The words of each page. */
  readonly pages: readonly string[]
  readonly codes: readonly string[]
}

function show(source: string, data: unknown): Shown {
  const canvas = new WordCanvas()
  const { warnings } = engine.paint(
    engine.compile({ type: 'html', source: `<!DOCTYPE html><style>${SHEET}</style>${source}` }),
    data,
    canvas,
  )
  const pages = Array.from({ length: canvas.sheets.length }, (_, page) => textOf(canvas.words.filter((word) => word.page === page)))
  return { pages, codes: [...new Set(warnings.map(({ code }) => code))] }
}

/** Baselines of one line may be a fraction of a pixel apart. */
const byPlace = (a: PaintedWord, b: PaintedWord): number => (Math.abs(a.y - b.y) < 2 ? a.x - b.x : a.y - b.y)

/** In reading order: what pages alone know is painted last. A value stands right behind its colon, centred in the room it had. */
function textOf(words: readonly PaintedWord[]): string {
  const sorted = [...words].sort(byPlace)
  return sorted
    .map(({ text }) => text + (text.endsWith(':') ? '' : ' '))
    .join('')
    .trimEnd()
}

const sums = suite('page sums')

sums('a row that is cut counts once, on the page where it begins', () => {
  const source = `<table><thead><tr><th>c:{{carry "v"}}</th></tr></thead><tbody><tr data-repeat="rows"><td>{{#each lines}}<p style="margin: 0">{{this}}</p>{{/each}}</td></tr></tbody></table>`
  const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const { pages } = show(source, {
    rows: [
      { v: 1, lines },
      { v: 2, lines: ['x'] },
    ],
  })
  assert.equal(pages, ['c:0 a b c d', 'c:1 e f g h', 'c:1 x'])
})

sums('rows that are not displayed do not count', () => {
  const source = `<table>{{#each rows}}<tr data-if="shown"><td>{{v}}</td></tr>{{/each}}</table><p>s:{{pagesum "v"}}</p>`
  const rows = [{ v: 1, shown: true }, { v: 2 }, { v: 4, shown: true }]
  assert.equal(show(source, { rows }).pages, ['1 4 s:5'])
})

sums('absent values count nothing; text that is no number is reported', () => {
  const source = `<style>@page { size: 300pt 120pt }</style><table><tr data-repeat="rows"><td>x</td></tr></table><p>s:{{pagesum "v"}}</p>`
  assert.equal(show(source, { rows: [{ v: null }, {}, { v: '' }, { v: '1.5' }, { v: -1 }] }), { pages: ['x x x x x s:0.5'], codes: [] })
  assert.equal(show(source, { rows: [{ v: 'many' }, { v: 2 }] }), { pages: ['x x s:2'], codes: ['bad-value'] })
})

sums('fields of fields, and only of the row itself', () => {
  const source = `<table><tr data-repeat="rows"><td>x</td></tr></table><p>s:{{pagesum "price.net"}} t:{{pagesum "v"}}</p>`
  assert.equal(show(source, { v: 5, rows: [{ price: { net: 1.1 } }, { price: { net: 2.2 } }] }).pages, ['x x s:3.3 t:0'])
})

sums('in nested lists the innermost that prints the field counts; else the outermost that has it', () => {
  const both = (body: string): string =>
    `<table>{{#each groups}}<tr><td>g</td></tr>{{#each items}}<tr><td>${body}</td></tr>{{/each}}{{/each}}</table><p>s:{{pagesum "v"}}</p>`
  const data = { groups: [{ v: 10, items: [{ v: 1 }, { v: 2 }] }] }
  assert.equal(show(both('{{v}}'), data).pages, ['g 1 2 s:3'])
  assert.equal(show(both('r'), data).pages, ['g r r s:10'])
})

sums('of one list only', () => {
  const source = `<table>{{#each groups}}<tr><td>{{#each items}}<p style="margin: 0">{{v}}</p>{{/each}}</td></tr><tr><td>s:{{pagesum items "v"}}</td></tr>{{/each}}</table>`
  const data = { groups: [{ items: [{ v: 1 }] }, { items: [{ v: 2 }, { v: 3 }] }] }
  assert.equal(show(source, data).pages[0]?.split(' ').sort(), ['1', '2', '3', 's:1', 's:5'])
})

sums('in formats that CSS names', () => {
  const source = `<style>@page { margin: 12pt 5pt; @top-left { content: "a:" pagesum(v, "currency EUR decimals=0") } @top-right { content: "b:" pagesum(v, "percent 1") } }</style><p data-repeat="rows">x</p>`
  assert.equal(show(source, { rows: [{ v: 0.25 }, { v: 1 }] }).pages, ['a:€1 b:125.0% x x'])
  assert.equal(show(source.replace('percent 1', 'pounds'), { rows: [{ v: 1 }] }).codes, ['bad-value'])
})

sums('more digits than a number holds are printed all', () => {
  const source = `<table><tr data-repeat="rows"><td>x</td></tr></table><p>s:{{number (pagesum "v")}}</p>`
  assert.equal(show(source, { rows: [{ v: '1234567890123456.78' }, { v: '0.01' }] }).pages, ['x x s:1,234,567,890,123,456.79'])
})

sums("an embedder's helper of that name comes first", async () => {
  const own = await createEngine({ helpers: { carry: ([value]) => `own ${String(value)}` } })
  const { warnings } = await own.render(own.compile({ type: 'html', source: '<p>{{carry total}}</p>' }), { total: 1 })
  assert.equal(warnings, [])
  assert.throws(
    () => engine.compile({ type: 'html', source: '<p>{{carry total}}</p>' }),
    (thrown: unknown) => thrown instanceof InputError,
  )
})

sums.run()
