// Problem: in a collapsed table cells, rows, groups, columns and the table claim the same edges. Approach: CSS2 17.6.2.1: a hidden border wins, then the wider,
// then the style, then what is closer to the cell, then what is further left or up. Rows of the same pattern (styles of their cells and spans) share their
// borders, so a table of many like rows resolves a few patterns. Limits: the two halves of a border are equal; a side
// that meets several neighbours is laid out for the widest border.
import type { TableColumn } from '../../box/box.ts'
import { GenerationCache, ObjectCache } from '../../collections/cache.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LineStyle } from '../../style/value.ts'
import type { CollapsedBorder, CollapsedGrid, GridBorder, LineSide, RowBorders } from '../laid.ts'

/** One grid place of a row: the cell that covers it. */
export interface Slot {
  readonly style: Style
  /** Distinguishes cells; equal in all places that one cell covers. Not the cell itself, as borders outlive documents. */
  readonly cell: object
  /** Some cell in this place began in an earlier row; one continues in the next. Bad markup makes cells overlap. */
  readonly isFromAbove: boolean
  readonly continues: boolean
}

/** A row as borders see it. */
export interface BorderRow {
  readonly slots: readonly (Slot | undefined)[]
  readonly style: Style
  readonly group: Style
  readonly isFirstInGroup: boolean
  readonly isLastInGroup: boolean
  /** Written by the resolver that read the row last: a map of the resolver, which outlives documents, would keep the row alive. */
  patternCache: RowPattern | undefined
}

/** What a row is to one resolver. */
interface RowPattern {
  readonly resolver: object
  readonly key: string
  /** Found when it is first needed. */
  vertical: readonly GridBorder[] | undefined
}

/** A row between its neighbours, as collapsed borders see it; `undefined` beyond the ends of the table. */
export interface Neighbours {
  readonly above: BorderRow | undefined
  readonly own: BorderRow
  readonly below: BorderRow | undefined
}

const NO_BORDER: CollapsedBorder = Object.freeze({
  width: 0,
  style: 'none',
  color: Object.freeze({ red: 0, green: 0, blue: 0, alpha: 0 }),
})

const RANK: readonly LineStyle[] = ['none', 'inset', 'groove', 'outset', 'ridge', 'dotted', 'dashed', 'solid', 'double', 'hidden']

/** True when `a` wins over `b`, which came first and so wins ties. */
function beats(a: CollapsedBorder, b: CollapsedBorder): boolean {
  if (b.style === 'hidden') return false
  if (a.style === 'hidden') return true
  if (a.width !== b.width) return a.width > b.width
  return RANK.indexOf(a.style) > RANK.indexOf(b.style)
}

type Side = 'top' | 'right' | 'bottom' | 'left'

const declared = new ObjectCache<Style, Readonly<Record<Side, CollapsedBorder>>>('identity')

/** The border a box declares on a side; computed once a style. */
function declaredBorder(style: Style, side: Side): CollapsedBorder {
  let sides = declared.get(style)
  if (sides === undefined) {
    sides = {
      top: claimOf(style.borderTopWidth, style.borderTopStyle, style.borderTopColor),
      right: claimOf(style.borderRightWidth, style.borderRightStyle, style.borderRightColor),
      bottom: claimOf(style.borderBottomWidth, style.borderBottomStyle, style.borderBottomColor),
      left: claimOf(style.borderLeftWidth, style.borderLeftStyle, style.borderLeftColor),
    }
    declared.set(style, sides)
  }
  return sides[side]
}

/** The winner after one more claim. */
function stronger(best: CollapsedBorder, style: Style | undefined, side: Side): CollapsedBorder {
  if (style === undefined) return best
  const border = declaredBorder(style, side)
  return beats(border, best) ? border : best
}

function claimOf(width: number, style: LineStyle, color: CollapsedBorder['color']): CollapsedBorder {
  if (style === 'none') return NO_BORDER
  return { width: style === 'hidden' ? 0 : width, style, color }
}

/** A row's borders, and the half of them that is inside each of its cells. */
export interface BordersInside {
  readonly row: RowBorders
  readonly cells: readonly Edges[]
}

interface KnownResolver {
  readonly columns: readonly (TableColumn | undefined)[]
  readonly count: number
  readonly resolver: BorderResolver
}

const resolvers = new ObjectCache<Style, KnownResolver[]>()
/** Tables of one style with different columns that are remembered. */
const MOST_RESOLVERS = 8

