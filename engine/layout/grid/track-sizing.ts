// Problem: sizes of grid tracks from what items contribute (CSS Grid 2 §12.3–12.8). Approach: the algorithm of the specification, one axis at a
// time. Base sizes and growth limits live in the tracks and are changed in place; everything else is derived.
import { largest } from '../../collections/lists.ts'
import type { Track } from './tracks.ts'

/** An item as one axis sees it. Sizes are of the margin box. */
export interface TrackItem {
  readonly start: number
  readonly span: number
  /** What it must have at least; min- and max-content contribution. */
  minimum(): number
  min(): number
  max(): number
}

export interface TrackRoom {
  /** Definite inner size; undefined under a content constraint. */
  readonly available: number | undefined
  readonly constraint: 'none' | 'min-content' | 'max-content'
  /** Limits of the container in this axis, for tracks of an indefinite size. */
  readonly least: number
  readonly most: number
  /** `auto` tracks take what is left (`normal` and `stretch`). */
  readonly isStretched: boolean
}

/** Sizes the tracks: each one's `base` is its used size. */
export function sizeTracks(tracks: readonly Track[], items: readonly TrackItem[], room: TrackRoom): void {
  for (const track of tracks) initialise(track)
  resolveIntrinsic(tracks, items)
  maximise(tracks, room)
  expandFlexible(tracks, items, room)
  if (room.isStretched) stretchAuto(tracks, room)
}

/** Sum of sizes and the gaps before all tracks but the first. */
export function tracksSize(tracks: readonly Track[]): number {
  return tracks.reduce((sum, track) => sum + track.base + track.gap, 0)
}

function initialise(track: Track): void {
  track.base = typeof track.min === 'number' ? track.min : 0
  track.limit = typeof track.max === 'number' ? Math.max(track.max, track.base) : Number.POSITIVE_INFINITY
  track.isInfinitelyGrowable = false
}

// ── Intrinsic sizes (§12.5) ─────────────────────────────────────────────────────────────────────────────────────────────

function resolveIntrinsic(tracks: readonly Track[], items: readonly TrackItem[]): void {
  if (tracks.every((track) => typeof track.min === 'number' && typeof track.max === 'number')) return
  const groups = new Map<number, Spanning[]>()
  const flexible: Spanning[] = []
  for (const item of items) {
    const spanned = tracks.slice(item.start, item.start + item.span)
    const entry = { item, tracks: spanned }
    if (spanned.some((track) => track.max === 'flex')) flexible.push(entry)
    else if (!groups.get(item.span)?.push(entry)) groups.set(item.span, [entry])
  }
  for (const span of [...groups.keys()].sort((a, b) => a - b)) accommodate(groups.get(span) ?? [], false)
  if (flexible.length > 0) accommodate(flexible, true)
  for (const track of tracks) if (!Number.isFinite(track.limit)) track.limit = track.base
}

interface Spanning {
  readonly item: TrackItem
  readonly tracks: readonly Track[]
}

/** Grows the tracks for items of one span, or for all items that cross a flexible track; one track is a span like any other. */
function accommodate(group: readonly Spanning[], isFlexible: boolean): void {
  const eligible = (track: Track): boolean => !isFlexible || track.max === 'flex'
  const hasContentMin = (track: Track): boolean => eligible(track) && (track.min === 'min-content' || track.min === 'max-content')
  const isIntrinsic = (track: Track): boolean => eligible(track) && typeof track.min !== 'number'
  // Browsers take minimum contributions under a min-content constraint too, whatever §12.5 step 3.1 says.
  growBases(group, { contribution: ({ item }) => item.minimum(), affects: isIntrinsic, kind: 'minimum', isFlexible })
  growBases(group, { contribution: ({ item }) => item.min(), affects: hasContentMin, kind: 'minimum', isFlexible })
  // Browsers do not give `auto` minimums more under a max-content constraint, whatever §12.5 step 3.3 says; the growth limits do that later.
  const hasMaxContentMin = (track: Track): boolean => eligible(track) && track.min === 'max-content'
  growBases(group, { contribution: ({ item }) => item.max(), affects: hasMaxContentMin, kind: 'max-content', isFlexible })
  for (const { tracks } of group) for (const track of tracks) track.limit = Math.max(track.limit, track.base)
  if (isFlexible) return
  growLimits(
    group,
    ({ item }) => item.min(),
    (track) => typeof track.max !== 'number',
    true,
  )
  growLimits(
    group,
    ({ item }) => item.max(),
    (track) => track.max === 'max-content' || track.max === 'auto',
    false,
  )
}

