// The published JSON Schema (draft 2020-12) of editor documents: TipTap's own nodes and marks with ours beside them. Editors write
// attributes of their own on known nodes, and `null` for those not set: both are valid. Documents of other editors are brought into this
// form (`read.ts`) before they are validated.

type Schema = Readonly<Record<string, unknown>>

// Patterns match in linear time: a template is hostile until read.

/** A CSS length, or a number of CSS pixels as editors write it. */
const LENGTH = '^\\s*[+-]?(\\d+(\\.\\d*)?|\\.\\d+)(\\s*([a-zA-Z]{1,5}|%))?\\s*$|^\\s*(-?[a-zA-Z-]+\\([^;{}<>\\\\]*\\)|inherit|initial|unset|revert)\\s*$'
const WIDTH = `^\\s*(auto|(min|max|fit)-content)\\s*$|${LENGTH}`
const FONT_SIZE = `^\\s*((xx?|xxx)-(small|large)|small|medium|large|smaller|larger)\\s*$|${LENGTH}`
/** One CSS value: nothing that ends a declaration. */
const VALUE = '^[^;{}<>\\\\]*$'
const PATH = '^\\s*[^{}<>\\s][^{}<>]*$'

const text: Schema = { type: ['string', 'null'] }
const flag: Schema = { type: ['boolean', 'null'] }
const length: Schema = { type: ['string', 'number', 'null'], pattern: LENGTH, description: 'a CSS length' }
const width: Schema = { type: ['string', 'number', 'null'], pattern: WIDTH, description: 'a CSS length, or "auto"' }
/** One to four lengths, as `padding` takes them. */
const lengths: Schema = { type: ['string', 'number', 'null'], pattern: VALUE, description: 'CSS lengths' }
const fontSize: Schema = { type: ['string', 'number', 'null'], pattern: FONT_SIZE, description: 'a CSS font size' }
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
const language: Schema = { type: ['string', 'null'], pattern: '^[A-Za-z0-9-]*$', description: 'a language such as "de"' }
const direction = oneOf('ltr', 'rtl', 'auto')

/** What every block may carry that has text. */
const anyBlock = { dir: direction, lang: language, color: value, backgroundColor: value, fontFamily: value, fontSize }

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

const media = { src: text, title: text, provider: text }

interface NodeRules {
  readonly attrs?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Which nodes it may hold; none when absent. */
  readonly content?: Schema
  /** Whether it takes the attributes of any block. */
  readonly isPlain?: boolean
}

