// Box alignment shared by flex and grid (CSS Box Alignment 3): keywords turned into physical sides, and free room dealt out.
// `start` is the left or top side everywhere below.
import type { Style } from '../../style/style.ts'
import { type AlignKeyword, resolveLength } from '../../style/value.ts'
import type { StaticAlignment } from '../laid.ts'

export interface Alignment {
  readonly position: 'start' | 'center' | 'end' | 'stretch' | 'baseline' | 'last baseline' | Distribution
  /** Never overflow the start side. */
  readonly isSafe: boolean
}
type Distribution = 'space-between' | 'space-around' | 'space-evenly'

/** The axis a keyword is read in. */
interface AlignAxis {
  readonly axis: 'x' | 'y'
  readonly direction: Style['direction']
  /** Of the box itself, for `self-start` and `self-end`. */
  readonly selfDirection: Style['direction']
  /** The axis runs from its end: `row-reverse`, `wrap-reverse`, or a row from right to left. Where `flex-start` is. */
  readonly isReversed: boolean
  /** What `normal` and `auto` do. */
  readonly normal: Alignment['position']
}

/** A keyword as physical sides. `flex-start` follows `isReversed`, `start` the container's direction, `self-start` the box's own. */
export function resolveAlignment(keyword: AlignKeyword, axis: AlignAxis): Alignment {
  return { position: physical(keyword.replace(/^(?:un)?safe /, ''), axis), isSafe: keyword.startsWith('safe ') }
}

function physical(keyword: string, { axis, direction, selfDirection, isReversed, normal }: AlignAxis): Alignment['position'] {
  const isRtl = axis === 'x' && direction === 'rtl'
  const isSelfRtl = axis === 'x' && selfDirection === 'rtl'
  switch (keyword) {
    case 'flex-start':
      return side(isReversed)
    case 'flex-end':
      return side(!isReversed)
    case 'start':
      return side(isRtl)
    case 'end':
      return side(!isRtl)
    case 'self-start':
      return side(isSelfRtl)
    case 'self-end':
      return side(!isSelfRtl)
    case 'left':
      return 'start'
    case 'right':
      return axis === 'x' ? 'end' : 'start'
    case 'center':
    case 'anchor-center':
      return 'center'
    case 'stretch':
    case 'baseline':
    case 'last baseline':
    case 'space-between':
    case 'space-around':
    case 'space-evenly':
      return keyword
    default:
      return normal
  }
}

function side(isEnd: boolean): 'start' | 'end' {
  return isEnd ? 'end' : 'start'
}

/** Room before the first of several things in a row, and between each two. */
interface Spread {
  readonly before: number
  readonly between: number
}

/** Sides that alignments fall back to. */
interface Fallback {
  /** Where the row begins. */
  readonly normal: 'start' | 'end'
  /** Where what overflows begins when it is safe. */
  readonly safe: 'start' | 'end'
}

/** Deals `free` room out among `count` things. What has nothing to distribute falls back: `space-between` to where the row begins, the others to safe centering (CSS Align 3 §4.3, §5.3). */
export function spread(alignment: Alignment, free: number, count: number, fallback: Fallback): Spread {
  const begin = fallback.normal === 'end' ? free : 0
  const safe = fallback.safe === 'end' ? free : 0
  const isOverflowing = free < 0
  switch (alignment.position) {
    case 'space-between':
      return isOverflowing || count < 2 ? { before: begin, between: 0 } : { before: 0, between: free / (count - 1) }
    case 'space-around':
      return isOverflowing ? { before: safe, between: 0 } : { before: free / count / 2, between: free / count }
    case 'space-evenly':
      return isOverflowing ? { before: safe, between: 0 } : { before: free / (count + 1), between: free / (count + 1) }
    case 'center':
      return { before: alignment.isSafe && isOverflowing ? safe : free / 2, between: 0 }
    case 'end':
      return { before: alignment.isSafe && isOverflowing ? safe : free, between: 0 }
    case 'start':
      return { before: alignment.isSafe && isOverflowing ? safe : 0, between: 0 }
    default:
      return { before: begin, between: 0 }
  }
}

/** Offset of one box in the room it is aligned in. `isStartEnd`: the start of its own flow is the far side, where safe alignment falls back to. */
export function offsetOf(alignment: Alignment, free: number, isStartEnd = false): number {
  if (alignment.isSafe && free < 0) return isStartEnd ? free : 0
  if (alignment.position === 'center') return free / 2
  return alignment.position === 'end' || alignment.position === 'last baseline' ? free : 0
}

/** How a keyword aligns an absolutely positioned box at its static position. */
export function staticAlignment(keyword: AlignKeyword, axis: AlignAxis & { readonly normal: 'start' | 'end' }): StaticAlignment {
  const { position, isSafe } = resolveAlignment(keyword, axis)
  // The fallback of `last baseline` (CSS Align 3 §4.2), which does not hold what overflows in browsers.
  if (position === 'last baseline') return 'end'
  if (position !== 'center' && position !== 'end') return position === 'start' ? 'start' : axis.normal
  return isSafe ? `safe ${position}` : position
}

/** Used gaps of a flex or grid container; `normal` is none, and so is a percentage of an unknown height. */
export function columnGap({ columnGap: gap }: Style, width: number): number {
  return gap === 'normal' ? 0 : Math.max(0, resolveLength(gap, width))
}

export function rowGap({ rowGap: gap }: Style, height: number | undefined): number {
  return gap === 'normal' ? 0 : Math.max(0, resolveLength(gap, height ?? 0))
}

/** How far `align-content` moves the content of a block down (CSS Align 3 §5.1.1); overflow moves up only where that is asked for. */
export function contentShift({ alignContent: keyword, display }: Style, free: number): number {
  // Rows see to the content of cells.
  if (display === 'table-cell') return 0
  if (free <= 0 && !keyword.startsWith('unsafe ')) return 0
  const align = keyword.replace(/^(?:un)?safe /, '')
  if (align === 'center' || align === 'space-around' || align === 'space-evenly') return free / 2
  return align === 'end' || align === 'flex-end' || align === 'last baseline' ? free : 0
}
