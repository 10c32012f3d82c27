// Problem: a box whose height does not come from its content is consumed by pages, not by content: what pieces leave empty above a break counts too, as in
// Chromium (CSS Break 3 §5.1 leaves it open). Approach: break tokens add up the heights of the pieces; the last piece has what is left. Limits: boxes that clone
// their edges, and open ones, go by their content.
import type { Laid } from '../../layout/laid.ts'
import { clips, contentReach, isOpenBox } from '../break-summary.ts'
import { bottomInsetOf, EPSILON, isCloned, type Room } from '../cut.ts'
import type { BreakToken } from '../fragment.ts'
import { doneBefore } from './progress.ts'

/** The tokens of the box add up the heights of its pieces. */
export function isConsumed(laid: Laid): boolean {
  const isKind = (laid.kind === 'block' && !laid.isOpen) || laid.kind === 'flex-grid' || laid.kind === 'paragraph'
  return isKind && !laid.box.isAnonymous && !isCloned(laid)
}

/** The box is as tall as the author says, however tall its content becomes. */
export function isFixedHeight(laid: Laid): boolean {
  const { height, maxHeight, display } = laid.box.style
  if (!isConsumed(laid) || display === 'table-cell') return false
  return typeof height === 'number' || (maxHeight !== 'none' && contentReach(laid) > laid.height + EPSILON)
}

/** How much of the height of a box remains after `token`. */
export function heightLeft(laid: Laid, token: BreakToken | null): number {
  return token === null ? laid.height : Math.max(0, laid.height - consumedBefore(laid, token))
}

/** How much remains of the height that a box has without regard to its content: of what `min-height` or a ratio asks for, if that decides. */
export function leastHeightLeft(laid: Laid, token: BreakToken): number {
  const { height, minHeight, boxSizing, aspectRatio } = laid.box.style
  const consumed = consumedIn(token)
  if (height === 'auto' && aspectRatio !== 'auto' && consumed !== undefined) return Math.max(0, laid.height - consumed)
  if (isFixedHeight(laid) || height !== 'auto' || typeof minHeight !== 'number' || consumed === undefined) return heightLeft(laid, token)
  const insets = boxSizing === 'border-box' ? 0 : laid.border.top + laid.padding.top + bottomInsetOf(laid)
  return Math.max(0, Math.min(laid.height, minHeight + insets) - consumed)
}

function consumedIn(token: BreakToken): number | undefined {
  return token.at === 'child' || token.at === 'rest' || token.at === 'line' ? token.consumed : undefined
}

function consumedBefore(laid: Laid, token: BreakToken): number {
  const consumed = consumedIn(token)
  if (consumed !== undefined && isFixedHeight(laid)) return consumed
  return doneBefore(laid, token)
}

/** A piece of a box: `lift` points of its content are on earlier pages, whose pieces are `consumed` points high. */
interface Progress {
  readonly laid: Laid
  readonly lift: number
  readonly consumed: number
}

/**
 * Height of the piece that a box ends with: the rest of a height that does not come from the content, and otherwise as far as the content reaches.
 * `bottomOfContent`: in the box as laid out; undefined where nothing but its edge is below the content.
 */
export function heightOfEnd({ laid, lift, consumed }: Progress, bottomOfContent: () => number | undefined): number {
  const natural = Math.max(0, laid.height - lift)
  if (!isConsumed(laid)) return natural
  const left = Math.max(0, laid.height - consumed)
  if (isFixedHeight(laid)) return left
  const bottom = bottomOfContent()
  const inset = bottomInsetOf(laid)
  return bottom === undefined || laid.height - inset <= bottom + EPSILON ? natural : Math.max(left, bottom - lift + inset)
}

/** How much of the height of a box its pieces have taken after one more of `height`: none of its bottom edge, where that begins on the next page. */
export function consumedAt({ laid, consumed }: Pick<Progress, 'laid' | 'consumed'>, next: BreakToken, height: number): number {
  const edge = laid.height - bottomInsetOf(laid)
  return next.at === 'rest' && next.y <= edge + EPSILON ? Math.min(consumed + height, edge) : consumed + height
}

/** Room for what is clipped away: it is on this page with the end of its box, and makes no more pages. */
export const ENDLESS = 1e9

/** The rest of a box that clips its content fits: what is below its end is not shown, on this page or another. */
export function endsHereClipped({ laid, lift, consumed }: Progress, room: Room): boolean {
  if (!clips(laid.box.style) || isOpenBox(laid)) return false
  const done = isFixedHeight(laid) ? consumed : lift
  return laid.height - done + room.bottomReserve <= room.height + EPSILON
}

/** The token of a piece that was made taller by `more`, and with it the pieces in it that continue. */
export function lengthened(token: BreakToken, more: number): BreakToken {
  if (token.at === 'band') return { ...token, done: token.done + more }
  if (token.at !== 'child' && token.at !== 'rest' && token.at !== 'line') return token
  const consumed = token.consumed === undefined ? {} : { consumed: token.consumed + more }
  const inner = token.at === 'child' && token.inner !== null ? { inner: lengthened(token.inner, more) } : {}
  return { ...token, ...inner, ...consumed }
}
