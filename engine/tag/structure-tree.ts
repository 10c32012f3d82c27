// Problem: content is painted page by page and in painting order, with what is out of flow before or after its neighbours; the structure tree has each element
// once, in the order of the document, and a document of any length must not keep it.
// Approach: everything painted knows its element (`Origin`), and an element its ancestors and its place among their children. Nodes are made when something in
// them is painted, put in order by place, and written a page after nothing in them was painted any more. What is open is a path.
// Limits: what is painted more than a page after everything around it has ended (a float that waited for pages) stands behind it, in an element of its own.
import type { Box, Origin, ParagraphBox, TableBox } from '../box/box.ts'
import type { LaidCell } from '../layout/laid.ts'
import { Findings } from './findings.ts'
import { Headings, shiftedHeading } from './headings.ts'
import { isDataTable } from './layout-table.ts'
import { LinkElement } from './link-element.ts'
import { typeIn, wrappersIn } from './nesting.ts'
import { Node, type NodeHost } from './node.ts'
import { isLink, roleOf } from './role.ts'
import { completeRow, headScope } from './table-rows.ts'
import { type LinkTag, rankOf, type Structure, type StructureOutput, type Tag, type Tags } from './tag.ts'
import { LIST_NUMBERINGS, NATURES } from './types.data.ts'
import { Writing } from './writing.ts'

/** Open nodes, beyond which those that have ended are written. */
const MOST_OPEN = 400

export class StructureTree implements Tags, Structure, NodeHost {
  page = 1
  /** Levels that headings of the present part are moved down. */
  headingShift = 0
  readonly findings: Findings
  /** Parts of a merge have an element each. */
  readonly #hasParts: boolean
  readonly #root: Node
  readonly #headings: Headings
  /** Paragraphs without an element that may hold text. */
  #paragraphs = new WeakMap<ParagraphBox, Node>()
  /** Links in pictures and in decoration. */
  readonly #linksBeside = new WeakMap<Origin, Node>()
  #output: StructureOutput | undefined
  #writing: Writing | undefined
  #made = 0
  #notes = 0
  #parts = 0

  constructor(hasParts: boolean, findings = new Findings()) {
    this.#hasParts = hasParts
    this.findings = findings
    this.#headings = new Headings(findings)
    this.#root = new Node('Document', undefined, 0, this)
  }

