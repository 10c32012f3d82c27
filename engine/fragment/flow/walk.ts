// The walk over the children of a box with block flow for one piece: what the piece holds so far, and how to end it at any break passed.

import { addAll } from '../../collections/lists.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { FlowChild, Laid } from '../../layout/laid.ts'
import { isAvoidedBetween } from '../break-points.ts'
import { isOpenBox } from '../break-summary.ts'
import {
  type Appeal,
  BREAKS_AVOID,
  type Candidate,
  type Cut,
  type CutPart,
  type Cutter,
  EPSILON,
  type Forced,
  LAST_RESORT,
  PERFECT,
  type Room,
} from '../cut.ts'
import type { BreakToken, Fragment, ParallelToken } from '../fragment.ts'
import { bands, isFlex, isStack, keepsMargins, mayBreakAboveFirst, spaceLeftAbove } from './flex-grid-flow.ts'
import { consumedAt, isConsumed, lengthened } from './given-height.ts'
import type { HangingFloats, NestedFloats } from './nested-floats.ts'
import { edgeOfFloatsAbove, type ParallelFlow, piecesOfParallel, placePositioned, positionedDoneIn, tokensOf } from './parallel-flow.ts'
import { doneInFlow, MOST_AHEAD } from './progress.ts'
import { maySeparate } from './pushed-floats.ts'

type FlowToken = Extract<BreakToken, { at: 'child' | 'rest' }>

/** A child placed in this piece. */
export interface Item {
  readonly index: number
  readonly child: FlowChild
  /** Where its part in this piece begins. */
  readonly inner: BreakToken | null
  /** None of a float that begins on a later page. */
  readonly piece: Fragment | undefined
  /** Of a float, and of a box whose content overflows into later pages. */
  readonly parallel: ParallelFlow | undefined
}

export interface Walk {
  readonly laid: Laid
  readonly children: Sequence<FlowChild>
  readonly room: Room
  readonly cutter: Cutter
  readonly isFirst: boolean
  readonly start: number
  /** Where the first child begins or continues. */
  readonly firstInner: BreakToken | null
  /** Above the first child is padding or a margin that another page would not have. */
  readonly hasSpaceAbove: boolean
  /** Natural top of what this piece begins with. */
  readonly from: number
  /** Where that stands in the piece. */
  readonly top: number
  /** Where children must end. */
  readonly limit: number
  /** Heights of the earlier pieces, added up. */
  readonly consumed: number
  /** Positioned boxes that earlier pieces placed, or left to parallel flows. */
  readonly positionedDone: number
  /** `page` inside. */
  readonly page: string
  /** Parallel flows of earlier pages. */
  readonly resumed: readonly ParallelFlow[]
  readonly items: Item[]
  /** Floats, of earlier pages and of this one, that later children may stand below. */
  readonly floats: ParallelFlow[]
  /** The first child in flow behind a float that does not fit: found once for all floats before it. */
  nextInFlow: number
  /** The last item in flow. */
  last: Item | undefined
  /** Below a child that went on here with its floats alone. */
  nested: NestedFloats | undefined
  /** Of boxes that ended, on earlier pages and on this one. */
  readonly hanging: HangingFloats[]
  /** From heights in the box as laid out to those in this piece; shrinks where something became taller than it was laid out. */
  lift: number
}

/** Where a piece ends: its items, and where the next piece begins. */
interface Ending {
  /** Items before this one stay. */
  readonly count: number
  readonly next: FlowToken
  readonly appeal: Appeal
  readonly forced: Forced | undefined
  /** The first part of one more child. */
  readonly last: Fragment | undefined
}

/** The parallel flows of earlier pieces, and those of the items before `count`. */
export function parallelFlowsOf(walk: Walk, count: number): ParallelFlow[] {
  const flows = [...walk.resumed]
  for (let i = 0; i < count; i++) {
    const parallel = walk.items[i]?.parallel
    if (parallel !== undefined) flows.push(parallel)
  }
  return flows
}

function openTokens(walk: Walk, count: number): ParallelToken[] {
  return tokensOf(parallelFlowsOf(walk, count))
}

/** Ends the piece before item `position` (or before the child `index`, which is not an item yet). */
export function partBefore(walk: Walk, position: number, index: number, appeal: Appeal): CutPart {
  return endBefore(walk, { position, index, appeal, forced: undefined })
}

