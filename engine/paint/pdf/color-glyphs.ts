// Runs of colour fonts: the picture of each glyph is a form XObject that is written once and drawn wherever the glyph is painted. The glyphs are also
// written as invisible text, so that all viewers find, select and extract them.
import type { ColorDrawings, GlyphRun } from '../../font/font.ts'
import type { Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas, GlyphPaint } from '../canvas.ts'
import { paintColorGlyph } from '../glyph/color-glyph.ts'
import { SYNTHETIC_SLANT, spacingAfter } from '../glyph/glyph-spacing.ts'

/** The operations of a document painter that colour glyphs need. */
interface FormHost {
  /** Writes glyphs of a font. */
  setGlyphs(paint: GlyphPaint): void
  /** Draws the form of a key; `draw` paints it the first time. */
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
      // The source text belongs to the first part; the others have an empty one.
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

  /** Whether a glyph is a picture, or an empty glyph of its cluster (a variation selector). */
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
