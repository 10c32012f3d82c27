// Problem: one flow, laid out at the width of a column, is dealt out into columns on every page; the last page's columns should be of equal height.
// Approach: fill columns one after another with the room the page has. If all fits and `column-fill` says balance, look for the least height that still takes
// everything. A spanner (`column-span: all`) ends a run of columns; runs and spanners follow each other as blocks do. Limits: only children of the container
// itself span.
import { isInColumn, isUnbroken } from '../../box/break-values.ts'
import { largest } from '../../collections/lists.ts'
import { itemsOf, type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidBlock, LaidColumns } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'
import { contentBottom } from '../content-bottom.ts'
import { type Appeal, BREAKS_LINES, bottomInsetOf, type Cut, type Cutter, EPSILON, NONE, type Part, PERFECT, type Room } from '../cut.ts'
import type { BreakToken, Fragment } from '../fragment.ts'
import { cutBlock } from './block.ts'
import { unwrapped } from './flex-grid.ts'

const flows = new WeakMap<LaidColumns, Sequence<FlowChild>>()
const runs = new WeakSet<Laid>()
/** Runs beside which there are others, or spanners: the height that the container was given is not theirs. */
const parts = new WeakSet<Laid>()

export function cutColumns(laid: LaidColumns, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (runs.has(laid)) return cutRun(laid, token, room, cutter)
  return atLeastMinHeight(laid, unwrapped(cutBlock(laid, flowOf(laid), token, room, cutter), runs))
}

/** Columns that need less room than the container's `min-height` leave it as high. */
function atLeastMinHeight(laid: LaidColumns, cut: Cut): Cut {
  const { minHeight, boxSizing } = laid.box.style
  if (cut.kind !== 'whole' || !cut.piece.isFirst || typeof minHeight !== 'number') return cut
  const insets = laid.border.top + laid.padding.top + bottomInsetOf(laid)
  const least = boxSizing === 'border-box' ? minHeight : minHeight + insets
  return cut.piece.height >= least ? cut : { ...cut, piece: { ...cut.piece, height: least } }
}

export function flowOf(laid: LaidColumns): Sequence<FlowChild> {
  let flow = flows.get(laid)
  if (flow === undefined) {
    flow = sequenceOf(split(laid))
    flows.set(laid, flow)
  }
  return flow
}

/** Runs of columns and the spanners between them. Only the last bottom is right: the rest follow from what the pieces before them turn out to be. */
function split(laid: LaidColumns): FlowChild[] {
  const top = laid.border.top + laid.padding.top
  const bottom = laid.height - bottomInsetOf(laid)
  const result: FlowChild[] = []
  let run: FlowChild[] = []
  let runCount = 0
  let y = top
  /** Where the last spanner ends in the flow. */
  let spannerEnd: number | undefined
  const flush = (): void => {
    const first = run[0]
    if (first === undefined) return
    if (spannerEnd !== undefined) y += first.y - first.marginTop - spannerEnd
    const child = runOf({ ...laid, leastHeights: laid.leastHeights.slice(runCount++) }, run, y)
    result.push(child)
    y += child.laid.height
    run = []
  }
  for (const child of itemsOf(laid.flow.children)) {
    if (child.laid.box.style.columnSpan !== 'all' || child.role === 'float') run.push(child)
    else {
      if (run.length > 0) flush()
      else if (spannerEnd !== undefined) y += child.y - child.marginTop - spannerEnd
      result.push({ ...child, x: child.x + laid.border.left + laid.padding.left, y: y + child.marginTop })
      y += child.marginTop + child.laid.height
      spannerEnd = child.y + child.laid.height
    }
  }
  flush()
  const last = result.pop()
  return last === undefined ? [] : [...result, endingAt(last, bottom)]
}

function endingAt(child: FlowChild, bottom: number): FlowChild {
  if (!runs.has(child.laid)) return child
  const laid = { ...child.laid, height: Math.max(0, bottom - child.y) }
  runs.add(laid)
  if (parts.has(child.laid)) parts.add(laid)
  return { ...child, laid }
}

