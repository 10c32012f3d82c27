// The main axis of a flex container as numbers: what the solver is given, and what it returns.
import type { Alignment } from '../sizing/alignment.ts'
import type { FlexibleItem } from './flexible-lengths.ts'

/** An item with its margins at the left or top and the right or bottom of the main axis. */
export interface MainItem extends FlexibleItem {
  readonly before: number | 'auto'
  readonly after: number | 'auto'
}

export interface MainAxis {
  readonly items: readonly MainItem[]
  /** Inner main size of the container. */
  readonly room: number
  readonly gap: number
  readonly wraps: boolean
  /** The first item stands at the right or bottom. */
  readonly isReversed: boolean
  readonly justify: Alignment
  /** Where a line that overflows begins when `justify` is safe. */
  readonly safeSide: 'start' | 'end'
}

export interface MainLine {
  /** Indices of its items, in order. */
  readonly items: readonly number[]
}

/** Border-box sizes and offsets from the left or top of the container's content box, by item. */
export interface SolvedAxis {
  readonly lines: readonly MainLine[]
  readonly sizes: readonly number[]
  readonly offsets: readonly number[]
}

export type SolveMainAxis = (axis: MainAxis) => SolvedAxis

/** Size of a margin; `auto` has none before free room is dealt out. */
export function marginSize(margin: number | 'auto'): number {
  return margin === 'auto' ? 0 : margin
}

/** What an item takes on the line before flexing, margins included. */
export function hypotheticalOuter(item: MainItem): number {
  return Math.max(item.min, Math.min(item.max, item.base)) + marginSize(item.before) + marginSize(item.after)
}
