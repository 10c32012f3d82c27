// Boxes made by hand, for tests of layout and fragmentation that need no parser. Lengths are points.
import type { BlockBox, Box, FlexBox, GridBox, InlineItem, Origin, ParagraphBox, ReplacedBox } from '../../engine/box/box.ts'
import { sequenceOf } from '../../engine/sequence.ts'
import type { Style } from '../../engine/style/style.ts'

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 }
const CLEAR = { red: 0, green: 0, blue: 0, alpha: 0 }
const NO_RADIUS = { x: 0, y: 0 }
const MIDDLE = { kind: 'sum', length: 0, percent: 50 } as const
const AUTO_LINE = { kind: 'auto', number: undefined, name: undefined } as const
const NO_TRACKS = { items: [], endNames: [] }

/** Initial values of every property, on a block. */
const INITIAL: Style = {
  display: 'block',
  originalDisplay: 'block',
  position: 'static',
  float: 'none',
  clear: 'none',
  boxSizing: 'content-box',
  width: 'auto',
  height: 'auto',
  minWidth: 'auto',
  minHeight: 'auto',
  maxWidth: 'none',
  maxHeight: 'none',
  aspectRatio: 'auto',
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  paddingTop: 0,
  paddingRight: 0,
  paddingBottom: 0,
  paddingLeft: 0,
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  left: 'auto',
  zIndex: 'auto',
  overflowX: 'visible',
  overflowY: 'visible',
  visibility: 'visible',
  objectFit: 'fill',
  objectPosition: { x: MIDDLE, y: MIDDLE },
  imageOrientation: 'from-image',
  borderTopWidth: 0,
  borderRightWidth: 0,
  borderBottomWidth: 0,
  borderLeftWidth: 0,
  borderTopStyle: 'none',
  borderRightStyle: 'none',
  borderBottomStyle: 'none',
  borderLeftStyle: 'none',
  borderTopColor: BLACK,
  borderRightColor: BLACK,
  borderBottomColor: BLACK,
  borderLeftColor: BLACK,
  borderTopLeftRadius: NO_RADIUS,
  borderTopRightRadius: NO_RADIUS,
  borderBottomRightRadius: NO_RADIUS,
  borderBottomLeftRadius: NO_RADIUS,
  borderImage: undefined,
  outlineWidth: 0,
  outlineStyle: 'none',
  outlineColor: BLACK,
  outlineOffset: 0,
  boxDecorationBreak: 'slice',
  backgroundColor: CLEAR,
  backgroundLayers: [],
  backgroundColorClip: 'border-box',
  boxShadow: [],
  opacity: 1,
  mixBlendMode: 'normal',
  isolation: 'auto',
  filter: [],
  clipPath: 'none',
  transform: [],
  transformOrigin: { x: MIDDLE, y: MIDDLE },
  color: BLACK,
  fontFamily: ['Platen Toy'],
  fontSize: 10,
  fontWeight: 400,
  fontStyle: 'normal',
  fontStretch: 100,
  fontKerning: 'auto',
  fontFeatureSettings: [],
  fontVariationSettings: [],
  fontVariantFeatures: [],
  fontVariantCaps: 'normal',
  fontVariantPosition: 'normal',
  fontSynthesis: { weight: true, style: true, smallCaps: true },
  lineHeight: 'normal',
  letterSpacing: 0,
  wordSpacing: 0,
  textAlign: 'start',
  textAlignLast: 'auto',
  textJustify: 'auto',
  textIndent: 0,
  textTransform: { case: 'none', isFullWidth: false },
  textDecorationLine: { underline: false, overline: false, lineThrough: false },
  textDecorationStyle: 'solid',
  textDecorationColor: BLACK,
  textDecorationThickness: 'auto',
  textUnderlineOffset: 'auto',
  textUnderlinePosition: 'auto',
  textDecorationSkipInk: 'auto',
  textShadow: [],
  textOverflow: 'clip',
  textWrap: 'wrap',
  whiteSpaceCollapse: 'collapse',
  wordBreak: 'normal',
  overflowWrap: 'normal',
  lineBreak: 'auto',
  hyphens: 'manual',
  hyphenateCharacter: 'auto',
  hyphenateLimitChars: [5, 2, 2],
  hangingPunctuation: [],
  lineClamp: 'none',
  tabSize: { spaces: 8 },
  verticalAlign: 'baseline',
  direction: 'ltr',
  unicodeBidi: 'normal',
  language: '',
  listStyleType: 'disc',
  listStylePosition: 'outside',
  listStyleImage: undefined,
  content: 'normal',
  quotes: 'auto',
  counterReset: [],
  counterIncrement: [],
  counterSet: [],
  stringSet: [],
  flexDirection: 'row',
  flexWrap: 'nowrap',
  flexGrow: 0,
  flexShrink: 1,
  flexBasis: 'auto',
  order: 0,
  rowGap: 'normal',
  columnGap: 'normal',
  justifyContent: 'normal',
  justifyItems: 'normal',
  justifySelf: 'auto',
  alignContent: 'normal',
  alignItems: 'normal',
  alignSelf: 'auto',
  gridTemplateColumns: NO_TRACKS,
  gridTemplateRows: NO_TRACKS,
  gridTemplateAreas: [],
  gridAutoColumns: [],
  gridAutoRows: [],
  gridAutoFlow: { axis: 'row', isDense: false },
  gridRowStart: AUTO_LINE,
  gridRowEnd: AUTO_LINE,
  gridColumnStart: AUTO_LINE,
  gridColumnEnd: AUTO_LINE,
  tableLayout: 'auto',
  borderCollapse: 'separate',
  borderSpacingX: 0,
  borderSpacingY: 0,
  captionSide: 'top',
  emptyCells: 'show',
  columnCount: 'auto',
  columnWidth: 'auto',
  columnFill: 'balance',
  columnSpan: 'none',
  columnRuleWidth: 0,
  columnRuleStyle: 'none',
  columnRuleColor: BLACK,
  breakBefore: 'auto',
  breakAfter: 'auto',
  breakInside: 'auto',
  orphans: 2,
  widows: 2,
  page: '',
  bookmarkLevel: 'none',
  custom: new Map(),
}

