// Page numbers and sums, once they are known: shaped, aligned in the width that layout reserved, and painted on a layer of the ended page.
import type { PageNumberItem } from '../../layout/laid.ts'
import type { DeferredText, PaintContext } from '../context/context.ts'
import { fontRequestOf, shapeText } from '../glyph/shape-text.ts'
import { fillOf } from './glyph-paint.ts'

/** Paints the texts that `paintPage` returned, between beginLayer and endLayer of the same page. */
export function paintDeferred(texts: readonly DeferredText[], textOf: (item: PageNumberItem) => string, context: PaintContext): void {
  const { canvas } = context
  for (const { item, x, baseline, matrix, tag } of texts) {
    const { style } = item
    const text = textOf(item)
    if (text === '' || style.visibility !== 'visible') continue
    const shaped = shapeText(
      text,
      {
        request: fontRequestOf(style),
        fontSize: style.fontSize,
        language: style.language,
        direction: style.direction,
        source: item.origin,
      },
      context.fonts,
    )
    const free = item.width - shaped.width
    const start = x + (item.align === 'left' ? 0 : item.align === 'right' ? free : free / 2)
    if (tag !== undefined) canvas.beginTag(tag)
    canvas.save()
    canvas.transform(matrix)
    for (const piece of shaped.pieces) {
      canvas.glyphs({
        run: piece.run,
        from: 0,
        to: piece.run.glyphs.length,
        x: start + piece.x,
        baseline,
        fontSize: style.fontSize,
        color: fillOf(style),
        letterSpacing: 0,
        wordSpacing: 0,
        syntheticBold: piece.match.syntheticBold,
        syntheticOblique: piece.match.syntheticOblique,
        actualText: undefined,
      })
    }
    canvas.restore()
    if (tag !== undefined) canvas.endTag()
  }
}
