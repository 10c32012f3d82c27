// What shaping and line boxes need of a style, worked out once per style and font service.
import { ObjectCache } from '../../collections/cache.ts'
import type { Face, FaceMatch, FontRequest, Fonts, ShapingStyle } from '../../font/font.ts'
import { advanceSize, fontPixels, inLayoutUnits, nearestLayoutUnit, PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { FontSizeAdjust } from '../../style/value.ts'

/** Extent of a line of text around its baseline, points, both positive downwards and upwards. */
interface TextMetrics {
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
}

export interface TextStyle extends TextMetrics {
  readonly style: Style
  readonly request: FontRequest
  /** The first available face: metrics, strut and most text come from it. */
  readonly primary: FaceMatch
  readonly fontSize: number
  /** Points in a font unit of the primary face. */
  readonly scale: number
  /** Used line height. */
  readonly lineHeight: number
  /** The strut: what this style alone makes a line reach above and below its baseline, half-leading included. */
  readonly above: number
  readonly below: number
  readonly xHeight: number
  readonly capHeight: number
  /** In vertical text lines are aligned by the centre of letters: how far their alphabetic baseline is below it. 0 elsewhere. */
  readonly baselineShift: number
  readonly isCentral: boolean
  /** Added behind every character. */
  readonly letterSpacing: number
  readonly features: ShapingStyle['features']
  /** Spaces at line ends vanish; otherwise they hang or (break-spaces) wrap. */
  readonly collapsesSpaces: boolean
  readonly wraps: boolean
  /** Nothing about a text of this style, or a paragraph of it, needs more than glyphs side by side: see `plain-text.ts`. */
  readonly isPlain: boolean
  /** Lines end by the general rules only: no hyphenation, no emergencies, no `word-break`. */
  readonly breaksPlainly: boolean
  /** Of plain Latin text in the primary face. */
  readonly latin: ShapingStyle
  /** Shaping styles made so far, by face, script and direction. */
  readonly shaping: Map<string, ShapingStyle>
}

const known = new ObjectCache<Fonts, WeakMap<Style, TextStyle>>('identity')
/** Styles outlive documents, and mostly find the same face in the next. */
const latest = new ObjectCache<Style, TextStyle>()

export function textStyleOf(style: Style, fonts: Fonts): TextStyle {
  let styles = known.get(fonts)
  if (styles === undefined) known.set(fonts, (styles = new WeakMap()))
  let textStyle = styles.get(style)
  if (textStyle === undefined) styles.set(style, (textStyle = rememberedStyle(style, fonts) ?? makeTextStyle(style, fonts)))
  return textStyle
}

/** What an earlier document made of the style, when these fonts give it the same face. */
function rememberedStyle(style: Style, fonts: Fonts): TextStyle | undefined {
  const before = latest.get(style)
  if (before === undefined) return undefined
  const { face, metrics, syntheticBold, syntheticOblique } = synthesised(fonts.primary(before.request), style)
  const { primary } = before
  const isSame =
    face === primary.face &&
    metrics === primary.metrics &&
    syntheticBold === primary.syntheticBold &&
    syntheticOblique === primary.syntheticOblique
  return isSame ? before : undefined
}

function makeTextStyle(style: Style, fonts: Fonts): TextStyle {
  const request: FontRequest = {
    families: style.fontFamily,
    weight: style.fontWeight,
    style: style.fontStyle,
    stretch: style.fontStretch,
    ...(style.fontOpticalSizing === 'none' ? {} : { opticalSize: style.fontSize / PX }),
    ...(style.fontVariationSettings.length === 0 ? {} : { variations: style.fontVariationSettings }),
  }
  const primary = synthesised(fonts.primary(request), style)
  const fontSize = usedFontSize(primary, style, primary)
  const scale = glyphScale(primary, fontSize)
  const isCentral = isCentred(style)
  const alphabetic = metricsOf(primary, fontSize)
  const metrics = isCentral ? centred(alphabetic) : alphabetic
  const lineHeight = usedLineHeight(style, metrics)
  const above = metrics.ascent + halfLeading(lineHeight, metrics)
  const features = featuresOf(style, primary)
  const latin = makeShapingStyle({ features, style }, primary, 'Latn', false)
  const textStyle: TextStyle = {
    ascent: metrics.ascent,
    descent: metrics.descent,
    lineGap: metrics.lineGap,
    style,
    request,
    primary,
    fontSize,
    scale,
    lineHeight,
    above,
    below: lineHeight - above,
    xHeight: primary.face.xHeight * scale,
    capHeight: primary.face.capHeight * scale,
    baselineShift: alphabetic.ascent - metrics.ascent,
    isCentral,
    letterSpacing: style.letterSpacing,
    features,
    collapsesSpaces: style.whiteSpaceCollapse === 'collapse' || style.whiteSpaceCollapse === 'preserve-breaks',
    wraps: style.textWrapMode !== 'nowrap',
    isPlain: isPlain(style),
    breaksPlainly:
      style.wordBreak === 'normal' && style.overflowWrap !== 'anywhere' && style.lineBreak === 'auto' && style.hyphens !== 'auto',
    latin,
    shaping: new Map([[shapingKey(primary, 'Latn', false), latin]]),
  }
  latest.set(style, textStyle)
  return textStyle
}

/** Vertical text has a central baseline, unless all of it lies on its side (CSS Writing Modes 4 §4.2). */
function isCentred({ frame, writingMode, textOrientation }: Style): boolean {
  return frame !== 'none' && writingMode.startsWith('vertical') && textOrientation !== 'sideways'
}

/** As much above the baseline as below it. */
export function centred({ ascent, descent, lineGap }: TextMetrics): TextMetrics {
  const half = (ascent + descent) / 2
  return { ascent: half, descent: half, lineGap }
}

function isPlain(style: Style): boolean {
  return (
    style.frame === 'none' &&
    style.direction === 'ltr' &&
    (style.unicodeBidi === 'normal' || style.unicodeBidi === 'isolate') &&
    style.textIndent === 0 &&
    style.textEmphasisStyle === 'none' &&
    style.textAlignLast === 'auto' &&
    style.textAlign !== 'justify-all' &&
    style.fontVariantCaps === 'normal' &&
    style.wordSpacing === 0 &&
    style.textOverflow === 'clip' &&
    style.lineClamp === 'none' &&
    style.whiteSpaceCollapse !== 'break-spaces' &&
    style.hangingPunctuation.length === 0
  )
}

/** `font-synthesis` may forbid what the match proposes. */
export function synthesised(match: FaceMatch, style: Style): FaceMatch {
  const syntheticBold = match.syntheticBold && style.fontSynthesisWeight === 'auto'
  const syntheticOblique = match.syntheticOblique && style.fontSynthesisStyle === 'auto'
  if (syntheticBold === match.syntheticBold && syntheticOblique === match.syntheticOblique) return match
  return { ...match, syntheticBold, syntheticOblique }
}

/** Points a font unit, for advances. */
export function glyphScale({ face }: FaceMatch, fontSize: number): number {
  return advanceSize(fontSize) / face.unitsPerEm
}

/** Each metric in whole CSS pixels, as browsers have them. */
export function metricsOf({ face, metrics }: FaceMatch, fontSize: number): TextMetrics {
  const size = fontPixels(fontSize)
  const pixels = (override: number | undefined, units: number): number => Math.round((override ?? units / face.unitsPerEm) * size) * PX
  return {
    ascent: pixels(metrics?.ascent, face.ascent),
    descent: pixels(metrics?.descent, -face.descent),
    lineGap: pixels(metrics?.lineGap, face.lineGap),
  }
}

/**
 * The font size that glyphs of a face are shown at (CSS Fonts 5 §2.4, §3.6): `size-adjust` of its `@font-face` multiplies it; with `font-size-adjust` each face
 * gets the size at which its aspect is the same.
 */
export function usedFontSize(match: FaceMatch, { fontSize, fontSizeAdjust }: Style, primary: FaceMatch): number {
  if (fontSizeAdjust === 'none') return match.metrics === undefined ? fontSize : fontSize * match.metrics.size
  const { metric, value } = fontSizeAdjust
  const aspect = aspectOf(match.face, metric)
  const wanted = value === 'from-font' ? aspectOf(primary.face, metric) : value
  return aspect > 0 ? (fontSize * wanted) / aspect : fontSize
}

const ZERO = 0x30
/** U+6C34, by which ideographs are measured. */
const WATER = 0x6c34

function aspectOf(face: Face, metric: Exclude<FontSizeAdjust, 'none'>['metric']): number {
  switch (metric) {
    case 'ex-height':
      return face.xHeight / face.unitsPerEm
    case 'cap-height':
      return face.capHeight / face.unitsPerEm
    case 'ch-width':
      return face.nominalAdvance(ZERO) / face.unitsPerEm
    case 'ic-width':
      return face.nominalAdvance(WATER) / face.unitsPerEm
    case 'ic-height':
      return face.hasGlyph(WATER) ? 1 : 0
  }
}

/**
 * Browsers round lengths to layout units. Of a number they round the font size that it multiplies, and cut off what is finer in the product: lines of 10pt
 * times 1.5 are 19.984px high. Over a page of lines that is visible.
 */
function usedLineHeight({ lineHeight, fontSize }: Style, metrics: TextMetrics): number {
  if (lineHeight === 'normal') return metrics.ascent + metrics.descent + metrics.lineGap
  return 'factor' in lineHeight ? inLayoutUnits(lineHeight.factor * nearestLayoutUnit(fontSize)) : nearestLayoutUnit(lineHeight.points)
}

/** What the line height adds above the ascent: half of the leading, in whole pixels downwards (negative when lines are tight). */
export function halfLeading(lineHeight: number, metrics: TextMetrics): number {
  return Math.floor((lineHeight - metrics.ascent - metrics.descent) / 2 / PX + 1e-6) * PX
}

// ── Features ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** OpenType features in ascending order: `font-variant-*`, then what spacing switches off, then `font-feature-settings` (CSS Fonts 4 §6.12, §7.2). */
function featuresOf(style: Style, primary: FaceMatch): ShapingStyle['features'] {
  const features = new Map<string, number>(style.fontVariantFeatures)
  if (style.fontKerning === 'none') features.set('kern', 0)
  for (const tag of capsFeatures(style.fontVariantCaps)) if (primary.face.hasFeature(tag)) features.set(tag, 1)
  if (style.fontVariantPosition !== 'normal') features.set(style.fontVariantPosition === 'sub' ? 'subs' : 'sups', 1)
  if (style.letterSpacing !== 0) {
    features.set('clig', 0)
    features.set('liga', 0)
  }
  for (const [tag, value] of style.fontFeatureSettings) features.set(tag, value)
  return features.size === 0 ? NO_FEATURES : [...features].sort(([a], [b]) => (a < b ? -1 : 1))
}

const NO_FEATURES: ShapingStyle['features'] = []

export function capsFeatures(caps: Style['fontVariantCaps']): readonly string[] {
  switch (caps) {
    case 'normal':
      return []
    case 'small-caps':
      return ['smcp']
    case 'all-small-caps':
      return ['smcp', 'c2sc']
    case 'petite-caps':
      return ['pcap']
    case 'all-petite-caps':
      return ['pcap', 'c2pc']
    case 'unicase':
      return ['unic']
    case 'titling-caps':
      return ['titl']
  }
}

/** An OpenType language system may be asked for by its tag; HarfBuzz takes it as a private part of a language. */
function languageOf({ language, fontLanguageOverride }: Style): string {
  return fontLanguageOverride === 'normal' ? language : `x-hbot${fontLanguageOverride}`
}

/** The shaping style of a text in one face, script and direction; equal arguments give the same object. */
export function shapingStyle(textStyle: TextStyle, match: FaceMatch, script: string, isRtl: boolean): ShapingStyle {
  const key = shapingKey(match, script, isRtl)
  let found = textStyle.shaping.get(key)
  if (found === undefined) textStyle.shaping.set(key, (found = makeShapingStyle(textStyle, match, script, isRtl)))
  return found
}

/** The same for a text that stands upright in a vertical line. */
export function uprightStyle(textStyle: TextStyle, match: FaceMatch, script: string): ShapingStyle {
  const key = `${shapingKey(match, script, false)} upright`
  let found = textStyle.shaping.get(key)
  if (found === undefined) textStyle.shaping.set(key, (found = { ...makeShapingStyle(textStyle, match, script, false), isUpright: true }))
  return found
}

function shapingKey({ face }: FaceMatch, script: string, isRtl: boolean): string {
  return `${face.id} ${script}${isRtl ? ' rtl' : ''}`
}

function makeShapingStyle(
  { features, style }: Pick<TextStyle, 'features' | 'style'>,
  { face }: FaceMatch,
  script: string,
  isRtl: boolean,
): ShapingStyle {
  return { face, features, script, language: languageOf(style), direction: isRtl ? 'rtl' : 'ltr' }
}
