// A canvas that paints everything in one colour, for drop shadows and masks.
import type { Rect } from '../../geometry.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import type { ShadowBudget } from '../blur/shadow-budget.ts'
import type { Canvas, Copy, GlyphPaint, GroupOptions, Paint, Path, Stroke } from '../canvas.ts'
import { SilentCanvas } from './silent.ts'

export class SilhouetteCanvas extends SilentCanvas {
  readonly #color: Color
  readonly #budget: ShadowBudget

  constructor(inner: Canvas, color: Color, budget: ShadowBudget) {
    super(inner)
    this.#color = color
    this.#budget = budget
  }

  #shade({ alpha }: Color): Color {
    return { ...this.#color, alpha: this.#color.alpha * alpha }
  }

  override fillRect(rect: Rect, color: Color): void {
    this.#budget.spend(1)
    this.inner.fillRect(rect, this.#shade(color))
  }

  override fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    this.#budget.spend(path.length)
    this.inner.fillPath(path, rule, this.#paint(paint), opacity)
  }

  override strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void {
    this.#budget.spend(path.length)
    this.inner.strokePath(path, stroke, this.#paint(paint), opacity)
  }

  override glyphs(paint: GlyphPaint): void {
    this.#budget.spend(paint.to - paint.from)
    const stroke = paint.stroke === undefined ? {} : { stroke: { ...paint.stroke, color: this.#shade(paint.stroke.color) } }
    super.glyphs({ ...paint, color: this.#shade(paint.color), ...stroke })
  }

  override image(image: RasterImage, rect: Rect, opacity: number): void {
    this.#budget.spendCopy()
    this.inner.save()
    this.inner.mask(rect, 'alpha', (canvas) => canvas.image(image, rect, opacity))
    this.inner.fillRect(rect, this.#color)
    this.inner.restore()
  }

  override beginGroup(options: GroupOptions): void {
    this.#budget.spendCopy()
    this.inner.beginGroup(options)
  }

  override copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    this.inner.copies(bounds, copies, (canvas) => draw(new SilhouetteCanvas(canvas, this.#color, this.#budget)))
  }

  #paint(paint: Paint): Paint {
    if (paint.kind === 'color') return { kind: 'color', color: this.#shade(paint.color) }
    if (paint.kind === 'gradient') {
      const stops = paint.gradient.stops.map(({ offset, color }) => ({ offset, color: this.#shade(color) }))
      return { kind: 'gradient', gradient: { ...paint.gradient, stops } }
    }
    const { pattern } = paint
    const draw = (canvas: Canvas): void => pattern.draw(new SilhouetteCanvas(canvas, this.#color, this.#budget))
    return { kind: 'pattern', pattern: { ...pattern, draw } }
  }
}
