// Absolutely positioned boxes that a table contains: each begins on the page of the rows beside which it was laid out.
import type { LaidTable } from '../../layout/laid.ts'
import type { Cutter, Room } from '../cut.ts'
import { forgetPositioned, type ParallelFlow, placePositioned, resumeParallel } from '../flow/parallel-flow.ts'
import { doneBefore } from '../flow/progress.ts'
import type { ParallelToken, RowFragment, RowToken } from '../fragment.ts'

/** A piece of a table whose rows are placed. */
interface TablePiece {
  readonly table: LaidTable
  readonly token: RowToken | undefined
  /** Where the table continues; undefined at its end. */
  readonly next: RowToken | undefined
  readonly rows: readonly RowFragment[]
  /** Top of the grid in the piece. */
  readonly gridY: number
}

/** Boxes that begin or continue in the piece. */
export function positionedIn(piece: TablePiece, room: Room, cutter: Cutter): ParallelFlow[] {
  const { table, token, next } = piece
  const resumption = { top: 0, limit: room.height, placedOf: ({ index }: ParallelToken) => table.positioned[index]! }
  const resumed = resumeParallel(token?.parallel ?? [], resumption, room, cutter)
  if (table.positioned.length === 0) return resumed
  const from = token === undefined ? 0 : doneBefore(table, token)
  const anchors = anchorsOf(piece, from)
  if (token !== undefined) forgetPositioned(table, from, token, token.parallel ?? [])
  const extent = {
    from,
    begin: token,
    next,
    to: next === undefined ? Number.POSITIVE_INFINITY : doneBefore(table, next),
    top: liftedBy(anchors, from),
    lift: 0,
    limit: room.height,
    positionedDone: token?.positionedDone ?? 0,
    isFirst: token === undefined,
    isLast: next === undefined,
    yOf: (y: number) => liftedBy(anchors, y),
  }
  return [...resumed, ...placePositioned(table, extent, room, cutter)]
}

/** The same height in the table as laid out and in the piece, both from the top of the wrapper. */
interface Anchor {
  readonly natural: number
  readonly y: number
}

function anchorsOf({ table, token, next, rows, gridY }: TablePiece, from: number): Anchor[] {
  const anchors: Anchor[] = token === undefined ? [{ natural: 0, y: 0 }] : []
  for (const { role, row, isFirst, y } of rows) {
    if (role === 'head' && token !== undefined && token.group !== 'head') continue
    if (role === 'foot' && next !== undefined && next.group !== 'foot') continue
    const top = table.gridY + row.y + (role === 'head' ? table.headY : role === 'foot' ? table.footY : 0)
    anchors.push({ natural: isFirst ? top : from, y: gridY + y })
  }
  return anchors
}

/** A height in the piece: what is below the top of a row keeps its distance from that top. */
function liftedBy(anchors: readonly Anchor[], y: number): number {
  const anchor = anchors.findLast(({ natural }) => natural <= y) ?? anchors[0]
  return anchor === undefined ? y : anchor.y + y - anchor.natural
}
