// Tables in painting order: the background of the grid, then for each cell the backgrounds of its column, row group and row and the cell
// itself, and over all cells the collapsed borders (CSS2 §17.5.1, §17.6).
import type { TableRow, TableRowGroup } from '../box/box.ts'
import type { CellFragment, FragmentContent } from '../fragment/fragment.ts'
import { NO_EDGES, type Point } from '../geometry.ts'
import type { LaidCell, LaidRow, LaidTable } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import { type AutoLength, hasPercentage, resolveLength } from '../style/value.ts'
import type { Tags } from '../tag/tag.ts'
import { boxOnPage, type DecoratedBox, verticalEnds } from './decorated-box.ts'
import { collapsedEdges, edgesOnPage, type GridLines } from './decoration/collapsed-borders.ts'
import { addEmptyGroups, columnReach } from './empty-groups.ts'
import { onPage } from './geometry/page-frame.ts'
import { type Layers, makeLayers, type Walk } from './layers.ts'
import { placeMarks } from './marks.ts'
import { overflowClipOf } from './overflow-clip.ts'
import { bordersOf, fragmentChild, type PaintedPiece, topOf, WHOLE, wholeChild } from './piece.ts'
import { ALL_KINDS, addPartLooks, only, type PaintedRow, type Parts, type TableGrid, tableParts } from './table-parts.ts'

type TableContent = Extract<FragmentContent, { kind: 'table' }>
type Enter = (piece: PaintedPiece, role: 'in-flow', layers: Layers, walk: Walk) => void

/** Adds a table or a fragment of it. `enter` adds captions and cells. */
export function collectTable(piece: PaintedPiece, layers: Layers, walk: Walk, enter: Enter): void {
  const { laid } = piece
  const content = piece.content.kind === 'table' ? piece.content : undefined
  if (laid.kind !== 'table') throw new Error('paint: a table fragment of something else')
  const grid = gridOfPiece(piece, content)
  const { tags } = walk.context.page
  if (tags !== undefined && laid.box.kind === 'table') {
    const hasRows = tags.table(laid.box, grid.table.columns.length)
    // In order, also rows that are painted later because they are translucent, or lie above others.
    if (hasRows && !piece.isRepeated) for (const row of grid.rows) if (!row.isRepeated) tagRow(row, grid.table, tags)
  }
  if (grid.rows.length > 0 || grid.height > 0) addGridBox(piece, grid, layers, walk)
  if (content === undefined) {
    for (const caption of [...laid.topCaptions, ...laid.bottomCaptions]) {
      enter(wholeChild(piece, caption.laid, caption.x, caption.y), 'in-flow', layers, walk)
    }
  } else for (const caption of content.captions) enter(fragmentChild(piece, caption), 'in-flow', layers, walk)
  const inside = clippedGrid(piece, grid)
  const collected: CollectedTable = { piece: inside, grid, parts: tableParts(grid, walk.context.facts), enter }
  if (laid.emptyGroups !== undefined) addEmptyGroups(piece, grid, layers, walk)
  collectRows(collected, grid.rows, layers, walk)
  if (laid.collapsed !== undefined) {
    const edges = edgesOnPage(collapsedEdges(gridLines(grid)), piece.frame)
    if (edges.length > 0) layers.blocks.push({ kind: 'edges', edges, clip: inside.clip })
  }
}

interface CollectedTable {
  readonly piece: PaintedPiece
  readonly grid: TableGrid
  readonly parts: Parts | undefined
  readonly enter: Enter
}

/** Adds rows in order; those of a row group that is a stacking context are collected when that is painted. */
function collectRows(table: CollectedTable, rows: readonly PaintedRow[], layers: Layers, walk: Walk): void {
  const { facts } = walk.context
  for (let i = 0; i < rows.length; ) {
    const { group } = rows[i]!.row
    if (!facts.of(group.style).isStacking) {
      collectRowInGroup(table, rows[i]!, layers, walk)
      i++
      continue
    }
    let end = i + 1
    while (rows[end]?.row.group === group) end++
    const own = rows.slice(i, end)
    for (const row of own) addPartLooks(table, row, ['column'], layers)
    const collect: CollectPart = (above, inner, into) => {
      for (const row of own) collectRowInGroup(above, row, into, inner)
    }
    stackPart({ ...table, parts: only(table.parts, ['group', 'row']) }, { rows: own, part: group, collect }, walk)
    i = end
  }
}

function collectRowInGroup(table: CollectedTable, row: PaintedRow, layers: Layers, walk: Walk): void {
  const { piece, grid } = table
  const own = row.row.row
  if (row.isFirst && own.marks.length > 0) placeMarks(own.marks, topOf({ ...piece, x: grid.x, y: grid.y + row.y }), walk.context.canvas)
  const shift = shiftOfRow(row.row, grid.table)
  const moved = shift === undefined ? table : { ...table, grid: { ...grid, isAbove: true, x: grid.x + shift.x, y: grid.y + shift.y } }
  if (walk.context.facts.of(own.style).isStacking) {
    addPartLooks(moved, row, ['column', 'group'], layers)
    const collect: CollectPart = (above, inner, into) => collectRow(above, row, into, inner)
    stackPart({ ...moved, parts: only(moved.parts, ['row']) }, { rows: [row], part: own, collect }, walk)
  } else if (shift === undefined) collectRow(table, row, layers, walk)
  else {
    // Treated like a stacking context, but its positioned descendants belong to the parent's (CSS2 appendix E).
    const first = row.cells[0]
    if (first === undefined) return
    const own = makeLayers(undefined, piece.clip)
    walk.stacked.push({ piece: cellPiece(piece, moved.grid, row, first), zIndex: 0, layers: own })
    collectRow(moved, row, own, walk)
  }
}

