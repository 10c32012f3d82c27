// Styles of boxes that no element has: anonymous boxes, pieces of split inline boxes. Memoised, so that equal ones stay one object.
import { ObjectCache } from '../collections/cache.ts'
import { frameOf } from '../style/frame.ts'
import type { Style } from '../style/style.ts'
import type { Display } from '../style/value.ts'

/** Inherited properties. An anonymous box has its parent's values of these and initial values of the rest (CSS2 9.2.1.1). */
export const INHERITED = [
  'visibility',
  'imageOrientation',
  'color',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'fontStretch',
  'fontSizeAdjust',
  'fontKerning',
  'fontOpticalSizing',
  'fontFeatureSettings',
  'fontVariationSettings',
  'fontVariantFeatures',
  'fontVariantCaps',
  'fontVariantPosition',
  'fontSynthesisWeight',
  'fontSynthesisStyle',
  'fontSynthesisSmallCaps',
  'fontSynthesisPosition',
  'fontLanguageOverride',
  'lineHeight',
  'letterSpacing',
  'wordSpacing',
  'textAlign',
  'textAlignLast',
  'textSpacingTrim',
  'textJustify',
  'textIndent',
  'textIndentLines',
  'blockEllipsis',
  'textTransform',
  'textUnderlineOffset',
  'textUnderlinePosition',
  'textDecorationSkipInk',
  'textEmphasisStyle',
  'textEmphasisColor',
  'textEmphasisPosition',
  'rubyPosition',
  'rubyAlign',
  'rubyMerge',
  'rubyOverhang',
  'textShadow',
  'textFillColor',
  'textStrokeColor',
  'textStrokeWidth',
  'accentColor',
  'paintOrder',
  'textWrapMode',
  'textWrapStyle',
  'whiteSpaceCollapse',
  'wordBreak',
  'overflowWrap',
  'lineBreak',
  'hyphens',
  'hyphenateCharacter',
  'hyphenateLimitChars',
  'hangingPunctuation',
  'textBoxEdge',
  'tabSize',
  'direction',
  'language',
  'listStyleType',
  'listStylePosition',
  'listStyleImage',
  'quotes',
  'borderCollapse',
  'borderSpacingX',
  'borderSpacingY',
  'captionSide',
  'writingMode',
  'textOrientation',
  'textCombineUpright',
  'emptyCells',
  'orphans',
  'widows',
  'page',
  'custom',
] as const satisfies readonly (keyof Style)[]

const NO_START = { marginLeft: 0, paddingLeft: 0, borderLeftWidth: 0, borderLeftStyle: 'none' } as const
const NO_END = { marginRight: 0, paddingRight: 0, borderRightWidth: 0, borderRightStyle: 'none' } as const

const known = new ObjectCache<Style, DerivedStyles>('identity')

/** Documents share what they derive, as they share styles: a style outlives the document it was computed for. */
export function derivedStyles(initial: Style): DerivedStyles {
  let styles = known.get(initial)
  if (styles === undefined) known.set(initial, (styles = new DerivedStyles(initial)))
  return styles
}

/** Derives and remembers. */
export class DerivedStyles {
  readonly #initial: Style
  readonly #derived = new ObjectCache<Style, Map<string, Style>>('identity')

  constructor(initial: Style) {
    this.#initial = initial
  }

  /** Of an anonymous box in a box of style `parent`. */
  anonymous(parent: Style, display: Display): Style {
    return this.#memo(parent, display, () => {
      const style: Record<string, unknown> = { ...this.#initial, display, originalDisplay: display }
      for (const name of INHERITED) style[name] = parent[name]
      // Without sides and sizes of its own: it is in any frame as it is.
      style.frame = frameOf(parent.writingMode)
      // Overflowing lines belong to the block container the author styled (CSS Overflow 4 §4).
      if (display === 'block' && parent.textOverflow !== 'clip')
        Object.assign(style, { textOverflow: parent.textOverflow, overflowX: parent.overflowX })
      // A copy of `initial`, a Style, with values taken from the same keys of another.
      return style as unknown as Style
    })
  }

  /** An anonymous inline box that carries a block ancestor's text decorations into a paragraph (CSS Text Decoration 4 §2). */
  decorating(ancestor: Style): Style {
    return this.#memo(ancestor, 'decorating', () => ({
      ...this.anonymous(ancestor, 'inline'),
      textDecorationLine: ancestor.textDecorationLine,
      textDecorationStyle: ancestor.textDecorationStyle,
      textDecorationColor: ancestor.textDecorationColor,
      textDecorationThickness: ancestor.textDecorationThickness,
    }))
  }

  /** A piece of an inline box that a block splits: edges where the box does not begin or end are gone (CSS2 9.2.1.1). */
  piece(style: Style, edges: { readonly hasStart: boolean; readonly hasEnd: boolean }): Style {
    if (edges.hasStart && edges.hasEnd) return style
    const isLtr = style.direction === 'ltr'
    return this.#memo(style, `piece ${edges.hasStart} ${edges.hasEnd}`, () => ({
      ...style,
      ...(edges.hasStart ? {} : isLtr ? NO_START : NO_END),
      ...(edges.hasEnd ? {} : isLtr ? NO_END : NO_START),
    }))
  }

  /** Of an anonymous block around a block inside of a relatively positioned inline box, which moves along with it (CSS2 9.2.1.1). */
  moving(inline: Style): Style {
    return this.#memo(inline, 'moving', () => {
      const { position, top, right, bottom, left, zIndex } = inline
      return { ...this.anonymous(inline, 'block'), position, top, right, bottom, left, zIndex }
    })
  }

  /** `style` with other values; `key` names the change. */
  with(style: Style, key: string, change: Partial<Style>): Style {
    return this.#memo(style, key, () => ({ ...style, ...change }))
  }

  #memo(base: Style, key: string, make: () => Style): Style {
    let byKey = this.#derived.get(base)
    if (byKey === undefined) this.#derived.set(base, (byKey = new Map()))
    let style = byKey.get(key)
    if (style === undefined) byKey.set(key, (style = make()))
    return style
  }
}
