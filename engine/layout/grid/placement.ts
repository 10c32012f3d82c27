// Problem: which tracks each item covers (CSS Grid 2 §8.5). Approach: the placement algorithm of the specification, with the two axes turned
// into a major one (that of `grid-auto-flow`) and a minor one; occupied areas are intervals per major track, not cells,
// so that huge spans cost little. Dense packing searches for holes only where there may be some: below where the last item of at most that size was put, and where
// an area that was in the way has ended. Limits: items that are packed at random still cost more than in proportion, up to a budget.

import type { Box } from '../../box/box.ts'
import { largest, smallest } from '../../collections/lists.ts'
import { error, InputError } from '../../diagnostic.ts'
import type { Style } from '../../style/style.ts'
import { clampRange, GRID_LIMIT, type GridLines, type GridRange, resolveRange } from './lines.ts'

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
    const column = clampRange(withLineNames(resolveRange(style.gridColumnStart, style.gridColumnEnd, columns), box, 'x'), columns)
    const row = clampRange(withLineNames(resolveRange(style.gridRowStart, style.gridRowEnd, rows), box, 'y'), rows)
    return isRow ? { box, major: row, minor: column } : { box, major: column, minor: row }
  })
  const found = new AutoPlacement(entries, flow.isDense, (isRow ? columns : rows).count).run()
  const placed = (isRow ? rows : columns).isSubgrid === true ? found.map((item) => movedIn(item, (isRow ? rows : columns).count)) : found
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

/** A subgrid without a span of its own covers as many tracks as it names lines (CSS Grid 2 §9). */
function withLineNames(range: GridRange, { style }: Box, axis: 'x' | 'y'): GridRange {
  const [list, start, end] =
    axis === 'x'
      ? ([style.gridTemplateColumns, style.gridColumnStart, style.gridColumnEnd] as const)
      : ([style.gridTemplateRows, style.gridRowStart, style.gridRowEnd] as const)
  const named = list.subgrid?.filter(({ kind }) => kind === 'line').length ?? 0
  const isOpen = named > 1 && start.kind !== 'span' && end.kind !== 'span' && (start.kind === 'auto' || end.kind === 'auto')
  if (!isOpen) return range
  const span = named - 1
  return { start: end.kind === 'line' && range.start !== undefined ? range.start + range.span - span : range.start, span }
}

