// Problem: in a collapsed table every inner edge belongs to two cells and must be painted once, and long lines must be one line.
// Approach: cells give their top and left edges, the outermost ones their bottom and right; equal edges that meet are joined along the
// row and down the page. A grid with spanning cells gives all edges, thinner ones first: the wider one wins where two cells disagree.
import type { CellFragment } from '../fragment/fragment.ts'
import type { CollapsedBorder, CollapsedBorders, LaidCell, LaidRow } from '../layout/laid.ts'
import type { GridEdge } from './layers.ts'

/** A row where it is painted: y from the grid's border box. */
export interface PaintedRow {
  readonly row: LaidRow
  readonly y: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly cells: readonly PaintedCell[]
}

export interface PaintedCell {
  readonly cell: LaidCell
  readonly height: number
  readonly part: CellFragment | undefined
}

const MEETS = 0.01

export function collapsedEdges(x: number, y: number, columnCount: number, rows: readonly PaintedRow[]): GridEdge[] {
  const hasSpans = rows.some(({ cells, row }) => row.spanned > 1 || cells.some(({ cell }) => cell.colSpan > 1 || cell.rowSpan > 1))
  const joiner = new Joiner()
  rows.forEach((row, index) => {
    const isBottom = index === rows.length - 1
    for (const { cell, height } of row.cells) {
      const { collapsed } = cell
      if (collapsed === undefined) continue
      const left = x + cell.x
      const top = y + row.y
      const right = left + cell.width
      const bottom = top + height
      const around = joints(collapsed)
      joiner.horizontal(left, top, cell.width, collapsed.top, around)
      joiner.vertical(left, top, height, collapsed.left)
      if (hasSpans || isBottom) joiner.horizontal(left, bottom, cell.width, collapsed.bottom, around)
      if (hasSpans || cell.column + cell.colSpan >= columnCount) joiner.vertical(right, top, height, collapsed.right)
    }
  })
  const edges = joiner.finish()
  return hasSpans ? edges.sort((a, b) => a.border.width - b.border.width) : edges
}

/** How far horizontal edges reach into the corners: over half the vertical borders there. */
interface Joints {
  readonly left: number
  readonly right: number
}

function joints({ left, right }: CollapsedBorders): Joints {
  return { left: left.width / 2, right: right.width / 2 }
}

interface OpenEdge {
  x: number
  y: number
  length: number
  readonly border: CollapsedBorder
}

/** Joins edges as they come, row by row. */
class Joiner {
  readonly #done: GridEdge[] = []
  #across: OpenEdge | undefined
  /** Open vertical edges by x in hundredths. */
  readonly #down = new Map<number, OpenEdge>()

  horizontal(x: number, y: number, length: number, border: CollapsedBorder, joint: Joints): void {
    if (!isVisible(border)) return
    const from = x - joint.left
    const to = x + length + joint.right
    const open = this.#across
    if (
      open !== undefined &&
      isSame(open.border, border) &&
      Math.abs(open.y - y) < MEETS &&
      from <= open.x + open.length + MEETS &&
      from >= open.x
    ) {
      open.length = to - open.x
      return
    }
    this.#closeAcross()
    this.#across = { x: from, y, length: to - from, border }
  }

  vertical(x: number, y: number, length: number, border: CollapsedBorder): void {
    const key = Math.round(x * 100)
    const open = this.#down.get(key)
    if (open !== undefined && isSame(open.border, border) && Math.abs(open.y + open.length - y) < MEETS) {
      open.length += length
      return
    }
    if (open !== undefined) this.#done.push({ ...open, isHorizontal: false })
    if (isVisible(border)) this.#down.set(key, { x, y, length, border })
    else this.#down.delete(key)
  }

  finish(): GridEdge[] {
    this.#closeAcross()
    for (const open of this.#down.values()) this.#done.push({ ...open, isHorizontal: false })
    return this.#done
  }

  #closeAcross(): void {
    if (this.#across !== undefined) this.#done.push({ ...this.#across, isHorizontal: true })
    this.#across = undefined
  }
}

function isVisible(border: CollapsedBorder): boolean {
  return border.width > 0 && border.style !== 'none' && border.style !== 'hidden' && border.color.alpha > 0
}

function isSame(a: CollapsedBorder, b: CollapsedBorder): boolean {
  if (a === b) return true
  if (a.width !== b.width || a.style !== b.style) return false
  const one = a.color
  const two = b.color
  return (
    one === two ||
    (one.red === two.red && one.green === two.green && one.blue === two.blue && one.alpha === two.alpha && one.cmyk === two.cmyk)
  )
}
