// Problem: content is painted page by page and in painting order, with what is out of flow before or after its neighbours; the structure tree has each element
// once, in the order of the document, and a document of any length must not keep it.
// Approach: everything painted knows its element (`Origin`), and an element its ancestors and its place among their children. Nodes are made when something in
// them is painted, put in order by place, and written a page after nothing in them was painted any more. What is open is a path.
// Limits: what is painted more than a page after everything around it has ended (a float that waited for pages) stands behind it, in an element of its own.
import type { Box, Origin, ParagraphBox, TableBox } from '../box/box.ts'
import type { LaidCell } from '../layout/laid.ts'
import { definition } from './definition.ts'
import { Findings } from './findings.ts'
import { shiftedHeading } from './headings.ts'
import { Identifiers } from './identifiers.ts'
import { elementOfCell, elementOfRow, isUnlikeTree, leaveBeside, rankOfStray, strayAt, strayCell } from './layout-cells.ts'
import { isDataTable } from './layout-table.ts'
import { LinkElement } from './link-element.ts'
import { markItems, sayNumbering } from './list-kind.ts'
import { blockType, holdBlocks, holderOfLabel, isList, itemOf, typeIn, wrappersIn } from './nesting.ts'
import { Node, type NodeHost, type TableParts } from './node.ts'
import { nodeOfParagraph, setNodeOfParagraph } from './paragraph-node.ts'
import { aroundBlocks, countPart, isInside, rankOfParagraph, rankOfPart, secondCaption, visible } from './places.ts'
import { isPlainRow, PlainRow, plainCellOf, tableOfPlainRow } from './plain-row.ts'
import { isLink, roleOf } from './role.ts'
import { partOfRuby } from './ruby.ts'
import { cellType, GROUPS, gridAround, newTable, tableAround, touchCells } from './table-parts.ts'
import { asDivisions, completeRow, freeSpan, headScope, lastRank, type PlacedCell, strayParts } from './table-rows.ts'
import { type LinkTag, rankOf, type Structure, type StructureOutput, type Tag, type Tags } from './tag.ts'
import { BLOCKS, CELLS, NATURES, PARTED } from './types.data.ts'
import { Writing } from './writing.ts'

/** Open nodes, beyond which those that have ended are written. */
const MOST_OPEN = 400

export class StructureTree implements Tags, Structure, NodeHost {
  page = 1
  /** Levels that headings of the present part are moved down. */
  headingShift = 0
  readonly findings: Findings
  readonly ofPlainCell = plainCellOf
  /** Parts of a merge have an element each. */
  readonly #hasParts: boolean
  readonly #root: Node
  /** Links in pictures and in decoration. */
  readonly #linksBeside = new WeakMap<Origin, Node>()
  /** First cells of rows that have no element: these rows come again on further pages, and in layers. */
  readonly #strayRows = new WeakSet<Box>()
  /** Rows of the present page that are written when it ends. */
  #rows: PlainRow[] = []
  #output: StructureOutput | undefined
  #writing: Writing | undefined
  #made = 0
  /** Rows of which something was painted before their table: they may be none of its grid. */
  #early: Node[] = []
  readonly #ids = new Identifiers()
  #notes = 0
  #parts = 0
  /** Rows and cells of a grid come into the tree as rows and cells; what is painted by itself does not. */
  #isEnteringRow = false

  constructor(hasParts: boolean, findings = new Findings()) {
    this.#hasParts = hasParts
    this.findings = findings
    this.#root = new Node('Document', undefined, 0, this)
  }

