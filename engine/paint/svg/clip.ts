// clipPath and mask (CSS Masking 1 §5, §6).

import { parseLength } from '../../drawing-length.ts'
import { concatMatrix, IDENTITY, type Matrix, PX, type Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { ClipPath } from '../../style/basic-shape.ts'
import type { Path } from '../canvas.ts'
import { shapePathIn } from '../geometry/basic-shape.ts'
import { pathBounds, rectPath, transformPath, transformRect } from '../geometry/path.ts'
import { chargeForForm, chargeForPath, type Drawing, elementsOf, enterNested, followReference, hrefId } from './drawing.ts'
import { shapePath } from './shapes.ts'
import { inherit, type SvgState } from './state.ts'
import { parseReference, parseTransform } from './values.ts'

/** Clips and masks what follows, until the canvas is restored. `bounds`: of the element, in its user space. */
export function applyClipAndMask(element: VectorElement, bounds: () => Rect, state: SvgState, drawing: Drawing): void {
  const text = element.attributes.get('clip-path')
  const clip = parseReference(text)
  if (text !== undefined && clip === undefined) applyShape(text, bounds, state, drawing)
  const clipElement = clip === undefined ? undefined : drawing.byId(clip.id)
  if (clipElement?.tag === 'clipPath') applyClip(clipElement, bounds, state, drawing)
  const mask = parseReference(element.attributes.get('mask'))
  const maskElement = mask === undefined ? undefined : drawing.byId(mask.id)
  if (maskElement?.tag === 'mask') applyMask(maskElement, bounds(), state, drawing)
}

export function hasClipOrMask({ attributes }: VectorElement): boolean {
  const clip = attributes.get('clip-path')
  return (clip !== undefined && clip !== 'none') || isReference(attributes.get('mask'))
}

function isReference(text: string | undefined): boolean {
  return text !== undefined && parseReference(text) !== undefined
}

// ── Basic shapes ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A shape of CSS, whose lengths are in points: one px is one unit of the user space. */
function applyShape(text: string, bounds: () => Rect, state: SvgState, { canvas, context }: Drawing): void {
  const clip = context.parseClipPath(text)
  if (clip === undefined) return
  const area = transformRect(referenceBox(clip, bounds, state), [PX, 0, 0, PX, 0, 0])
  const { path, rule } = clip.shape === undefined ? { path: rectPath(area), rule: 'nonzero' as const } : shapePathIn(clip.shape, area)
  canvas.clipPath(transformPath(path, [1 / PX, 0, 0, 1 / PX, 0, 0]), rule)
}

/** Boxes of CSS mean those of drawings (CSS Masking 1 §3.1): the inner ones the fill, the outer ones the fill with its stroke. */
function referenceBox({ box }: ClipPath, bounds: () => Rect, { viewport, stroke, line }: SvgState): Rect {
  if (box === 'view-box') return { x: 0, y: 0, width: viewport.width, height: viewport.height }
  const { x, y, width, height } = bounds()
  const isFill = box === 'fill-box' || box === 'content-box' || box === 'padding-box'
  const out = isFill || stroke.kind === 'none' ? 0 : line.width / 2
  return { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out }
}

// ── Clip paths ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function applyClip(element: VectorElement, bounds: () => Rect, state: SvgState, drawing: Drawing): void {
  const inner = followReference(drawing)
  if (inner === undefined) return
  // Shapes clip as one path; text, which has no path here, clips as a mask.
  const own = drawing.inheritedBy(element, state.viewport)
  const units = unitsMatrix(element.attributes.get('clipPathUnits') === 'objectBoundingBox', bounds)
  const matrix = concatMatrix(parseTransform(element.attributes.get('transform')), units)
  const children = elementsOf(element)
  if (children.some((child) => child.tag === 'text' || isTextUse(child, drawing))) {
    const area = growBounds(bounds())
    chargeForForm(inner)
    drawing.canvas.mask(area, 'alpha', (canvas) => {
      canvas.save()
      canvas.transform(matrix)
      for (const child of children) inner.draw(child, own, { ...inner, canvas })
      canvas.restore()
    })
    return
  }
  const path: Path = children.flatMap((child) => clipShape(child, own, matrix, inner))
  const rule = children.some((child) => inherit(own, child, drawing.context.parseColor).clipRule === 'evenodd') ? 'evenodd' : 'nonzero'
  drawing.canvas.clipPath(path, rule)
  const nested = parseReference(element.attributes.get('clip-path'))
  const outer = nested === undefined ? undefined : drawing.byId(nested.id)
  if (outer?.tag === 'clipPath') applyClip(outer, bounds, state, inner)
}

function isTextUse(element: VectorElement, drawing: Drawing): boolean {
  const id = element.tag === 'use' ? hrefId(element) : undefined
  return id !== undefined && drawing.byId(id)?.tag === 'text'
}

