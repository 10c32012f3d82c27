// The state of painting one drawing: elements by id, and the budget that is left. References may be circular and may multiply elements
// (`use` of `use` of `use`), so both the depth and the number of painted elements are bounded.
import type { VectorElement } from '../../image/image.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { PlacedStop } from '../gradient/color-stops.ts'
import { INITIAL_STATE, inherit, type SvgPaint, type SvgState } from './state.ts'

const DEEPEST = 64
const MOST_ELEMENTS = 100_000

/** Fill and stroke of the element that a marker is painted for (`context-fill`, `context-stroke`). */
interface ContextPaint {
  readonly fill: SvgPaint
  readonly stroke: SvgPaint
}

export interface Drawing {
  readonly context: PaintContext
  readonly canvas: Canvas
  byId(id: string): VectorElement | undefined
  /** The state that a paint server, clip, mask or marker inherits: from its ancestors, not from the element that refers to it. */
  inheritedBy(definition: VectorElement, viewport: SvgState['viewport']): SvgState
  readonly budget: { elements: number; isExceeded: boolean }
  /** Stops of gradients, by the element they are children of: many shapes may use them. */
  readonly stops: Map<VectorElement, readonly PlacedStop[]>
  /** Points of paths that text was placed on. */
  readonly textPaths: Map<string, readonly PathPoint[]>
  readonly depth: number
  /** References (`use`, mask, clip, pattern, marker) followed to reach the element: each may multiply the elements that follow. */
  readonly references: number
  readonly paint: ContextPaint | undefined
  /** Paints an element and its descendants. A field, so that paint servers, markers and masks can call it without import cycles. */
  readonly draw: (element: VectorElement, state: SvgState, drawing: Drawing) => void
}

/** A point along a path. */
export interface PathPoint {
  readonly x: number
  readonly y: number
  /** From the start of the path. */
  readonly distance: number
  /** The path moves here from the point before without a line. */
  readonly isJump: boolean
}

/** Drawings in drawings, as images, multiply elements as `use` does: they share the budget of the outermost. */
export function makeDrawing(root: VectorElement, context: PaintContext, draw: Drawing['draw'], outer?: Drawing): Drawing {
  let places: Places | undefined
  return {
    context,
    canvas: context.canvas,
    byId: (id) => (places ??= collectPlaces(root)).ids.get(id),
    inheritedBy(definition, viewport) {
      places ??= collectPlaces(root)
      const chain: VectorElement[] = []
      for (let at: VectorElement | undefined = definition; at !== undefined; at = places.parents.get(at)) chain.push(at)
      return chain.reduceRight((state, element) => inherit(state, element, context.parseColor), { ...INITIAL_STATE, viewport })
    },
    budget: outer?.budget ?? { elements: MOST_ELEMENTS, isExceeded: false },
    stops: new Map(),
    textPaths: new Map(),
    depth: outer?.depth ?? 0,
    references: outer?.references ?? 0,
    paint: undefined,
    draw,
  }
}

interface Places {
  readonly ids: ReadonlyMap<string, VectorElement>
  readonly parents: ReadonlyMap<VectorElement, VectorElement>
}

/** Of several elements with one id the first counts. */
function collectPlaces(root: VectorElement): Places {
  const ids = new Map<string, VectorElement>()
  const parents = new Map<VectorElement, VectorElement>()
  const open: VectorElement[] = [root]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const id = element.attributes.get('id')
    if (id !== undefined && !ids.has(id)) ids.set(id, element)
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]
      if (child === undefined || typeof child === 'string') continue
      parents.set(child, element)
      open.push(child)
    }
  }
  return { ids, parents }
}

/** The drawing one level deeper; undefined when depth or budget are exhausted. */
export function enterNested(drawing: Drawing): Drawing | undefined {
  if (drawing.depth >= DEEPEST || drawing.budget.elements <= 0) {
    drawing.budget.isExceeded = true
    return undefined
  }
  drawing.budget.elements--
  return { ...drawing, depth: drawing.depth + 1 }
}

/** The drawing one level deeper, in an element that is referred to by id. */
export function followReference(drawing: Drawing): Drawing | undefined {
  const inner = enterNested(drawing)
  return inner === undefined ? undefined : { ...inner, references: drawing.references + 1 }
}

/**
 * Charges for a form XObject or pattern cell (a mask, a group), which takes a thousand times the memory of a shape. Without references there are no more of them than
 * elements; every reference on the way multiplies them, so that a chain of references could make tens of thousands.
 */
export function chargeForForm({ budget, references }: Drawing): void {
  budget.elements -= references ** 2
}

/** Path segments that take about as long as an element. */
const SEGMENTS_OF_ELEMENT = 8

/** Charges for a path that references may repeat: a long one takes longer than its element. */
export function chargeForPath(segments: number, { budget, references }: Drawing): void {
  if (references > 0) budget.elements -= Math.floor(segments / SEGMENTS_OF_ELEMENT)
}

/** `href`, in either spelling, as an id of this drawing. */
export function hrefId({ attributes }: VectorElement): string | undefined {
  const href = attributes.get('href') ?? attributes.get('xlink:href')
  return href?.startsWith('#') === true ? href.slice(1) : undefined
}

/** Children that are elements. */
export function elementsOf({ children }: VectorElement): VectorElement[] {
  return children.filter((child): child is VectorElement => typeof child !== 'string')
}
