// Problem: a table of contents lists headings that are printed or not, once or many times, by conditions and repeats around them.
// Approach: after the document has become source nodes, its headings get ids, and each entry stands in the same blocks as its heading; an
// id in repeats holds their indices. Text and page number of an entry are taken from its target when pages are made.
// Limits: headings in rows that are repeated by `data-repeat`, or deeper than two repeats, are left out.
import { error } from '../../diagnostic.ts'
import type { SourceAttribute, SourceElement, SourceNode, SourcePart } from '../source.ts'
import { attrOf, childrenOf, type EditorContext, element, type PlacedNode, partsOf, pointerAt, textNode } from './node.ts'

const CLASS = 'platen-contents'

/** The element of a tableOfContents node, still without entries. */
export function contentsPlace(placed: PlacedNode, context: EditorContext): SourceElement {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  const levels = attrOf(node, 'levels') ?? attrOf(node, 'maxLevel') ?? 3
  const title = partsOf(node, 'title', pointer, context) ?? []
  const heading = title.length === 0 ? [] : [element('p', { class: 'platen-contents-title' }, [textNode(title, at)], at)]
  return element('nav', { class: CLASS, 'data-levels': String(typeof levels === 'number' ? levels : 3) }, heading, at)
}

/** Ids that links of the document name. */
export function linkTargets(roots: readonly PlacedNode[]): ReadonlySet<string> {
  const targets = new Set<string>()
  const visit = (placed: PlacedNode): void => {
    for (const mark of placed.node.marks ?? []) {
      const href = mark.type === 'link' ? attrOf(mark, 'href') : undefined
      if (typeof href === 'string' && href.startsWith('#')) targets.add(href.slice(1))
    }
    for (const child of childrenOf(placed)) visit(child)
  }
  for (const root of roots) visit(root)
  return targets
}

/** The nodes with entries in their tables of contents; the same list where there is none. */
export function withContents(nodes: readonly SourceNode[], { reporter, limits }: EditorContext): readonly SourceNode[] {
  const places = countContents(nodes)
  if (places === 0) return nodes
  const outline = new Outline()
  const numbered = outline.numbered(nodes, [])
  // Each entry is a paragraph and a link.
  if (2 * places * outline.count > limits.nodes) {
    const message = `${places} tables of contents of ${outline.count} headings are more than ${limits.nodes} nodes`
    reporter.report(error('limit-nodes', undefined, message))
    return nodes
  }
  return numbered.nodes.map((node) => filled(node, numbered.entries))
}

function isContents(element: SourceElement): boolean {
  return element.tag === 'nav' && classOf(element) === CLASS
}

function classOf({ attributes }: SourceElement): string | undefined {
  const [part] = attributes.find(({ name }) => name === 'class')?.parts ?? []
  return part?.kind === 'literal' ? part.text : undefined
}

function countContents(nodes: readonly SourceNode[]): number {
  let count = 0
  for (const node of nodes) {
    if (node.kind === 'block') count += countContents(node.block.body) + countContents(node.block.otherwise)
    else if (node.kind === 'element') count += isContents(node) ? 1 : countContents(node.children)
  }
  return count
}

/** Entries of all levels; the table of contents takes those it lists. */
type Entry =
  | { readonly kind: 'entry'; readonly level: number; readonly node: SourceElement }
  | { readonly kind: 'block'; readonly block: BlockOf<Entry> }
type BlockOf<Node> = Omit<Extract<SourceNode, { kind: 'block' }>['block'], 'body' | 'otherwise'> & {
  readonly body: readonly Node[]
  readonly otherwise: readonly Node[]
}

interface Numbered {
  readonly nodes: readonly SourceNode[]
  readonly entries: readonly Entry[]
}

/** Where the index of each repeat around a heading is found, innermost first. */
const INDICES = ['@index', '@../index'] as const

class Outline {
  /** Headings listed so far. */
  count = 0

