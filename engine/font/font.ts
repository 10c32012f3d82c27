// Contract of the font service: faces, and glyph runs in font units.
import type { TextSource } from '../diagnostic.ts'
import type { Matrix } from '../geometry.ts'

export type FontStyle = 'normal' | 'italic' | 'oblique'

/** A font as handed in. `data` may be a function, called once when the face is first used. */
export interface FontSource {
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly data: Uint8Array | (() => Uint8Array)
  /** Which font of a collection, from 0; absent for the first. */
  readonly index?: number
  /** Upper end when one file serves a range of weights (`@font-face { font-weight: 100 900 }`); absent: `weight` alone. */
  readonly maxWeight?: number
  /** No weight was said: 400 in matching, but a variable font gives whatever is asked for. */
  readonly isAnyWeight?: boolean
  /** `font-stretch` in percent; absent for 100, or whatever a variable font has. */
  readonly stretch?: number
  /** Upper end when one file serves a range of widths. */
  readonly maxStretch?: number
  /** Inclusive ranges of code points it may serve; absent for all. */
  readonly unicodeRange?: readonly (readonly [from: number, to: number])[]
  /** Inclusive ranges of code points that it serves where no style names its family; absent for all. */
  readonly fallbackRange?: readonly (readonly [from: number, to: number])[]
  /** Inclusive ranges of code points that it has and leaves to another family that is there; absent for none. */
  readonly leaves?: readonly (readonly [from: number, to: number])[]
  /** `size-adjust` and the overrides of metrics; absent for those of the file. */
  readonly metrics?: MetricOverrides | undefined
}

/** What `@font-face` says of a font's metrics (CSS Fonts 5 §2); undefined as the font says. */
export interface MetricOverrides {
  /** Factor of glyphs and metrics. */
  readonly size: number
  /** Parts of the used font size; `descent` is positive. */
  readonly ascent: number | undefined
  readonly descent: number | undefined
  readonly lineGap: number | undefined
}

/**
 * A typeface that may be installed beside the engine. It is opened when a document names its family, or has a character that no other
 * font shows.
 */
export interface FontPack {
  readonly family: string
  /** `text` serves characters of its languages, `emoji` what is shown as a picture. */
  readonly kind: 'text' | 'emoji'
  /** BCP 47 prefixes in lower case: texts in these languages prefer it to the other packs. */
  readonly languages: readonly string[]
  /** Code points it may serve, coarsely: what is outside does not open it. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
  /** What to say when it would help and is absent. */
  readonly hint: string
  /** Its files, each with its ranges; none when it is not installed. Always the same objects. */
  readonly open: () => readonly FontSource[]
}

/** One opened font file, or several that are one typeface. Metrics in font units, `descent` negative as in `hhea`. */
export interface Face {
  /** Unique in the process; equal bytes give the same face. Everything else is what the file says of itself, not what it was registered as. */
  readonly id: number
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  /** Of the em box, how much is above the baseline: 0 to 1. */
  readonly emAscent: number
  /** Has advances for upright glyphs in vertical text (`vmtx`). */
  readonly hasVerticalMetrics: boolean
  readonly capHeight: number
  readonly xHeight: number
  /** `xAvgCharWidth` of OS/2; 0 without. */
  readonly averageAdvance: number
  readonly underlinePosition: number
  readonly underlineThickness: number
  readonly strikeoutPosition: number
  readonly strikeoutThickness: number
  /** Of all glyphs, font units, y up: left, bottom, right, top. */
  readonly bounds: readonly [xMin: number, yMin: number, xMax: number, yMax: number]
  /** Degrees counter-clockwise from the vertical, as in `post`: negative for fonts that lean right. */
  readonly italicAngle: number
  readonly isFixedPitch: boolean
  readonly isSerif: boolean
  /** Some of its glyphs are pictures: see `ColorDrawings`. */
  readonly hasColor: boolean
  readonly glyphCount: number
  /** Its subsets may hold glyphs made of several: see `ComposedGlyph`. */
  readonly canCompose: boolean
  /** Undefined for fonts that are not made for formulas. */
  readonly math?: MathTable | undefined
  hasGlyph(codePoint: number): boolean
  /** Whether the file has a GSUB feature of this tag, for any script. */
  hasFeature(tag: string): boolean
  /** Advance of the nominal glyph of a code point, font units; 0 when there is none. For `ch`, tab stops, spaces. */
  nominalAdvance(codePoint: number): number
  /** Advance of a glyph as `hmtx` has it, font units: what the PDF's width array says. */
  glyphAdvance(glyph: number): number
}

