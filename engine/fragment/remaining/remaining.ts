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
import { flowOf, originOf } from '../flow/float-wrappers.ts'
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
  const open = box.kind === 'block' ? remainingFlows(laid, token) : undefined
  if (box.kind !== 'block' || open === undefined) return undefined
  const parallel = open.map((remains) => remains.box)
  const tokens = open.map(({ role, token: inner }, index): ParallelToken => ({ role, index, inner }))
  if (token.at === 'rest') {
    const y = token.y >= Number.MAX_SAFE_INTEGER ? token.y : isCloned(laid) ? laid.border.top + laid.padding.top : CONTINUED_TOP
    return { parallel, first: [], rest: NO_BOXES, from: 0, token: { at: 'rest', y, parallel: tokens } }
  }
  const origin = originOf(laid, token.index)
  const child = laid.children.at(origin)
  const at = boxIndexOf(laid, box, origin)
  const between = outOfFlowBefore(box, origin === 0 ? 0 : boxIndexOf(laid, box, origin - 1) + 1, at)
  if (child === undefined) return undefined
  const own = token.inner === null ? undefined : remainingOf(child.laid, token.inner)
  if (token.inner !== null && own === undefined) return undefined
  const whole = floatsFrom(child, flowOf(laid).at(token.index)) ?? box.children.at(at) ?? child.laid.box
  const first = own?.box ?? (token.isForced ? whole : withoutTopMargin(whole))
  const next: FlowToken = { at: 'child', index: parallel.length, inner: own?.token ?? null, isForced: token.isForced, parallel: tokens }
  return { parallel, first: [...between, first], rest: box.children, from: at + 1, token: next }
}

interface RemainingParallel {
  readonly box: Box
  readonly token: BreakToken | null
}

interface RemainingFlowOfChild extends RemainingParallel {
  readonly role: 'float' | 'overflow'
}

/** Floats and overflowing children that continue. Floats of a block that holds nothing else come in what remains of that block. */
function remainingFlows(laid: LaidBlock, token: FlowToken): RemainingFlowOfChild[] | undefined {
  const flows: RemainingFlowOfChild[] = []
  let wrapped: RemainingParallel[] = []
  let around: number | undefined
  for (const { role, index, inner } of token.parallel) {
    if (role === 'positioned') continue
    const origin = originOf(laid, index)
    const child = laid.children.at(origin)
    const item = flowOf(laid).at(index)
    const remains = remainingParallel(item, role, inner)
    if (child === undefined || item === undefined || remains === undefined) return undefined
    if (child.laid === item.laid) flows.push({ role, ...remains })
    else {
      if (around !== origin) wrapped = []
      wrapped.push(remains)
      const box = blockOfFloats(child, item, wrapped)
      if (box === undefined) return undefined
      if (around === origin) flows.pop()
      around = origin
      flows.push(box)
    }
  }
  return flows
}

/** What remains of a block that has ended and holds nothing but floats: those of its floats that continue. Undefined where they stand in a block inside of it. */
function blockOfFloats({ laid }: FlowChild, item: FlowChild, floats: readonly RemainingParallel[]): RemainingFlowOfChild | undefined {
  if (laid.kind !== 'block' || laid.box.kind !== 'block' || indexIn(laid, item) < 0) return undefined
  const children = sequenceOf(floats.map(({ box }) => box))
  const box: BlockBox = { ...laid.box, style: continuedStyle(laid, undefined), marks: [], marker: undefined, children, isStreamed: false }
  const parallel = floats.map(({ token }, index): ParallelToken => ({ role: 'float', index, inner: token }))
  return { role: 'overflow', box: withoutHeight(box), token: { at: 'rest', y: CONTINUED_TOP, parallel } }
}

/** A block that holds nothing but floats, from `item` on, one of them; undefined where `item` is the block itself or another child. */
function floatsFrom({ laid }: FlowChild, item: FlowChild | undefined): Box | undefined {
  if (item === undefined || item.laid === laid || laid.kind !== 'block' || laid.box.kind !== 'block') return undefined
  const index = indexIn(laid, item)
  if (index < 0) return undefined
  return { ...laid.box, marks: [], children: sequenceAfter([], laid.box.children, boxIndexOf(laid, laid.box, index)) }
}

function indexIn({ children }: LaidBlock, item: FlowChild): number {
  for (let i = 0; ; i++) {
    const child = children.at(i)
    if (child === undefined) return -1
    if (child.laid === item.laid) return i
  }
}

function withoutHeight(box: Box): Box {
  const style = { ...box.style, height: 0, minHeight: 0, marginBottom: 0, paddingBottom: 0, borderBottomWidth: 0 } as const
  return { ...box, style }
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
  return { box: withoutHeight(own.box), token: own.token }
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
