// One piece of a box with block flow: children one below the other until one does not fit, with floats beside them; then the best break passed.

import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { FlowChild, LaidBlock, LaidColumns, LaidFlexGrid } from '../../layout/laid.ts'
import { forcedAfter, forcedBetween, pageOf } from '../break-points.ts'
import { clips, fitsWhole, isOpenBox, marginEdgeOf } from '../break-summary.ts'
import {
  bestBreak,
  bottomInsetOf,
  type Cut,
  type CutPart,
  type Cutter,
  EPSILON,
  isCloned,
  LAST_RESORT,
  NONE,
  PERFECT,
  type Room,
  topInsetOf,
  wholePiece,
} from '../cut.ts'
import type { BreakToken } from '../fragment.ts'
import { bottomReserveOf, finish } from './block-end.ts'
import { flowOf as columnsFlowOf } from './columns-flow.ts'
import { endsHere } from './ends-here.ts'
import { bands, flowOf as flexGridFlowOf } from './flex-grid-flow.ts'
import { flowOf as blockFlowOf } from './float-wrappers.ts'
import { ENDLESS, endsHereClipped, heightLeft } from './given-height.ts'
import { isMarginBelowOver, isMarginOver } from './item-margins.ts'
import { floatsBelow, hangingFloats } from './nested-floats.ts'
import {
  deferredFloat,
  edgeOfFloatsAbove,
  floatAskingToMove,
  forgetPositioned,
  parallelFlowOf,
  resumeParallel,
  topOfDeferred,
} from './parallel-flow.ts'
import { doneInFlow } from './progress.ts'
import { MOST_WAITING, mayPush } from './pushed-floats.ts'
import {
  breaksBefore,
  clearFloats,
  clearNested,
  forcedPartBefore,
  type Item,
  isEmptyAbove,
  mayEndAbove,
  nextInFlow,
  partAtEnd,
  partBefore,
  partInside,
  type Walk,
} from './walk.ts'

type ChildToken = Extract<BreakToken, { at: 'child' }>
type FlowToken = ChildToken | Extract<BreakToken, { at: 'rest' }>

/** Boxes whose children follow each other as in block flow. */
type LaidFlow = LaidBlock | LaidFlexGrid | LaidColumns

export function cutBlock(laid: LaidFlow, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token === undefined && fitsWhole(laid, room.height - room.bottomReserve + EPSILON))
    return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
  if (token !== undefined && token.at !== 'child' && token.at !== 'rest')
    throw new Error(`fragment: a block cannot continue at '${token.at}'`)
  const walk = makeWalk(laid, token, { room, cutter }, true)
  const cut = cutFrom(walk, token)
  // Orphans and widows made the content taller than its box was laid out, so that the box does not end here: what does not fit is not clipped but continues.
  const isTaller = walk.limit === ENDLESS && cut.kind !== 'whole' && (cut.kind === 'none' || cut.ended === undefined)
  return isTaller ? cutFrom(makeWalk(laid, token, { room, cutter }, false), token) : cut
}

function cutFrom(walk: Walk, token: FlowToken | undefined): Cut {
  return token?.at === 'rest' ? finish(walk) : takeChildren(walk)
}

function childrenOf(laid: LaidFlow): Sequence<FlowChild> {
  return laid.kind === 'block' ? blockFlowOf(laid) : laid.kind === 'columns' ? columnsFlowOf(laid) : flexGridFlowOf(laid)
}

/** The first child that pieces from here on may ask for. */
function firstNeeded(token: FlowToken): number {
  let first = token.at === 'child' ? token.index : Number.MAX_SAFE_INTEGER
  for (const { role, index } of token.parallel) if (role !== 'positioned') first = Math.min(first, index)
  return first
}

