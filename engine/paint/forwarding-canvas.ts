// A canvas that forwards every call to another: subclasses override the calls that they change.
import type { Matrix, Rect } from '../geometry.ts'
import type { RasterImage } from '../image/image.ts'
import type { Color } from '../style/value.ts'
import type { LinkTag } from '../tag/tag.ts'
import type { Canvas, Copy, GlyphPaint, GroupOptions, LinkTarget, Paint, PaintedTag, Path, Stroke } from './canvas.ts'

export class ForwardingCanvas implements Canvas {
  protected readonly inner: Canvas

  constructor(inner: Canvas) {
    this.inner = inner
  }

  beginPage(...page: Parameters<Canvas['beginPage']>): void {
    this.inner.beginPage(...page)
  }
  endPage(awaitsLayer?: boolean): void {
    this.inner.endPage(awaitsLayer)
  }
  beginLayer(pageIndex: number): void {
    this.inner.beginLayer(pageIndex)
  }
  endLayer(): void {
    this.inner.endLayer()
  }
  save(): void {
    this.inner.save()
  }
  restore(): void {
    this.inner.restore()
  }
  transform(matrix: Matrix): void {
    this.inner.transform(matrix)
  }
  clipRect(rect: Rect): void {
    this.inner.clipRect(rect)
  }
  clipPath(path: Path, rule: 'nonzero' | 'evenodd'): void {
    this.inner.clipPath(path, rule)
  }
  clipGlyphs(paints: readonly GlyphPaint[]): void {
    this.inner.clipGlyphs(paints)
  }
  beginGroup(options: GroupOptions): void {
    this.inner.beginGroup(options)
  }
  endGroup(): void {
    this.inner.endGroup()
  }
  /** Forwarded unchanged: masks carry opacity, not colour. */
  mask(bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void {
    this.inner.mask(bounds, kind, draw)
  }
  copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    this.inner.copies(bounds, copies, draw)
  }
  fillRect(rect: Rect, color: Color): void {
    this.inner.fillRect(rect, color)
  }
  fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    this.inner.fillPath(path, rule, paint, opacity)
  }
  strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void {
    this.inner.strokePath(path, stroke, paint, opacity)
  }
  glyphs(paint: GlyphPaint): void {
    this.inner.glyphs(paint)
  }
  image(image: RasterImage, rect: Rect, opacity: number): void {
    this.inner.image(image, rect, opacity)
  }
  link(rect: Rect, target: LinkTarget, tag?: LinkTag, text?: string): void {
    this.inner.link(rect, target, tag, text)
  }
  destination(id: string, y: number): void {
    this.inner.destination(id, y)
  }
  bookmark(level: number, title: string, y: number, isOpen: boolean): void {
    this.inner.bookmark(level, title, y, isOpen)
  }
  get isTagged(): boolean {
    return this.inner.isTagged === true
  }
  beginTag(tag: PaintedTag): void {
    this.inner.beginTag(tag)
  }
  endTag(): void {
    this.inner.endTag()
  }
  reserveTag(tag: PaintedTag): number | undefined {
    return this.inner.reserveTag?.(tag)
  }
}
