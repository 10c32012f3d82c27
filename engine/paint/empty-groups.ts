// Row groups without rows: their backgrounds, and how wide they are.
import type { TableRowGroup } from '../box/box.ts'
import type { Rect } from '../geometry.ts'
import type { LaidTable } from '../layout/laid.ts'
import { onPage } from './geometry/page-frame.ts'
import type { Layers, Walk } from './layers.ts'
import type { PaintedPiece } from './piece.ts'

/** Where columns begin and end in the grid's border box; all of its inside where there are none. */
export function columnReach({ columns, border, padding, gridWidth }: LaidTable): { readonly left: number; readonly right: number } {
  if (columns.length === 0) return { left: border.left + padding.left, right: gridWidth - border.right - padding.right }
  return { left: Math.min(...columns.map((column) => column.x)), right: Math.max(...columns.map((column) => column.x + column.width)) }
}

/** The grid of a table on the page. */
interface PlacedGrid {
  readonly table: LaidTable
  readonly x: number
  readonly y: number
}

interface PlacedGroup {
  readonly group: TableRowGroup
  readonly rect: Rect
}

/** Those of a table in one piece. */
export function emptyGroupsIn({ content }: PaintedPiece, { table, x, y }: PlacedGrid): readonly PlacedGroup[] {
  if (content.kind !== 'whole' || table.emptyGroups === undefined) return []
  const { left, right } = columnReach(table)
  return table.emptyGroups.map(({ group, ...own }) => ({
    group,
    rect: { x: x + left, y: y + own.y, width: right - left, height: own.height },
  }))
}

export function addEmptyGroups(piece: PaintedPiece, grid: PlacedGrid, layers: Layers, { context: { facts } }: Walk): void {
  for (const { group, rect } of emptyGroupsIn(piece, grid)) {
    const area = onPage(rect, piece.frame)
    if (facts.of(group.style).hasBackground) layers.blocks.push({ kind: 'part', style: group.style, area, cell: area, clip: piece.clip })
  }
}
