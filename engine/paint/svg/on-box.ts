// clipPath and mask elements on boxes of CSS (CSS Masking 1 §6.1): their user space is the border box in px, from its corner.
import { PX, type Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { type CompiledFilter, placedFilter } from '../filter/filter-element.ts'
import { applyClip, applyMask } from './clip.ts'
import { type Drawing, makeDrawing } from './drawing.ts'
import { compiledFilter } from './filter.ts'
import { INITIAL_STATE, type SvgState } from './state.ts'
import { paintElement } from './svg.ts'

/** An element of a drawing that the style of a box refers to. */
interface Referred {
  /** What holds the element. */
  readonly definitions: VectorElement | undefined
  /** `#id` */
  readonly reference: string
  readonly rect: Rect
}

/** Clips what follows by a clipPath element; anything else clips nothing. */
export function clipByElement(referred: Referred, context: PaintContext): void {
  const found = find(referred, 'clipPath', context)
  if (found === undefined) return
  const { element, bounds, state, drawing } = found
  inPixels(referred.rect, context.canvas, () => applyClip(element, () => bounds, state, drawing))
}

/** Masks what follows by a mask element; false when there is none. */
export function maskByElement(referred: Referred, context: PaintContext): boolean {
  const found = find(referred, 'mask', context)
  if (found === undefined) return false
  const { element, bounds, state, drawing } = found
  inPixels(referred.rect, context.canvas, () => applyMask(element, bounds, state, drawing))
  return true
}

/** What a filter element does to a box; undefined when there is none. In the coordinates of the page. */
export function filterOfElement({ definitions, reference, rect }: Referred, context: PaintContext): CompiledFilter | undefined {
  if (definitions === undefined) return undefined
  const element = makeDrawing(definitions, context, paintElement).byId(reference.slice(1))
  const size = { width: rect.width / PX, height: rect.height / PX }
  const compiled = compiledFilter(element, { x: 0, y: 0, ...size }, size, context)
  return compiled && placedFilter(compiled, PX, rect)
}

interface Found {
  readonly element: VectorElement
  readonly bounds: Rect
  readonly state: SvgState
  readonly drawing: Drawing
}

function find({ definitions, reference, rect }: Referred, tag: string, context: PaintContext): Found | undefined {
  if (definitions === undefined) return undefined
  const drawing = makeDrawing(definitions, context, paintElement)
  const element = drawing.byId(reference.slice(1))
  if (element?.tag !== tag) return undefined
  const viewport = { width: rect.width / PX, height: rect.height / PX }
  return { element, bounds: { x: 0, y: 0, ...viewport }, state: { ...INITIAL_STATE, viewport }, drawing }
}

/** Clips and masks stay when the coordinates go back to those of the page. */
function inPixels({ x, y }: Rect, canvas: Canvas, apply: () => void): void {
  canvas.transform([PX, 0, 0, PX, x, y])
  apply()
  canvas.transform([1 / PX, 0, 0, 1 / PX, -x / PX, -y / PX])
}
