// Nodes of an editor document, access to their attributes, and constructors of source elements.
import { type Diagnostic, error, type Position, type Reporter, warning } from '../../diagnostic.ts'
import type { Limits } from '../../limits.ts'
import { parseParts } from '../blocks.ts'
import type { Parts } from '../parts.ts'
import type { SourceAttribute, SourceElement, SourceNode, SourcePart } from '../source.ts'
import { withFallback } from './palette.ts'

/** An object of JSON. */
export type Raw = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A node in the form of the schema. `pointer` is where the author's document has what it was made from. */
export interface EditorNode {
  readonly type: string
  readonly pointer: string
  /** Its attributes have other names, or another place, in the author's document. */
  readonly isTranslated?: boolean
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined
  readonly content?: readonly EditorNode[] | null
  readonly marks?: readonly EditorMark[] | null
  readonly text?: string
}

export interface EditorMark {
  readonly type: string
  readonly pointer: string
  readonly attrs?: Readonly<Record<string, unknown>> | null | undefined
}

export interface EditorContext {
  readonly reporter: Reporter
  readonly limits: Limits
  /** Shared parts that `{{> name}}` inserts. */
  readonly parts?: Parts
  /** What is printed otherwise than its editor shows it is an error. */
  readonly strict?: boolean
}

/** Reports what is printed otherwise than its editor shows it. */
export function degrade(
  { reporter, strict = false }: EditorContext,
  problem: Pick<Diagnostic, 'code' | 'message'> & { readonly at?: Position | undefined; readonly hint?: string | undefined },
): void {
  reporter.report((strict ? error : warning)(problem.code, problem.at, problem.message, problem.hint))
}

/** A value as a message shows it. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

export function pointerAt(pointer: string): Position {
  return { kind: 'pointer', pointer }
}

/** A node with its JSON pointer. */
export interface PlacedNode {
  readonly node: EditorNode
  readonly pointer: string
}

export function childrenOf({ node }: PlacedNode): readonly PlacedNode[] {
  return (node.content ?? []).map((child) => ({ node: child, pointer: child.pointer }))
}

/** An attribute's value; undefined when it is absent or null, which editors write for attributes that are not set. */
export function attrOf({ attrs }: EditorNode | EditorMark, name: string): unknown {
  return attrs !== null && attrs !== undefined && Object.hasOwn(attrs, name) ? (attrs[name] ?? undefined) : undefined
}

/** An object in an attribute, such as `page.margins`, as a node: its fields are read as attributes. */
export function attrAsNode(node: EditorNode | EditorMark, name: string): EditorNode {
  const value = attrOf(node, name)
  const isObject = typeof value === 'object' && value !== null
  return { type: name, pointer: `${node.pointer}/attrs/${name}`, attrs: isObject ? (value as Readonly<Record<string, unknown>>) : {} } // any object has string keys
}

export function textAttr(node: EditorNode | EditorMark, name: string): string | undefined {
  const value = attrOf(node, name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A CSS length: bare numbers are pixels. */
export function lengthAttr(node: EditorNode | EditorMark, name: string): string | undefined {
  return cssLength(attrOf(node, name))
}

/** A CSS line-height: bare numbers are multiples of the font size. */
export function lineHeight(node: EditorNode | EditorMark): string | undefined {
  const value = attrOf(node, 'lineHeight')
  return typeof value === 'number' ? String(value) : textAttr(node, 'lineHeight')
}

export function cssLength(value: unknown): string | undefined {
  if (typeof value === 'number') return `${value}px`
  if (typeof value !== 'string' || value.trim() === '') return undefined
  return value.trim().replace(/^[+-]?[\d.]+$/, '$&px')
}

/** Attributes that any block may carry, on the element that stands for it. */
export function decorated(element: SourceElement, node: EditorNode): SourceElement {
  if (!node.attrs) return element
  const style = styleText([
    ['color', withFallback(textAttr(node, 'color'), 'text')],
    ['background-color', PAINTED.has(node.type) ? undefined : withFallback(textAttr(node, 'backgroundColor'), 'background')],
    ['font-family', fontFamily(attrOf(node, 'fontFamily'))],
    ['font-size', lengthAttr(node, 'fontSize')],
  ])
  const dir = textAttr(node, 'dir')
  const lang = textAttr(node, 'lang')
  if (style === undefined && dir === undefined && lang === undefined) return element
  const own = element.attributes.find(({ name }) => name === 'style')
  const added = sourceAttributes({ dir, lang, ...(own === undefined ? { style } : {}) }, element.at)
  const kept = element.attributes.map((attribute): SourceAttribute => {
    if (attribute !== own || style === undefined) return attribute
    return { ...attribute, parts: [...attribute.parts, { kind: 'literal', text: `; ${style}` }] }
  })
  return { ...element, attributes: [...kept, ...added] }
}

/** Nodes whose own code paints their background. */
const PAINTED = new Set(['tableCell', 'tableHeader', 'callout'])

/** Family names as a CSS list: quotes are added where editors leave them out. */
export function fontFamily(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  // A function such as `var()` has commas of its own.
  if (value.includes('(')) return value.trim()
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => (/^["'].*["']$|^-?[A-Za-z_][\w-]*$/.test(name) ? name : `"${name.replace(/["']/g, '')}"`))
    .join(', ')
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
