// Shadows, transforms, filters and clip paths.

import { concatMatrix, IDENTITY, type Matrix, PX } from '../../geometry.ts'
import { turn } from '../../space.ts'
import type {
  Color,
  ColorFilterName,
  FilterFunction,
  LengthPercentage,
  PaintOrder,
  PositionValue,
  Shadow,
  Sides,
  TransformFunction,
} from '../value.ts'
import { color } from './color.ts'
import { position } from './image.ts'
import { lookup } from './lookup.ts'
import { MAX_LENGTH, USES } from './units.ts'
import {
  angle,
  Cursor,
  commaList,
  customIdent,
  either,
  keywords,
  length,
  lengthPercentage,
  nonNegativeLength,
  nonNegativeNumber,
  number,
  numberOrPercentage,
  type Parser,
  spaceList,
  url,
} from './values.ts'

// ── Shadows ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function shadow(isText: boolean): Parser<Shadow> {
  return (c) => {
    let shade: Color | undefined
    let isInset = false
    let sizes: readonly number[] | undefined
    for (let isMore = true; isMore && !c.isDone; ) {
      isMore = false
      if (!isText && !isInset && c.keyword('inset') !== undefined) isMore = isInset = true
      if (sizes === undefined && (sizes = c.try(spaceList(length))) !== undefined) isMore = true
      if (shade === undefined && (shade = c.try(color)) !== undefined) isMore = true
    }
    if (sizes === undefined || sizes.length < 2 || sizes.length > (isText ? 3 : 4)) return undefined
    const [x = 0, y = 0, blur = 0, spread = 0] = sizes
    if (blur < 0) return undefined
    if (shade === undefined) c.environment.uses |= USES.color
    return { color: shade ?? c.environment.color, x, y, blur, spread, isInset }
  }
}

const orNone =
  <T>(parser: Parser<readonly T[]>): Parser<readonly T[]> =>
  (c) =>
    c.keyword('none') === undefined ? parser(c) : []

export const boxShadow: Parser<readonly Shadow[]> = orNone(commaList(shadow(false)))
export const textShadow: Parser<readonly Shadow[]> = orNone(commaList(shadow(true)))

// ── Transforms ──────────────────────────────────────────────────────────────────────────────────────────────────────────

type MakeTransform = (c: Cursor) => TransformFunction | undefined
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const matrix = (...m: Matrix): TransformFunction => ({ kind: 'matrix', matrix: m })

/** A second argument, or its default. */
function second<T>(c: Cursor, parser: Parser<T>, otherwise: T): T | undefined {
  return c.delim(',') ? parser(c) : otherwise
}

const rotate: MakeTransform = (c) => {
  const degrees = angle(c)
  if (degrees === undefined) return undefined
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))]
  return matrix(cos, sin, -sin, cos, 0, 0)
}

const translate: MakeTransform = (c) => {
  const x = lengthPercentage(c)
  const y = x === undefined ? undefined : second(c, lengthPercentage, 0)
  return x === undefined || y === undefined ? undefined : { kind: 'translate', x, y }
}

const scale: MakeTransform = (c) => {
  const x = numberOrPercentage(c)
  const y = x === undefined ? undefined : second(c, numberOrPercentage, x)
  return x === undefined || y === undefined ? undefined : matrix(x, 0, 0, y, 0, 0)
}

const skew: MakeTransform = (c) => {
  const x = angle(c)
  const y = x === undefined ? undefined : second(c, angle, 0)
  return x === undefined || y === undefined ? undefined : matrix(1, Math.tan(radians(y)), Math.tan(radians(x)), 1, 0, 0)
}

/** The translation of matrix() is in px. */
const sixNumbers: MakeTransform = (c) => {
  const values = commaList(number)(c)
  if (values?.length !== 6) return undefined
  const [a = 1, b = 0, m = 0, d = 1, e = 0, f = 0] = values
  c.environment.uses |= USES.zoom
  const px = PX * c.environment.zoom
  return matrix(a, b, m, d, e * px, f * px)
}

