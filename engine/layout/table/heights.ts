// How rows share heights that are not theirs alone: cells that span rows, and a table taller than its rows (CSS Tables 3 §3.9, as Chromium does it).
import type { Style } from '../../style/style.ts'
import type { RowBorders } from '../laid.ts'
import type { DraftCell } from './cells.ts'
import type { GridRow } from './grid.ts'

/** A row whose cells are laid out and whose height is being found. */
export interface DraftRow {
  readonly grid: GridRow
  readonly cells: readonly DraftCell[]
  readonly borders: RowBorders | undefined
  /** Greatest distance from a baseline-aligned cell's top to its first baseline; undefined when no cell aligns so. */
  readonly baseline: number | undefined
  height: number
  /** The row, or a cell of it alone, has a height as a length. */
  readonly isConstrained: boolean
  readonly percent: number | undefined
}

/** Raises rows until cells that span several of them fit, narrow spans first. */
export function fitSpans(drafts: readonly DraftRow[], spacing: number): void {
  const spans: { readonly first: number; readonly count: number; readonly height: number }[] = []
  drafts.forEach((draft, first) => {
    for (const cell of draft.cells) {
      const count = Math.min(cell.rowSpan, drafts.length - first)
      if (count > 1) spans.push({ first, count, height: cell.height + baselineShift(draft, cell) })
    }
  })
  spans.sort((a, b) => a.count - b.count)
  for (const { first, count, height } of spans) {
    const rows = drafts.slice(first, first + count)
    const extra = height - rows.reduce((sum, row) => sum + row.height, 0) - spacing * (count - 1)
    if (extra > 0) addHeight(rows, extra, 'span')
  }
}

/** How far down a cell moves so that its first line stands on the row's baseline. */
export function baselineShift(draft: DraftRow, { cell, laid }: DraftCell): number {
  if (draft.baseline === undefined || laid.firstBaseline === undefined || !alignsBaseline(cell.box.style)) return 0
  return draft.baseline - laid.firstBaseline
}

export function alignsBaseline({ verticalAlign }: Style): boolean {
  return verticalAlign !== 'top' && verticalAlign !== 'middle' && verticalAlign !== 'bottom'
}

/** Deals `extra` out to rows, whose percentages mean `basis`: to percentages first, then to rows without a height of their own, then to all, by their size. */
export function addHeight(rows: readonly DraftRow[], extra: number, purpose: 'span' | 'table', basis?: number): void {
  let left = extra
  if (basis !== undefined) left -= meetPercentages(rows, left, basis)
  if (left <= 0) return
  const isEmpty = (row: DraftRow): boolean => row.height <= 0
  const emptyBelow = purpose === 'span' ? rows.filter((row, i) => i > 0 && isEmpty(row) && row.cells.length > 0) : []
  if (emptyBelow.length > 0) return shareEqually(emptyBelow, left)
  const free = rows.filter((row) => !row.isConstrained && row.percent === undefined && !isEmpty(row))
  if (free.length > 0) return shareBySize(free, left)
  const filled = rows.filter((row) => !isEmpty(row))
  if (filled.length > 0) return shareBySize(filled, left)
  if (purpose === 'span') rows[rows.length - 1]!.height += left
  else shareEqually(rows, left)
}

/** Rows with percentages grow towards their part of all rows. Returns what they took. */
function meetPercentages(rows: readonly DraftRow[], extra: number, basis: number): number {
  let most = 100
  const wants = rows.map((row) => {
    const percent = Math.min(most, row.percent ?? 0)
    most -= percent
    return percent <= 0 ? 0 : Math.max(0, (percent * basis) / 100 - row.height)
  })
  const total = wants.reduce((sum, want) => sum + want, 0)
  if (total <= 0) return 0
  const part = Math.min(1, extra / total)
  rows.forEach((row, i) => {
    row.height += wants[i]! * part
  })
  return total * part
}

function shareEqually(rows: readonly DraftRow[], extra: number): void {
  for (const row of rows) row.height += extra / rows.length
}

function shareBySize(rows: readonly DraftRow[], extra: number): void {
  const total = rows.reduce((sum, row) => sum + row.height, 0)
  for (const row of rows) row.height += (extra * row.height) / total
}