/** Ends the piece after all items, at a break that the author forces before the child `index`. */
export function forcedPartBefore(walk: Walk, index: number, forced: Forced): CutPart {
  return endBefore(walk, { position: walk.items.length, index, appeal: PERFECT, forced })
}

interface BreakBefore {
  readonly position: number
  readonly index: number
  readonly appeal: Appeal
  readonly forced: Forced | undefined
}

function endBefore(walk: Walk, { position, index, appeal, forced }: BreakBefore): CutPart {
  const inner = index === walk.start ? walk.firstInner : null
  const above = inner === null ? aboveNext(walk, { position, index, appeal, forced }) : 0
  const left = above > EPSILON ? { above } : {}
  const next: FlowToken = { at: 'child', index, inner, isForced: forced !== undefined, ...left, parallel: openTokens(walk, position) }
  return end(walk, { count: position, next, appeal, forced, last: undefined })
}

/** The space above the item of a flex column, or above a flex line, before which the piece ends, as far as it belongs to the next piece. */
function aboveNext({ laid, items, children, lift, limit }: Walk, { position, index, forced }: BreakBefore): number {
  if (laid.kind !== 'flex-grid') return 0
  const y = items[position]?.piece?.y ?? (children.at(index)?.y ?? 0) - lift
  if (!keepsMargins(laid)) return index === 0 && forced === undefined ? Math.max(0, y - limit) : 0
  return spaceLeftAbove(laid, { index, y, limit, isForced: forced !== undefined })
}

/** Ends the piece inside the child after the items before `position`. */
export function partInside(walk: Walk, position: number, index: number, cut: CutPart): CutPart {
  const next: FlowToken = { at: 'child', index, inner: cut.next, isForced: false, parallel: openTokens(walk, position) }
  return end(walk, { count: position, next, appeal: cut.appeal, forced: cut.forced, last: cut.piece })
}

/** Ends the piece below all children: `y` points of the box are done. */
export function partAtEnd(walk: Walk, y: number, appeal: Appeal): CutPart {
  const next: FlowToken = { at: 'rest', y, parallel: openTokens(walk, walk.items.length) }
  return end(walk, { count: walk.items.length, next, appeal, forced: undefined, last: undefined })
}

function end(walk: Walk, { count, next, appeal, forced, last }: Ending): CutPart {
  const pieces = piecesOf(walk, count)
  if (last !== undefined) pieces.push(last)
  const positioned = positionedOf(walk, naturalEnd(walk, next), next)
  addAll(pieces, piecesOfParallel(positioned))
  const piece = pieceOf(walk, Math.max(0, walk.room.height), pieces, false)
  const consuming = isConsumed(walk.laid) ? { consumed: consumedAt(walk, next, piece.height), ...next } : next
  return { kind: 'part', piece, next: withParallel(walk.laid, consuming, tokensOf(positioned)), forced, appeal }
}

function withParallel(laid: Laid, token: FlowToken, more: readonly ParallelToken[]): FlowToken {
  if (laid.positioned.length === 0) return token
  return { ...token, parallel: [...token.parallel, ...more], ...positionedDoneIn(laid) }
}

/** Natural `y` where the next piece begins: what is positioned above it belongs to this one. */
function naturalEnd(walk: Walk, next: FlowToken): number {
  return next.at === 'child' ? doneInFlow(walk.children, next) : next.y
}

/** The box ends here; only its positioned boxes may continue. */
export function finished(walk: Walk, height: number): Cut {
  const positioned = positionedOf(walk, Number.POSITIVE_INFINITY, undefined)
  const open = tokensOf(positioned)
  const pieces = [...piecesOf(walk, walk.items.length), ...piecesOfParallel(positioned)]
  if (open.length === 0) return { kind: 'whole', piece: pieceOf(walk, height, pieces, true) }
  const next: BreakToken = { at: 'rest', y: Number.MAX_SAFE_INTEGER, parallel: open, ...positionedDoneIn(walk.laid) }
  return { kind: 'part', piece: pieceOf(walk, walk.room.height, pieces, false), next, forced: undefined, appeal: PERFECT, ended: height }
}

function piecesOf(walk: Walk, count: number): Fragment[] {
  const pieces = piecesOfParallel(walk.resumed)
  for (let i = 0; i < count; i++) {
    const piece = walk.items[i]?.piece
    if (piece !== undefined) pieces.push(piece)
  }
  return pieces
}

