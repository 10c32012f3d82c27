// Behind all boxes: background and border of the page box (from @page), and the root's background on the page area.
import type { Box } from '../../box/box.ts'
import type { Fragment } from '../../fragment/fragment.ts'
import { type Edges, type Matrix, NO_EDGES, type Rect } from '../../geometry.ts'
import type { Page } from '../../page/page.ts'
import type { PageStyle, Style } from '../../style/style.ts'
import type { BackgroundLayer } from '../../style/value.ts'
import { applyMatrix, type PaintContext } from '../context/context.ts'
import { radiiOf, verticalEnds } from '../decorated-box.ts'
import type { ClipShape } from '../geometry/clip.ts'
import { frameOver, onPage } from '../geometry/page-frame.ts'
import { insetRect, roundedPath } from '../geometry/rounded-rect.ts'
import { pieceOfFragment } from '../piece.ts'
import { paintLayer } from './background.ts'
import { paintDecoration } from './decoration.ts'
import { paintOutline } from './outline.ts'

/** Paints the background of the page box over the whole sheet (CSS Page 3 §3). */
export function paintSheet({ style: page }: Page, context: PaintContext): void {
  const { style, width, height } = page
  const { hasBackground, isVisible } = context.facts.of(style)
  if (!hasBackground || !isVisible) return
  const sheet: Rect = { x: 0, y: 0, width, height }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(sheet, style.backgroundColor)
  paintLayers(style, (layer) => (layer.attachment === 'fixed' ? sheet : originOf(layer, page)), { rect: sheet, path: undefined }, context)
}

/** Paints the border and the outline of the page box, inside its margins. Shadows do not apply to it (CSS Page 3 §6). */
export function paintPageFrame({ style: page }: Page, context: PaintContext): void {
  const { style } = page
  const { hasBorder, isVisible } = context.facts.of(style)
  if (!isVisible) return
  const rect = borderBoxOf(page)
  if (hasBorder || style.borderImage !== undefined) {
    paintDecoration(
      {
        style: style.boxShadow.length > 0 ? { ...style, boxShadow: [] } : style,
        ...rect,
        border: bordersOf(page),
        padding: NO_EDGES,
        ends: verticalEnds(true, true),
        borders: 'own',
        isBackgroundPropagated: true,
      },
      context,
    )
  }
  if (style.outlineStyle !== 'none' && style.outlineWidth > 0) paintOutline(style, [rect], context)
}

/**
 * Paints the background of the root, or of the body when the root has none, on the page without its margins, below the border of the page box (CSS Page 3 §3.2).
 * `toArea` maps the page area, as laid out, to the sheet. Returns the box whose background was propagated.
 */
export function paintRootBackground(page: Page, root: Fragment, toArea: Matrix, context: PaintContext): Box | undefined {
  const { html, body } = context.bodyBoxes.of(root.laid.box)
  const isContained = [html, body].some((box) => box !== undefined && box.style.containment !== undefined)
  const source = hasBackground(html, context) || isContained ? html : body
  if (source === undefined || !hasBackground(source, context)) return undefined
  context.canvas.save()
  const before = applyMatrix(context, toArea)
  paintOnCanvas(source.style, page, root, context)
  context.page.matrix = before
  context.canvas.restore()
  return source
}

/** Paints a propagated background, from the corner of the page area. */
function paintOnCanvas(style: Style, page: Page, root: Fragment, context: PaintContext): void {
  const shape = canvasShape(page, context)
  if (style.backgroundColor.alpha > 0) {
    if (shape.path === undefined) context.canvas.fillRect(shape.rect, style.backgroundColor)
    else context.canvas.fillPath(shape.path, 'nonzero', { kind: 'color', color: style.backgroundColor }, 1)
  }
  if (style.backgroundLayers.length === 0) return
  // Images are positioned on the root element, also those of the body.
  const unfragmented = context.fragmentedBoxes.unfragmentedOf(pieceOfFragment(root, 0, 0), style)
  const own = unfragmented?.height ?? root.height
  // Quirk: the root fills the page area (Quirks Mode §3.6).
  const { frame } = root.laid.box.style
  const height = context.isQuirks ? Math.max(own, frame === 'none' ? page.area.height : page.area.width) : own
  const area: Rect = { x: 0, y: 0, width: page.area.width / page.scale, height: page.area.height / page.scale }
  const inFrame = { x: root.x, y: root.y - (unfragmented?.above ?? 0), width: root.laid.width, height }
  const rootRect = onPage(inFrame, frameOver(area, frame))
  paintLayers(style, (layer) => (layer.attachment === 'fixed' ? area : rootRect), shape, context)
}

/** The border box of the page, from the corner of its area, which is where the canvas of the document shows. */
function canvasShape({ style: page, area, scale }: Page, context: PaintContext): ClipShape {
  const { style } = page
  const box = borderBoxOf(page)
  const rect = { x: (box.x - area.x) / scale, y: (box.y - area.y) / scale, width: box.width / scale, height: box.height / scale }
  if (!context.facts.of(style).hasRadius) return { rect, path: undefined }
  return { rect, path: roundedPath(rect, radiiOf(style, rect, verticalEnds(true, true))) }
}

function borderBoxOf({ width, height, margin }: PageStyle): Rect {
  return insetRect({ x: 0, y: 0, width, height }, margin)
}

function bordersOf({ style }: PageStyle): Edges {
  return { top: style.borderTopWidth, right: style.borderRightWidth, bottom: style.borderBottomWidth, left: style.borderLeftWidth }
}

/** The positioning area of the page box's background, which is painted on the whole sheet: its padding box, or as `background-origin` declares. */
function originOf(layer: BackgroundLayer, page: PageStyle): Rect {
  const border = borderBoxOf(page)
  if (layer.origin === 'border-box') return border
  const padding = insetRect(border, bordersOf(page))
  return layer.origin === 'padding-box' ? padding : insetRect(padding, page.padding)
}

function paintLayers(style: Style, areaOf: (layer: BackgroundLayer) => Rect, shown: ClipShape, context: PaintContext): void {
  for (let i = style.backgroundLayers.length - 1; i >= 0; i--) {
    const layer = style.backgroundLayers[i]
    if (layer !== undefined) paintLayer(layer, areaOf(layer), shown, context)
  }
}

function hasBackground(box: Box, context: PaintContext): boolean {
  const facts = context.facts.of(box.style)
  return facts.hasBackground && facts.isVisible
}