  // ── Painting ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  ofText(origin: Origin, paragraph: ParagraphBox): Tag | undefined {
    // Spaces between the items of a list that stands in a line.
    if (origin === paragraph.origin && paragraph.items.length > 1 && isList(this.#nodeOf(origin))) return undefined
    return visible(this.#within(origin.textOf ?? origin, paragraph))
  }

  ofBox({ origin, isAnonymous, style }: Box): Tag | undefined {
    // The drawn marker of a list item.
    if (isAnonymous && !origin.tag.startsWith('::') && style.display === 'inline') return this.ofMarker(origin, String(style.listStyleType))
    const node = this.#nodeOf(origin)
    return NATURES[node.owner.type] === 'leaf' || node.owner.type === 'Lbl' ? node : undefined
  }

  place(origin: Origin, paragraph: ParagraphBox): void {
    this.#within(origin, paragraph)
  }

  ofMarker(origin: Origin, listStyle: string): Tag | undefined {
    const node = this.#nodeOf(origin)
    if (node.type === 'Artifact') return undefined
    const item = node.type === 'LBody' ? node.parent : undefined
    if (item === undefined) return visible(this.#direct(node, -1))
    const list = item.parent?.owner
    if (list?.type === 'L' && list.attributes?.list === undefined && LIST_NUMBERINGS[listStyle] !== undefined)
      list.attributes = { ...list.attributes, list: { ListNumbering: LIST_NUMBERINGS[listStyle] } }
    const known = item.kids.find((kid) => kid.kind === 'node' && kid.type === 'Lbl')
    return known?.kind === 'node' ? known : this.#make('Lbl', item, -1)
  }

  ofLink(origin: Origin, paragraph: ParagraphBox | undefined): LinkTag | undefined {
    let element: Origin | undefined = origin.textOf ?? origin
    while (element !== undefined && !isLink(element)) element = element.parent
    if (element === undefined) return undefined
    const node = paragraph === undefined ? this.#nodeOf(element) : this.#within(element, paragraph)
    return new LinkElement(node.owner.type === 'Link' ? node.owner : this.#linkBeside(node, element), element)
  }

  /** Of a link in a picture or in decoration, which have no elements inside: its annotations need one all the same (PDF/UA-1 7.18.5). */
  #linkBeside(closed: Node, origin: Origin): Node {
    const known = this.#linksBeside.get(origin)
    if (known !== undefined && !known.isWritten) return known
    let around = closed
    while (around.parent !== undefined && (around.type === 'Artifact' || NATURES[around.owner.type] === 'leaf')) around = around.parent
    const made = this.#said(this.#make('Link', this.#direct(around, closed.rank), closed.rank), origin, undefined)
    this.#linksBeside.set(origin, made)
    return made
  }

  markReference(origin: Origin): void {
    for (let node = origin.tagged as Node | undefined; node !== undefined; node = node.parent) {
      if (node.type === 'L') {
        node.type = 'TOC'
        node.attributes = node.attributes && { ...node.attributes, list: undefined }
      } else if (node.type === 'LI') node.type = 'TOCI'
      else if (node.type === 'LBody') node.type = 'NonStruct'
      else if (node.type === 'Table') return
    }
  }

  table(box: TableBox, columns: number): void {
    const { origin, isAnonymous } = box
    if (isAnonymous) return
    const node = this.#nodeOf(origin)
    if (node.type !== 'Table' || node.table !== undefined) return
    if (!isDataTable(box, node)) node.dissolve()
    else node.table = { columns, bodies: 0, heads: 0, feet: 0, hasHeadCells: false, taken: new Map() }
  }

  row(origin: Origin, cells: readonly LaidCell[], columns: number): void {
    const row = this.#nodeOf(origin)
    if (row.type !== 'TR' || row.isKept) return
    row.isKept = true
    row.touch()
    for (const { laid } of cells) if (!laid.box.isAnonymous) this.#nodeOf(laid.box.origin).isKept = true
    headScope(row, cells)
    completeRow(row, cells, columns)
  }

  // ── Nodes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  reserve(): number {
    if (this.#output === undefined) throw new Error('tag: the tree is written nowhere')
    return this.#output.reserve()
  }

  #nodeOf(origin: Origin): Node {
    // Written by this tree alone.
    const known = origin.tagged as Node | undefined
    if (known !== undefined && !known.isWritten) return known
    const { parent } = origin
    if (parent === undefined) return this.#rootOf(origin)
    return this.#enter(origin, this.#nodeOf(parent.textOf ?? parent))
  }

  #rootOf(origin: Origin): Node {
    if (!this.#hasParts || origin.tag.startsWith('@')) return this.#root
    const { attributes } = origin
    const part = this.#make('Part', this.#root, this.#parts++)
    const language = attributes?.get('lang')
    if (language !== undefined) part.attributes = { language }
    origin.tagged = part
    return part
  }

  /** The node of an element in a paragraph, which takes the place of the paragraph's element if that cannot hold text. */
  #within(origin: Origin, paragraph: ParagraphBox): Node {
    const stop = paragraph.origin.textOf ?? paragraph.origin
    if (origin !== stop && isList(this.#nodeOf(stop)) && isInside(origin, stop)) return this.#textNode(this.#nodeOf(origin), origin)
    const base = this.#base(stop, paragraph)
    if (origin === stop || NATURES[base.owner.type] === 'leaf' || base.type === 'Artifact') return base
    const known = origin.tagged as Node | undefined
    if (known !== undefined && known.base === base && !known.isWritten) return known
    if (!isInside(origin, stop)) return this.#textNode(this.#nodeOf(origin), origin)
    const parent = origin.parent!.textOf ?? origin.parent! // it is inside of `stop`
    const node = this.#enter(origin, parent === stop ? base : this.#within(parent, paragraph))
    node.base ??= base
    return node
  }

  #base(origin: Origin, paragraph: ParagraphBox): Node {
    const node = this.#nodeOf(origin)
    const isBlock = node.type === '' && PARTED.has(node.owner.type) && !paragraph.style.originalDisplay.startsWith('inline')
    if (NATURES[node.owner.type] !== 'group' && !isBlock) return node
    const known = this.#paragraphs.get(paragraph)
    if (known !== undefined && !known.isWritten) return known
    const rank = rankOfParagraph(paragraph, origin)
    const made = isBlock ? this.#make('P', node, rank) : this.#direct(node, rank)
    this.#paragraphs.set(paragraph, made)
    return made
  }

  #textNode(node: Node, origin: Origin): Node {
    return NATURES[node.owner.type] === 'group' ? this.#direct(node, rankOf(origin)) : node
  }

  /** A node for text that stands directly in an element. */
  #direct(node: Node, rank: number): Node {
    if (NATURES[node.owner.type] !== 'group') return node
    const wrapped = this.#wrapped('', node, rank)
    return wrapped === node ? this.#make('P', node, rank) : wrapped
  }

