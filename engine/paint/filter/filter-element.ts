// Problem: a `filter` element (Filter Effects 1 §9) is a graph of operations on pixels, and there are none here.
// Approach: each result is a list of layers, and a layer is the content, painted with steps that a canvas can do: moved, blurred, in other colours, in one colour.
// Shadows, glows and recolouring, which is what drawing programs export, are such lists. Anything else (light, noise, arithmetic of pixels) is not, and undefined.
// Steps are in a normal form: one colour comes first, as it commutes with being moved and blurred.

import { parseLength } from '../../drawing-length.ts'
import type { Rect } from '../../geometry.ts'
import type { ColorMatrix, VectorElement } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import { alphaTransfer, colorTransfer, matrixOf } from './color-primitives.ts'
import { linearToColor } from './linear-light.ts'

export type FilterStep =
  | { readonly kind: 'one-color'; readonly color: Color }
  | { readonly kind: 'matrix'; readonly matrix: ColorMatrix; readonly isLinear: boolean }
  | { readonly kind: 'opacity'; readonly value: number }
  | { readonly kind: 'offset'; readonly x: number; readonly y: number }
  | { readonly kind: 'blur'; readonly value: number }
  /** Of a shape in one colour: larger by so much on each side. */
  | { readonly kind: 'dilate'; readonly x: number; readonly y: number }

/** What is painted of a filter, over the layer before: the content with steps, the first innermost, or a colour over the region. */
export type FilterLayer = {
  readonly blendMode: string
} & (
  | { readonly kind: 'content'; readonly steps: readonly FilterStep[] }
  | { readonly kind: 'flood'; readonly color: Color; readonly area: Rect }
)

export interface CompiledFilter {
  /** Clips all layers. */
  readonly region: Rect
  readonly layers: readonly FilterLayer[]
  /** Some of it has no form here and is left out. */
  readonly isPartial: boolean
}

/** The coordinates that a filter is used in. */
export interface FilterSpace {
  /** Bounding box of the content. */
  readonly bounds: Rect
  readonly viewport: { readonly width: number; readonly height: number }
  parseColor(text: string): Color | undefined
}

type Layers = readonly FilterLayer[]

const MOST_LAYERS = 16
/** Painting recurses once for each. */
const MOST_STEPS = 64
const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const SOURCE: Layers = [{ kind: 'content', steps: [], blendMode: 'normal' }]

/** Undefined when some operation has no form here. Lengths are in user units. */
export function compileFilter(filter: VectorElement, space: FilterSpace): CompiledFilter | undefined {
  const region = regionOf(filter, space)
  const compiler = new Compiler(filter, region, space)
  let last: Layers = SOURCE
  for (const child of filter.children) {
    if (typeof child === 'string' || !child.tag.startsWith('fe')) continue
    const result = compiler.result(child, last)
    if (result === undefined || isTooMuch(result)) return undefined
    last = result
  }
  return { region, layers: last, isPartial: compiler.isPartial }
}

function isTooMuch(layers: Layers): boolean {
  return layers.length > MOST_LAYERS || layers.some((layer) => layer.kind === 'content' && layer.steps.length > MOST_STEPS)
}

/** A filter in other coordinates: `unit` is one user unit, `origin` where they begin. */
export function placedFilter({ region, layers, isPartial }: CompiledFilter, unit: number, origin: Rect): CompiledFilter {
  const placed = ({ x, y, width, height }: Rect): Rect => ({
    ...{ x: origin.x + x * unit, y: origin.y + y * unit },
    ...{ width: width * unit, height: height * unit },
  })
  const scaled = (step: FilterStep): FilterStep => {
    if (step.kind === 'offset') return { ...step, x: step.x * unit, y: step.y * unit }
    if (step.kind === 'dilate') return { ...step, x: step.x * unit, y: step.y * unit }
    return step.kind === 'blur' ? { ...step, value: step.value * unit } : step
  }
  const inPlace = layers.map(
    (layer): FilterLayer =>
      layer.kind === 'flood' ? { ...layer, area: placed(layer.area) } : { ...layer, steps: layer.steps.map(scaled) },
  )
  return { region: placed(region), layers: inPlace, isPartial }
}

/** The filter region (§9.1): 10 % more than the bounding box on each side, unless the filter says otherwise. */
function regionOf({ attributes }: VectorElement, { bounds, viewport }: FilterSpace): Rect {
  const isUser = attributes.get('filterUnits') === 'userSpaceOnUse'
  const along = (name: string, origin: number, basis: number, viewportBasis: number, initial: string): number => {
    const text = attributes.get(name) ?? initial
    if (isUser) return parseLength(text, viewportBasis, 16) ?? 0
    // Numbers are fractions.
    const value = text.trim().endsWith('%') ? (parseLength(text, 1, 0) ?? 0) : Number(text)
    return origin + (Number.isFinite(value) ? value : 0) * basis
  }
  return {
    x: along('x', bounds.x, bounds.width, viewport.width, '-10%'),
    y: along('y', bounds.y, bounds.height, viewport.height, '-10%'),
    width: along('width', 0, bounds.width, viewport.width, '120%'),
    height: along('height', 0, bounds.height, viewport.height, '120%'),
  }
}