/** An automatically placed item beyond the last track of a subgrid. */
function movedIn(item: Placed, count: number): Placed {
  const majorSpan = Math.min(item.majorSpan, count)
  return { ...item, majorSpan, major: Math.max(0, Math.min(item.major, count - majorSpan)) }
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

/** What an item occupies: major tracks, and an interval of minor ones. */
interface Area {
  readonly major: number
  readonly majorEnd: number
  readonly start: number
  readonly end: number
}

/** Where dense packing put an item of this size. What is taken stays taken: none as large has room above. */
interface Packed {
  readonly majorSpan: number
  readonly minorSpan: number
  /** Absent when the item could stand at any. */
  readonly minorStart: number | undefined
  readonly major: number
}

/** Spans longer than this are not listed track by track. */
const TALL = 64
/** Areas tested for one grid: a second of work. Ten thousand items in rows need twice as many as there are items. */
const MOST_STEPS = 100_000_000

class AutoPlacement {
  readonly #entries: readonly Entry[]
  readonly #isDense: boolean
  readonly #placed = new Map<Entry, Placed>()
  /** Occupied areas by major track, and those that cover too many tracks to be listed in each. */
  readonly #taken = new Map<number, Area[]>()
  readonly #tall: Area[] = []
  /** By size. */
  readonly #packed = new Map<string, Packed>()
  #steps = 0
  /** Automatic placement never goes past this major line, however long the spans: rows for every item, and no more than that of empty ones. */
  readonly #majorEnd: number
  readonly #minorFirst: number
  /** Items that were placed first add to the minor tracks that the others fill (§8.5 step 3). */
  #minorEnd: number
  readonly #majorFirst: number

  constructor(entries: readonly Entry[], isDense: boolean, explicitMinor: number) {
    this.#entries = entries
    this.#isDense = isDense
    this.#majorEnd = Math.max(GRID_LIMIT, entries.length)
    const definite = entries.flatMap(({ minor }) =>
      minor.start === undefined ? [] : [{ start: minor.start, end: minor.start + minor.span }],
    )
    this.#minorFirst = smallest(
      definite.map(({ start }) => start),
      0,
    )
    const widest = largest(
      entries.map(({ minor }) => (minor.start === undefined ? minor.span : 0)),
      0,
    )
    this.#minorEnd = largest(
      definite.map(({ end }) => end),
      Math.max(explicitMinor, this.#minorFirst + widest),
    )
    this.#majorFirst = smallest(
      entries.map(({ major }) => major.start ?? 0),
      0,
    )
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
    const cursors = new Map<string, number>()
    for (const entry of this.#entries) {
      const { major, minor } = entry
      if (major.start === undefined || minor.start !== undefined) continue
      // Packed densely, there is no hole before the one that the last of the same size took.
      const key = this.#isDense ? `${major.start} ${major.span} ${minor.span}` : `${major.start}`
      const { at } = this.#freeMinor(major.start, major.span, cursors.get(key) ?? this.#minorFirst, minor.span)
      cursors.set(key, at + minor.span)
      this.#take(entry, major.start, at)
      this.#minorEnd = Math.max(this.#minorEnd, at + minor.span)
    }
  }

  #placeRest(): void {
    let major = this.#majorFirst
    let minor = this.#minorFirst
    for (const entry of this.#entries) {
      if (this.#placed.has(entry)) continue
      if (this.#isDense) {
        major = this.#firstMajorFor(entry)
        minor = this.#minorFirst
      }
      const fixed = entry.minor.start
      if (fixed !== undefined) {
        if (fixed < minor) major++
        minor = fixed
        const hit = (): Area | undefined => this.#hit(major, entry.major.span, minor, entry.minor.span)
        for (let area = hit(); area !== undefined; area = hit()) major = area.majorEnd
      } else {
        for (;;) {
          const { at, nextMajor } = this.#freeMinor(major, entry.major.span, minor, entry.minor.span)
          // A track that was searched from its beginning has no room before the first area in its way ends.
          const next = minor === this.#minorFirst ? nextMajor : major + 1
          minor = at
          if (minor + entry.minor.span <= this.#minorEnd) break
          major = next
          minor = this.#minorFirst
        }
      }
      if (this.#isDense) this.#notePacked(entry, major)
      this.#take(entry, major, minor)
      minor += entry.minor.span
    }
  }

  /** The first track that may have room for an item in dense packing, by those of at most its size that came before. */
  #firstMajorFor({ major, minor }: Entry): number {
    let first = this.#majorFirst
    this.#steps += this.#packed.size
    for (const packed of this.#packed.values()) {
      const isSmaller = packed.majorSpan <= major.span && packed.minorSpan <= minor.span
      if (isSmaller && (packed.minorStart === undefined || packed.minorStart === minor.start)) first = Math.max(first, packed.major)
    }
    return first
  }

  #notePacked({ major: { span: majorSpan }, minor: { span: minorSpan, start: minorStart } }: Entry, major: number): void {
    this.#packed.set(`${majorSpan} ${minorSpan} ${minorStart}`, { majorSpan, minorSpan, minorStart, major })
  }

  /** Where the item has room in these major tracks, from `from` on; and where the first of what is in its way before that ends. */
  #freeMinor(major: number, majorSpan: number, from: number, span: number): { readonly at: number; readonly nextMajor: number } {
    let at = from
    let nextMajor = Number.POSITIVE_INFINITY
    for (let hit = this.#hit(major, majorSpan, at, span); hit !== undefined; hit = this.#hit(major, majorSpan, at, span)) {
      at = hit.end
      nextMajor = Math.min(nextMajor, hit.majorEnd)
    }
    return { at, nextMajor }
  }

  /** An area that is in the way; undefined when there is none, or nowhere left to go. */
  #hit(major: number, majorSpan: number, minor: number, span: number): Area | undefined {
    if (major >= this.#majorEnd) return undefined
    const isInTheWay = (area: Area): boolean => {
      this.#steps++
      return area.start < minor + span && area.end > minor
    }
    if (this.#steps > MOST_STEPS) throw tooMuch(this.#entries)
    const tall = this.#tall.find((area) => isInTheWay(area) && area.major < major + majorSpan && area.majorEnd > major)
    if (tall !== undefined) return tall
    if (majorSpan > TALL) {
      for (const [track, areas] of this.#taken) {
        this.#steps++
        const hit = track >= major && track < major + majorSpan ? areas.find(isInTheWay) : undefined
        if (hit !== undefined) return hit
      }
      return undefined
    }
    for (let track = major; track < major + majorSpan; track++) {
      const hit = this.#taken.get(track)?.find(isInTheWay)
      if (hit !== undefined) return hit
    }
    return undefined
  }

  #take(entry: Entry, wanted: number, minor: number): void {
    const major = Math.min(wanted, this.#majorEnd - 1)
    const majorSpan = Math.min(entry.major.span, this.#majorEnd - major)
    const { span: minorSpan } = entry.minor
    this.#placed.set(entry, { box: entry.box, major, minor, majorSpan, minorSpan })
    const area = { major, majorEnd: major + majorSpan, start: minor, end: minor + minorSpan }
    if (majorSpan > TALL) this.#tall.push(area)
    else for (let track = major; track < area.majorEnd; track++) if (!this.#taken.get(track)?.push(area)) this.#taken.set(track, [area])
  }
}

function tooMuch(entries: readonly Entry[]): InputError {
  const at = entries[0]?.box.origin.at
  const hint = 'give the items their lines, or leave out grid-auto-flow: dense'
  return new InputError([error('limit-steps', at, `placing ${entries.length} grid items took more than ${MOST_STEPS} steps`, hint)])
}
