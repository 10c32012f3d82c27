// Parallel flows (CSS Break 3 §4.1): floats, positioned boxes and overflowing content of a box that is cut. Each continues by a token of its own.
import { isRepeatedFromItsPage } from '../../box/box-kinds.ts'
import type { Laid, Placed } from '../../layout/laid.ts'
import { clips, isMonolithicBlock, marginAbove, marginEdgeOf } from '../break-summary.ts'
import { type Cut, type Cutter, EPSILON, PERFECT, type Room } from '../cut.ts'
import type { BreakToken, Fragment, ParallelToken } from '../fragment.ts'
import { heightLeft } from './given-height.ts'
import { unbrokenPiece } from './monolithic.ts'
import { MOST_WAITING, mayPush } from './pushed-floats.ts'
import { doneSideBySide } from './side-by-side.ts'

/** A parallel flow in this piece. `next` says where it continues: undefined when it ends here, `null` (and no piece) when it has not begun. */
export interface ParallelFlow {
  readonly token: Omit<ParallelToken, 'inner'>
  readonly placed: Placed
  readonly piece: Fragment | undefined
  readonly next: BreakToken | null | undefined
  /** The break in it is forced. */
  readonly isForced?: boolean
  /** Where a float of given height ends in this piece, though content that overflows it continues: nothing keeps clear of that. */
  readonly ended?: number
}

export function piecesOfParallel(flows: readonly ParallelFlow[]): Fragment[] {
  return flows.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
}

export function tokensOf(flows: readonly ParallelFlow[]): ParallelToken[] {
  const open: ParallelToken[] = []
  for (const { token, next } of flows) if (next !== undefined) open.push({ ...token, inner: next })
  return open
}

/** Where parallel flows of earlier pages continue: from `top` of the piece down to `limit`. */
interface Resumption {
  readonly top: number
  readonly limit: number
  /** Of block flow and lines, whose floats may wait for a later page. */
  readonly flow?: FlowScale
  placedOf(token: ParallelToken): Placed
}

/** How a flow stands in a piece: from heights in the box as laid out to those in the piece, and the width that margins of floats refer to. */
interface FlowScale {
  readonly lift: number
  readonly width: number
}

/** Continues the parallel flows that earlier pages left open. */
export function resumeParallel(tokens: readonly ParallelToken[], at: Resumption, room: Room, cutter: Cutter): ParallelFlow[] {
  const flows: ParallelFlow[] = []
  const pushes = tokens.length <= MOST_WAITING && mayPush(room, cutter)
  for (const token of tokens) flows.push(resumed(token, at, flows, { room, cutter, pushes }))
  return flows
}

interface Place {
  readonly room: Room
  readonly cutter: Cutter
  /** Floats that do not fit may be pushed to the next page. */
  readonly pushes: boolean
}

function resumed(token: ParallelToken, at: Resumption, before: readonly ParallelFlow[], { room, cutter, pushes }: Place): ParallelFlow {
  const { limit, flow } = at
  const placed = at.placedOf(token)
  if (placed.isPushed === true) return deferredFloat(token.index, placed, 0)
  const isWaiting = flow !== undefined && isDeferred(token)
  const y = isWaiting ? yOfDeferred(placed, at, flow, before) : at.top + (token.y ?? 0)
  // What continues does so at the top.
  const isPinned = !isWaiting && token.y === undefined
  if (!isPinned && y >= limit - EPSILON) return { token: { ...token, y: y - Math.max(1, limit) }, placed, piece: undefined, next: null }
  const own: Room = { ...parallelRoom(room, placed, y, limit), forced: isPinned || y <= at.top + EPSILON }
  const cut = cutter.cut(placed.laid, token.inner ?? undefined, own)
  if (isWaiting && !own.forced && !isWellCut(cut) && pushes) return floatAskingToMove(token.index, placed)
  // A box that has no legal piece so far down begins at the top of the next page.
  if (cut.kind === 'none' && !own.forced) return { token: { ...token, y: 0 }, placed, piece: undefined, next: null }
  const parallel = parallelFlowOf(
    { role: token.role, index: token.index },
    placed,
    cut.kind === 'none' ? { kind: 'whole', piece: unbrokenPiece(placed.laid, own, cutter) } : withoutHeight(token, cut),
  )
  return withEnd(parallel, heightLeft(placed.laid, token.inner), own)
}

/** The end of a float whose height does not come from its content. */
function withEnd(parallel: ParallelFlow, left: number, { y, height }: Room): ParallelFlow {
  const { height: given, maxHeight } = parallel.placed.laid.box.style
  const isGiven = given !== 'auto' || maxHeight !== 'none'
  if (parallel.token.role !== 'float' || !isGiven || parallel.next === undefined || left > height + EPSILON) return parallel
  return { ...parallel, ended: y + left }
}

/** A float that is left to a later page, where it begins `y` below the end of this one in content as it was laid out. */
export function deferredFloat(index: number, placed: Placed, y: number): ParallelFlow {
  return { token: { role: 'float', index, y }, placed, piece: undefined, next: null }
}

