// The published JSON Schema (draft 2020-12) of editor documents: TipTap's own nodes and marks with ours beside them. Editors write
// attributes of their own on known nodes, and `null` for those not set: both are valid. Unknown nodes and marks are not.

type Schema = Readonly<Record<string, unknown>>

// Patterns match in linear time: a template is hostile until read.

/** A CSS length, or a number of CSS pixels as editors write it. */
const LENGTH = '^\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(\\s*(px|pt|pc|mm|cm|in|[qQ]|em|rem|ex|ch|%|vw|vh))?\\s*$'
const WIDTH = `^\\s*auto\\s*$|${LENGTH}`
/** One CSS value: nothing that ends a declaration. */
const VALUE = '^[^;{}<>\\\\]*$'
const PATH = '^\\s*[^{}<>\\s][^{}<>]*$'

const text: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: ['boolean', 'null'] }
const length: Schema = { type: ['string', 'number', 'null'], pattern: LENGTH, description: 'a CSS length' }
const width: Schema = { type: ['string', 'number', 'null'], pattern: WIDTH, description: 'a CSS length, or "auto"' }
/** One to four lengths, as `padding` takes them. */
const lengths: Schema = { type: ['string', 'number', 'null'], pattern: '^[\\s\\d.+\\-a-zA-Z%]*$', description: 'CSS lengths' }
const value: Schema = { type: ['string', 'null'], pattern: VALUE, description: 'a CSS value' }
const border: Schema = { type: ['string', 'boolean', 'null'], pattern: VALUE, description: 'a CSS border such as "1px solid #ccc"' }
const path: Schema = { type: 'string', pattern: PATH, description: 'a path such as "customer.name"' }
const pageWords = {
  type: ['string', 'null'],
  pattern: '^\\s*(not-)?(first|last)(\\s+(not-)?(first|last))*\\s*$',
  description: 'pages such as "first", "not-first", "last" or "not-last"',
} as const
const optionalPath: Schema = { type: ['string', 'null'], pattern: PATH, description: 'a path such as "customer.name"' }
const span: Schema = { type: ['integer', 'null'], minimum: 0, maximum: 10_000 }
const count: Schema = { type: ['integer', 'null'], minimum: 0, maximum: 10_000 }
const oneOf = (...values: readonly string[]): Schema => ({ enum: [...values, null] })
const align = oneOf('left', 'center', 'right', 'justify', 'start', 'end')

const textBlock = {
  textAlign: align,
  lineHeight: { type: ['string', 'number', 'null'], pattern: VALUE, description: 'a CSS line-height' },
  spaceBefore: length,
  spaceAfter: length,
  keepWithNext: flag,
}
const cell = {
  colspan: span,
  rowspan: span,
  colwidth: { type: ['array', 'null'], items: { type: ['number', 'null'], minimum: 0 } },
  align,
  textAlign: align,
  verticalAlign: oneOf('top', 'middle', 'bottom', 'baseline'),
  background: value,
  backgroundColor: value,
  border,
}

interface NodeRules {
  readonly attrs?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Which nodes it may hold; none when absent. */
  readonly content?: Schema
}

function node(type: string, { attrs = {}, required = [], content }: NodeRules = {}): Schema {
  return {
    type: 'object',
    properties: {
      type: { const: type },
      attrs: { type: required.length > 0 ? 'object' : ['object', 'null'], properties: attrs, required: [...required] },
      ...(content === undefined ? {} : { content }),
    },
    required: required.length > 0 ? ['type', 'attrs'] : ['type'],
  }
}

function mark(type: string, attrs: Readonly<Record<string, Schema>> = {}, required: readonly string[] = []): Schema {
  return node(type, { attrs, required })
}

const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
  'table',
  'columns',
  'section',
  'repeat',
  'condition',
  'pageBreak',
  'spacer',
  'qrcode',
  'barcode',
  'rawHtml',
] as const
const INLINES = ['text', 'hardBreak', 'image', 'variable', 'pageNumber', 'pageCount', 'qrcode', 'barcode', 'rawHtml'] as const
const MARKS = ['bold', 'italic', 'underline', 'strike', 'superscript', 'subscript', 'code', 'link', 'highlight', 'textStyle'] as const

