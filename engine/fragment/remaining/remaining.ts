// Problem: a page may be wider or narrower than the one before, and content takes the width of the page that it is on (CSS Break 3 §5.1).
// Approach: what remains of a laid box after a token is a tree of boxes again, which layout lays out at any width: blocks with the remaining children,
// paragraphs with the remaining text, tables with the remaining rows. A token for the new tree says that its boxes began on an earlier page: they have no
// top edges and no marks, and their heads are repeated ones. Only the path to the break is made of new boxes; everything else is shared with the old tree.
// Limits: a box that was sliced keeps its size, as the slice is a height.
import type { BlockBox, Box } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import type { Sequence } from '../../collections/sequence.ts'
import { sequenceAfter, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidBlock } from '../../layout/laid.ts'
import { isCloned } from '../cut.ts'
import { flowOf } from '../flow/float-wrappers.ts'
import { leastHeightLeft } from '../flow/given-height.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, ParallelToken } from '../fragment.ts'
import { remainingWithCaptions } from './captions.ts'
import { remainingColumns } from './columns.ts'
import { CONTINUED_TOP, continuedFloat, continuedStyle, sizedStyle } from './continued-style.ts'
import type { FlowToken, Remaining, RemainingFlow } from './contract.ts'
import { remainingFlexGrid } from './flex-grid.ts'
import { remainingLines } from './lines.ts'
import { boxesOf, progressOf, remainingPositioned, withParallel, withPositioned } from './positioned.ts'
import { remainingTable } from './table.ts'

/** What remains of `laid` from `token` on; undefined when it cannot be laid out again. */
export function remainingOf(laid: Laid, token: BreakToken): Remaining | undefined {
  if (token.at === 'slice') return { box: { ...laid.box, marks: [], style: sizedStyle(laid) }, token }
  switch (laid.kind) {
    case 'paragraph':
      return token.at === 'line' || token.at === 'rest' ? remainingLines(laid, token, remainingOf) : undefined
    case 'block':
      return token.at === 'child' || token.at === 'rest' ? remainingBlock(laid, token) : undefined
    case 'table':
      if (token.at === 'wrapper') return remainingWithCaptions(laid, token, remainingOf)
      return token.at === 'row' ? remainingTable(laid, token, remainingOf) : undefined
    case 'flex-grid':
      return token.at === 'child' || token.at === 'rest' ? remainingFlexGrid(laid, token, remainingOf) : undefined
    case 'columns':
      return token.at === 'child' || token.at === 'rest' ? remainingColumns(laid, token, { remainingOf, remainingChildren }) : undefined
    case 'replaced':
    case 'turned':
      return undefined
  }
}

function remainingBlock(laid: LaidBlock, token: FlowToken): Remaining | undefined {
  const { box } = laid
  if (box.kind !== 'block') return undefined
  const flow = remainingChildren(laid, token)
  if (flow === undefined) return undefined
  const done = token.at === 'rest' ? Math.min(token.y, heightOf(laid, token.y)) : doneBefore(laid, token)
  const progress = progressOf(laid, token, done, boxesOf(flow))
  const positioned = remainingPositioned(laid, progress, remainingOf)
  if (positioned === undefined) return undefined
  const height = laid.isOpen ? undefined : leastHeightLeft(laid, token) + CONTINUED_TOP
  const remains: BlockBox = {
    ...box,
    style: continuedStyle(laid, height),
    marks: [],
    marker: undefined,
    children: withPositioned(flow, positioned),
    // After the last child nothing is pulled any more: the height of a streamed box would never be known.
    isStreamed: token.at === 'child',
    continued: { done: positioned.above, placed: positioned.placed },
  }
  return { box: remains, token: withParallel(flow.token, positioned.tokens) }
}

/** The height of an open box is known once all of it was pulled, as it was when only what overflows it remains. */
function heightOf(laid: LaidBlock, y: number): number {
  return laid.isOpen && y < Number.MAX_SAFE_INTEGER ? y : laid.height
}

// ── Children ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const NO_BOXES: Sequence<Box> = sequenceOf<Box>([])

