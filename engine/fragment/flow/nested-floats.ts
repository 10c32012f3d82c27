// Floats in a box that reach below its end: what clears them stands in the box around it, which sees them in the pieces of that box alone.
import { resolveLength } from '../../style/value.ts'
import { breakSummaryOf } from '../break-summary.ts'
import { EPSILON } from '../cut.ts'
import type { Fragment } from '../fragment.ts'

/** The lowest margin edge of such floats: as laid out, and in this piece of the box around. */
export interface NestedFloats {
  readonly natural: number
  readonly edge: number
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