  /** `repeats` is how many repeats are around the nodes; undefined where headings cannot be listed. */
  numbered(nodes: readonly SourceNode[], repeats: readonly string[] | undefined): Numbered {
    const results = nodes.map((node) => this.#node(node, repeats))
    return { nodes: results.map(({ node }) => node), entries: results.flatMap(({ entries }) => entries) }
  }

  #node(node: SourceNode, repeats: readonly string[] | undefined): { readonly node: SourceNode; readonly entries: readonly Entry[] } {
    if (node.kind === 'text') return { node, entries: [] }
    if (node.kind === 'block') {
      const { block } = node
      const isRepeat = block.name === 'each'
      const isOther = !isRepeat && block.name !== 'if' && block.name !== 'unless'
      const inside = isOther ? undefined : isRepeat ? deeper(repeats) : repeats
      const body = this.numbered(block.body, inside)
      const otherwise = this.numbered(block.otherwise, isOther ? undefined : repeats)
      const entries: Entry[] =
        body.entries.length + otherwise.entries.length === 0
          ? []
          : [{ kind: 'block', block: { ...block, body: body.entries, otherwise: otherwise.entries } }]
      return { node: { kind: 'block', block: { ...block, body: body.nodes, otherwise: otherwise.nodes } }, entries }
    }
    if (/^h[1-6]$/.test(node.tag)) return this.#heading(node, repeats)
    const isRepeated = node.attributes.some(({ name }) => name.startsWith('data-repeat') || name === 'data-if')
    const { nodes, entries } = this.numbered(node.children, isRepeated ? undefined : repeats)
    return { node: { ...node, children: nodes }, entries }
  }

  #heading(
    node: SourceElement,
    repeats: readonly string[] | undefined,
  ): { readonly node: SourceElement; readonly entries: readonly Entry[] } {
    if (repeats === undefined) return { node, entries: [] }
    const own = node.attributes.find(({ name }) => name === 'id')
    this.count++
    const id: readonly SourcePart[] = own?.parts ?? idParts(`platen-heading-${this.count}`, repeats, node)
    const level = Number(node.tag.slice(1))
    const { at } = node
    const link = element('a', { href: [{ kind: 'literal', text: '#' }, ...id] }, [], at)
    const entry: Entry = { kind: 'entry', level, node: element('p', { class: `platen-contents-${level}` }, [link], at) }
    const attribute: SourceAttribute = { name: 'id', parts: id, at }
    return { node: own === undefined ? { ...node, attributes: [...node.attributes, attribute] } : node, entries: [entry] }
  }
}

function deeper(repeats: readonly string[] | undefined): readonly string[] | undefined {
  if (repeats === undefined || repeats.length === INDICES.length) return undefined
  return INDICES.slice(0, repeats.length + 1)
}

function idParts(name: string, repeats: readonly string[], { at }: SourceElement): readonly SourcePart[] {
  return [
    { kind: 'literal', text: name },
    ...repeats.flatMap((code): SourcePart[] => [
      { kind: 'literal', text: '-' },
      { kind: 'placeholder', code, isRaw: false, at },
    ]),
  ]
}

function filled(node: SourceNode, entries: readonly Entry[]): SourceNode {
  if (node.kind === 'text') return node
  if (node.kind === 'block') {
    const inside = (list: readonly SourceNode[]): readonly SourceNode[] => list.map((child) => filled(child, entries))
    return { kind: 'block', block: { ...node.block, body: inside(node.block.body), otherwise: inside(node.block.otherwise) } }
  }
  if (!isContents(node)) return { ...node, children: node.children.map((child) => filled(child, entries)) }
  const [part] = node.attributes.find(({ name }) => name === 'data-levels')?.parts ?? []
  const levels = part?.kind === 'literal' ? Number(part.text) : 3
  return { ...node, children: [...node.children, ...listed(entries, levels)] }
}

function listed(entries: readonly Entry[], levels: number): readonly SourceNode[] {
  return entries.flatMap((entry): SourceNode[] => {
    if (entry.kind === 'entry') return entry.level <= levels ? [entry.node] : []
    const body = listed(entry.block.body, levels)
    const otherwise = listed(entry.block.otherwise, levels)
    return body.length + otherwise.length === 0 ? [] : [{ kind: 'block', block: { ...entry.block, body, otherwise } }]
  })
}
