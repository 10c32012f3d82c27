// The nodes and marks of editor documents as the editor has them: where each may stand, what it holds, and its attributes with the control
// that each is set by. What is not here is kept as an opaque block.

/** Where a node stands, and so what may stand for one that is not known there. */
export type Place = 'block' | 'inline' | 'item' | 'row' | 'cell' | 'column' | 'detail'

/** How an attribute is set: a text field, or what is named here. A list of words is a choice. */
export type Control = 'text' | 'long' | 'code' | 'length' | 'color' | 'number' | 'flag' | 'path' | 'lengths' | 'image' | 'own' | readonly string[]

export interface Kind {
  readonly places: readonly Place[]
  /** What it holds, as a content expression; a leaf when absent. */
  readonly content?: string
  readonly inside?: Place
  readonly attrs?: Readonly<Record<string, Control>>
  /** Takes the attributes of any block. */
  readonly isPlain?: boolean
  readonly isCode?: boolean
  /** A selection does not leave it by accident. */
  readonly isIsolating?: boolean
}

const SIDES = ['left', 'center', 'right', 'justify'] as const
const textBlock = { textAlign: SIDES, lineHeight: 'text', spaceBefore: 'length', spaceAfter: 'length', keepWithNext: 'flag' } as const
const cell: Readonly<Record<string, Control>> = {
  ...{ align: SIDES, verticalAlign: ['top', 'middle', 'bottom', 'baseline'], background: 'color', border: 'text' },
  ...{ colspan: 'own', rowspan: 'own', colwidth: 'own', textAlign: 'own' },
}
const media = { src: 'text', title: 'text', provider: 'own' } as const
const both = ['block', 'inline'] as const

export const ANY_BLOCK: Readonly<Record<string, Control>> = {
  ...{ color: 'color', backgroundColor: 'color', fontFamily: 'text', fontSize: 'length', dir: ['ltr', 'rtl', 'auto'], lang: 'text' },
}