function runOf(laid: LaidColumns, children: readonly FlowChild[], y: number): FlowChild {
  const first = children[0]!
  const top = first.y - first.marginTop
  const height =
    largest(
      children.map((child) => child.y + child.laid.height),
      Number.NEGATIVE_INFINITY,
    ) - top
  const isAll = first === laid.flow.children.at(0) && laid.flow.children.at(children.length) === undefined
  const flow: LaidBlock = isAll
    ? laid.flow
    : { ...laid.flow, height, children: sequenceOf(children.map((child) => ({ ...child, y: child.y - top }))), positioned: [] }
  const box: LaidColumns = {
    ...laid,
    box: { ...laid.box, isAnonymous: true },
    height: height / laid.columnCount,
    border: NO_INSETS,
    padding: NO_INSETS,
    positioned: [],
    flow,
  }
  runs.add(box)
  if (!isAll) parts.add(box)
  return { x: 0, y, laid: box, role: 'in-flow', marginTop: 0 }
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }

interface Distribution {
  readonly pieces: readonly Fragment[]
  /** Undefined when all of the flow is in these columns. */
  readonly next: Part | undefined
  /** Some column ends at a break that breaks a rule. */
  readonly isFlawed: boolean
  readonly isEmpty: boolean
}

function cutRun(laid: LaidColumns, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token !== undefined && token.at !== 'columns') throw new Error(`fragment: columns cannot go on at '${token.at}'`)
  const done = token?.done ?? 0
  const rest = hasHeight(laid) ? laid.height - done : undefined
  const height = Math.max(1, Math.min(room.height, rest === undefined ? maxHeight(laid) - done : rest))
  const filled = token?.inner === null ? NOTHING : fill(laid, token?.inner, height, room, cutter)
  if (filled.isEmpty && token?.inner !== null && !room.forced) return NONE
  const next = { at: 'columns', done: done + Math.max(1, room.height) } as const
  if (filled.next !== undefined) {
    const forced = filled.next.forced?.kind === 'page' ? filled.next.forced : undefined
    const piece = runPiece(laid, filled, room.height, token, false, room)
    return { ...filled.next, next: { ...next, inner: filled.next.next }, piece, forced, appeal: appealOf(filled.next, room) }
  }
  if (rest !== undefined && rest > room.height + EPSILON) {
    const piece = runPiece(laid, filled, room.height, token, false, room)
    return { kind: 'part', piece, next: { ...next, inner: null }, forced: undefined, appeal: PERFECT }
  }
  // Where no page ends, there is no end to fill columns to: layout counted on them being of equal height.
  const isFilled = laid.box.style.columnFill === 'auto' && !isUnbroken(room.context)
  const distribution = isFilled ? filled : balance(laid, token?.inner ?? undefined, height, filled, room, cutter)
  const own = rest === undefined ? heightOf(distribution) : height
  if (own + room.bottomReserve > room.height + EPSILON && !room.forced && token === undefined) return NONE
  return { kind: 'whole', piece: runPiece(laid, distribution, own, token, true, room) }
}

/** Columns in columns are balanced whatever `orphans` asks of their lines, as in Chromium. */
function appealOf({ appeal }: Part, { context }: Room): Appeal {
  return appeal === BREAKS_LINES && isInColumn(context) ? PERFECT : appeal
}

/** No page follows where nothing breaks: columns that forced breaks would send there stay, without the breaks. */
function fill(laid: LaidColumns, token: BreakToken | undefined, height: number, room: Room, cutter: Cutter): Distribution {
  const distribution = distribute(laid, token, { height, full: height }, room, cutter)
  if (!isUnbroken(room.context) || distribution.next === undefined) return distribution
  const cut = cutter.cut(laid.flow, token, {
    ...room,
    context: 'unbroken',
    x: columnX(laid, 0),
    y: 0,
    height,
    full: height,
    forced: true,
    bottomReserve: 0,
  })
  if (cut.kind === 'none') return distribution
  return { pieces: [cut.piece], next: cut.kind === 'part' ? cut : undefined, isFlawed: false, isEmpty: false }
}

const NOTHING: Distribution = Object.freeze({ pieces: [], next: undefined, isFlawed: false, isEmpty: true })

