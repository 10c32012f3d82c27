// Behind all boxes: background and border of the page box (from @page), and the root's background on the page area.
import type { Box } from '../../box/box.ts'
import type { Fragment } from '../../fragment/fragment.ts'
import { NO_EDGES, type Rect } from '../../geometry.ts'
import type { Page } from '../../page/page.ts'
import type { PageStyle, Style } from '../../style/style.ts'
import { type BackgroundLayer, resolveLength } from '../../style/value.ts'
import type { PaintContext } from '../context/context.ts'
import { type DecoratedBox, verticalEnds } from '../decorated-box.ts'
import { insetRect } from '../geometry/rounded-rect.ts'
import { pieceOfFragment } from '../piece.ts'
import { paintLayer } from './background.ts'
import { paintDecoration } from './decoration.ts'

/** Paints the background of the page box over the whole sheet, and its border inside the margins (CSS Page 3 §3). */
export function paintSheet(page: Page, context: PaintContext): void {
  const { style, width, height, margin } = page.style
  if (!context.facts.of(style).hasDecoration) return
  const sheet: Rect = { x: 0, y: 0, width, height }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(sheet, style.backgroundColor)
  const inside = {
    x: margin.left + style.borderLeftWidth,
    y: margin.top + style.borderTopWidth,
    width: width - margin.left - margin.right - style.borderLeftWidth - style.borderRightWidth,
    height: height - margin.top - margin.bottom - style.borderTopWidth - style.borderBottomWidth,
  }
  paintLayers(style, (layer) => (layer.attachment === 'fixed' ? sheet : originOf(layer, inside, page.style)), sheet, context)
  const box: DecoratedBox = {
    style,
    x: margin.left,
    y: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
    border: { top: style.borderTopWidth, right: style.borderRightWidth, bottom: style.borderBottomWidth, left: style.borderLeftWidth },
    padding: NO_EDGES,
    ends: verticalEnds(true, true),
    borders: 'own',
    isBackgroundPropagated: true,
  }
  paintDecoration(box, context)
}

/**
 * Paints the background of the root, or of the body when the root has none, on the page area (CSS Backgrounds 3 §2.11.2; browsers leave the
 * margins white in print). Returns the box whose background was propagated.
 */
export function paintRootBackground(page: Page, root: Fragment, context: PaintContext): Box | undefined {
  const { html, body } = context.bodyBoxes.of(root.laid.box)
  const source = hasBackground(html, context) ? html : body
  if (source === undefined || !hasBackground(source, context)) return undefined
  const { style } = source
  const area: Rect = { x: 0, y: 0, width: page.area.width / page.scale, height: page.area.height / page.scale }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(area, style.backgroundColor)
  if (style.backgroundLayers.length === 0) return source
  // Images are positioned on the root element, also those of the body.
  const unfragmented = context.fragmentedBoxes.unfragmentedOf(pieceOfFragment(root, 0, 0), style)
  const own = unfragmented?.height ?? root.height
  // Quirk: the root fills the page area (Quirks Mode §3.6).
  const height = context.isQuirks ? Math.max(own, area.height) : own
  const rootRect = { x: root.x, y: root.y - (unfragmented?.above ?? 0), width: root.laid.width, height }
  paintLayers(style, (layer) => (layer.attachment === 'fixed' ? area : rootRect), area, context)
  return source
}

/** The positioning area of the page box's background, which is painted on the whole sheet: its padding box, or as `background-origin` declares. */
function originOf(layer: BackgroundLayer, padding: Rect, { style, width, margin, height }: PageStyle): Rect {
  if (layer.origin === 'padding-box') return padding
  if (layer.origin === 'border-box') {
    return { x: margin.left, y: margin.top, width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
  }
  return insetRect(padding, {
    top: resolveLength(style.paddingTop, width),
    right: resolveLength(style.paddingRight, width),
    bottom: resolveLength(style.paddingBottom, width),
    left: resolveLength(style.paddingLeft, width),
  })
}

function paintLayers(style: Style, areaOf: (layer: BackgroundLayer) => Rect, shown: Rect, context: PaintContext): void {
  for (let i = style.backgroundLayers.length - 1; i >= 0; i--) {
    const layer = style.backgroundLayers[i]
    if (layer !== undefined) paintLayer(layer, areaOf(layer), { rect: shown, path: undefined }, context)
  }
}

function hasBackground(box: Box, context: PaintContext): boolean {
  const facts = context.facts.of(box.style)
  return facts.hasBackground && facts.isVisible
}
