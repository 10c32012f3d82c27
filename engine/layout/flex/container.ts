// A flex container (CSS Flexbox 1 §9) around the main axis that Yoga solves: items are measured before, the cross axis is resolved after.

import type { Box, FlexBox } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import { addAll, largest } from '../../collections/lists.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { LaidFlexGrid, PendingBox, Placed, StaticAlignment } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { type Alignment, resolveAlignment } from '../sizing/alignment.ts'
import { usedHeight } from '../sizing/sizing.ts'
import { crossLines, crossOffset, type FlexLine, type FlexMember, rowAscent, sharedBaseline } from './cross.ts'
import { clampInner, type FlexFrame, makeFrame, raisedInner } from './frame.ts'
import { crossAlignment, type FlexItem, flexItems } from './item.ts'
import { hypotheticalOuter, type MainAxis, type MainItem, type SolvedAxis, type SolveMainAxis } from './main-axis.ts'

const NOTHING: SolvedAxis = { lines: [], sizes: [], offsets: [] }

export function layoutFlexContainer(box: FlexBox, size: LayoutSize, context: LayoutContext, solve: SolveMainAxis): LaidFlexGrid {
  const frame = makeFrame(box, size)
  const { edges } = frame
  const items = flexItems(frame, context)
  const main = items.length === 0 ? { solved: NOTHING, room: frame.innerHeight ?? clampInner(frame, 0) } : solveMain(items, frame, solve)
  const { lines, inner } = crossLines(items, main.solved, frame, context)
  const innerHeight = frame.isRow ? inner : main.room
  const children: Placed[] = []
  const pending: PendingBox[] = []
  for (const line of lines) placeMembers(line, frame, children)
  for (const { x, y, laid } of children) if (laid.pending !== undefined) addAll(pending, translatePending(laid.pending, x, y))
  for (const child of box.children) if (isAbsolute(child.style)) pending.push(staticPosition(child, frame, innerHeight))
  return {
    kind: 'flex-grid',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, innerHeight + edges.height),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: firstBaseline(lines, frame),
    lastBaseline: lastBaseline(lines, frame),
    positioned: [],
    shift: undefined,
    children: orderForBreaks(children, frame),
    breaks: breaksOf(lines, frame),
    breakSummary: undefined,
    ...(pending.length > 0 ? { pending } : {}),
  }
}

// ── The main axis ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The solved axis, and the inner main size it was solved in. */
export function solveMain(
  items: readonly FlexItem[],
  frame: FlexFrame,
  solve: SolveMainAxis,
): { readonly solved: SolvedAxis; readonly room: number } {
  const axis: Omit<MainAxis, 'room'> = {
    items: items.map((item) => toMainItem(item, frame)),
    gap: frame.mainGap,
    wraps: !frame.isSingleLine,
    isReversed: frame.isMainReversed,
    justify: mainAlignment(frame),
    safeSide: frame.isRow && frame.box.style.direction === 'rtl' ? 'end' : 'start',
  }
  const room = frame.isRow ? frame.width : columnRoom(axis, frame, solve)
  return { solved: solve({ room, ...axis }), room }
}

/** Inner height of a column: its own, or that of its longest line, broken where a maximum height says. */
function columnRoom(axis: Omit<MainAxis, 'room'>, frame: FlexFrame, solve: SolveMainAxis): number {
  const { innerHeight } = frame
  if (innerHeight !== undefined && frame.contentLimit === undefined) return innerHeight
  const limit = innerHeight ?? clampInner(frame, Number.POSITIVE_INFINITY)
  const all = [{ items: axis.items.map((_, i) => i) }]
  const lines = axis.wraps && Number.isFinite(limit) ? solve({ room: limit, ...axis }).lines : all
  const lengths = lines.map(({ items }) =>
    items.reduce(
      (sum, i) => sum + (axis.items[i] === undefined ? 0 : hypotheticalOuter(axis.items[i])),
      frame.mainGap * (items.length - 1),
    ),
  )
  const longest = largest(lengths, 0)
  return innerHeight === undefined ? clampInner(frame, longest) : raisedInner(frame, innerHeight, longest)
}

function toMainItem(item: FlexItem, { isRow }: FlexFrame): MainItem {
  const { margins, box } = item
  const { style } = box
  return {
    base: item.base,
    min: item.min,
    max: item.max,
    grow: item.grow,
    shrink: item.shrink,
    innerBase: item.innerBase,
    before: (isRow ? style.marginLeft : style.marginTop) === 'auto' ? 'auto' : isRow ? margins.left : margins.top,
    after: (isRow ? style.marginRight : style.marginBottom) === 'auto' ? 'auto' : isRow ? margins.right : margins.bottom,
  }
}