  // ── Painting ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  ofText(origin: Origin, paragraph: ParagraphBox): Tag | undefined {
    const cell = plainCellOf(origin)
    if (cell !== undefined) return cell
    // Spaces between the items of a list that stands in a line.
    if (origin === paragraph.origin && paragraph.items.length > 1 && isList(this.#nodeOf(origin))) return undefined
    const node = this.#within(origin.textOf ?? origin, paragraph)
    return visible(node.isRuby ? partOfRuby(node, '', rankOf(origin)) : node)
  }

  ofBox({ origin, isAnonymous, style }: Box): Tag | undefined {
    // The drawn marker of a list item.
    if (isAnonymous && !origin.tag.startsWith('::') && style.display === 'inline') return this.ofMarker(origin, String(style.listStyleType))
    const node = this.#nodeOf(origin)
    return NATURES[node.owner.type] === 'leaf' || node.owner.type === 'Lbl' ? node : undefined
  }

  isAmongText(paragraph: ParagraphBox): boolean {
    const { origin } = paragraph
    return plainCellOf(origin) === undefined && this.#base(origin.textOf ?? origin, paragraph).type === ''
  }

  place(box: Box, paragraph: ParagraphBox): void {
    const node = this.#within(box.origin, paragraph)
    if (box.kind === 'paragraph' && box.letter !== undefined) setNodeOfParagraph(box, box.origin, node) // it is no element
  }

  ofMarker(origin: Origin, listStyle: string): Tag | undefined {
    const node = this.#nodeOf(origin)
    if (node.type === 'Artifact') return undefined
    const item = itemOf(node)
    if (item === undefined) return visible(this.#direct(node, -1))
    sayNumbering(item.parent?.owner, listStyle)
    const known = item.kids.find((kid) => kid.kind === 'node' && kid.type === 'Lbl')
    return known?.kind === 'node' ? known : this.make('Lbl', item, -1)
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
    const made = this.#said(this.make('Link', this.#direct(around, closed.rank), closed.rank), origin, undefined)
    this.#linksBeside.set(origin, made)
    return made
  }

  markReference(origin: Origin): void {
    markItems(origin.tagged as Node | undefined)
  }

  table(box: TableBox, columns: number): boolean {
    const node = this.#nodeOf(box.origin)
    const { table } = node
    // An element that is no table itself may have the parts of one: they are in an anonymous table.
    if (node.type !== 'Table' || table === undefined) return false
    if (table.columns > 0) return true
    if (isDataTable(box, node)) table.columns = columns
    else node.dissolve()
    return table.columns > 0
  }

  row(origin: Origin, cells: readonly LaidCell[], columns: number, isWhole: boolean): void {
    if (origin.tagged instanceof PlainRow) return
    if (isWhole && origin.tagged === undefined && isPlainRow(origin, cells, columns) && this.#plainRow(origin, cells)) return
    this.#isEnteringRow = true
    const element = elementOfRow(origin, cells)
    leaveBeside(element, cells)
    const row = this.#nodeOf(element)
    const table = tableAround(row)
    const isRow = row.type === 'TR'
    const first = cells[0]?.laid.box
    const isKnown = isRow ? row.isKept : first !== undefined && this.#strayRows.has(first)
    if (isKnown) touchCells(row)
    else if (table !== undefined && table.columns > 0) {
      if (!table.hasRows) table.isFree = !isRow || cells.some(isUnlikeTree)
      table.hasRows = true
      if (!table.isFree) this.#enterRow(isRow ? row : this.#strayRow(row, cells), { table, cells, columns })
    }
    this.#isEnteringRow = false
  }

  hiddenRow(origin: Origin, cells: readonly LaidCell[], columns: number): void {
    const group = this.#nodeOf(origin).parent
    const isSpanned = group !== undefined && tableAround(group)?.taken.has(group.owner) === true
    if (isSpanned || cells.some(({ rowSpan }) => rowSpan > 1)) this.row(origin, cells, columns, false)
  }

  /** A row around what stands in a row group without one. */
  #strayRow(group: Node, cells: readonly LaidCell[]): Node {
    const around = GROUPS.has(group.owner.type) ? group : this.make('TBody', group, rankOfStray(cells, 0))
    const rank = Math.max(rankOfStray(cells, 0), lastRank(around.owner))
    const row = this.make('TR', around, rank)
    row.isStray = true
    if (cells[0] !== undefined) this.#strayRows.add(cells[0].laid.box)
    return row
  }

  #enterRow(row: Node, { table, cells, columns }: { table: TableParts; cells: readonly LaidCell[]; columns: number }): void {
    if (columns > table.columns) return row.dissolve()
    row.isKept = true
    row.touch()
    const placed: PlacedCell[] = []
    for (const [i, cell] of cells.entries()) {
      const origin = row.isStray ? undefined : elementOfCell(cell)
      let node = origin === undefined ? this.make('TD', row, rankOfStray(cells, i)) : this.#nodeOf(origin)
      if (origin === undefined) node.isStray = true
      while (node !== row && node.parent !== undefined && node.parent !== row) node = node.parent
      if (node.type !== 'TD' && node.type !== 'TH') continue
      node.isKept = true
      placed.push({ node, column: cell.column, colSpan: freeSpan(cell, table, row), rowSpan: cell.rowSpan })
    }
    for (const part of strayParts(row)) part.moveTo(this.#stray(row, gridAround(row)!, part.rank))
    headScope(row, table, placed)
    completeRow(row, table, placed)
  }

  /** Takes in a row of plain cells; false where it cannot be one. */
  #plainRow(origin: Origin, cells: readonly LaidCell[]): boolean {
    const around = origin.parent!
    const parent = this.#nodeOf(around.textOf ?? around)
    const table = tableOfPlainRow(parent, cells.length)
    if (table === undefined) return false
    table.hasRows = true
    table.isFree = false
    const row = new PlainRow(parent, cells)
    origin.tagged = row
    parent.addWritten(row.id, origin.order ?? 0.5)
    this.#rows.push(row)
    return true
  }

  // ── Nodes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  reserve(): number {
    if (this.#output === undefined) throw new Error('tag: the tree is written nowhere')
    return this.#output.reserve()
  }

  identify(wanted: string): string {
    return this.#ids.unused(wanted)
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
    const part = this.make('Part', this.#root, this.#parts++)
    const language = attributes?.get('lang')
    if (language !== undefined) part.attributes = { language }
    origin.tagged = part
    return part
  }

  /** The node of an element in a paragraph, which takes the place of the paragraph's element if that cannot hold text. */
  #within(origin: Origin, paragraph: ParagraphBox): Node {
    const around = paragraph.origin.textOf ?? paragraph.origin
    const stop = origin === around ? around : (aroundBlocks(origin, around) ?? around)
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
    const known = nodeOfParagraph(paragraph, origin)
    if (known !== undefined) return known
    const rank = rankOfParagraph(paragraph, origin)
    const made = isBlock ? this.make('P', node, rank) : this.#direct(node, rank)
    setNodeOfParagraph(paragraph, origin, made)
    return made
  }

  #textNode(node: Node, origin: Origin): Node {
    return NATURES[node.owner.type] === 'group' ? this.#direct(node, rankOf(origin)) : node
  }