export const KINDS: Readonly<Record<string, Kind>> = {
  paragraph: { places: ['block'], content: 'inline*', inside: 'inline', attrs: textBlock, isPlain: true },
  heading: { places: ['block'], content: 'inline*', inside: 'inline', attrs: { level: 'own', ...textBlock }, isPlain: true },
  bulletList: { places: ['block'], content: 'item+', inside: 'item', isPlain: true },
  orderedList: {
    ...{ places: ['block'], content: 'item+', inside: 'item', isPlain: true },
    attrs: { start: 'number', type: ['1', 'a', 'A', 'i', 'I'] },
  },
  taskList: { places: ['block'], content: 'item+', inside: 'item', isPlain: true },
  listItem: { places: ['item'], content: 'block+', inside: 'block', isPlain: true },
  taskItem: { places: ['item'], content: 'block+', inside: 'block', attrs: { checked: 'flag' }, isPlain: true },
  blockquote: { places: ['block'], content: 'block+', inside: 'block', isPlain: true },
  codeBlock: { places: ['block'], content: 'inline*', inside: 'inline', attrs: { language: 'text' }, isCode: true, isPlain: true },
  horizontalRule: { places: ['block'] },
  hardBreak: { places: ['inline'] },
  image: {
    places: both,
    attrs: { src: 'image', alt: 'text', width: 'length', height: 'length', align: ['left', 'center', 'right'], title: 'text' },
    isPlain: true,
  },
  table: {
    ...{ places: ['block'], content: 'tableRow+', inside: 'row', isIsolating: true, isPlain: true },
    attrs: { headerRows: 'number', footerRows: 'number', widths: 'lengths', border: 'text' },
  },
  tableRow: {
    ...{ places: ['row'], content: '(tableCell | tableHeader)+', inside: 'cell', isPlain: true },
    attrs: { repeat: 'path', if: 'path', on: ['first', 'not-first', 'last', 'not-last'], group: 'number' },
  },
  tableHeader: { places: ['cell'], content: 'block+', inside: 'block', attrs: cell, isIsolating: true, isPlain: true },
  tableCell: { places: ['cell'], content: 'block+', inside: 'block', attrs: cell, isIsolating: true, isPlain: true },
  columns: { places: ['block'], content: 'column+', inside: 'column', attrs: { gap: 'length' }, isPlain: true },
  column: {
    ...{ places: ['column'], content: 'block+', inside: 'block', isIsolating: true, isPlain: true },
    attrs: { width: 'length', grow: 'number', verticalAlign: ['top', 'middle', 'bottom'] },
  },
  section: {
    ...{ places: ['block'], content: 'block+', inside: 'block', isPlain: true },
    attrs: { padding: 'text', background: 'color', border: 'text', radius: 'text', keepTogether: 'flag', breakBefore: ['page', 'left', 'right', 'auto'] },
  },
  variable: { places: ['inline'], attrs: { name: 'path', format: 'text', fallback: 'text' } },
  repeat: { places: ['block'], content: 'block+', inside: 'block', attrs: { items: 'path' } },
  condition: { places: ['block'], content: 'block+', inside: 'block', attrs: { if: 'path', unless: 'path' } },
  pageBreak: { places: ['block'] },
  spacer: { places: ['block'], attrs: { height: 'length' } },
  pageNumber: { places: ['inline'] },
  pageCount: { places: ['inline'] },
  qrcode: { places: both, attrs: { value: 'text', size: 'length' } },
  barcode: { places: both, attrs: { value: 'text', symbology: 'text', height: 'length' } },
  rawHtml: { places: both, attrs: { html: 'code' } },
  details: { places: ['block'], content: 'detail+', inside: 'detail', attrs: { title: 'text' }, isPlain: true },
  detailsSummary: { places: ['detail'], content: 'inline*', inside: 'inline', isPlain: true },
  detailsContent: { places: ['detail'], content: 'block+', inside: 'block', isPlain: true },
  figure: { places: ['block'], content: 'block+', inside: 'block', attrs: { align: ['left', 'center', 'right'] }, isPlain: true },
  figcaption: { places: ['block'], content: 'inline*', inside: 'inline', attrs: { textAlign: SIDES }, isPlain: true },
  callout: {
    ...{ places: ['block'], content: 'block+', inside: 'block', isPlain: true },
    attrs: { type: ['info', 'tip', 'warning', 'danger'], icon: 'text', title: 'text', border: 'text' },
  },
  tableOfContents: { places: ['block'], attrs: { title: 'text', levels: 'number' }, isPlain: true },
  mention: { places: ['inline'], attrs: { label: 'text', id: 'text', mentionSuggestionChar: 'own' } },
  emoji: { places: ['inline'], attrs: { name: 'text', emoji: 'text' } },
  inlineMath: { places: ['inline'], attrs: { latex: 'code' } },
  blockMath: { places: both, attrs: { latex: 'code' }, isPlain: true },
  footnote: { places: ['inline'], content: 'inline*', inside: 'inline' },
  youtube: { places: both, attrs: media, isPlain: true },
  iframe: { places: both, attrs: media, isPlain: true },
  audio: { places: both, attrs: media, isPlain: true },
  video: { places: both, attrs: media, isPlain: true },
  file: { places: both, attrs: media, isPlain: true },
  unknown: { places: both, attrs: { label: 'text' } },
}

/** Nodes that hold items of a list when they stand in one. */
export const ITEM_KINDS: readonly string[] = ['repeat', 'condition']

export const MARK_KINDS: Readonly<Record<string, Readonly<Record<string, Control>>>> = {
  ...{ bold: {}, italic: {}, underline: {}, strike: {}, superscript: {}, subscript: {}, code: {} },
  link: { href: 'text' },
  highlight: { color: 'color' },
  textStyle: { color: 'color', fontFamily: 'text', fontSize: 'length', lineHeight: 'text', backgroundColor: 'color' },
}

/** What ProseMirror's own schema and other editors call them. Names that differ by case, `_` or `-` need no row. */
export const NODE_NAMES: Readonly<Record<string, string>> = {
  ...{ ul: 'bulletList', unorderedlist: 'bulletList', ol: 'orderedList', numberedlist: 'orderedList', li: 'listItem', hr: 'horizontalRule' },
  ...{ divider: 'horizontalRule', rule: 'horizontalRule', br: 'hardBreak', linebreak: 'hardBreak', img: 'image', quote: 'blockquote' },
  ...{ pre: 'codeBlock', th: 'tableHeader', td: 'tableCell', tr: 'tableRow', todolist: 'taskList', checklist: 'taskList', panel: 'callout' },
  ...{ math: 'inlineMath', mathinline: 'inlineMath', mathblock: 'blockMath', caption: 'figcaption', toc: 'tableOfContents', loop: 'repeat' },
}
export const MARK_NAMES: Readonly<Record<string, string>> = {
  ...{ strong: 'bold', b: 'bold', em: 'italic', i: 'italic', emphasis: 'italic', u: 'underline', s: 'strike', del: 'strike' },
  ...{ strikethrough: 'strike', sup: 'superscript', sub: 'subscript', inlinecode: 'code', a: 'link', mark: 'highlight', color: 'textStyle' },
}