function anyOf(kind: 'node' | 'mark', names: readonly string[]): Schema {
  return {
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: names.map((name) => ({ $ref: `#/$defs/${kind}.${name}` })),
  }
}

function listOf(kind: 'node' | 'mark', ...names: readonly string[]): Schema {
  return { type: ['array', 'null'], items: anyOf(kind, names) }
}

const blocks: Schema = { $ref: '#/$defs/blocks' }
const inlines: Schema = { $ref: '#/$defs/inlines' }

const NODES: Readonly<Record<string, NodeRules>> = {
  paragraph: { attrs: textBlock, content: inlines },
  heading: { attrs: { ...textBlock, level: { type: 'integer', minimum: 1, maximum: 6 } }, required: ['level'], content: inlines },
  bulletList: { content: { $ref: '#/$defs/items' } },
  orderedList: {
    attrs: { start: { type: ['integer', 'null'] }, type: { enum: ['1', 'a', 'A', 'i', 'I', null] } },
    content: { $ref: '#/$defs/items' },
  },
  listItem: { content: blocks },
  blockquote: { content: blocks },
  codeBlock: { attrs: { language: text }, content: { $ref: '#/$defs/texts' } },
  horizontalRule: {},
  hardBreak: {},
  image: { attrs: { src: { type: 'string' }, alt: text, title: text, width, height: width, align: oneOf('left', 'center', 'right') }, required: ['src'] },
  table: {
    attrs: { widths: { type: ['array', 'null'], items: width }, border, headerRows: count, footerRows: count },
    content: { $ref: '#/$defs/rows' },
  },
  tableRow: { attrs: { repeat: optionalPath, if: optionalPath, on: pageWords, group: count }, content: { $ref: '#/$defs/cells' } },
  tableHeader: { attrs: cell, content: blocks },
  tableCell: { attrs: cell, content: blocks },
  columns: { attrs: { gap: length }, content: { $ref: '#/$defs/columnList' } },
  column: { attrs: { width, verticalAlign: oneOf('top', 'middle', 'bottom') }, content: blocks },
  section: {
    attrs: {
      padding: lengths,
      background: value,
      border,
      radius: lengths,
      keepTogether: flag,
      breakBefore: { type: ['boolean', 'string', 'null'], enum: [true, false, null, 'page', 'left', 'right', 'auto', 'always'] },
    },
    content: blocks,
  },
  variable: { attrs: { name: path, fallback: text, format: { type: ['string', 'null'], pattern: '^[^{}<>]*$' } }, required: ['name'] },
  repeat: { attrs: { items: path }, required: ['items'], content: { $ref: '#/$defs/repeated' } },
  condition: { attrs: { if: optionalPath, unless: optionalPath }, content: { $ref: '#/$defs/repeated' } },
  pageBreak: {},
  spacer: { attrs: { height: length } },
  pageNumber: {},
  pageCount: {},
  qrcode: { attrs: { value: { type: 'string' }, size: length }, required: ['value'] },
  barcode: { attrs: { value: { type: 'string' }, symbology: { type: ['string', 'null'], pattern: '^[A-Za-z0-9_-]+$' }, height: length }, required: ['value'] },
  rawHtml: { attrs: { html: { type: 'string' } }, required: ['html'] },
}

const MARK_RULES: Readonly<Record<(typeof MARKS)[number], Schema>> = {
  bold: mark('bold'),
  italic: mark('italic'),
  underline: mark('underline'),
  strike: mark('strike'),
  superscript: mark('superscript'),
  subscript: mark('subscript'),
  code: mark('code'),
  link: mark('link', { href: { type: 'string' } }, ['href']),
  highlight: mark('highlight', { color: value }),
  textStyle: mark('textStyle', { color: value, fontFamily: value, fontSize: length, backgroundColor: value }),
}

const marks: Schema = { $ref: '#/$defs/marks' }
const textNode: Schema = {
  type: 'object',
  properties: { type: { const: 'text' }, text: { type: 'string' }, marks },
  required: ['type', 'text'],
}

/** Inline nodes take marks as text does. Lists of marks on blocks, which some editors write, are ignored. */
function definition(name: string, rules: NodeRules): Schema {
  const schema = node(name, rules)
  const isInline = INLINES.some((inline) => inline === name)
  return isInline ? { ...schema, properties: { ...(schema['properties'] as Schema), marks } } : schema // `node` has just set them
}

