// Whether a value of XMP is of a type (XMP specification, 2005, part 1 chapter 4; ISO 19005-2, 6.6.2.3).
import type { XmpNode } from './rdf.ts'
import { SPACES, STRUCTURES } from './schemas.data.ts'

const XML_URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$|^[^\s<>"{}|\\^`:]*$/
const DATE =
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?)?)?)?$/

const SIMPLE: Readonly<Record<string, RegExp>> = {
  Text: /^/,
  ProperName: /^/,
  AgentName: /^/,
  XPath: /^/,
  Boolean: /^(True|False)$/,
  Integer: /^[+-]?\d+$/,
  Real: /^[+-]?(\d+\.?\d*|\.\d+)$/,
  Rational: /^\d+\/\d+$/,
  Date: DATE,
  URL: XML_URI,
  URI: XML_URI,
  MIMEType: /^[-\w+.]+\/[-\w+.]+(;.*)?$/,
  Locale: /^([a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*)$/,
  RenditionClass: /^[A-Za-z]+(:[\w.-]+)*$/,
  GPSCoordinate: /^\d{1,3},\d{1,2}(,\d{1,2}|\.\d+)[NSEW]$/,
  IntegerPair: /^\s*\d+\s*,\s*\d+\s*$/,
}

/** Types that an extension schema defines: by name, with the space of their fields. */
export interface DefinedType {
  readonly space: string
  readonly fields: ReadonlyMap<string, string>
}

export type DefinedTypes = ReadonlyMap<string, DefinedType>

const NONE: DefinedTypes = new Map()

export function isType(node: XmpNode, type: string, defined: DefinedTypes = NONE): boolean {
  const array = type.match(/^(bag|seq|alt) +(.+)$/i)
  if (array !== null) {
    const kind = { bag: 'Bag', seq: 'Seq', alt: 'Alt' }[(array[1] ?? '').toLowerCase()]
    return node.kind === kind && node.children.every((item) => isType(item, array[2] ?? 'Text', defined))
  }
  if (/^(LangAlt|Lang Alt)$/i.test(type)) return isLangAlt(node)
  const closed = type.match(/^closed (Text|Integer) (.+)$/)
  if (closed !== null)
    return node.kind === 'simple' && (closed[2] ?? '').split(' ').some((value) => value.replace(/_(?!24p)/g, ' ') === node.value)
  if (type === 'Identifier')
    return (
      node.kind === 'simple' &&
      node.qualifiers.every((item) => item.space === SPACES['xmpidq'] && item.local === 'Scheme' && item.kind === 'simple')
    )
  const open = type.replace(/^(open|closed) +choice( +of)? +/i, '')
  const simple = SIMPLE[open] ?? SIMPLE[NORMAL[open.toLowerCase()] ?? '']
  if (simple !== undefined) return node.kind === 'simple' && simple.test(node.value)
  const own = defined.get(open)
  if (own !== undefined) return isStructure(node, own, defined)
  const [prefix, fields] = STRUCTURES[open] ?? []
  return (
    prefix === undefined || fields === undefined || isStructure(node, { space: SPACES[prefix] ?? '', fields: fieldsOf(fields) }, defined)
  )
}

/** Spellings in extension schemas. */
const NORMAL: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(SIMPLE).map((name) => [name.toLowerCase(), name]),
  ['proper name', 'ProperName'],
  ['agent name', 'AgentName'],
  ['gpscoordinate', 'GPSCoordinate'],
  ['mime type', 'MIMEType'],
])

export function isKnownType(type: string, defined: DefinedTypes): boolean {
  const inner = type.replace(/^(bag|seq|alt) +/i, '').replace(/^(open|closed) +choice( +of)? */i, '')
  if (inner === '' || /^(LangAlt|Lang Alt|Choice)$/i.test(inner)) return true
  return SIMPLE[inner] !== undefined || NORMAL[inner.toLowerCase()] !== undefined || STRUCTURES[inner] !== undefined || defined.has(inner)
}

function isLangAlt(node: XmpNode): boolean {
  return node.kind === 'Alt' && node.children.every((item) => item.kind === 'simple' && item.lang !== null)
}

function isStructure(node: XmpNode, type: DefinedType, defined: DefinedTypes): boolean {
  if (type.fields.size === 0) return true
  if (node.kind !== 'struct') return false
  return node.children.every((field) => {
    const expected = field.space === type.space ? type.fields.get(field.local) : undefined
    return expected !== undefined && isType(field, expected, defined)
  })
}

const fieldCache = new Map<string, ReadonlyMap<string, string>>()

/** `name: type` in lines. */
export function fieldsOf(lines: string): ReadonlyMap<string, string> {
  let fields = fieldCache.get(lines)
  if (fields === undefined) {
    fields = new Map(lines.split('\n').map((line) => line.split(': ') as [string, string])) // every line has one colon
    fieldCache.set(lines, fields)
  }
  return fields
}

export function isUri(value: string): boolean {
  return XML_URI.test(value)
}
