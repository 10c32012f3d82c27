// Subgrids (CSS Grid 2 §9): an item whose own grid has the lines of the tracks that it covers. Positions and offsets are from where an axis begins.

import type { Box } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { SubgridNames, TrackList } from '../../style/value.ts'
import type { LayoutSize, SubgridAxis } from '../context.ts'
import { columnGap, rowGap } from '../sizing/alignment.ts'
import { usedEdges, usedMargins } from '../sizing/sizing.ts'
import type { GridPositions } from './axis.ts'
import type { GridLines } from './lines.ts'
import type { AxisExtent, GridExtent, GridPlace, TrackRange } from './placement.ts'
import type { TrackItem } from './track-sizing.ts'

/** Whether an item takes over the tracks of its container in an axis. */
function isSubgrid({ kind, style }: Box, axis: 'x' | 'y'): boolean {
  const { subgrid } = axis === 'x' ? style.gridTemplateColumns : style.gridTemplateRows
  return kind === 'grid' && subgrid !== undefined && style.containment?.layout !== true && style.containment?.paint !== true
}

/** The lines of a subgrid: as many as its range has, with its own names and those that the container gives them. */
function subgridLines(list: TrackList, container: GridLines, range: TrackRange, extent: AxisExtent): SubgridAxis['lines'] {
  const first = range.start - extent.explicitStart
  const names = new Map<string, number[]>()
  const add = (name: string, line: number): void => {
    const lines = names.get(name) ?? []
    if (!lines.includes(line)) lines.push(line)
    names.set(name, lines)
  }
  for (const [name, lines] of container.names) {
    for (const line of lines) if (line >= first && line <= first + range.span) add(name, line - first)
    addClipped(name, container, { first, span: range.span }, add)
  }
  for (const [line, own] of ownNames(list.subgrid ?? [], range.span + 1).entries()) for (const name of own) add(name, line)
  for (const lines of names.values()) lines.sort((a, b) => a - b)
  return { count: range.span, tracks: [], names, isSubgrid: true }
}

/** An area that reaches out of the subgrid names the lines at its edges (§9). */
function addClipped(
  name: string,
  { names }: GridLines,
  { first, span }: { first: number; span: number },
  add: (name: string, line: number) => void,
): void {
  if (!name.endsWith('-start')) return
  const area = name.slice(0, -'-start'.length)
  const [from] = names.get(name) ?? []
  const to = names.get(`${area}-end`)?.at(-1)
  if (from === undefined || to === undefined || to <= first || from >= first + span) return
  add(`${area}-start`, Math.max(0, from - first))
  add(`${area}-end`, Math.min(span, to - first))
}

/** Names by line; those beyond the last line are dropped. A repeat fills what the others leave. */
function ownNames(list: readonly SubgridNames[], count: number): (readonly string[])[] {
  const fixed = list.reduce((sum, entry) => sum + (entry.kind === 'line' ? 1 : 0), 0)
  const lines = list.flatMap((entry) => {
    if (entry.kind === 'line') return [entry.names]
    const times = entry.lines.length === 0 ? 0 : Math.max(0, Math.floor((count - fixed) / entry.lines.length))
    return Array.from({ length: times }, () => entry.lines).flat()
  })
  return lines.slice(0, count)
}

/** Margins, borders and paddings of a subgrid at its start and end. */
export interface SubgridEdges {
  readonly start: number
  readonly end: number
}

export function subgridEdges(style: Style, axis: 'x' | 'y', width: number, container: Style): SubgridEdges {
  const margins = usedMargins(style, width)
  const { inset } = usedEdges(style, width)
  if (axis === 'y') return { start: margins.top + inset.top, end: margins.bottom + inset.bottom }
  const left = margins.left + inset.left
  const right = margins.right + inset.right
  return container.direction === 'rtl' ? { start: right, end: left } : { start: left, end: right }
}

/** How much wider than its container's the gaps of a subgrid are; `normal` takes over the container's (§9). */
export function gapDifference(style: Style, axis: 'x' | 'y', size: number, container: number): number {
  const own = axis === 'x' ? style.columnGap : style.rowGap
  return own === 'normal' ? 0 : (axis === 'x' ? columnGap(style, size) : rowGap(style, size)) - container
}

/** The tracks of a container as a subgrid in this range sees them, from the start of its content box. */
export function innerPositions({ starts, ends }: GridPositions, range: TrackRange, edges: SubgridEdges, difference: number): GridPositions {
  const origin = (starts[range.start] ?? 0) + edges.start
  const last = range.span - 1
  const inside = Array.from({ length: range.span }, (_, i) => i)
  return {
    starts: inside.map((i) => (i === 0 ? 0 : (starts[range.start + i] ?? 0) - origin + difference / 2)),
    ends: inside.map((i) => (ends[range.start + i] ?? 0) - origin - (i === last ? edges.end : difference / 2)),
  }
}

/** Contributions of an item of a subgrid to the tracks of the container: larger by the edges that it stands at, and by the wider gaps. */
export function liftedItem(item: TrackItem, range: TrackRange, edges: SubgridEdges, difference: number): TrackItem {
  const isFirst = item.start === range.start
  const isLast = item.start + item.span === range.start + range.span
  const more = (isFirst ? edges.start : difference / 2) + (isLast ? edges.end : difference / 2)
  return {
    start: item.start,
    span: item.span,
    min: () => item.min() + more,
    max: () => item.max() + more,
    minimum: () => item.minimum() + more,
  }
}

/** What a subgrid needs without any item: its edges. */
export function edgesItem(range: TrackRange, edges: SubgridEdges): TrackItem {
  const size = (): number => edges.start + edges.end
  return { ...range, min: size, max: size, minimum: size }
}

/** What an item takes over of the container's grid; undefined for items that are no subgrids. */
export function takenOver(
  { box, column, row }: GridPlace,
  grid: { readonly columns: GridLines; readonly rows: GridLines; readonly extent: GridExtent },
): LayoutSize['subgrid'] {
  const { gridTemplateColumns, gridTemplateRows } = box.style
  const columns = isSubgrid(box, 'x') ? subgridLines(gridTemplateColumns, grid.columns, column, grid.extent.columns) : undefined
  const rows = isSubgrid(box, 'y') ? subgridLines(gridTemplateRows, grid.rows, row, grid.extent.rows) : undefined
  if (columns === undefined && rows === undefined) return undefined
  return {
    columns: columns && { lines: columns, positions: undefined, baselines: undefined },
    rows: rows && { lines: rows, positions: undefined, baselines: undefined },
  }
}
