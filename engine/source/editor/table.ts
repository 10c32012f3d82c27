// Tables of an editor document: head rows, column widths, borders and repeated rows.

import type { SourceElement, SourceNode } from '../source.ts'
import {
  type Attributes,
  attrOf,
  childrenOf,
  cssLength,
  decorated,
  type EditorNode,
  element,
  type PlacedNode,
  pointerAt,
  styleText,
  textAttr,
} from './node.ts'

/** Converts the content of a cell. */
type CellContent = (cell: PlacedNode) => readonly SourceNode[]

export function tableElement(placed: PlacedNode, content: CellContent): SourceElement {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  const rows = childrenOf(placed)
  const headCount = headRows(node)
  const border = borderOf(node)
  const elements = rows.map((row) => rowElement(row, border, content))
  const head = elements.slice(0, headCount)
  const footCount = Math.min(countOf(node, 'footerRows'), rows.length - headCount)
  const body = elements.slice(headCount, rows.length - footCount)
  const foot = elements.slice(rows.length - footCount)
  const parts: SourceNode[] = []
  const columns = columnWidths(node)
  if (columns.length > 0) parts.push(columnGroup(columns, pointer))
  if (head.length > 0) parts.push(element('thead', {}, head, at))
  if (body.length > 0) parts.push(element('tbody', {}, body, at))
  if (foot.length > 0) parts.push(element('tfoot', {}, foot, at))
  return element('table', { class: 'platen-table' }, parts, at)
}

function columnGroup(columns: readonly (string | undefined)[], pointer: string): SourceElement {
  const at = pointerAt(pointer)
  return element(
    'colgroup',
    {},
    columns.map((width) => element('col', { style: styleText([['width', width]]) }, [], at)),
    at,
  )
}

function countOf(node: EditorNode, name: string): number {
  const given = attrOf(node, name)
  return typeof given === 'number' ? given : 0
}

/** The `headerRows` of the table; otherwise the leading rows with header cells only, unless all rows are such. */
function headRows(table: EditorNode): number {
  const rows = table.content ?? []
  const given = attrOf(table, 'headerRows')
  if (typeof given === 'number') return Math.min(given, rows.length)
  const isHead = (row: EditorNode): boolean => {
    const cells = row.content ?? []
    return cells.length > 0 && cells.every((cell) => cell.type === 'tableHeader') && textAttr(row, 'repeat') === undefined
  }
  const count = rows.findIndex((row) => !isHead(row))
  return Math.max(0, count)
}

/** The `widths` of the table, or `colwidth` of the cells in the first row: pixels of an editor's window, so percentages when all are known. */
function columnWidths(table: EditorNode): readonly (string | undefined)[] {
  const widths = attrOf(table, 'widths')
  if (Array.isArray(widths)) return widths.map(cssLength)
  const [first] = table.content ?? []
  const pixels = (first?.content ?? []).flatMap((cell) => {
    const span = spanOf(cell, 'colspan') ?? 1
    const given = attrOf(cell, 'colwidth')
    return Array.from({ length: Math.min(span, 1000) }, (_, i): number | undefined => {
      const width = Array.isArray(given) ? given[i] : undefined
      return typeof width === 'number' && width > 0 ? width : undefined
    })
  })
  if (pixels.every((width) => width === undefined)) return []
  const known = pixels.filter((width) => width !== undefined)
  if (known.length < pixels.length) return pixels.map(cssLength)
  const total = known.reduce((sum, width) => sum + width, 0)
  return known.map((width) => `${Number(((width / total) * 100).toFixed(3))}%`)
}

function rowElement(row: PlacedNode, border: string | undefined, content: CellContent): SourceElement {
  const cells = childrenOf(row).map((cell) => cellElement(cell, border, content))
  const { node } = row
  const group = countOf(node, 'group')
  const attributes: Attributes = {
    'data-repeat': textAttr(node, 'repeat'),
    'data-if': textAttr(node, 'if'),
    'data-on': textAttr(node, 'on'),
    'data-group': group === 0 ? undefined : String(group),
  }
  return decorated(element('tr', attributes, cells, pointerAt(row.pointer)), node)
}

function cellElement(cell: PlacedNode, border: string | undefined, content: CellContent): SourceElement {
  const { node, pointer } = cell
  const style = styleText([
    ['text-align', textAttr(node, 'align') ?? textAttr(node, 'textAlign')],
    ['vertical-align', textAttr(node, 'verticalAlign')],
    ['background-color', textAttr(node, 'background') ?? textAttr(node, 'backgroundColor')],
    ['border', borderOf(node) ?? border],
  ])
  const attributes = { colspan: spanText(node, 'colspan'), rowspan: spanText(node, 'rowspan'), style }
  return decorated(element(node.type === 'tableHeader' ? 'th' : 'td', attributes, content(cell), pointerAt(pointer)), node)
}

/** The CSS border of a node; `false` removes the default lines, `true` draws plain ones. */
export function borderOf(node: EditorNode): string | undefined {
  const border = attrOf(node, 'border')
  if (typeof border === 'boolean') return border ? '0.75pt solid #9aa3ab' : 'none'
  return textAttr(node, 'border')
}

function spanOf(node: EditorNode, name: string): number | undefined {
  const span = attrOf(node, name)
  return typeof span === 'number' ? span : undefined
}

function spanText(node: EditorNode, name: string): string | undefined {
  const span = spanOf(node, name)
  return span === undefined || span === 1 ? undefined : String(span)
}