/** `mayEnd`: a box whose rest fits the page may clip what is below its end. */
function makeWalk(laid: LaidFlow, token: FlowToken | undefined, { room, cutter }: Pick<Walk, 'room' | 'cutter'>, mayEnd: boolean): Walk {
  const children = childrenOf(laid)
  if (token !== undefined) children.release(firstNeeded(token))
  const common = {
    laid,
    children,
    room,
    cutter,
    limit: room.height - (isCloned(laid) ? bottomInsetOf(laid) : 0),
    positionedDone: token?.positionedDone ?? 0,
    consumed: 0,
    page: pageOf(laid, room.page),
    items: [],
    last: undefined,
    nextInFlow: 0,
    nested: undefined,
  }
  if (token === undefined)
    return {
      isFirst: true,
      start: 0,
      firstInner: null,
      hasSpaceAbove: true,
      from: 0,
      top: 0,
      resumed: [],
      floats: [],
      hanging: [],
      lift: 0,
      ...common,
    }
  const inset = topInsetOf(laid)
  const from = token.at === 'child' ? doneInFlow(children, token) : token.y
  const placedOf = ({ role, index }: { role: string; index: number }) =>
    (role === 'positioned' ? laid.positioned[index] : children.at(index))!
  const lift = Math.min(from, topOfDeferred(token.parallel, laid, placedOf)) - inset
  // What remains of a box that was laid out again has no pieces before.
  const consumed = token.consumed ?? lift
  const limit = mayEnd && endsHereClipped({ laid, lift, consumed }, room) ? ENDLESS : common.limit
  forgetPositioned(laid, from, token, token.parallel)
  const resumed = resumeParallel(token.parallel, { top: inset, limit, flow: { lift, width: laid.width }, placedOf }, room, cutter)
  const first: Pick<ChildToken, 'index' | 'inner' | 'isForced' | 'above'> =
    token.at === 'child' ? token : { index: 0, inner: null, isForced: false }
  const floats = resumed.filter((parallel) => parallel.token.role === 'float')
  return {
    isFirst: false,
    start: first.index,
    firstInner: first.inner,
    hasSpaceAbove: first.isForced || first.above !== undefined,
    from,
    top: from - lift,
    resumed,
    floats,
    hanging: hangingFloats(resumed),
    lift,
    ...common,
    consumed,
    limit,
  }
}

function takeChildren(walk: Walk): Cut {
  for (let index = walk.start; ; index++) {
    const child = walk.children.at(index)
    if (child === undefined) return finish(walk)
    const inner = index === walk.start ? walk.firstInner : null
    const result = child.role === 'float' ? takeFloat(walk, index, child) : takeInFlow(walk, index, child, inner)
    if (result !== undefined) return result
  }
}

/** Places the child (undefined), or ends the piece. */
function takeInFlow(walk: Walk, index: number, child: FlowChild, inner: BreakToken | null): Cut | undefined {
  const { room, last } = walk
  const forced = last?.piece === undefined ? undefined : forcedBetween(last.piece, child.laid, { ...room, page: walk.page })
  if (forced !== undefined) return forcedPartBefore(walk, index, forced)
  if (child.isPushed === true && inner === null && !(room.forced && isEmptyAbove(walk, walk.items.length)))
    return walk.items.length > 0 || walk.resumed.length > 0 ? partBefore(walk, walk.items.length, index, PERFECT) : NONE
  if (!clearFloats(walk, inner === null ? child.y : walk.from)) return partBefore(walk, walk.items.length, index, PERFECT)
  if (inner === null) clearNested(walk, child.y)
  const y = (inner === null ? child.y : walk.from) - walk.lift
  if (inner === null && beginsLater(walk, child, y)) return partBefore(walk, walk.items.length, index, PERFECT)
  if (inner === null && isMarginBelowOver(walk, child)) return partBefore(walk, walk.items.length, index, LAST_RESORT)
  const bottomReserve = bottomReserveOf(walk, index, child)
  if (inner === null && fitsWhole(child.laid, walk.limit - y - bottomReserve + EPSILON)) {
    place(walk, { index, child, inner: null, piece: wholePiece(child.laid, child.x, y), parallel: undefined })
    return undefined
  }
  const cut = cutChild(walk, child, inner, roomFor(walk, child, y, bottomReserve))
  if (cut.kind === 'whole') {
    place(walk, { index, child, inner, piece: cut.piece, parallel: undefined })
    // A piece may be taller or shorter than laid: what follows keeps its distance from it.
    const bottom = child.y + child.laid.height
    // Below the natural end of a box that goes on here stands only what overflowed it: that is behind us.
    walk.lift = (inner === null ? bottom : Math.max(bottom, walk.from)) - (y + cut.piece.height)
    if (inner !== null) walk.nested = floatsBelow(cut.piece, child.y)
    return undefined
  }
  if (cut.kind === 'part' && endsHere(walk.laid, { laid: child.laid, inner }, walk.limit - y - bottomReserve, cut)) {
    // What overflows the box breaks as well as its content does. Positioned boxes and floats in it, which continue where `ended` is known, move nothing.
    const isContent = cut.ended === undefined || bands.has(child.laid)
    const best = isContent && cut.appeal < PERFECT ? bestBreak(breaksBefore(walk, index, child, undefined)) : undefined
    if (best !== undefined && best.appeal > cut.appeal) return best
    overflow(walk, { index, child, inner }, cut)
    return undefined
  }
  if (cut.kind === 'part' && cut.forced === undefined && endsUnderNext(walk, index, cut)) {
    place(walk, { index, child, inner, piece: cut.piece, parallel: undefined })
    return undefined
  }
  if (cut.kind === 'part' && (cut.forced !== undefined || cut.appeal === PERFECT || isMarginOver(cut, child.laid)))
    return partInside(walk, walk.items.length, index, cut)
  return retreat(walk, index, child, cut.kind === 'part' ? cut : undefined)
}

