// Absolutely positioned boxes of a block that continues: those that continue with it, and those that have not begun.
import type { Box, TableBox } from '../../box/box.ts'
import { isAbsolute, isPlacedByFlow } from '../../box/box-kinds.ts'
import { isWhole, type Sequence, sequenceAfter } from '../../collections/sequence.ts'
import type { Laid, Placed } from '../../layout/laid.ts'
import { EPSILON, isCloned } from '../cut.ts'
import { doneBefore } from '../flow/progress.ts'
import { doneSideBySide, type Sides } from '../flow/side-by-side.ts'
import type { BreakToken, ParallelToken } from '../fragment.ts'
import { CONTINUED_TOP } from './continued-style.ts'
import type { FlowToken, RemainingFlow, RemainingFunction } from './contract.ts'

interface RemainingPositioned {
  /** Children of what remains, before those in flow. */
  readonly boxes: readonly Box[]
  readonly tokens: readonly ParallelToken[]
  /** Boxes of the tree that was laid out before, for a page of another width, which are placed already. */
  readonly placed: ReadonlySet<Box>
  /** Points of the block above what remains of it. */
  readonly above: number
}

/** How much of the block is on earlier pages. */
interface Progress {
  readonly done: number
  /** The same for boxes in content side by side. */
  readonly beside: Sides
  readonly parallel: readonly ParallelToken[]
  readonly positionedDone: number
  /** All of its content is on earlier pages, and all of its positioned boxes began there. */
  readonly isEnded: boolean
  /** What remains of its content. */
  readonly rest: Iterable<Box>
}

/** Of a block flow that `token` continues at `done` points; `rest` remains of its content. */
export function progressOf(laid: Laid, token: FlowToken, done: number, rest: Iterable<Box>): Progress {
  const beside = doneSideBySide(laid, token)
  return { done, beside, parallel: token.parallel, positionedDone: token.positionedDone ?? 0, isEnded: hasEnded(token), rest }
}

export function remainingPositioned(laid: Laid, progress: Progress, remainingOf: RemainingFunction): RemainingPositioned | undefined {
  const { done } = progress
  const earlier = laid.box.kind === 'block' || laid.box.kind === 'paragraph' ? laid.box.continued : undefined
  const start = isCloned(laid) ? laid.padding.top : CONTINUED_TOP + laid.border.top
  const above = (earlier?.done ?? 0) + done - start
  if (laid.positioned.length === 0) return { boxes: [], tokens: [], placed: earlier?.placed ?? NONE, above }
  const placed = new Set(earlier?.placed)
  const begun: Box[] = []
  const tokens: ParallelToken[] = []
  const later: Box[] = []
  let remaining: ReadonlySet<Box> | undefined
  const open = new Map(progress.parallel.flatMap((token) => (token.role === 'positioned' ? [[token.index, token] as const] : [])))
  for (const [index, entry] of laid.positioned.entries()) {
    if (entry.y === Number.NEGATIVE_INFINITY) continue
    const token = open.get(index)
    const { box } = entry.laid
    const from = progress.beside.get(box)?.done ?? done
    if (token !== undefined) {
      const own = token.inner === null ? undefined : remainingOf(entry.laid, token.inner)
      if (token.inner !== null && own === undefined) return undefined
      const { y = 0 } = token
      tokens.push({ role: 'positioned', index: tokens.length, inner: own?.token ?? null, ...(y > 0 ? { y } : {}) })
      begun.push(placedAt(own?.box ?? box, entry, above + y, laid))
    } else if (!progress.isEnded && entry.y >= from - EPSILON && (index >= progress.positionedDone || box.style.top === 'auto')) {
      remaining ??= absolutesIn(progress.rest)
      if (isPlacedByFlow(box.style) && remaining.has(box)) continue
      const y = Math.max(0, entry.y - from)
      if (box.style.top === 'auto' && !isPlacedByFlow(box.style) && !isOfPage(laid) && y > NEAR_TOP) later.push({ ...box })
      else {
        tokens.push({ role: 'positioned', index: tokens.length, inner: null, y })
        begun.push(placedAt(box, entry, above + y, laid))
      }
    }
    placed.add(box)
  }
  return { boxes: [...begun, ...later], tokens, placed, above }
}

/** What remains of a flow, as far as its boxes are built. */
export function* boxesOf({ parallel, first, rest, from }: RemainingFlow): Generator<Box, undefined> {
  yield* parallel
  yield* first
  yield* builtItems(sequenceAfter([], rest, from))
  return undefined
}

