// Tracks of a grid axis before sizing: explicit ones, implicit ones around them, how often an automatic repeat fits, gaps between them.
import type { Style } from '../../style/style.ts'
import {
  hasPercentage,
  type LengthPercentage,
  resolveLength,
  type TrackBreadth,
  type TrackItem,
  type TrackList,
  type TrackSize,
} from '../../style/value.ts'
import { GRID_LIMIT, type GridLines } from './lines.ts'
import type { AxisExtent } from './placement.ts'

type Intrinsic = 'auto' | 'min-content' | 'max-content'

/** A track while it is sized. Percentages are points, or `auto` where their basis is unknown. */
export interface Track {
  readonly min: number | Intrinsic
  readonly max: number | Intrinsic | 'flex'
  /** 0 unless `max` is `flex`. */
  readonly factor: number
  /** Argument of `fit-content()`; infinite otherwise. */
  readonly fitLimit: number
  /** Room before it: nothing before the first. Collapsed tracks have none. */
  readonly gap: number
  /** From `repeat(auto-fit)` with nothing in it. */
  readonly isCollapsed: boolean
  base: number
  limit: number
  isInfinitelyGrowable: boolean
}

const AUTO_SIZE: TrackSize = { kind: 'minmax', min: 'auto', max: 'auto' }

interface TrackSpace {
  /** Content size of the container in this axis; undefined while it depends on the tracks. */
  readonly available: number | undefined
  readonly gap: number
}

/** One axis of the implicit grid before its tracks have sizes. */
interface TrackSource {
  readonly lines: GridLines
  /** `grid-auto-columns` or `grid-auto-rows`. */
  readonly implicit: readonly TrackSize[]
  readonly extent: AxisExtent
  /** No item covers the track. */
  isEmpty(track: number): boolean
}

/** All tracks of the implicit grid. */
export function makeTracks({ lines, implicit, extent, isEmpty }: TrackSource, space: TrackSpace): Track[] {
  let hasBefore = false
  return Array.from({ length: extent.count }, (_, i): Track => {
    const at = i - extent.explicitStart
    const explicit = lines.tracks[at]
    if (explicit?.isAutoFit === true && isEmpty(i)) {
      return {
        min: 0,
        max: 0,
        factor: 0,
        fitLimit: Number.POSITIVE_INFINITY,
        gap: 0,
        isCollapsed: true,
        base: 0,
        limit: 0,
        isInfinitelyGrowable: false,
      }
    }
    const size = explicit?.size ?? implicitSize(implicit, at, lines.count)
    const gap = hasBefore ? space.gap : 0
    hasBefore = true
    return { gap, isCollapsed: false, base: 0, limit: 0, isInfinitelyGrowable: false, ...trackFunctions(size, space.available) }
  })
}

/** The pattern of implicit sizes runs outwards from the explicit grid on both sides (§7.6). */
function implicitSize(sizes: readonly TrackSize[], at: number, explicitCount: number): TrackSize {
  if (sizes.length === 0) return AUTO_SIZE
  const index = at < 0 ? sizes.length - 1 - ((-at - 1) % sizes.length) : (at - explicitCount) % sizes.length
  return sizes[index] ?? AUTO_SIZE
}

function trackFunctions(size: TrackSize, available: number | undefined): Pick<Track, 'min' | 'max' | 'factor' | 'fitLimit'> {
  if (size.kind === 'fit-content') {
    const limit = pointsOf(size.limit, available)
    return { min: 'auto', max: 'max-content', factor: 0, fitLimit: limit ?? Number.POSITIVE_INFINITY }
  }
  const min = breadth(size.min, available)
  const max = breadth(size.max, available)
  return {
    min: typeof min === 'object' ? 'auto' : min,
    max: typeof max === 'object' ? 'flex' : max,
    factor: typeof max === 'object' ? max.factor : 0,
    fitLimit: Number.POSITIVE_INFINITY,
  }
}

function breadth(value: TrackBreadth, available: number | undefined): number | Intrinsic | { readonly factor: number } {
  if (value === 'auto' || value === 'min-content' || value === 'max-content') return value
  if (typeof value === 'object' && value.kind === 'fr') return { factor: value.value }
  return pointsOf(value, available) ?? 'auto'
}

function pointsOf(value: LengthPercentage, available: number | undefined): number | undefined {
  if (available === undefined && hasPercentage(value)) return undefined
  return Math.max(0, resolveLength(value, available ?? 0))
}

/** What automatic repeats fill. */
export interface RepeatRoom {
  /** The definite size of the content box, or its maximum. */
  readonly size: number | undefined
  readonly minimum: number
  /** What percentages mean: of an indefinite container its minimum, as in browsers. */
  readonly basis: number
  readonly gap: number
}

/**
 * How often the automatic repeat of a track list fits (§7.2.3.2): as often as it can without overflowing a definite size, or as often as it
 * must to fill a minimum; once when neither is known.
 */
export function autoRepetitions(list: TrackList, room: RepeatRoom): number {
  const repeat = list.items.find((item): item is Extract<TrackItem, { kind: 'repeat' }> => item.kind === 'repeat')
  if (repeat === undefined) return 0
  const sizeOf = (size: TrackSize): number => Math.max(fixedBreadth(size, room.basis), 0)
  // Never divide by nothing: the specification floors a repeated track at one pixel.
  const once = repeat.tracks.reduce((sum, { size }) => sum + Math.max(sizeOf(size), 0.75) + room.gap, 0)
  const others = list.items.reduce((sum, item) => sum + (item.kind === 'track' ? sizeOf(item.size) + room.gap : 0), 0)
  const most = Math.max(1, Math.floor(GRID_LIMIT / repeat.tracks.length))
  if (room.size !== undefined) return Math.max(1, Math.min(most, Math.floor((room.size + room.gap - others) / once + 1e-6)))
  if (room.minimum > 0) return Math.max(1, Math.min(most, Math.ceil((room.minimum + room.gap - others) / once - 1e-6)))
  return 1
}

function fixedBreadth(size: TrackSize, available: number): number {
  if (size.kind === 'fit-content') return pointsOf(size.limit, available) ?? 0
  const min = breadth(size.min, available)
  const max = breadth(size.max, available)
  if (typeof max === 'number') return typeof min === 'number' ? Math.max(min, max) : max
  return typeof min === 'number' ? min : 0
}

/** Whether sizes of rows or the gap between them depend on the height of the container. */
export function hasPercentages({ items }: TrackList, style: Style): boolean {
  const isPercent = (value: TrackBreadth): boolean => typeof value === 'object' && value.kind !== 'fr' && hasPercentage(value)
  const sizes = [
    ...items.flatMap((item) => (item.kind === 'track' ? [item.size] : item.tracks.map(({ size }) => size))),
    ...style.gridAutoRows,
  ]
  const isGapPercent = style.rowGap !== 'normal' && hasPercentage(style.rowGap)
  return (
    isGapPercent || sizes.some((size) => (size.kind === 'minmax' ? isPercent(size.min) || isPercent(size.max) : hasPercentage(size.limit)))
  )
}