/** The OpenType MATH table of a face. Numbers are font units. */
export interface MathTable {
  /** By their names in the OpenType specification, in camel case; percentages are whole numbers. */
  readonly constants: Readonly<Record<MathConstant, number>>
  /** Least overlap of the parts of an assembly. */
  readonly minConnectorOverlap: number
  /** 0 for glyphs without. */
  italicsCorrection(glyph: number): number
  /** x of the point over which an accent is centred; undefined for glyphs without: the middle of their advance. */
  topAccent(glyph: number): number | undefined
  /** The taller or wider forms of a glyph; undefined for glyphs that do not grow along the axis. */
  construction(glyph: number, axis: 'vertical' | 'horizontal'): GlyphConstruction | undefined
}

export interface GlyphConstruction {
  /** In order of their extent along the axis, the glyph itself among them. */
  readonly variants: readonly { readonly glyph: number; readonly extent: number }[]
  /** From the bottom up or from left to right; empty for none. */
  readonly parts: readonly AssemblyPart[]
  readonly italicsCorrection: number
}

export interface AssemblyPart {
  readonly glyph: number
  /** How much of either end may overlap its neighbour. */
  readonly startConnector: number
  readonly endConnector: number
  readonly extent: number
  /** May be left out or repeated. */
  readonly isExtender: boolean
}

/** OpenType 1.9, MATH, MathConstants table, in its order. */
export const MATH_CONSTANTS = [
  ...(['scriptPercentScaleDown', 'scriptScriptPercentScaleDown', 'delimitedSubFormulaMinHeight', 'displayOperatorMinHeight'] as const),
  ...(['mathLeading', 'axisHeight', 'accentBaseHeight', 'flattenedAccentBaseHeight', 'subscriptShiftDown', 'subscriptTopMax'] as const),
  ...(['subscriptBaselineDropMin', 'superscriptShiftUp', 'superscriptShiftUpCramped', 'superscriptBottomMin'] as const),
  ...(['superscriptBaselineDropMax', 'subSuperscriptGapMin', 'superscriptBottomMaxWithSubscript', 'spaceAfterScript'] as const),
  ...(['upperLimitGapMin', 'upperLimitBaselineRiseMin', 'lowerLimitGapMin', 'lowerLimitBaselineDropMin', 'stackTopShiftUp'] as const),
  ...(['stackTopDisplayStyleShiftUp', 'stackBottomShiftDown', 'stackBottomDisplayStyleShiftDown', 'stackGapMin'] as const),
  ...(['stackDisplayStyleGapMin', 'stretchStackTopShiftUp', 'stretchStackBottomShiftDown', 'stretchStackGapAboveMin'] as const),
  ...([
    'stretchStackGapBelowMin',
    'fractionNumeratorShiftUp',
    'fractionNumeratorDisplayStyleShiftUp',
    'fractionDenominatorShiftDown',
  ] as const),
  ...(['fractionDenominatorDisplayStyleShiftDown', 'fractionNumeratorGapMin', 'fractionNumDisplayStyleGapMin'] as const),
  ...(['fractionRuleThickness', 'fractionDenominatorGapMin', 'fractionDenomDisplayStyleGapMin', 'skewedFractionHorizontalGap'] as const),
  ...(['skewedFractionVerticalGap', 'overbarVerticalGap', 'overbarRuleThickness', 'overbarExtraAscender', 'underbarVerticalGap'] as const),
  ...(['underbarRuleThickness', 'underbarExtraDescender', 'radicalVerticalGap', 'radicalDisplayStyleVerticalGap'] as const),
  ...(['radicalRuleThickness', 'radicalExtraAscender', 'radicalKernBeforeDegree', 'radicalKernAfterDegree'] as const),
  'radicalDegreeBottomRaisePercent',
] as const

