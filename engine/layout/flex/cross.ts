// The cross axis of a flex container (CSS Flexbox 1 §9.4, §9.6): line sizes, stretching, baselines, where each item stands in its line.

import { largest } from '../../collections/lists.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid } from '../laid.ts'
import { type Alignment, offsetOf, resolveAlignment, spread } from '../sizing/alignment.ts'
import { dependsOnHeight } from '../sizing/height-dependence.ts'
import { measureBox } from '../sizing/measure.ts'
import { preferredRatio } from '../sizing/ratio.ts'
import { clampHeight, isContentKeyword } from '../sizing/sizing.ts'
import { clampWidth, edgesOf, usedWidth, widthsHere } from '../sizing/width.ts'
import { clampInner, type FlexFrame, raisedInner } from './frame.ts'
import type { FlexItem } from './item.ts'
import type { SolvedAxis } from './main-axis.ts'

/** An item of known main size, laid out. */
export interface FlexMember {
  readonly item: FlexItem
  readonly mainSize: number
  readonly mainOffset: number
  readonly laid: Laid
}

export interface FlexLine extends SizedLine {
  /** From the top (or left) of the container's content box. */
  readonly offset: number
}

/** The lines with their items at their final size, and the cross size they take together. */
export function crossLines(
  items: readonly FlexItem[],
  main: SolvedAxis,
  frame: FlexFrame,
  context: LayoutContext,
): { readonly lines: readonly FlexLine[]; readonly inner: number } {
  const natural = main.lines.map((line) => {
    const members = line.items.map((i): FlexMember => {
      const item = items[i]!
      const mainSize = main.sizes[i] ?? 0
      return {
        item,
        mainSize,
        mainOffset: main.offsets[i] ?? 0,
        laid: layoutItem(item, { main: mainSize, cross: firstCross(item, mainSize, frame, context) }, frame, context),
      }
    })
    return sizedLine(members, frame)
  })
  const definite = frame.isRow ? frame.innerHeight : frame.width
  const gaps = frame.crossGap * Math.max(0, natural.length - 1)
  const total = natural.reduce((sum, line) => sum + line.cross, gaps)
  const inner = definite === undefined ? clampInner(frame, total) : frame.isRow ? raisedInner(frame, definite, total) : definite
  const sized = frame.isSingleLine ? natural.map((line) => ({ ...line, cross: inner })) : stretchLines(natural, inner - total, frame)
  const lines = placeLines(sized, inner - gaps, frame)
  return { lines: lines.map((line) => stretchMembers(line, frame, context)), inner }
}

// ── Items ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Cross size of an item before its line is known; undefined when its content gives it. */
function firstCross(item: FlexItem, mainSize: number, frame: FlexFrame, context: LayoutContext): number | undefined {
  if (!frame.isRow) return widthByHeight(item, mainSize, frame, context) ?? item.width
  return item.isStretched && frame.isSingleLine && frame.innerHeight !== undefined
    ? stretchedHeight(item, frame.innerHeight, frame)
    : undefined
}

/** In a column: the width that follows the flexed height, by a ratio or what is in the box, where nothing else gives one (§9.4, step 7). */
function widthByHeight(item: FlexItem, height: number, frame: FlexFrame, context: LayoutContext): number | undefined {
  const { box, edges, margins, isStretched } = item
  const { style } = box
  const isOpen = style.width === 'auto' || isContentKeyword(style.width)
  if (!isOpen || (isStretched && frame.isSingleLine)) return undefined
  const available = frame.width - margins.left - margins.right
  // Only a height of its own keeps a box as wide as its content.
  const hasOpenMinimum = style.height === 'auto'
  const space = { containingWidth: frame.width, containingHeight: frame.height, available, height, hasOpenMinimum, auto: 'shrink' } as const
  const isFollowing = preferredRatio(box, edges) !== undefined || (!isIndefinite(item, frame) && dependsOnHeight(box, context))
  return isFollowing ? usedWidth(box, space, context) : undefined
}

/** Flexing makes a height definite only in a container whose own is, or when the item decides it (§9.8). */
function isIndefinite(item: FlexItem, frame: FlexFrame): boolean {
  return frame.height === undefined && !item.isMainDefinite
}

/** Border-box sizes of an item; `cross` is undefined when its content decides it. */
interface ItemSize {
  readonly main: number
  readonly cross: number | undefined
}

