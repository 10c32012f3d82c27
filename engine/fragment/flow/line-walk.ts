// The lines of a paragraph for one piece, and how tall the piece is that the paragraph ends with.
import type { LaidParagraph } from '../../layout/laid.ts'
import { bottomInsetOf, type Cutter, EPSILON, type Room } from '../cut.ts'
import type { Fragment } from '../fragment.ts'
import { isConsumed, isFixedHeight } from './given-height.ts'
import type { ParallelFlow } from './parallel-flow.ts'

/** The walk over the lines from `start` on, for a piece whose end is not known yet. */
export interface LineWalk {
  readonly laid: LaidParagraph
  readonly room: Room
  readonly cutter: Cutter
  readonly start: number
  readonly isFirst: boolean
  /** Where the piece begins, in the paragraph as laid out. */
  readonly from: number
  /** From heights in the paragraph as laid out to those in this piece. */
  readonly lift: number
  /** Heights of the earlier pieces, added up. */
  readonly consumed: number
  /** Where lines must end, in the piece. */
  readonly limit: number
  /** Positioned boxes that earlier pieces placed, or left to parallel flows. */
  readonly positionedDone: number
  /** The end of a line that is taller than the pages before. */
  readonly slice: Fragment | undefined
  /** Parallel flows of earlier pages. */
  readonly resumed: readonly ParallelFlow[]
}

/** Top of a line as laid out; past the last one, the bottom of the content. */
export function topOf(laid: LaidParagraph, index: number): number {
  const line = laid.lines[index]
  if (line !== undefined) return line.y
  const last = laid.lines[laid.lines.length - 1]
  return last === undefined ? laid.border.top + laid.padding.top : last.y + last.height
}

/** Of a piece that the paragraph ends with: the rest of a height that does not come from the lines, and otherwise as far as they reach. */
export function heightOfEnd({ laid, lift, consumed }: LineWalk): number {
  const natural = Math.max(0, laid.height - lift)
  if (!isConsumed(laid)) return natural
  const left = Math.max(0, laid.height - consumed)
  if (isFixedHeight(laid)) return left
  const bottom = topOf(laid, laid.lines.length)
  const inset = bottomInsetOf(laid)
  // Floats in it make a paragraph taller that is a formatting context of its own.
  return laid.floats.length > 0 || laid.height - inset <= bottom + EPSILON ? natural : Math.max(left, bottom - lift + inset)
}
