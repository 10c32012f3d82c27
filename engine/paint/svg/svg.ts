// SVG drawings painted on a canvas: structure, shapes and images. Text, paint servers, clips and markers have files of their own.
import { warning } from '../../diagnostic.ts'
import { parseLength } from '../../drawing-length.ts'
import { concatMatrix, type Matrix, PX, type Rect } from '../../geometry.ts'
import type { VectorElement, VectorImage } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import type { Paint, Path, Stroke } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { naturalSizeOf } from '../geometry/natural-size.ts'
import { pathBounds } from '../geometry/path.ts'
import { applyClipAndMask, boundsOf, hasClipOrMask } from './clip.ts'
import { chargeForForm, chargeForPath, type Drawing, elementsOf, enterNested, followReference, hrefId, makeDrawing } from './drawing.ts'
import { paintWithFilter } from './filter.ts'
import { linkDrawing } from './link.ts'
import { paintMarkers } from './markers.ts'
import { serverPaint } from './servers.ts'
import { shapePath } from './shapes.ts'
import { INITIAL_STATE, inherit, type SvgPaint, type SvgState } from './state.ts'
import { paintSvgText } from './text.ts'
import { pathLength } from './text-path.ts'
import { parseProportion, parseTransform } from './values.ts'
import { fitViewBox, isEmptyViewBox, parseViewBox } from './viewport.ts'

/** Paints a drawing with the viewport `rect`; overflow is clipped unless it is `visible`. `outer`: the drawing that contains it as an image, whose budget it shares. */
export function paintVector(image: VectorImage, rect: Rect, context: PaintContext, outer?: Drawing): void {
  const { root } = image
  if (!(rect.width > 0 && rect.height > 0) || isEmptyViewBox(root.attributes.get('viewBox'))) return
  const drawing = makeDrawing(root, context, paintElement, outer)
  const state = inherit(INITIAL_STATE, root, context.parseColor)
  const own = parseViewBox(root.attributes.get('viewBox'))
  const viewBox = own ?? (image.unit === undefined ? naturalBox(image) : undefined)
  const unit = PX * (image.unit ?? 1)
  const { canvas } = context
  const opacity = parseProportion(root.attributes.get('opacity')) ?? 1
  canvas.save()
  if (root.attributes.get('overflow') !== 'visible') canvas.clipRect(rect)
  if (opacity < 1) canvas.beginGroup({ opacity, blendMode: 'normal', isIsolated: true, bounds: rect })
  const ground = backgroundOf(root, context)
  if (ground !== undefined) canvas.fillRect(rect, ground)
  canvas.save()
  const fit = own === undefined ? 'none' : root.attributes.get('preserveAspectRatio')
  const matrix: Matrix = viewBox === undefined ? [unit, 0, 0, unit, rect.x, rect.y] : fitViewBox(viewBox, rect, fit).matrix
  const { matrix: before } = context.page
  move(drawing, matrix)
  const viewport = viewBox ?? { width: rect.width / unit, height: rect.height / unit }
  for (const child of elementsOf(root)) paintElement(child, { ...state, viewport }, drawing)
  canvas.restore()
  context.page.matrix = before
  if (opacity < 1) canvas.endGroup()
  canvas.restore()
  if (drawing.budget.isExceeded && outer === undefined) {
    context.reporter.report(warning('bad-image', undefined, 'a drawing repeats or nests its parts too often; some are left out'))
  }
}

/** The colour that the root of an SVG file has as its background by a style sheet; that of an element in the document is its box's. */
function backgroundOf({ attributes }: VectorElement, context: PaintContext): Color | undefined {
  const text = attributes.get('background-color') ?? attributes.get('background')
  const color = text === undefined ? undefined : context.parseColor(text)
  return color === undefined || color.alpha === 0 ? undefined : color
}

/** The viewBox of a file that declares none: its natural size, which is stretched to the size in use, without regard to its ratio, as browsers do. */
function naturalBox(image: VectorImage): Rect | undefined {
  const { width, height } = naturalSizeOf(image)
  return width !== undefined && height !== undefined && width > 0 && height > 0
    ? { x: 0, y: 0, width: width / PX, height: height / PX }
    : undefined
}

