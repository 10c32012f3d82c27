// Absolutely positioned boxes in the cells of a table: those whose containing block is a row or a group of rows find it here, the others travel on outwards.
// Limits: of a streamed table the height of a group, and of the table, counts as far as it is known when the row comes.

import { isContainingBlock } from '../../box/box-kinds.ts'
import { addAll } from '../../collections/lists.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { LaidRow, PendingBox, Placed } from '../laid.ts'
import { relativeShift } from '../positioned/finish.ts'
import { resolvePending, translatePending } from '../positioned/positioned.ts'
import type { RowsFrame } from './rows.ts'

/** Positioned boxes of some rows that found their containing block, and those that did not, from the top left of the wrapper. */
export interface ResolvedRows {
  readonly placed: readonly Placed[]
  readonly rest: readonly PendingBox[]
}

const NOTHING: ResolvedRows = Object.freeze({ placed: [], rest: [] })

/** Resolves the rows of one table as they come, each group from its first row on. */
export class PositionedInRows {
  readonly #context: LayoutContext
  readonly #width: number
  /** Of all columns. */
  readonly #left: number
  readonly #right: number
  #groupTop = 0

  constructor({ geometry, shown = geometry, context }: RowsFrame) {
    const { xs, widths, containingWidth } = shown
    this.#context = context
    this.#width = containingWidth
    this.#left = Math.min(...xs)
    this.#right = Math.max(...xs.map((x, c) => x + widths[c]!))
  }

  /** `top`: what the rows' `y` counts from. */
  resolve(rows: readonly LaidRow[], top: number): ResolvedRows {
    if (!rows.some(hasPending)) {
      this.#enter(rows, top)
      return NOTHING
    }
    const placed: Placed[] = []
    const rest: PendingBox[] = []
    for (let i = 0; i < rows.length; ) {
      let end = i + 1
      while (end < rows.length && rows[end]!.group === rows[i]!.group) end++
      const own = this.#resolveGroup(rows.slice(i, end), top)
      addAll(placed, own.placed)
      addAll(rest, own.rest)
      i = end
    }
    return { placed, rest }
  }

  #enter(rows: readonly LaidRow[], top: number): void {
    const first = rows.findLast((row) => row.isFirstInGroup)
    if (first !== undefined) this.#groupTop = top + first.y
  }

  #resolveGroup(rows: readonly LaidRow[], top: number): ResolvedRows {
    this.#enter(rows, top)
    const placed: Placed[] = []
    const pending: PendingBox[] = []
    for (const row of rows) {
      const y = top + row.y
      const inside = this.#within(pendingOf(row, y), { y, height: row.height }, row.row.style)
      addAll(placed, inside.placed)
      addAll(pending, inside.rest)
    }
    const last = rows[rows.length - 1]!
    const height = top + last.y + last.height - this.#groupTop
    const own = this.#within(pending, { y: this.#groupTop, height }, last.group.style)
    const shift = relativeShift(last.group.style, this.#size())
    const moved = shift === undefined ? placed : placed.map((box) => ({ ...box, x: box.x + shift.x, y: box.y + shift.y }))
    return { placed: [...moved, ...own.placed], rest: own.rest }
  }

  /** Boxes whose containing block a row or group is, and those that look further out; both are moved with it. */
  #within(pending: readonly PendingBox[], { y, height }: Pick<Rect, 'y' | 'height'>, style: Style): ResolvedRows {
    const shift = relativeShift(style, this.#size()) ?? { x: 0, y: 0 }
    const moved = translatePending(pending, shift.x, shift.y)
    if (!isContainingBlock(style)) return { placed: [], rest: moved }
    const block = { x: this.#left + shift.x, y: y + shift.y, width: this.#right - this.#left, height }
    return resolvePending(moved, block, style, this.#context)
  }

  #size() {
    return { width: this.#width, height: undefined, containingWidth: this.#width, containingHeight: undefined }
  }
}

function hasPending(row: LaidRow): boolean {
  return cellsOf(row).some(({ laid }) => laid.pending !== undefined && laid.pending.length > 0)
}

/** Of the row's cells, from the corner of the grid when the row's top is at `y`. */
function pendingOf(row: LaidRow, y: number): PendingBox[] {
  return cellsOf(row).flatMap(({ laid, x, contentShift }) =>
    laid.pending === undefined ? [] : translatePending(laid.pending, x, y + contentShift),
  )
}

function cellsOf({ cells, leftOut }: LaidRow): LaidRow['cells'] {
  return leftOut ?? cells
}
