// Paint servers of drawings: gradients and patterns (SVG 2 §14).

import { parseLength } from '../../drawing-length.ts'
import { concatMatrix, IDENTITY, invertMatrix, type Matrix, type Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import type { Gradient, Paint } from '../canvas.ts'
import { transformRect } from '../geometry/path.ts'
import { mix, type PlacedStop } from '../gradient/color-stops.ts'
import { chargeForForm, type Drawing, elementsOf, followReference, hrefId } from './drawing.ts'
import type { SvgState } from './state.ts'
import { parseProportion, parseTransform } from './values.ts'
import { fitViewBox, parseViewBox } from './viewport.ts'

/** Most periods that a repeated gradient is unrolled to. */
const MOST_PERIODS = 200

/** The paint server of an id, for a shape with these bounds; undefined when there is none. */
export function serverPaint(id: string, bounds: Rect, state: SvgState, drawing: Drawing): Paint | undefined {
  const element = drawing.byId(id)
  if (element === undefined) return undefined
  if (element.tag === 'linearGradient' || element.tag === 'radialGradient') return gradientPaint(element, bounds, state, drawing)
  if (element.tag === 'pattern') return patternPaint(element, bounds, state, drawing)
  return undefined
}

/** An element and the templates it refers to by `href`, nearest first: attributes and children come from the first that has them. */
function templates(element: VectorElement, drawing: Drawing): VectorElement[] {
  const chain: VectorElement[] = []
  for (let next: VectorElement | undefined = element; next !== undefined && chain.length < 16 && !chain.includes(next); ) {
    chain.push(next)
    const id = hrefId(next)
    next = id === undefined ? undefined : drawing.byId(id)
  }
  return chain
}

type Get = (name: string) => string | undefined

function attributeOf(chain: readonly VectorElement[]): Get {
  return (name) => chain.find((element) => element.attributes.has(name))?.attributes.get(name)
}

// ── Gradients ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function gradientPaint(element: VectorElement, bounds: Rect, state: SvgState, drawing: Drawing): Paint | undefined {
  const chain = templates(element, drawing)
  const get = attributeOf(chain)
  const stops = stopsOf(chain, state, drawing)
  const last = stops[stops.length - 1]
  if (last === undefined) return { kind: 'color', color: { red: 0, green: 0, blue: 0, alpha: 0 } }
  if (stops.length === 1) return { kind: 'color', color: last.color }
  const usesBox = get('gradientUnits') !== 'userSpaceOnUse'
  if (usesBox && !(bounds.width > 0 && bounds.height > 0)) return undefined
  const units: Matrix = usesBox ? [bounds.width, 0, 0, bounds.height, bounds.x, bounds.y] : IDENTITY
  const matrix = concatMatrix(parseTransform(get('gradientTransform')), units)
  const basis = usesBox ? { width: 1, height: 1 } : state.viewport
  const geometry = element.tag === 'linearGradient' ? linearGeometry(get, basis, state) : radialGeometry(get, basis, state)
  const gradient: Gradient = { kind: element.tag === 'linearGradient' ? 'linear' : 'radial', geometry, stops, matrix }
  return { kind: 'gradient', gradient: spread(gradient, get('spreadMethod'), bounds) }
}

type Basis = { readonly width: number; readonly height: number }

function linearGeometry(get: Get, basis: Basis, { fontSize }: SvgState): number[] {
  const length = (name: string, of: number, initial: number): number => parseLength(get(name), of, fontSize) ?? initial
  return [
    length('x1', basis.width, 0),
    length('y1', basis.height, 0),
    length('x2', basis.width, basis.width),
    length('y2', basis.height, 0),
  ]
}

function radialGeometry(get: Get, basis: Basis, { fontSize }: SvgState): number[] {
  const mean = Math.hypot(basis.width, basis.height) / Math.SQRT2
  const length = (name: string, of: number): number | undefined => parseLength(get(name), of, fontSize)
  const cx = length('cx', basis.width) ?? basis.width / 2
  const cy = length('cy', basis.height) ?? basis.height / 2
  const r = length('r', mean) ?? mean / 2
  const fr = length('fr', mean) ?? 0
  let fx = length('fx', basis.width) ?? cx
  let fy = length('fy', basis.height) ?? cy
  // A focus outside of the circle is moved to just inside of it.
  const distance = Math.hypot(fx - cx, fy - cy)
  if (distance > r * 0.999) {
    fx = cx + ((fx - cx) * r * 0.999) / distance
    fy = cy + ((fy - cy) * r * 0.999) / distance
  }
  return [fx, fy, fr, cx, cy, Math.max(r, 1e-6)]
}

/** The same for all shapes: colours of stops are inherited from the gradient's ancestors. */
function stopsOf(chain: readonly VectorElement[], state: SvgState, drawing: Drawing): readonly PlacedStop[] {
  const owner = chain.find((element) => drawing.stops.has(element) || elementsOf(element).some((child) => child.tag === 'stop'))
  if (owner === undefined) return []
  let stops = drawing.stops.get(owner)
  if (stops === undefined) drawing.stops.set(owner, (stops = readStops(owner, state, drawing)))
  return stops
}

function readStops(owner: VectorElement, state: SvgState, drawing: Drawing): PlacedStop[] {
  const stops: PlacedStop[] = []
  let least = 0
  for (const element of elementsOf(owner)) {
    if (element.tag !== 'stop') continue
    least = Math.max(least, parseProportion(element.attributes.get('offset')) ?? 0)
    stops.push({ offset: least, color: stopColor(element, state, drawing) })
  }
  const first = stops[0]
  if (stops.length > 1 && first !== undefined && first.offset > 0) stops.unshift({ offset: 0, color: first.color })
  return stops
}

