// Outlines: frames around a border box that take no room (CSS UI 4 §3).
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { PaintContext } from '../context/context.ts'
import { radiiOf } from '../decorated-box.ts'
import { growRect, snapRect, spreadRadii } from '../geometry/rounded-rect.ts'
import { paintFrame } from './border.ts'

/** Paints the outline of a box; `rect` is its border box. */
export function paintOutline(style: Style, rect: Rect, context: PaintContext): void {
  const grown = style.outlineOffset + style.outlineWidth
  const own = radiiOf(style, rect, { top: true, right: true, bottom: true, left: true })
  const radii = context.facts.of(style).hasRadius ? spreadRadii(own, grown) : undefined
  const line = { width: style.outlineWidth, style: style.outlineStyle === 'auto' ? ('solid' as const) : style.outlineStyle }
  paintFrame({ rect: growRect(snapRect(rect), grown), ...line, color: style.outlineColor, radii }, context.canvas)
}