/** Resolves the edges of tables of this style with these columns: one resolver for all of them, in all documents. */
export function borderResolver(table: Style, columns: readonly (TableColumn | undefined)[], count: number): BorderResolver {
  const known = resolvers.get(table) ?? []
  const found = known.find((one) => one.count === count && haveSameStyles(one.columns, columns))
  if (found !== undefined) return found.resolver
  const resolver = new BorderResolver(table, columns, count)
  resolvers.set(table, [{ columns, count, resolver }, ...known.slice(0, MOST_RESOLVERS - 1)])
  return resolver
}

function haveSameStyles(a: KnownResolver['columns'], b: KnownResolver['columns']): boolean {
  const isSame = (c: number): boolean =>
    a[c]?.style === b[c]?.style && a[c]?.group?.style === b[c]?.group?.style && beginsGroup(a, c) === beginsGroup(b, c)
  return a.length === b.length && a.every((_, c) => isSame(c))
}

/** Also true of the line behind a group that is the last. */
function beginsGroup(columns: readonly (TableColumn | undefined)[], c: number): boolean {
  return columns[c - 1]?.group !== columns[c]?.group
}

/** Resolves the edges of rows of tables of one style. */
export class BorderResolver implements CollapsedGrid {
  readonly #table: Style
  readonly #columns: readonly (TableColumn | undefined)[]
  readonly #count: number
  readonly #isRtl: boolean
  readonly #ids = new WeakMap<object, number>()
  readonly #vertical = new GenerationCache<string, readonly GridBorder[]>(64, { purpose: 'identity' })
  readonly #horizontal = new GenerationCache<string, readonly GridBorder[]>(64, { purpose: 'identity' })
  readonly #around = new GenerationCache<string, RowBorders>(64, { purpose: 'identity' })
  /** By the patterns of rows and the columns of their cells. */
  readonly inside = new GenerationCache<string, BordersInside>(64, { purpose: 'identity' })
  readonly #rows = new WeakMap<RowBorders, BorderRow>()
  readonly #noLine: readonly GridBorder[]
  #nextId = 0

  constructor(table: Style, columns: readonly (TableColumn | undefined)[], count: number) {
    this.#table = table
    this.#columns = columns
    this.#count = count
    this.#isRtl = table.direction === 'rtl'
    this.#noLine = new Array<GridBorder>(count).fill(undefined)
  }

  /** All borders around a row. The same object for rows of one pattern between rows of the same patterns. */
  around(row: Neighbours): RowBorders {
    const key = this.neighboursKey(row)
    let borders = this.#around.get(key)
    if (borders === undefined) {
      const { above, own, below } = row
      borders = { vertical: this.vertical(own), top: this.horizontal(above, own), bottom: this.horizontal(own, below) }
      this.#around.set(key, borders)
      this.#rows.set(borders, own)
    }
    return borders
  }

  between(above: LineSide | undefined, below: LineSide | undefined): readonly GridBorder[] {
    if (above?.isCut === true && below?.isCut === true) return this.#noLine
    return this.horizontal(this.#rowAt(above), this.#rowAt(below))
  }

  #rowAt(side: LineSide | undefined): RowAtLine {
    return side?.isCut === true ? 'cut' : side && this.#rows.get(side.borders)
  }

  /** Between the row's columns, in order of columns (from the right in a table from right to left). */
  vertical(row: BorderRow): readonly GridBorder[] {
    const pattern = this.#patternOf(row)
    pattern.vertical ??= this.#findVertical(row, pattern.key)
    return pattern.vertical
  }

