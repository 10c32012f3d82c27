// How rows share heights that are not theirs alone: cells that span rows, and a table taller than its rows (CSS Tables 3 §3.9, as Chromium does it).
import { cellAlignment } from '../../box/box-kinds.ts'
import type { Style } from '../../style/style.ts'
import type { RowBorders } from '../laid.ts'
import { specifiedSize } from '../sizing/sizing.ts'
import { type DraftCell, isTurnedCell } from './cells.ts'
import type { EmptyDraft } from './empty-groups.ts'
import type { GridRow } from './grid.ts'

/** A row whose cells are laid out and whose height is being found. */
export interface DraftRow {
  readonly grid: GridRow
  readonly cells: readonly DraftCell[]
  /** Of a row that is left out. */
  readonly leftOut?: readonly DraftCell[]
  readonly borders: RowBorders | undefined
  /** Greatest distance from a baseline-aligned cell's top to its first baseline; undefined when no cell aligns so. */
  readonly baseline: number | undefined
  height: number
  /** The row, or a cell of it alone, has a height of its own. */
  readonly isConstrained: boolean
  readonly percent: number | undefined
}

interface SpanningCell {
  readonly first: number
  readonly count: number
  readonly height: number
}

/** Raises rows until cells that span several of them fit, cells whose rows are among those of others first. */
export function fitSpans(drafts: readonly DraftRow[], spacing: number): void {
  const spans: SpanningCell[] = []
  drafts.forEach((draft, first) => {
    for (const cell of draft.cells) {
      const count = Math.min(cell.rowSpan, drafts.length - first)
      if (count > 1) spans.push({ first, count, height: cell.height })
    }
  })
  spans.sort(compareSpans)
  for (const { first, count, height } of spans) {
    const rows = drafts.slice(first, first + count)
    const extra = height - rows.reduce((sum, row) => sum + row.height, 0) - spacing * (count - 1)
    if (extra > 0) addHeight(rows, extra, 'span')
  }
}

function compareSpans(a: SpanningCell, b: SpanningCell): number {
  if (a.first === b.first) return a.count - b.count || b.height - a.height
  const ends = a.first + a.count - b.first - b.count
  if (ends === 0) return b.first - a.first
  // The one that begins later is first if it ends before the other.
  return a.first > b.first === ends < 0 ? ends : a.first - b.first
}

/** How far down a cell moves so that its first line stands on the row's baseline. */
export function baselineShift(draft: DraftRow, { cell, laid }: DraftCell): number {
  // What is positioned in it alone is not aligned, in browsers.
  if (hasNoContent(laid)) return 0
  const own = draft.baseline === undefined || !alignsBaseline(cell.box.style) ? undefined : cellBaseline(laid)
  return draft.baseline === undefined || own === undefined ? 0 : draft.baseline - own
}

/** From the top of a cell; of one without a line, the bottom of its content (CSS2 17.5.3). Empty and turned cells have none in browsers. */
export function cellBaseline(laid: DraftCell['laid']): number | undefined {
  if (laid.firstBaseline !== undefined || isEmpty(laid) || isTurnedCell(laid.box)) return laid.firstBaseline
  return laid.height - laid.padding.bottom - laid.border.bottom
}

function isEmpty(laid: DraftCell['laid']): boolean {
  return laid.positioned.length === 0 && (laid.pending?.length ?? 0) === 0 && hasNoContent(laid)
}

function hasNoContent(laid: DraftCell['laid']): boolean {
  return laid.kind === 'block' ? laid.children.at(0) === undefined : laid.kind === 'paragraph' && laid.lines.length === 0
}

export function alignsBaseline(style: Style): boolean {
  return cellAlignment(style) === 'baseline'
}

// ── Row groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The rows of one group, in a table that is laid out as a whole. */
interface GroupRows {
  readonly style: Style
  readonly role: GridRow['role']
  readonly rows: DraftRow[]
  /** The group, where it has no rows. */
  readonly empty?: EmptyDraft
}

/** Height of all rows, those that are left out among them, with the spacing around them. */
export function wholeHeight(drafts: readonly DraftRow[], spacing: number): number {
  return groupsOf(drafts).reduce((sum, group) => sum + heightOf(group, spacing) + spacing, drafts.length === 0 ? 0 : spacing)
}

/** What rows that are left out take from the height of a table that they are a part of. */
export function leftOutHeight(drafts: readonly DraftRow[], spacing: number): number {
  const around = drafts.length > 1 ? spacing : 0
  return drafts.reduce((sum, { leftOut, height }) => (leftOut === undefined ? sum : sum + height + around), 0)
}

/** Row groups with a height of their own raise their rows to it. */
export function meetGroupHeights(drafts: readonly DraftRow[], spacing: number): void {
  for (const group of groupsOf(drafts)) {
    const height = specifiedSize(group.style.height, undefined, 0, 'border-box')
    if (height !== undefined) raise(group, height - heightOf(group, spacing), spacing)
  }
}

