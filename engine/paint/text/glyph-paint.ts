// Text items as glyphs on a page: place, fill and stroke.
import { advanceSize, roundToPx } from '../../geometry.ts'
import type { TextItem } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { Color } from '../../style/value.ts'
import type { GlyphPaint } from '../canvas.ts'

/** A text item of a paragraph whose border box is at (x, y). */
export function glyphPaintOf(item: TextItem, x: number, y: number): GlyphPaint {
  const { style } = item
  return {
    run: item.run,
    from: item.from,
    to: item.to,
    x: x + item.x,
    baseline: item.isExact === true ? y + item.baseline : roundToPx(y + item.baseline),
    fontSize: item.fontSize,
    advanceSize: advanceSize(item.fontSize),
    color: fillOf(style),
    letterSpacing: item.letterSpacing,
    wordSpacing: item.wordSpacing,
    syntheticBold: item.match.syntheticBold,
    syntheticOblique: item.match.syntheticOblique,
    actualText: item.actualText,
    followsOtherDirection: item.isTurn,
    endsWord: item.endsWord,
    // Present in every object: V8 accesses objects of one shape faster.
    stroke: style.textStrokeWidth > 0 ? strokeOf(style) : undefined,
  }
}

/** `-webkit-text-fill-color`, which is `color` unless it is set. */
export function fillOf({ textFillColor, color }: Style): Color {
  return textFillColor === 'currentcolor' ? color : textFillColor
}

function strokeOf({ textStrokeColor, textStrokeWidth, color, paintOrder }: Style): NonNullable<GlyphPaint['stroke']> {
  return {
    width: textStrokeWidth,
    color: textStrokeColor === 'currentcolor' ? color : textStrokeColor,
    isBelow: paintOrder.indexOf('stroke') < paintOrder.indexOf('fill'),
  }
}
