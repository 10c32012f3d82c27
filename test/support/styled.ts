// Styled elements made by hand: what the style stage would give, with every property at its initial value unless said otherwise.
import type { BoundElement, BoundNode } from '../../engine/bind/bound.ts'
import { INHERITED } from '../../engine/box/derived-style.ts'
import type { Style, StyledDocument, StyledElement, StyledNode } from '../../engine/style/style.ts'
import type { Color, Display } from '../../engine/style/value.ts'
import type { TemplateElement } from '../../engine/template/template.ts'

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const CLEAR: Color = { red: 0, green: 0, blue: 0, alpha: 0 }
const LINE = { kind: 'auto', number: undefined, name: undefined } as const
const RADIUS = { x: 0, y: 0 }
const CENTER = {
  x: { kind: 'sum', length: 0, percent: 50 },
  y: { kind: 'sum', length: 0, percent: 50 },
} as const

/** Every property at its initial value. */
export const INITIAL: Style = Object.freeze<Style>({
  display: 'inline',
  originalDisplay: 'inline',
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
  objectPosition: CENTER,
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
  borderTopLeftRadius: RADIUS,
  borderTopRightRadius: RADIUS,
  borderBottomRightRadius: RADIUS,
  borderBottomLeftRadius: RADIUS,
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
  transformOrigin: CENTER,
  color: BLACK,
  fontFamily: ['sans-serif'],
  fontSize: 12,
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
  gridTemplateColumns: { items: [], endNames: [] },
  gridTemplateRows: { items: [], endNames: [] },
  gridTemplateAreas: [],
  gridAutoColumns: [],
  gridAutoRows: [],
  gridAutoFlow: { axis: 'row', isDense: false },
  gridRowStart: LINE,
  gridRowEnd: LINE,
  gridColumnStart: LINE,
  gridColumnEnd: LINE,
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
})

const DISPLAYS: Readonly<Record<string, Display>> = {
  html: 'block',
  body: 'block',
  div: 'block',
  p: 'block',
  pre: 'block',
  ul: 'block',
  ol: 'block',
  h1: 'block',
  h2: 'block',
  li: 'list-item',
  table: 'table',
  thead: 'table-header-group',
  tbody: 'table-row-group',
  tfoot: 'table-footer-group',
  tr: 'table-row',
  td: 'table-cell',
  th: 'table-cell',
  col: 'table-column',
  colgroup: 'table-column-group',
  caption: 'table-caption',
  head: 'none',
}

/** An element to be styled: children may be a function, read anew at each iteration. */
export interface Spec {
  readonly tag: string
  readonly style: Partial<Style>
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Spec | string)[] | (() => Iterable<Spec | string>)
  readonly pseudo?: StyledElement['pseudo']
  readonly extra?: Partial<StyledElement>
}

type Child = Spec | string

/** `el('p', 'text', el('b', 'bold'))`; a first plain object is style, keys that begin with `@` are attributes. */
export function el(tag: string, ...rest: (Child | Readonly<Record<string, unknown>>)[]): Spec {
  const [first] = rest
  const has = typeof first === 'object' && !('tag' in first)
  const given = has ? (first as Record<string, unknown>) : {}
  const attributes = Object.entries(given).filter(([name]) => name.startsWith('@'))
  return {
    tag,
    style: Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('@'))),
    attributes: Object.fromEntries(attributes.map(([name, value]) => [name.slice(1), String(value)])),
    children: (has ? rest.slice(1) : rest) as Child[],
  }
}

export function before(content: Style['content'], style: Partial<Style> = {}): Spec {
  return { tag: 'p', style: { ...style, content }, attributes: {}, children: [], pseudo: 'before' }
}

const svgTags = new Set(['svg', 'path', 'g', 'use', 'symbol', 'title', 'defs'])

export function styled(spec: Spec, parent: Style = INITIAL): StyledElement {
  const inherited: Record<string, unknown> = {}
  for (const name of INHERITED) inherited[name] = parent[name]
  const display = spec.style.display ?? (spec.pseudo === undefined ? DISPLAYS[spec.tag] : undefined) ?? 'inline'
  // INITIAL with values of the same keys replaced.
  const style = Object.freeze({ ...INITIAL, ...inherited, display, originalDisplay: display, ...spec.style }) as Style
  const isStreamed = typeof spec.children === 'function'
  const element: BoundElement = {
    kind: 'element',
    node: { kind: 'element', tag: spec.tag, namespace: svgTags.has(spec.tag) ? 'svg' : 'html' } as TemplateElement,
    tag: spec.tag,
    attributes: new Map(Object.entries(spec.attributes)),
    children: [] as BoundNode[],
    isStreamed,
  }
  const nodes = (children: Iterable<Child>): StyledNode[] => [...children].map((child) => styledNode(child, style))
  const { children } = spec
  return {
    kind: 'element',
    element,
    style,
    children: typeof children === 'function' ? { [Symbol.iterator]: () => lazily(children, style) } : nodes(children),
    pseudo: spec.pseudo ?? 'none',
    markerStyle: undefined,
    firstLineStyle: undefined,
    firstLetterStyle: undefined,
    ...spec.extra,
  }
}

function* lazily(children: () => Iterable<Child>, style: Style): Generator<StyledNode> {
  for (const child of children()) yield styledNode(child, style)
}

function styledNode(child: Child, style: Style): StyledNode {
  return typeof child === 'string' ? { kind: 'text', text: child, style, at: undefined } : styled(child, style)
}

/** A document whose body holds `children`. */
export function documentOf(...children: Child[]): StyledDocument {
  return {
    root: styled(el('html', el('body', ...children))),
    pageStyle: () => {
      throw new Error('no pages here')
    },
    counterStyles: new Map(),
    initial: INITIAL,
  }
}
