// The extensions of TipTap that make the schema, from the table of kinds.
import { type Attribute, type Attributes, type Extensions, Mark, Node } from '@tiptap/core'
import type { DOMOutputSpec, Mark as PlacedMark, Node as PlacedNode, TagParseRule } from '@tiptap/pm/model'
import { attributeNames } from './attributes.ts'
import { ITEM_KINDS, KINDS, type Kind, MARK_KINDS } from './kinds.data.ts'
import { FOOTER, HEADER, OPAQUE_BLOCK, OPAQUE_INLINE, OPAQUE_MARK } from './names.ts'

/** How nodes look, and what pasted HTML becomes: what needs a browser. */
export interface Look {
  nodeDom(name: string, node: PlacedNode): DOMOutputSpec
  markDom(name: string, mark: PlacedMark): DOMOutputSpec
  opaqueDom(node: PlacedNode, isInline: boolean): DOMOutputSpec
  runningDom(name: string): DOMOutputSpec
  opaqueRules(name: string): TagParseRule[]
  nodeRules(name: string, isInline: boolean): TagParseRule[]
  markRules(name: string): TagParseRule[]
}

/** Attributes are drawn and read by `Look` alone. */
const hidden = (more: Partial<Attribute> = {}): Attribute => ({ default: null, rendered: false, parseHTML: () => null, ...more })

/** Attributes that must have a value for the editor to work. */
const DEFAULTS: Readonly<Record<string, unknown>> = { level: 1, colspan: 1, rowspan: 1, checked: false }

function attributesOf(names: readonly string[]): Attributes {
  const attributes: Attributes = { extra: hidden({ keepOnSplit: false }) }
  for (const name of names) attributes[name] = hidden({ default: DEFAULTS[name] ?? null })
  return attributes
}

const ROLES: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' }

function nodeOf(name: string, kind: Kind, place: 'block' | 'inline' | 'item', look: Look | undefined): Node {
  const isLeaf = kind.content === undefined
  const isInline = place === 'inline'
  const own = kind.places[0]!
  return Node.create({
    name: place === 'item' || (isInline && kind.places.includes('block')) ? `${name}_${place}` : name,
    group: place === 'item' ? 'item' : isInline ? 'inline' : own,
    inline: isInline,
    content: place === 'item' ? 'item+' : (kind.content ?? ''),
    atom: isLeaf,
    code: kind.isCode === true,
    isolating: kind.isIsolating === true,
    defining: !isLeaf && kind.inside !== 'inline',
    // A dragged block keeps its place in the table of kinds.
    draggable: isLeaf && name !== 'hardBreak',
    selectable: name !== 'hardBreak',
    linebreakReplacement: name === 'hardBreak',
    priority: name === 'paragraph' ? 1000 : 100,
    addAttributes: () => attributesOf(attributeNames(kind)),
    parseHTML: () => (place === 'item' ? [] : (look?.nodeRules(name, isInline) ?? [])),
    renderHTML: ({ node }) => look?.nodeDom(name, node) ?? ['div', 0],
    renderText: ({ node }) => (name === 'hardBreak' ? '\n' : name === 'variable' ? `{{${node.attrs['name']}}}` : ''),
  })
}

function opaque(name: string, isInline: boolean, look: Look | undefined): Node {
  return Node.create({
    ...{ name, group: isInline ? 'inline' : 'block', inline: isInline, atom: true, draggable: true },
    addAttributes: () => ({ json: hidden({ default: 'null' }), label: hidden({ default: '' }) }),
    parseHTML: () => look?.opaqueRules(name) ?? [],
    renderHTML: ({ node }) => look?.opaqueDom(node, isInline) ?? ['div'],
  })
}

function running(name: string, look: Look | undefined): Node {
  return Node.create({
    ...{ name, content: 'block*', isolating: true, defining: true, selectable: false },
    renderHTML: () => look?.runningDom(name) ?? ['div', 0],
  })
}

const document = Node.create({
  ...{ name: 'doc', topNode: true, content: `${HEADER} block+ ${FOOTER}` },
  addAttributes: () => ({ page: hidden() }),
  // Asked for every node of the schema.
  extendNodeSchema: ({ name }) => ({ tableRole: ROLES[name] }),
})

const text = Node.create({ name: 'text', group: 'inline' })

const opaqueMark = (look: Look | undefined): Mark =>
  Mark.create({
    ...{ name: OPAQUE_MARK, excludes: '' },
    addAttributes: () => ({ json: hidden({ default: 'null' }) }),
    parseHTML: () => look?.markRules(OPAQUE_MARK) ?? [],
    renderHTML: ({ mark }) => look?.markDom(OPAQUE_MARK, mark) ?? ['span', 0],
  })

/** `look` is absent where nothing is shown. */
export function schemaExtensions(look?: Look): Extensions {
  const nodes = Object.entries(KINDS).flatMap(([name, kind]) => {
    const places = kind.places.map((place) => (place === 'inline' ? 'inline' : 'block'))
    const items = ITEM_KINDS.includes(name) ? [nodeOf(name, kind, 'item', look)] : []
    return [...places.map((place) => nodeOf(name, kind, place, look)), ...items]
  })
  const marks = Object.entries(MARK_KINDS).map(([name, attrs]) =>
    Mark.create({
      ...{ name, inclusive: name !== 'link' },
      addAttributes: () => attributesOf(Object.keys(attrs)),
      parseHTML: () => look?.markRules(name) ?? [],
      renderHTML: ({ mark }) => look?.markDom(name, mark) ?? ['span', 0],
    }),
  )
  const opaques = [opaque(OPAQUE_BLOCK, false, look), opaque(OPAQUE_INLINE, true, look)]
  return [document, text, running(HEADER, look), running(FOOTER, look), ...opaques, ...nodes, ...marks, opaqueMark(look)]
}