/** Positioned boxes come first: tokens count them in the order in which layout meets them, and floats may hold others. */
export function withPositioned({ parallel, first, rest, from }: RemainingFlow, { boxes }: RemainingPositioned): Sequence<Box> {
  return sequenceAfter([...boxes, ...parallel, ...first], rest, from)
}

export function withParallel(token: FlowToken, more: readonly ParallelToken[]): FlowToken {
  return more.length === 0 ? token : { ...token, parallel: [...token.parallel, ...more], positionedDone: more.length }
}

/** The box has ended: only what overflows it continues. */
export function hasEnded(token: BreakToken): boolean {
  return token.at === 'rest' && token.y >= Number.MAX_SAFE_INTEGER
}

const NONE: ReadonlySet<Box> = new Set()

/** Its positioned boxes are those of the initial containing block: the bottom of the first page, which stays where it is. */
function isOfPage({ box: { style } }: Laid): boolean {
  return style.position === 'static' && style.transform.length === 0 && style.filter.length === 0
}

/** Points: a box so near to the top of the page is placed there, before anything in flow. */
const NEAR_TOP = 2

/** Children of a streamed box that are searched: more may not be built yet. */
const MAX_STREAMED = 32

/** Absolutely positioned boxes among these boxes and in them, as far as they are built. */
function absolutesIn(boxes: Iterable<Box>): ReadonlySet<Box> {
  const found = new Set<Box>()
  const look = (box: Box): void => {
    if (isAbsolute(box.style)) found.add(box)
    for (const child of childrenOf(box)) look(child)
  }
  for (const box of boxes) look(box)
  return found
}

function childrenOf(box: Box): Iterable<Box> {
  switch (box.kind) {
    case 'block':
      return builtItems(box.children)
    case 'paragraph':
      return box.items.flatMap((item) => ('box' in item ? [item.box] : []))
    case 'flex':
    case 'grid':
      return box.children
    case 'table':
      return cellsOf(box)
    case 'replaced':
      return []
    case 'turned':
      return [box.inner]
  }
}

function* cellsOf(table: TableBox): Generator<Box, undefined> {
  yield* table.captions
  for (const group of builtItems(table.bodies)) for (const row of builtItems(group.rows)) for (const cell of row.cells) yield cell.box
  return undefined
}

/** The items of a sequence, of a streamed one no more than the first few. */
function* builtItems<T>(sequence: Sequence<T>): Generator<T, undefined> {
  const limit = isWhole(sequence) ? Number.POSITIVE_INFINITY : MAX_STREAMED
  for (let i = 0; i < limit; i++) {
    const item = sequence.at(i)
    if (item === undefined) return undefined
    yield item
  }
  return undefined
}

/** The box has positioned boxes below `done` that the flow does not place. */
export function isAwaitingPositioned({ positioned }: Laid, done: number): boolean {
  return positioned.some(({ y, laid }) => y >= done - EPSILON && (laid.box.style.top !== 'auto' || laid.box.style.bottom !== 'auto'))
}

/**
 * A positioned box is on an earlier page while the content that it comes from is part of the rest, or the other way round: laid out anew, the rest would
 * place it again, or not at all.
 */
export function differsFromRest(laid: Laid, token: BreakToken, rest: Box): boolean {
  if (laid.positioned.length === 0) return false
  const inRest = absolutesIn([rest])
  const [done, beside] = [doneBefore(laid, token), doneSideBySide(laid, token)]
  return laid.positioned.some(({ y, laid: { box } }) => y < (beside.get(box)?.done ?? done) - EPSILON === inRest.has(box))
}

/** A box that was placed in the tree laid out before: at a height from the top of its containing block and, unless it has an inset, at the distance from the nearer side. */
function placedAt(box: Box, { x, laid }: Placed, top: number, block: Laid): Box {
  const { style } = box
  const vertical = { top: top + CONTINUED_TOP, bottom: 'auto', marginTop: 0 } as const
  if (style.left !== 'auto' || style.right !== 'auto') return { ...box, style: { ...style, ...vertical } }
  const right = block.width - x - laid.width
  const across = x <= right ? { left: Math.max(0, x - block.border.left) } : { right: Math.max(0, right - block.border.right) }
  return { ...box, style: { ...style, ...vertical, ...across, marginLeft: 0, marginRight: 0 } }
}