/** The space above the first item of a flex or grid container reaches over the end of the page, and may be broken there. */
function beginsLater(walk: Walk, child: FlowChild, y: number): boolean {
  const { items, limit } = walk
  return items.length === 0 && y >= limit - EPSILON && y > EPSILON && mayEndAbove(walk, child)
}

/**
 * Cuts an in-flow child. Where padding or a margin keeps the child from this page, the page would stay empty: that is only for a child that could be cut
 * here by the last resort alone, and fits a page of its own.
 */
function cutChild(walk: Walk, child: FlowChild, inner: BreakToken | null, room: Room): Cut {
  const token = inner ?? undefined
  const cut = walk.cutter.cut(child.laid, token, room)
  const isFirst = walk.items.length === 0 && walk.resumed.length === 0
  if (cut.kind !== 'none' || room.forced || !walk.room.forced || !isFirst) return cut
  const here = walk.cutter.cut(child.laid, token, { ...room, forced: true })
  if (here.kind !== 'part' || here.forced !== undefined || here.appeal > LAST_RESORT) return here
  const alone = walk.cutter.cut(child.laid, token, { ...room, y: 0, height: room.full, bottomReserve: 0 })
  return alone.kind === 'none' ? here : cut
}

/**
 * Only empty space of the box is left, and a negative margin pulls the next child into it, onto this page: the page goes on with that child, which has no
 * place above the pages that follow. The rest of the space is not painted.
 */
function endsUnderNext(walk: Walk, index: number, { next }: CutPart): boolean {
  if (next.at !== 'rest' || next.parallel.length > 0) return false
  const after = walk.children.at(index + 1)
  return after !== undefined && after.role !== 'float' && after.y - walk.lift < walk.limit - EPSILON
}

/** Places a child that ends here, while what overflows it continues. */
function overflow(walk: Walk, { index, child, inner }: Pick<Item, 'index' | 'child' | 'inner'>, cut: CutPart): void {
  const piece = { ...cut.piece, height: cut.ended ?? heightLeft(child.laid, inner), isLast: true }
  walk.lift = child.y + child.laid.height - (piece.y + piece.height)
  const parallel = parallelFlowOf({ role: 'overflow', index }, child, { ...cut, piece })
  place(walk, { index, child, inner, piece, parallel })
  walk.hanging.push(...hangingFloats([parallel]))
}

function place(walk: Walk, item: Item): void {
  walk.items.push(item)
  walk.last = item
}

function roomFor(walk: Walk, child: FlowChild, y: number, bottomReserve: number): Room {
  const { laid, room, limit } = walk
  const top = isCloned(laid) ? topInsetOf(laid) : 0
  const isAtTop = isEmptyAbove(walk, walk.items.length) && (y <= top + EPSILON || (walk.items.length === 0 && !walk.hasSpaceAbove))
  const forced = room.forced && isAtTop
  const full = isCloned(laid) ? room.full - top - bottomInsetOf(laid) : room.full
  const { context, overflowsUncut, isBacktracking } = room
  const takesOverflow = room.takesOverflow && !clips(laid.box.style)
  return {
    x: child.x,
    y,
    height: limit - y,
    full,
    forced,
    bottomReserve,
    context,
    overflowsUncut,
    takesOverflow,
    isBacktracking,
    page: walk.page,
  }
}

function takeFloat(walk: Walk, index: number, child: FlowChild): Cut | undefined {
  const { last } = walk
  const forced =
    last?.piece === undefined ? undefined : forcedAfter(last.piece, () => nextInFlow(walk, index)?.laid, { ...walk.room, page: walk.page })
  if (forced !== undefined) return forcedPartBefore(walk, index, forced)
  if (child.isPushed === true) return takePushed(walk, index, child)
  const y = yOfFloat(walk, child)
  const room: Room = { ...roomFor(walk, child, y, 0), isBacktracking: false }
  const cut = y >= walk.limit - EPSILON && !room.forced ? NONE : walk.cutter.cut(child.laid, undefined, room)
  const isFlawed = cut.kind === 'none' || (cut.kind === 'part' && cut.appeal < PERFECT && !room.forced)
  const bottom = cut.kind === 'whole' && !room.forced ? y + cut.piece.height : undefined
  const reachesOver = isFlawed || (bottom !== undefined && isMarginBelowEnd(walk, child, bottom))
  if (reachesOver && y < walk.limit - EPSILON && asksToMove(walk, index, child)) return pushFloat(walk, index, child)
  if (isFlawed || (bottom !== undefined && isPushedByMargin(walk, index, child, bottom)))
    return hasFlowAbove(walk, index, child)
      ? deferFloat(walk, index, child, Math.max(y, walk.limit + child.marginTop))
      : retreat(walk, index, child, undefined)
  const parallel = parallelFlowOf({ role: 'float', index }, child, cut)
  walk.items.push({ index, child, inner: null, piece: cut.piece, parallel })
  walk.floats.push(parallel)
  return undefined
}

