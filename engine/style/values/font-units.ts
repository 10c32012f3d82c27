// Font-relative units (CSS Values 4 §6.1.1, §6.1.2), of the element's font and of the root's. A font is opened only when a unit needs its measures.
import { fontPixels, PX } from '../../geometry.ts'
import type { Style } from '../style.ts'

/** Measures of a font in em; `descent` is positive. */
interface FontMeasures {
  readonly xHeight: number
  readonly capHeight: number
  /** Advances of `0` and of U+6C34. */
  readonly zeroAdvance: number
  readonly ideographAdvance: number
  /** Advance of a character on average, and the width of all glyphs over each other. */
  readonly averageAdvance: number
  readonly widestGlyph: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
}

/** The measures of the first font that matches a request. */
export type FontMetrics = (families: readonly string[], weight: number, style: Style['fontStyle']) => FontMeasures

/** Measures where there are no fonts. */
const FALLBACK: FontMeasures = {
  xHeight: 0.5,
  capHeight: 0.7,
  zeroAdvance: 0.5,
  ideographAdvance: 1,
  averageAdvance: 0.5,
  widestGlyph: 1,
  ascent: 1,
  descent: 0.2,
  lineGap: 0,
}

const MEASURES = Object.keys(FALLBACK) as readonly (keyof FontMeasures)[] // the keys just written

/** The font properties of a computed style. */
interface StyledFont extends Pick<Style, 'fontFamily' | 'fontWeight' | 'fontStyle' | 'lineHeight'> {
  readonly fontSizeValue: { readonly points: number }
}

/** The units of one style, in points. `lines` is the style that `lh` refers to: the parent's while `line-height` itself is computed. */
export class FontUnits {
  readonly #style: StyledFont
  readonly #lines: StyledFont
  readonly #scale: number
  readonly #ask: FontMetrics | undefined

  constructor(style: StyledFont, { scale = 1, lines = style, ask }: { scale?: number; lines?: StyledFont; ask?: FontMetrics | undefined }) {
    this.#style = style
    this.#lines = lines
    this.#scale = scale
    this.#ask = ask
  }

  get em(): number {
    return this.#style.fontSizeValue.points * this.#scale
  }

  get ex(): number {
    return this.em * this.#measures(this.#style).xHeight
  }

  get cap(): number {
    return this.em * this.#measures(this.#style).capHeight
  }

  get ch(): number {
    return this.em * this.#measures(this.#style).zeroAdvance
  }

  get ic(): number {
    return this.em * this.#measures(this.#style).ideographAdvance
  }

  /** By which browsers count the columns of text fields: the average advance, at least in whole pixels to the nearest. */
  get column(): number {
    const average = fontPixels(this.em) * this.#measures(this.#style).averageAdvance * PX
    return Math.max(average, toWholePixels(average))
  }

  /** What is widest in a text field, in whole pixels. */
  get widest(): number {
    return toWholePixels(fontPixels(this.em) * this.#measures(this.#style).widestGlyph * PX)
  }

  /** Ascent and descent, without the line gap, rounded as in line layout (CSS2 10.6.1). */
  get contentArea(): number {
    return normalLineHeight({ ...this.#measures(this.#style), lineGap: 0 }, this.em)
  }

  get lh(): number {
    const { lineHeight, fontSizeValue } = this.#lines
    if (lineHeight !== 'normal' && 'points' in lineHeight) return lineHeight.points * this.#scale
    const em = fontSizeValue.points * this.#scale
    return lineHeight === 'normal' ? normalLineHeight(this.#measures(this.#lines), em) : lineHeight.factor * em
  }

  #measures({ fontFamily, fontWeight, fontStyle }: StyledFont): FontMeasures {
    return this.#ask?.(fontFamily, fontWeight, fontStyle) ?? FALLBACK
  }
}

/** `normal` as in line layout: each part in whole CSS pixels. */
function normalLineHeight({ ascent, descent, lineGap }: FontMeasures, em: number): number {
  return toWholePixels(ascent * em) + toWholePixels(descent * em) + toWholePixels(lineGap * em)
}

const toWholePixels = (length: number): number => Math.round(length / PX) * PX

/** Whether two measures are equal. */
export function isSameFont(one: FontMeasures, other: FontMeasures): boolean {
  return MEASURES.every((key) => one[key] === other[key])
}

/** For the neutral environment: values that use these units are parsed again for each element. */
export const NEUTRAL_FONT = new FontUnits(
  { fontFamily: [], fontWeight: 400, fontStyle: 'normal', fontSizeValue: { points: 12 }, lineHeight: 'normal' },
  {},
)
