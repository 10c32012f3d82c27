// What an element is in the structure tree: its type, and what it says of itself. ARIA wins over the element (ARIA in HTML §4).
import type { Origin } from '../box/box.ts'
import { isPictureObject } from '../source/source.ts'
import { COLUMN, type ElementAttributes, ROW, type TableAttributes } from './tag.ts'
import { INLINE_TAGS, NATURES, ROLE_TYPES, TAG_TYPES } from './types.data.ts'

/** `type`: empty for elements that are transparent, `Artifact` for those that are not read, `DT` and `DD` for parts of `dl`. */
export interface Role {
  readonly type: string
  readonly attributes: ElementAttributes | undefined
}

type Attributes = ReadonlyMap<string, string>

const LANGUAGE = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/
const NOTE: Role = { type: 'Note', attributes: undefined }

/** Roles of elements without attributes. */
const PLAIN_ROLES: ReadonlyMap<string, Role> = new Map(
  Object.entries(TAG_TYPES).map(([tag, type]) => [tag, { type, attributes: undefined }]),
)
const NO_ATTRIBUTES: Attributes = new Map()
const NO_ROLE: Role = { type: '', attributes: undefined }

function plainRole(tag: string): Role {
  return PLAIN_ROLES.get(tag) ?? NO_ROLE
}

export function roleOf(origin: Origin): Role {
  const { attributes, tag } = origin
  if (attributes === undefined) {
    if (origin.isNote === true) return NOTE
    if (origin.alt !== undefined && TAG_TYPES[tag] === 'Figure') return { type: 'Figure', attributes: { alt: origin.alt } }
    const plain = plainRole(tag)
    return plain.type === 'Form' ? { type: 'Form', attributes: { printField: fieldOf(tag, NO_ATTRIBUTES, undefined) } } : plain
  }
  if (saysNothing(origin, attributes)) return plainRole(tag)
  if (isTrue(attributes.get('aria-hidden'))) return { type: 'Artifact', attributes: undefined }
  return withAttributes(typeOf(origin, attributes), origin, attributes)
}

/** Attributes of looks and of data: most elements have no others. */
const QUIET: ReadonlySet<string> = new Set(['class', 'style', 'width', 'height', 'align', 'valign', 'colspan', 'rowspan'])
/** Elements of which nothing but attributes says what they are. */
const LOUD: ReadonlySet<string> = new Set(['a', 'area'])

function saysNothing({ alt, isNote, tag }: Origin, attributes: Attributes): boolean {
  if (isNote === true || alt !== undefined) return false
  if (LOUD.has(tag) || NATURES[plainRole(tag).type] === 'leaf') return false
  for (const name of attributes.keys()) if (!QUIET.has(name)) return false
  return true
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && value.trim().toLowerCase() === 'true'
}

function typeOf(origin: Origin, attributes: Attributes): string {
  const { tag } = origin
  const role = roleToken(attributes)
  if (tag === 'img' && attributes.get('alt')?.trim() === '' && !hasLabel(attributes)) return 'Artifact'
  // What can be followed stays a link, whatever its role: its annotations need an element.
  if (isAnchor(tag) && isLink(origin)) return 'Link'
  if (role !== undefined) {
    const type = ROLE_TYPES[role]!
    if (type === 'H') return heading(attributes.get('aria-level'), tag)
    if (type === '' && TAG_TYPES[tag] === 'Figure') return 'Artifact'
    return type
  }
  if (origin.isNote === true) return 'Note'
  if (isAnchor(tag)) return ''
  const level = /^h[1-6]$/.test(tag) ? attributes.get('aria-level') : undefined
  if (level !== undefined) return heading(level, tag)
  return tag === 'object' && isPictureObject(attributes.get('type'), attributes.get('data')) ? 'Figure' : plainRole(tag).type
}

function isAnchor(tag: string): boolean {
  return tag === 'a' || tag === 'area'
}

/** The first role that is known (ARIA 1.2 §5.4). */
function roleToken(attributes: Attributes): string | undefined {
  const given = attributes.get('role')
  if (given === undefined) return undefined
  return given
    .toLowerCase()
    .split(/\s+/)
    .find((token) => ROLE_TYPES[token] !== undefined)
}

function heading(given: string | undefined, tag: string): string {
  const level = Number.parseInt(given ?? '', 10)
  if (level >= 1) return `H${Math.min(level, 6)}`
  return /^h[1-6]$/.test(tag) ? `H${tag[1]}` : 'H2'
}

