// Grid tracks, areas and lines (CSS Grid 2 §7–8).
import type { GridLine, LengthPercentage, SubgridNames, TrackBreadth, TrackItem, TrackList, TrackSize } from '../value.ts'
import { type Cursor, customIdent, integer, lengthPercentage, nonNegative, type Parser, spaceList } from './values.ts'

/** Tracks that fixed repeats may expand to; further ones are dropped, as in browsers (CSS Grid 2 §7.2.3.4). */
const MAX_TRACKS = 10_000

const breadth: Parser<TrackBreadth> = (c) => {
  const keyword = c.keyword('auto', 'min-content', 'max-content')
  if (keyword !== undefined) return keyword
  const item = c.peek()
  if (item?.kind === 'dimension' && item.unit === 'fr') {
    c.at++
    return item.value < 0 ? undefined : { kind: 'fr', value: item.value }
  }
  return nonNegative(c)
}

const isFlexible = (value: TrackBreadth): boolean => typeof value === 'object' && value.kind === 'fr'

export const trackSize: Parser<TrackSize> = (c) => {
  const fit = c.call('fit-content')
  if (fit !== undefined) {
    const limit = lengthPercentage(fit)
    return limit === undefined || !fit.isDone ? undefined : { kind: 'fit-content', limit }
  }
  const minmax = c.call('minmax')
  if (minmax === undefined) {
    const value = breadth(c)
    // A flexible track is minmax(auto, fr) (§7.2.4).
    return value === undefined ? undefined : { kind: 'minmax', min: isFlexible(value) ? 'auto' : value, max: value }
  }
  const min = breadth(minmax)
  const max = minmax.delim(',') ? breadth(minmax) : undefined
  if (min === undefined || max === undefined || !minmax.isDone || isFlexible(min)) return undefined
  return { kind: 'minmax', min, max }
}

export const trackSizes: Parser<readonly TrackSize[]> = spaceList(trackSize)

/** `[a b]`; an empty list without. */
function lineNames(c: Cursor): readonly string[] {
  const names: string[] = []
  for (let item = c.peek(); item?.kind === 'block' && item.open === '['; item = c.peek()) {
    names.push(...item.items.flatMap((name) => (name.kind === 'ident' ? [name.value] : [])))
    c.at++
  }
  return names
}

export const NO_TRACKS: TrackList = Object.freeze({ items: Object.freeze([]), endNames: Object.freeze([]) })

interface NamedTracks {
  readonly tracks: readonly { readonly size: TrackSize; readonly names: readonly string[] }[]
  readonly endNames: readonly string[]
}

const namedTracks: Parser<NamedTracks> = (c) => {
  const tracks: { size: TrackSize; names: readonly string[] }[] = []
  for (;;) {
    const names = lineNames(c)
    const size = c.try(trackSize)
    if (size === undefined) return tracks.length === 0 ? undefined : { tracks, endNames: names }
    tracks.push({ size, names })
  }
}

/** A track list: fixed repeats are expanded, automatic ones are left to layout. */
export const trackList: Parser<TrackList> = (c) => {
  if (c.keyword('none') !== undefined) return NO_TRACKS
  if (c.keyword('subgrid') !== undefined) return subgrid(c)
  const items: TrackItem[] = []
  let pending: readonly string[] = []
  for (;;) {
    pending = [...pending, ...lineNames(c)]
    const repeat = c.call('repeat')
    if (repeat !== undefined) {
      const rest = addRepeat(repeat, pending, items)
      if (rest === undefined || items.length > MAX_TRACKS) return undefined
      pending = rest
      continue
    }
    const size = c.try(trackSize)
    if (size === undefined) break
    items.push({ kind: 'track', size, names: pending })
    pending = []
  }
  return items.length === 0 || !isCountable(items) ? undefined : { items, endNames: pending }
}

/** Beside one automatic repeat, and in it, each track must have a fixed size: how often it repeats is known before layout (§7.2.3.2). */
function isCountable(items: readonly TrackItem[]): boolean {
  const repeats = items.filter(({ kind }) => kind === 'repeat').length
  const sizes = items.flatMap((item) => (item.kind === 'track' ? [item.size] : item.tracks.map(({ size }) => size)))
  return repeats === 0 || (repeats === 1 && sizes.every(isFixed))
}

/** A length or percentage: the other values are keywords and flexible ones. */
const isFixedBreadth = (value: TrackBreadth): boolean => typeof value !== 'string' && !isFlexible(value)

const isFixed = (size: TrackSize): boolean => size.kind === 'minmax' && (isFixedBreadth(size.min) || isFixedBreadth(size.max))

/** `subgrid` and its line names: `[a] [b] repeat(2, [c]) repeat(auto-fill, [d])` (CSS Grid 2 §7.2.4). */
function subgrid(c: Cursor): TrackList | undefined {
  const lines: SubgridNames[] = []
  const nextNames = (cursor: Cursor): readonly string[] | undefined => {
    const item = cursor.peek()
    if (item?.kind !== 'block' || item.open !== '[') return undefined
    cursor.at++
    return item.items.flatMap((name) => (name.kind === 'ident' ? [name.value] : []))
  }
  for (;;) {
    const repeat = c.call('repeat')
    const list = repeat === undefined ? undefined : nameRepeat(repeat, nextNames)
    if (repeat !== undefined && (list === undefined || lines.length > MAX_TRACKS)) return undefined
    if (list !== undefined) {
      lines.push(...list)
      continue
    }
    const names = nextNames(c)
    if (names === undefined) return { ...NO_TRACKS, subgrid: lines }
    lines.push({ kind: 'line', names })
  }
}

