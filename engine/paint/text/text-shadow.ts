// Shadows of texts and of the lines through them.
import { PX, type Rect } from '../../geometry.ts'
import type { Shadow } from '../../style/value.ts'
import { fillBlurred } from '../blur/blur.ts'
import type { GlyphPaint } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import { type Gap, inkBandOf } from '../glyph/decoration-band.ts'
import { runPath } from '../glyph/glyph-path.ts'
import { type DecorationLine, paintTextDecoration } from './text-decoration.ts'

/** Paints a shadow that text extraction ignores. */
export function paintTextShadow(paint: GlyphPaint, width: number, shadow: Shadow, { canvas, fonts, shadows: budget }: PaintContext): void {
  if (shadow.color.alpha <= 0 || budget.isSpent) return
  const { face } = paint.run
  const scale = paint.fontSize / face.unitsPerEm
  const [left, bottom, right, top] = face.bounds
  const shifted = { ...paint, x: paint.x + shadow.x, baseline: paint.baseline + shadow.y, actualText: '' }
  // As paths: MuPDF and pdf.js would extract the text twice.
  const path = runPath(shifted, fonts)
  const ink: Rect = {
    x: shifted.x + Math.min(0, left * scale),
    y: shifted.baseline - top * scale,
    width: width + Math.max(0, right - left) * scale,
    height: (top - bottom) * scale,
  }
  const bounds = growRect(ink, 2 * shadow.blur + PX)
  fillBlurred({ deviation: shadow.blur / 2, color: shadow.color, bounds, budget }, canvas, (inner, color) => {
    budget.spend(path === undefined ? shifted.to - shifted.from : path.length)
    if (path !== undefined) {
      inner.fillPath(path, 'nonzero', { kind: 'color', color }, 1)
      return
    }
    const stroke = shifted.stroke === undefined ? {} : { stroke: { ...shifted.stroke, color } }
    inner.glyphs({ ...shifted, color, ...stroke })
  })
}

/** Paints the shadow of a line through a text (CSS Text Decoration 3 §4). */
export function paintDecorationShadow(
  { decoration, line, gaps }: DecorationLine,
  shadow: Shadow,
  { canvas, shadows: budget }: PaintContext,
): void {
  if (shadow.color.alpha <= 0 || decoration.color.alpha <= 0 || budget.isSpent) return
  const shifted = { x: line.x + shadow.x, baseline: line.baseline + shadow.y, width: line.width }
  const shiftedGaps = gaps.map(([from, to]): Gap => [from + shadow.x, to + shadow.x])
  const { middle, reach } = inkBandOf(decoration)
  const ink: Rect = { x: shifted.x, y: shifted.baseline + middle - reach, width: line.width, height: 2 * reach }
  const bounds = growRect(ink, 2 * shadow.blur + decoration.thickness + PX)
  fillBlurred({ deviation: shadow.blur / 2, color: shadow.color, bounds, budget }, canvas, (inner, color) => {
    budget.spend(1 + gaps.length)
    paintTextDecoration({ ...decoration, color }, shifted, shiftedGaps, inner)
  })
}
