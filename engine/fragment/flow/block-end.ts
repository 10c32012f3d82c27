// The end of a box with block flow: how tall its last piece is, whether that fits below the last child, and where the box continues otherwise.
import { itemsOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'
import { lastInFlow } from '../break-points.ts'
import { breakSummaryOf, marginEdgeOf } from '../break-summary.ts'
import { bestBreak, bottomInsetOf, type Cut, EPSILON, isCloned, LAST_RESORT, NONE, PERFECT, topInsetOf } from '../cut.ts'
import { hasBands, isFlex, isStack } from './flex-grid-flow.ts'
import { isConsumed, isFixedHeight } from './given-height.ts'
import { mayEndBefore } from './nested-floats.ts'
import { breaksBefore, clearFloats, finished, parallelFlowsOf, partAtEnd, type Walk } from './walk.ts'

/** All children are placed. */
export function finish(walk: Walk): Cut {
  const { laid, room } = walk
  const open = parallelFlowsOf(walk, walk.items.length).filter(({ next }) => next !== undefined)
  if (open.length === 0) clearFloats(walk, laid.height - bottomInsetOf(laid))
  const height = heightOfEnd(walk)
  const fits = height + room.bottomReserve <= room.height + EPSILON
  if (open.length > 0) {
    const part = partAtEnd(walk, Math.max(walk.from, walk.limit + walk.lift), PERFECT)
    return fits && mayEndBefore(laid, open) ? { ...part, ended: height } : part
  }
  if (fits) return finished(walk, height)
  return endBelow(walk, height)
}

/** Of a piece that the box ends with: the rest of a height that does not come from the content, and otherwise as far as the content reaches. */
function heightOfEnd(walk: Walk): number {
  const { laid, lift, consumed, last } = walk
  const natural = Math.max(0, laid.height - lift)
  if (!isConsumed(laid)) return natural
  const left = Math.max(0, laid.height - consumed)
  if (isFixedHeight(laid)) return left
  if (last !== undefined && !hasGapBelow(laid, last.child)) return natural
  const bottom = bottomOfContent(walk, last?.child)
  const inset = bottomInsetOf(laid)
  return bottom === undefined || laid.height - inset <= bottom + EPSILON ? natural : Math.max(left, bottom - lift + inset)
}

/** The end of the box does not fit below its last child. */
function endBelow(walk: Walk, height: number): Cut {
  const { laid, room, lift } = walk
  const content = walk.last === undefined ? walk.from : walk.last.child.y + walk.last.child.laid.height
  const inset = bottomInsetOf(laid)
  const below = inset + room.bottomReserve
  const isMargin = isGapMargin(walk, walk.last?.child)
  const fitsWithoutGap = isMargin && content - lift + below <= room.height + EPSILON
  // Margins vanish at the end of a page, but not for the sake of padding and borders below them.
  if (fitsWithoutGap && below <= EPSILON) return finished(walk, room.height - room.bottomReserve)
  const isBelowItems = endsInContinuedItems(walk)
  if (isBelowItems && height <= room.height + EPSILON) return finished(walk, height)
  if (height > room.height + EPSILON) {
    const done = room.height + lift
    const isRest = walk.items.length === 0 && !walk.isFirst
    const isAboveInset = room.height > content - lift - EPSILON && room.height <= height - inset + EPSILON
    const isInGap = !isMargin && isAboveInset && (done > walk.from + EPSILON || room.forced)
    // Only the last resort breaks the margin below the last item of a flex column: the container moves whole, as in Chromium.
    const appeal = isInGap && !isRest && isStack(laid) && !hasOwnHeight(laid) ? LAST_RESORT : PERFECT
    if (isBelowItems && !isInGap && laid.kind === 'block') return partAtEnd(walk, Math.max(laid.height - inset, walk.from + 1), PERFECT)
    if (isInGap || isRest || inset > room.full / 2) return partAtEnd(walk, Math.max(done, content, walk.from + 1), appeal)
  }
  if (hasBands(laid)) return endBelowBands(walk, height, content)
  const best = bestBreak(breaksBefore(walk, walk.start, undefined, undefined))
  // Better to let the padding overflow the page than to cut what must not be cut only to keep it with the padding below.
  if (fitsWithoutGap && (room.forced || best !== undefined) && (best?.appeal ?? LAST_RESORT) === LAST_RESORT)
    return finished(walk, room.height - room.bottomReserve)
  if (room.forced && (best === undefined || best.appeal === LAST_RESORT)) return finished(walk, height)
  return best ?? NONE
}

/** Of a grid, or a container of flex lines: a break before the last flex line, or the last resort, which moves the container whole, as in Chromium. */
function endBelowBands(walk: Walk, height: number, content: number): Cut {
  const { laid, room, lift } = walk
  const best = laid.kind === 'flex-grid' && isFlex(laid) ? bestBreak(breaksBefore(walk, walk.start, undefined, undefined)) : undefined
  if (best !== undefined && best.appeal > LAST_RESORT) return best
  // The edge stays whole.
  if (height > room.height + EPSILON)
    return partAtEnd(walk, Math.max(content, walk.from + 1, Math.min(room.height + lift, laid.height - bottomInsetOf(laid))), LAST_RESORT)
  return room.forced ? finished(walk, height) : NONE
}

/**
 * What ends the box is a flex or grid container that began on an earlier page, or the box is one. As in Chromium, its last items then stay, and the edges below the
 * container move to the next page as a whole.
 */
function endsInContinuedItems({ laid, isFirst, last }: Walk): boolean {
  if (laid.kind === 'flex-grid') return !isFirst
  let box = last?.child.laid
  for (let token = last?.inner ?? null; box !== undefined && token !== null; box = lastInFlow(box)) {
    if (box.kind === 'flex-grid') return true
    if (box.kind !== 'block' || token.at !== 'child' || box.children.at(token.index)?.laid !== lastInFlow(box)) return false
    token = token.inner
  }
  return false
}

/** What must stay free below a child that ends the box. Insets of more than half a page are not kept with the content. */
export function bottomReserveOf(walk: Walk, index: number, child: FlowChild): number {
  const { laid, room } = walk
  const inset = isCloned(laid) ? 0 : bottomInsetOf(laid)
  // The edges below a flex column that began on an earlier page move without its items.
  const outer = isStack(laid) && !walk.isFirst ? 0 : room.bottomReserve
  // Items side by side are not cut for what is below their container.
  if (outer + inset === 0 || hasBands(laid)) return 0
  // What follows an open box is unknown until all of it was pulled: the box counts as the last child.
  if (!isOpenBox(child.laid) && walk.children.at(index + 1) !== undefined) return 0
  const bottomReserve = hasGapBelow(laid, child) && !isGapMargin(walk, child) ? 0 : outer + inset
  return bottomReserve > room.full / 2 ? 0 : bottomReserve
}

/** The box is taller than its content: there a break is allowed (class C). */
function hasGapBelow(laid: Laid, child: FlowChild): boolean {
  if (isOpenBox(laid) || isOpenBox(child.laid)) return false
  return laid.height - bottomInsetOf(laid) - (child.y + child.laid.height) > EPSILON
}

/** The gap holds only margins and overflow of children, which vanish at the end of a page; a given height, or a parent that stretched the box, makes it taller. Margins of flex items do not vanish. */
function isGapMargin(walk: Walk, last: FlowChild | undefined): boolean {
  const { laid } = walk
  if (hasOwnHeight(laid)) return false
  if (isStack(laid)) return last !== undefined && (!hasGapBelow(laid, last) || bottomInsetOf(laid) > EPSILON)
  const bottom = bottomOfContent(walk, last)
  return bottom === undefined || laid.height - bottomInsetOf(laid) <= bottom + EPSILON
}

function hasOwnHeight(laid: Laid): boolean {
  const { height, aspectRatio } = laid.box.style
  return height !== 'auto' || aspectRatio !== 'auto' || isMadeTaller(laid)
}

/** The box is as tall as its least height asks for. Of a percentage, which mostly has no basis, only heights that are compared tell whether it counts. */
function isMadeTaller(laid: Laid): boolean {
  const { minHeight, boxSizing } = laid.box.style
  if (typeof minHeight !== 'number') return minHeight !== 'auto' && !(typeof minHeight === 'object' && minHeight.kind === 'sum')
  const least = boxSizing === 'border-box' ? minHeight : minHeight + topInsetOf(laid) + bottomInsetOf(laid)
  return minHeight > 0 && laid.height <= least + EPSILON
}

/** Where margins and overflow of the children end, in the box as laid out; undefined where that is not known yet. */
function bottomOfContent({ laid, children }: Walk, last: FlowChild | undefined): number | undefined {
  if (isOpenBox(laid)) return undefined
  let bottom = 0
  let lowest = last
  for (const child of itemsOf(children)) {
    if (isOpenBox(child.laid)) return undefined
    const { reach, floatReach } = breakSummaryOf(child.laid)
    bottom = Math.max(bottom, child.y + reach, child.y + floatReach)
    if (child.role === 'float') bottom = Math.max(bottom, marginEdgeOf(child, laid.width))
    else if (last === undefined) lowest = child
  }
  return lowest === undefined ? bottom : Math.max(bottom, lowest.y + lowest.laid.height + marginBelow(lowest.laid, laid.width))
}

/** The largest of the margins that meet at the bottom of a box. */
function marginBelow(laid: Laid, width: number): number {
  let margin = 0
  for (let box: Laid | undefined = laid; box !== undefined; box = lastInFlow(box)) {
    const { marginBottom } = box.box.style
    if (marginBottom !== 'auto') margin = Math.max(margin, resolveLength(marginBottom, width))
  }
  return margin
}

export function isOpenBox(laid: Laid): boolean {
  return (laid.kind === 'block' || laid.kind === 'table') && laid.isOpen
}
