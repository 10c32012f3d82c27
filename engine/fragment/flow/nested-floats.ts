// Floats in a box that reach below its end: what clears them stands in the box around it, which sees them in the pieces of that box alone.
import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { Laid } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'
import { breakSummaryOf } from '../break-summary.ts'
import { EPSILON } from '../cut.ts'
import type { Fragment } from '../fragment.ts'
import type { ParallelFlow } from './parallel-flow.ts'
import { holdsPushed } from './pushed-floats.ts'

/** The lowest margin edge of such floats: as laid out, and in this piece of the box around. */
export interface NestedFloats {
  readonly natural: number
  readonly edge: number
}

/** Floats of the box reach below its end: they are not its own to contain. */
function isReachedOut(laid: Laid): boolean {
  if ((laid.kind === 'block' || laid.kind === 'table') && laid.isOpen) return false
  return breakSummaryOf(laid).floatReach > laid.height + EPSILON
}

/**
 * The box may end on this page although these flows of it continue: floats that reach below it do, and what follows goes on beside them; those that were pushed to
 * the next page are contained by their formatting context alone. Not where floats wait for another page otherwise, or were broken by force: there they would stand
 * on what follows.
 */
export function mayEndBefore(laid: Laid, open: readonly ParallelFlow[]): boolean {
  return open.every((flow) =>
    waitsForPage(flow)
      ? !isFormattingRoot(laid.box)
      : !carriesFloats(flow) || (isReachedOut(laid) && flow.next !== null && flow.next !== undefined && !flow.isForced),
  )
}

/** It is, or holds, a float that was pushed to the next page. */
function waitsForPage({ token, placed, next }: ParallelFlow): boolean {
  return token.role === 'float' ? placed.isPushed === true : token.role === 'overflow' && next != null && holdsPushed(placed.laid, next)
}

function carriesFloats({ token, placed }: ParallelFlow): boolean {
  return token.role === 'float' || (token.role === 'overflow' && isReachedOut(placed.laid))
}

/** Floats that hang out of a box that has ended, in this piece of the box around it; `edge` is undefined when they continue on a later page. */
export interface HangingFloats {
  readonly natural: number
  readonly edge: number | undefined
}

export function hangingFloats(flows: readonly ParallelFlow[]): HangingFloats[] {
  const hanging: HangingFloats[] = []
  for (const { token, placed, piece, next } of flows) {
    if (token.role !== 'overflow' || !isReachedOut(placed.laid)) continue
    const edge = next !== undefined || piece === undefined ? undefined : piece.y + edgeOf(piece)
    hanging.push({ natural: placed.y + breakSummaryOf(placed.laid).floatReach, edge })
  }
  return hanging
}

/** Of the last piece of a box that began on an earlier page; `y` is where the box was laid out. */
export function floatsBelow({ laid, ...piece }: Fragment, y: number): NestedFloats | undefined {
  if (laid.kind !== 'block' || laid.isOpen) return undefined
  const { floatReach } = breakSummaryOf(laid)
  if (floatReach <= laid.height + EPSILON) return undefined
  const edge = edgeOf({ laid, ...piece })
  return edge === Number.NEGATIVE_INFINITY ? undefined : { natural: y + floatReach, edge: piece.y + edge }
}

/** From the top of the piece. */
function edgeOf({ content, laid }: Fragment): number {
  if (content.kind !== 'children' && content.kind !== 'lines') return Number.NEGATIVE_INFINITY
  let edge = Number.NEGATIVE_INFINITY
  for (const child of content.children) {
    const { float, marginBottom } = child.laid.box.style
    const own = child.height + (marginBottom === 'auto' ? 0 : resolveLength(marginBottom, laid.width))
    edge = Math.max(edge, child.y + (float === 'left' || float === 'right' ? own : edgeOf(child)))
  }
  return edge
}