/** Leaves a float that was pushed to the next page, or ends the piece before it: all later floats are pushed too, and need not be met where nothing else follows. */
function takePushed(walk: Walk, index: number, child: FlowChild): Cut | undefined {
  const { items, resumed, room, laid } = walk
  const next = nextInFlow(walk, index)
  const isFar = walk.nextInFlow - index > MOST_WAITING
  const isLast = isFar || (next === undefined ? isOpenBox(laid) || isFormattingRoot(laid.box) : next.isPushed === true)
  if (!isLast || (room.forced && isEmptyAbove(walk, items.length))) return deferFloat(walk, index, child, walk.limit)
  return items.length > 0 || resumed.length > 0 ? partBefore(walk, items.length, index, PERFECT) : NONE
}

/** Where a float would begin in this piece: as it was laid out, below those that were taller than laid out. */
function yOfFloat(walk: Walk, child: FlowChild): number {
  const y = child.y - walk.lift
  if (y >= walk.limit - EPSILON) return y
  const edge = edgeOfFloatsAbove(walk.floats, { y: child.y, margin: child.marginTop }, walk.laid.width)
  return edge === undefined ? walk.limit : Math.max(y, edge)
}

/** Leaves the float to a later page, and goes on beside it. `y`: where it would begin in this piece. */
function deferFloat(walk: Walk, index: number, child: FlowChild, y: number): undefined {
  const parallel = deferredFloat(index, child, y - walk.limit)
  walk.items.push({ index, child, inner: null, piece: undefined, parallel })
  walk.floats.push(parallel)
  return undefined
}

/** Something stays on this page when the float moves alone: floats beside it, or content that follows and does not clear it. */
function asksToMove(walk: Walk, index: number, child: FlowChild): boolean {
  const { room, cutter, laid, items } = walk
  if (!mayPush(room, cutter)) return false
  const before = items[items.length - 1]?.child
  if (before?.role === 'float' && before.y + before.laid.height > child.y + EPSILON) return true
  const next = nextInFlow(walk, index)
  if (next === undefined) return !isFormattingRoot(laid.box)
  const { clear } = next.laid.box.style
  return clear !== 'both' && clear !== child.laid.box.style.float
}

/** The page is laid out anew without the float: how it ends here does not matter. */
function pushFloat(walk: Walk, index: number, child: FlowChild): Cut {
  walk.items.push({ index, child, inner: null, piece: undefined, parallel: floatAskingToMove(index, child) })
  return partAtEnd(walk, Math.max(walk.from, walk.limit + walk.lift), PERFECT)
}

/** Content in flow comes after the float and stands higher: the page does not end before it. */
function hasFlowAbove(walk: Walk, index: number, child: FlowChild): boolean {
  const next = nextInFlow(walk, index)
  return next !== undefined && next.y < child.y - EPSILON
}

/** The margin box of a float whose piece ends at `bottom` does not fit. */
function isMarginBelowEnd({ laid, limit }: Walk, child: FlowChild, bottom: number): boolean {
  return bottom + marginEdgeOf(child, laid.width) - child.y - child.laid.height > limit + EPSILON
}

/** The margin box of a float whose piece ends at `bottom` does not fit, and nothing but floats stands beside it and would have to move with it. */
function isPushedByMargin(walk: Walk, index: number, child: FlowChild, bottom: number): boolean {
  const { children, items } = walk
  if (!isMarginBelowEnd(walk, child, bottom)) return false
  const previous = items[items.length - 1]
  if (previous !== undefined && previous.child.y + previous.child.laid.height > child.y + EPSILON) return false
  let after = index + 1
  while (children.at(after)?.role === 'float') after++
  const next = children.at(after)
  return next === undefined || next.y >= child.y + child.laid.height - EPSILON
}

/** The child does not fit: ends the piece at the best break passed. */
function retreat(walk: Walk, index: number, child: FlowChild, inside: CutPart | undefined): Cut {
  const best = bestBreak(breaksBefore(walk, index, child, inside))
  if (best !== undefined) return best
  // A margin or padding keeps the child from the top of the page: it stays on this page alone, so that the next page can take the child.
  return walk.room.forced ? partBefore(walk, walk.items.length, index, LAST_RESORT) : NONE
}
