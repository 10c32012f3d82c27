// Contract of the style stage: elements with computed values. A `Style` is interned and never changed: equal styles are the same object.

import type { BoundElement, LateText } from '../bind/bound.ts'
import type { Position } from '../diagnostic.ts'
import type { FontStyle } from '../font/font.ts'
import type { Edges, Rect } from '../geometry.ts'
import type { BasicShape, ShapeOutside } from './basic-shape.ts'
import type { CustomValues } from './custom-values.ts'
import type { EffectStyle } from './effect-style.ts'
import type { MarginBoxName, PageRotation, PageSelector } from './page-selector.ts'
import type {
  AlignKeyword,
  AutoLength,
  BackgroundLayer,
  BorderImage,
  BoxEdge,
  BreakValue,
  Color,
  Containment,
  ContainmentKind,
  ContentItem,
  CornerRadius,
  CounterChange,
  CounterStyle,
  Display,
  FontSizeAdjust,
  GridLine,
  ImageValue,
  InitialLetter,
  LengthPercentage,
  LineStyle,
  MarginTrim,
  MaxSizeValue,
  OverflowClipMargin,
  PaintOrder,
  PositionValue,
  Shadow,
  SizeValue,
  TextEdges,
  TrackList,
  TrackSize,
} from './value.ts'

/**
 * How the x and y of a frame lie on the page: `none` as they are; `rl` turned clockwise (vertical-rl, sideways-rl); `sl` turned anticlockwise (sideways-lr); `lr`
 * exchanged (vertical-lr), with lines that are turned clockwise each for itself.
 */
export type Frame = 'none' | 'rl' | 'lr' | 'sl'

// ── The computed style ──────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Computed values of every property, under their CSS names in camel case. Lengths are points with `zoom` applied, relative units resolved, `currentcolor` resolved,
 * logical properties mapped to physical ones. `custom` holds custom properties as token text.
 */
export interface Style extends EffectStyle {
  // box
  readonly display: Display
  /** `display` before floating or absolute positioning made it block (CSS Display 3 §2.7): static positions need it. */
  readonly originalDisplay: Display
  readonly position: 'static' | 'relative' | 'absolute' | 'fixed' | 'sticky' | { readonly kind: 'running'; readonly name: string }
  readonly float: 'none' | 'left' | 'right' | 'footnote'
  readonly clear: 'none' | 'left' | 'right' | 'both'
  /** Of floats: what text flows around. */
  readonly shapeOutside: ShapeOutside | 'none'
  readonly shapeMargin: LengthPercentage
  readonly boxSizing: 'content-box' | 'border-box'
  readonly width: SizeValue
  readonly height: SizeValue
  readonly minWidth: SizeValue
  readonly minHeight: SizeValue
  readonly maxWidth: MaxSizeValue
  readonly maxHeight: MaxSizeValue
  /** Width over height, from `aspect-ratio`; `isAuto` lets a replaced element's own ratio win. */
  readonly aspectRatio: { readonly ratio: number; readonly isAuto: boolean } | 'auto'
  readonly marginTop: AutoLength
  readonly marginRight: AutoLength
  readonly marginBottom: AutoLength
  readonly marginLeft: AutoLength
  readonly paddingTop: LengthPercentage
  readonly paddingRight: LengthPercentage
  readonly paddingBottom: LengthPercentage
  readonly paddingLeft: LengthPercentage
  readonly top: AutoLength
  readonly right: AutoLength
  readonly bottom: AutoLength
  readonly left: AutoLength
  readonly zIndex: number | 'auto'
  readonly overflowX: 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto'
  readonly overflowY: 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto'
  readonly overflowClipMargin: OverflowClipMargin
  readonly contain: readonly ContainmentKind[]
  readonly contentVisibility: 'visible' | 'auto' | 'hidden'
  /** What `contain`, `content-visibility` and `container-type` come to. Undefined for most boxes: nothing is contained. */
  readonly containment: Containment | undefined
  /** Content sizes that stand for the content of a box with size containment. */
  readonly containIntrinsicWidth: number | 'none'
  readonly containIntrinsicHeight: number | 'none'
  readonly marginTrim: readonly MarginTrim[]
  readonly visibility: 'visible' | 'hidden' | 'collapse'
  readonly objectFit: 'fill' | 'contain' | 'cover' | 'none' | 'scale-down'
  readonly objectPosition: PositionValue
  readonly objectViewBox: BasicShape | 'none'
  readonly imageOrientation: 'from-image' | 'none'
  readonly writingMode: 'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr'
  readonly textOrientation: 'mixed' | 'upright' | 'sideways'
  /** How many digits make one upright unit; `all`: the text of the box does. */
  readonly textCombineUpright: 'none' | 'all' | { readonly digits: number }
  /** The frame that sides, sizes and overflow of this style are expressed in; `none`: physical, as all computed styles are. */
  readonly frame: Frame

