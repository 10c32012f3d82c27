// What is behind the boxes: the sheet's own background and border (from @page), and the root's background on the page area.
import type { Fragment } from '../fragment/fragment.ts'
import { NO_EDGES, type Rect } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { Page } from '../page/page.ts'
import { paintLayer, type Shape } from './background.ts'
import type { PaintContext } from './context.ts'
import { paintDecoration } from './decoration.ts'
import { verticalEnds } from './layers.ts'

/** Background of the page box, over the whole sheet; its border stands inside the margins (CSS Page 3 §3). */
export function paintSheet(page: Page, context: PaintContext): void {
  const { style, width, height, margin } = page.style
  if (!context.facts.of(style).hasDecoration) return
  const sheet: Rect = { x: 0, y: 0, width, height }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(sheet, style.backgroundColor)
  paintLayers(style, sheet, { rect: sheet, path: undefined }, context)
  const box = {
    style,
    x: margin.left,
    y: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - margin.bottom,
    border: { top: style.borderTopWidth, right: style.borderRightWidth, bottom: style.borderBottomWidth, left: style.borderLeftWidth },
    padding: NO_EDGES,
    ends: verticalEnds(true, true),
    isBorderless: false,
    isBare: true,
  }
  paintDecoration(box, context)
}

/**
 * The root's background, or the body's when the root has none, fills the page area (CSS Backgrounds 3 §2.11.2; browsers leave the
 * margins white in print). Gives back the box whose background this was.
 */
export function paintRootBackground(page: Page, root: Fragment, context: PaintContext): Laid | undefined {
  const source = hasBackground(root.laid, context) ? root : bodyOf(root)
  if (source === undefined || !hasBackground(source.laid, context)) return undefined
  const { style } = source.laid.box
  const area: Rect = { x: 0, y: 0, width: page.area.width / page.scale, height: page.area.height / page.scale }
  if (style.backgroundColor.alpha > 0) context.canvas.fillRect(area, style.backgroundColor)
  // Images are placed as on the root element, wherever they come from.
  const rootRect = { x: root.x, y: root.y, width: root.laid.width, height: root.height }
  paintLayers(style, rootRect, { rect: area, path: undefined }, context)
  return source.laid
}

function paintLayers(style: Laid['box']['style'], area: Rect, shape: Shape, context: PaintContext): void {
  for (let i = style.backgroundLayers.length - 1; i >= 0; i--) {
    const layer = style.backgroundLayers[i]
    if (layer !== undefined) paintLayer(layer, area, shape, context)
  }
}

function hasBackground(laid: Laid, context: PaintContext): boolean {
  const facts = context.facts.of(laid.box.style)
  return facts.hasBackground && facts.isVisible
}

function bodyOf(root: Fragment): Fragment | undefined {
  if (root.laid.box.origin.tag !== 'html') return undefined
  if (root.content.kind === 'children') return root.content.children.find((child) => child.laid.box.origin.tag === 'body')
  const { laid } = root
  if (laid.kind !== 'block') return undefined
  for (let i = 0; ; i++) {
    const child = laid.children.at(i)
    if (child === undefined) return undefined
    if (child.laid.box.origin.tag === 'body') {
      const { x, y } = child
      return { laid: child.laid, x, y, height: child.laid.height, isFirst: true, isLast: true, content: root.content }
    }
  }
}
