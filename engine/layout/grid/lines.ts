// Lines of a grid axis: names from track lists and areas, and what `grid-row-start` and its kin point at (CSS Grid 2 §7, §8.3).

import { largest } from '../../collections/lists.ts'
import type { GridLine, TrackItem, TrackList, TrackSize } from '../../style/value.ts'

/** Lines further out than this are moved here; whatever a template says, a grid stays of bounded size. */
export const GRID_LIMIT = 10_000

/** The explicit tracks of one axis. Line 0 is their first, line `count` their last. */
export interface GridLines {
  readonly count: number
  readonly tracks: readonly ExplicitTrack[]
  /** Lines that bear a name, ascending. */
  readonly names: ReadonlyMap<string, readonly number[]>
  /** There are no tracks but these: items that would stand outside are moved in (CSS Grid 2 §9). */
  readonly isSubgrid?: true
}

interface ExplicitTrack {
  readonly size: TrackSize
  /** From `repeat(auto-fit)`: collapses when nothing stands in it. */
  readonly isAutoFit: boolean
}

type GridAxis = 'x' | 'y'

const AUTO_TRACK: TrackSize = { kind: 'minmax', min: 'auto', max: 'auto' }

/** The explicit lines of an axis: `repetitions` is how often an automatic repeat fits; areas may add tracks that `auto` sizes. */
export function explicitLines(
  list: TrackList,
  areas: readonly (readonly string[])[],
  axis: GridAxis,
  auto: { readonly repetitions: number; readonly sizes: readonly TrackSize[] },
): GridLines {
  const tracks: ExplicitTrack[] = []
  const names = new Map<string, number[]>()
  const add = (lineNames: readonly string[]): void => {
    for (const name of lineNames) nameLine(names, name, tracks.length)
  }
  for (const item of list.items) {
    for (const { track, lineNames, endNames } of expand(item, auto.repetitions)) {
      if (tracks.length >= GRID_LIMIT) break
      add(lineNames)
      tracks.push(track)
      add(endNames)
    }
  }
  add(list.endNames)
  const listed = tracks.length
  const areaCount =
    axis === 'y'
      ? areas.length
      : largest(
          areas.map((row) => row.length),
          0,
        )
  while (tracks.length < Math.min(areaCount, GRID_LIMIT)) {
    const size = auto.sizes[(tracks.length - listed) % Math.max(1, auto.sizes.length)] ?? AUTO_TRACK
    tracks.push({ size, isAutoFit: false })
  }
  nameAreas(areas, axis, names)
  for (const lines of names.values()) lines.sort((a, b) => a - b)
  return { count: tracks.length, tracks, names }
}

interface Expanded {
  readonly track: ExplicitTrack
  readonly lineNames: readonly string[]
  readonly endNames: readonly string[]
}

function* expand(item: TrackItem, repetitions: number): Generator<Expanded, undefined> {
  if (item.kind === 'track') {
    yield { track: { size: item.size, isAutoFit: false }, lineNames: item.names, endNames: [] }
    return undefined
  }
  for (let i = 0; i < repetitions; i++) {
    for (const [k, { size, names }] of item.tracks.entries()) {
      const endNames = k === item.tracks.length - 1 ? item.endNames : []
      yield { track: { size, isAutoFit: item.count === 'auto-fit' }, lineNames: names, endNames }
    }
  }
  return undefined
}

function nameLine(names: Map<string, number[]>, name: string, line: number): void {
  const lines = names.get(name)
  if (lines === undefined) names.set(name, [line])
  else if (!lines.includes(line)) lines.push(line)
}

/** Every area names the lines around it `name-start` and `name-end` (§7.3.2). */
function nameAreas(areas: readonly (readonly string[])[], axis: GridAxis, names: Map<string, number[]>): void {
  const extents = new Map<string, { first: number; end: number }>()
  areas.forEach((row, y) => {
    row.forEach((name, x) => {
      if (/^\.+$/.test(name)) return
      const at = axis === 'y' ? y : x
      const known = extents.get(name) ?? { first: at, end: at + 1 }
      extents.set(name, { first: Math.min(known.first, at), end: Math.max(known.end, at + 1) })
    })
  })
  for (const [name, { first, end }] of extents) {
    nameLine(names, `${name}-start`, first)
    nameLine(names, `${name}-end`, end)
  }
}

