// Basic shapes (CSS Shapes 1 §3, CSS Shapes 2 §2), of `clip-path` and `shape-outside`.
import type {
  BasicShape,
  ClipPath,
  ControlPoint,
  CornerRadii,
  FillRule,
  ReferenceBox,
  ShapeBox,
  ShapeCommand,
  ShapeOutside,
  ShapeRadius,
} from '../basic-shape.ts'
import type { CornerRadius, LengthPercentage, PositionValue, Sides } from '../value.ts'
import { position } from './image.ts'
import { lookup } from './lookup.ts'
import { angle, type Cursor, commaList, either, keywords, lengthPercentage, nonNegative, type Parser, spaceList, url } from './values.ts'

/** One to four values for top, right, bottom, left. */
export function fourSides<T>(values: readonly T[] | undefined): Sides<T> | undefined {
  const [top, right = top, bottom = top, left = right, ...rest] = values ?? []
  if (top === undefined || right === undefined || bottom === undefined || left === undefined || rest.length > 0) return undefined
  return [top, right, bottom, left]
}

/** `border-radius` of all corners from the top left clockwise. */
const cornerRadii: Parser<CornerRadii> = (c) => {
  const x = fourSides(spaceList(nonNegative)(c))
  const y = c.delim('/') ? fourSides(spaceList(nonNegative)(c)) : x
  if (x === undefined || y === undefined) return undefined
  const corner = (i: 0 | 1 | 2 | 3): CornerRadius => ({ x: x[i], y: y[i] })
  return [corner(0), corner(1), corner(2), corner(3)]
}

const SQUARE: CornerRadius = { x: 0, y: 0 }
const percent = (value: number): LengthPercentage => ({ kind: 'sum', length: 0, percent: value })
const CENTER: PositionValue = { x: percent(50), y: percent(50) }

const rounding: Parser<CornerRadii> = (c) => (c.keyword('round') === undefined ? [SQUARE, SQUARE, SQUARE, SQUARE] : cornerRadii(c))

const shapeRadius: Parser<ShapeRadius> = (c) => c.keyword('closest-side', 'farthest-side') ?? nonNegative(c)
const center: Parser<PositionValue> = (c) => (c.keyword('at') === undefined ? CENTER : position(c))

/** Before a comma, or alone before what follows. */
const fillRule = (c: Cursor): FillRule => {
  const rule = c.keyword('nonzero', 'evenodd')
  if (rule !== undefined) c.delim(',')
  return rule ?? 'nonzero'
}

const pair: Parser<PositionValue> = (c) => {
  const x = lengthPercentage(c)
  const y = x === undefined ? undefined : lengthPercentage(c)
  return x === undefined || y === undefined ? undefined : { x, y }
}

const edge = either<'auto', LengthPercentage>(keywords('auto'), lengthPercentage)

/** Shapes with an inside that text can flow around. */
const RECTANGLES: Readonly<Record<string, Parser<BasicShape>>> = {
  inset: (c) => {
    const edges = fourSides(spaceList(lengthPercentage)(c))
    const radii = rounding(c)
    return edges && radii && { kind: 'inset', edges, radii }
  },
  rect: (c) => {
    const [top, right, bottom, left, ...rest] = spaceList(edge)(c) ?? []
    const radii = rounding(c)
    if (top === undefined || right === undefined || bottom === undefined || left === undefined || rest.length > 0) return undefined
    return radii && { kind: 'rect', edges: [top, right, bottom, left], radii }
  },
  xywh: (c) => {
    const corner = pair(c)
    const width = corner && nonNegative(c)
    const height = width === undefined ? undefined : nonNegative(c)
    const radii = rounding(c)
    if (corner === undefined || width === undefined || height === undefined) return undefined
    return radii && { kind: 'xywh', position: corner, width, height, radii }
  },
}

const SHAPES: Readonly<Record<string, Parser<BasicShape>>> = {
  ...RECTANGLES,
  circle: (c) => {
    const radius = c.try(shapeRadius) ?? 'closest-side'
    const at = center(c)
    return at && { kind: 'circle', radius, center: at }
  },
  ellipse: (c) => {
    const rx = c.try(shapeRadius)
    const ry = rx === undefined ? undefined : c.try(shapeRadius)
    const at = center(c)
    // Both radii or none.
    return at && (rx === undefined) === (ry === undefined)
      ? { kind: 'ellipse', rx: rx ?? 'closest-side', ry: ry ?? 'closest-side', center: at }
      : undefined
  },
  polygon: (c) => {
    const rule = fillRule(c)
    const points = commaList(pair)(c)
    return points && { kind: 'polygon', rule, points }
  },
}

/** Outlines alone. */
const PATHS: Readonly<Record<string, Parser<BasicShape>>> = {
  path: (c) => {
    const rule = fillRule(c)
    const item = c.next()
    return item?.kind === 'string' ? { kind: 'path', rule, path: item.value } : undefined
  },
  shape: (c) => {
    const rule = c.keyword('nonzero', 'evenodd') ?? 'nonzero'
    if (c.keyword('from') === undefined) return undefined
    const from = position(c)
    if (from === undefined || !c.delim(',')) return undefined
    const commands = commaList(command)(c)
    return commands && { kind: 'shape', rule, from, commands }
  },
}

// ── shape() ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const HORIZONTAL: Readonly<Record<string, LengthPercentage>> = {
  left: 0,
  center: percent(50),
  right: percent(100),
  'x-start': 0,
  'x-end': percent(100),
}
const VERTICAL: Readonly<Record<string, LengthPercentage>> = {
  top: 0,
  center: percent(50),
  bottom: percent(100),
  'y-start': 0,
  'y-end': percent(100),
}

