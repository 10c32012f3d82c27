// Boxes that end on a page before their content does.
import type { Laid } from '../../layout/laid.ts'
import { breakSummaryOf, isOpenBox } from '../break-summary.ts'
import { type CutPart, EPSILON } from '../cut.ts'
import type { BreakToken } from '../fragment.ts'
import { bands, isStack } from './flex-grid-flow.ts'
import { heightLeft, isFixedHeight } from './given-height.ts'

/** A child of `parent`, and where it begins or continues. */
export interface Begun {
  readonly laid: Laid
  readonly inner: BreakToken | null
}

/** The box ends on this page, `limit` below its top at most, and only what overflows it continues (a parallel flow, CSS Break 3 §4.1). */
export function endsHere(parent: Laid, { laid, inner }: Begun, limit: number, cut: CutPart): boolean {
  if (cut.ended !== undefined) return cut.ended <= limit + EPSILON
  if (cut.forced !== undefined || isOpenBox(laid) || heightLeft(laid, inner) > limit + EPSILON) return false
  const { height, maxHeight } = laid.box.style
  // Items of a flex column that is not as tall as they would be are made lower by it (CSS Flexbox 1 §9.7), and those of lines and rows of given height by these:
  // of the latter, what earlier pages left empty would have to be known.
  const isMadeLower = isStack(parent) || (bands.has(parent) && inner === null)
  if (height === 'auto' && maxHeight === 'none' && !isMadeLower) return false
  return breakSummaryOf(laid).reach > laid.height + EPSILON || (inner !== null && isFixedHeight(laid))
}