  // borders, backgrounds, effects. A border's width is 0 when its style is none or hidden.
  readonly borderTopWidth: number
  readonly borderRightWidth: number
  readonly borderBottomWidth: number
  readonly borderLeftWidth: number
  readonly borderTopStyle: LineStyle
  readonly borderRightStyle: LineStyle
  readonly borderBottomStyle: LineStyle
  readonly borderLeftStyle: LineStyle
  readonly borderTopColor: Color
  readonly borderRightColor: Color
  readonly borderBottomColor: Color
  readonly borderLeftColor: Color
  readonly borderTopLeftRadius: CornerRadius
  readonly borderTopRightRadius: CornerRadius
  readonly borderBottomRightRadius: CornerRadius
  readonly borderBottomLeftRadius: CornerRadius
  /** undefined: borders are drawn by their styles. */
  readonly borderImage: BorderImage | undefined
  readonly outlineWidth: number
  readonly outlineStyle: LineStyle | 'auto'
  readonly outlineColor: Color
  readonly outlineOffset: number
  readonly boxDecorationBreak: 'slice' | 'clone'
  readonly backgroundColor: Color
  /** Top layer first; empty when there is no image. */
  readonly backgroundLayers: readonly BackgroundLayer[]
  /** `background-clip` of the last layer, which the colour follows. */
  readonly backgroundColorClip: BoxEdge | 'text'
  readonly boxShadow: readonly Shadow[]

