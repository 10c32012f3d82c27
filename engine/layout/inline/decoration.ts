// Underlines, overlines and line-throughs: drawn through the text of a box by the box that declares them (CSS Text Decoration 4 §2).
import { hasDecoration } from '../../box/box-kinds.ts'
import { PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import type { Decoration } from '../laid.ts'
import type { TextStyle } from './text-style.ts'
import type { BoxState } from './vertical.ts'

export const NO_DECORATIONS: readonly Decoration[] = []

/** The decorations of text in `state`, outermost first, relative to the text's own baseline. */
export function decorationsIn(state: BoxState): readonly Decoration[] {
  let found: Decoration[] | undefined
  for (let outer: BoxState | undefined = state; outer !== undefined; outer = outer.parent) {
    const style = outer.box?.style ?? outer.textStyle.style
    if (!hasDecoration(style)) continue
    const shift = baselineOf(outer) - baselineOf(state)
    found = [...declared(style, outer.textStyle, shift), ...(found ?? NO_DECORATIONS)]
  }
  return found ?? NO_DECORATIONS
}

/** The decorations around an inline box, and its own, for text on the baseline of both. */
export function withDecorations(outer: readonly Decoration[], textStyle: TextStyle): readonly Decoration[] {
  return hasDecoration(textStyle.style) ? [...outer, ...declared(textStyle.style, textStyle, 0)] : outer
}

function baselineOf({ group, shift }: BoxState): number {
  return group.offset + shift
}

function declared(style: Style, textStyle: TextStyle, shift: number): Decoration[] {
  const thickness = thicknessOf(style, textStyle)
  const base = { style: style.textDecorationStyle, color: style.textDecorationColor, thickness }
  const { underline, overline, lineThrough, error } = style.textDecorationLine
  if (error !== 'none') return [errorLine(error, style, textStyle, shift)]
  const list: Decoration[] = []
  if (underline) list.push({ ...base, line: 'underline', offset: shift + underlineCentre(style, textStyle, thickness) })
  if (overline) list.push({ ...base, line: 'overline', offset: shift + overlineCentre(textStyle, thickness) })
  if (lineThrough) list.push({ ...base, line: 'line-through', offset: shift - lineThroughHeight(textStyle) })
  return list
}

/** Of errors, browsers choose colour, style, thickness and offset (CSS Text Decoration 4 §2.1), as Chromium does. */
function errorLine(error: keyof typeof ERROR_COLORS, style: Style, textStyle: TextStyle, shift: number): Decoration {
  const offset = underlineCentre({ ...style, textUnderlineOffset: 'auto' }, textStyle, PX)
  return { line: 'underline', style: 'error', color: ERROR_COLORS[error], thickness: PX, offset: shift + offset }
}

const ERROR_COLORS = {
  spelling: { red: 1, green: 0, blue: 0, alpha: 1 },
  grammar: { red: 0.75, green: 0.75, blue: 0.75, alpha: 1 },
} as const

/** Above the baseline: from the text's upper edge, which is in whole pixels, two thirds of the ascent that the face has, as browsers do. */
function lineThroughHeight({ ascent, baselineShift, primary, scale }: TextStyle): number {
  return ascent + baselineShift - (primary.face.ascent * scale * 2) / 3
}

/** `auto` is a tenth of the font size; strokes are whole pixels, one at least. Lengths are rounded to them, what comes from the font is cut off, as in browsers. */
function thicknessOf({ textDecorationThickness: thickness }: Style, { fontSize, scale, primary }: TextStyle): number {
  if (thickness === 'auto') return pixelsBelow(fontSize / 10)
  if (thickness === 'from-font') return pixelsBelow(primary.face.underlineThickness * scale)
  return Math.max(1, Math.round(resolveLength(thickness, fontSize) / PX)) * PX
}

function pixelsBelow(points: number): number {
  return Math.max(1, Math.floor(points / PX + 1e-6)) * PX
}

/** In vertical Japanese and Korean an underline stands on the right (CSS Text Decoration 4 §2.7). */
function underlineCentre(style: Style, textStyle: TextStyle, thickness: number): number {
  const isOver = textStyle.isCentral && style.textUnderlinePosition === 'auto' && /^(?:ja|ko)(?:-|$)/i.test(style.language)
  return isOver ? overlineCentre(textStyle, thickness) : underlineTop(style, textStyle, thickness) + thickness / 2
}

function overlineCentre({ ascent, baselineShift }: TextStyle, thickness: number): number {
  return -ascent - baselineShift - thickness / 2
}

/** Upper edge of an underline below the baseline, as Chromium places it. */
function underlineTop(style: Style, { fontSize, descent, baselineShift, isCentral, primary, scale }: TextStyle, thickness: number): number {
  const { textUnderlineOffset: offset, textUnderlinePosition: position } = style
  const asked = offset === 'auto' ? 0 : resolveLength(offset, fontSize)
  // In vertical text, lines stand beside it (CSS Text Decoration 4 §2.7).
  if (position === 'under' || (isCentral && position === 'auto'))
    return (Math.floor((descent - baselineShift + asked) / PX + 1e-6) + 1) * PX
  if (position === 'from-font' && primary.face.underlinePosition !== 0) {
    return Math.trunc((asked - primary.face.underlinePosition * scale) / PX) * PX
  }
  if (offset === 'auto') return Math.max(1, Math.ceil(thickness / PX / 2)) * PX
  return Math.round(asked / PX) * PX
}
