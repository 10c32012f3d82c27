// Cuts a laid tree into pages and says what stands on each, for tests of fragmentation.

import { itemsOf } from '../../engine/collections/sequence.ts'
import type { Reporter } from '../../engine/diagnostic.ts'
import type { BreakToken, CellFragment, ForcedBreak, Fragment, RowFragment } from '../../engine/fragment/fragment.ts'
import { fragment } from '../../engine/fragment/fragmentation.ts'
import type { Laid, LaidRow, LaidTable, Line } from '../../engine/layout/laid.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'

export interface TestPage {
  readonly piece: Fragment
  readonly forcedBreak: ForcedBreak | undefined
}

/** All pages, of one height or of one each. A document that does not end throws. */
export function cutPages(laid: Laid, height: number | readonly number[] = 120, limit = 2000): { pages: TestPage[]; warnings: string[] } {
  const warnings: string[] = []
  const reporter: Reporter = { report: (diagnostic) => warnings.push(diagnostic.code) }
  const pages: TestPage[] = []
  let token: BreakToken | undefined
  const seen = new Set<string>()
  for (;;) {
    const room = typeof height === 'number' ? height : (height[pages.length] ?? height[height.length - 1]!)
    const outcome = fragment(laid, token, { height: room, full: room, forced: true }, { reporter, limits: DEFAULT_LIMITS })
    if (outcome.kind === 'none') throw new Error('nothing came out')
    pages.push({ piece: outcome.piece, forcedBreak: outcome.kind === 'part' ? outcome.forcedBreak : undefined })
    if (outcome.kind === 'whole') return { pages, warnings }
    token = outcome.next
    const key = JSON.stringify(token)
    if (seen.has(key)) throw new Error(`the token came back: ${key}`)
    seen.add(key)
    if (pages.length > limit) throw new Error(`more than ${limit} pages; at ${key}`)
  }
}

/** One thing with a place on its page. `from`–`to` counts lines, or points of a slice. */
export interface Spot {
  readonly kind: 'lines' | 'slice' | 'box' | 'row'
  readonly laid: Laid | LaidRow
  readonly name: string
  readonly from: number
  readonly to: number
  readonly x: number
  readonly y: number
  readonly bottom: number
}

/** Lines, pictures and rows of a piece in order, in page coordinates. */
export function spotsOf(piece: Fragment, x = 0, y = 0): Spot[] {
  const left = x + piece.x
  const top = y + piece.y
  const { content, laid } = piece
  switch (content.kind) {
    case 'whole':
      return wholeSpots(laid, left, top)
    case 'children':
      return content.children.flatMap((child) => spotsOf(child, left, top))
    case 'slice':
      return [{ ...spot('slice', laid, left, top), from: content.from, to: content.from + piece.height, bottom: top + piece.height }]
    case 'lines': {
      const first = content.lines[0]
      const last = content.lines.at(-1)
      const own = first === undefined || last === undefined ? [] : [linesSpot(laid, first, last, left, top - content.lift)]
      return [...content.children.flatMap((child) => spotsOf(child, left, top)), ...own]
    }
    case 'table': {
      const grid = top + content.gridY
      const captions = content.captions.map((caption) => spotsOf(caption, left, top))
      const rows = content.rows.flatMap((row) => rowSpots(row, left, grid))
      return [...captions.flat(), ...rows]
    }
  }
}

function nameOf(laid: Laid): string {
  return laid.box.origin.path
}

function spot(kind: Spot['kind'], laid: Laid, x: number, y: number): Spot {
  return { kind, laid, name: nameOf(laid), from: 0, to: 0, x, y, bottom: y + laid.height }
}

function linesSpot(laid: Laid, first: { y: number }, last: { y: number; height: number }, x: number, top: number): Spot {
  if (laid.kind !== 'paragraph') throw new Error('only paragraphs have lines')
  const at = (line: { y: number }): number => laid.lines.indexOf(line as Line)
  const range = { from: at(first), to: at(last) + 1 }
  return { ...spot('lines', laid, x, top + first.y), ...range, bottom: top + last.y + last.height }
}

