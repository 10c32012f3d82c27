// The looks of table parts, which have no boxes of their own: backgrounds of rows, row groups and columns behind each cell, outermost first (CSS2 §17.5.1);
// shadows and outlines of rows and row groups around all of their cells, as in browsers.
import type { ColumnGroup } from '../box/box.ts'
import type { RowFragment } from '../fragment/fragment.ts'
import { NO_EDGES, type Rect } from '../geometry.ts'
import type { GridBorder, LaidTable } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { StyleFactsCache } from './context/context.ts'
import { boxOnPage, type DecoratedBox, verticalEnds } from './decorated-box.ts'
import { columnReach } from './empty-groups.ts'
import type { Clip } from './geometry/clip.ts'
import { onPage } from './geometry/page-frame.ts'
import { insetRect, snapRect } from './geometry/rounded-rect.ts'
import type { Layers } from './layers.ts'
import type { PaintedPiece } from './piece.ts'

/** A row as it is painted: `y` from the border box of the grid. */
export type PaintedRow = Pick<RowFragment, 'row' | 'y' | 'height' | 'isFirst' | 'isLast' | 'isRepeated' | 'cells'>

/** The grid of a table, or of a fragment of it, on the page. */
export interface TableGrid {
  readonly table: LaidTable
  readonly x: number
  readonly y: number
  readonly height: number
  readonly rows: readonly PaintedRow[]
  /** Collapsed borders as fragmentation resolved them; undefined for a table in one piece, whose layout has them. */
  readonly lines: readonly (readonly GridBorder[])[] | undefined
  /** Its rows are painted in layers above those of the table, after the collapsed borders. */
  readonly isAbove: boolean
}

/** The parts of a grid whose looks are painted, and each row group in this fragment. */
export interface Parts {
  readonly facts: StyleFactsCache
  readonly groups: ReadonlyMap<unknown, GroupReach>
  /** Of all rows: columns extend over those, not over the spacing around them. */
  readonly top: number
  readonly bottom: number
  readonly kinds: readonly PartKind[]
}

/** Where a row group is in a fragment of its table. */
interface GroupReach {
  readonly first: PaintedRow
  readonly top: number
  last: PaintedRow
  bottom: number
}

type PartKind = 'column' | 'group' | 'row'

export const ALL_KINDS: readonly PartKind[] = ['column', 'group', 'row']

export function only(parts: Parts | undefined, kinds: readonly PartKind[]): Parts | undefined {
  return parts && { ...parts, kinds: parts.kinds.filter((kind) => kinds.includes(kind)) }
}

/** Undefined when no part has any look, as in nearly all tables. */
export function tableParts(grid: TableGrid, facts: StyleFactsCache): Parts | undefined {
  const has = (style: Style | undefined): boolean => style !== undefined && facts.of(style).hasBackground
  const shows = (style: Style): boolean => has(style) || isFramed(style, facts)
  const isNeeded =
    grid.table.columns.some((column) => has(column.style) || has(column.group?.style)) ||
    grid.rows.some(({ row }) => shows(row.row.style) || shows(row.group.style))
  if (!isNeeded) return undefined
  const groups = new Map<unknown, GroupReach>()
  for (const row of grid.rows) {
    const { group } = row.row
    const bottom = row.y + row.height
    const reach = groups.get(group)
    if (reach === undefined) groups.set(group, { first: row, top: row.y, last: row, bottom })
    else [reach.last, reach.bottom] = [row, bottom]
  }
  const last = grid.rows[grid.rows.length - 1]
  return { facts, groups, top: grid.rows[0]?.y ?? 0, bottom: last === undefined ? 0 : last.y + last.height, kinds: ALL_KINDS }
}

function isFramed(style: Style, facts: StyleFactsCache): boolean {
  return style.boxShadow.length > 0 || facts.of(style).hasOutline
}

/** A table with the parts of it that have looks. */
export interface TableOfParts {
  readonly piece: PaintedPiece
  readonly grid: TableGrid
  readonly parts: Parts | undefined
}

/** Adds the looks of the parts behind a row's cells, outermost first. A part that is a stacking context paints its own with its rows. */
export function addPartLooks(table: TableOfParts, painted: PaintedRow, kinds: readonly PartKind[], layers: Layers): void {
  const { piece, grid, parts } = table
  if (parts === undefined) return
  const { left, right } = columnReach(grid.table)
  const across = { x: grid.x + left, width: right - left }
  const { row } = painted
  const group = parts.groups.get(row.group) ?? { first: painted, last: painted, top: painted.y, bottom: painted.y + painted.height }
  const areas: PartAreas = {
    group: { ...across, y: grid.y + group.top, height: group.bottom - group.top },
    row: { ...across, y: grid.y + painted.y, height: painted.height },
    reach: { left, right },
  }
  const shown = kinds.filter((kind) => parts.kinds.includes(kind))
  const groupFrame = shown.includes('group')
    ? { style: row.group.style, area: areas.group, ends: groupEnds(table, group), isStart: group.first === painted }
    : undefined
  const rowFrame = shown.includes('row')
    ? { style: row.row.style, area: areas.row, ends: verticalEnds(painted.isFirst, painted.isLast), isStart: true }
    : undefined
  const frames = [groupFrame, rowFrame].filter((frame) => frame !== undefined && isFramed(frame.style, parts.facts))
  if (frames.length === 0) return addBackgrounds(table, painted, { kinds: shown, areas }, layers)
  for (const kind of shown) {
    const frame = kind === 'group' ? groupFrame : kind === 'row' ? rowFrame : undefined
    const own = frame !== undefined && frames.includes(frame) ? frame : undefined
    if (own?.isStart === true) addShadows(piece, own, 'outer', piece.clip, layers)
    addBackgrounds(table, painted, { kinds: [kind], areas }, layers)
    // Behind the rest of a group, its shadow comes with the backgrounds there.
    const below = group.last === painted || grid.table.collapsed !== undefined ? 0 : grid.table.box.style.borderSpacingY
    const stretch = { ...areas.row, height: areas.row.height + below }
    const clip: Clip = { outer: piece.clip, rect: snapRect(onPage(stretch, piece.frame)), path: undefined }
    if (own !== undefined) addShadows(piece, own, 'inner', kind === 'row' ? piece.clip : clip, layers)
    if (own?.isStart === true && parts.facts.of(own.style).hasOutline)
      layers.outlines.push({ style: own.style, rects: [onPage(own.area, piece.frame)], clip: piece.clip })
  }
}

