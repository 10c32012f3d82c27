// Problem: the items of a flex line or of grid rows meet the end of a page each at its own height. Approach, as in Chromium: an item of a flex line that begins
// below the top of its line, and cannot break well here, moves alone: the break is in the space above it. Items that begin in one grid row move together, with
// the rows below them. Rows of one band stand below the items that end above them, however tall those became. Limits: rows keep their heights.
import type { LaidFlexGrid, Placed } from '../../layout/laid.ts'
import { type Appeal, type Cut, type Cutter, EPSILON, type Forced, PERFECT, type Room } from '../cut.ts'
import type { BreakToken, CellToken, Fragment } from '../fragment.ts'
import { type Begun, endsHere } from './ends-here.ts'
import { isFlex } from './flex-grid-flow.ts'
import { heightLeft } from './given-height.ts'

/** One band on one page; `done` points of it are on earlier pages. */
export interface BandCut {
  readonly laid: LaidFlexGrid
  readonly done: number
  readonly room: Room
  readonly cutter: Cutter
}

export interface ItemCut {
  readonly piece: Fragment | undefined
  readonly next: CellToken
  readonly appeal: Appeal
  readonly forced: Forced | undefined
  /** The item has ended, and only what overflows it continues. */
  readonly isEnded: boolean
}

const DEFERRED: ItemCut = { piece: undefined, next: 'later', appeal: PERFECT, forced: undefined, isEnded: false }
const DONE: ItemCut = { ...DEFERRED, next: null }

type BandToken = Extract<BreakToken, { at: 'band' }>

/** The items of the band on this page; undefined when one of them cannot give a legal piece here. `token`: undefined at the top of the band. */
export function cutItems(band: BandCut, token: BandToken | undefined): readonly ItemCut[] | undefined {
  const { children, breaks } = band.laid
  const tops = breaks.kind === 'bands' ? breaks.bands[0]?.rowTops : undefined
  const items: ItemCut[] = []
  let end = 0
  for (let first = 0; first < children.length; first = end) {
    end = tops === undefined ? children.length : first + 1
    while (tops !== undefined && end < children.length && tops[end] === tops[first]) end++
    const top = tops?.[first] ?? 0
    const push = tops === undefined || top === 0 ? 0 : pushOf(band, items, top)
    const row = push === undefined ? undefined : cutRow(band, { first, end, push }, token)
    const isAtTop = push !== undefined && top - band.done + push <= EPSILON
    if (row === undefined && isAtTop) return undefined
    // The page ends above the row, and what continues does so on the next page.
    if (row === undefined || (!isAtTop && row.some((item) => item.appeal < PERFECT))) {
      for (let i = first; i < children.length; i++) items.push(stateOf(token, i) === null ? DONE : DEFERRED)
      return items
    }
    items.push(...row)
  }
  return items
}

function stateOf(token: BandToken | undefined, index: number): CellToken {
  return token === undefined ? 'later' : (token.inner[index] ?? null)
}

/** How far below its place, as laid out, the row at `top` stands in this piece; undefined when items that end above it continue on the next page. */
function pushOf({ laid: { children }, done }: BandCut, above: readonly ItemCut[], top: number): number | undefined {
  let push = 0
  for (const [i, { piece, next, isEnded }] of above.entries()) {
    const { y, laid } = children[i]!
    const end = y + laid.height
    if (end > top + EPSILON) continue
    if (next !== null && !isEnded) return undefined
    if (piece !== undefined) push = Math.max(push, piece.y + piece.height - (end - done))
  }
  return push
}

/** Items that begin in one row. */
interface Row {
  readonly first: number
  readonly end: number
  readonly push: number
}

function cutRow(band: BandCut, { first, end, push }: Row, token: BandToken | undefined): ItemCut[] | undefined {
  const items: ItemCut[] = []
  for (let i = first; i < end; i++) {
    const child = band.laid.children[i]!
    const state = stateOf(token, i)
    const item = state === 'later' ? beginItem(band, child, push) : state === null ? DONE : continueItem(band, child, state)
    if (item === undefined) return undefined
    const hasEnded = state !== 'later' && state !== null && token?.ended?.includes(i) === true
    items.push(hasEnded ? overflowOf(item) : item)
  }
  return items
}

/** Undefined when the item cannot give a legal piece here, and may not move alone. */
function beginItem(band: BandCut, child: Placed, push: number): ItemCut | undefined {
  const { room, cutter, laid } = band
  const y = topOf(band, child) + push
  const isBelowTop = y > EPSILON
  const mayMove = isBelowTop && (isFlex(laid) || room.forced)
  if (isBelowTop && y >= room.height - EPSILON) return mayMove ? DEFERRED : undefined
  const own: Room = { ...room, x: child.x, y, height: room.height - y, forced: room.forced && !isBelowTop }
  const cut = cutter.cut(child.laid, undefined, own)
  if (cut.kind === 'none') return mayMove ? DEFERRED : undefined
  if (mayMove && cut.kind === 'part' && cut.forced === undefined && cut.appeal < PERFECT) return DEFERRED
  return itemOf(laid, { laid: child.laid, inner: null }, cut, own.height)
}

function continueItem({ laid, room, cutter }: BandCut, child: Placed, inner: BreakToken): ItemCut | undefined {
  const cut = cutter.cut(child.laid, inner, { ...room, x: child.x, y: 0 })
  return cut.kind === 'none' ? undefined : itemOf(laid, { laid: child.laid, inner }, cut, room.height)
}

/** Where an item that has not begun stands on this page. */
function topOf({ done }: BandCut, { y }: Placed): number {
  return done === 0 ? y : Math.max(0, y - done)
}

/** `limit`: where the page ends, from the top of the item. */
function itemOf(parent: LaidFlexGrid, item: Begun, cut: Exclude<Cut, { kind: 'none' }>, limit: number): ItemCut {
  if (cut.kind === 'whole') return { ...DONE, piece: cut.piece }
  const { piece, next, appeal, forced, ended } = cut
  if (!endsHere(parent, item, limit, cut)) return { piece, next, appeal, forced, isEnded: false }
  const height = ended ?? heightLeft(item.laid, item.inner)
  return { piece: { ...piece, height, isLast: true }, next, appeal, forced: undefined, isEnded: true }
}

/** Of an item that ended on an earlier page: it has no height here. */
function overflowOf(item: ItemCut): ItemCut {
  return item.piece === undefined
    ? item
    : { ...item, piece: { ...item.piece, height: 0, isLast: false }, appeal: PERFECT, isEnded: item.next !== null }
}
