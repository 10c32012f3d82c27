// A box that avoids floats (CSS2 §9.5) is as wide as they leave room on each page: where it continues and they have ended, it has all of the room. The same for
// lines, also beside floats that became taller or lower than they were laid out where they were cut.
import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { FlowChild, Laid, LaidBlock, Placed } from '../../layout/laid.ts'
import { type AutoLength, resolveLength } from '../../style/value.ts'
import { isOpenBox } from '../break-summary.ts'
import { isFixedHeight } from '../flow/given-height.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, ParallelToken } from '../fragment.ts'

/** Points that layout's units may take from a width. */
const TOLERANCE = 1

/** Whether the way to the break leads into a box, or to a line, whose room beside floats is another on the next page, `full` points high, than it was laid out in. */
export function regainsRoom(root: Laid, token: BreakToken, full: number): boolean {
  let laid = root
  let at: BreakToken | null = token
  let besideFloats = false
  while (at !== null && at.at === 'child' && laid.kind === 'block') {
    besideFloats = (besideFloats && !isFormattingRoot(laid.box)) || at.parallel.some(({ role }) => role === 'float')
    if (hasDrifted(laid, at, full)) return true
    const child: FlowChild | undefined = laid.children.at(at.index)
    if (child === undefined) return false
    if (!besideFloats && isNarrowed(child, laid)) return true
    laid = child.laid
    at = at.inner
  }
  if (at?.at === 'line' && hasDrifted(laid, at, full)) return true
  return !besideFloats && (at === null || at.at === 'line') && isLineNarrowed(laid, at?.line ?? 0)
}

/** A float that continues, and ends on the next page, is further ahead or behind what is beside it than it was laid out. */
function hasDrifted(laid: Laid, token: Extract<BreakToken, { at: 'child' | 'line' }>, full: number): boolean {
  const floats = token.parallel.filter(({ role, inner }) => role === 'float' && inner !== null)
  if (floats.length === 0) return false
  const done = doneBefore(laid, token)
  return floats.some((float) => {
    const placed = floatOf(laid, float)
    if (placed === undefined || float.inner === null || isOpenBox(placed.laid) || isFixedHeight(placed.laid)) return false
    const inside = doneBefore(placed.laid, float.inner)
    return placed.laid.height - inside <= full && Math.abs(placed.y + inside - done) > TOLERANCE
  })
}

function floatOf(laid: Laid, { index }: ParallelToken): Placed | undefined {
  if (laid.kind === 'paragraph') return laid.floats[index]
  return laid.kind === 'block' ? laid.children.at(index) : undefined
}

/** Whether floats made the line shorter that comes next: line `index` of a paragraph, or the first line in a block. */
function isLineNarrowed(laid: Laid, index: number): boolean {
  if (laid.kind === 'paragraph') return laid.lines[index]?.isBesideFloats === true
  if (laid.kind !== 'block' || isFormattingRoot(laid.box)) return false
  const first = laid.children.at(0)
  return first?.role === 'in-flow' && isLineNarrowed(first.laid, 0)
}

function isNarrowed({ laid, role }: FlowChild, around: LaidBlock): boolean {
  const { box } = laid
  const { width, maxWidth, float, marginLeft, marginRight, justifySelf } = box.style
  if (role === 'float' || float !== 'none' || box.kind === 'replaced' || box.kind === 'table' || !isFormattingRoot(box)) return false
  if (width !== 'auto' || maxWidth !== 'none' || justifySelf !== 'auto' || laid.kind === 'turned') return false
  const room = around.width - around.border.left - around.border.right - around.padding.left - around.padding.right
  const margin = (value: AutoLength): number => (value === 'auto' ? 0 : resolveLength(value, room))
  return laid.width < room - margin(marginLeft) - margin(marginRight) - TOLERANCE
}