class Compiler {
  isPartial = false
  readonly #results = new Map<string, Layers>()
  readonly #filter: VectorElement
  readonly #region: Rect
  readonly #space: FilterSpace

  constructor(filter: VectorElement, region: Rect, space: FilterSpace) {
    this.#filter = filter
    this.#region = region
    this.#space = space
  }

  result(primitive: VectorElement, last: Layers): Layers | undefined {
    const result = this.#primitive(primitive, last)
    const name = primitive.attributes.get('result')
    if (name !== undefined && result !== undefined) this.#results.set(name, result)
    return result
  }

  #primitive(primitive: VectorElement, last: Layers): Layers | undefined {
    const input = this.#input(primitive.attributes.get('in'), last)
    const second = (): Layers => this.#input(primitive.attributes.get('in2'), last)
    // Parsers of HTML do not agree on the letters of newer names.
    switch (primitive.tag.toLowerCase()) {
      case 'feoffset':
        return this.#moved(input, this.#number(primitive, 'dx', 'width'), this.#number(primitive, 'dy', 'height'))
      case 'fegaussianblur':
        return withStep(input, { kind: 'blur', value: this.#deviation(primitive) })
      case 'feflood':
        return [{ kind: 'flood', color: this.#floodColor(primitive), area: this.#areaOf(primitive), blendMode: 'normal' }]
      case 'fedropshadow': {
        const shadow = withStep(inOneColor(input, this.#floodColor(primitive)), { kind: 'blur', value: this.#deviation(primitive) })
        return [...this.#moved(shadow, this.#number(primitive, 'dx', 'width', 2), this.#number(primitive, 'dy', 'height', 2)), ...input]
      }
      case 'femorphology':
        return this.#grown(primitive, input)
      case 'fecolormatrix':
        return colored(input, primitive, this.#isLinear(primitive))
      case 'fecomponenttransfer':
        return transferred(input, primitive, this.#isLinear(primitive))
      case 'femerge':
        return primitive.children.flatMap((node) =>
          typeof node === 'string' || node.tag !== 'feMergeNode' ? [] : this.#input(node.attributes.get('in'), last),
        )
      case 'feblend': {
        const mode = primitive.attributes.get('mode') ?? 'normal'
        return [...second(), ...(mode === 'normal' ? input : input.map((layer) => ({ ...layer, blendMode: mode })))]
      }
      case 'fecomposite':
        if (primitive.attributes.get('operator') !== 'arithmetic') return composed(primitive, input, second())
        // Shadows that fall into the content: those around it are not lost with them.
        this.isPartial = true
        return []
      default:
        return undefined
    }
  }

  /** The result of that name, or the one before (§9.2); the ground behind the content is not known, as in browsers. */
  #input(name: string | undefined, last: Layers): Layers {
    if (name === undefined) return last
    const known = this.#results.get(name)
    if (known !== undefined) return known
    if (name === 'SourceGraphic') return SOURCE
    if (name === 'SourceAlpha') return inOneColor(SOURCE, BLACK)
    return name === 'BackgroundImage' || name === 'BackgroundAlpha' ? [] : last
  }

  #moved(layers: Layers, x: number, y: number): Layers {
    if (x === 0 && y === 0) return layers
    return layers.map((layer) => {
      if (layer.kind === 'content') return { ...layer, steps: [...layer.steps, { kind: 'offset', x, y }] }
      return { ...layer, area: { ...layer.area, x: layer.area.x + x, y: layer.area.y + y } }
    })
  }

  /** Shapes may grow; what has several colours may not, and nothing may shrink. */
  #grown(primitive: VectorElement, layers: Layers): Layers | undefined {
    const [x = 0, y = 0] = this.#pairOf(primitive, 'radius')
    // As without it (§9.14).
    if (!(x > 0 && y > 0)) return layers
    const isShape = layers.every((layer) => layer.kind === 'content' && layer.steps[0]?.kind === 'one-color')
    return primitive.attributes.get('operator') === 'dilate' && isShape ? withStep(layers, { kind: 'dilate', x, y }) : undefined
  }

  /** One or two numbers, along both sides. */
  #pairOf({ attributes }: VectorElement, name: string): readonly [x: number, y: number] {
    const [x = 0, y = x] = (attributes.get(name) ?? '0')
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const isOfBox = this.#filter.attributes.get('primitiveUnits') === 'objectBoundingBox'
    const { width, height } = isOfBox ? this.#space.bounds : { width: 1, height: 1 }
    return [x * width, y * height]
  }

  /** A length along one side; of the bounding box where the filter says so. */
  #number({ attributes }: VectorElement, name: string, side: 'width' | 'height', initial = 0): number {
    const value = Number(attributes.get(name) ?? initial)
    const unit = this.#filter.attributes.get('primitiveUnits') === 'objectBoundingBox' ? this.#space.bounds[side] : 1
    return Number.isFinite(value) ? value * unit : 0
  }

  /** Of two deviations, the mean. */
  #deviation(primitive: VectorElement): number {
    const [x, y] = this.#pairOf(primitive, 'stdDeviation')
    const deviation = (x + y) / 2
    return deviation > 0 && Number.isFinite(deviation) ? deviation : 0
  }

  #floodColor({ attributes }: VectorElement): Color {
    const color = this.#space.parseColor(attributes.get('flood-color') ?? 'black') ?? BLACK
    const opacity = Number(attributes.get('flood-opacity') ?? 1)
    return { ...color, alpha: color.alpha * (Number.isFinite(opacity) ? Math.max(0, Math.min(1, opacity)) : 1) }
  }

  #areaOf({ attributes }: VectorElement): Rect {
    const { viewport } = this.#space
    const { x, y, width, height } = this.#region
    return {
      x: parseLength(attributes.get('x'), viewport.width, 16) ?? x,
      y: parseLength(attributes.get('y'), viewport.height, 16) ?? y,
      width: parseLength(attributes.get('width'), viewport.width, 16) ?? width,
      height: parseLength(attributes.get('height'), viewport.height, 16) ?? height,
    }
  }