/** The outline of one child of a clipPath, in the clipped element's space. */
function clipShape(element: VectorElement, state: SvgState, matrix: Matrix, outer: Drawing): Path {
  const drawing = enterNested(outer)
  if (drawing === undefined) return []
  const own = inherit(state, element, drawing.context.parseColor)
  if (!own.isVisible || element.attributes.get('display') === 'none') return []
  const placed = concatMatrix(parseTransform(element.attributes.get('transform')), matrix)
  if (element.tag === 'use') {
    const id = hrefId(element)
    const target = id === undefined ? undefined : drawing.byId(id)
    const inner = followReference(drawing)
    if (target === undefined || inner === undefined) return []
    const x = parseLength(element.attributes.get('x'), own.viewport.width, own.fontSize) ?? 0
    const y = parseLength(element.attributes.get('y'), own.viewport.height, own.fontSize) ?? 0
    return clipShape(target, own, concatMatrix([1, 0, 0, 1, x, y], placed), inner)
  }
  const path = shapePath(element, own)
  chargeForPath(path?.length ?? 0, drawing)
  return path === undefined ? [] : transformPath(closed(path), placed)
}

/** Filling closes open subpaths, but not within a path that is joined of several. */
function closed(path: Path): Path {
  return path.flatMap((segment, i) => {
    const before = path[i - 1]
    return segment.kind === 'move' && before !== undefined && before.kind !== 'close' ? [{ kind: 'close' } as const, segment] : [segment]
  })
}

function unitsMatrix(usesBox: boolean, bounds: () => Rect): Matrix {
  if (!usesBox) return IDENTITY
  const { x, y, width, height } = bounds()
  return [width, 0, 0, height, x, y]
}

// ── Masks ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function applyMask(element: VectorElement, bounds: Rect, state: SvgState, drawing: Drawing): void {
  const inner = followReference(drawing)
  if (inner === undefined) return
  const { attributes } = element
  const own = drawing.inheritedBy(element, state.viewport)
  const area = maskArea(element, bounds, state)
  chargeForForm(inner)
  const kind = attributes.get('mask-type') === 'alpha' ? 'alpha' : 'luminance'
  drawing.canvas.mask(area, kind, (canvas) => {
    canvas.save()
    canvas.clipRect(area)
    if (attributes.get('maskContentUnits') === 'objectBoundingBox')
      canvas.transform([bounds.width, 0, 0, bounds.height, bounds.x, bounds.y])
    for (const child of elementsOf(element)) inner.draw(child, own, { ...inner, canvas })
    canvas.restore()
  })
}

/** The masked area: by default a tenth larger than the element on every side. */
function maskArea({ attributes }: VectorElement, bounds: Rect, { viewport, fontSize }: SvgState): Rect {
  const usesBox = attributes.get('maskUnits') !== 'userSpaceOnUse'
  const basis = usesBox ? { width: 1, height: 1 } : viewport
  const get = (name: string, of: number, initial: number): number => parseLength(attributes.get(name), of, fontSize) ?? initial * of
  const x = get('x', basis.width, -0.1)
  const y = get('y', basis.height, -0.1)
  const width = get('width', basis.width, 1.2)
  const height = get('height', basis.height, 1.2)
  return usesBox ? transformRect({ x, y, width, height }, [bounds.width, 0, 0, bounds.height, bounds.x, bounds.y]) : { x, y, width, height }
}

// ── Bounds ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The bounding box of an element's fill in its own user space (SVG 2 §8.10); that of text is estimated. */
export function boundsOf(element: VectorElement, state: SvgState, drawing: Drawing, depth = 0): Rect {
  return pathBounds(outlineOf(element, state, drawing, depth), 0)
}

function outlineOf(element: VectorElement, state: SvgState, drawing: Drawing, depth: number): Path {
  const own = inherit(state, element, drawing.context.parseColor)
  const path = shapePath(element, own)
  if (path !== undefined) return path
  if (depth > 16 || drawing.budget.elements <= 0) return []
  drawing.budget.elements--
  const length = (name: string, basis: number): number => parseLength(element.attributes.get(name), basis, own.fontSize) ?? 0
  const x = length('x', own.viewport.width)
  const y = length('y', own.viewport.height)
  if (element.tag === 'image')
    return rectPath({ x, y, width: length('width', own.viewport.width), height: length('height', own.viewport.height) })
  if (element.tag === 'text')
    return rectPath({ x, y: y - own.fontSize, width: textLength(element) * own.fontSize * 0.5, height: own.fontSize * 1.2 })
  const id = element.tag === 'use' ? hrefId(element) : undefined
  const target = id === undefined ? undefined : drawing.byId(id)
  const children = target === undefined ? (isContainer(element.tag) ? elementsOf(element) : []) : [target]
  return children.flatMap((child) => {
    const placed = concatMatrix(parseTransform(child.attributes.get('transform')), element.tag === 'use' ? [1, 0, 0, 1, x, y] : IDENTITY)
    return transformPath(outlineOf(child, own, drawing, depth + 1), placed)
  })
}

function isContainer(tag: string): boolean {
  return tag === 'g' || tag === 'svg' || tag === 'a' || tag === 'symbol' || tag === 'switch'
}

function textLength(element: VectorElement): number {
  return element.children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : textLength(child)), 0)
}

function growBounds({ x, y, width, height }: Rect): Rect {
  return { x: x - width, y: y - height, width: 3 * width, height: 3 * height }
}
