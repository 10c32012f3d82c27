// The rows of a table, group by group. Rows of a streamed table stay in memory as long as what was laid out of them.
import type { TableBox, TableRow, TableRowGroup } from '../../box/box.ts'
import { itemsOf, type Sequence } from '../../collections/sequence.ts'
import { type GridRow, gridRows } from './grid.ts'

/** Grid rows of all groups, in the order head, bodies, foot. `groups` counts the rows of a streamed table's bodies. */
export function* allRows(box: TableBox, groups?: StreamedGroups): Generator<GridRow, undefined> {
  if (box.head !== undefined) yield* gridRows(box.head, 'head', itemsOf(box.head.rows))
  for (let i = 0; ; i++) {
    const group = box.bodies.at(i)
    if (group === undefined) break
    yield* gridRows(group, 'body', groups === undefined ? itemsOf(group.rows) : groups.rowsOf(group))
  }
  if (box.foot !== undefined) yield* gridRows(box.foot, 'foot', itemsOf(box.foot.rows))
  return undefined
}

/** Body groups of a streamed table and their rows. They are released with what was laid out of them: until then another page may need them at another width. */
export class StreamedGroups {
  readonly #bodies: TableBox['bodies']
  /** Groups that are not released, and how many rows came before each. */
  readonly #open: { readonly rows: Sequence<TableRow>; readonly before: number }[] = []
  #released = 0
  #count = 0

  constructor({ bodies }: TableBox) {
    this.#bodies = bodies
  }

  *rowsOf({ rows }: TableRowGroup): Generator<TableRow, undefined> {
    const before = this.#count
    this.#open.push({ rows, before })
    for (let i = 0; ; i++) {
      const row = rows.at(i)
      if (row === undefined) return undefined
      this.#count++
      yield row
    }
  }

  /** Where a body row that was pulled stands: its group in the table, and its place there. */
  placeOf(row: number): { readonly group: number; readonly index: number } {
    let i = this.#open.length - 1
    while (i > 0 && this.#open[i]!.before > row) i--
    return { group: this.#released + i, index: row - (this.#open[i]?.before ?? 0) }
  }

  release(before: number): void {
    const row = Math.min(before, this.#count)
    while (this.#open.length > 1 && this.#open[1]!.before <= row) {
      this.#open.shift()
      this.#released++
    }
    this.#bodies.release(this.#released)
    const first = this.#open[0]
    first?.rows.release(row - first.before)
  }
}
