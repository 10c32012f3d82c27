// Styled elements made by hand: what the style stage would give, with every property at its initial value unless said otherwise.

import type { BoundElement, BoundNode } from '../../engine/bind/bound.ts'
import { INHERITED } from '../../engine/box/derived-style.ts'
import { NO_EDGES } from '../../engine/geometry.ts'
import { INITIAL_STYLE } from '../../engine/style/cascade/compute.ts'
import type { Style, StyledDocument, StyledElement, StyledNode } from '../../engine/style/style.ts'
import type { Display } from '../../engine/style/value.ts'
import type { TemplateElement } from '../../engine/template/template.ts'

/** Every property at its initial value. */
export const INITIAL: Style = INITIAL_STYLE

const DISPLAYS: Readonly<Record<string, Display>> = {
  html: 'block',
  body: 'block',
  div: 'block',
  p: 'block',
  pre: 'block',
  ul: 'block',
  ol: 'block',
  h1: 'block',
  h2: 'block',
  li: 'list-item',
  table: 'table',
  thead: 'table-header-group',
  tbody: 'table-row-group',
  tfoot: 'table-footer-group',
  tr: 'table-row',
  td: 'table-cell',
  th: 'table-cell',
  col: 'table-column',
  colgroup: 'table-column-group',
  caption: 'table-caption',
  head: 'none',
}

/** An element to be styled: children may be a function, read anew at each iteration. */
export interface Spec {
  readonly tag: string
  readonly style: Partial<Style>
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Spec | string)[] | (() => Iterable<Spec | string>)
  readonly pseudo?: StyledElement['pseudo']
  readonly extra?: Partial<StyledElement>
}

type Child = Spec | string

/** `el('p', 'text', el('b', 'bold'))`; a first plain object is style, keys that begin with `@` are attributes. */
export function el(tag: string, ...rest: (Child | Readonly<Record<string, unknown>>)[]): Spec {
  const [first] = rest
  const has = typeof first === 'object' && !('tag' in first)
  const given = has ? (first as Record<string, unknown>) : {}
  const attributes = Object.entries(given).filter(([name]) => name.startsWith('@'))
  return {
    tag,
    style: Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('@'))),
    attributes: Object.fromEntries(attributes.map(([name, value]) => [name.slice(1), String(value)])),
    children: (has ? rest.slice(1) : rest) as Child[],
  }
}

export function before(content: Style['content'], style: Partial<Style> = {}): Spec {
  return { tag: 'p', style: { ...style, content }, attributes: {}, children: [], pseudo: 'before' }
}

const svgTags = new Set(['svg', 'path', 'g', 'use', 'symbol', 'title', 'defs'])

export function styled(spec: Spec, parent: Style = INITIAL): StyledElement {
  const inherited: Record<string, unknown> = {}
  for (const name of INHERITED) inherited[name] = parent[name]
  const display = spec.style.display ?? (spec.pseudo === undefined ? DISPLAYS[spec.tag] : undefined) ?? 'inline'
  // INITIAL with values of the same keys replaced.
  const style = Object.freeze({ ...INITIAL, ...inherited, display, originalDisplay: display, ...spec.style }) as Style
  const isStreamed = typeof spec.children === 'function'
  const element: BoundElement = {
    kind: 'element',
    node: { kind: 'element', tag: spec.tag, namespace: svgTags.has(spec.tag) ? 'svg' : 'html' } as TemplateElement,
    tag: spec.tag,
    attributes: new Map(Object.entries(spec.attributes)),
    children: [] as BoundNode[],
    isStreamed,
  }
  const nodes = (children: Iterable<Child>): StyledNode[] => [...children].map((child) => styledNode(child, style))
  const { children } = spec
  return {
    kind: 'element',
    element,
    style,
    children: typeof children === 'function' ? { [Symbol.iterator]: () => lazily(children, style) } : nodes(children),
    pseudo: spec.pseudo ?? 'none',
    markerStyle: undefined,
    firstLineStyle: undefined,
    firstLetterStyle: undefined,
    ...spec.extra,
  }
}

function* lazily(children: () => Iterable<Child>, style: Style): Generator<StyledNode> {
  for (const child of children()) yield styledNode(child, style)
}

function styledNode(child: Child, style: Style): StyledNode {
  return typeof child === 'string' ? { kind: 'text', text: child, style, at: undefined } : styled(child, style)
}

/** A document whose body holds `children`. */
export function documentOf(...children: Child[]): StyledDocument {
  return {
    root: styled(el('html', el('body', ...children))),
    pageStyles: () => undefined,
    matchesMedia: () => true,
    sourceSize: () => 100,
    usesViewport: () => false,
    pageStyle: () => ({
      width: 600,
      height: 800,
      margin: NO_EDGES,
      padding: NO_EDGES,
      area: { x: 0, y: 0, width: 600, height: 800 },
      rotation: 0,
      style: INITIAL,
      marginBoxes: new Map(),
      footnoteArea: INITIAL,
    }),
    counterStyles: new Map(),
    initial: INITIAL,
  }
}