/** Paints an element and its descendants. */
export function paintElement(element: VectorElement, inherited: SvgState, outer: Drawing): void {
  const { attributes } = element
  if (attributes.get('display') === 'none') return
  if (!isPainted(element, outer)) return element.tag === 'foreignObject' ? reportForeign(outer) : undefined
  const drawing = enterNested(outer)
  if (drawing === undefined) return
  const state = inherit(inherited, element, drawing.context.parseColor)
  const opacity = parseProportion(attributes.get('opacity')) ?? 1
  if (opacity === 0) return
  const { canvas } = drawing
  const { page } = drawing.context
  const { matrix } = page
  const isMoved = attributes.has('transform')
  const isClipped = hasClipOrMask(element)
  const blendMode = attributes.get('mix-blend-mode') ?? 'normal'
  const isGrouped = opacity < 1 || blendMode !== 'normal'
  const isSaved = isMoved || isClipped || NESTED.has(element.tag)
  if (isSaved) canvas.save()
  if (isMoved) move(drawing, transformOfElement(element, inherited, drawing))
  if (isClipped) applyClipAndMask(element, () => boundsOf(element, inherited, drawing), state, drawing)
  if (isGrouped) {
    chargeForForm(drawing)
    canvas.beginGroup({ opacity, blendMode, isIsolated: true, bounds: EVERYWHERE })
  }
  if (attributes.has('filter')) paintWithFilter(element, inherited, drawing, (filtered) => paintContent(element, state, filtered))
  else paintContent(element, state, drawing)
  if (isGrouped) canvas.endGroup()
  if (element.tag === 'a') linkDrawing(element, () => boundsOf(element, inherited, drawing), drawing)
  if (isSaved) canvas.restore()
  page.matrix = matrix
}

/** Moves what follows, until the canvas is restored. */
function move({ canvas, context: { page } }: Drawing, matrix: Matrix): void {
  canvas.transform(matrix)
  page.matrix = concatMatrix(matrix, page.matrix)
}

function reportForeign({ context }: Drawing): void {
  context.reporter.report(warning('unsupported-html', undefined, '<foreignObject> in a drawing from a file has no effect'))
}

/** Larger than any drawing, and exact in single precision. */
const EVERYWHERE: Rect = { x: -100_000, y: -100_000, width: 200_000, height: 200_000 }

const PAINTED = new Set([
  'g',
  'svg',
  'a',
  'use',
  'switch',
  'text',
  'image',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
])

/** Elements that move or clip what is in them. */
const NESTED = new Set(['use', 'svg', 'foreignObject'])

/** HTML is in drawings of the document, not in those of files. */
function isPainted(element: VectorElement, { context }: Drawing): boolean {
  return PAINTED.has(element.tag) || (element.tag === 'foreignObject' && context.foreign?.has(element) === true)
}

/** Whether a child of `switch` may be the one that is painted (SVG 2 §5.8.2): as in a browser that is set to English. */
function isChosen(element: VectorElement, drawing: Drawing): boolean {
  const { attributes } = element
  const languages = attributes.get('systemLanguage')?.split(',')
  const isUnderstood = languages?.some((language) => /^en(?:-|$)/i.test(language.trim())) ?? true
  return isUnderstood && isPainted(element, drawing) && !attributes.has('requiredExtensions')
}

/** `transform` about `transform-origin`, by default the origin of user space; its keywords and percentages are of the box that `transform-box` names. */
function transformOfElement(element: VectorElement, state: SvgState, drawing: Drawing): Matrix {
  const { attributes } = element
  const matrix = parseTransform(attributes.get('transform'))
  const origin = attributes.get('transform-origin')?.trim().split(/\s+/)
  const usesBox = /^(?:fill|content|stroke|border)-box$/.test(attributes.get('transform-box')?.trim() ?? '')
  if (origin === undefined && !usesBox) return matrix
  const area = usesBox ? boundsOf(element, state, drawing) : { x: 0, y: 0, ...state.viewport }
  const [first = usesBox ? '50%' : '0', second] = origin ?? []
  const isSwapped = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second ?? '')
  const [across, down] = isSwapped ? [second ?? 'center', first] : [first, second ?? (origin === undefined ? first : 'center')]
  const x = area.x + originAlong(across, area.width, state)
  const y = area.y + originAlong(down, area.height, state)
  return x === 0 && y === 0 ? matrix : concatMatrix(concatMatrix([1, 0, 0, 1, -x, -y], matrix), [1, 0, 0, 1, x, y])
}