  #wrapped(type: string, parent: Node, rank: number): Node {
    let node = parent
    for (const wrapper of wrappersIn(type, parent)) node = this.#make(wrapper, node, rank)
    return node
  }

  /** Makes the node of an element in a parent. */
  #enter(origin: Origin, parent: Node): Node {
    const isClosed = parent.type === 'Artifact' || NATURES[parent.owner.type] === 'leaf'
    const node = isClosed ? parent : this.#enterOpen(origin, parent)
    origin.tagged = node
    return node
  }

  #enterOpen(origin: Origin, parent: Node): Node {
    const role = roleOf(origin)
    const rank = origin.order ?? 0.5
    const type = typeIn(shiftedHeading(role.type, this.headingShift), parent)
    if (type === 'LI') return this.#make('LBody', this.#said(this.#make('LI', parent, rank), origin, role.attributes), 0)
    if (type === 'Lbl') return this.#label(parent, rank)
    if (type === 'DT' || type === 'DD') return this.#definition(type, parent, rank)
    if (type === 'Caption') {
      const second = this.#secondCaption(parent.owner, rank)
      if (second !== undefined) return second
    }
    const around = type === '' || type === 'Artifact' ? parent : this.#wrapped(type, parent, rank)
    const node = this.#said(this.#make(type, around, rankOfPart(type, rank)), origin, role.attributes)
    if (type === 'Note') node.attributes = { ...node.attributes, id: `note${++this.#notes}` }
    this.#headings.see(type, origin.at)
    countPart(node)
    return node
  }

  /** A table has one caption: another is a part of it, or stands behind the table when the first is written already. */
  #secondCaption(table: Node, rank: number): Node | undefined {
    const first = table.type === 'Table' ? table.kids.find((kid) => kid.rank === CAPTION_RANK) : undefined
    if (first === undefined) return undefined
    return first.kind === 'node' ? this.#make('Div', first, rank) : this.#make('Div', table.parent ?? table, table.rank)
  }

  /** A marker in the text: of the list item or note around it. */
  #label(parent: Node, rank: number): Node {
    let around: Node | undefined = parent
    while (around?.type === '' || around?.type === 'P') around = around.parent
    if (around?.type === 'LBody' && around.parent?.type === 'LI') return this.#make('Lbl', around.parent, rank)
    return around?.type === 'Note' ? this.#make('Lbl', around, rank) : this.#make('', parent, rank)
  }

  #said(node: Node, { at }: Origin, attributes: Node['attributes']): Node {
    node.attributes = attributes
    node.at = at
    return node
  }

  /** `dt` begins an item, and `dd` is the body of the one before it. */
  #definition(type: 'DT' | 'DD', parent: Node, rank: number): Node {
    const last = type === 'DD' ? parent.kids.findLast((kid) => kid.kind === 'node' && kid.type === 'LI' && kid.rank < rank) : undefined
    const item = last?.kind === 'node' ? last : this.#make('LI', parent, rank)
    return this.#make(type === 'DT' ? 'Lbl' : 'LBody', item, rank)
  }

  #make(type: string, parent: Node, rank: number): Node {
    this.#made++
    return new Node(type, parent, rank, this)
  }

  // ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  open(output: StructureOutput): void {
    this.#output = output
    this.#writing = new Writing(output, this.findings)
  }

  endPage(): void {
    const writing = this.#writing!
    if (this.#made - writing.count > MOST_OPEN) writing.sweep(this.#root, this.page)
    this.page++
  }

  finish(): void {
    const writing = this.#writing!
    const hasContent = writing.writeRoot(this.#root)
    writing.finish()
    this.#output?.root(hasContent ? [this.#root.objectId()] : [], writing.ids)
  }
}

/** Elements whose blocks are paragraphs, although they may hold text themselves. */
const PARTED: ReadonlySet<string> = new Set(['TD', 'TH', 'LBody', 'Caption', 'Note'])

function isList({ owner }: Node): boolean {
  return owner.type === 'L' || owner.type === 'TOC'
}

function visible(node: Node): Node | undefined {
  return node.type === 'Artifact' ? undefined : node
}

function isInside(origin: Origin, stop: Origin): boolean {
  for (let at: Origin | undefined = origin; at !== undefined; at = at.parent?.textOf ?? at.parent) if (at === stop) return true
  return false
}

/** Of an anonymous paragraph among the children of its element: that of the first thing in it. */
function rankOfParagraph({ items }: ParagraphBox, stop: Origin): number {
  for (const item of items) {
    const origin = 'origin' in item ? item.origin : 'box' in item ? item.box.origin : undefined
    if (origin === undefined) continue
    if ((origin.textOf ?? origin) === stop) return rankOf(origin)
    let at = origin.textOf ?? origin
    while (at.parent !== undefined && (at.parent.textOf ?? at.parent) !== stop) at = at.parent.textOf ?? at.parent
    return at.order ?? 0.5
  }
  return 0.5
}

const CAPTION_RANK = -2

/** Captions, heads and feet of tables stand in this order, wherever the author wrote them. */
function rankOfPart(type: string, rank: number): number {
  if (type === 'Caption') return CAPTION_RANK
  return type === 'THead' ? -1 : type === 'TFoot' ? Number.POSITIVE_INFINITY : rank
}

function countPart({ type, parent }: Node): void {
  const table = parent?.owner.table
  if (table === undefined) return
  if (type === 'TBody') table.bodies++
  else if (type === 'THead') table.heads++
  else if (type === 'TFoot') table.feet++
}
