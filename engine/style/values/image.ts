// Images, gradients, positions and sizes: the values of `background-*`, `object-position` and similar properties.

import type { AutoLength, BackgroundLayer, ColorStop, ImageValue, LengthPercentage, PositionValue, RepeatStyle } from '../value.ts'
import { color, type Interpolation, interpolation, isSameColor, mixColors, TRANSPARENT } from './color.ts'
import { lookup } from './lookup.ts'
import { angle, type Cursor, either, keywords, lengthPercentage, nonNegative, numberOrPercentage, type Parser, url } from './values.ts'

const percent = (value: number): LengthPercentage => ({ kind: 'sum', length: 0, percent: value })
const CENTER = percent(50)

const SHARES = { left: 0, top: 0, center: 50, right: 100, bottom: 100 } as const
type Side = keyof typeof SHARES

type PositionPart = Side | LengthPercentage
const part: Parser<PositionPart> = either<Side, LengthPercentage>(keywords('left', 'top', 'center', 'right', 'bottom'), lengthPercentage)
const isSide = (value: PositionPart | undefined): value is Side => typeof value === 'string'
const isVertical = (value: PositionPart | undefined): boolean => value === 'top' || value === 'bottom'
const isHorizontal = (value: PositionPart | undefined): boolean => value === 'left' || value === 'right'

/** <position> of one to four parts (CSS Backgrounds 3 §3.6; three parts are valid in `background-position` only, but accepted everywhere). */
export const position: Parser<PositionValue> = (c) => {
  const parts: PositionPart[] = []
  while (parts.length < 4) {
    const value = c.try(part)
    if (value === undefined) break
    parts.push(value)
  }
  return parts.length <= 2 ? simplePosition(parts) : edgePosition(parts)
}

function simplePosition([first, second]: readonly PositionPart[]): PositionValue | undefined {
  if (first === undefined) return undefined
  const offset = (value: PositionPart): LengthPercentage => (isSide(value) ? percent(SHARES[value]) : value)
  if (second === undefined) return isVertical(first) ? { x: CENTER, y: offset(first) } : { x: offset(first), y: CENTER }
  const isSwapped = isVertical(first) || isHorizontal(second)
  const [x, y] = isSwapped ? [second, first] : [first, second]
  // "50% left" is invalid: both parts are horizontal.
  if (isVertical(x) || isHorizontal(y) || (isSwapped && !(isSide(first) && isSide(second)))) return undefined
  return { x: offset(x), y: offset(y) }
}

/** `right 10px bottom 5px`: offsets from named edges. */
function edgePosition(parts: readonly PositionPart[]): PositionValue | undefined {
  const found: { x?: LengthPercentage; y?: LengthPercentage } = {}
  let centers = 0
  for (let i = 0; i < parts.length; i++) {
    const side = parts[i]
    if (!isSide(side)) return undefined
    if (side === 'center') {
      centers++
      continue
    }
    const next = parts[i + 1]
    const hasOffset = next !== undefined && !isSide(next)
    const distance = hasOffset ? next : 0
    if (hasOffset) i++
    const axis = isVertical(side) ? 'y' : 'x'
    if (found[axis] !== undefined) return undefined
    found[axis] = side === 'right' || side === 'bottom' ? fromFarEdge(distance) : hasOffset ? distance : percent(0)
  }
  if (centers > 1 || (centers === 0 && (found.x === undefined || found.y === undefined))) return undefined
  return { x: found.x ?? CENTER, y: found.y ?? CENTER }
}

/** 100% − distance. */
function fromFarEdge(distance: LengthPercentage): LengthPercentage {
  if (typeof distance === 'number') return { kind: 'sum', length: -distance, percent: 100 }
  if (distance.kind === 'sum') return { kind: 'sum', length: -distance.length, percent: 100 - distance.percent }
  return { kind: distance.kind === 'min' ? 'max' : 'min', values: distance.values.map(fromFarEdge) }
}

/** The position on one axis: `left`, `right 10px`, `30%`; `auto` takes it from the pair. */
export const axisPosition =
  (near: 'left' | 'top', far: 'right' | 'bottom'): Parser<LengthPercentage | 'auto'> =>
  (c) => {
    const side = c.keyword(near, 'center', far, 'auto')
    if (side === undefined) return lengthPercentage(c)
    if (side === 'auto') return side
    const distance = side === 'center' ? undefined : c.try(lengthPercentage)
    if (distance === undefined) return percent(SHARES[side])
    return side === far ? fromFarEdge(distance) : distance
  }

