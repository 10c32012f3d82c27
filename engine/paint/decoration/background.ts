// Backgrounds: the colour, then images from the bottom layer up (CSS Backgrounds 3 §2).
import type { Rect } from '../../geometry.ts'
import type { Image } from '../../image/image.ts'
import type { BackgroundLayer, BoxEdge } from '../../style/value.ts'
import { resolveLength } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { type DecoratedBox, edgeRect, verticalEnds } from '../decorated-box.ts'
import type { ClipShape } from '../geometry/clip.ts'
import { type NaturalSize, naturalSizeOf } from '../geometry/natural-size.ts'
import { insetRadii, insetRect, isSharp, type Radii, roundedPath, snapRect } from '../geometry/rounded-rect.ts'
import { paintGradientTile } from '../gradient/css-gradient.ts'
import { coveredEdge, hiddenEdge } from './hidden-edge.ts'
import { paintImage } from './image-box.ts'
import { type Tiling, tile, tileAxis } from './tiling.ts'

/** A box and its snapped border box on the page; `radii` are undefined when no corner is round. */
export interface BackgroundBox {
  readonly box: DecoratedBox
  readonly rect: Rect
  readonly radii: Radii | undefined
}

export function paintBackground(target: BackgroundBox, context: PaintContext): void {
  const { box } = target
  if (box.borders !== 'of-table-below') return paintWholeBackground(target, context)
  // Clipped instead of filled in a smaller rectangle: viewers paint every pixel that a fill touches, and would cover the borders.
  context.canvas.save()
  context.canvas.clipRect(snapRect(insetRect(box, box.border)))
  paintWholeBackground(target, context)
  context.canvas.restore()
}

/** Layers that blend with each other do so in a group of their own: nothing behind the box takes part (Compositing 1 §9.2). */
function paintWholeBackground(target: BackgroundBox, context: PaintContext): void {
  const isBlended = target.box.style.backgroundLayers.some(({ blendMode }) => blendMode !== 'normal')
  if (!isBlended) return paintAllLayers(target, context)
  context.canvas.beginGroup({ opacity: 1, blendMode: 'normal', isIsolated: true, bounds: target.rect })
  paintAllLayers(target, context)
  context.canvas.endGroup()
}

function paintAllLayers(target: BackgroundBox, context: PaintContext): void {
  const { style } = target.box
  const { canvas } = context
  if (style.backgroundColorClip === 'text') {
    const fill = (): void => canvas.fillRect(target.rect, style.backgroundColor)
    if (style.backgroundColor.alpha > 0) clippedToText(target, canvas, fill)
  } else if (style.backgroundColor.alpha > 0) {
    const shape = shownShape(target, style.backgroundColorClip)
    if (shape.path === undefined) canvas.fillRect(shape.rect, style.backgroundColor)
    else canvas.fillPath(shape.path, 'nonzero', { kind: 'color', color: style.backgroundColor }, 1)
  }
  for (let i = style.backgroundLayers.length - 1; i >= 0; i--) {
    const layer = style.backgroundLayers[i]
    if (layer?.image === undefined) continue
    const area = positioningArea(target, layer, context)
    const isBlended = layer.blendMode !== 'normal'
    if (isBlended) canvas.beginGroup({ opacity: 1, blendMode: layer.blendMode, isIsolated: true, bounds: target.rect })
    if (layer.clip !== 'text') paintLayer(layer, area, pictureShape(target, layer.clip), context)
    else clippedToText(target, canvas, () => paintLayer(layer, area, { rect: target.rect, path: undefined }, context))
    if (isBlended) canvas.endGroup()
  }
}

/** Fills the shapes of a box's text (CSS Backgrounds 4 §2.3). Text with a colour of its own is extracted where it is painted: its clip carries no text then. */
function clippedToText({ box }: BackgroundBox, canvas: Canvas, fill: () => void): void {
  const texts = box.texts?.() ?? []
  canvas.save()
  canvas.clipGlyphs(texts.map((paint) => (paint.color.alpha > 0 ? { ...paint, actualText: '' } : paint)))
  fill()
  canvas.restore()
}

/** The background positioning area of a layer: of the unfragmented box, even where only a fragment is painted (CSS Backgrounds 3 §3.5; CSS Break 3 §5.4). */
function positioningArea({ box, rect }: BackgroundBox, layer: BackgroundLayer, context: PaintContext): Rect {
  if (layer.attachment === 'fixed' && context.page.viewport !== undefined) return context.page.viewport
  return unfragmentedRect(box, rect, layer.origin)
}

/** An edge of the unfragmented box, in the coordinates of the fragment. */
export function unfragmentedRect(box: DecoratedBox, rect: Rect, edge: BackgroundLayer['origin']): Rect {
  const { unfragmented } = box
  if (unfragmented === undefined) return edgeRect(box, rect, edge)
  const { above, height, before = 0, width = rect.width } = unfragmented
  const around = { x: rect.x - before, y: rect.y - above, width, height }
  return edgeRect({ ...box, border: unfragmented.border, ends: verticalEnds(true, true) }, around, edge)
}

/** The background of a table part where one cell shows it: positioned in the part, clipped to the cell. */
export function paintPartBackground(style: DecoratedBox['style'], area: Rect, cell: Rect, context: PaintContext): void {
  if (!context.facts.of(style).isVisible) return
  const shown: ClipShape = { rect: snapRect(cell), path: undefined }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(shown.rect, style.backgroundColor)
  for (let i = style.backgroundLayers.length - 1; i >= 0; i--) {
    const layer = style.backgroundLayers[i]
    if (layer?.image !== undefined) paintLayer(layer, snapRect(area), shown, context)
  }
}

