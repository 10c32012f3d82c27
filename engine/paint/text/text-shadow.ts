// Shadows of texts.
import { PX, type Rect } from '../../geometry.ts'
import type { Shadow } from '../../style/value.ts'
import { fillBlurred } from '../blur/blur.ts'
import type { GlyphPaint } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import { runPath } from '../glyph/glyph-path.ts'

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