function positionedOf(walk: Walk, to: number, next: BreakToken | undefined): ParallelFlow[] {
  const { laid, from, lift, limit, positionedDone, isFirst, start, firstInner, top } = walk
  if (laid.positioned.length === 0) return []
  const begin: BreakToken = { at: 'child', index: start, inner: firstInner, isForced: false, parallel: [] }
  const extent = { from, to, begin, next, top, lift, limit, positionedDone, isFirst, isLast: next === undefined }
  return placePositioned(laid, extent, walk.room, walk.cutter)
}

function pieceOf({ laid, room, isFirst }: Walk, height: number, children: readonly Fragment[], isLast: boolean): Fragment {
  return { laid, x: room.x, y: room.y, height, isFirst, isLast, content: { kind: 'children', children } }
}

/** Breaks before child `index`, inside it (`inside`), and at everything passed before it: latest first. */
export function* breaksBefore(
  walk: Walk,
  index: number,
  child: FlowChild | undefined,
  inside: CutPart | undefined,
): Generator<Candidate<CutPart>, undefined> {
  const { items } = walk
  if (inside !== undefined) yield { appeal: inside.appeal, make: () => partInside(walk, items.length, index, inside) }
  for (let position = items.length; position >= 0; position--) {
    const item = items[position]
    const after = item?.child ?? child
    const before = items[position - 1]
    if (before !== undefined && isAtPageTop(walk, position, child)) return undefined
    const mayBreak =
      after !== undefined &&
      (before !== undefined && !isFirstInFlow(walk, position, after)
        ? !clearsFloatsAlone(walk, position, after)
        : walk.resumed.length > 0 || (walk.isFirst && mayEndAbove(walk, after)))
    if (mayBreak) {
      const appeal = appealBetween(walk, position, after)
      yield { appeal, make: () => partBefore(walk, position, item?.index ?? index, appeal) }
    }
    if (before !== undefined && !isFloat(before)) yield* breakInside(walk, position - 1, before)
  }
  return undefined
}

/** Before the item there are only empty boxes. */
export function isEmptyAbove({ items, resumed }: Walk, position: number): boolean {
  if (resumed.length > 0) return false
  for (let i = 0; i < position; i++) if (items[i]!.parallel !== undefined || (items[i]!.piece?.height ?? 1) > EPSILON) return false
  return true
}

/** The first box in flow, at the top of the content: floats above it do not part it from the edge of its parent (CSS Break 3 §4.1). */
function isFirstInFlow({ laid, items, isFirst, room, cutter }: Walk, position: number, { y, role, marginTop }: FlowChild): boolean {
  if (!isFirst || role === 'float' || y - marginTop > laid.border.top + laid.padding.top + EPSILON || !maySeparate(room, cutter))
    return false
  for (let i = 0; i < position; i++) if (!isFloat(items[i]!)) return false
  return true
}

/** A break there would leave an empty page. */
function isAtPageTop(walk: Walk, position: number, child: FlowChild | undefined): boolean {
  const y = walk.items[position]?.piece?.y ?? (child === undefined ? 0 : child.y - walk.lift)
  return walk.room.forced && y <= EPSILON && isEmptyAbove(walk, position)
}

/** The page may end in the space between the top of a flex or grid container, or what an earlier page left of that space, and its first item. */
export function mayEndAbove({ laid, isFirst, start, limit }: Walk, child: FlowChild): boolean {
  if (laid.kind !== 'flex-grid') return false
  if (isFirst) return mayBreakAboveFirst(laid, child, limit)
  return isStack(laid) || (!isFlex(laid) && start === 0)
}