const one =
  <T>(parser: Parser<T>, make: (value: T) => TransformFunction): MakeTransform =>
  (c) => {
    const value = parser(c)
    return value === undefined ? undefined : make(value)
  }

const rotateAbout = (axis: readonly [x: number, y: number, z: number], degrees: number): TransformFunction => {
  const turned = turn(axis, degrees)
  return turned === undefined ? matrix(...IDENTITY) : { kind: 'space', matrix: turned }
}

const rotate3d: MakeTransform = (c) => {
  const axis: number[] = []
  for (let i = 0; i < 3; i++) {
    const along = number(c)
    if (along === undefined || !c.delim(',')) return undefined
    axis.push(along)
  }
  const [x = 0, y = 0, z = 0] = axis
  const degrees = angle(c)
  return degrees === undefined ? undefined : rotateAbout([x, y, z], degrees)
}

/** Translations are in px; what makes a perspective is left out. */
const sixteenNumbers: MakeTransform = (c) => {
  const values = commaList(number)(c)
  if (values?.length !== 16) return undefined
  c.environment.uses |= USES.zoom
  const px = PX * c.environment.zoom
  return { kind: 'space', matrix: values.map((value, i) => (i % 4 === 3 ? Number(i === 15) : i > 11 ? value * px : value)) }
}

const moved = (x: LengthPercentage, y: LengthPercentage, z: number): TransformFunction =>
  z === 0 ? { kind: 'translate', x, y } : { kind: 'translate', x, y, z }

/** Depth scaled by `z`. */
const scaleInSpace = (x: number, y: number, z: number): TransformFunction =>
  z === 1 ? matrix(x, 0, 0, y, 0, 0) : { kind: 'space', matrix: [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1] }

/** What is turned in space is shown as from the front: there is no perspective. */
const TRANSFORMS: Readonly<Record<string, MakeTransform>> = {
  matrix: sixNumbers,
  matrix3d: sixteenNumbers,
  translate,
  translatex: one(lengthPercentage, (x) => ({ kind: 'translate', x, y: 0 })),
  translatey: one(lengthPercentage, (y) => ({ kind: 'translate', x: 0, y })),
  translatez: one(length, (z) => ({ kind: 'translate', x: 0, y: 0, z })),
  translate3d: (c) => {
    const [x, y, z, ...rest] = commaList(lengthPercentage)(c) ?? []
    return x === undefined || y === undefined || typeof z !== 'number' || rest.length > 0 ? undefined : moved(x, y, z)
  },
  scale,
  scalex: one(numberOrPercentage, (x) => matrix(x, 0, 0, 1, 0, 0)),
  scaley: one(numberOrPercentage, (y) => matrix(1, 0, 0, y, 0, 0)),
  scalez: one(numberOrPercentage, (z) => scaleInSpace(1, 1, z)),
  scale3d: (c) => {
    const all = commaList(numberOrPercentage)(c)
    return all?.length === 3 ? scaleInSpace(all[0] ?? 1, all[1] ?? 1, all[2] ?? 1) : undefined
  },
  rotate,
  rotatez: rotate,
  rotatex: one(angle, (x) => rotateAbout([1, 0, 0], x)),
  rotatey: one(angle, (y) => rotateAbout([0, 1, 0], y)),
  rotate3d,
  skew,
  skewx: one(angle, (x) => matrix(1, 0, Math.tan(radians(x)), 1, 0, 0)),
  skewy: one(angle, (y) => matrix(1, Math.tan(radians(y)), 0, 1, 0, 0)),
  perspective: one(length, () => matrix(...IDENTITY)),
}

const transformFunction: Parser<TransformFunction> = (c) => {
  const item = c.next()
  if (item?.kind !== 'function') return undefined
  const inner = c.inside(item.items)
  const value = lookup(TRANSFORMS, item.name)?.(inner)
  return inner.isDone ? value : undefined
}

