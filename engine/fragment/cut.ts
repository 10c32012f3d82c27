// The shared types of fragmentation: the room for a box, the result of cutting the box to it, and how good a break is.
import type { BreakContext } from '../box/break-values.ts'
import type { Reporter } from '../diagnostic.ts'
import type { Laid } from '../layout/laid.ts'
import type { BreakToken, ForcedBreak, Fragment, FragmentContent, Space } from './fragment.ts'

/** Lengths closer than this are equal: sums of many line heights carry rounding errors. */
export const EPSILON = 0.01

/** The room for one box, and its place: `x` and `y` from its parent's fragment. */
export interface Room extends Omit<Space, 'keepsOverflow' | 'pushes'> {
  readonly x: number
  readonly y: number
  /** To be kept free below the box if it ends here: bottom borders and padding of the boxes that end with it. */
  readonly bottomReserve: number
  /** Decides which values of the break properties apply. */
  readonly context: BreakContext
  /** No later page or column has more room for what cannot be cut: it overflows at the end, and is not sliced. */
  readonly overflowsUncut: boolean
  /** The parent continues what overflows the box after the box has ended: only then may that wait for another page. */
  readonly takesOverflow: boolean
  /** The box fits, and a break in it is sought for the sake of what is below: only between boxes and lines of one flow. Items and cells side by side are not cut for it. */
  readonly isBacktracking: boolean
  /** Used value of `page` around the box. */
  readonly page: string
}

/**
 * How good a break is. Fragmentation takes the break of highest appeal and, among those, the last (CSS Break 3 §4.4: rule 3 is dropped first, then rules
 * 1, 2 and 4; Chromium's order too).
 */
export const PERFECT = 3
/** Fewer lines than `orphans` or `widows` stay together. */
export const BREAKS_LINES = 2
/** Breaks where some box says `avoid`. */
export const BREAKS_AVOID = 1
/** Cuts a box that should not be cut, or parts padding from its content. */
export const LAST_RESORT = 0
export type Appeal = 0 | 1 | 2 | 3

/** A break that the author forces. */
export type Forced = { readonly kind: 'page'; readonly break: ForcedBreak } | { readonly kind: 'column' }

export interface CutPart {
  readonly kind: 'part'
  readonly piece: Fragment
  readonly next: BreakToken
  readonly forced: Forced | undefined
  readonly appeal: Appeal
  /** The box itself ends in this piece, with this height; only what overflows it continues. */
  readonly ended?: number
}

/** As `Outcome`, with what the parent needs to weigh a break against others. */
export type Cut = { readonly kind: 'whole'; readonly piece: Fragment } | CutPart | { readonly kind: 'none' }

export const NONE: Cut = Object.freeze({ kind: 'none' })

/** Passed down through all calls: `cut` itself, so that files do not import each other in circles. */
export interface Cutter {
  readonly reporter: Reporter
  readonly root: Laid
  /** Floats may ask to be pushed to the next page. */
  readonly pushes: boolean
  cut(laid: Laid, token: BreakToken | undefined, room: Room): Cut
}

const WHOLE: FragmentContent = Object.freeze({ kind: 'whole' })

/** The whole box by reference. */
export function wholePiece(laid: Laid, x: number, y: number): Fragment {
  return { laid, x, y, height: laid.height, isFirst: true, isLast: true, content: WHOLE }
}

/** Insets at the top of a piece that is not the first: none but for `box-decoration-break: clone`. */
export function topInsetOf(laid: Laid): number {
  return isCloned(laid) ? laid.border.top + laid.padding.top : 0
}

export function bottomInsetOf(laid: Laid): number {
  return laid.border.bottom + laid.padding.bottom
}

export function isCloned(laid: Laid): boolean {
  return laid.box.style.boxDecorationBreak === 'clone' && !laid.box.isAnonymous
}

export function minAppeal(a: Appeal, b: Appeal): Appeal {
  return a < b ? a : b
}

/** A possible break, and how to end the piece there. */
export interface Candidate<T> {
  readonly appeal: Appeal
  make(): T
}

/** The best of these breaks, which come latest first: the first perfect one, or the first of those with the highest appeal. */
export function bestBreak<T>(candidates: Iterable<Candidate<T>>): T | undefined {
  let best: Candidate<T> | undefined
  for (const candidate of candidates) {
    if (best === undefined || candidate.appeal > best.appeal) best = candidate
    if (best.appeal === PERFECT) break
  }
  return best?.make()
}
