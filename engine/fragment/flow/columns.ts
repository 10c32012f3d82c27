// Problem: one flow, laid out at the width of a column, is distributed over columns on every page; on the last page, columns should be of equal height.
// Approach: fill columns one after another with the room that the page has. If all of the flow fits and `column-fill` says balance, look for the least height
// that still takes all of it. A spanner (`column-span: all`) ends a column set; column sets and spanners are cut as blocks are (columns-flow.ts).
// Limits: only children of the container itself span.
import { isInColumn, isUnbroken } from '../../box/break-values.ts'
import { largest } from '../../collections/lists.ts'
import type { LaidColumns } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import { clips } from '../break-summary.ts'
import { columnBottom, contentBottom } from '../content-bottom.ts'
import {
  type Appeal,
  BREAKS_LINES,
  bottomInsetOf,
  type Cut,
  type CutPart,
  type Cutter,
  EPSILON,
  minAppeal,
  NONE,
  PERFECT,
  type Room,
} from '../cut.ts'
import type { BreakToken, Fragment } from '../fragment.ts'
import { cutBlock } from './block.ts'
import { columnSets, hasHeight, isWhole } from './columns-flow.ts'
import { unwrapped } from './flex-grid.ts'
import { isSliced } from './sliced.ts'

export function cutColumns(laid: LaidColumns, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (columnSets.has(laid)) return cutColumnSet(laid, token, room, cutter)
  return atOwnHeight(laid, unwrapped(cutBlock(laid, token, room, cutter), columnSets))
}

/** Columns that need less room than the container's `height`, as spanners end them, or its `min-height` leave it as high. */
function atOwnHeight(laid: LaidColumns, cut: Cut): Cut {
  if (cut.kind !== 'whole' || !cut.piece.isFirst || laid.box.style.display === 'table-cell') return cut
  const least = laid.isHeightDefinite ? laid.height : minHeight(laid)
  return cut.piece.height >= least ? cut : { ...cut, piece: { ...cut.piece, height: least } }
}

function minHeight(laid: LaidColumns): number {
  const { minHeight, boxSizing } = laid.box.style
  if (typeof minHeight !== 'number') return 0
  return boxSizing === 'border-box' ? minHeight : minHeight + laid.border.top + laid.padding.top + bottomInsetOf(laid)
}

/** The columns of one column set on one page. */
interface ColumnSetCut {
  readonly laid: LaidColumns
  readonly isFirst: boolean
  /** Where the flow begins in these columns; undefined at its start. */
  readonly start: BreakToken | undefined
  readonly room: Room
  readonly cutter: Cutter
}

/** The flow in its columns. */
interface Distribution {
  readonly pieces: readonly Fragment[]
  /** Undefined when all of the flow is in these columns. */
  readonly next: CutPart | undefined
  /** Some column ends at a break that breaks a rule. */
  readonly isFlawed: boolean
  /** The least of these breaks. */
  readonly appeal: Appeal
  readonly isEmpty: boolean
}

function cutColumnSet(laid: LaidColumns, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token !== undefined && token.at !== 'columns') throw new Error(`fragment: columns cannot continue at '${token.at}'`)
  const done = token?.done ?? 0
  const rest = hasHeight(laid) ? laid.height - done : undefined
  const height = Math.max(1, Math.min(room.height, rest === undefined ? maxHeight(laid) - done : rest))
  const columnSet: ColumnSetCut = { laid, isFirst: token === undefined, start: token?.inner ?? undefined, room, cutter }
  const filled = token?.inner === null ? NOTHING : fill(columnSet, height)
  if (filled.isEmpty && token?.inner !== null && !room.forced) return NONE
  const next = { at: 'columns', done: done + Math.max(1, room.height) } as const
  if (filled.next !== undefined) {
    const forced = filled.next.forced?.kind === 'page' ? filled.next.forced : undefined
    const piece = columnSetPiece(columnSet, filled, room.height, false)
    const part: CutPart = { ...filled.next, next: { ...next, inner: filled.next.next }, piece, forced, appeal: appealOf(filled, room) }
    const left = maxHeight(laid) - done
    return forced === undefined && isWhole(laid) && left <= room.height + EPSILON ? { ...part, ended: Math.max(0, left) } : part
  }
  // Where no page ends, there is no end to fill columns to: layout counted on them being of equal height.
  const isFilled = laid.box.style.columnFill === 'auto' && !isUnbroken(room.context)
  const distribution = isFilled || token?.inner === null ? filled : balance(columnSet, height, filled)
  const least = rest ?? leastOwnHeight(laid) - done
  if (least > room.height + EPSILON) {
    const piece = columnSetPiece(columnSet, distribution, room.height, false)
    return { kind: 'part', piece, next: { ...next, inner: null }, forced: undefined, appeal: PERFECT }
  }
  const natural =
    token?.inner === null ? 0 : isFilled ? largest(filled.pieces.map(columnBottom), 0) : balancedHeight(columnSet, distribution)
  const own = Math.min(height, rest ?? Math.max(least, Math.min(natural, maxHeight(laid))))
  if (own + room.bottomReserve > room.height + EPSILON && !room.forced && token === undefined) return NONE
  return { kind: 'whole', piece: columnSetPiece(columnSet, distribution, own, true) }
}

