// Runs of colour fonts: every glyph's picture is a form of the document, made once and placed wherever it is shown. The glyphs are also
// set as invisible text, so that all readers find, select and extract what the pictures stand for.
import type { ColorDrawings, GlyphRun } from '../../font/font.ts'
import type { Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas, GlyphPaint } from '../canvas.ts'
import { paintColorGlyph } from '../glyph/color-glyph.ts'
import { SYNTHETIC_SLANT, spacingAfter } from '../glyph/glyph-spacing.ts'

/** What the painter of a document lends. */
export interface FormHost {
  /** Text as glyphs of a font. */
  setGlyphs(paint: GlyphPaint): void
  /** Draws a form; `draw` makes it the first time its key is seen. */
  form(key: string, opacity: number, bounds: Rect, draw: (canvas: Canvas) => void): void
}

export class ColorGlyphs {
  readonly #drawings: ColorDrawings

  constructor(drawings: ColorDrawings) {
    this.#drawings = drawings
  }

  show(paint: GlyphPaint, canvas: Canvas & FormHost): void {
    const { run, to } = paint
    let x = paint.x
    for (let from = paint.from; from < to; ) {
      const isPicture = this.#isPicture(run, from)
      let end = from + 1
      while (end < to && this.#isPicture(run, end) === isPicture) end++
      // What the author wrote goes with the first stretch; the others add nothing to it.
      const actualText = from === paint.from ? paint.actualText : paint.actualText === undefined ? undefined : ''
      const part = { ...paint, from, to: end, x, actualText }
      canvas.setGlyphs(isPicture ? { ...part, isInvisible: true } : part)
      for (let i = from; i < end; i++) {
        if (isPicture) this.#place(paint, i, x, canvas)
        x += ((run.advances[i] ?? 0) * paint.fontSize) / run.face.unitsPerEm
        x += spacingAfter(run, i, paint)
      }
      from = end
    }
  }

  /** Whether a glyph is a picture, or the rest of one's cluster: a selector that the font has an empty glyph for. */
  #isPicture({ face, glyphs, advances }: GlyphRun, index: number): boolean {
    return advances[index] === 0 || this.#drawings.colorGlyph(face, glyphs[index] ?? 0) !== undefined
  }

  #place({ run, fontSize, baseline, color, syntheticOblique }: GlyphPaint, index: number, x: number, canvas: Canvas & FormHost): void {
    const glyph = run.glyphs[index] ?? 0
    const picture = this.#drawings.colorGlyph(run.face, glyph)
    if (picture === undefined) return
    const scale = fontSize / run.face.unitsPerEm
    const [left, bottom, right, top] = picture.bounds
    const foreground: Color = { ...color, alpha: 1 }
    const ink = picture.usesForeground ? ` ${[color.red, color.green, color.blue, ...(color.cmyk ?? [])].join(' ')}` : ''
    canvas.save()
    canvas.transform([
      scale,
      0,
      syntheticOblique ? SYNTHETIC_SLANT * scale : 0,
      -scale,
      x + (run.xOffsets[index] ?? 0) * scale,
      baseline - (run.yOffsets[index] ?? 0) * scale,
    ])
    canvas.form(`${run.face.id} ${glyph}${ink}`, color.alpha, { x: left, y: bottom, width: right - left, height: top - bottom }, (form) =>
      paintColorGlyph(picture, foreground, form),
    )
    canvas.restore()
  }
}