  // text and fonts
  readonly color: Color
  readonly textFillColor: Color | 'currentcolor'
  /** For form controls: whether they have a native appearance, and their accent colour. */
  readonly appearance: 'auto' | 'none'
  /** Whether a text area shows the corner that a browser's window resizes it by. */
  readonly resize: 'none' | 'both' | 'horizontal' | 'vertical' | 'block' | 'inline'
  readonly accentColor: Color | 'auto'
  /** 0: no stroke. */
  readonly textStrokeWidth: number
  readonly textStrokeColor: Color | 'currentcolor'
  readonly paintOrder: PaintOrder
  readonly fontFamily: readonly string[]
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontStyle: FontStyle
  readonly fontStretch: number
  readonly fontSizeAdjust: FontSizeAdjust
  readonly fontKerning: 'auto' | 'normal' | 'none'
  readonly fontOpticalSizing: 'auto' | 'none'
  readonly fontFeatureSettings: readonly (readonly [tag: string, value: number])[]
  readonly fontVariationSettings: readonly (readonly [axis: string, value: number])[]
  /** `font-variant-*` as OpenType features, in ascending order of tag. */
  readonly fontVariantFeatures: readonly (readonly [tag: string, value: number])[]
  readonly fontVariantCaps: 'normal' | 'small-caps' | 'all-small-caps' | 'petite-caps' | 'all-petite-caps' | 'unicase' | 'titling-caps'
  readonly fontVariantPosition: 'normal' | 'sub' | 'super'
  readonly fontSynthesisWeight: 'auto' | 'none'
  readonly fontSynthesisStyle: 'auto' | 'none'
  readonly fontSynthesisSmallCaps: 'auto' | 'none'
  readonly fontSynthesisPosition: 'auto' | 'none'
  /** OpenType tag of a language system that overrides the language's. */
  readonly fontLanguageOverride: string | 'normal'
  /** A number multiplies the font size; `points` is absolute. */
  readonly lineHeight: 'normal' | { readonly factor: number } | { readonly points: number }
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly textAlign: 'start' | 'end' | 'left' | 'right' | 'center' | 'justify' | 'justify-all' | '-platen-left' | '-platen-right' | '-platen-center'
  readonly textAlignLast: 'auto' | 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'
  readonly textSpacingTrim: 'normal' | 'space-all' | 'space-first' | 'auto'
  readonly textJustify: 'auto' | 'none' | 'inter-word' | 'inter-character'
  readonly textIndent: LengthPercentage
  /** Which lines are indented: the first; with `each-line` also those after forced breaks; with `hanging` all others instead. */
  readonly textIndentLines: 'first' | 'hanging' | 'each-line' | 'hanging each-line'
  readonly textTransform: {
    readonly case: 'none' | 'uppercase' | 'lowercase' | 'capitalize'
    readonly isFullWidth: boolean
    readonly isFullSizeKana: boolean
  }
  readonly textDecorationLine: {
    readonly underline: boolean
    readonly overline: boolean
    readonly lineThrough: boolean
    readonly error: 'none' | 'spelling' | 'grammar' // alone
  }
  readonly textDecorationStyle: 'solid' | 'double' | 'dotted' | 'dashed' | 'wavy'
  readonly textDecorationColor: Color
  readonly textDecorationThickness: LengthPercentage | 'auto' | 'from-font'
  readonly textUnderlineOffset: LengthPercentage | 'auto'
  readonly textUnderlinePosition: 'auto' | 'under' | 'from-font'
  readonly textDecorationSkipInk: 'auto' | 'none' | 'all'
  readonly textEmphasisStyle: 'none' | { readonly mark: string }
  readonly textEmphasisColor: Color | 'currentcolor'
  /** The first word is for horizontal text; in vertical text marks stand on the right, or on the left. */
  readonly textEmphasisPosition: 'over' | 'under' | 'over left' | 'under left'
  /** Side of the line; between characters is over the line. */
  readonly rubyPosition: 'over' | 'under'
  readonly rubyAlign: 'start' | 'center' | 'space-between' | 'space-around'
  readonly rubyMerge: 'separate' | 'merge' | 'auto'
  readonly rubyOverhang: 'auto' | 'none'
  readonly textShadow: readonly Shadow[]
  /** Replaces content that is clipped. */
  readonly textOverflow: 'clip' | 'ellipsis' | { readonly marker: string }
  readonly textWrapMode: 'wrap' | 'nowrap'
  readonly textWrapStyle: 'auto' | 'balance' | 'pretty' | 'stable'
  readonly whiteSpaceCollapse: 'collapse' | 'preserve' | 'preserve-breaks' | 'preserve-spaces' | 'break-spaces'
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all' | 'break-word'
  readonly overflowWrap: 'normal' | 'break-word' | 'anywhere'
  readonly lineBreak: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere'
  readonly hyphens: 'none' | 'manual' | 'auto'
  readonly hyphenateCharacter: string | 'auto'
  readonly hyphenateLimitChars: readonly [word: number, before: number, after: number]
  readonly hangingPunctuation: readonly string[]
  /** Of `::first-letter`. */
  readonly initialLetter: InitialLetter | 'normal'
  /** Which sides of the first and last line end at `textBoxEdge`. */
  readonly textBoxTrim: 'none' | 'trim-start' | 'trim-end' | 'trim-both'
  readonly textBoxEdge: TextEdges
  readonly lineClamp: number | 'none'
  /** The end of the last line before the clamp of `lineClamp`. */
  readonly blockEllipsis: 'none' | 'auto' | { readonly marker: string }
  /** Of an element of a formula, where it is declared: the depth in scripts, or how many steps deeper. */
  readonly mathDepth: 'inherited' | number | { readonly by: number }
  readonly mathStyle: 'inherited' | 'normal' | 'compact'
  readonly tabSize: { readonly spaces: number } | { readonly points: number }
  readonly baselineSource: 'auto' | 'first' | 'last'
  readonly verticalAlign: LengthPercentage | 'baseline' | 'sub' | 'super' | 'top' | 'text-top' | 'middle' | '-webkit-baseline-middle' | 'bottom' | 'text-bottom'
  readonly direction: 'ltr' | 'rtl'
  readonly unicodeBidi: 'normal' | 'embed' | 'isolate' | 'bidi-override' | 'isolate-override' | 'plaintext'
  /** BCP 47 from `lang`; empty when unknown. Not a CSS property, but inherited like one (HTML §3.2.6.2). */
  readonly language: string
  /** Product of `zoom` of this element and its ancestors: scales the natural size of images. */
  readonly effectiveZoom: number

