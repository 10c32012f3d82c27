// How rows share heights that are not theirs alone: cells that span rows, and a table taller than its rows (CSS Tables 3 §3.9, as Chromium does it).
import type { Style } from '../../style/style.ts'
import type { RowBorders } from '../laid.ts'
import { specifiedSize } from '../sizing/sizing.ts'
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
  const own = draft.baseline === undefined || !alignsBaseline(cell.box.style) ? undefined : cellBaseline(laid)
  return draft.baseline === undefined || own === undefined ? 0 : draft.baseline - own
}

/** From the top of a cell; of one without a line, the bottom of its content (CSS2 17.5.3). Empty cells have none in browsers. */
export function cellBaseline(laid: DraftCell['laid']): number | undefined {
  const { firstBaseline, kind } = laid
  if (firstBaseline !== undefined || (kind === 'block' ? laid.children.at(0) === undefined : kind === 'paragraph')) return firstBaseline
  return laid.height - laid.padding.bottom - laid.border.bottom
}

export function alignsBaseline({ verticalAlign }: Style): boolean {
  return verticalAlign !== 'top' && verticalAlign !== 'middle' && verticalAlign !== 'bottom'
}

// ── Row groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The rows of one group that show, in a table that is laid out as a whole. */
interface GroupRows {
  readonly style: Style
  readonly role: GridRow['role']
  readonly rows: DraftRow[]
}

/** Row groups with a height of their own raise their rows to it. */
export function meetGroupHeights(drafts: readonly DraftRow[], spacing: number): void {
  for (const group of groupsOf(drafts)) {
    const height = specifiedSize(group.style.height, undefined, 0, 'border-box')
    if (height !== undefined) raise(group, height - heightOf(group, spacing), spacing)
  }
}

/** A table taller than its rows by `extra`: its bodies take it, or all groups when there are none. */
export function stretchGroups(drafts: readonly DraftRow[], extra: number, spacing: number): void {
  const all = groupsOf(drafts)
  const bodies = all.filter(({ role }) => role === 'body')
  const groups = bodies.length > 0 ? bodies : all
  const heights = groups.map((group) => heightOf(group, spacing))
  const basis = heights.reduce((sum, height) => sum + height, extra)
  let left = extra
  groups.forEach(({ style }, i) => {
    const wanted = percentOf(style)
    const more = wanted === undefined ? 0 : Math.min(left, Math.max(0, (basis * wanted) / 100 - heights[i]!))
    left -= more
    raise(groups[i]!, more, spacing)
  })
  const free = groups.filter(
    ({ style }) => percentOf(style) === undefined && specifiedSize(style.height, undefined, 0, 'border-box') === undefined,
  )
  const takers = free.length > 0 ? free : groups
  const sizes = takers.map((group) => heightOf(group, spacing))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  for (const [i, group] of takers.entries()) raise(group, total > 0 ? (left * sizes[i]!) / total : left / takers.length, spacing)
}

function groupsOf(drafts: readonly DraftRow[]): GroupRows[] {
  const groups: GroupRows[] = []
  let last: GridRow['group'] | undefined
  for (const draft of drafts) {
    const { group, role } = draft.grid
    if (draft.grid.row.style.visibility === 'collapse') continue
    if (group !== last) groups.push({ style: group.style, role, rows: [] })
    last = group
    groups[groups.length - 1]!.rows.push(draft)
  }
  return groups
}

function heightOf({ rows }: GroupRows, spacing: number): number {
  return rows.reduce((sum, row) => sum + row.height, spacing * (rows.length - 1))
}

function raise(group: GroupRows, extra: number, spacing: number): void {
  // Percentages of rows mean the group with the spacing between its rows.
  if (extra > 0) addHeight(group.rows, extra, 'table', heightOf(group, spacing) + extra)
}

/** Of a row, a row group or a cell: a height that is a percentage and nothing else. */
export function percentOf({ height }: Pick<Style, 'height'>): number | undefined {
  return typeof height === 'object' && height.kind === 'sum' && height.length === 0 ? height.percent : undefined
}

// ── Extra height ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Deals `extra` out to rows, whose percentages mean `basis`: to percentages first, then to rows without a height of their own, then to all, by their size. */
function addHeight(rows: readonly DraftRow[], extra: number, purpose: 'span' | 'table', basis?: number): void {
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
