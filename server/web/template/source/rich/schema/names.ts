// Names of nodes: those of JSON, and those of the editor, which has a type for each place of a node that may stand in several.
import { ITEM_KINDS, KINDS, MARK_KINDS, MARK_NAMES, NODE_NAMES, type Place } from './kinds.data.ts'

export const OPAQUE_BLOCK = 'opaqueBlock'
export const OPAQUE_INLINE = 'opaqueInline'
export const OPAQUE_MARK = 'opaqueMark'
export const HEADER = 'pageHeader'
export const FOOTER = 'pageFooter'

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function namesOf(known: readonly string[], others: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map([...Object.entries(others), ...known.map((name) => [plainName(name), name] as const)])
}

const NODES = namesOf(Object.keys(KINDS), NODE_NAMES)
const MARKS = namesOf(Object.keys(MARK_KINDS), MARK_NAMES)

/** The node of the schema that a name of JSON means; undefined for one that nobody knows. */
export function nodeName(type: string): string | undefined {
  return type.length > 100 ? undefined : NODES.get(plainName(type))
}

export function markName(type: string): string | undefined {
  return type.length > 100 ? undefined : MARKS.get(plainName(type))
}

/** The editor's type for a node in a place; undefined where it may not stand. */
export function typeIn(name: string, place: Place): string | undefined {
  if (place === 'item' && ITEM_KINDS.includes(name)) return `${name}_item`
  const places = KINDS[name]?.places ?? []
  if (!places.includes(place)) return undefined
  return place === 'inline' && places.includes('block') ? `${name}_inline` : name
}

/** The name in JSON of a type of the editor. */
export function nameOf(type: string): string {
  return type.replace(/_(inline|item)$/, '')
}