function layoutItem(item: FlexItem, { main, cross }: ItemSize, frame: FlexFrame, context: LayoutContext): Laid {
  const basis = { containingWidth: frame.width, containingHeight: frame.height }
  if (frame.isRow) return measureBox(item.box, { width: main, height: cross, ...basis }, context)
  const isHeightIndefinite = isIndefinite(item, frame)
  return measureBox(item.box, { width: cross ?? item.width, height: main, ...basis, isHeightIndefinite }, context)
}

function stretchMembers(line: FlexLine, frame: FlexFrame, context: LayoutContext): FlexLine {
  const isWide = !frame.isRow && !frame.isSingleLine && line.cross > frame.width
  if (!isWide && !line.members.some(({ item }) => item.isStretched)) return line
  return { ...line, members: line.members.map((member) => stretchMember(member, line.cross, frame, context)) }
}

function stretchMember(member: FlexMember, cross: number, frame: FlexFrame, context: LayoutContext): FlexMember {
  const { item, mainSize } = member
  if (!item.isStretched && (frame.isRow || frame.isSingleLine || cross <= frame.width)) return member
  const stretched = !item.isStretched
    ? fittedWidth(item, cross, frame, context)
    : frame.isRow
      ? stretchedHeight(item, cross, frame)
      : stretchedWidth(item, cross, frame, context)
  return stretched === undefined ? member : { ...member, laid: layoutItem(item, { main: mainSize, cross: stretched }, frame, context) }
}

/** Items of a line that is wider than its container fit the line, as in browsers; undefined where they have widths of their own. */
function fittedWidth({ box, margins }: FlexItem, cross: number, frame: FlexFrame, context: LayoutContext): number | undefined {
  if (box.style.width !== 'auto' || preferredRatio(box, edgesOf(box, frame.width)) !== undefined) return undefined
  const available = cross - margins.left - margins.right
  return usedWidth(box, { containingWidth: frame.width, containingHeight: frame.height, available, auto: 'shrink' }, context)
}

function stretchedHeight({ box, edges, margins }: FlexItem, cross: number, frame: FlexFrame): number {
  return clampHeight(box.style, edges, frame.height, cross - margins.top - margins.bottom)
}

function stretchedWidth({ box, edges, margins }: FlexItem, cross: number, frame: FlexFrame, context: LayoutContext): number {
  const available = cross - margins.left - margins.right
  const space = { containingWidth: frame.width, containingHeight: frame.height, available, auto: 'stretch' } as const
  const query = { box, space, edges, context }
  const width = clampWidth(available, query)
  // A table is never narrower than its content (CSS Tables 3 §3.9.1).
  return box.kind === 'table' ? Math.max(width, widthsHere(query).min) : width
}

// ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function outerCross({ item, laid }: FlexMember, { isRow }: FlexFrame): number {
  const { margins } = item
  return isRow ? laid.height + margins.top + margins.bottom : laid.width + margins.left + margins.right
}

function sizedLine(members: readonly FlexMember[], frame: FlexFrame): SizedLine {
  const others = members.filter((member) => sharedBaseline(member, frame) === undefined).map((member) => outerCross(member, frame))
  const around = (which: 'first' | 'last'): BaselineRoom => {
    const aligned = members.filter((member) => sharedBaseline(member, frame) === which)
    if (aligned.length === 0) return { above: 0, below: 0 }
    const above = aligned.map((member) => ascent(member, which, frame))
    const below = aligned.map((member) => outerCross(member, frame) - ascent(member, which, frame))
    // Less than nothing where a baseline is outside of its item.
    return { above: largest(above, Number.NEGATIVE_INFINITY), below: largest(below, Number.NEGATIVE_INFINITY) }
  }
  const first = around('first')
  const last = around('last')
  return { members, cross: largest(others, Math.max(0, first.above + first.below, last.above + last.below)), first, last }
}

/** Which baseline an item shares with its line: without automatic margins across. Limits: boxes in orthogonal flows share none in columns. */
export function sharedBaseline({ item }: FlexMember, { isRow }: FlexFrame): 'first' | 'last' | undefined {
  const { marginTop, marginBottom, marginLeft, marginRight } = item.box.style
  const margins = isRow ? [marginTop, marginBottom] : [marginLeft, marginRight]
  if (margins.includes('auto') || (!isRow && item.box.kind === 'turned')) return undefined
  if (item.align.position === 'baseline') return 'first'
  return item.align.position === 'last baseline' ? 'last' : undefined
}