const onAxis =
  (names: Readonly<Record<string, LengthPercentage>>, by: boolean): Parser<LengthPercentage> =>
  (c) => {
    const name = by ? undefined : c.keyword(...Object.keys(names))
    return name === undefined ? lengthPercentage(c) : lookup(names, name)
  }

/** `<position> | <coordinate-pair> from start`; without a word, it is measured as the end of its step is. */
const controlPoint =
  (by: boolean): Parser<ControlPoint> =>
  (c) => {
    const { at } = c
    const own = c.try(pair)
    if (own !== undefined && c.keyword('from') !== undefined) {
      const from = c.keyword('start', 'end', 'origin')
      return from && { point: own, from }
    }
    if (by) return own && { point: own, from: 'start' }
    c.at = at
    const point = position(c)
    return point && { point, from: 'origin' }
  }

const controlPoints =
  (by: boolean): Parser<readonly ControlPoint[]> =>
  (c) => {
    const first = controlPoint(by)(c)
    if (first === undefined || !c.delim('/')) return first && [first]
    const last = controlPoint(by)(c)
    return last && [first, last]
  }

function arc(c: Cursor, by: boolean, end: PositionValue): ShapeCommand | undefined {
  if (c.keyword('of') === undefined) return undefined
  const rx = lengthPercentage(c)
  if (rx === undefined) return undefined
  const ry = c.try(lengthPercentage)
  let sweep: 'cw' | 'ccw' | undefined
  let size: 'large' | 'small' | undefined
  let rotation: number | undefined
  while (!c.isDone && c.peek()?.kind === 'ident') {
    const word = c.keyword('cw', 'ccw', 'large', 'small', 'rotate')
    if (word === undefined) return undefined
    if (word === 'rotate') {
      if (rotation !== undefined || (rotation = angle(c)) === undefined) return undefined
    } else if (word === 'cw' || word === 'ccw') {
      if (sweep !== undefined) return undefined
      sweep = word
    } else {
      if (size !== undefined) return undefined
      size = word
    }
  }
  return { kind: 'arc', by, end, rx, ry, isClockwise: sweep === 'cw', isLarge: size === 'large', rotation: rotation ?? 0 }
}

const command: Parser<ShapeCommand> = (c) => {
  const kind = c.keyword('move', 'line', 'hline', 'vline', 'curve', 'smooth', 'arc', 'close')
  if (kind === undefined || kind === 'close') return kind && { kind }
  const way = c.keyword('to', 'by')
  if (way === undefined) return undefined
  const by = way === 'by'
  if (kind === 'hline' || kind === 'vline') {
    const end = onAxis(kind === 'hline' ? HORIZONTAL : VERTICAL, by)(c)
    return end === undefined ? undefined : { kind, by, end }
  }
  const end = (by ? pair : position)(c)
  if (end === undefined) return undefined
  if (kind === 'arc') return arc(c, by, end)
  if (kind === 'move' || kind === 'line') return { kind, by, end }
  const controls = c.keyword('with') === undefined ? [] : controlPoints(by)(c)
  const least = kind === 'curve' ? 1 : 0
  return controls && controls.length >= least && controls.length <= least + 1 ? { kind, by, end, controls } : undefined
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const SHAPE_BOXES = ['margin-box', 'border-box', 'padding-box', 'content-box'] as const
const shapeBox: Parser<ShapeBox> = keywords(...SHAPE_BOXES)
const referenceBox: Parser<ReferenceBox> = keywords(...SHAPE_BOXES, 'fill-box', 'stroke-box', 'view-box')

const functionOf =
  (...tables: readonly Readonly<Record<string, Parser<BasicShape>>>[]): Parser<BasicShape> =>
  (c) => {
    const item = c.next()
    if (item?.kind !== 'function') return undefined
    const parser = tables.map((table) => lookup(table, item.name)).find((found) => found !== undefined)
    const inner = c.inside(item.items)
    const value = parser?.(inner)
    return inner.isDone ? value : undefined
  }

/** `[ <basic-shape> || <box> ]`: either in any order. */
function shapeInBox<B>(
  c: Cursor,
  shape: Parser<BasicShape>,
  box: Parser<B>,
): { readonly shape: BasicShape | undefined; readonly box: B | undefined } | undefined {
  const before = c.try(box)
  const own = c.try(shape)
  const used = before ?? (own === undefined ? undefined : c.try(box))
  return own === undefined && used === undefined ? undefined : { shape: own, box: used }
}

export const clipPath: Parser<ClipPath | 'none'> = (c) => {
  if (c.keyword('none') !== undefined) return 'none'
  const reference = c.try(url)
  if (reference !== undefined) return { shape: undefined, box: 'border-box', reference }
  const value = shapeInBox(c, functionOf(SHAPES, PATHS), referenceBox)
  return value && { shape: value.shape, box: value.box ?? 'border-box' }
}

export const shapeOutside: Parser<ShapeOutside | 'none'> = (c) => {
  if (c.keyword('none') !== undefined) return 'none'
  const value = shapeInBox(c, functionOf(SHAPES), shapeBox)
  return value && { shape: value.shape, box: value.box ?? 'margin-box' }
}

/** `object-view-box` (CSS Images 5 §5.7). */
export const viewBox: Parser<BasicShape | 'none'> = (c) => {
  if (c.keyword('none') !== undefined) return 'none'
  return functionOf(RECTANGLES)(c)
}