/** One step of growing base sizes (§12.5 steps 2 to 4). */
interface Growth {
  readonly contribution: (entry: Spanning) => number
  readonly affects: (track: Track) => boolean
  readonly kind: 'minimum' | 'max-content'
  /** Tracks share by their flex factors. */
  readonly isFlexible: boolean
}

/** Distributes what the bases lack (§12.5.1); the largest increase that any item needs counts. */
function growBases(group: readonly Spanning[], { contribution, affects, kind, isFlexible }: Growth): void {
  const planned = new Map<Track, number>()
  for (const entry of group) {
    const affected = entry.tracks.filter(affects)
    if (affected.length === 0) continue
    const held = entry.tracks.reduce((sum, track, i) => sum + track.base + (i > 0 ? track.gap : 0), 0)
    const space = contribution(entry) - held
    if (space <= 0) continue
    const shares = isFlexible ? shareByFactor(affected, space) : shareBases(affected, space, kind)
    affected.forEach((track, i) => {
      planned.set(track, Math.max(planned.get(track) ?? 0, shares[i] ?? 0))
    })
  }
  for (const [track, increase] of planned) track.base += increase
}

/** Flexible tracks share by their factors; equally when none has any. */
function shareByFactor(tracks: readonly Track[], space: number): number[] {
  const total = tracks.reduce((sum, track) => sum + track.factor, 0)
  return tracks.map((track) => (total > 0 ? (space * track.factor) / total : space / tracks.length))
}

function shareBases(tracks: readonly Track[], space: number, kind: 'minimum' | 'max-content'): number[] {
  const ceiling = (track: Track): number => Math.min(track.limit, Math.max(track.fitLimit, track.base)) - track.base
  const { shares, rest } = shareEqually(tracks.map(ceiling), space)
  if (rest <= 0) return shares
  const takesMore = (track: Track): boolean =>
    kind === 'minimum' ? typeof track.max !== 'number' : typeof track.max === 'string' && track.max !== 'min-content'
  const open = tracks.map((track) => (takesMore(track) ? Number.POSITIVE_INFINITY : 0))
  const beyond = shareEqually(open.some((limit) => limit > 0) ? open : tracks.map(() => Number.POSITIVE_INFINITY), rest)
  return shares.map((share, i) => share + (beyond.shares[i] ?? 0))
}

function growLimits(
  group: readonly Spanning[],
  contribution: (entry: Spanning) => number,
  affects: (track: Track) => boolean,
  marksGrowable: boolean,
): void {
  const planned = new Map<Track, number>()
  const sizeOf = (track: Track): number => (Number.isFinite(track.limit) ? track.limit : track.base)
  for (const entry of group) {
    const affected = entry.tracks.filter(affects)
    if (affected.length === 0) continue
    const held = entry.tracks.reduce((sum, track, i) => sum + sizeOf(track) + (i > 0 ? track.gap : 0), 0)
    const space = Math.max(0, contribution(entry) - held)
    const ceiling = (track: Track): number => {
      if (Number.isFinite(track.fitLimit)) return Math.max(0, Math.max(track.fitLimit, track.base) - sizeOf(track))
      return Number.isFinite(track.limit) && !track.isInfinitelyGrowable ? 0 : Number.POSITIVE_INFINITY
    }
    const { shares, rest } = shareEqually(affected.map(ceiling), space)
    const beyond = rest > 0 ? rest / affected.length : 0
    affected.forEach((track, i) => {
      const isCapped = Number.isFinite(track.fitLimit)
      planned.set(track, Math.max(planned.get(track) ?? 0, (shares[i] ?? 0) + (isCapped ? 0 : beyond)))
    })
  }
  for (const [track, increase] of planned) {
    const wasInfinite = !Number.isFinite(track.limit)
    track.limit = sizeOf(track) + increase
    track.isInfinitelyGrowable = marksGrowable && wasInfinite
  }
}