/** The last break inside a child that had fitted. */
function* breakInside(walk: Walk, position: number, item: Item): Generator<Candidate<CutPart>, undefined> {
  const { laid } = item.child
  if (item.piece === undefined || bands.has(laid)) return undefined
  const height = item.piece.height - 2 * EPSILON
  if (laid.kind === 'replaced' || laid.kind === 'turned' || height <= EPSILON || item.inner?.at === 'rest') return undefined
  const room: Room = {
    ...walk.room,
    x: item.piece.x,
    y: item.piece.y,
    height,
    forced: false,
    bottomReserve: 0,
    page: walk.page,
    isBacktracking: true,
  }
  const cutAt = (lower: number): Cut => walk.cutter.cut(laid, item.inner ?? undefined, { ...room, height: height - lower })
  const whole = cutAt(0)
  // The spacing below the last row of a table vanishes at the end of a page: the rows themselves must not fit.
  const cut = whole.kind === 'whole' && laid.kind === 'table' && laid.spacing.y > 0 ? cutAt(laid.spacing.y) : whole
  if (cut.kind !== 'part' || cut.forced !== undefined || endsInGap(cut.next)) return undefined
  yield { appeal: cut.appeal, make: () => partInside(walk, position, item.index, stretched(cut, walk, item)) }
  return undefined
}

/** The content is done, and the box continues with its end alone. All breaks there are alike: only the end of a page puts one there. */
export function endsInGap(token: BreakToken): boolean {
  return token.at === 'rest' || (token.at === 'child' && token.inner !== null && endsInGap(token.inner))
}

/** The box continues below: its piece reaches to the end of the page. */
function stretched(cut: CutPart, walk: Walk, item: Item): CutPart {
  const height = Math.max(cut.piece.height, walk.limit - (item.piece?.y ?? 0))
  return { ...cut, piece: { ...cut.piece, height }, next: lengthened(cut.next, height - cut.piece.height) }
}

function appealBetween(walk: Walk, position: number, after: FlowChild): Appeal {
  const before = walk.items[position - 1]
  // Where content cannot be laid out again without a float, it moves with the float: better to break before the float than after it.
  const isBeside = before !== undefined && isFloat(before) && !maySeparate(walk.room, walk.cutter)
  if (isBeside && before.child.y + before.child.laid.height > after.y + EPSILON) return LAST_RESORT
  // The content of a fieldset follows its legend.
  if (before?.index === 0 && walk.laid.kind === 'block' && walk.laid.legend !== undefined) return LAST_RESORT
  let flow = position - 1
  while (flow >= 0 && isFloat(walk.items[flow]!)) flow--
  const item = walk.items[flow]
  if (item?.piece === undefined || after.role === 'float') return PERFECT
  return isAvoidedBetween(item.piece, after.laid, walk.room.context) ? BREAKS_AVOID : PERFECT
}

/** Above the box, which is empty, there are only floats: it stands at their end, as the generated box of a clearfix does, and goes where they go. */
function clearsFloatsAlone({ items, resumed, limit, lift }: Walk, position: number, { laid, role, y }: FlowChild): boolean {
  if (role === 'float' || laid.kind !== 'block' || laid.isOpen || laid.height > EPSILON || y - lift > limit + EPSILON || resumed.length > 0)
    return false
  for (let i = 0; i < position; i++) if (!isFloat(items[i]!)) return false
  return true
}

function isFloat(item: Item): boolean {
  return item.child.role === 'float'
}

/** What was laid out below the floats that reach out of the box before it stands below them here too. */
export function clearNested(walk: Walk, y: number): void {
  const { nested } = walk
  if (nested !== undefined && y >= nested.natural - EPSILON) walk.lift = nested.natural - nested.edge
  walk.nested = undefined
}

/** Moves what is below floats, from `y` on, down under their margin edges in this piece; false when such a float does not end on this page. */
export function clearFloats(walk: Walk, y: number): boolean {
  const edge = edgeOfFloatsAbove(walk.floats, { y, margin: 0 }, walk.laid.width)
  if (edge === undefined) return false
  walk.lift = Math.min(walk.lift, y - edge)
  for (const { natural, edge } of walk.hanging) {
    if (y < natural - EPSILON) continue
    if (edge === undefined) return false
    walk.lift = Math.min(walk.lift, y - edge)
  }
  return true
}

/** The first child in flow behind a float; undefined also where an open box has so many floats that those to come are left alone. */
export function nextInFlow(walk: Walk, index: number): FlowChild | undefined {
  if (walk.nextInFlow <= index) {
    const end = isOpenBox(walk.laid) ? index + MOST_AHEAD : Number.POSITIVE_INFINITY
    walk.nextInFlow = index + 1
    while (walk.nextInFlow < end && walk.children.at(walk.nextInFlow)?.role === 'float') walk.nextInFlow++
  }
  const next = walk.children.at(walk.nextInFlow)
  return next?.role === 'float' ? undefined : next
}
