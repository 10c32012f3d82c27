// Problem: in a collapsed table every inner edge belongs to two cells and must be painted once, and long lines must be one line.
// Approach: cells give their top and left edges, the outermost ones their bottom and right; equal edges that meet are joined along the
// row and down the page. In a grid with spanning cells the two sides of a line may be cut differently and disagree: all edges are laid
// on their lines, and where several overlap the winning border (CSS2 §17.6.2.1) is painted.
import type { CellFragment } from '../fragment/fragment.ts'
import type { CollapsedBorder, CollapsedBorders, LaidCell, LaidRow } from '../layout/laid.ts'
import type { LineStyle } from '../style/value.ts'
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
  return hasSpans ? spannedEdges(x, y, rows) : plainEdges(x, y, columnCount, rows)
}

function plainEdges(x: number, y: number, columnCount: number, rows: readonly PaintedRow[]): GridEdge[] {
  const joiner = new Joiner()
  for (const row of rows) {
    const top = y + row.y
    for (const { cell, height } of row.cells) {
      const { collapsed } = cell
      if (collapsed === undefined) continue
      joiner.horizontal(x + cell.x, top, cell.width, collapsed.top, joints(collapsed))
      joiner.vertical(x + cell.x, top, height, collapsed.left)
      if (cell.column + cell.colSpan >= columnCount) joiner.vertical(x + cell.x + cell.width, top, height, collapsed.right)
    }
  }
  const last = rows[rows.length - 1]
  for (const { cell, height } of last?.cells ?? []) {
    const { collapsed } = cell
    if (collapsed !== undefined && last !== undefined) {
      joiner.horizontal(x + cell.x, y + last.y + height, cell.width, collapsed.bottom, joints(collapsed))
    }
  }
  return joiner.finish()
}

// ── Grids with spans ────────────────────────────────────────────────────────────────────────────────────────────────────

/** A stretch of one grid line that a cell claims. */
interface Claim {
  readonly from: number
  readonly to: number
  readonly border: CollapsedBorder
}

function spannedEdges(x: number, y: number, rows: readonly PaintedRow[]): GridEdge[] {
  const across = new Map<number, Claim[]>()
  const down = new Map<number, Claim[]>()
  const claim = (lines: Map<number, Claim[]>, at: number, from: number, to: number, border: CollapsedBorder): void => {
    const key = Math.round(at * 100)
    const claims = lines.get(key)
    if (claims === undefined) lines.set(key, [{ from, to, border }])
    else claims.push({ from, to, border })
  }
  for (const row of rows) {
    for (const { cell, height } of row.cells) {
      const { collapsed } = cell
      if (collapsed === undefined) continue
      const left = x + cell.x
      const top = y + row.y
      const right = left + cell.width
      claim(across, top, left, right, collapsed.top)
      claim(across, top + height, left, right, collapsed.bottom)
      claim(down, left, top, top + height, collapsed.left)
      claim(down, right, top, top + height, collapsed.right)
    }
  }
  const edges: GridEdge[] = []
  for (const [key, claims] of down)
    for (const edge of settled(claims)) edges.push({ ...edge, x: key / 100, y: edge.from, isHorizontal: false })
  for (const [key, claims] of across) {
    for (const edge of settled(claims)) {
      // Into the corners: over half of the widest border that crosses there.
      const start = crossing(down, edge.from, key / 100)
      const end = crossing(down, edge.from + edge.length, key / 100)
      edges.push({ ...edge, x: edge.from - start, length: edge.length + start + end, y: key / 100, isHorizontal: true })
    }
  }
  return strongestLast(edges)
}

/** Where lines cross, the winning one is on top. */
function strongestLast(edges: GridEdge[]): GridEdge[] {
  return edges.sort((a, b) => (beats(a.border, b.border) ? 1 : beats(b.border, a.border) ? -1 : 0))
}

/** The stretches of one line after its claims are settled, equal neighbours joined. */
function settled(claims: readonly Claim[]): { from: number; length: number; border: CollapsedBorder }[] {
  const cuts = [...new Set(claims.flatMap(({ from, to }) => [Math.round(from * 100), Math.round(to * 100)]))].sort((a, b) => a - b)
  const stretches: { from: number; length: number; border: CollapsedBorder }[] = []
  for (let i = 0; i + 1 < cuts.length; i++) {
    const from = (cuts[i] as number) / 100 // i lies in the list
    const to = (cuts[i + 1] as number) / 100
    let winner: CollapsedBorder | undefined
    for (const claim of claims) {
      if (claim.from > from + MEETS || claim.to < to - MEETS) continue
      if (winner === undefined || beats(claim.border, winner)) winner = claim.border
    }
    if (winner === undefined || !isVisible(winner)) continue
    const last = stretches[stretches.length - 1]
    if (last !== undefined && isSame(last.border, winner) && Math.abs(last.from + last.length - from) < MEETS) last.length = to - last.from
    else stretches.push({ from, length: to - from, border: winner })
  }
  return stretches
}

/** Half the widest vertical border at x that touches the horizontal line at y. */
function crossing(down: ReadonlyMap<number, readonly Claim[]>, x: number, y: number): number {
  const claims = down.get(Math.round(x * 100)) ?? []
  return claims.reduce((most, { from, to, border }) => (y > from - MEETS && y < to + MEETS ? Math.max(most, border.width / 2) : most), 0)
}

const RANK: readonly LineStyle[] = ['none', 'inset', 'groove', 'outset', 'ridge', 'dotted', 'dashed', 'solid', 'double', 'hidden']

function beats(a: CollapsedBorder, b: CollapsedBorder): boolean {
  if (a.style === 'hidden' || b.style === 'hidden') return a.style === 'hidden' && b.style !== 'hidden'
  return a.width !== b.width ? a.width > b.width : RANK.indexOf(a.style) > RANK.indexOf(b.style)
}

// ── Grids without spans ─────────────────────────────────────────────────────────────────────────────────────────────────

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
    return strongestLast(this.#done)
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
