// Problem: which tracks each item covers (CSS Grid 2 §8.5). Approach: the placement algorithm of the specification, with the two axes turned
// into a major one (that of `grid-auto-flow`) and a minor one; what is occupied is kept as intervals per major track, not as cells,
// so that huge spans cost little.
import type { Box } from '../box/box.ts'
import type { Style } from '../style/style.ts'
import { type GridLines, type GridRange, resolveRange } from './grid-lines.ts'

/** Tracks an item covers, `start` counted from the first track of the implicit grid. */
export interface TrackRange {
  readonly start: number
  readonly span: number
}

export interface GridPlace {
  readonly box: Box
  readonly column: TrackRange
  readonly row: TrackRange
}

/** The implicit grid: where the explicit one begins in it, and how many tracks there are. */
export interface GridExtent {
  readonly columns: AxisExtent
  readonly rows: AxisExtent
}

export interface AxisExtent {
  readonly explicitStart: number
  readonly count: number
}

interface Entry {
  readonly box: Box
  readonly major: GridRange
  readonly minor: GridRange
}

interface Placed {
  readonly box: Box
  readonly major: number
  readonly minor: number
  readonly majorSpan: number
  readonly minorSpan: number
}

/** Places the items, in order-modified document order. */
export function placeItems(
  boxes: readonly Box[],
  flow: Style['gridAutoFlow'],
  columns: GridLines,
  rows: GridLines,
): { readonly places: readonly GridPlace[]; readonly extent: GridExtent } {
  const isRow = flow.axis === 'row'
  const entries = boxes.map((box): Entry => {
    const { style } = box
    const column = resolveRange(style.gridColumnStart, style.gridColumnEnd, columns)
    const row = resolveRange(style.gridRowStart, style.gridRowEnd, rows)
    return isRow ? { box, major: row, minor: column } : { box, major: column, minor: row }
  })
  const placed = new AutoPlacement(entries, flow.isDense, (isRow ? columns : rows).count).run()
  const major = axisExtent(
    placed.map(({ major: start, majorSpan }) => ({ start, span: majorSpan })),
    (isRow ? rows : columns).count,
  )
  const minor = axisExtent(
    placed.map(({ minor: start, minorSpan }) => ({ start, span: minorSpan })),
    (isRow ? columns : rows).count,
  )
  const places = placed.map((item): GridPlace => {
    const along = { start: item.major + major.explicitStart, span: item.majorSpan }
    const across = { start: item.minor + minor.explicitStart, span: item.minorSpan }
    return isRow ? { box: item.box, row: along, column: across } : { box: item.box, row: across, column: along }
  })
  return { places, extent: isRow ? { rows: major, columns: minor } : { rows: minor, columns: major } }
}

function axisExtent(ranges: readonly TrackRange[], explicitCount: number): AxisExtent {
  let first = 0
  let end = explicitCount
  for (const { start, span } of ranges) {
    first = Math.min(first, start)
    end = Math.max(end, start + span)
  }
  return { explicitStart: 0 - first, count: end - first }
}

class AutoPlacement {
  readonly #entries: readonly Entry[]
  readonly #isDense: boolean
  readonly #placed = new Map<Entry, Placed>()
  /** Occupied minor intervals by major track. */
  readonly #taken = new Map<number, { readonly start: number; readonly end: number }[]>()
  readonly #minorFirst: number
  readonly #minorEnd: number
  readonly #majorFirst: number

  constructor(entries: readonly Entry[], isDense: boolean, explicitMinor: number) {
    this.#entries = entries
    this.#isDense = isDense
    const definite = entries.flatMap(({ minor }) =>
      minor.start === undefined ? [] : [{ start: minor.start, end: minor.start + minor.span }],
    )
    this.#minorFirst = Math.min(0, ...definite.map(({ start }) => start))
    const widest = Math.max(0, ...entries.map(({ minor }) => (minor.start === undefined ? minor.span : 0)))
    this.#minorEnd = Math.max(explicitMinor, this.#minorFirst + widest, ...definite.map(({ end }) => end))
    this.#majorFirst = Math.min(0, ...entries.map(({ major }) => major.start ?? 0))
  }

  run(): Placed[] {
    for (const entry of this.#entries) {
      if (entry.major.start !== undefined && entry.minor.start !== undefined) this.#take(entry, entry.major.start, entry.minor.start)
    }
    this.#placeLocked()
    this.#placeRest()
    return this.#entries.flatMap((entry) => this.#placed.get(entry) ?? [])
  }

  /** Items locked to a major track: each after the one before it there, or in the first hole when packing densely. */
  #placeLocked(): void {
    const cursors = new Map<number, number>()
    for (const entry of this.#entries) {
      const { major, minor } = entry
      if (major.start === undefined || minor.start !== undefined) continue
      const from = this.#isDense ? this.#minorFirst : (cursors.get(major.start) ?? this.#minorFirst)
      const at = this.#freeMinor(major.start, major.span, from, minor.span)
      cursors.set(major.start, at + minor.span)
      this.#take(entry, major.start, at)
    }
  }

  #placeRest(): void {
    let major = this.#majorFirst
    let minor = this.#minorFirst
    for (const entry of this.#entries) {
      if (this.#placed.has(entry)) continue
      if (this.#isDense) {
        major = this.#majorFirst
        minor = this.#minorFirst
      }
      const fixed = entry.minor.start
      if (fixed !== undefined) {
        if (fixed < minor) major++
        minor = fixed
        while (this.#hit(major, entry.major.span, minor, entry.minor.span) !== undefined) major++
      } else {
        for (;;) {
          minor = this.#freeMinor(major, entry.major.span, minor, entry.minor.span)
          if (minor + entry.minor.span <= this.#minorEnd) break
          major++
          minor = this.#minorFirst
        }
      }
      this.#take(entry, major, minor)
      minor += entry.minor.span
    }
  }

  #freeMinor(major: number, majorSpan: number, from: number, span: number): number {
    let at = from
    for (let end = this.#hit(major, majorSpan, at, span); end !== undefined; end = this.#hit(major, majorSpan, at, span)) at = end
    return at
  }

  /** End of an interval that is in the way; undefined when the area is free. */
  #hit(major: number, majorSpan: number, minor: number, span: number): number | undefined {
    for (let track = major; track < major + majorSpan; track++) {
      for (const { start, end } of this.#taken.get(track) ?? []) if (start < minor + span && end > minor) return end
    }
    return undefined
  }

  #take(entry: Entry, major: number, minor: number): void {
    const { span: majorSpan } = entry.major
    const { span: minorSpan } = entry.minor
    this.#placed.set(entry, { box: entry.box, major, minor, majorSpan, minorSpan })
    const interval = { start: minor, end: minor + minorSpan }
    for (let track = major; track < major + majorSpan; track++) {
      const taken = this.#taken.get(track)
      if (taken === undefined) this.#taken.set(track, [interval])
      else taken.push(interval)
    }
  }
}
