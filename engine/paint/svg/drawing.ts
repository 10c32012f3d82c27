// What painting one drawing carries: where elements are by id, and how much has been spent. References may form circles and may
// multiply (`use` of `use` of `use`), so both depth and the number of elements painted are bounded.
import type { VectorElement } from '../../image/image.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { PlacedStop } from '../gradient/color-stops.ts'
import { INITIAL_STATE, inherit, type SvgPaint, type SvgState } from './state.ts'

const DEEPEST = 64
const MOST_ELEMENTS = 100_000

/** Fill and stroke of the element a marker or pattern is drawn for. */
export interface ContextPaint {
  readonly fill: SvgPaint
  readonly stroke: SvgPaint
}

export interface Drawing {
  readonly context: PaintContext
  readonly canvas: Canvas
  byId(id: string): VectorElement | undefined
  /** What the definition of a paint, clip, mask or marker inherits: from where it stands, not from what uses it. */
  inheritedBy(definition: VectorElement, viewport: SvgState['viewport']): SvgState
  readonly budget: { elements: number; isExceeded: boolean }
  /** Stops of gradients that were asked for, by the element they are children of: shapes that use them may be many. */
  readonly stops: Map<VectorElement, readonly PlacedStop[]>
  /** Points of paths that text ran along. */
  readonly textPaths: Map<string, readonly PathPoint[]>
  readonly depth: number
  /** References (`use`, mask, clip, pattern, marker) between the document and what is painted: each may multiply what follows it. */
  readonly references: number
  readonly paint: ContextPaint | undefined
  /** Paints an element and everything below it. In here so that servers, markers and masks can call back without import cycles. */
  readonly draw: (element: VectorElement, state: SvgState, drawing: Drawing) => void
}

/** A point on the way along a path. */
export interface PathPoint {
  readonly x: number
  readonly y: number
  /** From the start of the path. */
  readonly distance: number
  /** Nothing is drawn on the way here from the point before. */
  readonly isJump: boolean
}

/** Drawings inside of others, as images, multiply as `use` does: they spend what the outermost has. */
export function makeDrawing(root: VectorElement, context: PaintContext, draw: Drawing['draw'], around?: Drawing): Drawing {
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
    budget: around?.budget ?? { elements: MOST_ELEMENTS, isExceeded: false },
    stops: new Map(),
    textPaths: new Map(),
    depth: around?.depth ?? 0,
    references: around?.references ?? 0,
    paint: undefined,
    draw,
  }
}

interface Places {
  readonly ids: ReadonlyMap<string, VectorElement>
  readonly parents: ReadonlyMap<VectorElement, VectorElement>
}

/** The first element of an id counts. */
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

/** One level further in; undefined when the drawing has used up what it may. */
export function enterNested(drawing: Drawing): Drawing | undefined {
  if (drawing.depth >= DEEPEST || drawing.budget.elements <= 0) {
    drawing.budget.isExceeded = true
    return undefined
  }
  drawing.budget.elements--
  return { ...drawing, depth: drawing.depth + 1 }
}

/** One level further in, to what `drawing` refers to by id. */
export function followReference(drawing: Drawing): Drawing | undefined {
  const inner = enterNested(drawing)
  return inner === undefined ? undefined : { ...inner, references: drawing.references + 1 }
}

/**
 * For an object of its own in the PDF: a mask, a group, the cell of a pattern. It takes a thousand times the memory of a shape. Those of the document itself are as many as it
 * has elements; those that references lead to multiply with every reference on the way, so that chains of them would end in tens of thousands.
 */
export function chargeForForm({ budget, references }: Drawing): void {
  budget.elements -= references ** 2
}

/** Segments of a path that take about as long as an element. */
const SEGMENTS_OF_ELEMENT = 8

/** For a path that may be painted more often than it is written: a long one takes longer than the element it belongs to. */
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