function originAlong(text: string, size: number, { fontSize }: SvgState): number {
  if (text === 'left' || text === 'top') return 0
  if (text === 'right' || text === 'bottom') return size
  return text === 'center' ? size / 2 : (parseLength(text, size, fontSize) ?? 0)
}

function paintContent(element: VectorElement, state: SvgState, drawing: Drawing): void {
  switch (element.tag) {
    case 'g':
    case 'a':
      for (const child of elementsOf(element)) paintElement(child, state, drawing)
      return
    case 'switch': {
      const chosen = elementsOf(element).find((child) => isChosen(child, drawing))
      if (chosen !== undefined) paintElement(chosen, state, drawing)
      return
    }
    case 'svg':
      paintNested(element, state, drawing, viewportOf(element, state))
      return
    case 'use':
      paintUse(element, state, drawing)
      return
    case 'text':
      paintSvgText(element, state, drawing)
      return
    case 'foreignObject':
      paintForeign(element, state, drawing)
      return
    case 'image':
      paintImageElement(element, state, drawing)
      return
    default:
      paintShape(element, state, drawing)
  }
}

// ── Viewports and references ────────────────────────────────────────────────────────────────────────────────────────────

function viewportOf(element: VectorElement, state: SvgState, size: VectorElement = element): Rect {
  const length = (from: VectorElement, name: string, basis: number, initial: number): number =>
    parseLength(from.attributes.get(name), basis, state.fontSize) ?? initial
  const { viewport } = state
  return {
    x: length(element, 'x', viewport.width, 0),
    y: length(element, 'y', viewport.height, 0),
    width: length(size, 'width', viewport.width, viewport.width),
    height: length(size, 'height', viewport.height, viewport.height),
  }
}

/** Paints an inner svg element, or a symbol that is used, in its viewport. */
function paintNested(element: VectorElement, state: SvgState, drawing: Drawing, area: Rect): void {
  if (!(area.width > 0 && area.height > 0) || isEmptyViewBox(element.attributes.get('viewBox'))) return
  const { canvas } = drawing
  const viewBox = parseViewBox(element.attributes.get('viewBox'))
  if (element.attributes.get('overflow') !== 'visible') canvas.clipRect(area)
  move(
    drawing,
    viewBox === undefined ? [1, 0, 0, 1, area.x, area.y] : fitViewBox(viewBox, area, element.attributes.get('preserveAspectRatio')).matrix,
  )
  const viewport = viewBox ?? area
  for (const child of elementsOf(element)) paintElement(child, { ...state, viewport }, drawing)
}

function paintUse(element: VectorElement, state: SvgState, drawing: Drawing): void {
  const id = hrefId(element)
  const target = id === undefined ? undefined : drawing.byId(id)
  const inner = target === undefined ? undefined : followReference(drawing)
  if (target === undefined || inner === undefined) return
  if (target.tag === 'symbol' || target.tag === 'svg') {
    const sized = element.attributes.has('width') || element.attributes.has('height') ? element : target
    const area = viewportOf(element, state, sized)
    paintNested(target, inherit(state, target, drawing.context.parseColor), inner, area)
    return
  }
  const x = parseLength(element.attributes.get('x'), state.viewport.width, state.fontSize) ?? 0
  const y = parseLength(element.attributes.get('y'), state.viewport.height, state.fontSize) ?? 0
  if (x !== 0 || y !== 0) move(drawing, [1, 0, 0, 1, x, y])
  paintElement(target, state, inner)
}

