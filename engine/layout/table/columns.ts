// Problem: columns share a table's width by what their cells need and specify. Approach: CSS Tables 3 §3.8 as browsers do it. Each column has a least and a
// greatest useful width, a percentage, and may be constrained by a length. Widths go through four guesses of rising sum (all least; percentages met; lengths
// met; all greatest); the table's width lies between two of them or above the last, and the columns that differ share the difference. Cells that span
// columns first press their needs onto these. Limits: as in Chromium, `min-width` of columns raises only their least width.

/** What the cells of one column need and specify; border boxes. */
export interface Column {
  readonly min: number
  readonly max: number
  /** Of the table's width; undefined for none. */
  readonly percent: number | undefined
  /** Some cell or `<col>` has a width as a length. */
  readonly isConstrained: boolean
  /** No cell begins here and no `<col>` gives it a width: it takes no room and no spacing. */
  readonly isEmpty: boolean
}

export const EMPTY_COLUMN: Column = Object.freeze({ min: 0, max: 0, percent: undefined, isConstrained: false, isEmpty: true })

/** What one cell, or one `<col>`, demands of its column. */
export interface ColumnDemand {
  readonly min: number
  readonly max: number
  readonly percent: number | undefined
  readonly isConstrained: boolean
}

/** A demand on several columns; it includes the spacing between them. */
export interface SpanDemand extends ColumnDemand {
  readonly column: number
  readonly span: number
}

/** The column with one more demand. A length on any cell overrules the greatest widths of those without. */
export function withDemand(column: Column, demand: ColumnDemand): Column {
  const min = Math.max(column.min, demand.min)
  const percent = column.percent === undefined ? demand.percent : Math.max(column.percent, demand.percent ?? 0)
  const isConstrained = column.isConstrained || demand.isConstrained
  return { min, max: Math.max(min, mergedMax(column, demand)), percent, isConstrained, isEmpty: false }
}

function mergedMax(column: Column, demand: ColumnDemand): number {
  if (column.isConstrained === demand.isConstrained) return Math.max(column.max, demand.max)
  return column.isConstrained ? Math.max(column.max, demand.min) : demand.max
}

/** Columns after cells that span several of them have pressed their needs: narrow spans first, then from the first column on. */
export function withSpans(columns: readonly Column[], demands: readonly SpanDemand[], spacing: number): Column[] {
  const result = [...columns]
  for (const demand of [...demands].sort((a, b) => a.span - b.span || a.column - b.column)) pressSpan(result, demand, spacing)
  return capPercentages(result)
}

function pressSpan(columns: Column[], demand: SpanDemand, spacing: number): void {
  const end = Math.min(columns.length, demand.column + demand.span)
  const own = columns.slice(demand.column, end)
  if (own.length === 0) return
  const shared = sharePercent(own, demand.percent)
  const inner = (width: number): number => Math.max(0, width - spacing * (shared.filter((column) => !column.isEmpty).length - 1))
  const mins = distribute(shared, inner(demand.min), 'needs')
  const maxes = distribute(shared, inner(demand.max), demand.isConstrained ? 'needs' : 'wishes')
  shared.forEach((column, i) => {
    const min = Math.max(column.min, mins[i]!)
    columns[demand.column + i] = { ...column, min, max: Math.max(column.max, min, maxes[i]!) }
  })
}

/** A spanning percentage goes to the columns that have none, by their greatest widths. */
function sharePercent(columns: readonly Column[], percent: number | undefined): readonly Column[] {
  const rest = (percent ?? 0) - columns.reduce((sum, column) => sum + (column.percent ?? 0), 0)
  const isFree = (column: Column): boolean => column.percent === undefined && !column.isEmpty
  const free = columns.filter(isFree)
  if (rest <= 0 || free.length === 0) return columns
  const total = free.reduce((sum, column) => sum + column.max, 0)
  const shareOf = (column: Column): number => (total > 0 ? column.max / total : 1 / free.length)
  return columns.map((column) => (isFree(column) ? { ...column, percent: rest * shareOf(column) } : column))
}

/** All percentages together are at most 100: what is over goes from the last columns. */
export function capPercentages(columns: readonly Column[]): Column[] {
  let left = 100
  return columns.map((column) => {
    if (column.percent === undefined) return column
    const percent = Math.min(column.percent, left)
    left -= percent
    return percent === column.percent ? column : { ...column, percent }
  })
}

// ── The table's own widths ──────────────────────────────────────────────────────────────────────────────────────────────

/** A table that percentages would make as wide as they can. */
export const WIDEST = 1e6

/** Least and greatest width of all columns together. `percentagesCount`: they may make the table wider (not in a table inside a cell). */
export function columnsWidths(columns: readonly Column[], percentagesCount: boolean): { readonly min: number; readonly max: number } {
  const min = columns.reduce((sum, column) => sum + column.min, 0)
  const max = columns.reduce((sum, column) => sum + column.max, 0)
  if (!percentagesCount) return { min, max }
  let widest = max
  let percent = 0
  let others = 0
  for (const column of columns) {
    if (column.percent === undefined || column.percent <= 0) others += column.max
    else {
      percent += column.percent
      widest = Math.max(widest, (column.max * 100) / column.percent)
    }
  }
  if (others > 0 && percent > 0) widest = Math.max(widest, percent >= 100 ? WIDEST : (others * 100) / (100 - percent))
  return { min, max: Math.min(WIDEST, widest) }
}

// ── Distribution ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is shared: a table's width, or what a spanning cell needs, or what it can use; for that, lengths do not grow. */
type Purpose = 'table' | 'needs' | 'wishes'