function remainingChildren(laid: LaidBlock, token: FlowToken): RemainingFlow | undefined {
  const { box } = laid
  // Tokens count the floats of blocks that hold nothing else; boxes do not.
  if (box.kind !== 'block' || flowOf(laid) !== laid.children) return undefined
  const parallel: Box[] = []
  const tokens: ParallelToken[] = []
  for (const { role, index, inner } of token.parallel) {
    if (role === 'positioned') continue
    const remains = remainingParallel(laid.children.at(index), role, inner)
    if (remains === undefined) return undefined
    tokens.push({ role, index: parallel.length, inner: remains.token })
    parallel.push(remains.box)
  }
  if (token.at === 'rest') {
    const y = token.y >= Number.MAX_SAFE_INTEGER ? token.y : isCloned(laid) ? laid.border.top + laid.padding.top : CONTINUED_TOP
    return { parallel, first: [], rest: NO_BOXES, from: 0, token: { at: 'rest', y, parallel: tokens } }
  }
  const child = laid.children.at(token.index)
  const at = boxIndexOf(laid, box, token.index)
  const between = outOfFlowBefore(box, token.index === 0 ? 0 : boxIndexOf(laid, box, token.index - 1) + 1, at)
  if (child === undefined) return undefined
  const own = token.inner === null ? undefined : remainingOf(child.laid, token.inner)
  if (token.inner !== null && own === undefined) return undefined
  const whole = box.children.at(at) ?? child.laid.box
  const first = own?.box ?? (token.isForced ? whole : withoutTopMargin(whole))
  const next: FlowToken = { at: 'child', index: parallel.length, inner: own?.token ?? null, isForced: token.isForced, parallel: tokens }
  return { parallel, first: [...between, first], rest: box.children, from: at + 1, token: next }
}

interface RemainingParallel {
  readonly box: Box
  readonly token: BreakToken | null
}

/** A float continues at the top of the page. A box that has ended has no height: only what overflows it continues. */
function remainingParallel(
  child: FlowChild | undefined,
  role: 'float' | 'overflow',
  inner: BreakToken | null,
): RemainingParallel | undefined {
  if (child === undefined) return undefined
  if (inner === null) return { box: child.laid.box, token: null }
  const own = remainingOf(child.laid, inner)
  if (own === undefined) return undefined
  if (role === 'float') return { box: continuedFloat(own.box, child.laid), token: own.token }
  const style = { ...own.box.style, height: 0, minHeight: 0, marginBottom: 0, paddingBottom: 0, borderBottomWidth: 0 } as const
  return { box: { ...own.box, style }, token: own.token }
}

/** Which child of its box a laid child comes from. */
function boxIndexOf(laid: LaidBlock, { children }: BlockBox, index: number): number {
  if (laid.boxIndexOf !== undefined) return laid.boxIndexOf(index)
  let left = index
  for (let i = 0; ; i++) {
    const child = children.at(i)
    if (child === undefined) return i
    if (!isAbsolute(child.style) && left-- === 0) return i
  }
}

function outOfFlowBefore({ children }: BlockBox, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let i = from; i < to; i++) {
    const child = children.at(i)
    if (child !== undefined) boxes.push(child)
  }
  return boxes
}

/** The margin at an unforced break is gone, also that of a first child which is joined with it. */
function withoutTopMargin(box: Box): Box {
  const { style } = box
  if (style.marginBreak === 'keep' || style.float !== 'none') return box
  const withoutHeight: Box = style.marginTop === 0 ? box : { ...box, style: { ...style, marginTop: 0 } }
  const first = withoutHeight.kind === 'block' && isJoined(withoutHeight) ? withoutHeight.children.at(0) : undefined
  if (withoutHeight.kind !== 'block' || first === undefined || isAbsolute(first.style) || first.style.float !== 'none') return withoutHeight
  const child = withoutTopMargin(first)
  return child === first ? withoutHeight : { ...withoutHeight, children: sequenceAfter([child], withoutHeight.children, 1) }
}

function isJoined({ style }: BlockBox): boolean {
  return style.borderTopWidth === 0 && style.paddingTop === 0 && style.overflowX === 'visible' && style.display === 'block'
}
