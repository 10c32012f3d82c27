// Problem: flex and grid containers place boxes in two dimensions; a page break must cut all boxes that are side by side at once. Approach: the bands of a
// container (flex lines, grid rows) follow each other as blocks do, so each becomes a box of its own for block flow, whose pieces are put back into the
// container afterwards. A band is cut by one horizontal line; it continues only if every item can give a legal piece. Limits: items keep their sizes; a
// stretched item ends with its band only in the last piece.

import { largest } from '../../collections/lists.ts'
import type { Laid, LaidFlexGrid } from '../../layout/laid.ts'
import { fitsWhole } from '../break-summary.ts'
import {
  type Appeal,
  type Cut,
  type CutPart,
  type Cutter,
  EPSILON,
  LAST_RESORT,
  minAppeal,
  NONE,
  PERFECT,
  type Room,
  wholePiece,
} from '../cut.ts'
import type { BreakToken, Fragment } from '../fragment.ts'
import { type BandCut, cutItems, type ItemCut } from './band-items.ts'
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

function cutBand(laid: LaidFlexGrid, token: BreakToken | undefined, room: Room, cutter: Cutter): Cut {
  if (token !== undefined && token.at !== 'band') throw new Error(`fragment: a band cannot continue at '${token.at}'`)
  if (room.isBacktracking && !room.forced) return NONE
  const band: BandCut = { laid, done: token?.done ?? 0, room, cutter }
  const items = cutItems(band, token)
  if (items === undefined) return NONE
  const pieces = items.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
  const isOver = hasMarginOver(laid, pieces, room.height)
  const continues = isOver || items.some((item) => item.next !== null && !item.isEnded) || hasSpaceBelow(band)
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

function nextOf({ done, room }: BandCut, items: readonly ItemCut[]): BreakToken {
  const ended = items.flatMap(({ isEnded }, i) => (isEnded ? [i] : []))
  const token = { at: 'band', done: done + Math.max(1, room.height), inner: items.map((item) => item.next) } as const
  return ended.length === 0 ? token : { ...token, ended }
}

function bandPart(band: BandCut, items: readonly ItemCut[]): CutPart {
  const forced = items.find((item) => item.forced !== undefined)?.forced
  const piece = bandPiece(band, items, Math.max(0, band.room.height), false)
  return { kind: 'part', piece, next: nextOf(band, items), forced, appeal: leastAppeal(items) }
}

function leastAppeal(items: readonly ItemCut[]): Appeal {
  return items.reduce<Appeal>((least, item) => minAppeal(least, item.appeal), PERFECT)
}

function bandEnd(band: BandCut, items: readonly ItemCut[]): Cut {
  const { laid, done, room } = band
  const ends = items.map(({ piece }) => (piece === undefined ? 0 : endOfItem(laid, piece)))
  const rest = Math.min(Math.max(0, room.height), laid.height - done)
  const height = largest(ends, rest)
  if (height + room.bottomReserve > room.height + EPSILON && !room.forced && done === 0) return NONE
  const piece = bandPiece(band, items, height, true)
  if (items.every((item) => item.next === null)) return { kind: 'whole', piece }
  return { kind: 'part', piece, next: nextOf(band, items), forced: undefined, appeal: leastAppeal(items), ended: height }
}

function bandPiece({ laid, done, room }: BandCut, items: readonly ItemCut[], height: number, isLast: boolean): Fragment {
  const children = items.flatMap(({ piece }) => (piece === undefined ? [] : [piece]))
  return { laid, x: room.x, y: room.y, height, isFirst: done === 0, isLast, content: { kind: 'children', children } }
}
