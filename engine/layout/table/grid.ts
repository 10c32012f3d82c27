// The grid of a table, row by row: which cell covers which place, with cells that span rows carried down.
import type { TableCell, TableRow, TableRowGroup } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { BorderRow, Slot } from './borders.ts'

export type Role = 'head' | 'body' | 'foot'

/** A row and its place in its group. */
export interface GridRow {
  readonly row: TableRow
  readonly group: TableRowGroup
  readonly role: Role
  readonly isFirstInGroup: boolean
  readonly isLastInGroup: boolean
  /** Row spans that do not reach beyond the group; in step with `row.cells`. */
  readonly spans: readonly number[]
}

/** `visibility: collapse` of a row or its group: the row takes no room. */
export function isLeftOut({ row, group }: Pick<GridRow, 'row' | 'group'>): boolean {
  return row.style.visibility === 'collapse' || group.style.visibility === 'collapse'
}

/** Rows of a group in order. Each is pulled with the one after it, which shows whether it is the last. */
export function* gridRows(group: TableRowGroup, role: Role, rows: Iterable<TableRow>): Generator<GridRow, undefined> {
  let waiting: TableRow | undefined
  let isFirst = true
  for (const row of rows) {
    if (waiting !== undefined) {
      yield { row: waiting, group, role, isFirstInGroup: isFirst, isLastInGroup: false, spans: spansOf(waiting, false) }
      isFirst = false
    }
    waiting = row
  }
  if (waiting !== undefined)
    yield { row: waiting, group, role, isFirstInGroup: isFirst, isLastInGroup: true, spans: spansOf(waiting, true) }
  return undefined
}

function spansOf({ cells }: TableRow, isLastInGroup: boolean): readonly number[] {
  const isAlone = isLastInGroup || cells.every(isSingle)
  return isAlone ? onesOf(cells.length) : cells.map((cell) => cell.rowSpan)
}

const isSingle = ({ rowSpan }: TableCell): boolean => rowSpan === 1

const MOST_SHARED = 32
const ONES: readonly (readonly number[])[] = Array.from({ length: MOST_SHARED + 1 }, (_, count) => new Array<number>(count).fill(1))

/** Spans of a row whose cells all end in it, shared. */
function onesOf(count: number): readonly number[] {
  return ONES[count] ?? new Array<number>(count).fill(1)
}

/** How many recent rows are remembered: striped tables have rows of two or three patterns. */
const MOST_RECENT = 4

interface RecentRow {
  readonly grid: GridRow
  readonly own: BorderRow
}

/** Cells that reach down from rows above, by column. */
export class OpenCells {
  readonly #open: ({ readonly token: object; readonly style: Style; rows: number } | undefined)[] = []
  readonly #recent: RecentRow[] = []
  #next = 0

  /** The row's places in the grid; moves on to the next row. Rows of one pattern give the same object. */
  enter(grid: GridRow, columnCount: number): BorderRow {
    if (grid.isFirstInGroup) this.#open.length = 0
    const isPlain = this.#open.length === 0 && grid.row.cells.every(isSingle)
    if (!isPlain) return this.#spanned(grid, columnCount)
    const known = this.#recent.find((recent) => isAlike(recent.grid, grid))
    if (known !== undefined) return known.own
    const own = this.#spanned(grid, columnCount)
    this.#recent[this.#next] = { grid, own }
    this.#next = (this.#next + 1) % MOST_RECENT
    return own
  }

  #spanned({ row, group, isFirstInGroup, isLastInGroup }: GridRow, columnCount: number): BorderRow {
    const slots: (Slot | undefined)[] = new Array<Slot | undefined>(columnCount).fill(undefined)
    this.#open.forEach((open, c) => {
      if (open === undefined) return
      open.rows--
      slots[c] = { style: open.style, cell: open.token, isFromAbove: true, continues: open.rows > 0 && !isLastInGroup }
      if (open.rows <= 0) this.#open[c] = undefined
    })
    for (const cell of row.cells) {
      const continues = cell.rowSpan > 1 && !isLastInGroup
      const { style } = cell.box
      // No cell itself: borders outlive the document.
      const token = {}
      const slot: Slot = { style, cell: token, isFromAbove: false, continues }
      for (let c = cell.column; c < Math.min(columnCount, cell.column + cell.colSpan); c++) {
        const under = slots[c]
        slots[c] = under === undefined ? slot : { ...slot, isFromAbove: under.isFromAbove, continues: continues || under.continues }
        if (continues) this.#open[c] = { token, style, rows: cell.rowSpan - 1 }
      }
    }
    if (this.#open.every((open) => open === undefined)) this.#open.length = 0
    return { slots, style: row.style, group: group.style, isFirstInGroup, isLastInGroup, patternCache: undefined }
  }
}

function isAlike(a: GridRow, b: GridRow): boolean {
  if (a.row.style !== b.row.style || a.group !== b.group || a.row.cells.length !== b.row.cells.length) return false
  if (a.isFirstInGroup !== b.isFirstInGroup || a.isLastInGroup !== b.isLastInGroup) return false
  return a.row.cells.every((cell, i) => {
    const other = b.row.cells[i]!
    return cell.box.style === other.box.style && cell.column === other.column && cell.colSpan === other.colSpan
  })
}