/** How wide each column becomes when together they are `target` wide. */
export function distribute(columns: readonly Column[], target: number, purpose: Purpose = 'table'): number[] {
  const wanted = columns.map((column) => wantedOf(column, target))
  const atLeast = sum(columns, (column) => column.min)
  const withPercent = sum(wanted, (want) => want.withPercent)
  const withLength = sum(wanted, (want) => want.withLength)
  const atMost = sum(wanted, (want) => want.atMost)
  if (target <= atLeast) return columns.map((column) => column.min)
  if (target < withPercent) return between(wanted, 'min', 'withPercent', target)
  if (target < withLength) return between(wanted, 'withPercent', 'withLength', target)
  if (target < atMost) return between(wanted, 'withLength', 'atMost', target)
  const widths = wanted.map((want) => want.atMost)
  return addExcess(columns, widths, target - atMost, purpose)
}

interface Wanted {
  readonly min: number
  readonly withPercent: number
  readonly withLength: number
  readonly atMost: number
}

function wantedOf(column: Column, target: number): Wanted {
  const { min, max } = column
  if (column.percent !== undefined) {
    const share = Math.max(min, (column.percent * target) / 100)
    return { min, withPercent: share, withLength: share, atMost: share }
  }
  return { min, withPercent: min, withLength: column.isConstrained ? max : min, atMost: max }
}

/** Each column goes the same part of its way from one guess to the next. */
function between(wanted: readonly Wanted[], from: keyof Wanted, to: keyof Wanted, target: number): number[] {
  const start = sum(wanted, (want) => want[from])
  const way = sum(wanted, (want) => want[to]) - start
  const part = way <= 0 ? 0 : (target - start) / way
  return wanted.map((want) => want[from] + (want[to] - want[from]) * part)
}

/** What is left above the greatest widths goes to columns without lengths and percentages, else to lengths, else to percentages. */
function addExcess(columns: readonly Column[], widths: number[], excess: number, purpose: Purpose): number[] {
  if (excess <= 0) return widths
  const weights = excessWeights(columns, purpose)
  const total = weights.reduce((all, weight) => all + weight, 0)
  return total <= 0 ? widths : widths.map((width, i) => width + (excess * weights[i]!) / total)
}

function excessWeights(columns: readonly Column[], purpose: Purpose): number[] {
  const isAllEmpty = columns.every((column) => column.isEmpty)
  const weigh = (isFree: (column: Column) => boolean, weight: (column: Column) => number): number[] | undefined => {
    const weights = columns.map((column) => (isFree(column) && (!column.isEmpty || isAllEmpty) ? weight(column) : 0))
    return weights.some((value) => value > 0) ? weights : undefined
  }
  const isAuto = (column: Column): boolean => column.percent === undefined && !column.isConstrained
  const isLength = (column: Column): boolean => column.percent === undefined && column.isConstrained
  const isPercent = (column: Column): boolean => column.percent !== undefined
  const byMax = (column: Column): number => column.max
  const equally = (): number => 1
  return (
    weigh(isAuto, byMax) ??
    weigh(isAuto, equally) ??
    (purpose === 'wishes' ? undefined : weigh(isLength, byMax)) ??
    (purpose === 'needs' ? weigh(isLength, equally) : undefined) ??
    weigh(isPercent, (column) => column.percent ?? 0) ??
    (purpose === 'wishes' ? undefined : weigh(() => true, equally)) ??
    columns.map(() => 0)
  )
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  let total = 0
  for (const item of items) total += value(item)
  return total
}

// ── Fixed layout ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the first row or a `<col>` says of a column in `table-layout: fixed`. */
export interface FixedColumn {
  /** Border box; undefined for auto. */
  readonly length: number | undefined
  readonly percent: number | undefined
  /** Padding and borders of the cell that gave the percentage: they come on top. */
  readonly padding: number
  /** What the content of the cell asks for, where the table's width depends on it. */
  readonly max?: number
}

/** The width below which fixed columns do not go. */
export function fixedMinimum(columns: readonly FixedColumn[]): number {
  return sum(columns, (column) => column.length ?? 0)
}

/**
 * Lengths are kept, percentages as far as lengths leave them room; the other columns share what is left equally, or else lengths grow in
 * proportion, or else percentages (CSS2 17.5.2.1, with Chromium's answers to what it leaves open).
 */
export function distributeFixed(columns: readonly FixedColumn[], target: number): number[] {
  const lengths = fixedMinimum(columns)
  const isPercent = ({ length, percent }: FixedColumn): boolean => length === undefined && percent !== undefined
  // Above a hundred together, percentages are taken down to it before paddings come on top: these count for more by as much.
  const hundreds = Math.max(1, sum(columns, ({ percent }) => percent ?? 0) / 100)
  const wanted = columns.map((column) => (isPercent(column) ? ((column.percent ?? 0) * target) / 100 + column.padding * hundreds : 0))
  const autos = columns.filter(({ length, percent }) => length === undefined && percent === undefined).length
  const room = Math.max(0, target - lengths)
  const total = sum(wanted, (width) => width)
  const isScaled = total > 0 && (total > room || (autos === 0 && lengths === 0))
  const shares = isScaled ? wanted.map((width) => (width * room) / total) : wanted
  const rest = Math.max(0, room - sum(shares, (width) => width))
  // All are 0: they share the width as if they had none.
  if (columns.every(({ length }) => length === 0)) return columns.map(() => target / columns.length)
  return columns.map(({ length, percent }, c) => {
    if (length !== undefined) return autos > 0 || lengths === 0 ? length : length + (rest * length) / lengths
    return percent === undefined ? rest / autos : shares[c]!
  })
}