  // lists, counters, generated content
  readonly listStyleType: string | { readonly text: string }
  readonly listStylePosition: 'inside' | 'outside'
  readonly listStyleImage: ImageValue | undefined
  readonly content: readonly ContentItem[] | 'normal' | 'none'
  readonly quotes: readonly (readonly [open: string, close: string])[] | 'auto' | 'none'
  readonly counterReset: readonly CounterChange[]
  readonly counterIncrement: readonly CounterChange[]
  readonly counterSet: readonly CounterChange[]
  readonly stringSet: readonly { readonly name: string; readonly content: readonly ContentItem[] }[]

  // flex, grid, alignment
  readonly flexDirection: 'row' | 'row-reverse' | 'column' | 'column-reverse'
  readonly flexWrap: 'nowrap' | 'wrap' | 'wrap-reverse'
  readonly flexGrow: number
  readonly flexShrink: number
  readonly flexBasis: SizeValue
  readonly order: number
  readonly rowGap: LengthPercentage | 'normal'
  readonly columnGap: LengthPercentage | 'normal'
  readonly justifyContent: AlignKeyword
  readonly justifyItems: AlignKeyword
  readonly justifySelf: AlignKeyword
  readonly alignContent: AlignKeyword
  readonly alignItems: AlignKeyword
  readonly alignSelf: AlignKeyword
  readonly gridTemplateColumns: TrackList
  readonly gridTemplateRows: TrackList
  /** Rows of area names; a dot is an empty cell. */
  readonly gridTemplateAreas: readonly (readonly string[])[]
  readonly gridAutoColumns: readonly TrackSize[]
  readonly gridAutoRows: readonly TrackSize[]
  readonly gridAutoFlow: {
    readonly axis: 'row' | 'column'
    readonly isDense: boolean
  }
  readonly gridRowStart: GridLine
  readonly gridRowEnd: GridLine
  readonly gridColumnStart: GridLine
  readonly gridColumnEnd: GridLine

  // tables
  readonly tableLayout: 'auto' | 'fixed'
  readonly borderCollapse: 'separate' | 'collapse'
  readonly borderSpacingX: number
  readonly borderSpacingY: number
  readonly captionSide: 'top' | 'bottom'
  readonly emptyCells: 'show' | 'hide'

  // multi-column
  readonly columnCount: number | 'auto'
  readonly columnWidth: number | 'auto'
  readonly columnFill: 'balance' | 'auto'
  readonly columnSpan: 'none' | 'all'
  readonly columnRuleWidth: number
  readonly columnRuleStyle: LineStyle
  readonly columnRuleColor: Color

