// Problem: laid boxes of any height become pieces of the height of a page. Approach: `fragment` is a pure function from (box, token, space) to a piece and
// the token of what remains. A box that fits is taken by reference. Otherwise its children are taken one after another until one does not fit; then the piece
// ends at the best break passed (CSS Break 3 §4.4), which is found by cutting immutable boxes again. A box knows only the room it is given, and says how good
// its break is; its ancestors may prefer an earlier one. Limits: pieces are as wide as they were laid out; for a page of another width, what remains is laid
// out again (`remaining/remaining.ts`).
//
// Entering an open (streamed) box with a token commits what lies before it: earlier children are released. So a token may be used several times, but not
// after a later one was used.
import { avoidsInside, forcedBy } from '../box/break-values.ts'
import { error, InputError, type Reporter } from '../diagnostic.ts'
import type { Laid } from '../layout/laid.ts'
import type { Limits } from '../limits.ts'
import { pageAtStart, valuesAtStart } from './break-points.ts'
import { isMonolithicBlock } from './break-summary.ts'
import {
  BREAKS_AVOID,
  BREAKS_LINES,
  bottomInsetOf,
  type Cut,
  type Cutter,
  EPSILON,
  isCloned,
  minAppeal,
  NONE,
  PERFECT,
  type Room,
} from './cut.ts'
import { cutBlock } from './flow/block.ts'
import { cutColumns } from './flow/columns.ts'
import { cutFlexGrid } from './flow/flex-grid.ts'
import { isUncut } from './flow/flex-grid-flow.ts'
import { heightLeft } from './flow/given-height.ts'
import { cutLines } from './flow/lines.ts'
import { cutMonolithic } from './flow/monolithic.ts'
import type { BreakToken, ForcedBreak, Outcome, Space } from './fragment.ts'
import { FragmentationCache, triesSeveralCuts } from './fragmentation-cache.ts'
import { cutTable } from './table/table.ts'

/** Boxes visited for one page: thousands on a full page, times the ways to end it. More than this takes seconds, as in documents that nest boxes to attack it. */
const MOST_STEPS = 500_000
/** What cutting a box that tries several cuts costs, in boxes visited. */
const STEPS_OF_TRIES = 16

/** The budget of steps for a piece, and where its diagnostics go. */
interface FragmentContext {
  readonly reporter: Reporter
  readonly limits: Pick<Limits, 'steps'>
}

/** The next piece of `laid`: from the start, or from `token` on. With `space.forced` there is always a piece, and its token makes progress. */
export function fragment(laid: Laid, token: BreakToken | undefined, space: Space, { reporter, limits }: FragmentContext): Outcome {
  const most = Math.min(limits.steps, MOST_STEPS)
  const cache = new FragmentationCache()
  let steps = 0
  const step = (box: Laid, at: BreakToken | undefined, room: Room): Cut => {
    if (!triesSeveralCuts(box)) {
      count(box, 1)
      return cut(box, at, room, cutter)
    }
    const cached = cache.find(box, at, room)
    if (cached !== undefined) return cached
    count(box, STEPS_OF_TRIES)
    const result = cut(box, at, room, cutter)
    cache.add(box, at, room, result)
    return result
  }
  const count = (box: Laid, more: number): void => {
    steps += more
    if (steps > most) throw new InputError([error('limit-steps', box.box.origin.at, `ending a page took more than ${most} steps`)])
  }
  const { height, full, forced, keepsOverflow = false, pushes = false } = space
  const cutter: Cutter = { reporter, root: laid, pushes, cut: step }
  const room: Room = {
    x: 0,
    y: 0,
    height,
    full,
    forced,
    bottomReserve: 0,
    context: 'page',
    overflowsUncut: false,
    takesOverflow: !keepsOverflow,
    isBacktracking: false,
    page: '',
  }
  const result = cutter.cut(laid, token, room)
  if (result.kind === 'none' && space.forced) throw new Error('fragment: nothing came out at the top of an empty page')
  if (result.kind !== 'part') return result
  const forcedBreak = result.forced?.kind === 'page' ? result.forced.break : undefined
  const isFlawed = result.forced === undefined && result.appeal < PERFECT
  return { kind: 'part', piece: result.piece, next: result.next, forcedBreak, isFlawed }
}

function cut(laid: Laid, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  const result = partedForEdge(cutByKind(laid, token, room, cutter), laid, token, room)
  if (result.kind === 'part' && room.isBacktracking && isUncut(laid)) return NONE
  if (result.kind !== 'part' || result.forced !== undefined || !avoidsInside(laid.box.style, room.context)) return result
  return { ...result, appeal: minAppeal(result.appeal, BREAKS_AVOID) }
}

/** Where only the bottom edge of the box does not fit, the best break in the box is good enough, though it leaves fewer lines than `orphans` or `widows`, as in Chromium. */
function partedForEdge(result: Cut, laid: Laid, token: BreakToken | undefined, room: Room): Cut {
  if (
    result.kind !== 'part' ||
    result.appeal !== BREAKS_LINES ||
    room.isBacktracking ||
    (laid.kind !== 'block' && laid.kind !== 'paragraph')
  )
    return result
  const edge = bottomInsetOf(laid)
  if (edge <= EPSILON || isCloned(laid) || (laid.kind === 'block' && laid.isOpen)) return result
  const left = heightLeft(laid, token ?? null)
  const isForEdge = left > room.height + EPSILON && left - edge <= room.height + EPSILON
  return isForEdge ? { ...result, appeal: PERFECT } : result
}

function cutByKind(laid: Laid, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (isMonolithicBlock(laid)) return cutMonolithic(laid, token?.at === 'slice' ? token.y : 0, room, cutter)
  switch (laid.kind) {
    case 'paragraph':
      return cutLines(laid, token, room, cutter)
    case 'block':
      return cutBlock(laid, token, room, cutter)
    case 'table':
      return cutTable(laid, token, room, cutter)
    case 'flex-grid':
      return cutFlexGrid(laid, token, room, cutter)
    case 'columns':
      return cutColumns(laid, token, alone(room), cutter)
    case 'replaced':
    case 'turned':
      return cutMonolithic(laid, token?.at === 'slice' ? token.y : 0, room, cutter)
  }
}

/** Columns end together with their parent: nothing of them continues when it has ended. */
function alone(room: Room): Room {
  return room.takesOverflow ? { ...room, takesOverflow: false } : room
}

/** The page that a document begins on: the side that its first boxes force, and their page type. */
export function firstPage(root: Laid): ForcedBreak {
  const side = forcedBy([], valuesAtStart(root), 'page')
  return { side: side === undefined || side === 'column' ? 'any' : side, page: pageAtStart(root, ''), beginsGroup: true }
}