// ── Images ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An image: a URL or a gradient. */
export const image: Parser<ImageValue> = (c) => {
  const address = c.try(url)
  if (address !== undefined) return { kind: 'url', url: address }
  const item = c.next()
  if (item?.kind !== 'function') return undefined
  const inner = c.inside(item.items)
  const parse = lookup(IMAGES, item.name.replace(/^-webkit-(?=image-set)/, ''))
  const value = parse?.(inner, item.name.includes('repeating'))
  return inner.isDone ? value : undefined
}

type ParseImage = (c: Cursor, isRepeating: boolean) => ImageValue | undefined

const linear: ParseImage = (c, isRepeating) => {
  const before = c.try(interpolation)
  const direction = c.try(linearDirection)
  const method = before ?? c.try(interpolation)
  if ((direction !== undefined || method !== undefined) && !c.delim(',')) return undefined
  const stops = colorStops(c, lengthPercentage, method)
  return stops && { kind: 'linear', angle: direction ?? 180, stops, isRepeating }
}

type LinearAngle = Extract<ImageValue, { kind: 'linear' }>['angle']
const DIRECTIONS = { top: 0, right: 90, bottom: 180, left: 270 } as const

const linearDirection: Parser<LinearAngle> = (c) => {
  if (c.keyword('to') === undefined) return angle(c)
  return sides(c)
}

function sides(c: Cursor): LinearAngle | undefined {
  const first = c.keyword('top', 'right', 'bottom', 'left')
  const second = c.keyword('top', 'right', 'bottom', 'left')
  if (first === undefined || second === undefined) return first && DIRECTIONS[first]
  const vertical = [first, second].find((side) => side === 'top' || side === 'bottom')
  const horizontal = [first, second].find((side) => side === 'left' || side === 'right')
  return vertical && horizontal && { corner: [vertical, horizontal] }
}

const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/** -webkit-linear-gradient: the keyword is the starting side, and angles are counter-clockwise from "to right" (CSS Compatibility §5). */
const oldLinear: ParseImage = (c, isRepeating) => {
  let direction: LinearAngle = 180
  const from = c.try(sides)
  const degrees = from === undefined ? c.try(angle) : undefined
  if (typeof from === 'number') direction = (from + 180) % 360
  else if (from !== undefined) direction = { corner: [OPPOSITE[from.corner[0]], OPPOSITE[from.corner[1]]] }
  else if (degrees !== undefined) direction = 90 - degrees
  if ((from !== undefined || degrees !== undefined) && !c.delim(',')) return undefined
  const stops = colorStops(c, lengthPercentage)
  return stops && { kind: 'linear', angle: direction, stops, isRepeating }
}

/** -webkit-radial-gradient: the position first, then shape and size, with `cover` and `contain` as old names of sizes. */
const oldRadial: ParseImage = (c, isRepeating) => {
  const at = c.try(position)
  if (at !== undefined && !c.delim(',')) return undefined
  const from = c.at
  const shape = c.keyword('circle', 'ellipse')
  const named = c.keyword(...EXTENTS, 'cover', 'contain')
  const size = named ?? radii(c)
  const last = shape ?? c.keyword('circle', 'ellipse')
  if (c.at > from && !c.delim(',')) return undefined
  const stops = colorStops(c, lengthPercentage)
  const extent = size === 'cover' ? 'farthest-corner' : size === 'contain' ? 'closest-side' : size
  return (
    stops && {
      kind: 'radial',
      shape: last ?? 'ellipse',
      size: extent ?? 'farthest-corner',
      position: at ?? { x: CENTER, y: CENTER },
      stops,
      isRepeating,
    }
  )
}

/** -webkit-gradient(linear, left top, right bottom, from(…), color-stop(…), to(…)) between corners or sides. Other forms are not supported. */
const oldest: ParseImage = (c) => {
  if (c.keyword('linear') === undefined || !c.delim(',')) return undefined
  const from = c.try(corner)
  const to = c.delim(',') ? c.try(corner) : undefined
  const direction = from && to && directionBetween(from, to)
  if (direction === undefined) return undefined
  const stops: ColorStop[] = []
  while (c.delim(',')) {
    const inner = c.call('from', 'to', 'color-stop')
    if (inner === undefined) return undefined
    const share = inner.name === 'from' ? 0 : inner.name === 'to' ? 1 : numberOrPercentage(inner)
    if (inner.name === 'color-stop' && !inner.delim(',')) return undefined
    const value = color(inner)
    if (share === undefined || value === undefined || !inner.isDone) return undefined
    stops.push({ color: value, at: percent(share * 100), isHint: false })
  }
  // Stops are ordered by position, not as written.
  const sorted = [...stops].sort((a, b) => shareOf(a) - shareOf(b))
  return sorted.length === 0 ? undefined : { kind: 'linear', angle: direction, stops: sorted, isRepeating: false }
}