/** The element of a link itself, not something inside of it. */
export function isLink({ link, parent, tag }: Origin): boolean {
  return link !== undefined && link !== parent?.link && !tag.startsWith('::')
}

function hasLabel(attributes: Attributes): boolean {
  return (attributes.get('aria-label') ?? '').trim() !== ''
}

function withAttributes(type: string, origin: Origin, attributes: Attributes): Role {
  if (type === 'Artifact') return { type, attributes: undefined }
  const own: ElementAttributes = {}
  const language = attributes.get('lang') ?? attributes.get('xml:lang')
  if (language !== undefined && LANGUAGE.test(language) && origin.parent !== undefined) own.language = language
  const label = text(attributes.get('aria-label'))
  // The description of a field stands in its own attributes: an alternative would hide its value.
  if (NATURES[type] === 'leaf' && type !== 'Form')
    own.alt =
      label ??
      text(origin.alt) ??
      text(attributes.get('alttext')) ??
      text(attributes.get('title')) ??
      text(attributes.get('aria-description')) ??
      (origin.tag === 'math' ? text(attributes.get('data-latex')) : undefined)
  else if (type === 'Table') own.table = tableOf(attributes, label)
  else if (label !== undefined && type !== 'Form') setLabel(own, type, label, origin)
  if (origin.tag === 'abbr' || origin.tag === 'acronym' || origin.tag === 'dfn') own.expansion = text(attributes.get('title'))
  if (type === 'Form') own.printField = fieldOf(origin.tag, attributes, label)
  if (attributes.has('disabled') || isTrue(attributes.get('aria-disabled'))) own.isInactive = true
  if (type === 'TH' || type === 'TD') own.table = cellOf(type, attributes)
  if (type === 'TH') own.id = text(attributes.get('id'))
  const isSaid = Object.values(own).some((value) => value !== undefined && value !== true)
  if (!isSaid) return { type, attributes: own.isInactive && own }
  return { type: type === '' ? (INLINE_TAGS.has(origin.tag) ? 'Span' : 'Div') : type, attributes: own }
}

function text(value: string | undefined): string | undefined {
  const trimmed = value?.replace(/\s+/g, ' ').trim()
  return trimmed === '' ? undefined : trimmed
}

/** The name of a group is its title; other elements are read by their label instead of their content. */
function setLabel(own: ElementAttributes, type: string, label: string, origin: Origin): void {
  const isGroup = NATURES[type] === 'group' || (type === '' && !INLINE_TAGS.has(origin.tag))
  if (isGroup) own.title = label
  else own.alt = label
}

function tableOf(attributes: Attributes, label: string | undefined): TableAttributes | undefined {
  const summary = text(attributes.get('aria-description')) ?? label ?? text(attributes.get('summary'))
  return summary === undefined ? undefined : { summary }
}

const SCOPES: Readonly<Record<string, string>> = { row: 'Row', rowgroup: 'Row', col: 'Column', colgroup: 'Column' }

function cellOf(type: string, attributes: Attributes): TableAttributes | undefined {
  const headers = text(attributes.get('headers'))?.split(' ')
  const role = attributes.get('role')
  const said = role === 'columnheader' ? 'Column' : role === 'rowheader' ? 'Row' : undefined
  const scope = type === 'TH' ? (SCOPES[attributes.get('scope')?.toLowerCase() ?? ''] ?? said) : undefined
  if (headers === undefined) return scope === undefined ? undefined : scope === 'Column' ? COLUMN : ROW
  return { scope, headers }
}

const CHECKABLE = new Set(['checkbox', 'radio', 'switch'])

/** A field that is printed (PDF 32000 §14.8.5.6). */
function fieldOf(tag: string, attributes: Attributes, label: string | undefined): ElementAttributes['printField'] {
  const kind = (attributes.get('role') ?? (tag === 'input' ? attributes.get('type') : tag) ?? '').toLowerCase()
  const description = label ?? text(attributes.get('title')) ?? text(attributes.get('placeholder')) ?? text(attributes.get('name'))
  if (!CHECKABLE.has(kind)) {
    const isButton = kind === 'button' || kind === 'submit' || kind === 'reset'
    return { role: isButton ? 'pb' : 'tv', description }
  }
  const isChecked = attributes.has('checked') || isTrue(attributes.get('aria-checked'))
  return { role: kind === 'radio' ? 'rb' : 'cb', checked: isChecked ? 'on' : 'off', description }
}
