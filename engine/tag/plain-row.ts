// The row that most rows of long tables are: cells of one text each, or none, all of it on one page. It is written when its page ends, with numbers in order,
// and has no nodes: a row of the general path (`structure-tree.ts`) costs several times as much.
import type { Origin } from '../box/box.ts'
import type { Position } from '../diagnostic.ts'
import type { LaidCell } from '../layout/laid.ts'
import { typeIn } from './nesting.ts'
import type { Node, TableParts } from './node.ts'
import { roleOf } from './role.ts'
import { tableAround } from './table-parts.ts'
import type { CellTag, StructureElement, StructureKid, TagOwner } from './tag.ts'

const NO_KIDS: readonly StructureKid[] = []

export class PlainRow {
  /** Number of its object: rows of a page are numbered as they come, cells behind them, in the order in which they are written. */
  readonly id: number
  readonly parent: Node
  readonly cells: readonly PlainCell[]
  /** Object of the page that its cells are painted on; undefined while none is. */
  page: number | undefined = undefined

  constructor(parent: Node, cells: readonly LaidCell[]) {
    const { host } = parent
    this.parent = parent
    this.id = host.reserve()
    this.cells = cells.map(({ laid }) => new PlainCell(this, laid.box.origin))
  }

  /** Gives its cells their numbers. */
  number(): void {
    if ((this.cells[0]?.id ?? 1) > 0) return
    const { host } = this.parent
    for (const cell of this.cells) cell.id = host.reserve()
  }

  get parentId(): number {
    return this.parent.owner.objectId()
  }
}

export class PlainCell implements CellTag, TagOwner, StructureElement {
  /** Number of its object; 0 while it has none. */
  id = 0
  readonly #row: PlainRow
  readonly #origin: Origin
  /** Number of the marked-content sequence with its text; -1: none, or more than one. Not `mcid`: as a place of painted content a cell has none that was kept for it. */
  sequence = -1
  /** All of its content, where that is not one sequence of the row's page. */
  contents: StructureKid[] | undefined = undefined

  constructor(row: PlainRow, origin: Origin) {
    this.#row = row
    this.#origin = origin
    origin.tagged = this
  }

  // What all cells have takes no memory of each: there are thousands, and most outlive a young collection.
  get type(): string {
    return 'TD'
  }

  get attributes(): undefined {
    return undefined
  }

  get owner(): this {
    return this
  }

  get tag(): this {
    return this
  }

  get rank(): number {
    return 0
  }

  get kids(): readonly StructureKid[] {
    return this.contents ?? NO_KIDS
  }

  get place(): Position | undefined {
    return this.#origin.at
  }

  get isInactive(): boolean {
    return this.#row.parent.isInactive
  }

  objectId(): number {
    if (this.id === 0) this.#row.number()
    return this.id
  }

  parentId(): number {
    return this.#row.id
  }

  addContent(page: number, mcid: number, stream: number | undefined): void {
    const row = this.#row
    if (this.sequence < 0 && this.contents === undefined && stream === undefined && (row.page === undefined || row.page === page)) {
      row.page = page
      this.sequence = mcid
      return
    }
    this.contents ??= this.sequence < 0 ? [] : [{ kind: 'content', page: row.page!, mcid: this.sequence, stream: undefined }] // a cell with content has a page
    this.contents.push({ kind: 'content', page, mcid, stream })
    this.sequence = -1
  }

  /** Only of figures. */
  addBounds(): void {}
}

/** Undefined of an element that is no cell of a plain row. */
export function plainCellOf({ tagged }: Origin): PlainCell | undefined {
  return tagged instanceof PlainCell ? tagged : undefined
}

/** Whether a row and its cells are nothing but `tr` and `td`, with a text each, as many as the table has columns. */
export function isPlainRow(row: Origin, cells: readonly LaidCell[], columns: number): boolean {
  if (cells.length !== columns || row.tag !== 'tr' || row.parent === undefined || row.link !== undefined || !saysNothing(row, 'TR'))
    return false
  for (const cell of cells) if (!isPlainCell(cell)) return false
  return true
}

function isPlainCell({ laid, colSpan, rowSpan }: LaidCell): boolean {
  const { box } = laid
  const { origin } = box
  if (colSpan > 1 || rowSpan > 1 || box.isAnonymous || origin.tag !== 'td' || origin.tagged !== undefined) return false
  if (laid.positioned.length > 0 || !saysNothing(origin, 'TD')) return false
  if (box.kind === 'block') return laid.kind === 'block' && box.marker === undefined && laid.children.at(0) === undefined
  if (box.kind !== 'paragraph' || laid.kind !== 'paragraph' || box.marker !== undefined || box.items.length !== 1) return false
  const item = box.items[0]!
  return item.kind === 'text' && item.origin === origin && laid.floats.length === 0
}

function saysNothing(origin: Origin, type: string): boolean {
  const { attributes } = origin
  if (origin.isNote !== true && (attributes === undefined || (attributes.size === 1 && attributes.has('class')))) return true
  const role = roleOf(origin)
  return role.type === type && role.attributes === undefined
}

/** The table that takes a row of this many plain cells in a parent: not in a head, whose cells are head cells, nor where a cell above reaches into it. */
export function tableOfPlainRow(parent: Node, columns: number): TableParts | undefined {
  const { type, owner } = parent
  const table = tableAround(parent)
  if (table === undefined || table.columns !== columns || (table.hasRows && table.isFree) || table.taken.has(owner)) return undefined
  return type === 'Artifact' || owner.type === 'THead' || typeIn('TR', parent) !== 'TR' ? undefined : table
}