function nameRepeat(c: Cursor, nextNames: (cursor: Cursor) => readonly string[] | undefined): SubgridNames[] | undefined {
  const isFill = c.keyword('auto-fill') !== undefined
  const count = isFill ? 1 : integer(c)
  if (count === undefined || count < 1 || !c.delim(',')) return undefined
  const lines: (readonly string[])[] = []
  for (let names = nextNames(c); names !== undefined; names = nextNames(c)) lines.push(names)
  if (lines.length === 0 || !c.isDone) return undefined
  if (isFill) return [{ kind: 'fill', lines }]
  const times = Math.min(count, Math.ceil(MAX_TRACKS / lines.length))
  return Array.from({ length: times }, () => lines.map((names): SubgridNames => ({ kind: 'line', names }))).flat()
}

/** Appends a repeat; returns the line names after it. */
function addRepeat(c: Cursor, before: readonly string[], items: TrackItem[]): readonly string[] | undefined {
  const automatic = c.keyword('auto-fill', 'auto-fit')
  const count = automatic === undefined ? integer(c) : 0
  if (count === undefined || (automatic === undefined && count < 1) || !c.delim(',')) return undefined
  const body = namedTracks(c)
  if (body === undefined || !c.isDone) return undefined
  if (automatic !== undefined) {
    const [first, ...others] = body.tracks
    const tracks = first === undefined ? [] : [{ size: first.size, names: [...before, ...first.names] }, ...others]
    items.push({ kind: 'repeat', count: automatic, tracks, endNames: body.endNames })
    return []
  }
  let pending = before
  for (let i = 0; i < Math.min(count, MAX_TRACKS); i++) {
    for (const track of body.tracks) {
      if (items.length >= MAX_TRACKS) return []
      items.push({ kind: 'track', size: track.size, names: [...pending, ...track.names] })
      pending = []
    }
    pending = body.endNames
  }
  return pending
}

/** Rows of area names, all of one length; each area must be a rectangle. */
export const areas: Parser<readonly (readonly string[])[]> = (c) => {
  if (c.keyword('none') !== undefined) return []
  const rows: (readonly string[])[] = []
  for (let item = c.peek(); item?.kind === 'string'; item = c.peek()) {
    rows.push(areaRow(item.value))
    c.at++
  }
  return rows.length > 0 && areRectangles(rows) ? rows : undefined
}

const areaRow = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => (/^\.+$/.test(name) ? '.' : name))

function areRectangles(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0
  const boxes = new Map<string, { top: number; bottom: number; left: number; right: number; count: number }>()
  for (const [y, row] of rows.entries()) {
    if (row.length !== width) return false
    for (const [x, name] of row.entries()) {
      if (name === '.') continue
      const box = boxes.get(name) ?? { top: y, bottom: y, left: x, right: x, count: 0 }
      boxes.set(name, { ...box, bottom: y, left: Math.min(box.left, x), right: Math.max(box.right, x), count: box.count + 1 })
    }
  }
  return [...boxes.values()].every((box) => (box.bottom - box.top + 1) * (box.right - box.left + 1) === box.count)
}

export const AUTO_LINE: GridLine = Object.freeze({ kind: 'auto', number: undefined, name: undefined })

/** `auto`, `3`, `-1`, `header-start`, `2 name`, `span 2`. */
export const gridLine: Parser<GridLine> = (c) => {
  if (c.keyword('auto') !== undefined) return AUTO_LINE
  let isSpan = false
  let count: number | undefined
  let name: string | undefined
  for (let isMore = true; isMore && !c.isDone; ) {
    isMore = false
    if (!isSpan && c.keyword('span') !== undefined) isMore = isSpan = true
    if (count === undefined && (count = c.try(integer)) !== undefined) isMore = true
    if (name === undefined && (name = c.try(customIdent)) !== undefined) isMore = true
  }
  if ((count === undefined && name === undefined) || count === 0 || (isSpan && count !== undefined && count < 0)) return undefined
  if (isSpan) return { kind: 'span', number: count ?? 1, name }
  return { kind: 'line', number: count, name }
}

export const gridAutoFlow: Parser<{ readonly axis: 'row' | 'column'; readonly isDense: boolean }> = (c) => {
  let isDense = c.keyword('dense') !== undefined
  const axis = c.keyword('row', 'column')
  if (c.keyword('dense') !== undefined) isDense = true
  return axis === undefined && !isDense ? undefined : { axis: axis ?? 'row', isDense }
}

/** `gap`: a length or `normal`. */
export const gap: Parser<LengthPercentage | 'normal'> = (c) => c.keyword('normal') ?? nonNegative(c)
