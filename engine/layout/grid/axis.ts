// Where sized tracks stand in their container (CSS Grid 2 §11.2, §12.1): gaps, and the free room that content alignment spreads.
import type { Style } from '../../style/style.ts'
import { type Alignment, spread } from '../sizing/alignment.ts'
import type { TrackRange } from './placement.ts'
import { tracksSize } from './track-sizing.ts'
import type { Track } from './tracks.ts'

/** Offsets from the start of the content box: of each track's two sides. */
export interface GridPositions {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

export function positionTracks(tracks: readonly Track[], room: number, alignment: Alignment): GridPositions {
  const live = tracks.filter((track) => !track.isCollapsed)
  const { before, between } = spread(alignment, room - tracksSize(tracks), Math.max(1, live.length), { normal: 'start', safe: 'start' })
  const starts: number[] = []
  const ends: number[] = []
  let at = before
  let isFirst = true
  for (const track of tracks) {
    if (!track.isCollapsed) {
      if (!isFirst) at += between
      isFirst = false
    }
    at += track.gap
    starts.push(at)
    at += track.base
    ends.push(at)
  }
  return { starts, ends }
}

/** The two sides of an area on one axis. */
export function areaOf({ starts, ends }: GridPositions, { start, span }: TrackRange): { readonly start: number; readonly size: number } {
  const from = starts[start] ?? 0
  return { start: from, size: Math.max(0, (ends[start + span - 1] ?? from) - from) }
}

/**
 * Where a line stands, for absolutely positioned boxes: a line between two tracks is the end of the gap for what begins there, its start for what
 * ends there. Undefined outside of the grid.
 */
export function linePosition({ starts, ends }: GridPositions, line: number, edge: 'start' | 'end'): number | undefined {
  if (line < 0 || line > starts.length) return undefined
  if (edge === 'start') return starts[line] ?? ends.at(-1)
  return line === 0 ? starts[0] : ends[line - 1]
}

/** The gap between the first two tracks of a range, with what alignment adds; undefined for one track. */
export function gapIn({ starts, ends }: GridPositions, { start, span }: TrackRange): number | undefined {
  return span < 2 ? undefined : (starts[start + 1] ?? 0) - (ends[start] ?? 0)
}

/** `auto` tracks take the free room. */
export function isStretched(keyword: Style['justifyContent']): boolean {
  return keyword === 'normal' || keyword === 'stretch'
}