/** Adjacent matrices are multiplied: `rotate(…) scale(…)` is one function. */
export const transform: Parser<readonly TransformFunction[]> = orNone((c) => spaceList(transformFunction)(c)?.reduce(joinTransforms, []))

export function joinTransforms(list: readonly TransformFunction[], next: TransformFunction): readonly TransformFunction[] {
  const last = list.at(-1)
  if (last?.kind !== 'matrix' || next.kind !== 'matrix') return [...list, next]
  // The function written last is applied to the points first.
  return [...list.slice(0, -1), { kind: 'matrix', matrix: concatMatrix(next.matrix, last.matrix) }]
}

const AXES: Readonly<Record<'x' | 'y' | 'z', readonly [x: number, y: number, z: number]>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

/** `rotate: 45deg`, with an axis on either side of the angle (CSS Transforms 2 §5.2). */
export const rotateProperty: Parser<readonly TransformFunction[]> = orNone((c) => {
  const before = c.try(angle)
  const name = c.keyword('x', 'y', 'z')
  const vector = name === undefined ? c.try(threeNumbers) : AXES[name]
  const degrees = before ?? angle(c)
  if (degrees === undefined) return undefined
  const [x, y, z] = vector ?? AXES.z
  if (x !== 0 || y !== 0) return [rotateAbout([x, y, z], degrees)]
  // About the z axis alone only the sign of the vector counts.
  const value = TRANSFORMS['rotate']?.(degreesCursor(c, Math.sign(z) * degrees))
  return value && [value]
})

const threeNumbers: Parser<readonly [x: number, y: number, z: number]> = (c) => {
  const [x, y, z] = [number(c), number(c), number(c)]
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z]
}

const degreesCursor = (c: Cursor, value: number): Cursor =>
  new Cursor([{ kind: 'dimension', value, unit: 'deg', start: 0, end: 0, isSpaced: false }], c.environment)

export const scaleProperty: Parser<readonly TransformFunction[]> = orNone((c) => {
  const [x, y, z, ...rest] = spaceList(numberOrPercentage)(c) ?? []
  return x === undefined || rest.length > 0 ? undefined : [scaleInSpace(x, y ?? x, z ?? 1)]
})

export const translateProperty: Parser<readonly TransformFunction[]> = orNone((c) => {
  const [x, y, z = 0, ...rest] = spaceList(lengthPercentage)(c) ?? []
  return x === undefined || typeof z !== 'number' || rest.length > 0 ? undefined : [moved(x, y ?? 0, z)]
})

/** Two axes; the depth is ignored. */
export const transformOrigin: Parser<PositionValue> = (c) => {
  const value = position(c)
  c.try(length)
  return value
}

// ── Filters ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

type MakeFilter = (c: Cursor) => FilterFunction | undefined

/** A non-negative amount: 1 by default, and at most `most`. */
const amount =
  (name: Exclude<ColorFilterName, 'hue-rotate'> | 'opacity', most = Number.POSITIVE_INFINITY): MakeFilter =>
  (c) => {
    const value = c.isDone ? 1 : numberOrPercentage(c)
    if (value === undefined || value < 0) return undefined
    const clamped = Math.min(most, value)
    return name === 'opacity' ? { kind: 'opacity', value: clamped } : { kind: 'color', name, value: clamped }
  }

const FILTERS: Readonly<Record<string, MakeFilter>> = {
  blur: (c) => {
    const value = c.isDone ? 0 : nonNegativeLength(c)
    return value === undefined ? undefined : { kind: 'blur', value }
  },
  brightness: amount('brightness'),
  contrast: amount('contrast'),
  'drop-shadow': (c) => {
    const value = shadow(true)(c)
    return value && { kind: 'drop-shadow', shadow: value }
  },
  grayscale: amount('grayscale', 1),
  'hue-rotate': (c) => {
    const value = c.isDone ? 0 : angle(c)
    return value === undefined ? undefined : { kind: 'color', name: 'hue-rotate', value }
  },
  invert: amount('invert', 1),
  opacity: amount('opacity', 1),
  saturate: amount('saturate'),
  sepia: amount('sepia', 1),
}

