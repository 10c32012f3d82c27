// Rows of one row group, made one by one, with the cells' places in the grid.
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxMark, Origin, TableCell, TableRow } from './box.ts'
import { type BoxScope, type BuildContext, countNode, NO_MARKS } from './context.ts'
import { blockScope, enterElement, partChildren } from './element.ts'
import { pagedRow } from './on-page.ts'
import { plainCell } from './plain-cell.ts'
import { runningMark } from './running.ts'
import { PartCursor, partOf } from './table-parts.ts'

const MAX_COLUMN_SPAN = 1000
const MAX_ROW_SPAN = 10_000
/** Columns beyond this are not spanned: a row of a thousand cells of a thousand columns would need a million. */
const MAX_COLUMNS = 10_000

/** Where a group's rows come from. Read again from the start by each `cursor()`. */
export interface GroupSource {
  readonly style: Style
  readonly origin: Origin
  cursor(): PartCursor
  /** Whether a child still is of this group; the first that is not ends it. */
  belongs(node: StyledNode): boolean
  enter(context: BuildContext): { readonly scope: BoxScope; readonly marks: readonly BoxMark[] }
  leave(context: BuildContext): void
}

/** All rows of the group, made as they are pulled. The group's counters open with the first and close with the last. */
export function* makeRows(source: GroupSource, context: BuildContext): Generator<TableRow, undefined> {
  const cursor = source.cursor()
  const { scope, marks } = source.enter(context)
  const maker = new RowMaker(source, cursor, { scope, marks }, context)
  for (let row = maker.next(); row !== undefined; row = maker.next()) yield row
  source.leave(context)
  return undefined
}

interface RowFrame {
  readonly style: Style
  readonly scope: BoxScope
  readonly marks: readonly BoxMark[]
}

class RowMaker {
  readonly #source: GroupSource
  readonly #cursor: PartCursor
  readonly #scope: BoxScope
  readonly #context: BuildContext
  readonly #grid = new GridColumns()
  #marks: readonly BoxMark[]
  #index = 0

  constructor(source: GroupSource, cursor: PartCursor, { scope, marks }: Pick<RowFrame, 'scope' | 'marks'>, context: BuildContext) {
    this.#source = source
    this.#cursor = cursor
    this.#scope = scope
    this.#context = context
    this.#marks = marks
  }

  next(): TableRow | undefined {
    for (;;) {
      const node = this.#cursor.peek()
      if (node === undefined || !this.#source.belongs(node)) return undefined
      const part = partOf(node)
      if (part === 'nothing') this.#skip()
      else if (part === 'row' && node.kind === 'element') return this.#elementRow(node)
      else return this.#anonymousRow()
    }
  }

  /** White space and hidden parts go; a running element becomes a mark of the next row. */
  #skip(): void {
    const node = this.#cursor.next()
    if (node?.kind !== 'element') return
    const { position, display } = node.style
    if (display === 'none' || typeof position !== 'object') return this.#context.definitions.collectHidden(node)
    this.#marks = [...this.#marks, runningMark(node, position.name, this.#scope, this.#context)]
  }

