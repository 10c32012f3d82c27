// Tables of the structure tree (ISO 14289-1, 7.2 and 7.5): rows and columns that spans make, and the heads of cells.
import { PdfArray, PdfName, PdfString } from '../cos/objects.ts'
import { attributesOf, type Element, kidTypes } from './element.ts'
import type { Report } from './report.ts'

interface Cell {
  readonly element: Element
  readonly rowSpan: number
  readonly columnSpan: number
}

export function emitTable(table: Element, report: Report): void {
  const rows = rowsOf(table).map((row) => row.kids.filter((kid) => kid.standardType === 'TH' || kid.standardType === 'TD').map(cellOf))
  const grid = placeCells(rows)
  const kids = kidTypes(table)
  report.emit('SETable', { kidsStandardTypes: kids.join('&'), ...shapeOf(rows, grid) }, table.place)
  for (const cell of rows.flat()) report.emit('SETableCell', { hasIntersection: grid.crossed.has(cell.element) }, cell.element.place)
  emitHeaders(rows, report)
}

function rowsOf(element: Element): Element[] {
  return element.kids.flatMap((kid) =>
    kid.standardType === 'TR' ? [kid] : /^(THead|TBody|TFoot|NonStruct)$/.test(kid.standardType ?? '') ? rowsOf(kid) : [],
  )
}

function cellOf(element: Element): Cell {
  const [rowSpan = 1, columnSpan = 1] = ['RowSpan', 'ColSpan'].map((key) => {
    for (const attributes of attributesOf(element, 'Table')) {
      const value = attributes.number(key)
      if (value !== null && value >= 1) return Math.min(value, 10_000)
    }
    return 1
  })
  return { element, rowSpan, columnSpan }
}

interface Grid {
  readonly cells: (Element | undefined)[][]
  /** Cells that lie over others. */
  readonly crossed: Set<Element>
}

function placeCells(rows: readonly (readonly Cell[])[]): Grid {
  const cells: (Element | undefined)[][] = rows.map(() => [])
  const crossed = new Set<Element>()
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row) {
      while (cells[y]?.[x] !== undefined) x++
      for (let dy = 0; dy < cell.rowSpan; dy++) {
        if (y + dy >= cells.length) break
        const line = cells[y + dy] ?? []
        for (let dx = 0; dx < cell.columnSpan; dx++) {
          if (line[x + dx] !== undefined) crossed.add(cell.element)
          line[x + dx] = cell.element
        }
      }
      x += cell.columnSpan
    }
  }
  return { cells, crossed }
}

interface Shape {
  readonly numberOfColumnWithWrongRowSpan: number | null
  readonly numberOfRowWithWrongColumnSpan: number | null
  readonly wrongColumnSpan: number | null
}

function shapeOf(rows: readonly (readonly Cell[])[], { cells }: Grid): Shape {
  const width = cells[0]?.length ?? 0
  let column: number | null = null
  for (const [y, row] of rows.entries()) {
    for (const cell of row) if (column === null && y + cell.rowSpan > rows.length) column = cells[y]?.indexOf(cell.element) ?? 0
  }
  const wrong = cells.findIndex((line) => line.length !== width || line.includes(undefined))
  if (wrong < 0) return { numberOfColumnWithWrongRowSpan: column, numberOfRowWithWrongColumnSpan: null, wrongColumnSpan: null }
  const length = cells[wrong]?.length ?? 0
  return { numberOfColumnWithWrongRowSpan: column, numberOfRowWithWrongColumnSpan: wrong, wrongColumnSpan: length > width ? length : null }
}

function emitHeaders(rows: readonly (readonly Cell[])[], report: Report): void {
  const cells = rows.flat().map((cell) => cell.element)
  const heads = cells.filter((cell) => cell.standardType === 'TH')
  const ids = new Set(cells.map((cell) => cell.dictionary.text('ID')).filter((id) => id !== null))
  const isScoped = heads.every((head) => attributesOf(head, 'Table').some((attributes) => attributes.get('Scope') instanceof PdfName))
  for (const cell of cells.filter((item) => item.standardType === 'TD')) {
    const listed = attributesOf(cell, 'Table').flatMap((attributes) => {
      const value = attributes.get('Headers')
      return value instanceof PdfArray ? value.all() : []
    })
    const names = listed.flatMap((item) => (item instanceof PdfString ? [item.text] : item instanceof PdfName ? [item.value] : []))
    const unknown = names.filter((name) => !ids.has(name))
    const hasConnectedHeader = names.length > 0 ? unknown.length === 0 : isScoped ? null : false
    report.emit('SETD', { hasConnectedHeader, unknownHeaders: unknown.join(','), parentStandardType: 'TR' }, cell.place)
  }
}