/** From the margin edge at the start of the cross axis; in columns the left edge stands for the baseline (CSS Flexbox 1 §8.3), as in browsers. */
function ascent(member: FlexMember, which: 'first' | 'last', { isRow }: FlexFrame): number {
  return isRow ? rowAscent(member, which) : member.item.margins.left
}

/** From the top margin edge to a baseline; a box without lines stands on its bottom edge (CSS Align 3 §9.1). */
export function rowAscent({ item, laid }: FlexMember, which: 'first' | 'last'): number {
  return item.margins.top + ((which === 'first' ? laid.firstBaseline : laid.lastBaseline) ?? laid.height)
}

/** What items that share a baseline need above and below it. */
interface BaselineRoom {
  readonly above: number
  readonly below: number
}

interface SizedLine {
  readonly members: readonly FlexMember[]
  readonly cross: number
  readonly first: BaselineRoom
  readonly last: BaselineRoom
}

function linesAlignment({ box, isRow, isCrossReversed }: FlexFrame): Alignment {
  const { alignContent, direction } = box.style
  const axis = isRow ? 'y' : 'x'
  return resolveAlignment(alignContent, { axis, direction, selfDirection: direction, isReversed: isCrossReversed, normal: 'stretch' })
}

function stretchLines(lines: readonly SizedLine[], free: number, frame: FlexFrame): readonly SizedLine[] {
  if (linesAlignment(frame).position !== 'stretch' || free <= 0) return lines
  return lines.map((line) => ({ ...line, cross: line.cross + free / lines.length }))
}

/** Lines from the top (or left) down, the first one last when the cross axis is reversed. `room` excludes gaps. */
function placeLines(lines: readonly SizedLine[], room: number, frame: FlexFrame): FlexLine[] {
  if (frame.isSingleLine) return lines.map((line) => placedAt(line, 0))
  const ordered = frame.isCrossReversed ? [...lines].reverse() : lines
  const free = room - lines.reduce((sum, line) => sum + line.cross, 0)
  const { before, between } = spread(linesAlignment(frame), free, lines.length, {
    normal: frame.isCrossReversed ? 'end' : 'start',
    safe: !frame.isRow && frame.box.style.direction === 'rtl' ? 'end' : 'start',
  })
  let offset = before
  return ordered.map((line) => {
    const placed = placedAt(line, offset)
    offset += line.cross + between + frame.crossGap
    return placed
  })
}

function placedAt({ members, cross, first, last }: SizedLine, offset: number): FlexLine {
  return { members, cross, first, last, offset }
}

/** Offset of an item's border box from the top (or left) of its line. */
export function crossOffset(member: FlexMember, line: FlexLine, frame: FlexFrame): number {
  const { item } = member
  const { style } = item.box
  const margins = frame.isRow
    ? { start: item.margins.top, end: item.margins.bottom }
    : { start: item.margins.left, end: item.margins.right }
  const auto = frame.isRow
    ? { start: style.marginTop === 'auto', end: style.marginBottom === 'auto' }
    : { start: style.marginLeft === 'auto', end: style.marginRight === 'auto' }
  const free = line.cross - outerCross(member, frame)
  if ((auto.start || auto.end) && free > 0) return margins.start + (auto.start && auto.end ? free / 2 : auto.start ? free : 0)
  const which = sharedBaseline(member, frame)
  if (which !== undefined) return margins.start + baselineOffset(member, line, which, frame)
  const { position } = item.align
  // For an item that shares none, `baseline` stands for its fallback.
  const isFlexStart = position === 'stretch' || position === 'baseline' || auto.start || auto.end
  if (isFlexStart) return margins.start + (frame.isCrossReversed ? free : 0)
  const isStartEnd = !frame.isRow && frame.box.style.direction === 'rtl'
  return margins.start + offsetOf(item.align, free, isStartEnd)
}

/** First baselines meet at the start of the line, last ones at its end. */
function baselineOffset(member: FlexMember, line: FlexLine, which: 'first' | 'last', frame: FlexFrame): number {
  const { above, below } = line[which]
  return ((which === 'first') === frame.isCrossReversed ? line.cross - below : above) - ascent(member, which, frame)
}
