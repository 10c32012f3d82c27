// The end of a box with block flow: how tall its last piece is, whether that fits below the last child, and where the box continues otherwise.
import { itemsOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'
import { lastInFlow } from '../break-points.ts'
import { breakSummaryOf, isOpenBox, marginEdgeOf } from '../break-summary.ts'
import { type Appeal, bestBreak, bottomInsetOf, type Cut, EPSILON, isCloned, LAST_RESORT, NONE, PERFECT, topInsetOf } from '../cut.ts'
import { hasBands, isStack, isUncut } from './flex-grid-flow.ts'
import { heightOfEnd } from './given-height.ts'
import { mayEndBefore } from './nested-floats.ts'
import { breaksBefore, clearFloats, finished, parallelFlowsOf, partAtEnd, type Walk } from './walk.ts'

/** All children are placed. */
export function finish(walk: Walk): Cut {
  const { laid, room } = walk
  const open = parallelFlowsOf(walk, walk.items.length).filter(({ next }) => next !== undefined)
  if (open.length === 0) clearFloats(walk, laid.height - bottomInsetOf(laid))
  const height = heightOfEnd(walk, () => gapBottom(walk))
  const fits = height + room.bottomReserve <= room.height + EPSILON
  if (open.length > 0) {
    const part = partAtEnd(walk, Math.max(walk.from, walk.limit + walk.lift), PERFECT)
    return fits && mayEndBefore(laid, open) ? { ...part, ended: height } : part
  }
  if (fits) return finished(walk, height)
  return endBelow(walk, height)
}

/** Where the content ends, as far as a gap may be below it; undefined where there is none. */
function gapBottom(walk: Walk): number | undefined {
  const { laid, last } = walk
  return last !== undefined && !hasGapBelow(laid, last.child) ? undefined : bottomOfContent(walk, last?.child)
}

/** What of a box does not fit between its last child and the end of the page. */
type Missing =
  /** Margins of children, and their overflow: nothing that is seen is below them. */
  | 'margins'
  /** Space that a given height, or a parent that stretched the box, puts below the content. */
  | 'space'
  /** What is left of a box whose children are on earlier pages, or an edge that no page has room for. */
  | 'rest'
  /** Its padding and border. */
  | 'edge'
  /** Padding and borders of boxes around it, or nothing but content that overflows. */
  | 'outer edges'

function missingOf(walk: Walk, height: number): Missing {
  const { laid, room, lift, last } = walk
  const end = last === undefined ? walk.from : last.child.y + last.child.laid.height
  const inset = bottomInsetOf(laid)
  const below = inset + room.bottomReserve
  const isMargin = isGapMargin(walk, last?.child)
  if (isMargin && below <= EPSILON && end - lift <= room.height + EPSILON) return 'margins'
  if (height <= room.height + EPSILON) return 'outer edges'
  const isSpace = height - inset > end - lift + EPSILON && room.height > end - lift - EPSILON
  if (!isMargin && isSpace && (room.height + lift > walk.from + EPSILON || room.forced)) return 'space'
  if ((walk.items.length === 0 && !walk.isFirst) || inset > room.full) return 'rest'
  return inset > EPSILON ? 'edge' : 'outer edges'
}

/**
 * The end of the box does not fit below its last child. Margins vanish, and space is broken where the page ends. Padding and border stay whole, and with the
 * content above them where a break is possible before or in that: not in grids, nor between items of a container that began on an earlier page. Failing that,
 * they move alone, as in Chromium.
 */
function endBelow(walk: Walk, height: number): Cut {
  const { laid, room, lift, from } = walk
  const missing = missingOf(walk, height)
  if (missing === 'margins') return finished(walk, room.height - room.bottomReserve)
  const edge = laid.height - bottomInsetOf(laid)
  if (missing === 'space' || missing === 'rest') {
    // Only the last resort breaks the margin below the last item of a flex column: the container moves whole, as in Chromium.
    const isItemMargin = missing === 'space' && isStack(laid) && !hasOwnHeight(laid) && walk.items.length > 0
    const end = room.height + lift
    const y = bottomInsetOf(laid) > room.full ? end : Math.min(end, edge)
    return partAtEnd(walk, Math.max(y, from + 1), isItemMargin ? LAST_RESORT : PERFECT)
  }
  const leaveEdge = (appeal: Appeal): Cut =>
    missing === 'edge' ? partAtEnd(walk, Math.max(edge, from + 1), appeal) : finished(walk, height)
  if (endsInContinuedItems(walk) && (missing === 'outer edges' || laid.kind !== 'flex-grid')) return leaveEdge(PERFECT)
  const best = isUncut(laid) ? undefined : bestBreak(breaksBefore(walk, walk.start, undefined, undefined))
  if (best !== undefined && best.appeal > LAST_RESORT) return best
  return room.forced ? leaveEdge(LAST_RESORT) : (best ?? NONE)
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

/** What must stay free below a child that ends the box: nothing for edges that no page has room for. */
export function bottomReserveOf(walk: Walk, index: number, child: FlowChild): number {
  const { laid, room } = walk
  const inset = isCloned(laid) ? 0 : bottomInsetOf(laid)
  // The edges below a flex column that began on an earlier page move without its items.
  const outer = isStack(laid) && !walk.isFirst ? 0 : room.bottomReserve
  // Items side by side are not cut for what is below their container.
  if (outer + inset === 0 || hasBands(laid)) return 0
  // What follows an open box is unknown until all of it was pulled: the box counts as the last child.
  if (!isOpenBox(child.laid) && walk.children.at(index + 1) !== undefined) return 0
  const reserve = hasGapBelow(laid, child) && !isGapMargin(walk, child) ? 0 : outer + inset
  return reserve > room.full ? 0 : reserve
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