  // pages
  readonly breakBefore: BreakValue
  readonly breakAfter: BreakValue
  /** `-platen-avoid-if-short` is for table rows: `avoid` for short rows (`keepsRowWhole`), else `auto`. */
  readonly breakInside: 'auto' | 'avoid' | 'avoid-page' | 'avoid-column' | '-platen-avoid-if-short'
  /** Whether the margin after a break is kept; `auto`: after forced breaks only (CSS Break 4 §5.2). */
  readonly marginBreak: 'auto' | 'keep' | 'discard'
  readonly orphans: number
  readonly widows: number
  /** Name of the page type; empty for auto. */
  readonly page: string
  readonly footnoteDisplay: 'block' | 'inline' | 'compact'
  /** What must move with a footnote call to the page where the footnote fits. */
  readonly footnotePolicy: 'auto' | 'line' | 'block'
  readonly bookmarkLevel: number | 'none'
  /** Platen's own: on which pages of its table (of the document, for a running element) a repeated part shows; all words must hold. */
  readonly shownOn: readonly PageWord[]
  /** Platen's own: a table row that heads a group of the rows below it and is repeated with them; groups with greater numbers nest in those with smaller. */
  readonly groupLevel: number | 'none'

  /** Custom properties, `--name` → token text. Shared by identity with the parent when an element sets none. */
  readonly custom: CustomValues
}

// ── The styled tree ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type StyledNode = StyledElement | StyledText

export interface StyledElement {
  readonly kind: 'element'
  readonly element: BoundElement
  readonly style: Style
  /** `::before` and `::after` come as first and last child with `pseudo` set. Lazy and restartable like `BoundElement.children`. */
  readonly children: Iterable<StyledNode>
  readonly pseudo: 'none' | 'before' | 'after'
  /** Styles of pseudo-elements that the box stage generates; absent when no rule matches them. */
  readonly markerStyle: Style | undefined
  readonly firstLineStyle: Style | undefined
  readonly firstLetterStyle: Style | undefined
  /** Of `::footnote-call` and `::footnote-marker`, for an element with `float: footnote`. */
  readonly footnoteCallStyle?: Style | undefined
  readonly footnoteMarkerStyle?: Style | undefined
  /** Of a form control: whether it cannot be used (HTML §4.10.18.5), and the styles of `::placeholder` and `::file-selector-button`. */
  readonly isDisabled?: boolean | undefined
  readonly placeholderStyle?: Style | undefined
  readonly fileButtonStyle?: Style | undefined
  /** Cascaded values of svg properties (`fill`, `stroke-width` …) as text; absent when no declaration sets any. Svg elements only. */
  readonly vectorStyle?: ReadonlyMap<string, string> | undefined
  /** Of a query container: its place in the document. */
  readonly container?: string | undefined
}

export interface StyledText {
  readonly kind: 'text'
  readonly text: string
  /** Of the element that holds the text. */
  readonly style: Style
  readonly at: Position | undefined
  /** The text depends on its page; `text` is a placeholder of about the same length. */
  readonly late?: LateText
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

type PageWord = 'first' | 'not-first' | 'last' | 'not-last'

/** The page box of one page: size and margins in points, and the styles of its generated margin boxes. */
export interface PageStyle {
  readonly width: number
  readonly height: number
  readonly margin: Edges
  readonly padding: Edges
  /** The content area on the sheet: inside margins, borders and padding. */
  readonly area: Rect
  readonly rotation: PageRotation
  /** Background, border, counters of the page box itself. */
  readonly style: Style
  readonly marginBoxes: ReadonlyMap<MarginBoxName, Style>
  /** Style of the box for footnotes at the foot of the page area. */
  readonly footnoteArea: Style
}

/** A styled document: the output of this stage. */
export interface StyledDocument {
  readonly root: StyledElement
  pageStyle(selector: PageSelector): PageStyle
  /** Styles of all kinds of pages that may occur; undefined when there are too many. */
  pageStyles(): readonly PageStyle[] | undefined
  /** Whether a media query matches, such as in a `media` attribute, and the width in points that a `sizes` attribute asks for. */
  matchesMedia(query: string): boolean
  sourceSize(sizes: string): number
  /** Whether any style computed so far has viewport units. */
  usesViewport(): boolean
  readonly counterStyles: ReadonlyMap<string, CounterStyle>
  /** Initial values of all properties: for boxes without an element. */
  readonly initial: Style
}