/** Columns in columns are balanced whatever `orphans` asks of their lines, as in Chromium. */
function appealOf({ appeal }: Distribution, { context }: Room): Appeal {
  return appeal === BREAKS_LINES && isInColumn(context) ? PERFECT : appeal
}

/** Columns as tall as the page allows. In unbroken room no page follows: what forced breaks would send there stays, without the breaks. */
function fill(columnSet: ColumnSetCut, height: number): Distribution {
  const { laid, start, room, cutter } = columnSet
  const distribution = distribute(columnSet, { height, full: height, forced: room.forced }, hasMoreRoomBelow(columnSet, height))
  if (!isUnbroken(room.context) || distribution.next === undefined) return distribution
  const own = { x: columnX(laid, 0), y: 0, height, full: height, forced: true, bottomReserve: 0, isBacktracking: false }
  const cut = cutter.cut(laid.flow, start, { ...room, ...own, context: 'unbroken' })
  if (cut.kind === 'none') return distribution
  return { pieces: [cut.piece], next: cut.kind === 'part' ? cut : undefined, isFlawed: false, appeal: PERFECT, isEmpty: false }
}

/** The page ends the columns, and those of the next one are taller. */
function hasMoreRoomBelow({ room }: ColumnSetCut, height: number): boolean {
  const { context, forced, full } = room
  return !forced && !isUnbroken(context) && !isInColumn(context) && height >= room.height - EPSILON && full > height + EPSILON
}

const NOTHING: Distribution = Object.freeze({ pieces: [], next: undefined, isFlawed: false, appeal: PERFECT, isEmpty: true })

function columnSetPiece({ laid, room, isFirst }: ColumnSetCut, { pieces }: Distribution, height: number, isLast: boolean): Fragment {
  return { laid, x: room.x, y: room.y, height, isFirst, isLast, content: { kind: 'children', children: pieces } }
}

/** What `max-height` leaves to the columns of an automatic height. */
function maxHeight({ box: { style } }: LaidColumns): number {
  return typeof style.maxHeight === 'number' ? contentHeight(style, style.maxHeight) : Number.POSITIVE_INFINITY
}

/** What `min-height` asks of the columns of an automatic height, where they are all of their container: nothing in cells. */
function leastOwnHeight(laid: LaidColumns): number {
  const { minHeight, display } = laid.box.style
  if (typeof minHeight !== 'number' || display === 'table-cell' || !isWhole(laid) || laid.contentShift > 0) return 0
  return contentHeight(laid.box.style, minHeight)
}

function contentHeight(style: Style, height: number): number {
  if (style.boxSizing === 'content-box') return height
  const paddings = resolveLength(style.paddingTop, 0) + resolveLength(style.paddingBottom, 0)
  return Math.max(0, height - style.borderTopWidth - style.borderBottomWidth - paddings)
}

const MOST_COLUMNS = 1000

function columnX({ xs, columnWidth, columnGap }: LaidColumns, i: number): number {
  const first = xs[0] ?? 0
  const step = xs[1] === undefined ? columnWidth + columnGap : xs[1] - first
  return xs[i] ?? first + i * step
}