const shareOf = ({ at }: ColorStop): number => (typeof at === 'object' && at.kind === 'sum' ? at.percent : 0)

interface Corner {
  readonly x: number
  readonly y: number
}

/** A point at a corner, a side or the center, in per cent. */
const corner: Parser<Corner> = (c) => {
  const one = (near: string, far: string): number | undefined => {
    const item = c.next()
    if (item?.kind === 'percentage') return item.value
    if (item?.kind === 'number') return item.value === 0 ? 0 : undefined
    if (item?.kind !== 'ident') return undefined
    return item.lower === near ? 0 : item.lower === far ? 100 : item.lower === 'center' ? 50 : undefined
  }
  const x = one('left', 'right')
  const y = x === undefined ? undefined : one('top', 'bottom')
  return x === undefined || y === undefined ? undefined : { x, y }
}

function directionBetween(from: Corner, to: Corner): LinearAngle | undefined {
  const across = to.x - from.x
  const down = to.y - from.y
  if (Math.abs(across) === 100 && Math.abs(down) === 100) return { corner: [down > 0 ? 'bottom' : 'top', across > 0 ? 'right' : 'left'] }
  if (across === 0 && Math.abs(down) === 100) return down > 0 ? 180 : 0
  return down === 0 && Math.abs(across) === 100 ? (across > 0 ? 90 : 270) : undefined
}

type RadialSize = Extract<ImageValue, { kind: 'radial' }>['size']
const EXTENTS = ['closest-side', 'closest-corner', 'farthest-side', 'farthest-corner'] as const

const radial: ParseImage = (c, isRepeating) => {
  let shape: 'circle' | 'ellipse' | undefined
  let size: RadialSize | undefined
  const from = c.at
  const before = c.try(interpolation)
  for (let isMore = true; isMore; ) {
    isMore = false
    shape ??= c.keyword('circle', 'ellipse')
    if (size === undefined) {
      size = c.keyword(...EXTENTS) ?? radii(c)
      isMore = size !== undefined
    }
  }
  shape ??= c.keyword('circle', 'ellipse')
  const place = c.keyword('at') === undefined ? { x: CENTER, y: CENTER } : position(c)
  const method = before ?? c.try(interpolation)
  if (place === undefined || (c.at > from && !c.delim(','))) return undefined
  const stops = colorStops(c, lengthPercentage, method)
  const isRound = typeof size === 'object' && size.length === 1
  if (stops === undefined || (isRound && shape === 'ellipse')) return undefined
  return {
    kind: 'radial',
    shape: shape ?? (isRound ? 'circle' : 'ellipse'),
    size: size ?? 'farthest-corner',
    position: place,
    stops,
    isRepeating,
  }
}

function radii(c: Cursor): readonly LengthPercentage[] | undefined {
  const first = c.try(nonNegative)
  if (first === undefined) return undefined
  const second = c.try(nonNegative)
  return second === undefined ? [first] : [first, second]
}

/** Positions of conic gradients: angles as a `length` in degrees, or percentages of the turn. */
const conicPosition: Parser<LengthPercentage> = (c) => {
  const item = c.peek()
  return item?.kind === 'percentage' ? lengthPercentage(c) : angle(c)
}

const conic: ParseImage = (c, isRepeating) => {
  const begin = c.at
  const before = c.try(interpolation)
  const from = c.keyword('from') === undefined ? 0 : angle(c)
  const place = c.keyword('at') === undefined ? { x: CENTER, y: CENTER } : position(c)
  const method = before ?? c.try(interpolation)
  if (from === undefined || place === undefined || (c.at > begin && !c.delim(','))) return undefined
  const stops = colorStops(c, conicPosition, method)
  return stops && { kind: 'conic', from, position: place, stops, isRepeating }
}

function colorStops(c: Cursor, at: Parser<LengthPercentage>, method?: Interpolation): readonly ColorStop[] | undefined {
  const stops: ColorStop[] = []
  do {
    const before = c.try(at)
    const value = c.try(color)
    if (value === undefined) {
      // A hint is valid between two colours only.
      if (before === undefined || stops.length === 0 || stops.at(-1)?.isHint) return undefined
      stops.push({ color: TRANSPARENT, at: before, isHint: true })
      continue
    }
    const first = before ?? c.try(at)
    stops.push({ color: value, at: first, isHint: false })
    const second = c.try(at)
    if (second !== undefined) stops.push({ color: value, at: second, isHint: false })
  } while (c.delim(','))
  if (stops.length === 0 || stops.at(-1)?.isHint) return undefined
  return method === undefined ? stops : withColorsBetween(stops, method)
}

