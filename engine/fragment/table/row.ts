// Problem: a page ends within a row. Approach: one horizontal cut through all its cells; each continues from a token of its own, and the row ends where its
// last cell does. Limits: in a row that is cut, content aligned to the middle or bottom of its cell moves to the top, as in Chromium.
import { keepsRowWhole } from '../../box/break-values.ts'
import { largest } from '../../collections/lists.ts'
import type { LaidCell, LaidRow } from '../../layout/laid.ts'
import {
  type Appeal,
  BREAKS_AVOID,
  BREAKS_LINES,
  bottomInsetOf,
  type Cutter,
  EPSILON,
  type Forced,
  minAppeal,
  PERFECT,
  type Room,
} from '../cut.ts'
import type { CellFragment, CellToken, Fragment } from '../fragment.ts'
import { isAlignedDown } from '../row-at.ts'

/** How much of a row is on earlier pages. */
export interface RowStart {
  readonly done: number
  readonly cells: readonly CellToken[] | null
}

export const NOT_BEGUN: RowStart = Object.freeze({ done: 0, cells: null })

export interface RowCut {
  readonly cells: readonly CellFragment[]
  /** Of the row on this page. */
  readonly height: number
  /** Undefined when the row ends here. */
  readonly next: RowStart | undefined
  readonly appeal: Appeal
  /** A break that is forced inside of a cell. */
  readonly forced: Forced | undefined
}

/** A cell's content on this page, and where it continues. */
export interface CellCut {
  readonly content: Fragment
  readonly next: CellToken
  readonly appeal: Appeal
  readonly forced: Forced | undefined
}

/** Cuts the cells that end in this row (those that reach further are cut with the page). Undefined when some cell cannot give a legal piece. */
export function cutRow(row: LaidRow, start: RowStart, room: Room, cutter: Cutter): RowCut | undefined {
  const isTooTall = start.done > 0 || row.height > room.height + EPSILON
  const asLaid = cutCells(row, start, { room, cutter, areAtTop: isTooTall })
  // A row that fits may be cut by a break that the author forces.
  const isAligned = !isTooTall && asLaid?.some(isContinued) === true && row.cells.some(({ laidAtTop }) => laidAtTop !== undefined)
  const cuts = isAligned ? cutCells(row, start, { room, cutter, areAtTop: true }) : asLaid
  if (cuts === undefined) return undefined
  const continues = cuts.some(isContinued)
  const rest = restOf({ row, start, cuts })
  const height = continues || rest > room.height + EPSILON ? Math.max(1, room.height) : rest
  const next =
    height < rest || continues ? { done: start.done + height, cells: cuts.map((cut) => (cut === undefined ? null : cut.next)) } : undefined
  const appeal = cuts.reduce<Appeal>((least, cut) => minAppeal(least, cut?.appeal ?? PERFECT), PERFECT)
  const isKept = start.done === 0 && keepsRowWhole(row.row, row.height, room.full + EPSILON, room.context)
  const shown = next === undefined ? cuts : cuts.map((cut, i) => cut && atTop(row.cells[i]!, cut))
  return {
    cells: fragmentsOf({ row, start, cuts: shown }, height, next === undefined),
    height,
    next,
    appeal: isKept ? minAppeal(appeal, BREAKS_AVOID) : appeal,
    forced: cuts.find((cut) => cut?.forced !== undefined)?.forced,
  }
}

interface CellCutting {
  readonly room: Room
  readonly cutter: Cutter
  /** Alignment to the middle or the bottom is unknown before the end of the row: what is positioned in such a cell stands as if it were at the top. */
  readonly areAtTop: boolean
}

function cutCells(row: LaidRow, start: RowStart, { room, cutter, areAtTop }: CellCutting): (CellCut | undefined)[] | undefined {
  const cuts: (CellCut | undefined)[] = []
  for (const [i, cell] of row.cells.entries()) {
    if (reachesBelow(row, cell)) {
      cuts.push(undefined)
      continue
    }
    const own = areAtTop && cell.laidAtTop !== undefined ? { ...cell, laid: cell.laidAtTop } : cell
    const cut = cutCell(own, start.cells === null ? undefined : (start.cells[i] ?? null), room, cutter)
    if (cut === undefined) return undefined
    cuts.push(cut)
  }
  return cuts
}

function isContinued(cut: CellCut | undefined): boolean {
  return cut !== undefined && cut.next !== null
}

/** A row whose cells are cut; undefined for those that reach further. */
interface CutCells {
  readonly row: LaidRow
  readonly start: RowStart
  readonly cuts: readonly (CellCut | undefined)[]
}

/** The cell reaches into the row below. */
export function reachesBelow(row: LaidRow, cell: LaidCell): boolean {
  return cell.height > row.height + EPSILON && cell.rowSpan > 1
}

/** Height of the rest of the row: cells may need more than was left of it, and empty space continues too, as in Chromium. */
function restOf({ row, start, cuts }: CutCells): number {
  const content = cuts.map((cut) => (cut === undefined ? 0 : cut.content.y + cut.content.height))
  return largest(content, Math.max(0, row.height - start.done))
}

/** `state` undefined: the cell begins here. Returns undefined when the cell has no legal piece here. */
export function cutCell(cell: LaidCell, state: CellToken | undefined, room: Room, cutter: Cutter): CellCut | undefined {
  const { laid } = cell
  if (state === null) return { content: emptyPiece(cell), next: null, appeal: PERFECT, forced: undefined }
  const isNotBegun = state === undefined || state === 'later'
  const own: Room = { ...room, x: 0, y: 0, bottomReserve: 0, isBacktracking: false }
  const cut = cutter.cut(laid, isNotBegun ? undefined : state, own)
  if (cut.kind === 'none') return undefined
  if (cut.kind === 'part') {
    // Rather than to part the end of a cell from its padding, which alone does not fit, the row moves, as in Chromium.
    const isForPadding = isNotBegun && laid.height - bottomInsetOf(laid) <= room.height + EPSILON
    const appeal = isForPadding ? minAppeal(cut.appeal, BREAKS_LINES) : cut.appeal
    return { content: cut.piece, next: cut.next, appeal, forced: cut.forced }
  }
  const shift = state === undefined && cell.contentShift + cut.piece.height <= room.height + EPSILON ? cell.contentShift : 0
  return { content: { ...cut.piece, y: shift }, next: null, appeal: PERFECT, forced: undefined }
}

/** The content of a cell that is cut: alignment to its middle or bottom is unknown before its end; only that by the baseline stays. */
export function atTop({ laid }: LaidCell, cut: CellCut): CellCut {
  return cut.content.y !== 0 && isAlignedDown(laid) ? { ...cut, content: { ...cut.content, y: 0 } } : cut
}

/** A finished cell whose box continues. */
function emptyPiece({ laid }: LaidCell): Fragment {
  return { laid, x: 0, y: 0, height: 0, isFirst: false, isLast: true, content: { kind: 'children', children: [] } }
}

function fragmentsOf({ row, start, cuts }: CutCells, height: number, isLast: boolean): CellFragment[] {
  return row.cells.flatMap((cell, i) => {
    const cut = cuts[i]
    return cut === undefined ? [] : [{ cell, height, isFirst: start.done === 0, isLast, content: cut.content }]
  })
}

/** The cells of a row taken as laid out. Those that reach further get their height when the page ends. */
export function wholeCells(row: LaidRow, height: number): CellFragment[] {
  const grown = height - row.height
  return row.cells.map((cell) => ({ cell, height: cell.height + grown, isFirst: true, isLast: true, content: undefined }))
}