/**
 * A table taller than its rows by `extra`: groups with percentages grow towards these, and what is left goes to the bodies, or to all groups when there are none:
 * to those without a height of their own, else to those with lengths, else to percentages, by their size.
 */
export function stretchGroups(drafts: readonly DraftRow[], empty: readonly EmptyDraft[], extra: number, spacing: number): void {
  const withoutRows = empty.map((draft): GroupRows => ({ style: draft.group.style, role: draft.role, rows: [], empty: draft }))
  const groups = [...groupsOf(drafts), ...withoutRows].map((group) => ({
    group,
    size: heightOf(group, spacing),
    percent: percentOf(group.style),
  }))
  const basis = groups.reduce((sum, { size }) => sum + size, extra)
  const lacks = groups.map(({ size, percent }) => (percent === undefined ? 0 : Math.max(0, (basis * percent) / 100 - size)))
  const lacking = lacks.reduce((sum, lack) => sum + lack, 0)
  const met = Math.min(lacking, extra)
  const grown = groups.map((each, i) => ({ ...each, size: each.size + (lacking > 0 ? (met * lacks[i]!) / lacking : 0) }))
  const takers = takersOf(grown)
  const total = takers.reduce((sum, { size }) => sum + size, 0)
  const left = extra - met
  for (const each of grown) {
    const share = takers.includes(each) ? (total > 0 ? (left * each.size) / total : left / takers.length) : 0
    raise(each.group, each.size + share - heightOf(each.group, spacing), spacing)
  }
}

function takersOf<T extends { readonly group: GroupRows; readonly percent: number | undefined }>(groups: readonly T[]): readonly T[] {
  const bodies = groups.filter(({ group }) => group.role === 'body')
  const all = bodies.length > 0 ? bodies : groups
  const withoutPercent = all.filter(({ percent }) => percent === undefined)
  const free = withoutPercent.filter(({ group }) => typeof group.style.height !== 'number')
  return free.length > 0 ? free : withoutPercent.length > 0 ? withoutPercent : all
}

function groupsOf(drafts: readonly DraftRow[]): GroupRows[] {
  const groups: GroupRows[] = []
  let last: GridRow['group'] | undefined
  for (const draft of drafts) {
    const { group, role } = draft.grid
    if (group !== last) groups.push({ style: group.style, role, rows: [] })
    last = group
    groups[groups.length - 1]!.rows.push(draft)
  }
  return groups
}

function heightOf({ rows, empty }: GroupRows, spacing: number): number {
  if (empty !== undefined) return empty.height
  return rows.reduce((sum, row) => sum + row.height, spacing * (rows.length - 1))
}

function raise(group: GroupRows, extra: number, spacing: number): void {
  if (group.empty !== undefined) group.empty.height += Math.max(0, extra)
  // Percentages of rows mean the group with the spacing between its rows.
  else if (extra > 0) addHeight(group.rows, extra, 'table', heightOf(group, spacing) + extra)
}

/** Of a row, a row group or a cell: a height that is a percentage and nothing else. */
export function percentOf({ height }: Pick<Style, 'height'>): number | undefined {
  return typeof height === 'object' && height.kind === 'sum' && height.length === 0 ? height.percent : undefined
}

// ── Extra height ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Deals `extra` out to rows, whose percentages mean `basis`: to percentages first, then to rows without a height of their own, then to empty ones, then to all,
 * by their size. A cell that spans rows lifts those below its first in which other such cells begin, before all others.
 */
function addHeight(rows: readonly DraftRow[], extra: number, purpose: 'span' | 'table', basis?: number): void {
  const isWanting = (row: DraftRow): boolean => basis !== undefined && ((row.percent ?? 0) * basis) / 100 > row.height
  const filled = rows.filter((row) => row.height > 0 || isWanting(row))
  let left = extra
  if (basis !== undefined) left -= meetPercentages(rows, left, basis)
  if (left <= 0) return
  if (purpose === 'span') {
    const spanned = rows.filter((row, i) => i > 0 && row.cells.some(({ rowSpan }) => rowSpan > 1))
    if (spanned.length > 0) return shareEqually(spanned, left)
  }
  const isFree = (row: DraftRow): boolean => !row.isConstrained || (row.percent !== undefined && basis === undefined)
  const free = filled.filter(isFree)
  if (free.length > 0) return shareBySize(free, left)
  if (filled.length === rows.length || (purpose === 'span' && filled.length > 0)) return shareBySize(filled, left)
  if (purpose === 'span') {
    rows[rows.length - 1]!.height += left
    return
  }
  const empty = rows.filter((row) => !filled.includes(row))
  const emptyFree = empty.filter(isFree)
  shareEqually(emptyFree.length > 0 ? emptyFree : empty, left)
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
