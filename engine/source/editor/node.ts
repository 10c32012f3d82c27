// Nodes of an editor document, access to their attributes, and constructors of source elements.
import type { Position, Reporter } from '../../diagnostic.ts'
import type { Limits } from '../../limits.ts'
import { parseParts } from '../blocks.ts'
import type { Parts } from '../parts.ts'
import type { SourceAttribute, SourceElement, SourceNode, SourcePart } from '../source.ts'
import { pointerAt } from './check.ts'

/** A node of a document that follows the schema. */
export interface EditorNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined
  readonly content?: readonly EditorNode[] | null
  readonly marks?: readonly EditorMark[] | null
  readonly text?: string
}

export interface EditorMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined
}

export interface EditorContext {
  readonly reporter: Reporter
  readonly limits: Limits
  /** Shared parts that `{{> name}}` inserts. */
  readonly parts?: Parts
}

/** A node with its JSON pointer. */
export interface PlacedNode {
  readonly node: EditorNode
  readonly pointer: string
}

/** The children of a node. Header and footer are lists in an attribute: their pointers have no `/content`. */
export function childrenOf({ node, pointer }: PlacedNode): readonly PlacedNode[] {
  const list = node.type === 'header' || node.type === 'footer' ? pointer : `${pointer}/content`
  return (node.content ?? []).map((child, index) => ({ node: child, pointer: `${list}/${index}` }))
}

/** An attribute's value; undefined when it is absent or null, which editors write for attributes that are not set. */
export function attrOf({ attrs }: EditorNode | EditorMark, name: string): unknown {
  return attrs !== null && attrs !== undefined && Object.hasOwn(attrs, name) ? (attrs[name] ?? undefined) : undefined
}

/** An object in an attribute, such as `page.margins`, as a node: its fields are read as attributes. */
export function attrAsNode(node: EditorNode | EditorMark, name: string): EditorNode {
  const value = attrOf(node, name)
  const isObject = typeof value === 'object' && value !== null
  return { type: name, attrs: isObject ? (value as Readonly<Record<string, unknown>>) : {} } // any object has string keys
}

export function textAttr(node: EditorNode | EditorMark, name: string): string | undefined {
  const value = attrOf(node, name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A CSS length: bare numbers are pixels. */
export function lengthAttr(node: EditorNode | EditorMark, name: string): string | undefined {
  return cssLength(attrOf(node, name))
}

export function cssLength(value: unknown): string | undefined {
  if (typeof value === 'number') return `${value}px`
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.trim().replace(/^[+-]?[\d.]+$/, '$&px')
}

/** Declarations of a `style` attribute; those without a value are left out. */
type Declarations = readonly (readonly [property: string, value: string | undefined])[]

/** Attributes by name: a text, or parts with placeholders. Absent ones are undefined; `style` may be declarations. */
export type Attributes = Readonly<Record<string, string | readonly SourcePart[] | undefined>>

export function element(tag: string, attributes: Attributes, children: readonly SourceNode[], at: Position): SourceElement {
  return { kind: 'element', tag, namespace: 'html', attributes: sourceAttributes(attributes, at), children, at }
}

function sourceAttributes(attributes: Attributes, at: Position): SourceAttribute[] {
  return Object.entries(attributes).flatMap(([name, value]): SourceAttribute[] => {
    if (value === undefined) return []
    const parts = typeof value === 'string' ? literal(value) : value
    return [{ name, parts, at }]
  })
}

export function styleText(declarations: Declarations): string | undefined {
  const text = declarations.flatMap(([property, value]) => (value === undefined ? [] : [`${property}: ${value}`])).join('; ')
  return text === '' ? undefined : text
}

function literal(text: string): readonly SourcePart[] {
  return text === '' ? [] : [{ kind: 'literal', text }]
}

export function textNode(parts: readonly SourcePart[], at: Position): SourceNode {
  return { kind: 'text', parts, at }
}

export function placeholder(code: string, at: Position): SourceNode {
  return textNode([{ kind: 'placeholder', code, isRaw: false, at }], at)
}

/** A text attribute with placeholders, as parts; undefined when there is no such text. */
export function partsOf(
  node: EditorNode | EditorMark,
  name: string,
  pointer: string,
  context: EditorContext,
): readonly SourcePart[] | undefined {
  const value = attrOf(node, name)
  if (typeof value !== 'string') return undefined
  const at = pointerAt(`${pointer}/attrs/${name}`)
  return parseParts(value, { locate: () => at, reporter: context.reporter, maxDepth: context.limits.depth })
}
