// CSS colour stops converted to stops that PDF interpolates: every stop is positioned, hints and translucent intervals are approximated, repetition is
// unrolled (CSS Images 3 §3.4).
import { type Color, type ColorStop, resolveLength } from '../../style/value.ts'

export interface PlacedStop {
  /** In parts of the gradient line; may be outside of 0–1. */
  readonly offset: number
  readonly color: Color
}

/** Linear pieces that approximate an interval between stops of different opacity, or with a hint. */
const PIECES = 8
/** Most periods that are unrolled; more are finer than any printer. */
const MOST_PERIODS = 400

/** Positioned stops along a line of `length` points (degrees for conic gradients), in ascending order. At least two. */
export function placeStops(stops: readonly ColorStop[], length: number): PlacedStop[] {
  const offsets = placeOffsets(stops, length)
  const placed: PlacedStop[] = []
  stops.forEach((stop, i) => {
    const offset = offsets[i]! // one for each stop
    if (!stop.isHint) {
      addBetween(placed, stop, offset)
      placed.push({ offset, color: stop.color })
    }
    if (stop.isHint) addHint(placed, offset, { offset: offsets[i + 1] ?? offset, color: stops[i + 1]?.color ?? stop.color })
  })
  const only = placed[0]
  if (only === undefined) throw new Error('gradient without stops')
  if (placed.length === 1) placed.push(only)
  return premultiplied(placed)
}

/** Far beyond what shows, and far below what PDF can write. */
const MOST_OFFSET = 1e9

/** On a line of next to no length, stops are next to infinitely far away. */
function offsetOf(position: number, length: number): number {
  return Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, position / (length || 1)))
}

function placeOffsets(stops: readonly ColorStop[], length: number): number[] {
  const offsets: (number | undefined)[] = stops.map(({ at }) =>
    at === undefined ? undefined : offsetOf(resolveLength(at, length), length),
  )
  offsets[0] ??= 0
  if (stops.length > 1) offsets[stops.length - 1] ??= 1
  let largest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i]
    if (offset === undefined) continue
    largest = Math.max(largest, offset)
    offsets[i] = largest
  }
  for (let i = 1; i < offsets.length; i++) {
    if (offsets[i] !== undefined) continue
    let end = i
    while (offsets[end] === undefined) end++
    const from = offsets[i - 1]! // set by now
    const step = (offsets[end]! - from) / (end - i + 1)
    for (let j = i; j < end; j++) offsets[j] = from + step * (j - i + 1)
  }
  return offsets as number[] // no gap is left
}

/** Adds the colours before a stop whose interpolation is not linear in sRGB. */
function addBetween(placed: PlacedStop[], { between }: ColorStop, offset: number): void {
  const before = placed[placed.length - 1]
  if (between === undefined || before === undefined || offset <= before.offset) return
  between.forEach((color, i) => {
    placed.push({ offset: before.offset + ((offset - before.offset) * (i + 1)) / (between.length + 1), color })
  })
}

/** Adds stops for a colour hint, which makes the interpolation exponential: colour weight p^(log ½ / log h) at p (CSS Images 4 §3.5.3). */
function addHint(placed: PlacedStop[], offset: number, next: PlacedStop): void {
  const before = placed[placed.length - 1]
  if (before === undefined) return
  const length = next.offset - before.offset
  const middle = length > 0 ? (offset - before.offset) / length : 0
  if (middle <= 0 || middle >= 1) {
    placed.push({ offset, color: middle <= 0 ? next.color : before.color })
    return
  }
  const exponent = Math.log(0.5) / Math.log(middle)
  for (let i = 1; i < PIECES; i++) {
    const part = i / PIECES
    placed.push({ offset: before.offset + part * length, color: mix(before.color, next.color, part ** exponent) })
  }
}

