// Lines between boxes: collapsed borders of tables and column rules.
import { type Rect, roundToPx } from '../../geometry.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { Canvas } from '../canvas.ts'
import { onPage } from '../geometry/page-frame.ts'
import { snapRect } from '../geometry/rounded-rect.ts'
import type { BlockEntry, GridEdge } from '../layers.ts'
import { paintAxisAlignedLine } from './axis-aligned-line.ts'
import { rings, type Side, shade, usedStyle } from './line-style.ts'

export function paintGridEdges(edges: readonly GridEdge[], canvas: Canvas): void {
  for (const { x, y, length, isHorizontal, border } of edges) {
    const half = border.width / 2
    const across = roundToPx((isHorizontal ? y : x) - half)
    const from = roundToPx(isHorizontal ? x : y)
    const to = roundToPx((isHorizontal ? x : y) + length)
    const rect = isHorizontal
      ? { x: from, y: across, width: to - from, height: border.width }
      : { x: across, y: from, width: border.width, height: to - from }
    paintRule(rect, isHorizontal, border, canvas)
  }
}

export function paintRules({ style, xs, top, bottom, frame }: Extract<BlockEntry, { kind: 'rules' }>, canvas: Canvas): void {
  const width = style.columnRuleWidth
  const line = { style: style.columnRuleStyle, color: style.columnRuleColor }
  for (const x of xs) {
    if (frame !== undefined) {
      const rect = snapRect(onPage({ x: x - width / 2, y: top, width, height: bottom - top }, frame))
      paintRule({ ...rect, height: width }, true, line, canvas)
      continue
    }
    const rect = { x: roundToPx(x - width / 2), y: roundToPx(top), width, height: roundToPx(bottom) - roundToPx(top) }
    paintRule(rect, false, line, canvas)
  }
}

interface RuleStyle {
  readonly style: LineStyle
  readonly color: Color
}

/** Paints a line that covers `rect`. In collapsed tables `inset` is `ridge` and `outset` is `groove` (CSS2 §17.6.3). */
function paintRule(rect: Rect, isHorizontal: boolean, { style, color }: RuleStyle, canvas: Canvas): void {
  const thickness = isHorizontal ? rect.height : rect.width
  if (!(thickness > 0)) return
  if (style === 'dotted' || style === 'dashed') {
    const from = isHorizontal ? { x: rect.x, y: rect.y + thickness / 2 } : { x: rect.x + thickness / 2, y: rect.y }
    paintAxisAlignedLine({ from, length: isHorizontal ? rect.width : rect.height, isHorizontal, width: thickness }, style, color, canvas)
    return
  }
  const deep = usedStyle(style === 'inset' ? 'ridge' : style === 'outset' ? 'groove' : style, thickness)
  const side: Side = isHorizontal ? 'top' : 'left'
  for (const [from, to, part] of rings(deep, thickness, side)) {
    const strip = isHorizontal
      ? { ...rect, y: rect.y + thickness * from, height: thickness * (to - from) }
      : { ...rect, x: rect.x + thickness * from, width: thickness * (to - from) }
    canvas.fillRect(strip, shade(color, deep, side, part))
  }
}