  #findVertical(row: BorderRow, key: string): readonly GridBorder[] {
    let edges = this.#vertical.get(key)
    if (edges === undefined) {
      edges = Array.from({ length: this.#count + 1 }, (_, c) => this.#verticalEdge(row, c))
      this.#vertical.set(key, edges)
    }
    return edges
  }

  /** Between two rows, one for each column. */
  horizontal(above: RowAtLine, below: RowAtLine): readonly GridBorder[] {
    const key = `${this.#keyAt(above)}/${this.#keyAt(below)}`
    let edges = this.#horizontal.get(key)
    if (edges === undefined) {
      edges = Array.from({ length: this.#count }, (_, c) => this.#horizontalEdge(above, below, c))
      this.#horizontal.set(key, edges)
    }
    return edges
  }

  /** Equal for rows of one pattern between rows of the same patterns. */
  neighboursKey({ above, own, below }: Neighbours): string {
    return `${this.#keyAt(above)}/${this.key(own)}/${this.#keyAt(below)}`
  }

  #keyAt(row: RowAtLine): string {
    return row === undefined ? '' : row === 'cut' ? '!' : this.key(row)
  }

  /** Equal for rows whose edges are equal as long as their neighbours' keys are. */
  key(row: BorderRow): string {
    return this.#patternOf(row).key
  }

  #patternOf(row: BorderRow): RowPattern {
    if (row.patternCache?.resolver === this) return row.patternCache
    let key = `${this.#id(row.style)} ${this.#id(row.group)} ${row.isFirstInGroup ? 'f' : ''}${row.isLastInGroup ? 'l' : ''}`
    let before: object | undefined
    for (const slot of row.slots) {
      if (slot === undefined) key += ' -'
      else key += `${slot.cell === before ? ' =' : ` ${this.#id(slot.style)}`}${slot.isFromAbove ? '^' : ''}${slot.continues ? 'v' : ''}`
      before = slot?.cell
    }
    row.patternCache = { resolver: this, key, vertical: undefined }
    return row.patternCache
  }

  #id(style: object): number {
    let id = this.#ids.get(style)
    if (id === undefined) {
      id = this.#nextId++
      this.#ids.set(style, id)
    }
    return id
  }

  #verticalEdge(row: BorderRow, c: number): GridBorder {
    const before = row.slots[c - 1]
    const after = row.slots[c]
    if (before !== undefined && before.cell === after?.cell) return undefined
    const isFirst = c === 0
    const isLast = c === this.#count
    const columnBefore = this.#columns[c - 1]
    const columnAfter = this.#columns[c]
    let best = this.#across(NO_BORDER, before?.style, after?.style)
    best = this.#across(best, isLast ? row.style : undefined, isFirst ? row.style : undefined)
    best = this.#across(best, isLast ? row.group : undefined, isFirst ? row.group : undefined)
    best = this.#across(best, columnBefore?.style, columnAfter?.style)
    if (beginsGroup(this.#columns, c)) best = this.#across(best, columnBefore?.group?.style, columnAfter?.group?.style)
    return this.#across(best, isLast ? this.#table : undefined, isFirst ? this.#table : undefined)
  }

  /** The claims of what stands before and after a vertical line. Of equal rank the leftmost wins: in a table from right to left that is the later one. */
  #across(best: CollapsedBorder, before: Style | undefined, after: Style | undefined): CollapsedBorder {
    return this.#isRtl ? stronger(stronger(best, after, 'right'), before, 'left') : stronger(stronger(best, before, 'right'), after, 'left')
  }

  #horizontalEdge(above: RowAtLine, below: RowAtLine, c: number): GridBorder {
    const before = sideAt(above, c, 'continues')
    const after = sideAt(below, c, 'isFromAbove')
    if (before.isOpen && after.isOpen) return undefined
    let best = stronger(NO_BORDER, before.slot?.style, 'bottom')
    best = stronger(best, after.slot?.style, 'top')
    best = stronger(best, before.row?.style, 'bottom')
    best = stronger(best, after.row?.style, 'top')
    if (before.row?.isLastInGroup === true) best = stronger(best, before.row.group, 'bottom')
    if (after.row?.isFirstInGroup === true) best = stronger(best, after.row.group, 'top')
    const column = this.#columns[c]
    best = this.#atEdges(best, column?.style, above, below)
    best = this.#atEdges(best, column?.group?.style, above, below)
    return this.#atEdges(best, this.#table, above, below)
  }

  /** The claims of what reaches to the edges of the table. */
  #atEdges(best: CollapsedBorder, style: Style | undefined, above: RowAtLine, below: RowAtLine): CollapsedBorder {
    const atTop = above === undefined ? stronger(best, style, 'top') : best
    return below === undefined ? stronger(atTop, style, 'bottom') : atTop
  }
}

/** What lies on one side of a grid line: a row, the edge of the table (undefined), or a row that continues across the line. */
type RowAtLine = BorderRow | 'cut' | undefined

interface SideAt {
  readonly slot: Slot | undefined
  /** Absent where a cell reaches over the line: the row has no border there. */
  readonly row: BorderRow | undefined
  readonly isOpen: boolean
}

const OPEN: SideAt = { slot: undefined, row: undefined, isOpen: true }

function sideAt(row: RowAtLine, c: number, reaches: 'continues' | 'isFromAbove'): SideAt {
  if (row === 'cut') return OPEN
  const slot = row?.slots[c]
  return slot?.[reaches] === true ? OPEN : { slot, row, isOpen: false }
}

/** Width of the widest border along one side of a cell or row. */
export function widestOf(edges: readonly GridBorder[], from: number, to: number): number {
  let width = 0
  for (let i = from; i < to; i++) width = Math.max(width, edges[i]?.width ?? 0)
  return width
}