/** CSS interpolates premultiplied colours, PDF colour and opacity separately: intervals in which that differs are split. */
export function premultiplied(stops: readonly PlacedStop[]): PlacedStop[] {
  const result: PlacedStop[] = []
  stops.forEach((stop, i) => {
    const before = stops[i - 1]
    if (before !== undefined && before.color.alpha !== stop.color.alpha && stop.offset > before.offset) {
      if (before.color.alpha === 0) result.push({ offset: before.offset, color: { ...stop.color, alpha: 0 } })
      else if (stop.color.alpha === 0) {
        result.push({ offset: stop.offset, color: { ...before.color, alpha: 0 } })
      } else {
        for (let piece = 1; piece < PIECES; piece++) {
          const part = piece / PIECES
          result.push({ offset: before.offset + part * (stop.offset - before.offset), color: mix(before.color, stop.color, part) })
        }
      }
    }
    result.push(stop)
  })
  return result
}

/** The colour at `part` between `a` and `b`, interpolated with premultiplied alpha. */
export function mix(a: Color, b: Color, part: number): Color {
  const alpha = a.alpha + (b.alpha - a.alpha) * part
  if (alpha === 0) return { ...b, alpha: 0 }
  const channel = (from: number, to: number): number => (from * a.alpha * (1 - part) + to * b.alpha * part) / alpha
  return { red: channel(a.red, b.red), green: channel(a.green, b.green), blue: channel(a.blue, b.blue), alpha }
}

/** Unrolls repeated stops from `from` to `to`. */
export function repeatStops(stops: readonly PlacedStop[], from: number, to: number): PlacedStop[] {
  const first = stops[0]! // at least two
  const last = stops[stops.length - 1]!
  const period = last.offset - first.offset
  // A period of zero: the last colour everywhere (CSS Images 3 §3.4.3).
  if (period === 0) return [first, last].map((_, i) => ({ offset: i === 0 ? from : to, color: last.color }))
  if (!(period > (to - from) / MOST_PERIODS)) {
    // Periods too fine to be visible: the average colour (CSS Images 3 §3.4.3).
    const mean = stops.reduce((sum, stop, i) => mix(sum, stop.color, 1 / (i + 1)), first.color)
    return [
      { offset: from, color: mean },
      { offset: to, color: mean },
    ]
  }
  const result: PlacedStop[] = []
  for (let k = Math.floor((from - last.offset) / period); first.offset + k * period < to; k++) {
    for (const stop of stops) result.push({ offset: stop.offset + k * period, color: stop.color })
  }
  return sliceStops(result, from, to)
}

/** The stops between `from` and `to`, with stops of the interpolated colours at both ends. */
export function sliceStops(stops: readonly PlacedStop[], from: number, to: number): PlacedStop[] {
  const inside = stops.filter((stop) => stop.offset > from && stop.offset < to)
  return [{ offset: from, color: colorAt(stops, from, 'after') }, ...inside, { offset: to, color: colorAt(stops, to, 'before') }]
}

/** The colour at an offset; at a hard edge the one on the given side. */
export function colorAt(stops: readonly PlacedStop[], offset: number, side: 'before' | 'after'): Color {
  const first = stops[0]! // at least one
  const isPast = (stop: PlacedStop): boolean => (side === 'after' ? stop.offset > offset : stop.offset >= offset)
  const index = stops.findIndex(isPast)
  if (index === 0) return first.color
  const before = stops[(index === -1 ? stops.length : index) - 1]!
  const after = index === -1 ? undefined : stops[index]
  if (after === undefined || after.offset === before.offset) return before.color
  return mix(before.color, after.color, (offset - before.offset) / (after.offset - before.offset))
}

/** Width in points of a hard edge where all stops have one offset: viewers paint nothing for a gradient between equal points. */
const HARD_EDGE = 0.01

/** Stops scaled to 0–1, with the offsets of both ends on the original line of `length` points. */
export function normalizeStops(stops: readonly PlacedStop[], length: number): { from: number; to: number; scaled: PlacedStop[] } {
  const from = stops[0]?.offset ?? 0
  const to = stops[stops.length - 1]?.offset ?? 1
  // All stops have one offset: a hard edge.
  if (!(to - from > 1e-9)) {
    const width = Math.max(1e-6, HARD_EDGE / (length || 1))
    return {
      from,
      to: from + width,
      scaled: [
        { offset: 0, color: stops[0]!.color },
        { offset: 1, color: stops[stops.length - 1]!.color },
      ],
    }
  }
  return { from, to, scaled: stops.map(({ offset, color }) => ({ offset: (offset - from) / (to - from), color })) }
}