function wholeSpots(laid: Laid, x: number, y: number): Spot[] {
  const placed = laid.positioned.flatMap((child) => wholeSpots(child.laid, x + child.x, y + child.y))
  switch (laid.kind) {
    case 'paragraph': {
      const floats = laid.floats.flatMap((child) => wholeSpots(child.laid, x + child.x, y + child.y))
      const [first, last] = [laid.lines[0], laid.lines.at(-1)]
      return [...floats, ...(first === undefined || last === undefined ? [] : [linesSpot(laid, first, last, x, y)]), ...placed]
    }
    case 'block':
      return [...[...itemsOf(laid.children)].flatMap((child) => wholeSpots(child.laid, x + child.x, y + child.y)), ...placed]
    case 'flex-grid':
      return [...laid.children.flatMap((child) => wholeSpots(child.laid, x + child.x, y + child.y)), ...placed]
    case 'table':
      return [...wholeTable(laid, x, y), ...placed]
    case 'columns':
      throw new Error('columns are never whole by reference')
    case 'replaced':
    case 'turned':
      return [spot('box', laid, x, y)]
  }
}

function wholeTable(table: LaidTable, x: number, y: number): Spot[] {
  const grid = y + table.gridY
  const groups = [
    { rows: table.head, top: table.headY },
    { rows: [...itemsOf(table.rows)], top: 0 },
    { rows: table.foot, top: table.footY },
  ]
  const rows = groups.flatMap(({ rows: own, top }) => own.flatMap((row) => wholeRow(row, x, grid + top + row.y)))
  const captions = (list: LaidTable['topCaptions']): Spot[] => list.flatMap((caption) => wholeSpots(caption.laid, x, y + caption.y))
  return [...captions(table.topCaptions), ...rows, ...captions(table.bottomCaptions)]
}

function wholeRow(row: LaidRow, x: number, y: number): Spot[] {
  const own: Spot = { kind: 'row', laid: row, name: row.row.origin.path, from: 0, to: 0, x, y, bottom: y + row.height }
  return [own, ...row.cells.flatMap((cell) => wholeSpots(cell.laid, x + cell.x, y + cell.contentShift))]
}

function rowSpots(fragment: RowFragment, x: number, grid: number): Spot[] {
  const { row, isFirst, isLast } = fragment
  const y = grid + fragment.y
  const name = row.row.origin.path + (isFirst ? '' : '<') + (isLast ? '' : '>')
  const own: Spot = { kind: 'row', laid: row, name, from: 0, to: 0, x, y, bottom: y + fragment.height }
  return [own, ...fragment.cells.flatMap((cell) => cellSpots(cell, x, y))]
}

function cellSpots({ cell, content }: CellFragment, x: number, y: number): Spot[] {
  if (content === undefined) return wholeSpots(cell.laid, x + cell.x, y + cell.contentShift)
  return spotsOf(content, x + cell.x, y)
}

/** What stands on each page, one line a page: `a0-3@20` are lines 0 to 2 of paragraph a from y = 20. Names of rows alone: cells are left out. */
export function show(laid: Laid, height: number | readonly number[] = 120): string[] {
  return cutPages(laid, height).pages.map(({ piece }) => spotsOf(piece).map(showSpot).join(' '))
}

/** As `show`, with rows only. */
export function showRows(laid: Laid, height: number | readonly number[] = 120): string[] {
  const rows = (piece: Fragment): Spot[] => spotsOf(piece).filter(({ kind }) => kind === 'row')
  return cutPages(laid, height).pages.map(({ piece }) => rows(piece).map(showSpot).join(' '))
}

function showSpot({ kind, name, from, to, y }: Spot): string {
  const place = `@${round(y)}`
  if (kind === 'lines') return `${name}${from}-${to}${place}`
  if (kind === 'slice') return `${name}[${round(from)}-${round(to)}]${place}`
  return name + place
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
