// Presentational hints (HTML §15.3): attributes as author declarations, weaker than any rule. They are written as CSS text, so that equal ones
// are parsed once, by the usual parser.
import { NAMED_COLORS } from '../values/colors.data.ts'
import { lookup } from '../values/lookup.ts'
import { isMathTag, mathHint } from './math-hints.ts'

/** An element as hints read it. */
export interface HintedElement {
  readonly tag: string
  /** undefined for an attribute that is absent. */
  attribute(name: string): string | undefined
  /** Nearest element above with one of these tags. */
  above(...tags: readonly string[]): HintedElement | undefined
}

/** Attributes that hints read of the element itself. */
export const HINT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'align',
  'background',
  'bgcolor',
  'border',
  'bordercolor',
  'cellpadding',
  'cellspacing',
  'clear',
  'color',
  'cols',
  'face',
  'frame',
  'height',
  'hspace',
  'link',
  'marginheight',
  'marginwidth',
  'noshade',
  'nowrap',
  'reversed',
  'rows',
  'rules',
  'size',
  'span',
  'start',
  'text',
  'topmargin',
  'bottommargin',
  'leftmargin',
  'rightmargin',
  'type',
  'valign',
  'value',
  'vspace',
  'width',
  'compact',
  'wrap',
  'mathbackground',
  'mathcolor',
  'mathsize',
  'data-on',
  'data-group',
])

type Hint = (element: HintedElement) => string

/** The hints of an element as CSS text; empty for most. */
export function hintsOf(element: HintedElement): string {
  const hints = lookup(HINTS, element.tag)
  const own = hints === undefined ? '' : hints.map((hint) => hint(element)).join('')
  return own + pagesHint(element) + groupHint(element) + (isMathTag(element.tag) ? mathHint(element) : '')
}

/** `data-on="not-first last"`: the pages of its table on which a repeated part shows. */
function pagesHint(element: HintedElement): string {
  const words = element.attribute('data-on')?.trim().split(/\s+/) ?? []
  return words.length > 0 && words.every((word) => PAGE_WORDS.has(word)) ? `-platen-on:${words.join(' ')};` : ''
}

const PAGE_WORDS: ReadonlySet<string> = new Set(['first', 'not-first', 'last', 'not-last'])

/** `data-group`, `data-group="2"`: a row that heads a group of rows. */
function groupHint(element: HintedElement): string {
  const level = element.attribute('data-group')
  return level === undefined || element.tag !== 'tr' ? '' : `-platen-group:${Math.max(1, integer(level) ?? 1)};`
}

/** Rules for parsing dimension values (HTML §2.4.4.4): a number, optionally %, and ignored text. */
function dimension(text: string | undefined, isZeroIgnored = false): string | undefined {
  const match = /^\s*\+?(\d+\.?\d*|\.\d+)\s*(%?)/.exec(text ?? '')
  if (match === null) return undefined
  const [, number, percent] = match
  if (isZeroIgnored && Number(number) === 0) return undefined
  return percent === '%' ? `${Number(number)}%` : `${Number(number)}px`
}

function integer(text: string | undefined): number | undefined {
  const match = /^\s*([+-]?\d+)/.exec(text ?? '')
  return match === null ? undefined : Math.max(-1e6, Math.min(1e6, Number(match[1])))
}

