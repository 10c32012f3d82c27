// Presentational hints (HTML §15.3): attributes as author declarations, weaker than any rule. They are written as CSS text, so that equal ones
// are parsed once, by the usual parser.
import { lookup } from '../values/lookup.ts'
import { declare, dimension, type Hint, type HintedElement, integer, legacyColor, lower } from './hint-values.ts'
import { isMathTag, mathHint } from './math-hints.ts'
import { cellOfTable, cellSpacing, groupOfTable, tableAlign, tableBorder } from './table-hints.ts'

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

/** The hints of an element as CSS text; empty for most. */
export function hintsOf(element: HintedElement): string {
  const hints = lookup(HINTS, element.tag)
  const own = hints === undefined ? '' : hints.map((hint) => hint(element)).join('')
  const shared = own + pagesHint(element) + groupHint(element)
  if (isMathTag(element.tag)) return shared + mathHint(element)
  return ALIGNED_OTHERWISE.has(element.tag) ? shared : shared + plainAlign(element)
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

const BLOCK_ALIGN: Readonly<Record<string, string>> = {
  left: '-webkit-left',
  right: '-webkit-right',
  center: '-webkit-center',
  middle: '-webkit-center',
  justify: 'justify',
}
/** `align` of blocks and cells, which aligns blocks inside too. */
const blockAlign: Hint = (element) => declare('text-align', lookup(BLOCK_ALIGN, lower(element.attribute('align'))))
/** `align` of any other element: of its own text alone, as browsers have it. */
const plainAlign: Hint = (element) => {
  const align = lower(element.attribute('align'))
  if (align === 'middle') return 'text-align:center;'
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
    middle: '-webkit-baseline-middle',
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
  // Of one colour all over, as browsers have it.
  if (isFlat) text += `border:1px solid ${color ?? 'gray'};background-color:${color ?? 'gray'};`
  if (thickness === undefined || thickness < 0) return text
  return thickness <= 1 ? `${text}border-bottom-width:0;` : `${text}height:${thickness - 2}px;`
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
/** In whole pixels as in Chromium, up; a thousandth less, as rounding errors must not make it a pixel wider. `ua.data.ts` has that of 20 columns. */
const fieldWidth = (columns: number): string =>
  `contain-intrinsic-inline-size:round(up,${columns - 1}-platen-column + 1-platen-widest - 0.001px,1px);`
const textArea: Hint = (element) => {
  const cols = integer(element.attribute('cols')) ?? 20
  const rows = integer(element.attribute('rows')) ?? 2
  return `contain-intrinsic-inline-size:calc(round(up,${Math.max(1, cols)}-platen-column - 0.001px,1px) + 15px);contain-intrinsic-block-size:${Math.max(1, rows)}lh;`
}
const inputSize: Hint = (element) => {
  const type = lower(element.attribute('type'))
  const columns = integer(element.attribute('size'))
  return columns === undefined || columns <= 0 || !['', 'text', 'email', 'tel', 'url', 'search', 'password'].includes(type)
    ? ''
    : fieldWidth(columns)
}

const cell: readonly Hint[] = [cellOfTable, background, dimensions('width', 'height'), blockAlign, valign, nowrap]
const group: readonly Hint[] = [groupOfTable, background, blockAlign, valign, dimensions('height')]
const replaced: readonly Hint[] = [dimensions('width', 'height'), replacedAlign, spacing, imageBorder]

/** Elements whose `align` means something else, or nothing. */
const ALIGNED_OTHERWISE: ReadonlySet<string> = new Set([
  ...[
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'td',
    'th',
    'col',
    'colgroup',
    'caption',
    'div',
    'p',
    'hr',
    'img',
    'object',
    'embed',
    'iframe',
    'video',
  ],
  ...['canvas', 'svg', 'input', 'button', 'select', 'textarea'],
])

const HINTS: Readonly<Record<string, readonly Hint[]>> = {
  body: [background, bodyText, bodyMargins],
  table: [background, dimensions('width', 'height'), tableAlign, tableBorder, cellSpacing],
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
  p: [blockAlign],
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