function collectRow(table: CollectedTable, row: PaintedRow, layers: Layers, walk: Walk): void {
  const { piece, grid, enter } = table
  addPartLooks(table, row, ALL_KINDS, layers)
  for (const cell of row.cells) if (isCellShown(grid, row, cell)) enter(cellPiece(piece, grid, row, cell), 'in-flow', layers, walk)
}

/** All cells of a row are in the structure tree, also those that are empty. */
function tagRow({ row: { row, cells, leftOut }, isFirst, isLast }: PaintedRow, { columns }: LaidTable, tags: Tags): void {
  if (leftOut !== undefined) tags.hiddenRow(row.origin, cells, columns.length)
  else tags.row(row.origin, cells, columns.length, isFirst && isLast)
}

type CollectPart = (table: CollectedTable, walk: Walk, layers: Layers) => void

/** A row or a row group that is a stacking context. */
interface StackingPart {
  readonly part: TableRow | TableRowGroup
  readonly rows: readonly PaintedRow[]
  readonly collect: CollectPart
}

/** Stacks a row or a row group with opacity, a transform and the like. */
function stackPart(table: CollectedTable, { part, rows, collect }: StackingPart, walk: Walk): void {
  const { piece, grid } = table
  const cell = rows[0]?.cells[0]
  if (cell === undefined) return
  const [first, last] = [rows[0]!, rows[rows.length - 1]!]
  const { left, right } = columnReach(grid.table)
  const rect = onPage({ x: grid.x + left, y: grid.y + first.y, width: right - left, height: last.y + last.height - first.y }, piece.frame)
  const { style, origin } = part
  const above = { ...table, piece: { ...piece, clip: undefined }, grid: { ...grid, isAbove: true } }
  walk.stacked.push({
    piece: cellPiece(piece, grid, first, cell),
    zIndex: style.position === 'static' || style.zIndex === 'auto' ? 0 : style.zIndex,
    layers: undefined,
    part: {
      style,
      rect,
      place: origin.place,
      collect: (inner) => {
        const layers = makeLayers(undefined, undefined)
        collect(above, inner, layers)
        return layers
      },
    },
  })
}

/** The rows of a fragment of a table; those of the whole table without `content`. */
export function gridOfPiece(piece: PaintedPiece, content: TableContent | undefined): TableGrid {
  if (piece.laid.kind !== 'table') throw new Error('paint: a table fragment of something else')
  return content === undefined ? wholeGrid(piece, piece.laid) : gridOf(piece, content)
}

function gridOf(piece: PaintedPiece, content: TableContent): TableGrid {
  return {
    table: content.table,
    x: piece.x + content.table.gridX,
    y: piece.y + content.gridY,
    height: content.gridHeight,
    rows: content.rows,
    lines: content.lines,
    isAbove: false,
  }
}

function wholeGrid(piece: PaintedPiece, table: LaidTable): TableGrid {
  const rows: PaintedRow[] = []
  for (const row of table.head) rows.push(wholeRow(row, table.headY))
  for (let i = 0; ; i++) {
    const row = table.rows.at(i)
    if (row === undefined) break
    rows.push(wholeRow(row, 0))
  }
  for (const row of table.foot) rows.push(wholeRow(row, table.footY))
  return { table, x: piece.x + table.gridX, y: piece.y + table.gridY, height: table.gridHeight, rows, lines: undefined, isAbove: false }
}

function wholeRow(row: LaidRow, groupY: number): PaintedRow {
  const cells = row.cells.map((cell): CellFragment => ({ cell, height: cell.height, isFirst: true, isLast: true, content: undefined }))
  return { row, y: groupY + row.y, height: row.height, isFirst: true, isLast: true, isRepeated: false, cells }
}

// ── Collapsed borders ───────────────────────────────────────────────────────────────────────────────────────────────────

function gridLines({ table, x, y, rows, lines }: TableGrid): GridLines {
  const shown = rows.flatMap((row, i) => {
    const { borders } = row.row
    return borders === undefined ? [] : [{ y: y + row.y, height: row.height, borders, across: lines?.[i] ?? borders.top }]
  })
  const last = shown[shown.length - 1]
  const across = shown.map((row) => row.across)
  if (last !== undefined) across.push(lines?.[rows.length] ?? last.borders.bottom)
  return { xs: columnLines(table, x), rows: shown.map((row) => ({ vertical: row.borders.vertical, ...row })), across }
}

