// Cuts where there is nothing to cut between: monolithic boxes, and the empty end of a box that is taller than its content.
import { warning } from '../diagnostic.ts'
import type { Laid } from '../layout/laid.ts'
import {
  bottomInsetOf,
  type Cut,
  type Cutter,
  EPSILON,
  isCloned,
  LAST_RESORT,
  NONE,
  PERFECT,
  type Room,
  topInsetOf,
  wholePiece,
} from './cut.ts'
import { fitsWhole } from './facts.ts'
import type { BreakToken, Fragment } from './fragment.ts'

/** A box that never breaks: it moves whole; at the top of a page it is cut by clip and offset. `done` points of it are on earlier pages. */
export function cutMonolithic(laid: Laid, done: number, room: Room, cutter: Cutter): Cut {
  const rest = laid.height - done
  if (done === 0 && rest <= room.height + EPSILON) return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
  if (rest <= room.height + EPSILON) return { kind: 'whole', piece: slicePiece(laid, done, rest, room) }
  if (done === 0 && !room.forced) return NONE
  if (done === 0) reportCut(laid, cutter)
  const height = progressOf(room)
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
  return { laid, x: room.x, y: room.y, height, isFirst: from === 0, isLast, content: { kind: 'slice', from } }
}

/** The empty end of a box, from `done` points below its top: room that its height asks for, bottom padding and border. */
export function cutTrailing(laid: Laid, done: number, room: Room): Cut {
  const inset = topInsetOf(laid)
  const height = inset + laid.height - done
  const isEnd = height + room.tail <= room.height + EPSILON || (room.forced && height <= room.height + EPSILON)
  if (isEnd) return { kind: 'whole', piece: boxPiece(laid, Math.max(0, height), true, room) }
  const used = progressOf(room)
  const consumed = used - inset - (isCloned(laid) ? bottomInsetOf(laid) : 0)
  return part(boxPiece(laid, used, false, room), { at: 'slice', y: done + Math.max(1, consumed) }, PERFECT)
}

function boxPiece(laid: Laid, height: number, isLast: boolean, room: Room): Fragment {
  return { laid, x: room.x, y: room.y, height, isFirst: false, isLast, content: { kind: 'children', children: [] } }
}

/** A page without any room must still take something, or the document would never end. */
function progressOf(room: Room): number {
  return Math.max(1, room.height)
}

function part(piece: Fragment, next: BreakToken, appeal: 0 | 3): Cut {
  return { kind: 'part', piece, next, forced: undefined, appeal }
}

/** A box that must not break here whatever its size (what stands beside the flow on its last page). */
export function unbrokenPiece(laid: Laid, room: Room, cutter: Cutter): Fragment {
  if (fitsWhole(laid, Number.POSITIVE_INFINITY)) return wholePiece(laid, room.x, room.y)
  const endless: Room = { ...room, height: 1e9, full: 1e9, forced: true, tail: 0, context: 'unbroken' }
  const cut = cutter.cut(laid, undefined, endless)
  if (cut.kind === 'none') throw new Error('fragment: an endless room took nothing')
  return cut.piece
}
