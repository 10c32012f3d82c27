// What remains of a laid box after a page, as boxes to be laid out again: the types of this room.
import type { Box } from '../../box/box.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { Laid, LaidBlock } from '../../layout/laid.ts'
import type { BreakToken } from '../fragment.ts'

export type FlowToken = Extract<BreakToken, { at: 'child' | 'rest' }>

/** What remains of a box. */
export interface Remaining {
  readonly box: Box
  /** Where `box` begins, once it is laid out: its top is on an earlier page. */
  readonly token: BreakToken
}

export type RemainingFunction = (laid: Laid, token: BreakToken) => Remaining | undefined

/** What remains of the children of a block: floats that continue, the child that was cut, and children of the box from `from` on. */
export interface RemainingFlow {
  readonly parallel: readonly Box[]
  readonly first: readonly Box[]
  readonly rest: Sequence<Box>
  readonly from: number
  readonly token: FlowToken
}

export type RemainingChildren = (laid: LaidBlock, token: FlowToken) => RemainingFlow | undefined
