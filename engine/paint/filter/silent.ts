// A canvas for copies of content that is on the page already: their text is not extracted, links and marks are ignored, nothing is tagged.
import type { GlyphPaint } from '../canvas.ts'
import { ForwardingCanvas } from '../forwarding-canvas.ts'

export class SilentCanvas extends ForwardingCanvas {
  override glyphs(paint: GlyphPaint): void {
    this.inner.glyphs({ ...paint, actualText: '' })
  }

  override link(): void {}
  override destination(): void {}
  override bookmark(): void {}
  override beginTag(): void {}
  override endTag(): void {}
  override reserveTag(): undefined {}
}