function mainAlignment({ box, isRow, isMainReversed }: FlexFrame): Alignment {
  const { justifyContent, direction } = box.style
  const alignment = resolveAlignment(justifyContent, {
    axis: isRow ? 'x' : 'y',
    direction,
    selfDirection: direction,
    isReversed: isMainReversed,
    normal: isMainReversed ? 'end' : 'start',
  })
  if (alignment.position !== 'stretch' && !alignment.position.endsWith('baseline')) return alignment
  return { position: isMainReversed ? 'end' : 'start', isSafe: false }
}

// ── Positions ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function placeMembers(line: FlexLine, frame: FlexFrame, into: Placed[]): void {
  const { inset } = frame.edges
  for (const member of line.members) {
    const across = line.offset + crossOffset(member, line, frame)
    const x = frame.isRow ? member.mainOffset : across
    const y = frame.isRow ? across : member.mainOffset
    into.push({ x: inset.left + x, y: inset.top + y, laid: member.laid })
  }
}

/** Where an absolute child would stand as the only item (§4.1). */
function staticPosition(child: Box, frame: FlexFrame, innerHeight: number): PendingBox {
  const { inset } = frame.edges
  const main = side(mainAlignment(frame), frame.isMainReversed)
  const cross = side(crossAlignment(child.style, frame.box.style, frame), frame.isCrossReversed)
  return {
    box: child,
    rect: { x: inset.left, y: inset.top, width: frame.width, height: innerHeight },
    alignX: frame.isRow ? main : cross,
    alignY: frame.isRow ? cross : main,
    inlineBlock: undefined,
  }
}

function side({ position, isSafe }: Alignment, isReversed: boolean): StaticAlignment {
  if (position === 'start') return position
  if (position === 'center' || position === 'end') return isSafe ? `safe ${position}` : position
  if (position === 'space-around' || position === 'space-evenly') return 'center'
  if (position === 'last baseline') return 'end'
  return isReversed && position !== 'baseline' ? 'end' : 'start'
}

/** The item that stands first is the last one. */
function isBackwards({ box: { style } }: FlexFrame): boolean {
  return style.flexDirection === 'row-reverse' || style.flexDirection === 'column-reverse'
}

/** The topmost line's shared baseline, or that of the item that stands first in it (§8.5). */
function firstBaseline(lines: readonly FlexLine[], frame: FlexFrame): number | undefined {
  // From right to left, the first column of items stands last.
  const line = !frame.isRow && frame.box.style.direction === 'rtl' ? lines.at(-1) : lines[0]
  const topmost = isBackwards(frame) ? line?.members.at(-1) : line?.members[0]
  const sharing = frame.isRow ? line?.members.find((candidate) => sharedBaseline(candidate, frame) === 'first') : undefined
  const member = sharing ?? topmost
  return line === undefined || member === undefined ? undefined : baselineOf(member, line, 'first', frame)
}

/** The same of the last line, or of the last item. */
function lastBaseline(lines: readonly FlexLine[], frame: FlexFrame): number | undefined {
  const line = !frame.isRow && frame.box.style.direction === 'rtl' ? lines[0] : lines.at(-1)
  const lowest = isBackwards(frame) ? line?.members[0] : line?.members.at(-1)
  const sharing = frame.isRow ? line?.members.find((candidate) => sharedBaseline(candidate, frame) === 'last') : undefined
  const member = sharing ?? lowest
  return line === undefined || member === undefined ? undefined : baselineOf(member, line, 'last', frame)
}

/** A baseline of an item from the top of the container. */
function baselineOf(member: FlexMember, line: FlexLine, which: 'first' | 'last', frame: FlexFrame): number {
  const { inset } = frame.edges
  const across = line.offset + crossOffset(member, line, frame)
  const y = frame.isRow ? across : member.mainOffset
  return inset.top + y + rowAscent(member, which) - member.item.margins.top
}

// ── Breaks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function orderForBreaks(children: readonly Placed[], frame: FlexFrame): readonly Placed[] {
  return frame.isRow || !frame.isMainReversed ? children : [...children].reverse()
}

/** Rows break between and through their lines, one column between its items; columns side by side do not break. */
function breaksOf(lines: readonly FlexLine[], frame: FlexFrame): LaidFlexGrid['breaks'] {
  if (!frame.isRow) {
    return lines.length <= 1 ? { kind: 'stack' } : { kind: 'monolithic' }
  }
  let first = 0
  const bands = lines.map((line) => {
    const band = { y: frame.edges.inset.top + line.offset, height: line.cross, first, end: first + line.members.length }
    first = band.end
    return band
  })
  return { kind: 'bands', bands }
}