/** Painting recurses once for each function. */
const MAX_FUNCTIONS = 64

const filterFunctions = spaceList<FilterFunction>((c) => {
  const address = c.try(url)
  if (address !== undefined) return address.startsWith('#') ? { kind: 'reference', id: address.slice(1) } : undefined
  const item = c.next()
  const make = item?.kind === 'function' ? lookup(FILTERS, item.name) : undefined
  if (item?.kind !== 'function' || make === undefined) return undefined
  const inner = c.inside(item.items)
  const value = make(inner)
  return inner.isDone ? value : undefined
})

export const filter: Parser<readonly FilterFunction[]> = orNone((c) => {
  const functions = filterFunctions(c)
  return functions !== undefined && functions.length <= MAX_FUNCTIONS ? functions : undefined
})

// ── Clips and the rest ──────────────────────────────────────────────────────────────────────────────────────────────────

/** `rect(top, right, bottom, left)`, also with spaces instead of commas. */
export const clip: Parser<'auto' | Sides<number | 'auto'>> = (c) => {
  if (c.keyword('auto') !== undefined) return 'auto'
  const inner = c.call('rect')
  if (inner === undefined) return undefined
  const side = either<'auto', number>(keywords('auto'), length)
  const values: (number | 'auto')[] = []
  while (!inner.isDone && values.length < 4) {
    const value = side(inner)
    if (value === undefined) return undefined
    values.push(value)
    inner.delim(',')
  }
  const [top, right, bottom, left] = values
  if (top === undefined || right === undefined || bottom === undefined || left === undefined || !inner.isDone) return undefined
  return [top, right, bottom, left]
}

/** `paint-order`: parts that are not named follow in the default order (SVG 2 §13.8). */
export const paintOrder: Parser<PaintOrder> = (c) => {
  if (c.keyword('normal') !== undefined) return NORMAL_ORDER
  const named = spaceList(keywords(...NORMAL_ORDER))(c)
  if (named === undefined || new Set(named).size !== named.length) return undefined
  return [...named, ...NORMAL_ORDER.filter((part) => !named.includes(part))]
}

export const NORMAL_ORDER = Object.freeze(['fill', 'stroke', 'markers'] as const)

/** All keywords except `none` are `auto` here (CSS UI 4 §7.1). */
export const appearance: Parser<'auto' | 'none'> = (c) => {
  const name = customIdent(c)
  return name === undefined ? undefined : name.toLowerCase() === 'none' ? 'none' : 'auto'
}

export const opacity: Parser<number> = (c) => {
  const value = numberOrPercentage(c)
  return value === undefined ? undefined : Math.max(0, Math.min(1, value))
}

/** `aspect-ratio: auto 16 / 9`. */
export const aspectRatio: Parser<{ readonly ratio: number; readonly isAuto: boolean } | 'auto'> = (c) => {
  let isAuto = c.keyword('auto') !== undefined
  const width = c.try(nonNegativeNumber)
  if (width === undefined) return isAuto ? 'auto' : undefined
  const height = c.delim('/') ? nonNegativeNumber(c) : 1
  if (c.keyword('auto') !== undefined) isAuto = true
  if (height === undefined) return undefined
  const ratio = width / height
  // A degenerate ratio is `auto` (CSS Sizing 4 §5), as are quotients that are beyond numbers.
  return ratio > 0 && ratio < Number.POSITIVE_INFINITY ? { ratio: Math.max(1 / MAX_LENGTH, Math.min(MAX_LENGTH, ratio)), isAuto } : 'auto'
}