  #isLinear({ attributes }: VectorElement): boolean {
    const space = attributes.get('color-interpolation-filters') ?? this.#filter.attributes.get('color-interpolation-filters')
    return space?.toLowerCase() !== 'srgb'
  }
}

function withStep(layers: Layers, step: FilterStep): Layers {
  if (step.kind === 'blur' && step.value === 0) return layers
  return layers.map((layer) => (layer.kind === 'flood' ? layer : { ...layer, steps: [...layer.steps, step] }))
}

/** The shape of the layers in one colour; what had other colours before loses them. */
function inOneColor(layers: Layers, color: Color): Layers {
  return layers.map((layer): FilterLayer => {
    if (layer.kind === 'flood') return { ...layer, color: { ...color, alpha: color.alpha * layer.color.alpha } }
    const before = layer.steps.reduce((alpha, step) => (step.kind === 'one-color' ? alpha * step.color.alpha : alpha), 1)
    const others = layer.steps.filter(({ kind }) => kind !== 'one-color' && kind !== 'matrix')
    return { ...layer, steps: [{ kind: 'one-color', color: { ...color, alpha: color.alpha * before } }, ...others] }
  })
}

function colored(layers: Layers, primitive: VectorElement, isLinear: boolean): Layers | undefined {
  const change = matrixOf(primitive)
  if (change === undefined) return undefined
  if (change.kind === 'constant') return inOneColor(layers, isLinear ? linearToColor(change.color) : change.color)
  const recolored = withMatrix(layers, change.matrix, isLinear)
  return change.opacity === 1 ? recolored : withOpacity(recolored, change.opacity)
}

function transferred(layers: Layers, primitive: VectorElement, isLinear: boolean): Layers | undefined {
  const [matrix, opacity] = [colorTransfer(primitive), alphaTransfer(primitive)]
  if (matrix === undefined || opacity === undefined) return undefined
  const recolored = matrix === 'same' ? layers : withMatrix(layers, matrix, isLinear)
  return opacity === 1 ? recolored : withOpacity(recolored, opacity)
}

function withMatrix(layers: Layers, matrix: ColorMatrix, isLinear: boolean): Layers {
  return withStep(layers, { kind: 'matrix', matrix, isLinear })
}

/** More than all is all: programs raise the alpha of a shape to make it solid. */
function withOpacity(layers: Layers, value: number): Layers {
  if (value >= 1) return layers
  return layers.map((layer) =>
    layer.kind === 'flood'
      ? { ...layer, color: { ...layer.color, alpha: layer.color.alpha * value } }
      : { ...layer, steps: [...layer.steps, { kind: 'opacity', value }] },
  )
}

/** Compositing of layers (§9.6), as far as one of them is a colour, or nothing is cut but what another layer covers. */
function composed({ attributes }: VectorElement, input: Layers, second: Layers): Layers | undefined {
  const [flood] = input
  const isFlood = input.length === 1 && flood?.kind === 'flood'
  switch (attributes.get('operator') ?? 'over') {
    case 'over':
      return [...second, ...input]
    case 'in':
      if (isFlood) return inOneColor(second, flood.color)
      return isWholeShape(second) && isContained(input) ? input : undefined
    case 'atop':
      if (isFlood) return [...second, ...inOneColor(second, flood.color)]
      return isWholeShape(second) && isContained(input) ? [...second, ...input] : undefined
    case 'out':
      // A shadow that is cut where the content is painted over it.
      return isWholeShape(second) ? input : undefined
    default:
      return undefined
  }
}

/** The shape of the content, where it is. */
function isWholeShape(layers: Layers): boolean {
  return layers.length === 1 && isContained(layers)
}

/** Steps that paint where the content is not. */
const MOVING: ReadonlySet<FilterStep['kind']> = new Set(['blur', 'offset', 'dilate'])

function isContained(layers: Layers): boolean {
  return layers.every((layer) => layer.kind === 'content' && layer.steps.every(({ kind }) => !MOVING.has(kind)))
}
