// Problem: a document must be saved as the bytes that it had, but for what was changed; the editor's own form of it forgets most of them.
// Approach: the JSON text stays, with the place of every value. Each node of the editor remembers the JSON that it was made from
// (`origins`); saving compares the nodes with those that were loaded, and edits the text where they differ (`save.ts`).
// Limits: what has no place in the schema is an opaque node: its JSON is kept, and it can be moved and removed, but not changed.
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import { attributeNames, type Extra } from '../schema/attributes.ts'
import { KINDS, MARK_KINDS, type Place } from '../schema/kinds.data.ts'
import { FOOTER, HEADER, markName, nodeName, OPAQUE_BLOCK, OPAQUE_INLINE, OPAQUE_MARK, typeIn } from '../schema/names.ts'
import { type JsonStyle, styleOf } from './json-style.ts'
import { isDeeper, type JsonList, type JsonObject, type JsonScalar, type JsonValue, memberOf, parseJsonText } from './json-text.ts'
import { isBroken } from './table-shape.ts'

/** Inline content as JSON has it: texts may be parted where the editor has one, and may be empty. */
export type JsonInline =
  | { readonly kind: 'text'; readonly text: string; readonly marks: readonly Mark[]; readonly literal: JsonScalar }
  | { readonly kind: 'leaf'; readonly node: Node }

/** What a node was made from. */
export interface Origin {
  readonly base: LoadedDocument
  readonly json: JsonObject | JsonScalar
  /** The list of its children; absent where it has none. */
  readonly list?: JsonList | undefined
  /** Of a line of text: one for each item of the list. */
  readonly pieces?: readonly JsonInline[]
}

/** A document as it was loaded. */
export interface LoadedDocument {
  readonly text: string
  readonly style: JsonStyle
  readonly doc: Node
  readonly root: JsonValue
  /** Undefined where the document is a list of nodes alone. */
  readonly docJson: JsonObject | undefined
  readonly content: JsonList | undefined
}

export type Origins = WeakMap<Node, Origin>

export type Problem = 'json' | 'deep' | 'other'
export type Loading = { readonly kind: 'loaded'; readonly base: LoadedDocument } | { readonly kind: 'failed'; readonly problem: Problem }

/** As deep as the engine reads, in lists and objects. */
const MOST_DEPTH = 520
/** Nodes within nodes beyond which they are opaque. */
const MOST_NESTED = 60
const MOST_RAW = 200

/** Reads a document. `origins` learns what its nodes were made from. */
export function loadDocument(text: string, schema: Schema, origins: Origins): Loading {
  if (isDeeper(text, MOST_DEPTH)) return { kind: 'failed', problem: 'deep' }
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    JSON.parse(plain)
  } catch {
    return { kind: 'failed', problem: 'json' }
  }
  return new Loader(text, schema, origins).load()
}

class Loader {
  readonly #text: string
  readonly #schema: Schema
  readonly #origins: Origins
  /** Filled in last; origins hold it from the beginning. */
  readonly #base: { -readonly [Key in keyof LoadedDocument]?: LoadedDocument[Key] } = {}

  constructor(text: string, schema: Schema, origins: Origins) {
    this.#text = text
    this.#schema = schema
    this.#origins = origins
  }