  #elementRow(node: StyledElement): TableRow {
    this.#cursor.next()
    countNode(this.#context, this.#scope.depth)
    const entered = enterElement(node, this.#scope, this.#context)
    const scope = blockScope(entered.scope, node.style)
    const cells = this.#cells(new PartCursor(partChildren(node, this.#context)), () => true, {
      style: node.style,
      scope,
      marks: entered.marks,
    })
    this.#context.state.counters.leave()
    // The rows of a table are made long before they are painted: what they were made of would survive young collections, a quarter of what a row keeps.
    node.element.release?.()
    return cells
  }

  /** A row around cells and stray content; it ends where a row of the group begins. */
  #anonymousRow(): TableRow {
    const style = this.#context.styles.anonymous(this.#source.style, 'table-row')
    const belongs = (node: StyledNode): boolean => partOf(node) !== 'row' && this.#source.belongs(node)
    return this.#cells(this.#cursor, belongs, { style, scope: this.#scope, marks: NO_MARKS })
  }

  #cells(cursor: PartCursor, belongs: (node: StyledNode) => boolean, { style, scope, marks }: RowFrame): TableRow {
    const cells: TableCell[] = []
    for (let node = cursor.peek(); node !== undefined && belongs(node); node = cursor.peek()) {
      const part = partOf(node)
      if (part === 'nothing') {
        cursor.next()
        if (node.kind === 'element') this.#context.definitions.collectHidden(node)
      } else if (part === 'cell' && node.kind === 'element') {
        cursor.next()
        countNode(this.#context, scope.depth)
        const plain = plainCell(node, scope, this.#context)
        if (plain !== undefined) this.#context.onPlainCell?.()
        const box = plain ?? this.#context.builders.elementBox(node, scope, NO_MARKS, this.#context)
        cells.push(this.#grid.place(box, columnSpan(node), rowSpan(node)))
      } else cells.push(this.#grid.place(this.#anonymousCell(cursor, belongs, style, scope), 1, 1))
    }
    this.#grid.endRow()
    const all = this.#marks.length === 0 ? marks : [...this.#marks, ...marks]
    this.#marks = NO_MARKS
    const row: TableRow = { style, origin: scope.origin, cells, marks: all, index: this.#index++ }
    return style.groupLevel === 'none' ? row : pagedRow(row)
  }

  #anonymousCell(cursor: PartCursor, belongs: (node: StyledNode) => boolean, rowStyle: Style, scope: BoxScope): Box {
    const children: StyledNode[] = []
    for (let node = cursor.peek(); node !== undefined && belongs(node) && partOf(node) !== 'cell'; node = cursor.peek()) {
      children.push(node)
      cursor.next()
    }
    const style = this.#context.styles.anonymous(rowStyle, 'table-cell')
    const base = { style, origin: scope.origin, isAnonymous: true, marks: NO_MARKS, marker: undefined, lead: undefined }
    const inner = { ...scope, firstLine: undefined, mayStream: false }
    return this.#context.builders.containerBox(
      { ...base, children, scope: inner, decorations: inner.decorations, leave: () => undefined, generated: undefined },
      this.#context,
    )
  }
}

/** Which columns cells of earlier rows still fill (HTML §4.9.12, "algorithm for processing rows"). */
class GridColumns {
  /** Rows that a cell above still reaches into, by column; holes count as 0. */
  readonly #taken: number[] = []
  /** Spans of the row at hand, taken when it ends. */
  #spans: { readonly column: number; readonly colSpan: number; readonly rowSpan: number }[] = []
  #next = 0
  #isBare = true

  place(box: Box, colSpan: number, rowSpan: number): TableCell {
    if (!this.#isBare) while ((this.#taken[this.#next] ?? 0) > 0) this.#next++
    const column = this.#next
    const span = Math.max(1, Math.min(colSpan, MAX_COLUMNS - column))
    this.#next += span
    if (rowSpan > 1) this.#spans.push({ column, colSpan: span, rowSpan })
    return { box, column, colSpan: span, rowSpan }
  }

  endRow(): void {
    this.#next = 0
    if (this.#isBare && this.#spans.length === 0) return
    let left = false
    for (let i = 0; i < this.#taken.length; i++) {
      const rows = Math.max(0, (this.#taken[i] ?? 0) - 1)
      this.#taken[i] = rows
      left ||= rows > 0
    }
    for (const { column, colSpan, rowSpan } of this.#spans) {
      for (let i = column; i < column + colSpan; i++) this.#taken[i] = Math.max(this.#taken[i] ?? 0, rowSpan - 1)
    }
    this.#isBare = !left && this.#spans.length === 0
    this.#spans = []
  }
}

function columnSpan({ element }: StyledElement): number {
  const span = spanOf(element.attributes.get('colspan'))
  return span === undefined || span === 0 ? 1 : Math.min(span, MAX_COLUMN_SPAN)
}

function rowSpan({ element }: StyledElement): number {
  const span = spanOf(element.attributes.get('rowspan'))
  if (span === undefined) return 1
  return span === 0 ? Number.POSITIVE_INFINITY : Math.min(span, MAX_ROW_SPAN)
}

function spanOf(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*\+?(\d{1,9})/.exec(text)
  return match === null ? undefined : Number(match[1])
}