export type MathConstant = (typeof MATH_CONSTANTS)[number]

/** What a run of text is shaped with. Two equal keys give the same glyphs for the same text. */
export interface ShapingStyle {
  readonly face: Face
  /** OpenType tags with values, in ascending order of tag: `[['kern', 0]]`. */
  readonly features: readonly (readonly [tag: string, value: number])[]
  /** ISO 15924 four-letter code. */
  readonly script: string
  /** BCP 47; empty for none. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** From top to bottom in vertical text, glyphs upright. */
  readonly isUpright?: true
}

/**
 * Shaped text, frozen and shared between all places that show it. Glyphs are in visual order (left to right); numbers are font units.
 * `clusters[i]` is the UTF-16 offset in `text` of the first character that glyph i stands for.
 */
export interface GlyphRun {
  readonly face: Face
  readonly text: string
  readonly direction: 'ltr' | 'rtl'
  /** Plain arrays where runs are short and many: a typed array beyond 64 bytes costs ten times as much to make. */
  readonly glyphs: readonly number[] | Uint32Array
  readonly advances: readonly number[] | Float64Array
  /** Empty when all are 0. */
  readonly xOffsets: Float64Array
  readonly yOffsets: Float64Array
  readonly clusters: Uint32Array
  /** Sum of `advances`. */
  readonly width: number
  /** HarfBuzz's flag: a line must not be cut before glyph i without shaping again. Empty when it may be cut everywhere. */
  readonly unsafeToBreak: Uint8Array
  /** Advances go downwards, and offsets are from the top of each advance on the centre line. */
  readonly isUpright?: true
  /** The same text side by side in one square: what is painted instead. */
  readonly combined?: GlyphRun
}

/** What a text asks of fonts. `families` are as written; generic names last. */
export interface FontRequest {
  readonly families: readonly string[]
  readonly weight: number
  readonly style: FontStyle
  /** Percent, 100 is normal. */
  readonly stretch: number
  /** Font size in CSS pixels, for fonts that have designs by size; absent with `font-optical-sizing: none`. */
  readonly opticalSize?: number
  /** `font-variation-settings`; absent when there are none. */
  readonly variations?: readonly (readonly [axis: string, value: number])[]
}

/** A face chosen for a request, and what must be synthesised because the family lacks it. */
export interface FaceMatch {
  readonly face: Face
  readonly syntheticBold: boolean
  readonly syntheticOblique: boolean
  readonly metrics?: MetricOverrides
  /** Of a primary face: some characters it has belong to another face, as `unicode-range` says. */
  readonly isPartial?: true
}

/** The font service as layout sees it. All calls are synchronous. */
export interface Fonts {
  /** Best face for a request, ignoring which characters it has (CSS Fonts 4 §5.2). Never fails: the default family serves last. */
  primary(request: FontRequest): FaceMatch
  /** The face that shows this text (one grapheme cluster), in order of the families, then of bundled fallbacks; undefined when none has all of it. */
  forCluster(request: FontRequest, cluster: string, language: string): FaceMatch | undefined
  shape(text: string, style: ShapingStyle): GlyphRun
  /** The shape of a glyph, font units, y up. */
  outline(face: Face, glyph: number): GlyphOutline
  /** Whether some family of the request exists: false asks for an `unknown-font` warning. */
  isKnownFamily(family: string): boolean
  /** Says that a cluster is shown by a face that has not all of it: each character once for each value of the data, or place of the template, that it comes from. */
  reportMissing(cluster: string, shown: Face, source: TextSource | undefined): void
}

/** A part of a font file as it goes into a PDF. Equal requests may give the same object, so that what is made from it can be cached by it. */
export interface FontSubset {
  /** TrueType (`FontFile2`) or bare CFF (`FontFile3`, CIDFontType0C). */
  readonly format: 'truetype' | 'cff'
  readonly bytes: Uint8Array
}

/** In a subset: a plain box of this advance, for text that is never seen. Readers leave text without outlines out. */
export function blankGlyph(advance: number): number {
  return -1 - Math.max(0, Math.round(advance))
}

