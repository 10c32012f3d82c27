// Lays out tables from html in the toy font (every letter 10 × 10 px), and says where cells stand. All numbers here are px: layout is exact in them.
import type { BlockBox, Box, TableBox } from '../../engine/box/box.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { PX } from '../../engine/geometry.ts'
import type { LayoutContext, LayoutSize } from '../../engine/layout/context.ts'
import { loadFlex } from '../../engine/layout/flex/flex.ts'
import { layoutParagraph, paragraphWidths } from '../../engine/layout/inline/paragraph.ts'
import type { LaidRow, LaidTable } from '../../engine/layout/laid.ts'
import { makeContext } from '../../engine/layout/layout.ts'
import { layoutTable, shownWidth, tableWidths } from '../../engine/layout/table/table.ts'
import { DEFAULT_LIMITS as limits } from '../../engine/limits.ts'
import { fontsForTest, TOY_FONTS } from './fonts.ts'
import { htmlBoxes } from './html-boxes.ts'

const SHEET =
  'html { font: 10px/10px Toy } body, p { margin: 0 } table { border-spacing: 0 } td, th { padding: 0; font-weight: 400; text-align: left }'

const flex = await loadFlex()

export async function tableContext(): Promise<LayoutContext> {
  const { fonts, reporter } = await fontsForTest(TOY_FONTS)
  return makeContext({ fonts, reporter, limits, flex }, { layoutParagraph, paragraphWidths, layoutTable, tableWidths, shownWidth })
}

const context = await tableContext()

/** The first table in the html's body. */
export function tableBox(html: string, data?: unknown, nodesAhead?: number): TableBox {
  const found = find(htmlBoxes(`<style>${SHEET}</style>${html}`, data, nodesAhead).root)
  if (found === undefined) throw new Error('test: no table')
  return found
}

function find(box: Box): TableBox | undefined {
  if (box.kind === 'table') return box
  if (box.kind !== 'block') return undefined
  for (const child of itemsOf((box as BlockBox).children)) {
    const found = find(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Laid out as in a containing block of this width (shrunk to fit, unless it has a width). */
export function layTable(html: string, availablePx = 200): LaidTable {
  const available = availablePx * PX
  const box = tableBox(html)
  const { min, max } = tableWidths(box, context)
  const own = box.style.width
  const wanted = typeof own === 'number' ? own : own === 'auto' ? Math.min(max, available) : available
  const size = { width: Math.max(min, wanted), height: undefined, containingWidth: available, containingHeight: undefined }
  return layoutTable(box, size, context)
}

export function openTable(box: TableBox, widthPx: number, handOut: NonNullable<LayoutSize['escape']> = () => undefined): LaidTable {
  const width = widthPx * PX
  const size = { width, height: undefined, containingWidth: width, containingHeight: undefined, escape: handOut }
  return layoutTable(box, size, context)
}

export function widthsOf(html: string): { readonly min: number; readonly max: number } {
  const { min, max } = tableWidths(tableBox(html), context)
  return { min: px(min), max: px(max) }
}

/** Widths of the columns. */
export function columnsOf(table: LaidTable): number[] {
  return table.columns.map((column) => px(column.width))
}

/** `x y width height +shift` of every cell, row by row, from the grid. */
export function cellsOf(table: LaidTable): string[] {
  const rows = (list: readonly LaidRow[], top: number): string[] => list.flatMap((row) => rowCells(row, top))
  return [...rows(table.head, table.headY), ...rows([...itemsOf(table.rows)], 0), ...rows(table.foot, table.footY)]
}

function rowCells(row: LaidRow, top: number): string[] {
  return row.cells.map(({ x, width, height, contentShift }) => {
    const shift = contentShift === 0 ? '' : ` +${px(contentShift)}`
    return `${[x, top + row.y, width, height].map(px).join(' ')}${shift}`
  })
}

export function px(points: number): number {
  return Math.round((points / PX) * 1000) / 1000
}
