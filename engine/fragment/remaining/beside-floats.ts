// A box that avoids floats (CSS2 §9.5) is as wide as they leave room on each page: where it continues and they have ended, it has all of the room. The same for
// lines, also beside floats that became taller or lower than they were laid out where they were cut.
import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { FlowChild, Laid, LaidBlock, LaidParagraph, Placed } from '../../layout/laid.ts'
import { type AutoLength, resolveLength } from '../../style/value.ts'
import { isOpenBox } from '../break-summary.ts'
import { flowOf as flexGridFlowOf } from '../flow/flex-grid-flow.ts'
import { flowOf } from '../flow/float-wrappers.ts'
import { isFixedHeight } from '../flow/given-height.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, CellToken, ParallelToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'

type ChildToken = Extract<BreakToken, { at: 'child' }>

/** Points that layout's units may take from a width. */
const TOLERANCE = 1

/** Whether the way to the break leads into a box, or to a line, whose room beside floats is another on the next page, `full` points high, than it was laid out in. */
export function regainsRoom(root: Laid, token: BreakToken, full: number): boolean {
  return regains(root, token, false, full)
}

/** `isBeside`: floats that continue stand in the formatting context around. */
function regains(laid: Laid, token: CellToken, isBeside: boolean, full: number): boolean {
  if (token === 'later') return false
  if (token === null) return !isBeside && isLineNarrowed(laid, 0)
  switch (token.at) {
    case 'line':
      return hasDrifted(laid, token, full) || (!isBeside && isLineNarrowed(laid, token.line))
    case 'child':
      return regainsInChild(laid, token, isBeside, full)
    case 'band':
      return laid.kind === 'flex-grid' && laid.children.some((item, i) => regainsInside(item, token.inner[i], full))
    case 'row': {
      const row = laid.kind === 'table' && token.cells !== null ? rowAt(laid, token.group, token.row) : undefined
      return row?.cells.some((cell, i) => regainsInside(cell, token.cells?.[i], full)) === true
    }
    case 'rest':
    case 'columns':
    case 'wrapper':
    case 'slice':
      return false
  }
}

/** The content of an item or a cell continues, and regains room. */
function regainsInside({ laid }: Pick<Placed, 'laid'>, token: CellToken | undefined, full: number): boolean {
  return token !== undefined && token !== null && regains(laid, token, false, full)
}

function regainsInChild(laid: Laid, token: ChildToken, isBeside: boolean, full: number): boolean {
  const child = childOf(laid, token.index)
  if (child === undefined || hasDrifted(laid, token, full)) return child !== undefined
  if (laid.kind !== 'block') return token.inner !== null && regains(child.laid, token.inner, false, full)
  const isInside = (isBeside && !isFormattingRoot(laid.box)) || token.parallel.some(({ role }) => role === 'float')
  return (!isInside && isNarrowed(child, laid)) || regains(child.laid, token.inner, isInside, full)
}

function childOf(laid: Laid, index: number): FlowChild | undefined {
  return laid.kind === 'block' ? flowOf(laid).at(index) : laid.kind === 'flex-grid' ? flexGridFlowOf(laid).at(index) : undefined
}

/** A float that continues, and ends on the next page, is further ahead or behind what is beside it than it was laid out. */
function hasDrifted(laid: Laid, token: ChildToken | Extract<BreakToken, { at: 'line' }>, full: number): boolean {
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
  return laid.kind === 'paragraph' ? laid.floats[index] : childOf(laid, index)
}

/** Floats of boxes around the paragraph leave its first line no room beside them. */
function isPushedDown({ lines, floats, border, padding }: LaidParagraph): boolean {
  const [first] = lines
  return first !== undefined && floats.length === 0 && first.y > border.top + padding.top + TOLERANCE
}

/** Whether floats made the line shorter that comes next: line `index` of a paragraph, or the first line in a block. */
function isLineNarrowed(laid: Laid, index: number): boolean {
  if (laid.kind === 'paragraph') return laid.lines[index]?.isBesideFloats === true || (index === 0 && isPushedDown(laid))
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