/** The x of the grid's vertical lines: before each column, and after the last. */
function columnLines({ columns, box }: LaidTable, x: number): number[] {
  const isRtl = box.style.direction === 'rtl'
  const before = columns.map((column) => x + column.x + (isRtl ? column.width : 0))
  const last = columns[columns.length - 1]
  return last === undefined ? before : [...before, x + last.x + (isRtl ? 0 : last.width)]
}

/** Adds background, border and shadow of the table, which belong to its grid box; captions are outside of it. */
function addGridBox(piece: PaintedPiece, grid: TableGrid, layers: Layers, walk: Walk): void {
  if (!walk.context.facts.of(piece.laid.box.style).hasDecoration) return
  layers.blocks.push({ kind: 'box', box: gridBoxOf(piece, grid), clip: piece.clip })
}

/** Of overflow, tables know `hidden` and `clip` alone (CSS2 §11.1.1): for their grid, without captions. */
function clippedGrid(piece: PaintedPiece, grid: TableGrid): PaintedPiece {
  const { overflowX, overflowY } = piece.laid.box.style
  const clips = (overflow: Style['overflowX']): boolean => overflow === 'hidden' || overflow === 'clip'
  if (!clips(overflowX) || !clips(overflowY)) return piece
  return { ...piece, clip: overflowClipOf(gridBoxOf(piece, grid), piece.clip) }
}

function gridBoxOf(piece: PaintedPiece, grid: TableGrid): DecoratedBox {
  const { table } = grid
  const box: DecoratedBox = {
    style: piece.laid.box.style,
    x: grid.x,
    y: grid.y,
    width: table.gridWidth,
    height: grid.height,
    border: table.collapsed !== undefined ? NO_EDGES : bordersOf(piece),
    padding: table.padding,
    ends: verticalEnds(piece.isFirst, piece.isLast),
    borders: table.collapsed === undefined ? 'own' : 'of-table',
    isBackgroundPropagated: false,
  }
  return piece.frame === undefined ? box : boxOnPage(box, piece.frame)
}

/** The shift of a row by `position: relative`, its own and its group's (CSS Position 3 §3.4: top and left take precedence). */
export function shiftOfRow({ row, group }: LaidRow, table: LaidTable): Point | undefined {
  if (row.style.position !== 'relative' && group.style.position !== 'relative') return undefined
  const own = relativeShift(row.style, table.gridWidth)
  const around = relativeShift(group.style, table.gridWidth)
  return { x: own.x + around.x, y: own.y + around.y }
}

/** Of a row or a group alone. Heights of rows are auto: vertical percentages compute to auto. */
export function relativeShift(style: Style, width: number): Point {
  if (style.position !== 'relative') return { x: 0, y: 0 }
  const along = (start: AutoLength, end: AutoLength, basis: number): number =>
    start !== 'auto' ? resolveLength(start, basis) : end !== 'auto' ? -resolveLength(end, basis) : 0
  const x = style.direction === 'rtl' ? -along(style.right, style.left, width) : along(style.left, style.right, width)
  return { x, y: along(fixed(style.top), fixed(style.bottom), 0) }
}

function fixed(value: AutoLength): AutoLength {
  return value !== 'auto' && hasPercentage(value) ? 'auto' : value
}

// ── Cells ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function isCellShown({ table }: TableGrid, { row }: PaintedRow, { cell }: CellFragment): boolean {
  if (row.leftOut !== undefined || isInCollapsedColumns(table, cell)) return false
  return !(table.collapsed === undefined && cell.laid.box.style.emptyCells === 'hide' && isEmpty(cell))
}

function isInCollapsedColumns({ columns }: LaidTable, { column, colSpan }: LaidCell): boolean {
  for (let c = column; c < Math.min(columns.length, column + colSpan); c++) {
    const { style, group } = columns[c]!
    if (style?.visibility !== 'collapse' && group?.style.visibility !== 'collapse') return false
  }
  return true
}

export function cellPiece(piece: PaintedPiece, grid: TableGrid, row: PaintedRow, part: CellFragment): PaintedPiece {
  const { cell, height, isFirst, isLast, content } = part
  // A cell that is cut may have been laid out anew, aligned to its top.
  const laid = content?.laid ?? cell.laid
  return {
    laid,
    x: grid.x + cell.x + (laid.shift?.x ?? 0),
    y: grid.y + row.y + (laid.shift?.y ?? 0),
    width: cell.width,
    height,
    isFirst,
    isLast,
    content: content?.content ?? WHOLE,
    contentShift: content === undefined ? cell.contentShift : content.y,
    clip: piece.clip,
    link: piece.link,
    isRepeated: piece.isRepeated || row.isRepeated,
    borders: grid.table.collapsed === undefined ? 'own' : grid.isAbove ? 'of-table-below' : 'of-table',
    frame: piece.frame,
  }
}

function isEmpty({ laid }: LaidCell): boolean {
  if (laid.positioned.length > 0) return false
  if (laid.kind === 'paragraph') return laid.lines.length === 0 && laid.floats.length === 0
  return laid.kind === 'block' && laid.children.at(0) === undefined
}