const ORIGIN: Origin = { tag: 'div', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: 'div' }

export type StyleChange = Partial<Style> & {
  /** All four sides. */
  readonly margin?: number
  readonly padding?: number
  readonly border?: number
}

/** A style: initial values with these changes. */
export function styleOf(change: StyleChange = {}): Style {
  const { margin = 0, padding = 0, border = 0, ...rest } = change
  return {
    ...INITIAL,
    ...{ marginTop: margin, marginRight: margin, marginBottom: margin, marginLeft: margin },
    ...{ paddingTop: padding, paddingRight: padding, paddingBottom: padding, paddingLeft: padding },
    ...{ borderTopWidth: border, borderRightWidth: border, borderBottomWidth: border, borderLeftWidth: border },
    ...rest,
  }
}

const base = (change: StyleChange): Pick<BlockBox, 'style' | 'origin' | 'isAnonymous' | 'marks'> => ({
  style: styleOf(change),
  origin: ORIGIN,
  isAnonymous: false,
  marks: [],
})

export function block(change: StyleChange = {}, ...children: readonly Box[]): BlockBox {
  return { kind: 'block', ...base(change), children: sequenceOf(children), marker: undefined, isStreamed: false }
}

export function flex(change: StyleChange = {}, ...children: readonly Box[]): FlexBox {
  return { kind: 'flex', ...base({ display: 'flex', ...change }), children }
}

export function grid(change: StyleChange = {}, ...children: readonly Box[]): GridBox {
  return { kind: 'grid', ...base({ display: 'grid', ...change }), children }
}

/** A paragraph of one text. */
export function text(words: string, change: StyleChange = {}): ParagraphBox {
  const own = base(change)
  const item: InlineItem = { kind: 'text', text: words, source: undefined, style: own.style, origin: ORIGIN }
  return { kind: 'paragraph', ...own, items: [item], marker: undefined, firstLineStyle: undefined }
}

/** An image of this natural size in CSS pixels. */
export function image(width: number, height: number, change: StyleChange = {}): ReplacedBox {
  const picture = {
    kind: 'vector',
    id: '',
    width,
    height,
    ratio: width / height,
    root: { tag: 'svg', attributes: new Map(), children: [] },
  } as const
  return { kind: 'replaced', ...base(change), image: picture }
}

/** Per cent of the containing block. */
export function percent(value: number): { readonly kind: 'sum'; readonly length: number; readonly percent: number } {
  return { kind: 'sum', length: 0, percent: value }
}