  load(): Loading {
    const root = parseJsonText(this.#text)
    const inner = memberOf(root, 'doc')?.value
    const isState = root.kind === 'object' && this.#string(memberOf(root, 'type')?.value) !== 'doc' && inner?.kind === 'object'
    const docJson = isState ? inner : root.kind === 'object' ? root : undefined
    if (docJson !== undefined && this.#string(memberOf(docJson, 'type')?.value) !== 'doc') return { kind: 'failed', problem: 'other' }
    const content = docJson === undefined ? root : memberOf(docJson, 'content')?.value
    if (content !== undefined && content.kind !== 'list' && this.#raw(content) !== 'null') return { kind: 'failed', problem: 'other' }
    const list = content?.kind === 'list' ? content : undefined
    if (list !== undefined && this.#isBlockNote(list)) return { kind: 'failed', problem: 'other' }
    const page = memberOf(memberOf(docJson, 'attrs')?.value, 'page')?.value
    const blocks = this.#children(list, 'block', 0) ?? []
    const doc = this.#schema.node('doc', { page: page?.kind === 'object' ? this.#page(page) : null }, [
      this.#running(HEADER, memberOf(page, 'header')?.value),
      ...(blocks.length > 0 ? blocks : [this.#schema.node('paragraph')]),
      this.#running(FOOTER, memberOf(page, 'footer')?.value),
    ])
    Object.assign(this.#base, { text: this.#text, style: styleOf(this.#text), doc, root, docJson, content: list } satisfies LoadedDocument)
    // Complete now.
    return { kind: 'loaded', base: this.#base as LoadedDocument }
  }

  #raw({ start, end }: JsonValue): string {
    return this.#text.slice(start, end)
  }

  #value(json: JsonValue): unknown {
    return JSON.parse(this.#raw(json))
  }

  #string(json: JsonValue | undefined): string | undefined {
    return json?.kind === 'string' ? String(this.#value(json)) : undefined
  }

  #isBlockNote({ items }: JsonList): boolean {
    return items.some((item) => memberOf(item, 'props')?.value.kind === 'object' || memberOf(item, 'children')?.value.kind === 'list')
  }

  #page(page: JsonObject): Record<string, unknown> | null {
    const members = page.items.filter(({ key }) => key !== 'header' && key !== 'footer')
    return members.length === 0 ? null : Object.fromEntries(members.map(({ key, value }) => [key, this.#value(value)]))
  }

  #running(type: string, json: JsonValue | undefined): Node {
    const list = json?.kind === 'list' ? json : undefined
    const node = this.#schema.node(type, null, this.#children(list, 'block', 0) ?? [])
    // A list stands for the node itself: `save.ts` reads the list alone.
    if (json !== undefined) this.#origins.set(node, { base: this.#base as LoadedDocument, json: json as JsonObject, list })
    return node
  }

  /** The nodes of a list, or undefined where one of them has no place in it, not even as an opaque one. */
  #children(list: JsonList | undefined, place: Place, depth: number): Node[] | undefined {
    const nodes: Node[] = []
    for (const item of list?.items ?? []) {
      const node = this.#node(item, place, depth) ?? this.#opaque(item, place)
      if (node === undefined) return undefined
      nodes.push(node)
    }
    return nodes
  }

  #node(json: JsonValue, place: Place, depth: number): Node | undefined {
    const type = this.#string(memberOf(json, 'type')?.value)
    const name = type === undefined ? undefined : nodeName(type)
    const kind = name === undefined ? undefined : KINDS[name]
    const editorType = name === undefined ? undefined : typeIn(name, place)
    if (json.kind !== 'object' || type === undefined || name === undefined || kind === undefined || editorType === undefined)
      return undefined
    if (depth > MOST_NESTED) return undefined
    const attrs = this.#attributes(json, attributeNames(kind), type === name ? undefined : type)
    const marks = place === 'inline' ? this.#marks(memberOf(json, 'marks')?.value) : []
    if (attrs === undefined || marks === undefined) return undefined
    return this.#made({ json, name, editorType, attrs, marks, depth, inside: editorType.endsWith('_item') ? 'item' : kind.inside })
  }

  #made({
    json,
    name,
    editorType,
    attrs,
    marks,
    depth,
    inside,
  }: {
    readonly json: JsonObject
    readonly name: string
    readonly editorType: string
    readonly attrs: Record<string, unknown>
    readonly marks: readonly Mark[]
    readonly depth: number
    readonly inside: Place | undefined
  }): Node | undefined {
    const value = memberOf(json, 'content')?.value
    if (value !== undefined && value.kind !== 'list' && this.#raw(value) !== 'null') return undefined
    const list = value?.kind === 'list' ? value : undefined
    // A leaf that holds something after all, as some editors write.
    if (inside === undefined && (list?.items.length ?? 0) > 0) return undefined
    const pieces = inside === 'inline' ? this.#pieces(list, depth + 1) : undefined
    const children = pieces === undefined ? (inside === undefined ? [] : this.#children(list, inside, depth + 1)) : this.#joined(pieces)
    if (children === undefined) return undefined
    const type = this.#schema.nodes[editorType]!
    const fragment = Fragment.fromArray(children)
    const node = type.validContent(fragment)
      ? type.create(attrs, fragment, marks)
      : children.length === 0
        ? type.createAndFill(attrs, null, marks)
        : null
    if (node === null || (name === 'table' && isBroken(node))) return undefined
    this.#origins.set(node, { base: this.#base as LoadedDocument, json, list, ...(pieces === undefined ? {} : { pieces }) })
    return node
  }

  #pieces(list: JsonList | undefined, depth: number): readonly JsonInline[] {
    return (list?.items ?? []).map((item): JsonInline => {
      const text = item.kind === 'string' ? item : memberOf(item, 'text')?.value
      const isText = item.kind === 'string' || this.#string(memberOf(item, 'type')?.value) === 'text'
      const marks = isText ? this.#marks(memberOf(item, 'marks')?.value) : undefined
      if (isText && text?.kind === 'string' && marks !== undefined)
        return { kind: 'text', text: String(this.#value(text)), marks, literal: text }
      return { kind: 'leaf', node: this.#node(item, 'inline', depth) ?? this.#opaqueAs(item, OPAQUE_INLINE) }
    })
  }

  #joined(pieces: readonly JsonInline[]): Node[] {
    const nodes: Node[] = []
    for (const piece of pieces) {
      if (piece.kind === 'leaf') nodes.push(piece.node)
      else if (piece.text !== '') nodes.push(this.#schema.text(piece.text, piece.marks))
    }
    return nodes
  }

  #attributes(json: JsonObject, names: readonly string[], type: string | undefined): Record<string, unknown> | undefined {
    const attrs: Record<string, unknown> = {}
    const others: [string, string][] = []
    const member = memberOf(json, 'attrs')
    if (member !== undefined && member.value.kind !== 'object' && this.#raw(member.value) !== 'null') return undefined
    for (const { key, value } of member?.value.kind === 'object' ? member.value.items : []) {
      if (names.includes(key)) {
        const usable = usableValue(key, this.#value(value))
        if (usable !== null) attrs[key] = usable
        else delete attrs[key]
      } else others.push([key, this.#raw(value)])
    }
    const known = ['type', 'attrs', 'content', 'marks', 'text']
    const fields = json.items.filter(({ key }) => !known.includes(key)).map(({ key, value }): [string, string] => [key, this.#raw(value)])
    const extra: Extra = {
      ...(type === undefined ? {} : { type }),
      ...(others.length > 0 ? { attrs: others } : {}),
      ...(fields.length > 0 ? { fields } : {}),
    }
    if (Object.keys(extra).length > 0) attrs['extra'] = extra
    return attrs
  }

  /** Undefined where they are no list of marks. */
  #marks(json: JsonValue | undefined): readonly Mark[] | undefined {
    if (json === undefined || this.#raw(json) === 'null') return []
    if (json.kind !== 'list') return undefined
    let marks: readonly Mark[] = []
    for (const item of json.items) {
      const mark = this.#mark(item)
      const isTaken = marks.some(({ type }) => type === mark.type && type.name !== OPAQUE_MARK)
      marks = (isTaken ? this.#opaqueMark(item) : mark).addToSet(marks)
    }
    return marks
  }

  #mark(json: JsonValue): Mark {
    const type = this.#string(memberOf(json, 'type')?.value)
    const name = type === undefined ? undefined : markName(type)
    if (json.kind !== 'object' || name === undefined) return this.#opaqueMark(json)
    const attrs = this.#attributes(json, Object.keys(MARK_KINDS[name] ?? {}), type === name ? undefined : type)
    return attrs === undefined ? this.#opaqueMark(json) : this.#schema.mark(name, attrs)
  }

  #opaqueMark(json: JsonValue): Mark {
    return this.#schema.mark(OPAQUE_MARK, { json: this.#raw(json) })
  }

  #opaque(json: JsonValue, place: Place): Node | undefined {
    return place === 'block' ? this.#opaqueAs(json, OPAQUE_BLOCK) : undefined
  }

  #opaqueAs(json: JsonValue, type: string): Node {
    const marks = type === OPAQUE_INLINE ? this.#marks(memberOf(json, 'marks')?.value) : []
    const node = this.#schema.node(type, { json: this.#raw(json), label: this.#label(json) }, [], marks ?? [])
    // `save.ts` looks into origins of opaque nodes no further than their place.
    this.#origins.set(node, { base: this.#base as LoadedDocument, json: json as JsonObject })
    return node
  }

  /** What a person may know it by: its name and its texts. */
  #label(json: JsonValue): string {
    const type = this.#string(memberOf(json, 'type')?.value) ?? ''
    const raw = this.#raw(json).slice(0, 20_000)
    const texts = [...raw.matchAll(/"(?:text|label|title|name|alt|src)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text)
    return `${type.slice(0, 60)}: ${texts.join(' ').slice(0, MOST_RAW)}`.replace(/: $/, '')
  }
}

/** Values that the editor counts with are brought into a form that it can count with; others stay as they are. */
function usableValue(key: string, value: unknown): unknown {
  const number = typeof value === 'string' ? Number(value) : value
  switch (key) {
    case 'level':
      return typeof number === 'number' && number >= 1 && number <= 6 ? Math.trunc(number) : null
    case 'colspan':
    case 'rowspan':
      return typeof number === 'number' && number >= 1 && number <= 10_000 ? Math.trunc(number) : null
    case 'colwidth':
      return Array.isArray(value) && value.every((width) => typeof width === 'number' && width >= 0) ? value : null
    case 'checked':
      return value === true || value === 'true'
    default:
      return value
  }
}