/** The area that a background fills: inside one of the box's edges, without the part that a round border hides. */
function shownShape(target: BackgroundBox, edge: BoxEdge): ClipShape {
  const { box, rect, radii } = target
  const hidden = edge === 'border-box' && radii !== undefined && !isSharp(radii) ? hiddenEdge(box) : undefined
  if (hidden === undefined || radii === undefined) return clipShape(target, edge)
  return clipShape({ box, rect: insetRect(rect, hidden), radii: insetRadii(radii, hidden) }, edge)
}

/** The area that a picture fills: as that of a colour, but not under borders with sharp corners that hide it. */
function pictureShape(target: BackgroundBox, edge: BoxEdge): ClipShape {
  const { box, rect, radii } = target
  const covered = edge === 'border-box' && (radii === undefined || isSharp(radii)) ? coveredEdge(box) : undefined
  return covered === undefined ? shownShape(target, edge) : { rect: insetRect(rect, covered), path: undefined }
}

/** The area inside one of a box's edges. */
export function clipShape({ box, rect, radii }: BackgroundBox, edge: BoxEdge): ClipShape {
  const shown = edgeRect(box, rect, edge)
  if (radii === undefined || isSharp(radii)) return { rect: shown, path: undefined }
  const edges = { top: shown.y - rect.y, left: shown.x - rect.x, right: right(rect) - right(shown), bottom: bottom(rect) - bottom(shown) }
  const inner = insetRadii(radii, edges)
  return { rect: shown, path: isSharp(inner) ? undefined : roundedPath(shown, inner) }
}

/** What a layer declares about its picture. */
type PlacedImage = Pick<BackgroundLayer, 'image' | 'size' | 'repeat' | 'position'>

/** One image layer: sized, placed, repeated, clipped to `shape`. */
export function paintLayer(layer: PlacedImage, area: Rect, shape: ClipShape, context: PaintContext): void {
  const { image } = layer
  if (image === undefined || !(shape.rect.width > 0 && shape.rect.height > 0)) return
  const picture = image.kind === 'url' ? context.image(image.url, image.density) : undefined
  if (image.kind === 'url' && picture === undefined) return
  const size = layerSize(layer, area, picture)
  if (!(size.width > 0 && size.height > 0)) return
  const tiling: Tiling = {
    x: tileAxis(layer.repeat.x, { start: area.x, size: area.width }, size.width, layer.position.x),
    y: tileAxis(layer.repeat.y, { start: area.y, size: area.height }, size.height, layer.position.y),
  }
  if (image.kind !== 'url') {
    tile(tiling, shape, context.canvas, (cell, canvas) => paintGradientTile(image, cell, canvas))
  } else if (picture !== undefined) {
    tile(tiling, shape, context.canvas, (cell, canvas) => paintImage(picture, cell, { ...context, canvas }))
  }
}

const NO_SIZE: NaturalSize = Object.freeze({ width: undefined, height: undefined, ratio: undefined })

/** CSS Backgrounds 3 §3.9; gradients have no size of their own. */
function layerSize(layer: PlacedImage, area: Rect, picture: Image | undefined): { width: number; height: number } {
  const natural = picture === undefined ? NO_SIZE : naturalSizeOf(picture)
  const ratio = natural.ratio ?? area.width / area.height
  const { size } = layer
  let width: number
  let height: number
  if (size === 'cover' || size === 'contain') {
    const isWide = area.width / area.height > ratio
    width = isWide === (size === 'cover') ? area.width : area.height * ratio
    height = width / ratio
  } else {
    const auto = { width: size.width === 'auto', height: size.height === 'auto' }
    width = size.width === 'auto' ? Number.NaN : resolveLength(size.width, area.width)
    height = size.height === 'auto' ? Number.NaN : resolveLength(size.height, area.height)
    if (auto.width && auto.height) ({ width, height } = defaultSize(natural, area))
    else if (auto.width) width = natural.ratio === undefined ? (natural.width ?? area.width) : height * ratio
    else if (auto.height) height = natural.ratio === undefined ? (natural.height ?? area.height) : width / ratio
  }
  return roundedSize(layer, area, { width, height })
}

/** `round`: copies are resized so that a whole number of them fits; a size that is `auto` is resized in proportion (§3.9). */
function roundedSize(
  { repeat, size }: PlacedImage,
  area: Rect,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const isRoundX = repeat.x === 'round'
  const isRoundY = repeat.y === 'round'
  const rounded = {
    width: isRoundX ? area.width / Math.max(1, Math.round(area.width / width)) : width,
    height: isRoundY ? area.height / Math.max(1, Math.round(area.height / height)) : height,
  }
  if (isRoundX === isRoundY || typeof size === 'string') return rounded
  if (isRoundX && size.height === 'auto') return { ...rounded, height: (height * rounded.width) / width }
  if (isRoundY && size.width === 'auto') return { ...rounded, width: (width * rounded.height) / height }
  return rounded
}

function defaultSize(natural: NaturalSize, area: Rect): { width: number; height: number } {
  if (natural.width !== undefined && natural.height !== undefined) return { width: natural.width, height: natural.height }
  if (natural.ratio === undefined) return { width: natural.width ?? area.width, height: natural.height ?? area.height }
  if (natural.width !== undefined) return { width: natural.width, height: natural.width / natural.ratio }
  if (natural.height !== undefined) return { width: natural.height * natural.ratio, height: natural.height }
  const width = Math.min(area.width, area.height * natural.ratio)
  return { width, height: width / natural.ratio }
}

function right(rect: Rect): number {
  return rect.x + rect.width
}

function bottom(rect: Rect): number {
  return rect.y + rect.height
}