/** A float that is left to the next page, and asks for a layout in which nothing stands beside it on this one. */
export function floatAskingToMove(index: number, placed: Placed): ParallelFlow {
  return { token: { role: 'float', index, y: 0, asksToMove: true }, placed, piece: undefined, next: null }
}

/** A float that an earlier page left to this one. */
function isDeferred({ role, inner }: ParallelToken): boolean {
  return role === 'float' && inner === null
}

/** Where the earlier page ended beside floats that it left to this one, in the box as laid out: content in flow may continue further down. */
export function topOfDeferred(tokens: readonly ParallelToken[], { width }: Laid, placedOf: Resumption['placedOf']): number {
  let top = Number.POSITIVE_INFINITY
  for (const token of tokens) {
    if (!isDeferred(token)) continue
    const placed = placedOf(token)
    // In what was laid out anew it is at the top, and keeps its margin.
    top = Math.min(top, placed.y - (token.y ?? marginAbove(placed.laid, width)))
  }
  return top
}

function yOfDeferred(placed: Placed, { top, limit }: Resumption, { lift, width }: FlowScale, before: readonly ParallelFlow[]): number {
  const margin = marginAbove(placed.laid, width)
  const y = Math.max(top + Math.min(0, margin), placed.y - lift)
  if (y >= limit - EPSILON) return y
  const edge = edgeOfFloatsAbove(before, { y: placed.y, margin }, width)
  return edge === undefined ? limit : Math.max(y, edge)
}

/**
 * How high what is laid out at `y` may stand in this piece: below the floats that end above it in the box as laid out, and as far from them as their margins
 * and its own `margin` keep it, which no break takes away; undefined when one of them does not end on this page. `width`: of the box, which margins refer to.
 */
export function edgeOfFloatsAbove(
  flows: readonly ParallelFlow[],
  { y, margin }: { readonly y: number; readonly margin: number },
  width: number,
): number | undefined {
  let edge = Number.NEGATIVE_INFINITY
  for (const { token, placed, piece, next, ended } of flows) {
    const bottom = placed.y + placed.laid.height
    const marginEdge = marginEdgeOf(placed, width)
    if (placed.isPushed === true || token.role !== 'float' || Math.min(marginEdge, bottom) > y + EPSILON) continue
    // What a negative margin takes back may be on later pages: those end nothing above `y`.
    if (next !== undefined && bottom > y + EPSILON) continue
    if (next !== undefined && ended === undefined) return undefined
    const space = Math.min(marginEdge + Math.max(0, margin), y) - bottom
    if (piece !== undefined) edge = Math.max(edge, (ended ?? piece.y + piece.height) + space)
  }
  return edge
}

/** Of a box that ended on an earlier page only its overflowing content continues: the box itself has no height here. */
function withoutHeight(token: ParallelToken, cut: Exclude<Cut, { kind: 'none' }>): Exclude<Cut, { kind: 'none' }> {
  return token.role === 'overflow' ? { ...cut, piece: { ...cut.piece, height: 0, isLast: false } } : cut
}

function parallelRoom(room: Room, placed: Placed, y: number, limit: number): Room {
  return { ...room, x: placed.x, y, height: limit - y, bottomReserve: 0, isBacktracking: false }
}

export function parallelFlowOf(token: Omit<ParallelToken, 'inner'>, placed: Placed, cut: Exclude<Cut, { kind: 'none' }>): ParallelFlow {
  if (cut.kind === 'whole') return { token, placed, piece: cut.piece, next: undefined }
  return { token, placed, piece: cut.piece, next: cut.next, isForced: cut.forced !== undefined }
}

/**
 * Cuts a float to the room. Undefined when it should rather move to the next page with what follows it: it cannot break well here, and nothing forces it.
 */
export function cutFloat(placed: Placed, index: number, room: Room, cutter: Cutter): ParallelFlow | undefined {
  const cut = cutter.cut(placed.laid, undefined, room)
  if (cut.kind === 'none' || (!isWellCut(cut) && !room.forced)) return undefined
  return parallelFlowOf({ role: 'float', index }, placed, cut)
}

function isWellCut(cut: Cut): boolean {
  return cut.kind === 'whole' || (cut.kind === 'part' && cut.appeal === PERFECT)
}