function stopColor(element: VectorElement, state: SvgState, drawing: Drawing): Color {
  const { attributes } = element
  const own = drawing.inheritedBy(element, state.viewport)
  const text = attributes.get('stop-color') ?? 'black'
  const color = /^currentcolor$/i.test(text) ? own.color : (drawing.context.parseColor(text) ?? { red: 0, green: 0, blue: 0, alpha: 1 })
  const opacity = parseProportion(attributes.get('stop-opacity')) ?? 1
  return opacity === 1 ? color : { ...color, alpha: color.alpha * opacity }
}

/** Unrolls a repeated gradient over the bounds of the shape. */
function spread(gradient: Gradient, method: string | undefined, bounds: Rect): Gradient {
  if (method !== 'repeat' && method !== 'reflect') return gradient
  const back = invertMatrix(gradient.matrix)
  if (back === undefined) return gradient
  const own = transformRect(bounds, back)
  const [from, to] = reach(gradient, own)
  const first = Math.floor(from)
  const count = Math.min(MOST_PERIODS, Math.ceil(to) - first)
  if (count <= 1 && first === 0) return gradient
  const stops: PlacedStop[] = []
  for (let k = first; k < first + count; k++) {
    const isMirrored = method === 'reflect' && k % 2 !== 0
    const period = isMirrored ? gradient.stops.map((stop) => ({ offset: 1 - stop.offset, color: stop.color })).reverse() : gradient.stops
    for (const stop of period) stops.push({ offset: (stop.offset + k - first) / count, color: stop.color })
  }
  const g = gradient.geometry
  const at = (i: number, j: number, t: number): number => (g[i] ?? 0) + ((g[j] ?? 0) - (g[i] ?? 0)) * t
  const geometry =
    gradient.kind === 'linear'
      ? [at(0, 2, first), at(1, 3, first), at(0, 2, first + count), at(1, 3, first + count)]
      : [
          at(0, 3, first),
          at(1, 4, first),
          Math.max(0, at(2, 5, first)),
          at(0, 3, first + count),
          at(1, 4, first + count),
          at(2, 5, first + count),
        ]
  return { ...gradient, geometry, stops }
}

/** The range of gradient offsets that a box covers. */
function reach({ kind, geometry }: Gradient, box: Rect): readonly [number, number] {
  const corners = [box.x, box.x + box.width].flatMap((x) => [box.y, box.y + box.height].map((y) => [x, y] as const))
  const [x0 = 0, y0 = 0, a = 0, b = 0, cy = 0, r = 1] = geometry
  if (kind === 'linear') {
    const square = (a - x0) ** 2 + (b - y0) ** 2
    const along = corners.map(([x, y]) => ((x - x0) * (a - x0) + (y - y0) * (b - y0)) / (square || 1))
    return [Math.min(...along), Math.max(...along)]
  }
  return [0, Math.max(...corners.map(([x, y]) => Math.hypot(x - b, y - cy))) / r + 1]
}

// ── Patterns ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function patternPaint(element: VectorElement, bounds: Rect, state: SvgState, drawing: Drawing): Paint | undefined {
  const inner = followReference(drawing)
  const chain = templates(element, drawing)
  const get = attributeOf(chain)
  const usesBox = get('patternUnits') !== 'userSpaceOnUse'
  const basis = usesBox ? { width: 1, height: 1 } : state.viewport
  const length = (name: string, of: number): number => parseLength(get(name), of, state.fontSize) ?? 0
  let cell: Rect = {
    x: length('x', basis.width),
    y: length('y', basis.height),
    width: length('width', basis.width),
    height: length('height', basis.height),
  }
  if (usesBox) {
    cell = {
      x: bounds.x + cell.x * bounds.width,
      y: bounds.y + cell.y * bounds.height,
      width: cell.width * bounds.width,
      height: cell.height * bounds.height,
    }
  }
  const owner = chain.find((one) => elementsOf(one).length > 0)
  if (inner === undefined || owner === undefined || !(cell.width > 0 && cell.height > 0)) return undefined
  chargeForForm(inner)
  const viewBox = parseViewBox(get('viewBox'))
  const content: Matrix =
    viewBox !== undefined
      ? fitViewBox(viewBox, cell, get('preserveAspectRatio')).matrix
      : get('patternContentUnits') === 'objectBoundingBox'
        ? [bounds.width, 0, 0, bounds.height, cell.x, cell.y]
        : [1, 0, 0, 1, cell.x, cell.y]
  const own = drawing.inheritedBy(owner, viewBox ?? state.viewport)
  return {
    kind: 'pattern',
    pattern: {
      ...cell,
      stepX: cell.width,
      stepY: cell.height,
      matrix: parseTransform(get('patternTransform')),
      draw: (canvas) => {
        canvas.save()
        canvas.transform(content)
        for (const child of elementsOf(owner)) inner.draw(child, own, { ...inner, canvas })
        canvas.restore()
      },
    },
  }
}

/** A single colour in place of a paint server, for strokes of text: the mean of a gradient's stops. */
export function plainColor(paint: Paint): Color | undefined {
  if (paint.kind === 'color') return paint.color
  if (paint.kind === 'pattern') return undefined
  const { stops } = paint.gradient
  const first = stops[0]
  return first === undefined ? undefined : stops.reduce((mean, stop, i) => mix(mean, stop.color, 1 / (i + 1)), first.color)
}
