// Problem: flex and grid containers place boxes in two dimensions; a page break must cut all boxes that are side by side at once. Approach: the bands of a
// container (flex lines, grid rows) follow each other as blocks do, so each becomes a box of its own for block flow, whose pieces are put back into the
// container afterwards. A band is cut by one horizontal line; it continues only if every item can give a legal piece. Limits: items keep their sizes; a
// stretched item ends with its band only in the last piece.

import { largest } from '../../collections/lists.ts'
import type { Laid, LaidFlexGrid, Placed } from '../../layout/laid.ts'
import { fitsWhole } from '../break-summary.ts'
import {
  type Appeal,
  type Cut,
  type CutPart,
  type Cutter,
  EPSILON,
  type Forced,
  LAST_RESORT,
  minAppeal,
  NONE,
  PERFECT,
  type Room,
  wholePiece,
} from '../cut.ts'
import type { BreakToken, CellToken, Fragment } from '../fragment.ts'
import { cutBlock } from './block.ts'
import { bands, isFlex } from './flex-grid-flow.ts'
import { endOfItem, endOfItems, hasMarginOver } from './item-margins.ts'
import { cutMonolithic } from './monolithic.ts'

export function cutFlexGrid(laid: LaidFlexGrid, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token === undefined && fitsWhole(laid, room.height - room.bottomReserve + EPSILON))
    return { kind: 'whole', piece: wholePiece(laid, room.x, room.y) }
  if (bands.has(laid)) return cutBand(laid, token, room, cutter)
  if (isMonolithic(laid, token, room)) return cutMonolithic(laid, token?.at === 'slice' ? token.y : 0, room, cutter)
  return unwrapped(cutBlock(laid, token, room, cutter), bands)
}

/** It moves whole. One taller than a page is cut like a single band: better between lines than through them. */
function isMonolithic(laid: LaidFlexGrid, token: BreakToken | undefined, room: Room): boolean {
  if (laid.breaks.kind !== 'monolithic') return false
  return laid.children.length === 0 || (token === undefined ? laid.height <= room.full + EPSILON && !room.forced : token.at === 'slice')
}

/** Replaces the boxes that were made for block flow by the pieces in them. */
export function unwrapped(cut: Cut, wrappers: WeakSet<Laid>): Cut {
  if (cut.kind === 'none' || cut.piece.content.kind !== 'children') return cut
  const children = cut.piece.content.children.flatMap((child) => (wrappers.has(child.laid) ? inside(child) : [child]))
  return { ...cut, piece: { ...cut.piece, content: { kind: 'children', children } } }
}

function inside(wrapper: Fragment): Fragment[] {
  const { content, laid, x, y } = wrapper
  if (content.kind === 'children') return content.children.map((child) => ({ ...child, x: child.x + x, y: child.y + y }))
  if (laid.kind !== 'flex-grid') throw new Error('fragment: of the boxes made for block flow, only bands are taken whole')
  return laid.children.map((child) => wholePiece(child.laid, child.x + x, child.y + y))
}

// ── One band ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One band on one page; `done` points of it are on earlier pages. */
interface BandCut {
  readonly laid: LaidFlexGrid
  readonly done: number
  readonly room: Room
  readonly cutter: Cutter
}

interface ItemCut {
  readonly piece: Fragment | undefined
  readonly next: CellToken
  readonly appeal: Appeal
  readonly forced: Forced | undefined
}

function cutBand(laid: LaidFlexGrid, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token !== undefined && token.at !== 'band') throw new Error(`fragment: a band cannot continue at '${token.at}'`)
  if (room.isBacktracking && !room.forced) return NONE
  const band: BandCut = { laid, done: token?.done ?? 0, room, cutter }
  const items: ItemCut[] = []
  for (const [i, child] of laid.children.entries()) {
    const item = cutItem(band, child, token === undefined ? 'later' : (token.inner[i] ?? null))
    if (item === undefined) return NONE
    items.push(item)
  }
  const pieces = items.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
  const isOver = hasMarginOver(laid, pieces, room.height)
  const continues = isOver || items.some((item) => item.next !== null) || hasSpaceBelow(band)
  const isEmpty = items.every((item) => item.piece === undefined)
  if (isEmpty && continues && !room.forced && !hasSpaceAbove(band)) return NONE
  if (!continues) return bandEnd(band, items)
  const part = bandPart(band, items)
  return isOver ? { ...part, appeal: LAST_RESORT } : part
}

/** The space that all items of a flex line leave above them may be broken, as in Chromium. */
function hasSpaceAbove({ laid, done }: BandCut): boolean {
  return isFlex(laid) && laid.children.every((child) => child.y > done + EPSILON)
}

/** The band is higher than its items, those of a flex line with their margins, and than the page: its space goes on where they have ended. */
function hasSpaceBelow({ laid, done, room }: BandCut): boolean {
  return laid.height > endOfItems(laid) + EPSILON && laid.height - done > room.height + EPSILON
}

/** Undefined when the item cannot give a legal piece here. */
function cutItem({ done, room, cutter }: BandCut, child: Placed, state: CellToken): ItemCut | undefined {
  if (state === null) return { piece: undefined, next: null, appeal: PERFECT, forced: undefined }
  const y = state === 'later' ? Math.max(0, child.y - done) : 0
  if (y >= room.height - EPSILON && y > 0) return DEFERRED
  const own: Room = { ...room, x: child.x, y, height: room.height - y, forced: room.forced && y <= EPSILON }
  const cut = cutter.cut(child.laid, state === 'later' ? undefined : state, own)
  // An item that begins below the top of its band moves alone: the break is in the space above it.
  if (cut.kind === 'none') return room.forced || y > EPSILON ? DEFERRED : undefined
  if (cut.kind === 'whole') return { piece: cut.piece, next: null, appeal: PERFECT, forced: undefined }
  return { piece: cut.piece, next: cut.next, appeal: cut.appeal, forced: cut.forced }
}

const DEFERRED: ItemCut = { piece: undefined, next: 'later', appeal: PERFECT, forced: undefined }

function bandPart(band: BandCut, items: readonly ItemCut[]): CutPart {
  const { done, room } = band
  const next: BreakToken = { at: 'band', done: done + Math.max(1, room.height), inner: items.map((item) => item.next) }
  const appeal = items.reduce<Appeal>((least, item) => minAppeal(least, item.appeal), PERFECT)
  const forced = items.find((item) => item.forced !== undefined)?.forced
  return { kind: 'part', piece: bandPiece(band, items, Math.max(0, room.height), false), next, forced, appeal }
}

function bandEnd(band: BandCut, items: readonly ItemCut[]): Cut {
  const { laid, done, room } = band
  const ends = items.map(({ piece }) => (piece === undefined ? 0 : endOfItem(laid, piece)))
  const rest = Math.min(Math.max(0, room.height), laid.height - done)
  const height = largest(ends, rest)
  if (height + room.bottomReserve > room.height + EPSILON && !room.forced && done === 0) return NONE
  return { kind: 'whole', piece: bandPiece(band, items, height, true) }
}

function bandPiece({ laid, done, room }: BandCut, items: readonly ItemCut[], height: number, isLast: boolean): Fragment {
  const children = items.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
  return { laid, x: room.x, y: room.y, height, isFirst: done === 0, isLast, content: { kind: 'children', children } }
}
