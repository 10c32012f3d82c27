// Nodes and marks of the editor as JSON that is new. A node that was loaded and did not change is copied as it was written.
import type { Mark, Node } from '@tiptap/pm/model'
import type { Extra } from '../schema/attributes.ts'
import { nameOf, OPAQUE_BLOCK, OPAQUE_INLINE, OPAQUE_MARK } from '../schema/names.ts'
import { type NewJson, newJsonOf } from './json-style.ts'
import type { Origins } from './load.ts'

export function isOpaque({ type }: Node): boolean {
  return type.name === OPAQUE_BLOCK || type.name === OPAQUE_INLINE
}

/** The name that a node or mark has in JSON. */
export function jsonType({ type, attrs }: Node | Mark): string {
  return extraOf(attrs).type ?? nameOf(type.name)
}

export function extraOf(attrs: Readonly<Record<string, unknown>>): Extra {
  const extra = attrs['extra']
  // The attribute holds nothing else; a hostile clipboard may have put anything there.
  return isExtra(extra) ? extra : {}
}

function isExtra(extra: unknown): extra is Extra {
  if (typeof extra !== 'object' || extra === null) return false
  const { type, attrs, fields } = extra as Record<string, unknown> // an object has string keys
  return (type === undefined || typeof type === 'string') && isPairs(attrs) && isPairs(fields)
}

function isPairs(pairs: unknown): boolean {
  return (
    pairs === undefined ||
    (Array.isArray(pairs) && pairs.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && isJson(pair[1])))
  )
}

function isJson(text: unknown): text is string {
  if (typeof text !== 'string') return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Member = readonly [string, NewJson]

const rawMembers = (pairs: readonly (readonly [string, string])[] = []): Member[] => pairs.map(([key, raw]) => [key, { raw }])

/** The attributes that are set, in the order of the schema. */
function attrMembers({ type, attrs }: Node | Mark): Member[] {
  const defaults = type.spec.attrs ?? {}
  const own = Object.entries(attrs)
    .filter(([key, value]) => key !== 'extra' && value !== null && value !== (key === 'level' ? undefined : defaults[key]?.default))
    .map(([key, value]): Member => [key, newJsonOf(value)])
  return [...own, ...rawMembers(extraOf(attrs).attrs)]
}

export function markJson(mark: Mark): NewJson {
  if (mark.type.name === OPAQUE_MARK) return rawOr(mark.attrs['json'], 'null')
  const attrs = attrMembers(mark)
  const members: Member[] = [['type', jsonType(mark)], ...(attrs.length > 0 ? [['attrs', { members: attrs }] as const] : [])]
  return { members: [...members, ...rawMembers(extraOf(mark.attrs).fields)] }
}

function rawOr(raw: unknown, otherwise: string): NewJson {
  return { raw: isJson(raw) ? raw : otherwise }
}

export function nodeJson(node: Node, origins: Origins): NewJson {
  const origin = origins.get(node)
  if (origin !== undefined) return { raw: origin.base.text.slice(origin.json.start, origin.json.end) }
  if (isOpaque(node)) return rawOr(node.attrs['json'], '{"type":"paragraph"}')
  const marks: Member[] = node.marks.length === 0 ? [] : [['marks', node.marks.map(markJson)]]
  if (node.isText) return { members: [['type', 'text'], ['text', node.text ?? ''], ...marks] }
  const attrs = attrMembers(node)
  const children = node.children.map((child) => nodeJson(child, origins))
  return {
    members: [
      ['type', jsonType(node)],
      ...(attrs.length > 0 ? [['attrs', { members: attrs }] as const] : []),
      ...(children.length > 0 ? [['content', children] as const] : []),
      ...marks,
      ...rawMembers(extraOf(node.attrs).fields),
    ],
  }
}