/** Equal shares, each at most its ceiling; what no one takes is the rest. */
function shareEqually(ceilings: readonly number[], space: number): { readonly shares: number[]; readonly rest: number } {
  const shares = ceilings.map(() => 0)
  let rest = space
  let open = ceilings.flatMap((ceiling, i) => (ceiling > 0 ? [i] : []))
  while (open.length > 0 && rest > 1e-9) {
    const part = rest / open.length
    for (const i of open) {
      const taken = Math.min(part, (ceilings[i] ?? 0) - (shares[i] ?? 0))
      shares[i] = (shares[i] ?? 0) + taken
      rest -= taken
    }
    open = open.filter((i) => (shares[i] ?? 0) < (ceilings[i] ?? 0))
  }
  return { shares, rest: rest > 1e-9 ? rest : 0 }
}

// ── Room left over (§12.6–12.8) ─────────────────────────────────────────────────────────────────────────────────────────

function maximise(tracks: readonly Track[], { available, constraint, most }: TrackRoom): void {
  if (constraint === 'min-content') return
  const grow = (space: number): void => {
    const { shares } = shareEqually(
      tracks.map((track) => (track.max === 'flex' ? 0 : track.limit - track.base)),
      space,
    )
    tracks.forEach((track, i) => {
      track.base += shares[i] ?? 0
    })
  }
  const limits = tracks.reduce((sum, track) => sum + (track.max === 'flex' ? track.base : track.limit) + track.gap, 0)
  const size = available ?? Math.min(limits, Math.max(most, tracksSize(tracks)))
  grow(Math.max(0, size - tracksSize(tracks)))
}

function expandFlexible(tracks: readonly Track[], items: readonly TrackItem[], room: TrackRoom): void {
  if (!tracks.some((track) => track.factor > 0) || room.constraint === 'min-content') return
  const fr = room.available !== undefined ? fractionOf(tracks, room.available) : openFraction(tracks, items)
  for (const track of tracks) if (track.max === 'flex') track.base = Math.max(track.base, fr * track.factor)
}

/** The size of one `fr` of an indefinite container: as large as content needs. The container's limits count once it has its size, as in browsers. */
function openFraction(tracks: readonly Track[], items: readonly TrackItem[]): number {
  const own = tracks.map((track) => (track.max === 'flex' ? track.base / Math.max(1, track.factor) : 0))
  const asked = items.map((item) => {
    const spanned = tracks.slice(item.start, item.start + item.span)
    return spanned.some((track) => track.max === 'flex') ? fractionOf(spanned, item.max() + (spanned[0]?.gap ?? 0)) : 0
  })
  return largest([...own, ...asked], 0)
}

/** The size of one `fr` that makes the tracks fill `space` (§12.7.1). */
function fractionOf(tracks: readonly Track[], space: number): number {
  let flexible = tracks.filter((track) => track.max === 'flex')
  for (;;) {
    const rigid = tracks.reduce((sum, track) => sum + track.gap + (flexible.includes(track) ? 0 : track.base), 0)
    const factors = flexible.reduce((sum, track) => sum + track.factor, 0)
    const fr = Math.max(0, space - rigid) / Math.max(1, factors)
    const rest = flexible.filter((track) => fr * track.factor >= track.base)
    if (rest.length === flexible.length) return fr
    flexible = rest
  }
}

function stretchAuto(tracks: readonly Track[], { available, constraint, least }: TrackRoom): void {
  const auto = tracks.filter((track) => track.max === 'auto')
  const size = available ?? (constraint === 'min-content' ? undefined : least)
  if (auto.length === 0 || size === undefined) return
  const free = size - tracksSize(tracks)
  if (free > 0) for (const track of auto) track.base += free / auto.length
}
