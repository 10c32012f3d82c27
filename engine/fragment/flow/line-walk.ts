// The lines of a paragraph for one piece, and how tall the piece is that the paragraph ends with.
import type { LaidParagraph } from '../../layout/laid.ts'
import { type Cutter, EPSILON, type Room } from '../cut.ts'
import type { Fragment } from '../fragment.ts'
import { heightOfEnd } from './given-height.ts'
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

/** The float begins above line `index`: it stands there or, where it waits for the next page in any case, is anchored there. */
export function beginsAbove({ y, slot, isPushed }: LaidParagraph['floats'][number], laid: LaidParagraph, index: number): boolean {
  const line = laid.lines[index]
  return line === undefined || (isPushed === true ? slot < line.from : y < line.y - EPSILON)
}

/** Of the piece that the paragraph ends with. Floats make a paragraph taller that is a formatting context of its own: no gap is below its lines then. */
export function endHeightOf(walk: LineWalk): number {
  const { laid } = walk
  return heightOfEnd(walk, () => (laid.floats.length > 0 ? undefined : topOf(laid, laid.lines.length)))
}