/** A glyph of a face set at an offset, in font units. */
export interface GlyphPart {
  readonly glyph: number
  readonly x: number
  readonly y: number
}

/** Several glyphs as one, moving the pen by `advance` font units. */
export interface ComposedGlyph {
  readonly parts: readonly GlyphPart[]
  readonly advance: number
  /** Says all of the above: equal for equal ones. */
  readonly key: string
}

/** A glyph of a subset: one of the face's or a blank one, by number, or composed. */
export type SubsetGlyph = number | ComposedGlyph

/** Glyphs of a subset by their ids in it; undefined where no text has an id. */
export type SubsetGlyphs = readonly (SubsetGlyph | undefined)[]

/** Cuts faces down to what a document shows. */
export interface FontSubsetter {
  /**
   * A font whose glyph i is `glyphs[i]`, composed ones only where `face.canCompose`; `glyphs[0]` is 0 (.notdef). A glyph may be named more
   * than once. Parts of composites follow after.
   */
  subset(face: Face, glyphs: SubsetGlyphs): FontSubset
}

/** A drawing in font units, y up. */
export interface ColorGlyph {
  readonly bounds: readonly [xMin: number, yMin: number, xMax: number, yMax: number]
  readonly content: readonly ColorNode[]
  /** Parts of it have the colour of the text. */
  readonly usesForeground: boolean
}

/** Painted one over the other, in order. */
export type ColorNode =
  | { readonly kind: 'transform'; readonly matrix: Matrix; readonly content: readonly ColorNode[] }
  | { readonly kind: 'clip'; readonly outline: GlyphOutline; readonly content: readonly ColorNode[] }
  /** Everything within the clips around it. */
  | { readonly kind: 'fill'; readonly fill: ColorFill }
  /** Its content as one picture, put on what is before it in the same list. */
  | { readonly kind: 'group'; readonly mode: CompositeMode; readonly content: readonly ColorNode[] }

/** Moves, lines and curves as in SVG: `M x y`, `L x y`, `Q x y x y`, `C x y x y x y`, `Z`. */
export type GlyphOutline = readonly { readonly type: string; readonly values: readonly number[] }[]

export type ColorFill =
  | { readonly kind: 'solid'; readonly color: GlyphColor }
  /** linear: two points; radial: two circles x y r; sweep: centre, then start and end angle in radians, counter-clockwise from the right. */
  | {
      readonly kind: 'linear' | 'radial' | 'sweep'
      readonly geometry: readonly number[]
      readonly extend: 'pad' | 'repeat' | 'reflect'
      readonly stops: readonly { readonly offset: number; readonly color: GlyphColor }[]
    }

/** Parts of one. The colour of the text with its opacity multiplied where `isForeground`. */
export interface GlyphColor {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
  readonly isForeground: boolean
}

/** OpenType COLR, "Composite modes"; separable and other blend modes have the names of CSS. */
export type CompositeMode =
  | 'clear'
  | 'source'
  | 'destination'
  | 'source-over'
  | 'destination-over'
  | 'source-in'
  | 'destination-in'
  | 'source-out'
  | 'destination-out'
  | 'source-atop'
  | 'destination-atop'
  | 'xor'
  | 'plus'
  | { readonly blend: string }

/** Looks of colour glyphs. */
export interface ColorDrawings {
  /** Undefined for glyphs without colour. */
  colorGlyph(face: Face, glyph: number): ColorGlyph | undefined
}

/** The font service of one document, as the pipeline sees it: `Fonts` for layout, files for paint. */
export interface FontService extends Fonts, FontSubsetter {
  /** Adds faces of `@font-face` rules, in order; they come before what `createFonts` was given. */
  addFaces(sources: readonly FontSource[]): void
  /** The source that `local(name)` means: full, PostScript or family name of something `createFonts` was given. */
  localSource(name: string): FontSource | undefined
  /** Another part of the document begins: what it lacks is reported again. */
  beginPart(): void
  /** Segments shaped by HarfBuzz and by learned pairs, for benches. */
  readonly counters: ShapeCounters
}

/** Grows while shaping. */
export interface ShapeCounters {
  harfBuzzCalls: number
  fastRuns: number
  cacheHits: number
}
