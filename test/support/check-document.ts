// What holds for every random document that was painted: its words, its tables and its sums.
import * as assert from 'uvu/assert'
import type { Size } from '../../engine/geometry.ts'
import { createEngine } from '../../engine/index.ts'
import type { RandomDocument } from './random/random-html.ts'
import type { Order } from './random/random-order.ts'
import type { HeadedTable } from './random/random-tables.ts'
import { toyFont } from './toy-font.ts'
import { type PaintedWord, WordCanvas } from './word-canvas.ts'

const fonts = (['normal', 'italic'] as const).flatMap((style) =>
  [400, 700].map((weight) => ({ family: 'Toy', weight, style, data: toyFont({ weight, isItalic: style === 'italic' }) })),
)
const engine = await createEngine({ fonts, limits: { steps: 100_000, pages: 1_000 } })

type Places = ReadonlyMap<string, readonly PaintedWord[]>

/** Paints a document and throws at the first thing that is wrong with its pages. */
export function checkDocument(document: RandomDocument): void {
  const { words, pieces, sheets } = paintedWords(document)
  const places = placesOf(words)
  checkOrder(document.order, places)
  checkSheets(pieces, sheets)
  for (const table of document.tables) checkTable(table, places, words)
}

export function paintedWords({ source, data, nodesAhead }: Pick<RandomDocument, 'source' | 'data' | 'nodesAhead'>): WordCanvas {
  const canvas = new WordCanvas()
  engine.paint(engine.compile({ type: 'html', source }), data, canvas, nodesAhead === undefined ? {} : { nodesAhead })
  return canvas
}

function placesOf(words: readonly PaintedWord[]): Places {
  const places = new Map<string, PaintedWord[]>()
  for (const word of words) {
    const list = places.get(word.text)
    if (list === undefined) places.set(word.text, [word])
    else list.push(word)
  }
  return places
}

/** Checks a part of the document; gives the first and last page it is on. */
function checkOrder(order: Order, places: Places): readonly [first: number, last: number] {
  if (order.kind === 'words') return checkWords(order.words, order.columnsAreRtl, places)
  if (order.kind === 'noted') {
    for (const note of order.notes) checkOrder(note, places)
    return checkOrder(order.text, places)
  }
  const ranges = order.parts.map((part) => checkOrder(part, places))
  if (order.kind === 'sequence') {
    for (const [i, [first]] of ranges.entries()) {
      const before = ranges[i - 1]
      assert.ok(before === undefined || first >= before[1], `a part on page ${first} follows one that ends on page ${before?.[1]}`)
    }
  }
  return [Math.min(...ranges.map(([first]) => first)), Math.max(...ranges.map(([, last]) => last))]
}

function checkWords(words: readonly string[], columnsAreRtl: boolean, places: Places): readonly [number, number] {
  let before: PaintedWord | undefined
  for (const word of words) {
    const found = places.get(word) ?? []
    assert.is(found.length, 1, `"${word}" is painted ${found.length} times`)
    const at = found[0]!
    if (before !== undefined && before.page === at.page && at.y < before.y - 0.1) {
      // Down in one column, up again in the next: to the right, or to the left.
      assert.ok(columnsAreRtl ? at.x < before.x : at.x > before.x, `"${word}" stands above "${before.text}"`)
    } else assert.ok(before === undefined || at.page >= before.page, `"${word}" is on a page before "${before?.text}"`)
    before = at
  }
  return [places.get(words[0] ?? '')?.[0]?.page ?? 0, before?.page ?? 0]
}

function pagesOf(order: Order, places: Places): Set<number> {
  if (order.kind === 'words') return new Set(order.words.flatMap((word) => (places.get(word) ?? []).map(({ page }) => page)))
  if (order.kind === 'noted') return pagesOf(order.text, places)
  return new Set(order.parts.flatMap((part) => [...pagesOf(part, places)]))
}

function checkTable({ head, body, isInColumns, sums }: HeadedTable, places: Places, words: readonly PaintedWord[]): void {
  const heads = (places.get(head) ?? []).map(({ page }) => page)
  for (const page of pagesOf(body, places)) assert.ok(heads.includes(page), `no head "${head}" on page ${page} of its table`)
  assert.ok(isInColumns || new Set(heads).size === heads.length, `head "${head}" twice on a page`)
  if (sums !== undefined) checkSums(sums, words)
}

function checkSums({ name, total }: NonNullable<HeadedTable['sums']>, words: readonly PaintedWord[]): void {
  const values = (kind: string): number[] =>
    words.flatMap(({ text }) => (text.startsWith(`${kind}:${name}:`) ? [Number(text.split(':')[2])] : []))
  const [carriedIn, subtotals, carriedOut] = ['in', 'sum', 'out'].map(values) as [number[], number[], number[]]
  assert.is(carriedIn[0], 0)
  assert.is(carriedOut.length, carriedIn.length)
  for (let i = 1; i < carriedIn.length; i++) assert.is(carriedIn[i], carriedOut[i - 1], `carried into piece ${i} of ${name}`)
  assert.is(String(carriedOut.at(-1)), total, `total of ${name}: ${carriedOut} (${carriedIn}) is not ${total}`)
  assert.ok(Math.abs(subtotals.reduce((sum, value) => sum + value, 0) - Number(total)) < 1e-6, `subtotals of ${name}`)
}

function checkSheets(words: readonly PaintedWord[], sheets: readonly Size[]): void {
  for (const { text, x, right, y, page } of words) {
    const { width, height } = sheets[page]!
    const isInside = x > -0.1 && right < width + 0.1 && y > -0.1 && y < height + 0.1
    assert.ok(isInside, `"${text}" stands at ${x}–${right}, ${y} on page ${page}`)
  }
}