function runPiece(
  laid: LaidColumns,
  distribution: Distribution,
  height: number,
  token: BreakToken | undefined,
  isLast: boolean,
  room: Room,
): Fragment {
  return {
    laid,
    x: room.x,
    y: room.y,
    height,
    isFirst: token === undefined,
    isLast,
    content: { kind: 'children', children: distribution.pieces },
  }
}

/** The author gave the container a height: its columns are as tall. */
function hasHeight(laid: LaidColumns): boolean {
  return typeof laid.box.style.height === 'number' && !parts.has(laid)
}

/** What `max-height` leaves to the columns of an automatic height. */
function maxHeight({ box: { style } }: LaidColumns): number {
  if (typeof style.maxHeight !== 'number') return Number.POSITIVE_INFINITY
  if (style.boxSizing === 'content-box') return style.maxHeight
  const paddings = resolveLength(style.paddingTop, 0) + resolveLength(style.paddingBottom, 0)
  return Math.max(0, style.maxHeight - style.borderTopWidth - style.borderBottomWidth - paddings)
}

const MOST_COLUMNS = 1000

function columnX({ xs, columnWidth, columnGap }: LaidColumns, i: number): number {
  const first = xs[0] ?? 0
  const step = xs[1] === undefined ? columnWidth + columnGap : xs[1] - first
  return xs[i] ?? first + i * step
}

/** How tall columns are, and how tall they may be: what is cut, or not repeated, depends on that. */
type Heights = Pick<Room, 'height' | 'full'>

/** One piece of the flow a column, until the flow or the columns end. */
function distribute(laid: LaidColumns, token: BreakToken | undefined, { height, full }: Heights, room: Room, cutter: Cutter): Distribution {
  const pieces: Fragment[] = []
  let isFlawed = false
  let at = token
  let next: Part | undefined
  // No other page would have more room for a container whose own height ends on this one: its columns go on to the side.
  const overflows = (hasHeight(laid) ? laid.height : maxHeight(laid)) <= room.height + EPSILON
  const count = overflows ? MOST_COLUMNS : laid.columnCount
  for (let i = 0; i < count; i++) {
    const forced = room.forced || (overflows && height >= laid.height)
    const own = { x: columnX(laid, i), y: 0, height, full, forced, bottomReserve: 0 }
    const context = isUnbroken(room.context) ? 'unbroken column' : 'column'
    const column: Room = { ...room, ...own, context, overflowsUncut: room.overflowsUncut || overflows }
    const cut = cutter.cut(laid.flow, at, column)
    if (cut.kind === 'none') break
    pieces.push(cut.piece)
    next = cut.kind === 'part' ? cut : undefined
    if (next === undefined) break
    if (next.forced === undefined && next.appeal < PERFECT) isFlawed = true
    at = next.next
    if (next.forced?.kind === 'page') break
  }
  return { pieces, next, isFlawed, isEmpty: pieces.length === 0 }
}

/** The least height that takes all, found by halving; columns never break rules only to be balanced. */
function balance(
  laid: LaidColumns,
  token: BreakToken | undefined,
  height: number,
  filled: Distribution,
  room: Room,
  cutter: Cutter,
): Distribution {
  let best = filled
  let high = Math.min(height, heightOf(filled))
  let low = token === undefined ? (laid.leastHeights[0] ?? 0) : 0
  const takesAll = (most: number): boolean => {
    const distribution = distribute(laid, token, { height: most, full: height }, { ...room, forced: false }, cutter)
    const isGood =
      distribution.next === undefined &&
      !distribution.isEmpty &&
      distribution.pieces.length <= laid.columnCount &&
      (!distribution.isFlawed || filled.isFlawed)
    if (isGood) best = distribution
    return isGood
  }
  for (let i = 0; i < 12 && high - low > 0.25; i++) {
    const middle = (low + high) / 2
    if (takesAll(middle)) high = Math.min(middle, heightOf(best))
    else low = middle
  }
  // What was dealt out last had more room than it took: columns end where their content does.
  takesAll(high)
  return best
}

function heightOf(distribution: Distribution): number {
  return largest(distribution.pieces.map(contentBottom), 0)
}