  /** A node for text that stands directly in an element. */
  #direct(node: Node, rank: number): Node {
    if (NATURES[node.owner.type] !== 'group') return node
    const wrapped = this.#wrapped('', node, rank)
    return wrapped === node ? this.make('P', node, rank) : wrapped
  }

  #wrapped(type: string, parent: Node, rank: number): Node {
    const wrappers = wrappersIn(type, parent)
    const grid = wrappers.length === 0 ? undefined : gridAround(parent)
    if (grid !== undefined) return this.#stray(parent, grid, rank)
    let node = parent
    for (const wrapper of wrappers) {
      node = this.make(wrapper, node, rank)
      if (wrapper === 'TR') this.#early.push(node)
    }
    return node
  }

  /** A place for what is painted in a table and in none of its cells: the row's cell for such content, or behind the table. */
  #stray({ owner }: Node, grid: Node, rank: number): Node {
    const parts = grid.table!
    const own = owner.type === 'TR' ? strayAt(owner, rank) : strayCell(owner, rank)
    if (own !== undefined) return own
    if (parts.beside === undefined || parts.beside.isWritten) parts.beside = this.make('Div', grid.parent ?? grid, grid.rank)
    return parts.beside
  }

  #beside(parent: Node, grid: Node, rank: number): Node {
    const node = this.make('', this.#stray(parent, grid, rank), rank)
    node.isBeside = true
    return node
  }

  /** Makes the node of an element in a parent. */
  #enter(origin: Origin, parent: Node): Node {
    const isClosed = parent.type === 'Artifact' || NATURES[parent.owner.type] === 'leaf'
    const node = isClosed ? parent : this.#enterOpen(origin, parent)
    origin.tagged = node
    return node
  }

  #enterOpen(origin: Origin, around: Node): Node {
    const role = roleOf(origin)
    const rank = origin.order ?? 0.5
    const ownType = origin.holdsBlocks === true ? blockType(role.type) : role.type
    const parent = around.isRuby ? partOfRuby(around, ownType, rank) : around
    const said = cellType(shiftedHeading(ownType, this.headingShift), parent, this.#isEnteringRow)
    const type = typeIn(said, parent)
    if (CELLS.has(type) && !this.#isEnteringRow) {
      const grid = gridAround(parent)
      if (grid !== undefined) return this.#beside(parent, grid, rank)
    }
    if (type === 'TOCI' && said === 'LI')
      return this.make('NonStruct', this.#said(this.make('TOCI', parent, rank), origin, role.attributes), 0)
    if (type === 'LI') return this.make('LBody', this.#said(this.make('LI', parent, rank), origin, role.attributes), 0)
    if (type === 'Lbl') return this.#label(parent, rank)
    if (type === 'DT' || type === 'DD') return definition(type, parent, rank)
    if (type === 'Caption') {
      const second = secondCaption(parent.owner, rank)
      if (second !== undefined) return second
    }
    if (BLOCKS.has(type)) holdBlocks(parent)
    const place = type === '' || type === 'Artifact' ? parent : this.#wrapped(type, parent, rank)
    const isRuby = type === 'Ruby'
    const written = isRuby ? (role.attributes === undefined ? '' : 'Span') : type
    const node = this.#said(this.make(written, place, rankOfPart(type, rank, place)), origin, role.attributes)
    node.isRuby = isRuby
    if (type === 'Table') node.table = newTable()
    else if (type === 'TR' && !this.#isEnteringRow) this.#early.push(node)
    // A field that is to be filled in by hand.
    node.isKept = type === 'Form'
    if (type === 'Note') node.attributes = { ...node.attributes, id: this.identify(`note${++this.#notes}`) }
    countPart(node)
    return node
  }

  /** A marker in the text: of the list item or note around it. */
  #label(parent: Node, rank: number): Node {
    const holder = holderOfLabel(parent)
    return holder === undefined ? this.make('', parent, rank) : this.make('Lbl', holder, rank)
  }

  #said(node: Node, { at }: Origin, attributes: Node['attributes']): Node {
    node.attributes = attributes
    node.at = at
    return node
  }

  make(type: string, parent: Node, rank: number): Node {
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
    for (const row of this.#rows) row.number()
    if (this.#rows.length > 0) this.#output!.rows(this.#rows)
    this.#rows.length = 0
    this.#moveEarly()
    if (this.#made - writing.count > MOST_OPEN) writing.sweep(this.#root, this.page)
    this.page++
  }

  /** Puts rows that are not in the grid of their table behind it. */
  #moveEarly(): void {
    const waiting: Node[] = []
    for (const row of this.#early) {
      if (row.type !== 'TR' || row.isKept || row.isWritten) continue
      const grid = gridAround(row)
      if (grid !== undefined) {
        asDivisions(row)
        row.moveTo(this.#stray(row, grid, row.rank))
      } else if (tableAround(row)?.hasRows === false) waiting.push(row)
    }
    this.#early = waiting
  }

  finish(): void {
    this.#moveEarly()
    const writing = this.#writing!
    const hasContent = writing.writeRoot(this.#root)
    writing.finish()
    this.#output?.root(hasContent ? [this.#root.objectId()] : [], writing.ids)
  }
}
