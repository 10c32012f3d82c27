// Monolithic boxes (CSS Break 3 §4.1), which have no break points: they move whole, or are sliced.
import { warning } from '../../diagnostic.ts'
import type { Laid } from '../../layout/laid.ts'
import { fitsWhole } from '../break-summary.ts'
import { type Cut, type Cutter, EPSILON, LAST_RESORT, NONE, type Room, wholePiece } from '../cut.ts'
import type { BreakToken, Fragment } from '../fragment.ts'

/** Moves the box whole to a page that holds it; where none does, slices it by clip and offset. `done` points of it are on earlier pages. */
export function cutMonolithic(laid: Laid, done: number, room: Room, cutter: Cutter): Cut {
  const rest = laid.height - done
  if (done === 0 && rest <= room.height + EPSILON) return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
  if (rest <= room.height + EPSILON) return { kind: 'whole', piece: slicePiece(laid, done, rest, room) }
  if (done === 0 && !room.forced) return NONE
  if (done === 0 && room.overflowsUncut && laid.height > room.full + EPSILON)
    return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
  if (done === 0) reportCut(laid, cutter)
  const height = sliceHeight(room)
  return part(slicePiece(laid, done, height, room), { at: 'slice', y: done + height }, LAST_RESORT)
}

export function reportCut(laid: Laid, cutter: Cutter): void {
  const { tag, at } = laid.box.origin
  const height = Math.round(laid.height)
  cutter.reporter.report(
    warning(
      'cut-box',
      at,
      `<${tag}> is ${height} pt tall, cannot break and was cut at the end of the page`,
      'make it smaller than the page',
    ),
  )
}

function slicePiece(laid: Laid, from: number, height: number, room: Room): Fragment {
  const isLast = from + height >= laid.height - EPSILON
  // Nothing overflows an image.
  const isEnd = isLast && laid.kind !== 'replaced'
  return { laid, x: room.x, y: room.y, height, isFirst: from === 0, isLast, content: { kind: 'slice', from, isEnd } }
}

/** A page without any room must still take a point, or the document would never end. */
function sliceHeight(room: Room): number {
  return Math.max(1, room.height)
}

function part(piece: Fragment, next: BreakToken, appeal: 0): Cut {
  return { kind: 'part', piece, next, forced: undefined, appeal }
}

/** The whole box as one piece, whatever its height: for parallel flows on the last page of their parent. */
export function unbrokenPiece(laid: Laid, room: Room, cutter: Cutter): Fragment {
  if (fitsWhole(laid, Number.POSITIVE_INFINITY)) return wholePiece(laid, room.x, room.y)
  const endless: Room = { ...room, height: 1e9, full: 1e9, forced: true, bottomReserve: 0, context: 'unbroken' }
  const cut = cutter.cut(laid, undefined, endless)
  if (cut.kind === 'none') throw new Error('fragment: a box has no piece in endless room')
  return cut.piece
}