interface PartFrame {
  readonly style: Style
  readonly area: Rect
  readonly ends: DecoratedBox['ends']
  /** What is around the part is added with its first row. */
  readonly isStart: boolean
}

function groupEnds({ piece, grid }: TableOfParts, { first, last }: GroupReach): DecoratedBox['ends'] {
  const { rows } = first.row.group
  const begins = first.isRepeated || (first.isFirst && !rows.isReleased(0) && rows.at(0) === first.row.row)
  const ends = last.isLast && (piece.isLast || grid.rows[grid.rows.length - 1] !== last)
  return verticalEnds(begins || piece.isFirst, ends)
}

function addShadows(
  piece: PaintedPiece,
  { style, area, ends }: PartFrame,
  side: 'outer' | 'inner',
  clip: Clip | undefined,
  layers: Layers,
): void {
  if (!style.boxShadow.some(({ isInset }) => isInset === (side === 'inner'))) return
  const box: DecoratedBox = {
    style,
    ...area,
    border: NO_EDGES,
    padding: NO_EDGES,
    ends,
    borders: 'own',
    isBackgroundPropagated: false,
  }
  layers.blocks.push({ kind: 'shadows', side, box: piece.frame === undefined ? box : boxOnPage(box, piece.frame), clip })
}

// ── Backgrounds ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The areas of the parts around a row, on the page. */
interface PartAreas {
  readonly group: Rect
  readonly row: Rect
  /** Of the columns, in the grid. */
  readonly reach: { readonly left: number; readonly right: number }
}

interface ShownParts {
  readonly kinds: readonly PartKind[]
  readonly areas: PartAreas
}

function addBackgrounds({ piece, grid, parts }: TableOfParts, painted: PaintedRow, { kinds, areas }: ShownParts, layers: Layers): void {
  if (parts === undefined) return
  const { row } = painted
  const { columns } = grid.table
  const y = grid.y + painted.y
  const { left, right } = areas.reach
  const [groupArea, rowArea] = [areas.group, areas.row]
  const add = (style: Style | undefined, area: Rect, cell: Rect, clip = piece.clip): void => {
    if (style === undefined || !parts.facts.of(style).hasBackground) return
    const { frame } = piece
    if (frame === undefined) layers.blocks.push({ kind: 'part', style, area, cell, clip })
    else layers.blocks.push({ kind: 'part', style, area: onPage(area, frame), cell: onPage(cell, frame), clip })
  }
  const hasColumns = columns.some((column) => column.style !== undefined || column.group !== undefined)
  const isBelowBorders = grid.isAbove && grid.table.collapsed !== undefined
  const withGroup = kinds.includes('group')
  const withRow = kinds.includes('row')
  if (!hasColumns && !isBelowBorders && coversRow(painted, left, right)) {
    if (withGroup) add(row.group.style, groupArea, rowArea)
    if (withRow) add(row.row.style, rowArea, rowArea)
    return
  }
  for (const { cell, height } of painted.cells) {
    const rect = { x: grid.x + cell.x, y, width: cell.width, height }
    const inside = isBelowBorders
      ? { outer: piece.clip, rect: snapRect(onPage(insetRect(rect, cell.laid.border), piece.frame)), path: undefined }
      : piece.clip
    const column = columns[cell.column]
    if (column !== undefined && kinds.includes('column')) {
      const area = { x: grid.x + column.x, y: grid.y + parts.top, width: column.width, height: parts.bottom - parts.top }
      add(column.group?.style, groupAreaOf(grid, column.group, area), rect, inside)
      add(column.style, area, rect, inside)
    }
    if (withGroup) add(row.group.style, groupArea, rect, inside)
    if (withRow) add(row.row.style, rowArea, rect, inside)
  }
}

function groupAreaOf(grid: TableGrid, group: ColumnGroup | undefined, area: Rect): Rect {
  const members = grid.table.columns.filter((column) => column.group === group)
  const left = Math.min(...members.map((column) => column.x))
  const right = Math.max(...members.map((column) => column.x + column.width))
  return members.length === 0 ? area : { ...area, x: grid.x + left, width: right - left }
}

/** The cells of a row cover it without gaps and none spans into the next: one rectangle paints its background. */
function coversRow({ cells, height }: PaintedRow, left: number, right: number): boolean {
  let x = left
  for (const painted of cells) {
    if (Math.abs(painted.cell.x - x) > 0.01 || Math.abs(painted.height - height) > 0.01) return false
    x = painted.cell.x + painted.cell.width
  }
  return Math.abs(x - right) < 0.01
}
