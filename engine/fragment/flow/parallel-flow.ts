// Floats and positioned boxes of a box that is cut: flows of their own, each with its own token, beside the lines and blocks.
import type { Laid, Placed } from '../../layout/laid.ts'
import { clips } from '../break-summary.ts'
import { type Appeal, type Cut, type Cutter, EPSILON, PERFECT, type Room } from '../cut.ts'
import type { BreakToken, Fragment, ParallelToken } from '../fragment.ts'
import { unbrokenPiece } from './monolithic.ts'

/** A box beside the flow in this piece; `next` where it goes on: undefined when it is finished, `null` (and no piece) when it is still to come. */
export interface ParallelFlow {
  readonly token: Omit<ParallelToken, 'inner'>
  readonly placed: Placed
  readonly piece: Fragment | undefined
  readonly next: BreakToken | null | undefined
}

export function piecesOfParallel(parallelFlows: readonly ParallelFlow[]): Fragment[] {
  return parallelFlows.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
}

export function tokensOf(parallelFlows: readonly ParallelFlow[]): ParallelToken[] {
  const open: ParallelToken[] = []
  for (const { token, next } of parallelFlows) if (next !== undefined) open.push({ ...token, inner: next })
  return open
}

/** Goes on with what earlier pages left open, from `y` on down to `limit`. */
export function resumeParallel(
  tokens: readonly ParallelToken[],
  placedOf: (token: ParallelToken) => Placed,
  room: Room,
  extent: { readonly y: number; readonly limit: number },
  cutter: Cutter,
): ParallelFlow[] {
  return tokens.map((token) => {
    const placed = placedOf(token)
    const y = extent.y + (token.y ?? 0)
    if (token.y !== undefined && y >= extent.limit - EPSILON)
      return { token: { ...token, y: y - Math.max(1, extent.limit) }, placed, piece: undefined, next: null }
    const own: Room = { ...parallelRoom(room, placed, y, extent.limit), forced: token.y === undefined || token.y <= EPSILON }
    const cut = cutter.cut(placed.laid, token.inner ?? undefined, own)
    // What cannot begin so far down begins at the top of the next page.
    if (cut.kind === 'none' && !own.forced) return { token: { ...token, y: 0 }, placed, piece: undefined, next: null }
    return parallelFlowOf(
      { role: token.role, index: token.index },
      placed,
      cut.kind === 'none' ? { kind: 'whole', piece: unbrokenPiece(placed.laid, own, cutter) } : withoutHeight(token, cut),
    )
  })
}

/** Of a box that ended on an earlier page only what overflows it is left: the box itself has no height any more. */
function withoutHeight(token: ParallelToken, cut: Exclude<Cut, { kind: 'none' }>): Exclude<Cut, { kind: 'none' }> {
  return token.role === 'overflow' ? { ...cut, piece: { ...cut.piece, height: 0, isLast: false } } : cut
}

export function parallelRoom(room: Room, placed: Placed, y: number, limit: number): Room {
  return { ...room, x: placed.x, y, height: limit - y, bottomReserve: 0 }
}

export function parallelFlowOf(token: Omit<ParallelToken, 'inner'>, placed: Placed, cut: Exclude<Cut, { kind: 'none' }>): ParallelFlow {
  return { token, placed, piece: cut.piece, next: cut.kind === 'part' ? cut.next : undefined }
}

/**
 * A float that does not fit above `limit`: what comes of it when it starts here all the same. Undefined when it should rather move to the
 * next page with what follows it (it cannot break well here, and nothing forces it).
 */
export function cutFloat(placed: Placed, index: number, room: Room, cutter: Cutter): ParallelFlow | undefined {
  const cut = cutter.cut(placed.laid, undefined, room)
  if (cut.kind === 'none') return undefined
  const appeal: Appeal = cut.kind === 'part' ? cut.appeal : PERFECT
  if (appeal < PERFECT && !room.forced) return undefined
  return parallelFlowOf({ role: 'float', index }, placed, cut)
}

/** Natural extent of a piece: `from` and `to` in its laid box, `lift` from there to the piece. */
export interface Extent {
  readonly from: number
  readonly to: number
  readonly lift: number
  /** Where something is in the piece, if not `lift` higher. */
  yOf?(y: number): number
  /** Room in the piece. */
  readonly limit: number
  /** How many positioned boxes were met in earlier pieces. */
  readonly positionedDone: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

/**
 * Absolutely positioned boxes that begin in this piece. What does not fit goes on with the box, or, when that ends here, with whoever takes what
 * overflows it; where nobody does it hangs out at the bottom.
 */
export function placePositioned(laid: Laid, extent: Extent, room: Room, cutter: Cutter): ParallelFlow[] {
  const parallelFlows: ParallelFlow[] = []
  for (let index = laid.positionedWindow?.first ?? 0; index < laid.positioned.length; index++) {
    const placed = laid.positioned[index]!
    const isByTop = isPlacedByTop(placed, room)
    if (isByTop ? index < extent.positionedDone : !beginsIn(placed, extent, room)) continue
    const y = extent.yOf?.(placed.y) ?? placed.y - extent.lift
    const own: Room = { ...parallelRoom(room, placed, y, extent.limit), forced: false }
    const token = { role: 'positioned', index } as const
    const mayContinue = !extent.isLast || (room.takesOverflow && (laid === cutter.root || !clips(laid.box.style)))
    if (isByTop && mayContinue && y >= extent.limit - EPSILON) {
      parallelFlows.push({ token: { ...token, y: y - Math.max(1, extent.limit) }, placed, piece: undefined, next: null })
      continue
    }
    const cut = mayContinue ? cutter.cut(placed.laid, undefined, own) : undefined
    if (cut !== undefined && cut.kind !== 'none') parallelFlows.push(parallelFlowOf(token, placed, cut))
    else if (cut !== undefined && y > EPSILON) parallelFlows.push({ token, placed, piece: undefined, next: null })
    else parallelFlows.push({ token, placed, piece: unbrokenPiece(placed.laid, own, cutter), next: undefined })
  }
  return parallelFlows
}

/** Pages above `from` are done: what began there is needed no more unless it goes on. */
export function forgetPositioned(laid: Laid, from: number, tokens: readonly ParallelToken[]): void {
  if (laid.positionedWindow === undefined) return
  const kept = new Set(tokens.flatMap(({ role, index }) => (role === 'positioned' ? [index] : [])))
  laid.positionedWindow.forget(from - EPSILON, kept, laid)
}

/**
 * Its distance from the top of its containing block is its own, and that goes over the pages however much of them is filled: it makes pages where it must,
 * as in Chromium. It has its place as soon as it is met; others have theirs with the content beside which they stand.
 */
function isPlacedByTop({ y, laid }: Placed, { context }: Room): boolean {
  return laid.box.style.top !== 'auto' && y > Number.NEGATIVE_INFINITY && context !== 'unbroken'
}

/** How many positioned boxes of a box were met. */
export function positionedDoneIn({ positioned }: Laid): { readonly positionedDone?: number } {
  return positioned.length === 0 ? {} : { positionedDone: positioned.length }
}

function beginsIn(placed: Placed, extent: Extent, room: Room): boolean {
  const isAfterStart = extent.isFirst || placed.y >= extent.from - EPSILON
  const isBeforeEnd = extent.isLast || placed.y < extent.to - EPSILON
  return placed.y > Number.NEGATIVE_INFINITY && (room.context === 'unbroken' || (isAfterStart && isBeforeEnd))
}
