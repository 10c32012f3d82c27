// Baselines of grid items in rows (CSS Grid 2 §10.6, CSS Align 3 §9): items that share one move until theirs meet, and tracks have room for that.

import type { Box } from '../../box/box.ts'
import { largest, smallest } from '../../collections/lists.ts'
import { hasPercentage, isLength, type MaxSizeValue, type SizeValue } from '../../style/value.ts'
import type { LayoutContext, SubgridBaselines } from '../context.ts'
import type { Placed } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import { type GridItem, layoutNaturally, type Shim } from './item.ts'
import type { TrackRange } from './placement.ts'
import type { SubgridEdges } from './subgrid.ts'
import type { Track } from './tracks.ts'

/** Where an item has the baseline by which it is aligned: from its margin edge at the start or end of the track that it shares it in. */
export interface ItemBaseline {
  readonly edge: 'start' | 'end'
  readonly track: number
  readonly distance: number
}

/** The greatest distances, by track. */
export function sharedBaselines(baselines: readonly ItemBaseline[]): SubgridBaselines {
  const shared = { start: new Map<number, number>(), end: new Map<number, number>() }
  for (const { edge, track, distance } of baselines) {
    shared[edge].set(track, Math.max(distance, shared[edge].get(track) ?? Number.NEGATIVE_INFINITY))
  }
  return shared
}

export function shimOf({ edge, track, distance }: ItemBaseline, shared: SubgridBaselines): Shim {
  return { edge, size: Math.max(0, (shared[edge].get(track) ?? distance) - distance) }
}

/** Whether an item is aligned by a baseline in an axis: not with automatic margins. */
export function isAligned({ align, justify, box: { style } }: GridItem, axis: 'x' | 'y'): boolean {
  const { position } = axis === 'x' ? justify : align
  if (position !== 'baseline' && position !== 'last baseline') return false
  const margins = axis === 'x' ? [style.marginLeft, style.marginRight] : [style.marginTop, style.marginBottom]
  return !margins.includes('auto')
}

/** What is known of an item's area before rows have sizes; `tracks` are the rows. */
interface OpenArea {
  readonly tracks: readonly Track[]
  readonly areaWidth: number
  readonly areaHeight: number | undefined
}

/** The baseline of an item in its rows; undefined when it is not aligned by one. */
export function rowBaseline(item: GridItem, { tracks, areaWidth, areaHeight }: OpenArea, context: LayoutContext): ItemBaseline | undefined {
  if (!isAligned(item, 'y')) return undefined
  const { box, row } = item
  const { style } = box
  const isFirst = item.align.position === 'baseline'
  const laid = layoutNaturally(item, areaWidth, context, areaHeight)
  const margins = usedMargins(style, areaWidth)
  const own = isFirst ? laid.firstBaseline : laid.lastBaseline
  // An edge that stands for a baseline would move with rows which follow content.
  if (own === undefined && isCyclic(item.row, [style.height, style.minHeight, style.maxHeight], tracks)) return undefined
  const at = own ?? laid.height
  // A box that runs against its container begins where the container ends.
  return isFirst === runsAgainst(box)
    ? { edge: 'end', track: row.start + row.span - 1, distance: margins.bottom + laid.height - at }
    : { edge: 'start', track: row.start, distance: margins.top + at }
}

/** Sizes that depend on tracks which follow content (§10.6). */
export function isCyclic({ start, span }: TrackRange, sizes: readonly (SizeValue | MaxSizeValue)[], tracks: readonly Track[]): boolean {
  const isRelative = sizes.some((value) => value === 'stretch' || (isLength(value) && hasPercentage(value)))
  return isRelative && tracks.slice(start, start + span).some(({ min, max }) => typeof min !== 'number' || typeof max !== 'number')
}

/** Whether the block direction of a box is the opposite of the one around it. */
function runsAgainst(box: Box): boolean {
  if (box.kind !== 'turned') return false
  const outer = box.style.frame
  const inner = box.inner.style.frame
  return outer !== 'none' && inner !== 'none' && (outer === 'rl') !== (inner === 'rl')
}

// ── Subgrids ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What separates the first and last tracks of a subgrid from those of its container, and half of what its gaps differ by. */
interface SubgridInset {
  readonly range: TrackRange
  readonly edges: SubgridEdges
  readonly difference: number
}

/** A baseline of an item of a subgrid as its container's tracks see it. */
export function liftedBaseline({ edge, track, distance }: ItemBaseline, inset: SubgridInset): ItemBaseline {
  return { edge, track: track + inset.range.start, distance: distance + insetAt(edge, track, inset) }
}

/** The container's baselines as the tracks of a subgrid see them. */
export function baselinesWithin(shared: SubgridBaselines, inset: SubgridInset): SubgridBaselines {
  const within = (edge: 'start' | 'end'): ReadonlyMap<number, number> =>
    new Map(
      [...shared[edge]].map(([track, distance]) => [track - inset.range.start, distance - insetAt(edge, track - inset.range.start, inset)]),
    )
  return { start: within('start'), end: within('end') }
}

function insetAt(edge: 'start' | 'end', track: number, { range, edges, difference }: SubgridInset): number {
  if (edge === 'start') return track === 0 ? edges.start : difference / 2
  return track === range.span - 1 ? edges.end : difference / 2
}

// ── The container's own ─────────────────────────────────────────────────────────────────────────────────────────────────

interface PlacedItem {
  readonly item: GridItem
  readonly placed: Placed
}

/** That of an item which shares one in the first row, or of the first item there (§10.6). */
export function firstBaseline(placed: readonly PlacedItem[]): number | undefined {
  const top = smallest(
    placed.map(({ item }) => item.row.start),
    Number.POSITIVE_INFINITY,
  )
  const chosen = atEdge(
    placed.filter(({ item }) => item.row.start === top),
    'baseline',
    (a, b) => a.item.column.start - b.item.column.start,
  )
  return chosen === undefined ? undefined : chosen.y + (chosen.laid.firstBaseline ?? chosen.laid.height)
}

/** The same for items that end in the last row. */
export function lastBaseline(placed: readonly PlacedItem[]): number | undefined {
  const end = ({ item: { row } }: PlacedItem): number => row.start + row.span
  const bottom = largest(placed.map(end), Number.NEGATIVE_INFINITY)
  const chosen = atEdge(
    placed.filter((entry) => end(entry) === bottom),
    'last baseline',
    (a, b) => b.item.column.start - a.item.column.start,
  )
  return chosen === undefined ? undefined : chosen.y + (chosen.laid.lastBaseline ?? chosen.laid.height)
}

function atEdge(
  entries: readonly PlacedItem[],
  position: 'baseline' | 'last baseline',
  order: (a: PlacedItem, b: PlacedItem) => number,
): Placed | undefined {
  const sharing = entries.find(({ item }) => item.align.position === position && isAligned(item, 'y'))
  return (sharing ?? [...entries].sort(order)[0])?.placed
}