/** How tall columns are, and how tall they may be, as that decides what is cut or repeated. */
type Heights = Pick<Room, 'height' | 'full' | 'forced'>

/** Fills one column after another, until the flow or the columns end, or a column would end at a break that taller ones of the next page may not need (`isLower`). */
function distribute({ laid, start, room, cutter }: ColumnSetCut, heights: Heights, isLower = false): Distribution {
  const pieces: Fragment[] = []
  let isFlawed = false
  let appeal: Appeal = PERFECT
  let at = start
  let next: CutPart | undefined
  const overflows = overflowsToSide(laid, room)
  // Columns that `max-height` leaves no room still take a line, or a box that cannot break, each.
  const isUsedUp = heights.full < room.height - EPSILON && !hasHeight(laid)
  const count = overflows ? MOST_COLUMNS : laid.columnCount
  for (let i = 0; i < count; i++) {
    const forced = heights.forced || (overflows && heights.height >= laid.height)
    const own = { x: columnX(laid, i), y: 0, ...heights, forced, bottomReserve: 0, isBacktracking: false }
    const context = isUnbroken(room.context) ? 'unbroken column' : 'column'
    const column: Room = { ...room, ...own, context, overflowsUncut: room.overflowsUncut || overflows || isUsedUp }
    const cut = cutter.cut(laid.flow, at, column)
    if (cut.kind === 'none' || (isLower && i > 0 && !isFlawed && isFlawedEnd(cut))) break
    pieces.push(cut.piece)
    next = cut.kind === 'part' ? cut : undefined
    if (next === undefined) break
    if (isFlawedEnd(next)) {
      isFlawed = true
      appeal = minAppeal(appeal, next.appeal)
    }
    at = next.next
    if (next.forced?.kind === 'page') break
  }
  return { pieces, next, isFlawed, appeal, isEmpty: pieces.length === 0 }
}

function isFlawedEnd(cut: Cut): boolean {
  return cut.kind === 'part' && cut.forced === undefined && (cut.appeal < PERFECT || isSliced(cut.next))
}

/**
 * No other page would have more room for a container whose own height ends on this one: its columns continue to the side. What `max-height` leaves over goes on
 * below, as in Chromium, where a page can follow.
 */
function overflowsToSide(laid: LaidColumns, room: Room): boolean {
  const mayGoOn = !hasHeight(laid) && !isUnbroken(room.context) && !clips(laid.box.style)
  return !mayGoOn && (hasHeight(laid) ? laid.height : maxHeight(laid)) <= room.height + EPSILON
}

/** The least height that takes all of the flow, found by halving; no column breaks a rule only to be balanced. */
function balance(columnSet: ColumnSetCut, height: number, filled: Distribution): Distribution {
  const { laid, start } = columnSet
  let best = filled
  let high = Math.min(height, heightOf(filled))
  let low = leastHeightOf(columnSet)
  const takesAll = (most: number): boolean => {
    const distribution = distribute(columnSet, { height: most, full: height, forced: false })
    const { next, isEmpty, pieces, isFlawed } = distribution
    const isGood = next === undefined && !isEmpty && pieces.length <= laid.columnCount && (!isFlawed || filled.isFlawed)
    if (isGood) best = distribution
    return isGood
  }
  // The height that layout found is the right one where no page ends in the columns.
  const balanced = laid.balancedHeights[0]
  if (start === undefined && balanced !== undefined && balanced < high) {
    if (takesAll(balanced)) low = high = balanced
    else low = Math.max(low, balanced)
  }
  for (let i = 0; i < 12 && high - low > 0.25; i++) {
    const middle = (low + high) / 2
    if (takesAll(middle)) high = Math.min(middle, heightOf(best))
    else low = middle
  }
  // The last distribution had more room than it took: columns end where their content does.
  takesAll(high)
  return best
}

function balancedHeight(columnSet: ColumnSetCut, distribution: Distribution): number {
  return Math.max(heightOf(distribution), leastHeightOf(columnSet))
}

function leastHeightOf({ laid, start }: ColumnSetCut): number {
  return start === undefined ? (laid.leastHeights[0] ?? 0) : 0
}

function heightOf({ pieces }: Distribution): number {
  return largest(pieces.map(contentBottom), 0)
}