function paintImageElement(element: VectorElement, state: SvgState, drawing: Drawing): void {
  const href = element.attributes.get('href') ?? element.attributes.get('xlink:href')
  const image = href === undefined || href === '' || !state.isVisible ? undefined : drawing.context.image(href)
  if (image === undefined) return
  const natural = { width: image.width ?? 100, height: image.height ?? 100 }
  const { attributes } = element
  const ratio = (image.kind === 'vector' ? image.ratio : undefined) ?? natural.width / natural.height
  const ownWidth = parseLength(attributes.get('width'), state.viewport.width, state.fontSize)
  const ownHeight = parseLength(attributes.get('height'), state.viewport.height, state.fontSize)
  const width = ownWidth ?? (ownHeight === undefined ? natural.width : ownHeight * ratio)
  const height = ownHeight ?? width / ratio
  const area = {
    x: parseLength(attributes.get('x'), state.viewport.width, state.fontSize) ?? 0,
    y: parseLength(attributes.get('y'), state.viewport.height, state.fontSize) ?? 0,
    width,
    height,
  }
  if (!(width > 0 && height > 0)) return
  const box = { x: 0, y: 0, width: ratio, height: 1 }
  const { matrix, isSliced } = fitViewBox(box, area, attributes.get('preserveAspectRatio'))
  const placed = { x: matrix[4], y: matrix[5], width: ratio * matrix[0], height: matrix[3] }
  const { canvas } = drawing
  if (isSliced) {
    canvas.save()
    canvas.clipRect(area)
  }
  if (image.kind === 'raster') canvas.image(image, placed, 1)
  // A drawing in a drawing is painted in user units of the outer one, and stretched where it is to keep no ratio.
  else if (matrix[0] === matrix[3]) paintVector(image, placed, { ...drawing.context, canvas, drawingOf: undefined }, drawing)
  else {
    canvas.save()
    canvas.transform([1, 0, 0, matrix[3] / matrix[0], 0, placed.y])
    paintVector(
      image,
      { x: placed.x, y: 0, width: placed.width, height: matrix[0] },
      { ...drawing.context, canvas, drawingOf: undefined },
      drawing,
    )
    canvas.restore()
  }
  if (isSliced) canvas.restore()
}

/** HTML, laid out before: in points, clipped to its area unless `overflow` lets it out. */
function paintForeign(element: VectorElement, state: SvgState, drawing: Drawing): void {
  const paint = drawing.context.foreign?.get(element)
  const area = viewportOf(element, state)
  if (paint === undefined || !(area.width > 0 && area.height > 0)) return
  // Its boxes are more than an element: references repeat all of them.
  chargeForForm(drawing)
  const { canvas } = drawing
  if (element.attributes.get('overflow') !== 'visible') canvas.clipRect(area)
  move(drawing, [1 / PX, 0, 0, 1 / PX, area.x, area.y])
  paint({ ...drawing.context, canvas, drawingOf: undefined })
}

// ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function paintShape(element: VectorElement, state: SvgState, drawing: Drawing): void {
  if (!state.isVisible) return
  const path = shapePath(element, state)
  if (path === undefined || path.length === 0) return
  chargeForPath(path.length, drawing)
  for (const part of state.paintOrder) {
    if (part === 'fill') fillShape(path, element, state, drawing)
    else if (part === 'stroke') strokeShape(path, element, state, drawing)
    else paintMarkers(path, state, drawing)
  }
}

function fillShape(path: Path, element: VectorElement, state: SvgState, drawing: Drawing): void {
  if (element.tag === 'line') return
  const paint = usedPaint(state.fill, path, state, drawing)
  if (paint !== undefined) drawing.canvas.fillPath(path, state.fillRule, paint, state.fillOpacity)
}

function strokeShape(path: Path, element: VectorElement, state: SvgState, drawing: Drawing): void {
  if (!(state.line.width > 0)) return
  const paint = usedPaint(state.stroke, path, state, drawing)
  if (paint !== undefined) drawing.canvas.strokePath(path, lineOf(path, element, state), paint, state.strokeOpacity)
}

/** Dashes are measured in the length that the author says the path has (SVG 2 §9.6.1). */
function lineOf(path: Path, { attributes }: VectorElement, { line }: SvgState): Stroke {
  const length = Number(attributes.get('pathLength') ?? Number.NaN)
  if (line.dash.length === 0 || !(length > 0)) return line
  const scale = pathLength(path) / length
  return scale > 0 ? { ...line, dash: line.dash.map((dash) => dash * scale), dashPhase: line.dashPhase * scale } : line
}

function usedPaint(paint: SvgPaint, path: Path, state: SvgState, drawing: Drawing): Paint | undefined {
  switch (paint.kind) {
    case 'none':
      return undefined
    case 'color':
      return { kind: 'color', color: paint.color }
    case 'reference': {
      const server = serverPaint(paint.id, pathBounds(path, 0), state, drawing)
      return server ?? (paint.fallback === undefined ? undefined : { kind: 'color', color: paint.fallback })
    }
    default: {
      const ofContext = paint.kind === 'context-fill' ? drawing.paint?.fill : drawing.paint?.stroke
      return ofContext === undefined || ofContext.kind === 'context-fill' || ofContext.kind === 'context-stroke'
        ? undefined
        : usedPaint(ofContext, path, state, drawing)
    }
  }
}
