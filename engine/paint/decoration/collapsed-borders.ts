// Problem: in a table with collapsed borders every grid line is shared by the cells on both sides and must be painted once, and long lines as one line.
// Approach: layout and fragmentation resolve the border of each segment of the grid lines; neighbouring segments with equal borders are joined across
// columns and rows. Ends extend over half of the widest border that crosses there, and the border that wins a conflict (CSS2 §17.6.2.1) is painted last.
import type { GridBorder } from '../../layout/laid.ts'
import type { LineStyle } from '../../style/value.ts'
import { onPage, type PageFrame } from '../geometry/page-frame.ts'
import type { GridEdge } from '../layers.ts'

/** The grid lines of a table, or of a fragment of it, on the page. */
export interface GridLines {
  /** Before each column, and after the last; descending in a right-to-left table. */
  readonly xs: readonly number[]
  readonly rows: readonly GridLinesRow[]
  /** Borders above each row, and below the last. */
  readonly across: readonly (readonly GridBorder[])[]
}

interface GridLinesRow {
  readonly y: number
  readonly height: number
  readonly vertical: readonly GridBorder[]
}

type VisibleBorder = NonNullable<GridBorder>

export function collapsedEdges(lines: GridLines): GridEdge[] {
  const edges: GridEdge[] = []
  for (let column = 0; column < lines.xs.length; column++) addDown(lines, column, edges)
  for (let line = 0; line < lines.across.length; line++) addAcross(lines, line, edges)
  return strongestLast(edges)
}

/** The vertical borders before a column, from the first row to the last. */
function addDown(lines: GridLines, column: number, edges: GridEdge[]): void {
  const { rows } = lines
  const x = lines.xs[column]!
  for (let i = 0; i < rows.length; ) {
    const border = rows[i]!.vertical[column]
    let end = i + 1
    if (isVisible(border)) {
      while (end < rows.length && isSame(rows[end]!.vertical[column], border)) end++
      const last = rows[end - 1]!
      const y = rows[i]!.y - halfAcross(lines.across[i], column)
      edges.push({ x, y, length: last.y + last.height + halfAcross(lines.across[end], column) - y, isHorizontal: false, border })
    }
    i = end
  }
}

function addAcross(lines: GridLines, line: number, edges: GridEdge[]): void {
  const { xs, rows } = lines
  const borders = lines.across[line]!
  const above = rows[line - 1]
  const below = rows[line]
  const y = above === undefined ? below!.y : above.y + above.height
  for (let c = 0; c < borders.length; ) {
    const border = borders[c]
    let end = c + 1
    if (isVisible(border)) {
      while (end < borders.length && isSame(borders[end], border)) end++
      const start = xs[c]!
      const finish = xs[end]!
      const isRtl = finish < start
      const left = (isRtl ? finish : start) - halfDown(above, below, isRtl ? end : c)
      const right = (isRtl ? start : finish) + halfDown(above, below, isRtl ? c : end)
      edges.push({ x: left, y, length: right - left, isHorizontal: true, border })
    }
    c = end
  }
}

/** Half of the widest horizontal border at the vertical line before `column`. */
function halfAcross(line: readonly GridBorder[] | undefined, column: number): number {
  return Math.max(line?.[column - 1]?.width ?? 0, line?.[column]?.width ?? 0) / 2
}

function halfDown(above: GridLinesRow | undefined, below: GridLinesRow | undefined, column: number): number {
  return Math.max(above?.vertical[column]?.width ?? 0, below?.vertical[column]?.width ?? 0) / 2
}

const RANK: readonly LineStyle[] = ['none', 'inset', 'groove', 'outset', 'ridge', 'dotted', 'dashed', 'solid', 'double', 'hidden']

/** Where lines cross, the winning border is on top. */
function strongestLast(edges: GridEdge[]): GridEdge[] {
  const first = edges[0]?.border
  if (edges.every(({ border }) => border === first)) return edges
  return edges.sort((a, b) => a.border.width - b.border.width || RANK.indexOf(a.border.style) - RANK.indexOf(b.border.style))
}

function isVisible(border: GridBorder): border is VisibleBorder {
  return border !== undefined && border.width > 0 && border.style !== 'none' && border.style !== 'hidden' && border.color.alpha > 0
}

function isSame(a: GridBorder, b: VisibleBorder): boolean {
  if (a === b) return true
  if (a === undefined || a.width !== b.width || a.style !== b.style) return false
  const one = a.color
  const two = b.color
  return (
    one === two ||
    (one.red === two.red && one.green === two.green && one.blue === two.blue && one.alpha === two.alpha && one.cmyk === two.cmyk)
  )
}

/** Edges of a table in a vertical writing mode, where they are on the page. */
export function edgesOnPage(edges: readonly GridEdge[], frame: PageFrame | undefined): readonly GridEdge[] {
  if (frame === undefined) return edges
  return edges.map((edge) => {
    const { x, y } = onPage({ ...edge, width: edge.isHorizontal ? edge.length : 0, height: edge.isHorizontal ? 0 : edge.length }, frame)
    return { ...edge, x, y, isHorizontal: !edge.isHorizontal }
  })
}
