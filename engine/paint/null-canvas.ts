// A canvas that ignores every call, for walks that only collect.
import type { Canvas } from './canvas.ts'

export class NullCanvas implements Canvas {
  beginPage(): void {}
  endPage(): void {}
  beginLayer(): void {}
  endLayer(): void {}
  save(): void {}
  restore(): void {}
  transform(): void {}
  clipRect(): void {}
  clipPath(): void {}
  clipGlyphs(): void {}
  beginGroup(): void {}
  endGroup(): void {}
  mask(): void {}
  copies(): void {}
  fillRect(): void {}
  fillPath(): void {}
  strokePath(): void {}
  glyphs(): void {}
  image(): void {}
  link(): void {}
  destination(): void {}
  bookmark(): void {}
  beginTag(): void {}
  endTag(): void {}
}
