// Problem: a paragraph is cut between lines, with at least `orphans` lines before and `widows` after the cut. Approach: count the lines that fit, take
// back what the widows need; where too few lines remain, cut all the same, at a lower appeal. A line taller than a page is shown in slices, unless only
// empty space of it would be on the next page.
import { largest } from '../../collections/lists.ts'
import type { LaidParagraph, LineItem, Placed } from '../../layout/laid.ts'
import { fitsWhole, marginBelow } from '../break-summary.ts'
import {
  type Appeal,
  BREAKS_LINES,
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
import type { BreakToken, Fragment, ParallelToken } from '../fragment.ts'
import { consumedAt, ENDLESS, endsHereClipped, isConsumed } from './given-height.ts'
import { beginsAbove, endHeightOf, type LineWalk, topOf } from './line-walk.ts'
import { reportCut } from './monolithic.ts'
import { mayEndBefore } from './nested-floats.ts'
import {
  cutFloat,
  deferredFloat,
  floatAskingToMove,
  type ParallelFlow,
  piecesOfParallel,
  placePositioned,
  positionedDoneIn,
  resumeParallel,
  tokensOf,
  topOfDeferred,
} from './parallel-flow.ts'
import { MOST_WAITING, mayPush } from './pushed-floats.ts'
import { slicedLine } from './sliced-line.ts'

export function cutLines(laid: LaidParagraph, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  const limit = limitOf(laid, room)
  const common = {
    laid,
    room,
    cutter,
    limit,
    positionedDone: token?.at === 'line' || token?.at === 'rest' ? (token.positionedDone ?? 0) : 0,
  }
  if (token === undefined) {
    if (fitsWhole(laid, room.height - room.bottomReserve + EPSILON)) return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
    const lift = room.forced ? liftAtTop(laid, limit) : 0
    return cutFrom({ start: 0, isFirst: true, from: 0, lift, consumed: 0, slice: undefined, resumed: [], ...common })
  }
  if (token.at === 'slice') return resumeSlice(laid, token.y, room, cutter)
  if (token.at !== 'line' && token.at !== 'rest') throw new Error(`fragment: a paragraph cannot continue at '${token.at}'`)
  const inset = topInsetOf(laid)
  const placedOf = ({ role, index }: ParallelToken): Placed => (role === 'float' ? laid.floats : laid.positioned)[index]!
  const start = token.at === 'line' ? token.line : laid.lines.length
  const from = token.at === 'line' ? topOf(laid, start) : token.y
  const flow = { lift: Math.min(from, topOfDeferred(token.parallel, laid, placedOf)) - inset, width: laid.width }
  const consumed = token.consumed ?? from - inset
  const end = endsHereClipped({ laid, lift: from - inset, consumed }, room) ? ENDLESS : limit
  const resumed = resumeParallel(token.parallel, { top: inset, limit: end, flow, placedOf }, room, cutter)
  const top = largest(
    resumed.map((parallel) => bottomAbove(parallel, from, end)),
    inset,
  )
  return cutFrom({ ...common, start, isFirst: false, from, lift: from - top, consumed, limit: end, slice: undefined, resumed })
}

/** Where lines must end. */
function limitOf(laid: LaidParagraph, { height }: Room): number {
  return height - (isCloned(laid) ? bottomInsetOf(laid) : 0)
}

/** How far floats of boxes around it push the first line down; its own floats come with it, and so does a marker that is taller than the line. */
function gapAbove({ lines, floats, border, padding, marker }: LaidParagraph): number {
  const first = lines[0]
  if (first === undefined || floats.length > 0) return 0
  const top = marker === undefined ? first.y : Math.min(first.y, marker.y + marker.line.y)
  return Math.max(0, top - border.top - padding.top)
}

/** At the top of a page none of those floats is beside the first line: the gap they left must not keep the line from fitting. */
function liftAtTop(laid: LaidParagraph, limit: number): number {
  const first = laid.lines[0]
  return first === undefined || first.y + first.height <= limit + EPSILON ? 0 : gapAbove(laid)
}

/** Where lines below a float of an earlier page may begin: after its last piece, so not in this piece when the float continues. */
function bottomAbove({ token, placed, piece, next, ended }: ParallelFlow, from: number, limit: number): number {
  if (token.role !== 'float' || piece === undefined || placed.y + placed.laid.height > from + EPSILON) return 0
  if (ended !== undefined) return ended
  return next === undefined ? piece.y + piece.height : limit
}

function cutFrom(walk: LineWalk): Cut {
  const { laid, start, room } = walk
  const total = laid.lines.length - start
  const fitting = countFitting(walk)
  const isForced = room.forced && walk.slice === undefined && walk.resumed.length === 0
  // The page is laid out anew.
  if (asksForRoom(walk, fitting, isForced)) return partAt(walk, fitting, PERFECT)
  if (fitting === total) {
    const end = cutAtEnd(walk, isForced)
    if (end !== undefined) return end
  }
  const most = withFloats(walk, Math.min(fitting, total - 1), isForced)
  if (most > 0) return chooseLine(walk, most, fitting === total || room.isBacktracking)
  if (isForced && fitting === 0 && hasFloatsAbove(walk)) return partAt(walk, 0, PERFECT)
  if (!isForced && fitting === 0 && (beginsBesideFloats(walk) || (hasFloatsAbove(walk) && placesFloats(walk))))
    return partAt(walk, 0, PERFECT)
  if (!isForced) return walk.slice === undefined && walk.resumed.length === 0 ? NONE : partAt(walk, 0, PERFECT)
  if (fitting > 0) return leaveEdge(walk)
  return showsBelow(walk) && !overflowsEverywhere(walk) ? beginSlice(walk) : keepOverflowingLine(walk)
}

/** A float that begins beside or above the lines that fit has no room, and is to be pushed to the next page. */
function asksForRoom(walk: LineWalk, count: number, isForced: boolean): boolean {
  if (walk.laid.floats.length === 0 || !mayPushFloats(walk)) return false
  return newFloats(walk, count, isForced)?.some(({ token }) => token.asksToMove === true) === true
}

function mayPushFloats({ laid, room, cutter }: LineWalk): boolean {
  return laid.floats.length <= MOST_WAITING && mayPush(room, cutter)
}

/** The paragraph begins beside floats of boxes around it, and its first line is below them: the line may move to the next page. */
function beginsBesideFloats({ laid, isFirst, limit }: LineWalk): boolean {
  return isFirst && gapAbove(laid) > EPSILON && limit > laid.border.top + laid.padding.top + EPSILON
}

/** The first line is below floats that begin in this piece: the floats are placed first, and the line after their end. */
function hasFloatsAbove({ laid, start, lift, limit, isFirst }: LineWalk): boolean {
  const first = laid.lines[start]
  if (!isFirst || first === undefined || first.y + first.height - lift - limit > first.y - topInsetOf(laid) + EPSILON) return false
  return laid.floats.some((placed) => placed.y < first.y - EPSILON)
}

/** All floats above the first line that is left may stand on this page, and one does. */
function placesFloats(walk: LineWalk): boolean {
  return newFloats(walk, 0, false)?.some(({ piece }) => piece !== undefined && piece.height > 0) === true
}

/** The first line does not fit the page: is anything visible in the part that does not? */
function showsBelow({ laid, start, lift, limit }: LineWalk): boolean {
  const items = laid.lines[start]?.items ?? []
  return items.length === 0 || items.some((item) => bottomOf(item) - lift > limit + EPSILON)
}

/** Where the visible part of an item ends, in the paragraph; white space has none. */
function bottomOf(item: LineItem): number {
  switch (item.kind) {
    case 'text':
      return isBlank(item.run.text) ? 0 : item.baseline + item.fontSize * DESCENT
    case 'atomic':
      return item.laid.height === 0 ? 0 : item.y + item.laid.height
    case 'inline-box':
      return item.y + item.height
    case 'page-number':
      return item.baseline + item.style.fontSize * DESCENT
  }
}

/** Letters reach about so far below their baseline, in em. */
const DESCENT = 1 / 4

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** No other column would have room for the first line either. */
function overflowsEverywhere({ laid, start, room }: LineWalk): boolean {
  return room.overflowsUncut && (laid.lines[start]?.height ?? 0) > room.full + EPSILON
}

/** Places the first line on this page although its spacing is taller. */
function keepOverflowingLine(walk: LineWalk): Cut {
  if (walk.start + 1 < walk.laid.lines.length) return partAt(walk, 1, LAST_RESORT)
  return finish(walk, newFloats(walk, 1, true) ?? [])
}

function countFitting({ laid, start, lift, limit }: LineWalk): number {
  let index = start
  for (let line = laid.lines[index]; line !== undefined && line.y + line.height - lift <= limit + EPSILON; line = laid.lines[index]) index++
  return index - start
}

/** All lines are in this piece: ends the paragraph too, where it fits; undefined where a line must move. */
function cutAtEnd(walk: LineWalk, isForced: boolean): Cut | undefined {
  const { laid, room, start } = walk
  const count = laid.lines.length - start
  const floats = newFloats(walk, count, false) ?? (isForced ? newFloats(walk, count, true) : undefined)
  if (floats === undefined) return undefined
  const open = [...walk.resumed, ...floats].filter(({ next }) => next !== undefined)
  const height = endHeightOf(walk)
  if (open.length > 0) {
    const part = partAt(walk, count, PERFECT)
    return height + room.bottomReserve <= room.height + EPSILON && mayEndBefore(laid, open) ? { ...part, ended: height } : part
  }
  if (height + room.bottomReserve <= room.height + EPSILON) return finish(walk, floats)
  const inset = bottomInsetOf(laid)
  const gap = height - inset - (Math.max(walk.from, topOf(laid, laid.lines.length)) - walk.lift)
  // Padding that no page has room for is not kept with the last line, as in a block.
  const isTall = !isCloned(laid) && inset > room.full
  if (gap <= EPSILON && !isTall) return !walk.isFirst && start >= laid.lines.length ? finish(walk, floats) : undefined
  const parallel = tokensOf([...walk.resumed, ...floats])
  const end = walk.limit + walk.lift
  const next = { at: 'rest', y: Math.max(isTall ? end : Math.min(end, laid.height - inset), walk.from + 1), parallel } as const
  return partWith(walk, { count, floats, next, appeal: PERFECT })
}

/** No line can move with the bottom edge, which does not fit: it moves alone, as in a block. */
function leaveEdge(walk: LineWalk): Cut {
  const { laid, room, start } = walk
  const count = laid.lines.length - start
  const floats = newFloats(walk, count, true) ?? []
  const inset = bottomInsetOf(laid)
  if (inset <= EPSILON || isCloned(laid) || endHeightOf(walk) <= room.height + EPSILON) return finish(walk, floats)
  const next = { at: 'rest', y: laid.height - inset, parallel: tokensOf([...walk.resumed, ...floats]) } as const
  return partWith(walk, { count, floats, next, appeal: LAST_RESORT })
}

/**
 * As many lines as fit, so that `widows` lines move as far as `orphans` lines stay, as in Chromium; failing that, all that fit, at a lower appeal. Lines that fit,
 * and are parted for what is below them (`isForRest`), must be enough on both pages.
 */
function chooseLine(walk: LineWalk, most: number, isForRest: boolean): Cut {
  const { laid, start } = walk
  const { orphans, widows } = laid.box.style
  if (most < orphans) return partAt(walk, most, BREAKS_LINES)
  const withWidows = Math.min(most, laid.lines.length - start - widows)
  return partAt(walk, Math.max(orphans, withWidows), isForRest && withWidows < orphans ? BREAKS_LINES : PERFECT)
}

/** Fewer lines, where a float that begins beside them should move to the next page together with them. */
function withFloats(walk: LineWalk, count: number, isForced: boolean): number {
  const { laid, start } = walk
  let result = count
  while (result > 0 && newFloats(walk, result, false) === undefined) {
    result--
  }
  return result === 0 && count > 0 && isForced && laid.lines.length > start ? count : result
}

/** Floats that begin beside the first `count` lines; undefined when one of them should move to the next page. */
function newFloats(walk: LineWalk, count: number, isForced: boolean): ParallelFlow[] | undefined {
  const { laid, start, lift, limit } = walk
  // With the last line all floats have begun, or wait.
  if (laid.floats.length === 0 || (!walk.isFirst && start >= laid.lines.length)) return []
  const begun = laid.box.kind === 'paragraph' ? (laid.box.continued?.floats ?? 0) : 0
  const flows: ParallelFlow[] = []
  for (const [index, placed] of laid.floats.entries()) {
    if (index < begun || (!walk.isFirst && beginsAbove(placed, laid, start)) || !beginsAbove(placed, laid, start + count)) continue
    const y = placed.y - lift
    const isBelow = placed.isPushed === true || (y >= limit - EPSILON && y > EPSILON)
    const parallel = isBelow ? undefined : cutFloat(placed, index, floatRoom(walk, placed, isForced && y <= EPSILON), walk.cutter)
    const asks = !isBelow && mayPushFloats(walk) && (parallel === undefined || hasNoMargin(walk, parallel, isForced && y <= EPSILON))
    // Lines that move would not take along what begins below them.
    if (parallel === undefined && !isBelow && !isForced && !asks) return undefined
    flows.push(asks ? floatAskingToMove(index, placed) : (parallel ?? deferredFloat(index, placed, Math.max(0, y - limit))))
  }
  return flows
}

/** The float ends in this piece, and its margin would not. */
function hasNoMargin({ laid, limit }: LineWalk, { placed, piece, next }: ParallelFlow, isForced: boolean): boolean {
  if (isForced || piece === undefined || next !== undefined) return false
  return piece.y + piece.height + Math.max(0, marginBelow(placed.laid, laid.width)) > limit + EPSILON
}

function floatRoom({ room, limit, lift }: LineWalk, placed: Placed, forced: boolean): Room {
  const y = placed.y - lift
  return { ...room, x: placed.x, y, height: limit - y, bottomReserve: 0, isBacktracking: false, forced }
}

function partAt(walk: LineWalk, count: number, appeal: Appeal): CutPart {
  const floats = newFloats(walk, count, false) ?? newFloats(walk, count, true) ?? []
  const parallel = tokensOf([...walk.resumed, ...floats])
  const line = walk.start + count
  // After the last line only the height says what has begun: otherwise positioned boxes would be placed again.
  const isEnd = line >= walk.laid.lines.length
  const next: PartEnd['next'] = isEnd
    ? { at: 'rest', y: Math.max(walk.from, walk.limit + walk.lift), parallel }
    : { at: 'line', line, parallel }
  return partWith(walk, { count, floats, next, appeal })
}

/** How a part of the paragraph ends: the lines in it, the floats that begin beside them, and where the next piece begins. */
interface PartEnd {
  readonly count: number
  readonly floats: readonly ParallelFlow[]
  readonly next: Extract<BreakToken, { at: 'line' | 'rest' }>
  readonly appeal: Appeal
}

function partWith(walk: LineWalk, { count, floats, next, appeal }: PartEnd): CutPart {
  const { laid, room } = walk
  const positioned = positionedOf(walk, count, false, next.at === 'rest' ? next.y : undefined)
  const piece = pieceOf(walk, { count, flows: [...floats, ...positioned], height: Math.max(room.height, 0), isLast: false })
  const parallel = [...next.parallel, ...tokensOf(positioned)]
  const consuming = isConsumed(laid) ? { ...next, consumed: consumedAt(walk, next, piece.height) } : next
  const token = laid.positioned.length === 0 ? consuming : { ...consuming, parallel, ...positionedDoneIn(laid) }
  return { kind: 'part', piece, next: token, forced: undefined, appeal }
}

function finish(walk: LineWalk, floats: readonly ParallelFlow[]): Cut {
  const { laid, room, start } = walk
  const count = laid.lines.length - start
  const positioned = positionedOf(walk, count, true)
  const flows = [...floats, ...positioned]
  const open = tokensOf(flows)
  const ended = endHeightOf(walk)
  if (open.length === 0) return { kind: 'whole', piece: pieceOf(walk, { count, flows, height: ended, isLast: true }) }
  const next: BreakToken = { at: 'rest', y: Number.MAX_SAFE_INTEGER, parallel: open, ...positionedDoneIn(laid) }
  const piece = pieceOf(walk, { count, flows, height: room.height, isLast: false })
  return { kind: 'part', piece, next, forced: undefined, appeal: PERFECT, ended }
}

function positionedOf(walk: LineWalk, count: number, isLast: boolean, to?: number): ParallelFlow[] {
  const { laid, start, from, lift, limit, positionedDone, isFirst } = walk
  if (laid.positioned.length === 0) return []
  const extent = { from, to: to ?? topOf(laid, start + count), top: from - lift, lift, limit, positionedDone, isFirst, isLast }
  return placePositioned(laid, extent, walk.room, walk.cutter)
}

interface LinesPiece {
  readonly count: number
  readonly flows: readonly ParallelFlow[]
  readonly height: number
  readonly isLast: boolean
}

function pieceOf(walk: LineWalk, { count, flows, height, isLast }: LinesPiece): Fragment {
  const { laid, room, start, lift, isFirst } = walk
  const children = piecesOfParallel([...walk.resumed, ...flows])
  if (walk.slice !== undefined) children.unshift(walk.slice)
  const content = { kind: 'lines', lines: laid.lines.slice(start, start + count), lift, children } as const
  return { laid, x: room.x, y: room.y, height, isFirst, isLast, content }
}

/** The first line is taller than the page: its upper part by clip. */
function beginSlice(walk: LineWalk): Cut {
  const { laid, room, cutter, isFirst } = walk
  reportCut(laid, cutter)
  const from = isFirst ? 0 : topOf(laid, walk.start)
  const height = Math.max(1, room.height)
  const content = { kind: 'slice', from, isEnd: false, line: slicedLine(laid, walk.start) } as const
  const piece: Fragment = { laid, x: room.x, y: room.y, height, isFirst, isLast: false, content }
  return { kind: 'part', piece, next: { at: 'slice', y: from + height }, forced: undefined, appeal: LAST_RESORT }
}

/** Continues `y` points below the top: inside a line taller than a page, or after the last one. */
function resumeSlice(laid: LaidParagraph, y: number, room: Room, cutter: Cutter): Cut {
  const limit = limitOf(laid, room)
  const index = laid.lines.findIndex((line) => line.y + line.height > y + EPSILON)
  const line = laid.lines[index]
  if (line === undefined) return cutLines(laid, { at: 'rest', y, parallel: [] }, room, cutter)
  const rest = line.y + line.height - y
  const height = Math.min(rest, Math.max(1, limit))
  const isEnd = rest <= limit + EPSILON
  const content = { kind: 'slice', from: y, isEnd, line: slicedLine(laid, index) } as const
  const own = { laid, height, isFirst: false, isLast: false, content }
  if (!isEnd) {
    const piece: Fragment = { ...own, x: room.x, y: room.y }
    return { kind: 'part', piece, next: { at: 'slice', y: y + height }, forced: undefined, appeal: LAST_RESORT }
  }
  const slice: Fragment = { ...own, x: 0, y: 0 }
  return cutFrom({
    laid,
    room,
    cutter,
    positionedDone: laid.positioned.length,
    start: index + 1,
    isFirst: false,
    from: y,
    lift: y,
    consumed: y,
    limit,
    slice,
    resumed: [],
  })
}
