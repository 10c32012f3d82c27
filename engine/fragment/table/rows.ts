// The rows of one piece of a table: one below the other until one does not fit, then the best break passed.
import { avoidsInside } from '../../box/break-values.ts'
import type { LaidRow, LaidTable } from '../../layout/laid.ts'
import { isPlainRow, positionedReachOfRow } from '../break-summary.ts'
import {
  type Appeal,
  BREAKS_AVOID,
  bestBreak,
  type Candidate,
  type CutPart,
  EPSILON,
  type Forced,
  LAST_RESORT,
  minAppeal,
  PERFECT,
  type Room,
} from '../cut.ts'
import type { CellFragment, RowFragment, RowToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'
import { cutRow, NOT_BEGUN, type RowCut, type RowStart } from './row.ts'
import {
  appealBefore,
  endRows,
  endsIn,
  forcedBetweenRows,
  type Group,
  heightHere,
  isKeptWhole,
  placeRow,
  type RowItem,
  rowAfter,
  spansBelow,
  type TableWalk,
  topAfter,
} from './walk.ts'

/** How the rows of this piece end; `bottom` is from the grid's top. */
type RowsEnd =
  | { readonly kind: 'none' }
  | { readonly kind: 'whole'; readonly rows: readonly RowFragment[]; readonly bottom: number }
  | PartEnd

interface PartEnd {
  readonly kind: 'part'
  readonly rows: readonly RowFragment[]
  readonly bottom: number
  readonly part: RowsPart
}

export interface RowsPart extends Omit<CutPart, 'kind' | 'piece'> {
  readonly next: RowToken
}

/** The next row, and how much of it is on earlier pages. */
interface Cursor {
  readonly group: Group
  readonly index: number
  readonly row: LaidRow
  readonly start: RowStart
}

export function takeRows(walk: TableWalk, token: RowToken | undefined): RowsEnd {
  let at = firstRow(walk, token)
  while (at !== undefined) {
    const end = takeRow(walk, at)
    if (end !== undefined) return end
    const after = rowAfter(walk, at.group, at.index)
    at = after && { group: after.group, index: after.index, row: after.row, start: NOT_BEGUN }
  }
  return finish(walk)
}

function firstRow(walk: TableWalk, token: RowToken | undefined): Cursor | undefined {
  if (token === undefined) {
    for (const group of walk.groups) {
      const row = rowAt(walk.table, group, 0)
      if (row !== undefined) return { group, index: 0, row, start: NOT_BEGUN }
    }
    return undefined
  }
  const row = rowAt(walk.table, token.group, token.row)
  const start = token.done === 0 && token.cells === null ? NOT_BEGUN : { done: token.done, cells: token.cells }
  return row === undefined ? undefined : { group: token.group, index: token.row, row, start }
}

/** Places the row (undefined), or ends the piece. */
function takeRow(walk: TableWalk, at: Cursor): RowsEnd | undefined {
  const before = walk.items[walk.items.length - 1]
  const isPlain = isPlainRow(at.row)
  const forced = before === undefined ? undefined : forcedBetweenRows(before, at.row, isPlain, walk.room)
  if (forced !== undefined) return partBefore(walk, walk.items.length, at, { appeal: PERFECT, forced })
  const y = topAfter(walk, before, at.group, at.row)
  const height = heightHere(walk, at, y)
  const overflows = walk.room.takesOverflow && y + positionedReachOfRow(at.row) > walk.limit + EPSILON
  if (isPlain && !overflows && at.start === NOT_BEGUN && !mustContinue(walk, at) && fits(walk, at, y + height)) {
    const { group, index, row, start } = at
    placeRow(walk, { group, index, row, start, y, height, cells: undefined, isLast: true })
    return undefined
  }
  return takeCut(walk, at, y, isPlain)
}

function fits(walk: TableWalk, at: Cursor, bottom: number): boolean {
  if (bottom > walk.limit + EPSILON) return false
  return bottom + walk.endReserve <= walk.limit + EPSILON || rowAfter(walk, at.group, at.index) !== undefined
}

/** A cell of an earlier row that ends in this one does not end on this page. */
function mustContinue(walk: TableWalk, at: Cursor): boolean {
  return walk.spans.some((span) => endsIn(span, at.group, at.index) && span.cut.next !== null)
}

/** Where the contents of cells end that began in earlier rows of this page and end in this row. */
function spansEnd(walk: TableWalk, at: Cursor): number {
  let bottom = 0
  for (const item of walk.items) {
    if (item.group !== at.group || item.start.done > 0 || item.index + item.row.spanned <= at.index) continue
    for (const cell of item.row.cells) {
      if (cell.rowSpan > 1 && item.index + cell.rowSpan - 1 === at.index) bottom = Math.max(bottom, item.y + cell.laid.height)
    }
  }
  return bottom
}

/** A row that continues from an earlier page, does not fit here, or cannot be taken as laid out (`isPlain`). */
function takeCut(walk: TableWalk, at: Cursor, y: number, isPlain: boolean): RowsEnd | undefined {
  const isForced = walk.room.forced && walk.items.length === 0
  const continues = mustContinue(walk, at)
  const isKept = at.start === NOT_BEGUN && at.row.height <= walk.full + EPSILON && (walk.room.isBacktracking || isKeptWhole(walk, at.row))
  const mayCut = continues || isForced || !isKept
  const cut = (mayCut || !isPlain) && (walk.limit > y || isForced) ? cutToFit(walk, at, y, isForced) : undefined
  if (cut === undefined) return retreat(walk, at, undefined)
  const height = heightOfCut(walk, at, y, cut)
  if (cut.next === undefined && !continues) {
    const fitsHere = fits(walk, at, y + height)
    if (fitsHere || (isForced && walk.isBare) || (mayCut && y + height <= walk.limit + EPSILON)) {
      const moved = fitsHere ? undefined : keptWithEnd(walk, at)
      if (moved !== undefined) return moved
      placeRow(walk, { ...at, y, height, cells: grown(cut, height), isLast: true })
      return undefined
    }
  }
  const inside = partInside(walk, at, y, cut)
  if (inside.part.forced !== undefined) return inside
  return retreat(walk, at, mayCut ? inside : undefined)
}

/** What is below the last row does not fit: the row moves with it where there is a proper break before, rather than to be cut, as in Chromium. */
function keptWithEnd(walk: TableWalk, at: Cursor): PartEnd | undefined {
  const best = bestBreak(breaksBefore(walk, at, undefined))
  return best !== undefined && best.part.appeal > LAST_RESORT ? best : undefined
}

/** Cuts the row to the room there is. */
function cutToFit(walk: TableWalk, at: Cursor, y: number, isForced: boolean): RowCut | undefined {
  const forced = isForced || (at.start !== NOT_BEGUN && walk.room.forced)
  const room: Room = { ...walk.room, x: 0, y: 0, height: walk.limit - y, full: walk.full, forced, bottomReserve: 0 }
  return cutRow(at.row, at.start, room, walk.cutter)
}

function heightOfCut(walk: TableWalk, at: Cursor, y: number, cut: RowCut): number {
  return Math.max(cut.height, spansBelow(walk, at, y), spansEnd(walk, at) - y)
}

function grown(cut: RowCut, height: number): readonly CellFragment[] {
  return height === cut.height ? cut.cells : cut.cells.map((cell) => ({ ...cell, height }))
}

/** The piece ends inside the row: it reaches down to where rows must end. */
function partInside(walk: TableWalk, at: Cursor, y: number, cut: RowCut): PartEnd {
  const height = Math.max(1, walk.limit - y)
  const next = cut.next ?? { done: at.start.done + height, cells: at.row.cells.map(() => null) }
  const item: RowItem = { ...at, y, height, cells: grown(cut, height), isLast: false }
  const all = { ...walk, items: [...walk.items, item] }
  const ended = endRows(all, all.items.length, y + height, at)
  const token: RowToken = { at: 'row', group: at.group, row: at.index, ...next, spans: ended.spans }
  const isAvoided = avoidsInside(at.row.row.style, walk.room.context) || avoidsInside(at.row.group.style, walk.room.context)
  const own = isAvoided ? minAppeal(cut.appeal, BREAKS_AVOID) : cut.appeal
  const appeal = walk.spans.reduce((least, span) => minAppeal(least, span.cut.appeal), own)
  const forced = cut.forced ?? ended.forced
  const part = { next: token, forced, appeal: forced === undefined ? appeal : PERFECT }
  return { kind: 'part', rows: ended.rows, bottom: y + height, part }
}

/** How good a break is, and whether the author forces it. */
interface Break {
  readonly appeal: Appeal
  readonly forced: Forced | undefined
}

/** The piece ends before item `position`, or before the row that does not fit. */
function partBefore(walk: TableWalk, position: number, at: Cursor, { appeal, forced }: Break): PartEnd {
  const next = walk.items[position] ?? at
  const last = walk.items[position - 1]
  const bottom = last === undefined ? walk.top : last.y + last.height
  const ended = endRows(walk, position, bottom, next)
  const { start, group, index } = next
  const token: RowToken = { at: 'row', group, row: index, done: start.done, cells: start.cells, spans: ended.spans }
  return { kind: 'part', rows: ended.rows, bottom, part: { next: token, forced: forced ?? ended.forced, appeal } }
}

/** The row does not fit: ends the piece at the best break passed. */
function retreat(walk: TableWalk, at: Cursor, inside: PartEnd | undefined): RowsEnd {
  const best = bestBreak(breaksBefore(walk, at, inside))
  if (best === undefined && walk.room.forced && walk.isBare) throw new Error('fragment: no row fits at the top of an empty page')
  return best ?? { kind: 'none' }
}

function* breaksBefore(walk: TableWalk, at: Cursor, inside: PartEnd | undefined): Generator<Candidate<PartEnd>, undefined> {
  if (inside !== undefined) yield { appeal: inside.part.appeal, make: () => inside }
  for (let position = walk.items.length; position > 0; position--) {
    const appeal = appealBefore(walk, position, walk.items[position]?.row ?? at.row)
    yield { appeal, make: () => partBefore(walk, position, at, { appeal, forced: undefined }) }
  }
  return undefined
}

/** All rows are placed. The room for what is below them was reserved, unless a single row left none: then it follows on the next page. */
function finish(walk: TableWalk): RowsEnd {
  const last = walk.items[walk.items.length - 1]
  const bottom = last === undefined ? walk.top : last.y + last.height
  if (last !== undefined && endContinues(walk, bottom)) return endLater(walk, bottom)
  return { kind: 'whole', rows: endRows(walk, walk.items.length, bottom, undefined).rows, bottom }
}

/** Captions below, or border and padding, stand on the next page; a collapsed border belongs to the last row. */
function endContinues({ table, room, limit, atEnd }: TableWalk, bottom: number): boolean {
  if (table.bottomCaptions.length > 0) return bottom + atEnd > limit + EPSILON
  const own = atEnd - room.bottomReserve
  return table.collapsed === undefined && own > EPSILON && bottom + own > limit + EPSILON
}

function endLater(walk: TableWalk, bottom: number): PartEnd {
  const token = endToken(walk.table)
  const { rows } = endRows(walk, walk.items.length, bottom, undefined)
  return { kind: 'part', rows, bottom, part: { next: token, forced: undefined, appeal: LAST_RESORT } }
}

/** After all rows: only captions below, border and padding, or positioned boxes beside them continue. */
export function endToken(table: LaidTable): RowToken {
  return { at: 'row', group: 'foot', row: table.foot.length, done: 0, cells: null, spans: [] }
}

/** Whether a piece that ends here holds the last row of the table. */
export function isPastRows(table: LaidTable, { group, row }: RowToken): boolean {
  return group === 'foot' && row >= table.foot.length
}