// ── Placement of one item on one axis ───────────────────────────────────────────────────────────────────────────────────

/** Tracks an item covers; `start` is undefined when automatic placement finds it. */
export interface GridRange {
  readonly start: number | undefined
  readonly span: number
}

/** What the two placement properties of an axis say. */
export function resolveRange(start: GridLine, end: GridLine, lines: GridLines): GridRange {
  const from = lineOf(start, 'start', lines)
  const to = lineOf(end, 'end', lines)
  if (from !== undefined && to !== undefined) {
    if (from === to) return limited(from, 1)
    return limited(Math.min(from, to), Math.abs(to - from))
  }
  if (from !== undefined) return limited(from, spanFrom(end, from, 1, lines))
  if (to !== undefined) {
    const span = spanFrom(start, to, -1, lines)
    return limited(to - span, span)
  }
  // Two spans: the second one is ignored, and a name has nothing to be counted from.
  const span = start.kind === 'span' ? start : end
  return {
    start: undefined,
    span: span.kind === 'span' && span.name === undefined ? Math.min(Math.max(1, span.number ?? 1), GRID_LIMIT) : 1,
  }
}

/** A range inside of the tracks that there are. */
export function clampRange(range: GridRange, { count, isSubgrid }: GridLines): GridRange {
  if (isSubgrid !== true) return range
  const start = range.start === undefined ? undefined : Math.max(0, Math.min(count - 1, range.start))
  const end = range.start === undefined ? range.span : Math.max((start ?? 0) + 1, Math.min(count, range.start + range.span))
  return { start, span: Math.min(count, start === undefined ? end : end - start) }
}

/** The lines of an absolutely positioned child; undefined where it keeps to the padding edge (§9.1). */
export function absoluteLines(
  start: GridLine,
  end: GridLine,
  lines: GridLines,
): { readonly start: number | undefined; readonly end: number | undefined } {
  const isOpen = (line: GridLine): boolean => line.kind === 'auto'
  if (isOpen(start) && isOpen(end)) return { start: undefined, end: undefined }
  if (isOpen(start) && end.kind === 'line') return { start: undefined, end: lineOf(end, 'end', lines) }
  if (isOpen(end) && start.kind === 'line') return { start: lineOf(start, 'start', lines), end: undefined }
  const range = resolveRange(start, end, lines)
  return range.start === undefined ? { start: undefined, end: undefined } : { start: range.start, end: range.start + range.span }
}

function limited(start: number, span: number): GridRange {
  const first = Math.max(-GRID_LIMIT, Math.min(GRID_LIMIT - 1, start))
  const last = Math.max(first + 1, Math.min(GRID_LIMIT, start + span))
  return { start: first, span: last - first }
}

function lineOf(line: GridLine, edge: 'start' | 'end', lines: GridLines): number | undefined {
  if (line.kind !== 'line') return undefined
  const { name, number } = line
  if (name === undefined) return number === undefined ? undefined : numbered(number, lines.count)
  // A bare name is first of all that of an area (§8.3).
  const own = number === undefined ? lines.names.get(`${name}-${edge}`)?.[0] : undefined
  return own ?? named(name, number ?? 1, lines)
}

function numbered(number: number, count: number): number {
  return number > 0 ? number - 1 : count + 1 + number
}

/** The nth line of a name; beyond those that there are, every implicit line counts as bearing it. */
function named(name: string, nth: number, lines: GridLines): number {
  const at = lines.names.get(name) ?? []
  if (nth > 0) return at[nth - 1] ?? lines.count + (nth - at.length)
  return at[at.length + nth] ?? nth + at.length
}

/** How many tracks a span covers from a line in a direction; `auto` is one. */
function spanFrom(span: GridLine, from: number, step: 1 | -1, lines: GridLines): number {
  if (span.kind !== 'span') return 1
  const count = Math.min(Math.max(1, span.number ?? 1), 2 * GRID_LIMIT)
  if (span.name === undefined) return count
  const at = lines.names.get(span.name) ?? []
  const passed = step === 1 ? at.filter((line) => line > from) : at.filter((line) => line < from).reverse()
  const hit = passed[count - 1]
  if (hit !== undefined) return Math.abs(hit - from)
  const edge = step === 1 ? Math.max(from, lines.count) : Math.min(from, 0)
  return Math.abs(edge - from) + (count - passed.length)
}