function node(type: string, { attrs = {}, required = [], content, isPlain = false }: NodeRules = {}): Schema {
  return {
    type: 'object',
    properties: {
      type: { const: type },
      attrs: { type: required.length > 0 ? 'object' : ['object', 'null'], properties: attrs, required: [...required], ...(isPlain ? { $ref: '#/$defs/anyBlock' } : {}) },
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
  'taskList',
  'details',
  'figure',
  'figcaption',
  'callout',
  'tableOfContents',
  'blockMath',
  'youtube',
  'iframe',
  'audio',
  'video',
  'file',
  'unknown',
] as const
const INLINES = [
  'text',
  'hardBreak',
  'image',
  'variable',
  'pageNumber',
  'pageCount',
  'qrcode',
  'barcode',
  'rawHtml',
  'mention',
  'emoji',
  'inlineMath',
  'blockMath',
  'footnote',
  'youtube',
  'iframe',
  'audio',
  'video',
  'file',
  'unknown',
] as const
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
  heading: { attrs: { ...textBlock, level: { type: 'integer', minimum: 1, maximum: 6 } }, content: inlines },
  bulletList: { content: { $ref: '#/$defs/items' } },
  orderedList: {
    attrs: {
      start: { type: ['integer', 'null'] },
      type: { enum: ['1', 'a', 'A', 'i', 'I', 'decimal', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman', null] },
    },
    content: { $ref: '#/$defs/items' },
  },
  listItem: { content: blocks },
  blockquote: { content: blocks },
  codeBlock: { attrs: { language: text }, content: inlines },
  horizontalRule: {},
  hardBreak: {},
  image: { attrs: { src: { type: 'string' }, alt: text, title: text, width, height: width, align: oneOf('left', 'center', 'right', 'start', 'end') }, required: ['src'] },
  table: {
    attrs: { widths: { type: ['array', 'null'], items: width }, border, headerRows: count, footerRows: count },
    content: { $ref: '#/$defs/rows' },
  },
  tableRow: { attrs: { repeat: optionalPath, if: optionalPath, on: pageWords, group: count }, content: { $ref: '#/$defs/cells' } },
  tableHeader: { attrs: cell, content: blocks },
  tableCell: { attrs: cell, content: blocks },
  columns: { attrs: { gap: length }, content: { $ref: '#/$defs/columnList' } },
  column: {
    attrs: { width, grow: { type: ['number', 'null'], minimum: 0, description: 'its share of the room that widths leave' }, verticalAlign: oneOf('top', 'middle', 'bottom') },
    content: blocks,
  },
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
  taskList: { content: { $ref: '#/$defs/items' } },
  taskItem: { attrs: { checked: flag }, content: blocks },
  details: { attrs: { title: text }, content: { $ref: '#/$defs/detailsParts' } },
  detailsSummary: { content: inlines },
  detailsContent: { content: blocks },
  figure: { attrs: { align: oneOf('left', 'center', 'right', 'start', 'end') }, content: blocks },
  figcaption: { attrs: { textAlign: align }, content: inlines },
  callout: { attrs: { type: text, icon: text, title: text, border }, content: blocks },
  tableOfContents: { attrs: { title: text, levels: { type: ['integer', 'null'], minimum: 1, maximum: 6, description: 'the deepest level of headings' } } },
  mention: { attrs: { id: text, label: text, mentionSuggestionChar: text } },
  emoji: { attrs: { name: text, emoji: text } },
  inlineMath: { attrs: { latex: text } },
  blockMath: { attrs: { latex: text } },
  footnote: { content: inlines },
  youtube: { attrs: media },
  iframe: { attrs: media },
  audio: { attrs: media },
  video: { attrs: media },
  file: { attrs: media },
  unknown: { attrs: { label: text } },
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
  textStyle: mark('textStyle', { color: value, fontFamily: value, fontSize, lineHeight: textBlock.lineHeight, backgroundColor: value }),
}

const marks: Schema = { $ref: '#/$defs/marks' }
const textNode: Schema = {
  type: 'object',
  properties: { type: { const: 'text' }, text: { type: 'string' }, marks },
  required: ['type', 'text'],
}

/** Blocks take common attributes, inline nodes take marks as text does. Lists of marks on blocks, which some editors write, are ignored. */
function definition(name: string, rules: NodeRules): Schema {
  const isBlock = BLOCKS.some((block) => block === name) || PARTS.includes(name)
  const schema = node(name, { ...rules, isPlain: isBlock && !BARE.includes(name) })
  const isInline = INLINES.some((inline) => inline === name)
  return isInline ? { ...schema, properties: { ...(schema['properties'] as Schema), marks } } : schema // `node` has just set them
}

/** Nodes inside of blocks that are blocks themselves. */
const PARTS: readonly string[] = ['listItem', 'taskItem', 'tableRow', 'tableCell', 'tableHeader', 'column', 'detailsSummary', 'detailsContent']
/** Blocks without text of their own, or with the text of an author's own making. */
const BARE: readonly string[] = ['horizontalRule', 'repeat', 'condition', 'pageBreak', 'spacer', 'qrcode', 'barcode', 'rawHtml', 'unknown']

const namedSize = { enum: ['A3', 'A4', 'A5', 'A6', 'B4', 'B5', 'Letter', 'Legal', 'Ledger', 'Tabloid', null], description: 'a page size' }
/** What stands between quotes in a style sheet. */
const QUOTED = '^[^"\\\\<>{};\\r\\n]+$'
/** Faces of `@font-face`. */
const fonts: Schema = {
  type: ['array', 'null'],
  description: 'fonts of the assets, which fontFamily and font may name',
  items: {
    type: 'object',
    properties: {
      family: { type: 'string', pattern: QUOTED, description: 'a family name' },
      src: { type: 'string', pattern: QUOTED, description: 'an address such as "fonts/brand.woff2"' },
      weight: {
        type: ['string', 'number', 'null'],
        pattern: '^\\s*(normal|bold|[0-9]{1,4}(\\s+[0-9]{1,4})?)\\s*$',
        description: 'a weight such as 700, or the range "100 900" of a variable font',
      },
      style: oneOf('normal', 'italic', 'oblique'),
    },
    required: ['family', 'src'],
  },
}
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
    fonts,
    fontSize,
    lang: language,
    dir: direction,
    title: { ...text, description: 'the title of the document' },
    conformance: { ...text, description: 'standards that the PDF keeps and claims, such as "a-3u ua-1"' },
    tagged: { ...flag, description: 'false: no structure tree, which tells readers what everything is' },
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
    repeated: listOf('node', ...BLOCKS, 'listItem', 'taskItem'),
    inlines: listOf('node', ...INLINES),
    items: listOf('node', 'listItem', 'taskItem', 'repeat', 'condition'),
    detailsParts: listOf('node', 'detailsSummary', 'detailsContent'),
    rows: listOf('node', 'tableRow'),
    cells: listOf('node', 'tableCell', 'tableHeader'),
    columnList: listOf('node', 'column'),
    marks: listOf('mark', ...MARKS),
    anyBlock: { type: ['object', 'null'], properties: anyBlock },
    ...Object.fromEntries(Object.entries(NODES).map(([name, rules]) => [`node.${name}`, definition(name, rules)])),
    'node.text': textNode,
    ...Object.fromEntries(Object.entries(MARK_RULES).map(([name, schema]) => [`mark.${name}`, schema])),
  },
} as const

/** Every node and mark there is, for hints. */
export const EDITOR_NODES: readonly string[] = [...Object.keys(NODES), 'text']
export const EDITOR_MARKS: readonly string[] = MARKS

/** Nodes that hold no others. */
export const EDITOR_LEAVES: readonly string[] = Object.keys(NODES).filter((name) => NODES[name]?.content === undefined)
export const INLINE_NODES: readonly string[] = INLINES

/** Attributes that decide what is printed, rather than how: a wrong one is an error, as is a wrong one that a node requires. */
export const DECISIVE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'barcode.symbology',
  'condition.if',
  'condition.unless',
  'heading.level',
  'table.footerRows',
  'table.headerRows',
  'tableRow.group',
  'tableRow.if',
  'tableRow.on',
  'tableRow.repeat',
  'variable.format',
  ...Object.entries(NODES).flatMap(([type, { required = [] }]) => required.map((name) => `${type}.${name}`)),
])

/** Descriptions of the patterns. */
export const EDITOR_PATTERNS: ReadonlyMap<string, string> = new Map([
  [LENGTH, 'a CSS length such as "12mm"'],
  [WIDTH, 'a CSS length such as "12mm", or "auto"'],
  [VALUE, 'a CSS value'],
  [PATH, 'a path such as "customer.name"'],
  [FONT_SIZE, 'a CSS font size such as "12pt"'],
])