/** Rules for parsing a legacy colour value (HTML §2.4.6), by which almost any text is some colour. */
export function legacyColor(text: string | undefined): string | undefined {
  const value = text?.trim().toLowerCase()
  if (value === undefined || value === '' || value === 'transparent') return undefined
  if (lookup(NAMED_COLORS, value) !== undefined) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value
  let digits = value
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/g, '0')
  while (digits.length === 0 || digits.length % 3 !== 0) digits += '0'
  const width = digits.length / 3
  let parts = [0, 1, 2].map((i) => digits.slice(i * width, (i + 1) * width).slice(-8))
  while (parts[0]!.length > 2 && parts.every((part) => part.startsWith('0'))) parts = parts.map((part) => part.slice(1))
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`
}
const declare = (property: string, value: string | undefined): string => (value === undefined ? '' : `${property}:${value};`)
const dimensions =
  (...names: readonly ('width' | 'height')[]): Hint =>
  (element) =>
    names
      .map((name) =>
        declare(name, dimension(element.attribute(name), element.tag === 'table' || element.tag === 'td' || element.tag === 'th')),
      )
      .join('')
/** Sizes of svg elements may have units. */
const vectorSize: Hint = (element) =>
  (['width', 'height'] as const)
    .map((name) => {
      const value = element.attribute(name)?.trim() ?? ''
      return /^\d*\.?\d+$/.test(value)
        ? `${name}:${value}px;`
        : /^\d*\.?\d+(px|pt|pc|mm|cm|in|em|ex|rem|%)$/i.test(value)
          ? `${name}:${value};`
          : ''
    })
    .join('')
const background: Hint = (element) => {
  const image = element.attribute('background')
  const url = image === undefined || image.trim() === '' ? '' : `background-image:url(${JSON.stringify(image.trim())});`
  return url + declare('background-color', legacyColor(element.attribute('bgcolor')))
}
const lower = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''

const BLOCK_ALIGN: Readonly<Record<string, string>> = {
  left: '-webkit-left',
  right: '-webkit-right',
  center: '-webkit-center',
  middle: '-webkit-center',
  justify: 'justify',
}
/** `align` of blocks and cells, which aligns blocks inside too. */
const blockAlign: Hint = (element) => declare('text-align', lookup(BLOCK_ALIGN, lower(element.attribute('align'))))
const plainAlign: Hint = (element) => {
  const align = lower(element.attribute('align'))
  return ['left', 'right', 'center', 'justify'].includes(align) ? `text-align:${align};` : ''
}
const valign: Hint = (element) => {
  const value = lower(element.attribute('valign'))
  return ['top', 'middle', 'bottom', 'baseline'].includes(value) ? `vertical-align:${value};` : ''
}
const nowrap: Hint = (element) => (element.attribute('nowrap') === undefined ? '' : 'white-space:nowrap;')

/** `left` and `right` float; the others align vertically in the line. */
const replacedAlign: Hint = (element) => {
  const align = lower(element.attribute('align'))
  if (align === 'left' || align === 'right') return `float:${align};`
  const vertical = {
    top: 'top',
    texttop: 'text-top',
    middle: 'middle',
    absmiddle: 'middle',
    center: 'middle',
    bottom: 'baseline',
    baseline: 'baseline',
    absbottom: 'bottom',
  }
  return declare('vertical-align', lookup(vertical, align))
}
const spacing: Hint = (element) => {
  const [across, down] = [dimension(element.attribute('hspace')), dimension(element.attribute('vspace'))]
  return declare('margin-left', across) + declare('margin-right', across) + declare('margin-top', down) + declare('margin-bottom', down)
}
const imageBorder: Hint = (element) => {
  const width = integer(element.attribute('border'))
  return width === undefined || width <= 0 ? '' : `border:${width}px solid;`
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const tableAlign: Hint = (element) => {
  const align = lower(element.attribute('align'))
  if (align === 'left' || align === 'right') return `float:${align};`
  return align === 'center' ? 'margin-left:auto;margin-right:auto;' : ''
}

/** Without a number, and with a negative one, `border` is 1. */
function borderOf(table: HintedElement): number {
  const text = table.attribute('border')
  if (text === undefined) return 0
  const width = integer(text) ?? 1
  return width < 0 ? 1 : width
}

const RULES: ReadonlySet<string> = new Set(['rows', 'cols', 'groups', 'all', 'none'])

/** The `rules` attribute; undefined when it is absent or invalid. */
function rulesOf(table: HintedElement): string | undefined {
  const rules = lower(table.attribute('rules'))
  return RULES.has(rules) ? rules : undefined
}

/** A table with `rules`, but without `frame` or `border`, hides its outer lines, even where its cells have borders. */
const tableBorder: Hint = (element) => {
  const width = borderOf(element)
  const color = legacyColor(element.attribute('bordercolor'))
  const isRuled = rulesOf(element) !== undefined
  const common = `${isRuled ? 'border-collapse:collapse;' : ''}${declare('border-color', color)}`
  const frame = frameOf(lower(element.attribute('frame')))
  if (frame !== undefined) return `border-width:${Math.max(1, width)}px;border-style:${frame};${common}`
  if (width > 0) return `border-width:${width}px;border-style:${color === undefined ? 'outset' : 'solid'};${common}`
  return isRuled ? `border-style:hidden;${common}` : common
}

const FRAMES: Readonly<Record<string, string>> = {
  void: 'hidden',
  above: 'solid hidden hidden hidden',
  below: 'hidden hidden solid hidden',
  hsides: 'solid hidden',
  lhs: 'hidden hidden hidden solid',
  rhs: 'hidden solid hidden hidden',
  vsides: 'hidden solid',
  box: 'solid',
  border: 'solid',
}
const frameOf = (frame: string): string | undefined => lookup(FRAMES, frame)

const cellSpacing: Hint = (element) => declare('border-spacing', dimension(element.attribute('cellspacing'))?.replace('%', 'px'))

/** The effects of `cellpadding`, `border` and `rules` of the table on a cell. */
const cellOfTable: Hint = (element) => {
  const table = element.above('table')
  if (table === undefined) return ''
  return declare('padding', dimension(table.attribute('cellpadding'))?.replace('%', 'px')) + cellBorder(table)
}

function cellBorder(table: HintedElement): string {
  const inherited = 'border-color:inherit;'
  switch (rulesOf(table)) {
    case 'all':
      return `border:1px solid;${inherited}`
    case 'cols':
      return `border-left:1px solid;border-right:1px solid;${inherited}`
    case 'rows':
      return `border-top:1px solid;border-bottom:1px solid;${inherited}`
    case undefined:
      if (borderOf(table) === 0) return ''
      return `border:1px ${legacyColor(table.attribute('bordercolor')) === undefined ? 'inset' : 'solid'};${inherited}`
    default:
      return ''
  }
}

const groupOfTable: Hint = (element) => {
  const table = element.above('table')
  if (table === undefined || rulesOf(table) !== 'groups') return ''
  return element.tag === 'colgroup' ? 'border-left:1px solid;border-right:1px solid;' : 'border-top:1px solid;border-bottom:1px solid;'
}

// ── Lists, rules, fonts, controls ───────────────────────────────────────────────────────────────────────────────────────

const LIST_TYPES: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
}
const listType: Hint = (element) => {
  const type = element.attribute('type')?.trim() ?? ''
  const named = ['disc', 'circle', 'square', 'none'].includes(type.toLowerCase()) ? type.toLowerCase() : undefined
  return declare('list-style-type', lookup(LIST_TYPES, type) ?? named)
}
const listStart: Hint = (element) => {
  const start = integer(element.attribute('start'))
  return start === undefined ? '' : `counter-reset:list-item ${start - 1};`
}
const itemValue: Hint = (element) => {
  const value = integer(element.attribute('value'))
  return value === undefined ? '' : `counter-increment:none;counter-set:list-item ${value};`
}

const rule: Hint = (element) => {
  const align = lower(element.attribute('align'))
  const margins = {
    left: 'margin-left:0;margin-right:auto;',
    right: 'margin-left:auto;margin-right:0;',
    center: 'margin-left:auto;margin-right:auto;',
  }
  const color = legacyColor(element.attribute('color'))
  const thickness = integer(element.attribute('size'))
  const isFlat = color !== undefined || element.attribute('noshade') !== undefined
  let text = lookup(margins, align) ?? ''
  if (color !== undefined) text += `color:${color};`
  if (isFlat) text += 'border-style:solid;'
  if (thickness === undefined || thickness < 0) return text
  if (isFlat) return `${text}border-width:${thickness / 2}px;`
  return thickness === 1 ? `${text}border-bottom-width:0;` : thickness > 1 ? `${text}height:${thickness - 2}px;` : text
}

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']
/** Rules for parsing a legacy font size (HTML §15.3.4): 1–7, or + and − from 3. */
function fontSize(text: string | undefined): string | undefined {
  const match = /^\s*([+-]?)(\d+)/.exec(text ?? '')
  if (match === null) return undefined
  const steps = Number(match[2])
  const value = match[1] === '+' ? 3 + steps : match[1] === '-' ? 3 - steps : steps
  return FONT_SIZES[Math.max(1, Math.min(7, value)) - 1]
}
const font: Hint = (element) =>
  declare('color', legacyColor(element.attribute('color'))) +
  declare('font-family', familyOf(element.attribute('face'))) +
  declare('font-size', fontSize(element.attribute('size')))
/** Family names; those that are not plain identifiers are quoted, so that they cannot end the value. */
const familyOf = (face: string | undefined): string | undefined => {
  const names = (face ?? '')
    .split(',')
    .map((name) => name.trim().replace(/^["']|["']$/g, ''))
    .filter((name) => name !== '')
  return names.length === 0 ? undefined : names.map((name) => (/^[a-z-]+$/i.test(name) ? name : JSON.stringify(name))).join(',')
}

const clear: Hint = (element) => {
  const value = lower(element.attribute('clear'))
  return value === 'left' || value === 'right' ? `clear:${value};` : value === 'all' || value === 'both' ? 'clear:both;' : ''
}
const bodyMargins: Hint = (element) => {
  const [across, down] = [dimension(element.attribute('marginwidth')), dimension(element.attribute('marginheight'))]
  const side = (name: string, other: string | undefined): string =>
    declare(`margin-${name}`, dimension(element.attribute(`${name}margin`)) ?? other)
  return side('left', across) + side('right', across) + side('top', down) + side('bottom', down)
}
const bodyText: Hint = (element) => declare('color', legacyColor(element.attribute('text')))
const textArea: Hint = (element) => {
  const cols = integer(element.attribute('cols')) ?? 20
  const rows = integer(element.attribute('rows')) ?? 2
  return `contain-intrinsic-inline-size:calc(${Math.max(1, cols) * 0.6}em + 15px);contain-intrinsic-block-size:${Math.max(1, rows)}lh;`
}
const inputSize: Hint = (element) => {
  const type = lower(element.attribute('type'))
  const columns = integer(element.attribute('size'))
  return columns === undefined || columns <= 0 || !['', 'text', 'email', 'tel', 'url', 'search', 'password'].includes(type)
    ? ''
    : `contain-intrinsic-inline-size:${columns * 0.6 + 0.675}em;`
}

const cell: readonly Hint[] = [cellOfTable, background, dimensions('width', 'height'), blockAlign, valign, nowrap]
const group: readonly Hint[] = [groupOfTable, background, blockAlign, valign, dimensions('height')]
const replaced: readonly Hint[] = [dimensions('width', 'height'), replacedAlign, spacing, imageBorder]

const HINTS: Readonly<Record<string, readonly Hint[]>> = {
  body: [background, bodyText, bodyMargins],
  table: [background, dimensions('width', 'height'), tableAlign, tableBorder, cellSpacing, spacing],
  thead: group,
  tbody: group,
  tfoot: group,
  tr: [background, blockAlign, valign, dimensions('height')],
  td: cell,
  th: cell,
  col: [dimensions('width')],
  colgroup: [groupOfTable, dimensions('width')],
  caption: [(element) => (lower(element.attribute('align')) === 'bottom' ? 'caption-side:bottom;' : ''), blockAlign],
  div: [blockAlign],
  p: [plainAlign],
  h1: [plainAlign],
  h2: [plainAlign],
  h3: [plainAlign],
  h4: [plainAlign],
  h5: [plainAlign],
  h6: [plainAlign],
  img: replaced,
  object: replaced,
  embed: replaced,
  iframe: replaced,
  video: replaced,
  canvas: [dimensions('width', 'height')],
  svg: [vectorSize],
  input: [inputSize, (element) => (lower(element.attribute('type')) === 'image' ? replaced.map((hint) => hint(element)).join('') : '')],
  textarea: [textArea],
  hr: [dimensions('width'), rule],
  // The colour of links is an attribute of the body.
  a: [
    (element) => (element.attribute('href') === undefined ? '' : declare('color', legacyColor(element.above('body')?.attribute('link')))),
  ],
  font: [font],
  br: [clear],
  ul: [listType],
  ol: [listType, listStart],
  li: [listType, itemValue],
  pre: [(element) => (element.attribute('wrap') === undefined ? '' : 'white-space:pre-wrap;')],
}