/** Straight segments in sRGB that approximate interpolation in another colour space. */
const SEGMENTS = 16

/** Adds colours between the stops, interpolated in another space than sRGB. */
function withColorsBetween(stops: readonly ColorStop[], method: Interpolation): readonly ColorStop[] {
  let before: ColorStop | undefined
  return stops.map((stop) => {
    if (stop.isHint) return stop
    const from = before?.color
    before = stop
    if (from === undefined || isSameColor(from, stop.color)) return stop
    return { ...stop, between: Array.from({ length: SEGMENTS - 1 }, (_, i) => mixColors(method, from, stop.color, (i + 1) / SEGMENTS)) }
  })
}

/** Formats that images may have; others are passed over where a type says so. */
const IMAGE_TYPES = /^image\/(?:png|apng|jpeg|jpg|gif|webp|avif|svg\+xml)$/i

/** image-set(a 1x, b 2x type('image/png')): the image of the highest resolution among those of known types. */
const imageSet: ParseImage = (c) => {
  let best: ImageValue | undefined
  let sharpest = -1
  do {
    const item = c.peek()
    const value = item?.kind === 'string' ? { kind: 'url' as const, url: item.value } : c.try(image)
    if (value === undefined) return undefined
    if (item?.kind === 'string') c.at++
    let density = 1
    let isKnown = true
    for (let option = c.peek(); option !== undefined && option.kind !== 'delim'; option = c.peek()) {
      const type = option.kind === 'dimension' ? undefined : c.call('type')?.peek()
      if (option.kind === 'dimension') {
        density = option.value / (lookup({ dpi: 96, dpcm: 96 / 2.54 }, option.unit) ?? 1)
        c.at++
      } else if (type?.kind === 'string') isKnown = IMAGE_TYPES.test(type.value)
      else return undefined
    }
    if (isKnown && density > sharpest) [best, sharpest] = [withOwnDensity(value, density), density]
  } while (c.delim(','))
  return best
}

const withOwnDensity = (value: ImageValue, density: number): ImageValue =>
  value.kind === 'url' && density !== 1 && density > 0 ? { ...value, density } : value

/** image(<color>): a plain colour, as a gradient. */
const plain: ParseImage = (c) => {
  const value = color(c)
  if (value === undefined) return undefined
  const stop = { color: value, at: undefined, isHint: false }
  return { kind: 'linear', angle: 180, stops: [stop, stop], isRepeating: false }
}

const IMAGES: Readonly<Record<string, ParseImage>> = {
  'linear-gradient': linear,
  'repeating-linear-gradient': linear,
  '-webkit-linear-gradient': oldLinear,
  '-webkit-repeating-linear-gradient': oldLinear,
  '-webkit-gradient': oldest,
  '-webkit-radial-gradient': oldRadial,
  '-webkit-repeating-radial-gradient': oldRadial,
  'radial-gradient': radial,
  'repeating-radial-gradient': radial,
  'conic-gradient': conic,
  'repeating-conic-gradient': conic,
  'image-set': imageSet,
  image: plain,
}

// ── Backgrounds ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type BackgroundSize = BackgroundLayer['size']
export type BackgroundRepeat = BackgroundLayer['repeat']

export const autoLength: Parser<AutoLength> = either<'auto', LengthPercentage>(keywords('auto'), lengthPercentage)
const autoOrPositive: Parser<AutoLength> = either<'auto', LengthPercentage>(keywords('auto'), nonNegative)

export const backgroundSize: Parser<BackgroundSize> = (c) => {
  const whole = c.keyword('cover', 'contain')
  if (whole !== undefined) return whole
  const width = autoOrPositive(c)
  return width === undefined ? undefined : { width, height: c.try(autoOrPositive) ?? 'auto' }
}

export const backgroundRepeat: Parser<BackgroundRepeat> = (c) => {
  if (c.keyword('repeat-x') !== undefined) return { x: 'repeat', y: 'no-repeat' }
  if (c.keyword('repeat-y') !== undefined) return { x: 'no-repeat', y: 'repeat' }
  const one = keywords<RepeatStyle>('repeat', 'no-repeat', 'space', 'round')
  const x = one(c)
  return x && { x, y: c.try(one) ?? x }
}

export const imageOrNone: Parser<ImageValue | 'none'> = either<'none', ImageValue>(keywords('none'), image)