const namedSize = { enum: ['A3', 'A4', 'A5', 'A6', 'B4', 'B5', 'Letter', 'Legal', 'Ledger', 'Tabloid', null], description: 'a page size' }
const page: Schema = {
  type: ['object', 'null'],
  properties: {
    size: {
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
      then: { type: 'object', properties: { width: { ...length, type: ['string', 'number'] }, height: { ...length, type: ['string', 'number'] } }, required: ['width', 'height'] },
      else: namedSize,
    },
    orientation: oneOf('portrait', 'landscape'),
    margins: { type: ['object', 'null'], properties: { top: length, right: length, bottom: length, left: length } },
    header: blocks,
    footer: blocks,
    background: value,
    font: { type: ['string', 'null'], pattern: VALUE },
    fontSize: length,
    lang: { type: ['string', 'null'], pattern: '^[A-Za-z0-9-]*$' },
  },
}

export const EDITOR_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:platen:editor-document',
  title: 'Platen editor document',
  description: 'A ProseMirror or TipTap document as a template for a PDF',
  type: 'object',
  properties: {
    type: { const: 'doc' },
    attrs: { type: ['object', 'null'], properties: { page } },
    content: { $ref: '#/$defs/blocks' },
  },
  required: ['type'],
  $defs: {
    blocks: listOf('node', ...BLOCKS),
    repeated: listOf('node', ...BLOCKS, 'listItem'),
    inlines: listOf('node', ...INLINES),
    texts: listOf('node', 'text', 'hardBreak', 'variable'),
    items: listOf('node', 'listItem', 'repeat', 'condition'),
    rows: listOf('node', 'tableRow'),
    cells: listOf('node', 'tableCell', 'tableHeader'),
    columnList: listOf('node', 'column'),
    marks: listOf('mark', ...MARKS),
    ...Object.fromEntries(Object.entries(NODES).map(([name, rules]) => [`node.${name}`, definition(name, rules)])),
    'node.text': textNode,
    ...Object.fromEntries(Object.entries(MARK_RULES).map(([name, schema]) => [`mark.${name}`, schema])),
  },
} as const

/** Every node and mark there is, for hints. */
export const EDITOR_NODES: readonly string[] = [...Object.keys(NODES), 'text']
export const EDITOR_MARKS: readonly string[] = MARKS

/** Descriptions of the patterns. */
export const EDITOR_PATTERNS: ReadonlyMap<string, string> = new Map([
  [LENGTH, 'a CSS length such as "12mm"'],
  [WIDTH, 'a CSS length such as "12mm", or "auto"'],
  [VALUE, 'a CSS value'],
  [PATH, 'a path such as "customer.name"'],
])

/** Names of nodes and marks in other editors. */
export const EDITOR_ALIASES: ReadonlyMap<string, string> = new Map([
  ['strong', 'bold'],
  ['b', 'bold'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['emphasis', 'italic'],
  ['u', 'underline'],
  ['s', 'strike'],
  ['strikethrough', 'strike'],
  ['sup', 'superscript'],
  ['sub', 'subscript'],
  ['inlineCode', 'code'],
  ['a', 'link'],
  ['color', 'textStyle'],
  ['fontFamily', 'textStyle'],
  ['fontSize', 'textStyle'],
  ['ul', 'bulletList'],
  ['unorderedList', 'bulletList'],
  ['ol', 'orderedList'],
  ['numberedList', 'orderedList'],
  ['li', 'listItem'],
  ['hr', 'horizontalRule'],
  ['divider', 'horizontalRule'],
  ['br', 'hardBreak'],
  ['lineBreak', 'hardBreak'],
  ['img', 'image'],
  ['quote', 'blockquote'],
  ['pre', 'codeBlock'],
  ['th', 'tableHeader'],
  ['td', 'tableCell'],
  ['tr', 'tableRow'],
  ['placeholder', 'variable'],
  ['mention', 'variable'],
  ['loop', 'repeat'],
  ['if', 'condition'],
  ['html', 'rawHtml'],
  ['grid', 'columns'],
  ['row', 'columns'],
])
