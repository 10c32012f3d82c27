// Problem: cells of a row, and items of a flex line or grid row, continue at heights of their own (a forced break in one of them leaves the others alone), so
// that no one height says which positioned boxes are on earlier pages. Approach: those whose place is their static position (CSS Position 3 §3.5.1) go by the
// cell or item that they come from. Limits: columns of a multi-column container, and tables with tall captions, go by one height.
import type { Box } from '../../box/box.ts'
import { isPlacedByFlow } from '../../box/box-kinds.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidCell, LaidRow, LaidTable, Placed } from '../../layout/laid.ts'
import type { BreakToken, CellToken, RowToken } from '../fragment.ts'
import { isAlignedDown, rowAt } from '../row-at.ts'
import { flowOf as flexGridFlowOf } from './flex-grid-flow.ts'
import { flowOf as blockFlowOf } from './float-wrappers.ts'
import { doneBefore } from './progress.ts'

interface Side {
  /** Where the content continues: a height in the box as laid out, unbroken. */
  readonly done: number
  /** How much higher the content stands on the page that it begins on than it was laid out: it is not aligned in its cell where that is cut. */
  readonly lift: number
}

/** By the positioned boxes in the content. */
export type Sides = ReadonlyMap<Box, Side>

export const NO_SIDES: Sides = new Map()

/** Where content side by side continues at `token`; positioned boxes that it does not name go by `doneBefore`. */
export function doneSideBySide(laid: Laid, token: BreakToken | undefined): Sides {
  if (token === undefined || laid.positioned.length === 0) return NO_SIDES
  const sides = new Map<Box, Side>()
  addSides(sides, laid, token, 0)
  return sides
}

/** `y`: of the box in the one that contains the positioned boxes. */
function addSides(sides: Map<Box, Side>, laid: Laid, token: BreakToken, y: number): void {
  switch (token.at) {
    case 'child': {
      const children = childrenOf(laid)
      // A child that other pages need no more is known to none of them.
      const child = children?.isReleased(token.index) === true ? undefined : children?.at(token.index)
      if (child !== undefined && token.inner !== null && hasPending(child.laid)) addSides(sides, child.laid, token.inner, y + child.y)
      return
    }
    case 'band':
      if (laid.kind === 'flex-grid') for (const [i, item] of laid.children.entries()) addSide(sides, item, token.inner[i] ?? null, y)
      return
    case 'row':
      if (laid.kind === 'table') addCells(sides, laid, token, y + laid.gridY)
      return
  }
}

function childrenOf(laid: Laid): Sequence<FlowChild> | undefined {
  return laid.kind === 'block' ? blockFlowOf(laid) : laid.kind === 'flex-grid' ? flexGridFlowOf(laid) : undefined
}

function addCells(sides: Map<Box, Side>, table: LaidTable, { group, row, done, cells, spans }: RowToken, gridY: number): void {
  const own = rowAt(table, group, row)
  if (own !== undefined && (cells !== null || done > 0))
    for (const [i, cell] of own.cells.entries()) addSide(sides, sideOf(own, cell), cells?.[i] ?? null, gridY)
  for (const span of spans) {
    const first = rowAt(table, span.group, span.row)
    const cell = first?.cells[span.cell]
    if (first !== undefined && cell !== undefined) addSide(sides, sideOf(first, cell), span.inner, gridY)
  }
}

function sideOf(row: LaidRow, { laid, contentShift }: LaidCell): SideBox {
  return { laid, y: row.y + contentShift, lift: isAlignedDown(laid) ? contentShift : 0 }
}

/** A cell or item; `y` of its content. */
interface SideBox extends Pick<Placed, 'y' | 'laid'> {
  readonly lift?: number
}

/** Of one cell or item. What overflows it may be on later pages, so that no height is below its end. */
function addSide(sides: Map<Box, Side>, { y, laid, lift = 0 }: SideBox, state: CellToken, above: number): void {
  if (!hasPending(laid)) return
  const top = above + y
  const done = state === null ? laid.height : state === 'later' ? 0 : Math.min(doneBefore(laid, state), laid.height)
  for (const { box } of laid.pending ?? []) if (isPlacedByFlow(box.style)) sides.set(box, { done: top + done, lift })
  if (state !== null && state !== 'later') addSides(sides, laid, state, top)
}

function hasPending({ pending }: Laid): boolean {
  return pending !== undefined && pending.length > 0
}