/** The part of a laid box that a piece shows: from `from` to `to` in the box as laid out, moved up by `lift`. */
interface Extent {
  readonly from: number
  readonly to: number
  readonly lift: number
  /** Where a point of the box is in the piece, if not `lift` higher. */
  yOf?(y: number): number
  /** Where the piece must end. */
  readonly limit: number
  /** Where the piece begins and ends; undefined at the start and end of the box. */
  readonly begin?: BreakToken | undefined
  readonly next?: BreakToken | undefined
  /** Where content of earlier pieces continues, from the top of the piece. */
  readonly top: number
  /** How many positioned boxes earlier pieces have placed, or left to parallel flows. */
  readonly positionedDone: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

/**
 * Absolutely positioned boxes that begin in this piece. What does not fit continues with the box, or, when the box ends here, with the ancestor that
 * continues its overflow; where none does, it overflows the page.
 */
export function placePositioned(laid: Laid, extent: Extent, room: Room, cutter: Cutter): ParallelFlow[] {
  const flows: ParallelFlow[] = []
  const [begin, end] = [doneSideBySide(laid, extent.begin), doneSideBySide(laid, extent.next)]
  for (let index = laid.positionedWindow?.first ?? 0; index < laid.positioned.length; index++) {
    const placed = laid.positioned[index]!
    const isByTop = isPlacedByTop(placed, laid, room)
    const side = { begin: begin.get(placed.laid.box), end: end.get(placed.laid.box) }
    const from = side.begin?.done ?? extent.from
    const to = side.end?.done ?? extent.to
    if (isByTop ? index < extent.positionedDone : !beginsIn(placed, { ...extent, from, to }, room)) continue
    const natural = placed.y - (side.end?.lift ?? 0)
    const y = side.begin === undefined ? (extent.yOf?.(natural) ?? natural - extent.lift) : extent.top + placed.y - from
    const own: Room = { ...parallelRoom(room, placed, y, extent.limit), forced: false }
    const token = { role: 'positioned', index } as const
    const makesPages = room.takesOverflow && (laid === cutter.root || !clips(laid.box.style))
    const mayContinue = !extent.isLast || (makesPages && !isRepeatedFromItsPage(placed.laid.box.style, laid.box.style))
    if (isByTop && mayContinue && y >= extent.limit - EPSILON) {
      flows.push({ token: { ...token, y: y - Math.max(1, extent.limit) }, placed, piece: undefined, next: null })
      continue
    }
    const cut = mayContinue ? cutHere(placed.laid, own, cutter) : undefined
    if (cut !== undefined && cut.kind !== 'none') flows.push(parallelFlowOf(token, placed, cut))
    else if (cut !== undefined && y > EPSILON) flows.push({ token, placed, piece: undefined, next: null })
    else flows.push({ token, placed, piece: unbrokenPiece(placed.laid, own, cutter), next: undefined })
  }
  return flows
}

/** A monolithic box that is taller than a page begins where it is placed: no later page holds it. */
function cutHere(laid: Laid, room: Room, cutter: Cutter): Cut {
  const cut = cutter.cut(laid, undefined, room)
  const isMonolithic = laid.kind === 'replaced' || laid.kind === 'turned' || isMonolithicBlock(laid)
  const isTooTall = cut.kind === 'none' && isMonolithic && (room.y <= EPSILON || laid.height > room.full + EPSILON)
  return isTooTall ? cutter.cut(laid, undefined, { ...room, forced: true }) : cut
}

/** Releases the positioned boxes that began on pages before `begin`, above `from`, and do not continue. Those beside content that is behind other content of its row may be to come. */
export function forgetPositioned(laid: Laid, from: number, begin: BreakToken, tokens: readonly ParallelToken[]): void {
  const { positioned, positionedWindow: window } = laid
  if (window === undefined) return
  const kept = new Set(tokens.flatMap(({ role, index }) => (role === 'positioned' ? [index] : [])))
  const sides = doneSideBySide(laid, begin)
  for (let index = window.first; sides.size > 0 && index < positioned.length; index++) {
    const { laid: box, y } = positioned[index]!
    const side = sides.get(box.box)
    if (side !== undefined && y >= side.done - EPSILON) kept.add(index)
  }
  window.forget(from - EPSILON, kept, laid)
}

/**
 * The box has a `top` of its own, or a `bottom` that puts it below the end of its containing block: it is placed by its distance from the top of its containing block, over the pages however much of them is filled, and makes
 * pages where it must, as in Chromium. Other positioned boxes are placed with the content beside which they were laid out.
 */
function isPlacedByTop({ y, laid }: Placed, holder: Laid, { context }: Room): boolean {
  const { top, bottom } = laid.box.style
  const isByEdge = top !== 'auto' || (bottom !== 'auto' && y >= holder.height - EPSILON)
  return isByEdge && y > Number.NEGATIVE_INFINITY && context !== 'unbroken'
}

/** As fields of the next token: all positioned boxes of the box are placed, or left to parallel flows. */
export function positionedDoneIn({ positioned }: Laid): { readonly positionedDone?: number } {
  return positioned.length === 0 ? {} : { positionedDone: positioned.length }
}

function beginsIn(placed: Placed, extent: Extent, room: Room): boolean {
  const isAfterStart = extent.isFirst || placed.y >= extent.from - EPSILON
  const isBeforeEnd = extent.isLast || placed.y < extent.to - EPSILON
  return placed.y > Number.NEGATIVE_INFINITY && (room.context === 'unbroken' || (isAfterStart && isBeforeEnd))
}
