// Problem: text in pale colours is not read by everybody (WCAG 2.2 §1.4.3), and what a text stands on is the sum of what was painted before it.
// Approach: a canvas in between remembers the fills of a page, and looks below three points of each text that belongs to an element.
// Limits: where a picture, a gradient, a mask or a blended group is below a text, nothing is said of it.
import { type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Matrix, Rect } from '../geometry.ts'
import type { RasterImage } from '../image/image.ts'
import type { Color } from '../style/value.ts'
import type { Canvas, Copy, GlyphPaint, GroupOptions, Paint, PaintedTag, Path } from './canvas.ts'
import { contrastOf, hexOf, type Rgb, readableColor, rgbOf } from './contrast.ts'
import { ForwardingCanvas } from './forwarding-canvas.ts'
import { rectPath } from './geometry/path.ts'
import { PaintedGround } from './painted-ground.ts'

/** Ratios that text and large text need, and what is large, in points. */
const [NORMAL, LARGE] = [4.5, 3]
const [LARGE_SIZE, LARGE_BOLD_SIZE, BOLD] = [18, 14, 700]
/** Places that are reported. */
const MOST = 100

export class ContrastCanvas extends ForwardingCanvas {
  readonly #reporter: Reporter
  readonly #ground = new PaintedGround()
  readonly #seen = new Set<string>()
  #tag: PaintedTag | undefined

  constructor(inner: Canvas, reporter: Reporter) {
    super(inner)
    this.#reporter = reporter
  }

  override beginPage(...page: Parameters<Canvas['beginPage']>): void {
    this.#ground.clear()
    super.beginPage(...page)
  }

  /** What is below a layer was painted earlier, and is forgotten. */
  override beginLayer(pageIndex: number): void {
    this.#ground.clear()
    this.#ground.mask()
    super.beginLayer(pageIndex)
  }

  override save(): void {
    this.#ground.save()
    super.save()
  }

  override restore(): void {
    this.#ground.restore()
    super.restore()
  }

  override transform(matrix: Matrix): void {
    this.#ground.transform(matrix)
    super.transform(matrix)
  }

  override clipRect(rect: Rect): void {
    this.#ground.clip(rectPath(rect))
    super.clipRect(rect)
  }

  override clipPath(path: Path, rule: 'nonzero' | 'evenodd'): void {
    this.#ground.clip(path)
    super.clipPath(path, rule)
  }

  override clipGlyphs(paints: readonly GlyphPaint[]): void {
    this.#ground.mask()
    super.clipGlyphs(paints)
  }

  override beginGroup(options: GroupOptions): void {
    this.#ground.beginGroup(options.blendMode === 'normal' ? options.opacity : undefined)
    super.beginGroup(options)
  }

  override endGroup(): void {
    this.#ground.endGroup()
    super.endGroup()
  }

  override mask(bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void {
    this.#ground.mask()
    super.mask(bounds, kind, draw)
  }

  override copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    for (const { x, y } of copies) this.#ground.fill(rectPath({ ...bounds, x: bounds.x + x, y: bounds.y + y }), undefined, 1)
    super.copies(bounds, copies, draw)
  }

  override fillRect(rect: Rect, color: Color): void {
    if (color.alpha > 0) this.#ground.fill(rectPath(rect), rgbOf(color), color.alpha)
    super.fillRect(rect, color)
  }

  override fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    if (paint.kind !== 'color') this.#ground.fill(path, undefined, 1)
    else if (paint.color.alpha * opacity > 0) this.#ground.fill(path, rgbOf(paint.color), paint.color.alpha * opacity)
    super.fillPath(path, rule, paint, opacity)
  }

  override image(image: RasterImage, rect: Rect, opacity: number): void {
    this.#ground.fill(rectPath(rect), undefined, 1)
    super.image(image, rect, opacity)
  }

  override beginTag(tag: PaintedTag): void {
    this.#tag = tag
    super.beginTag(tag)
  }

  override endTag(): void {
    this.#tag = undefined
    super.endTag()
  }

  override glyphs(paint: GlyphPaint): void {
    if (this.#tag !== undefined && this.#tag.tag.isInactive !== true) this.#check(paint, this.#tag.tag.place)
    super.glyphs(paint)
  }

  #check(paint: GlyphPaint, at: Position | undefined): void {
    const { color, fontSize, run } = paint
    if (paint.isInvisible === true || paint.stroke !== undefined || run.face.hasColor || color.alpha <= 0) return
    const width = widthOf(paint)
    if (width === undefined) return
    const least = leastRatio(fontSize * scaleOf(this.#ground.matrix), run.face.weight >= BOLD || paint.syntheticBold)
    let worst: { readonly ratio: number; readonly text: Rgb; readonly ground: Rgb } | undefined
    for (const share of [0.1, 0.5, 0.9]) {
      const found = this.#ground.seen(paint.x + width * share, paint.baseline - fontSize * 0.3, rgbOf(color), color.alpha)
      if (found === undefined) return
      const ratio = contrastOf(found.text, found.ground)
      if (worst === undefined || ratio < worst.ratio) worst = { ratio, ...found }
    }
    // Text in the colour of its ground is hidden on purpose.
    if (worst !== undefined && worst.ratio < least && worst.ratio > 1.001) this.#report(worst, least, at)
  }

  #report(
    { ratio, text, ground }: { readonly ratio: number; readonly text: Rgb; readonly ground: Rgb },
    least: number,
    at: Position | undefined,
  ): void {
    const message = `text of ${hexOf(text)} on ${hexOf(ground)} has a contrast of ${Math.floor(ratio * 100) / 100}:1, and needs ${least}:1`
    const key = `${JSON.stringify(at)} ${message}`
    if (this.#seen.has(key) || this.#seen.size >= MOST) return
    this.#seen.add(key)
    this.#reporter.report(warning('low-contrast', at, message, `with ${hexOf(readableColor(text, ground, least))} it has enough`))
  }
}

/** The width of what is painted; undefined for nothing and for spaces. */
function widthOf({ run, from, to, fontSize, letterSpacing }: GlyphPaint): number | undefined {
  let units = 0
  for (let i = from; i < to; i++) units += run.advances[i]!
  const width = (units * fontSize) / run.face.unitsPerEm + letterSpacing * (to - from)
  return width > 0 && run.text.trim() !== '' ? width : undefined
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

function leastRatio(size: number, isBold: boolean): number {
  return size >= LARGE_SIZE || (isBold && size >= LARGE_BOLD_SIZE) ? LARGE : NORMAL
}
