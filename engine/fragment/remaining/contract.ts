// The nouns of what remains of a laid box after a page: boxes to be laid out anew.
import type { Box } from '../../box/box.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { Laid, LaidBlock } from '../../layout/laid.ts'
import type { BreakToken } from '../fragment.ts'

export type FlowToken = Extract<BreakToken, { at: 'child' | 'rest' }>

/** What remains of a box. */
export interface Remaining {
  readonly box: Box
  /** Where `box`, laid out, continues. */
  readonly token: BreakToken
}

export type RemainingVerb = (laid: Laid, token: BreakToken) => Remaining | undefined

/** What remains of the children of a block: floats that continue, the child that was cut, and children of the box from `from` on. */
export interface RemainingFlow {
  readonly parallel: readonly Box[]
  readonly first: readonly Box[]
  readonly rest: Sequence<Box>
  readonly from: number
  readonly token: FlowToken
}

export type RemainingChildren = (laid: LaidBlock, token: FlowToken) => RemainingFlow | undefined
