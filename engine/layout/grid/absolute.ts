// Absolutely positioned children of grid containers (CSS Grid 2 §10): their grid areas, and where they would stand as items.

import type { Box, GridBox } from '../../box/box.ts'
import { isAbsolute, isContainingBlock } from '../../box/box-kinds.ts'
import type { Edges, Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { PendingBox, Placed, StaticAlignment } from '../laid.ts'
import { paddingBox } from '../positioned/finish.ts'
import { placeAbsolute } from '../positioned/positioned.ts'
import type { Alignment } from '../sizing/alignment.ts'
import type { UsedEdges } from '../sizing/sizing.ts'
import { type GridPositions, linePosition } from './axis.ts'
import { alignmentsOf } from './item.ts'
import { absoluteLines } from './lines.ts'
import type { GridTemplate } from './template.ts'

/** A container whose tracks have places. Sizes are of its border box. */
interface LaidGrid {
  readonly style: Style
  readonly template: GridTemplate
  readonly inline: GridPositions
  readonly block: GridPositions
  readonly edges: UsedEdges
  readonly width: number
  readonly height: number
}

/** What a grid places its positioned boxes by. */
interface PositionedIn {
  readonly grid: LaidGrid
  /** The content box. */
  readonly content: Rect
  /** Boxes inside of items that look for their containing block. */
  readonly met: readonly PendingBox[]
}

/** Positioned children, and descendants that name lines of the grid, in their areas where the grid is their containing block; the others wait for theirs. */
export function placePositioned(
  { children, style }: GridBox,
  { grid, content, met }: PositionedIn,
  context: LayoutContext,
): { readonly positioned: readonly Placed[]; readonly pending: readonly PendingBox[] } {
  const isMine = (entry: PendingBox): boolean => isContainingBlock(style) && isInArea(entry)
  const pending = met.filter((entry) => !isMine(entry))
  const positioned: Placed[] = []
  // Descendants too stand in the area that they name (§10.1).
  for (const entry of met.filter(isMine)) positioned.push(placeAbsolute(entry, absoluteArea(entry.box.style, grid), context, pending))
  for (const child of children.filter((box) => isAbsolute(box.style))) {
    if (child.style.position === 'fixed' || !isContainingBlock(style)) {
      pending.push(staticPosition(child, content, style))
    } else {
      const area = absoluteArea(child.style, grid)
      positioned.push(placeAbsolute(staticPosition(child, area, style), area, context, pending))
    }
  }
  return { positioned, pending }
}

/** Where an absolute child would stand as the only item of an area (§10.2). */
function staticPosition(child: Box, area: Rect, style: Style): PendingBox {
  const { justify, align } = alignmentsOf(child, style)
  return {
    box: child,
    rect: area,
    alignX: sideOf(justify, style.direction === 'rtl'),
    alignY: sideOf(align, false),
    inlineBlock: undefined,
  }
}

/** Whether a box that looks for its containing block names lines of a grid. */
function isInArea({ box: { style }, inlineBlock }: PendingBox): boolean {
  if (style.position === 'fixed' || inlineBlock !== undefined) return false
  return [style.gridColumnStart, style.gridColumnEnd, style.gridRowStart, style.gridRowEnd].some(({ kind }) => kind !== 'auto')
}

function sideOf({ position, isSafe }: Alignment, isRtl: boolean): StaticAlignment {
  if (position === 'center' || position === 'end') return isSafe ? `safe ${position}` : position
  if (position === 'stretch' || position === 'baseline') return isRtl ? 'end' : 'start'
  return position === 'last baseline' ? 'end' : 'start'
}

/** The grid area of an absolute child; `auto` lines stand for the padding edges (§10.1). */
function absoluteArea(child: Style, grid: LaidGrid): Rect {
  const { style, inline, block, edges, template } = grid
  const { inset } = edges
  const { columns, rows, extent } = template
  const whole = wholeArea(grid, edges.border)
  const inner = grid.width - edges.width
  const x = absoluteLines(child.gridColumnStart, child.gridColumnEnd, columns)
  const y = absoluteLines(child.gridRowStart, child.gridRowEnd, rows)
  const at = (positions: GridPositions, line: number | undefined, first: number, edge: 'start' | 'end'): number | undefined =>
    line === undefined ? undefined : linePosition(positions, line + first, edge)
  const isRtl = style.direction === 'rtl'
  const from = at(inline, x.start, extent.columns.explicitStart, 'start')
  const to = at(inline, x.end, extent.columns.explicitStart, 'end')
  const mirror = (offset: number | undefined): number | undefined => (offset === undefined ? undefined : inner - offset)
  const left = isRtl ? mirror(to) : from
  const right = isRtl ? mirror(from) : to
  const top = at(block, y.start, extent.rows.explicitStart, 'start')
  const bottom = at(block, y.end, extent.rows.explicitStart, 'end')
  const x0 = left === undefined ? whole.x : inset.left + left
  const x1 = right === undefined ? whole.x + whole.width : inset.left + right
  const y0 = top === undefined ? whole.y : inset.top + top
  const y1 = bottom === undefined ? whole.y + whole.height : inset.top + bottom
  return { x: x0, y: y0, width: Math.max(0, x1 - x0), height: Math.max(0, y1 - y0) }
}

function wholeArea({ width, height }: LaidGrid, border: Edges): Rect {
  return paddingBox(width, height, border)
}
