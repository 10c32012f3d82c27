// What items ask of the columns of their container (CSS Grid 2 §12).

import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import { dependsOnHeight } from '../sizing/height-dependence.ts'
import { specifiedSize, type UsedEdges, usedEdges } from '../sizing/sizing.ts'
import { shimsAsked, type WidthShim } from './column-baselines.ts'
import { columnItem, followsHeight, type GridItem } from './item.ts'
import { edgesItem, gapDifference, liftedItem, subgridEdges } from './subgrid.ts'
import { type GridTemplate, gridTemplate } from './template.ts'
import type { TrackItem, TrackRoom } from './track-sizing.ts'
import type { Track } from './tracks.ts'

/** Inner minimum and maximum of the container. */
export function limitsOf(style: Style, axis: 'x' | 'y', edges: UsedEdges, basis: number | undefined): Pick<TrackRoom, 'least' | 'most'> {
  const inset = axis === 'x' ? edges.width : edges.height
  const inner = (value: Style['minWidth'] | Style['maxWidth']): number | undefined => {
    const border = specifiedSize(value, basis, inset, style.boxSizing)
    return border === undefined ? undefined : Math.max(0, border - inset)
  }
  const least = inner(axis === 'x' ? style.minWidth : style.minHeight) ?? 0
  const most = inner(axis === 'x' ? style.maxWidth : style.maxHeight) ?? Number.POSITIVE_INFINITY
  return { least, most: Math.max(least, most) }
}

/** Heights of items' areas as far as they are known. */
export type AreaHeights = (item: Pick<GridItem, 'row'>) => number | undefined

/** Heights that are known before rows have sizes, as in browsers: of areas whose rows all have a fixed maximum. */
export function knownHeights(rows: readonly Track[]): AreaHeights {
  return ({ row }) => {
    let sum = 0
    for (const [i, { min, max, gap }] of rows.slice(row.start, row.start + row.span).entries()) {
      if (typeof max !== 'number') return undefined
      sum += Math.max(max, typeof min === 'number' ? min : 0) + (i > 0 ? gap : 0)
    }
    return sum
  }
}

interface ColumnsAsked {
  readonly tracks: readonly Track[]
  readonly container: Style
  readonly gap: number
  readonly heights: AreaHeights
}

/** What all items of a container ask of its columns. */
export function columnsAsked({ items }: GridTemplate, asked: ColumnsAsked, context: LayoutContext): TrackItem[] {
  const shims = shimsAsked(items, asked, context)
  return items.flatMap((item) => columnItems(item, asked, shims.get(item.box), context))
}

/** What an item asks of the columns; in the place of a subgrid, what its items ask. */
function columnItems(item: GridItem, asked: ColumnsAsked, shim: WidthShim | undefined, context: LayoutContext): TrackItem[] {
  const { tracks, container, gap, heights } = asked
  const { box, column, subgrid } = item
  if (subgrid?.columns === undefined || box.kind !== 'grid') {
    return [columnItem(item, { tracks, areaHeight: heights(item), shim: shim ?? (() => 0) }, context)]
  }
  const { style } = box
  const edges = subgridEdges(style, 'x', 0, container)
  const difference = gapDifference(style, 'x', 0, gap)
  const none = { size: undefined, gap: 0 }
  const { items } = gridTemplate(box, usedEdges(style, 0), { columns: none, rows: none }, subgrid)
  const inside = items.flatMap((child) => {
    const moved = { ...child, column: { start: column.start + child.column.start, span: child.column.span } }
    return columnItems(moved, { tracks, container: style, gap: gap + difference, heights: () => undefined }, undefined, context)
  })
  return [edgesItem(column, edges), ...inside.map((entry) => liftedItem(entry, column, edges, difference))]
}

/**
 * Whether the widths that items ask for follow the heights of their areas, and these are others than they were taken for: orthogonal flows, and boxes
 * with a ratio that the rows decide (§12.1 step 3).
 */
export function dependsOnRows(
  { items }: GridTemplate,
  { before, after }: { readonly before: AreaHeights; readonly after: AreaHeights },
  context: LayoutContext,
): boolean {
  return items.some((item) => followsRows(item, context) && before(item) !== after(item))
}

export function followsRows({ box, subgrid }: GridItem, context: LayoutContext): boolean {
  return subgrid === undefined && (followsHeight(box) || dependsOnHeight(box, context))
}
