// Absolutely positioned boxes (CSS2 10.3.7, 10.3.8, 10.6.4, 10.6.5; CSS Position 3 §3–4). They travel outwards as `PendingBox` until a box
// that is their containing block has its size; there they are laid out and attached.

import type { Box, ReplacedBox } from '../../box/box.ts'
import { isContainingBlock, isFixedContainingBlock } from '../../box/box-kinds.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { type AutoLength, resolveLength } from '../../style/value.ts'
import type { LayoutContext } from '../context.ts'
import type { PendingBox, Placed } from '../laid.ts'
import { resolveAlignment } from '../sizing/alignment.ts'
import { contentHeight } from '../sizing/measure.ts'
import { replacedHeight } from '../sizing/replaced-size.ts'
import {
  clampHeight,
  isContentKeyword,
  isLeastAsContent,
  ratioHeight,
  ratioWidth,
  specifiedSize,
  usedEdges,
  usedMargins,
} from '../sizing/sizing.ts'
import { limitWidth, usedWidth } from '../sizing/width.ts'

/** The same boxes seen from further out. */
export function translatePending(pending: readonly PendingBox[], x: number, y: number): PendingBox[] {
  return pending.map((entry) => ({
    ...entry,
    rect: translate(entry.rect, x, y),
    inlineBlock: entry.inlineBlock === undefined ? undefined : translate(entry.inlineBlock, x, y),
  }))
}

function translate(rect: Rect, x: number, y: number): Rect {
  return { ...rect, x: rect.x + x, y: rect.y + y }
}

/** Boxes that found their containing block, and those that look further out. */
export interface Resolved {
  readonly placed: readonly Placed[]
  readonly rest: readonly PendingBox[]
}

/** Lays out the pending boxes whose containing block is `block` (a padding box) of an element with `style`. */
export function resolvePending(pending: readonly PendingBox[], block: Rect, style: Style, context: LayoutContext): Resolved {
  const placed: Placed[] = []
  const rest: PendingBox[] = []
  for (const entry of pending) {
    const isMine = entry.box.style.position === 'fixed' ? isFixedContainingBlock(style) : isContainingBlock(style)
    if (!isMine) rest.push(entry)
    else placed.push(placeAbsolute(entry, block, context, rest))
  }
  return { placed, rest }
}

/** Lays out those whose containing block is a positioned inline box, once its paragraph stands. */
export function resolveInlinePending(pending: readonly PendingBox[], context: LayoutContext): Resolved {
  const placed: Placed[] = []
  const rest: PendingBox[] = []
  for (const entry of pending) {
    if (entry.inlineBlock === undefined || entry.box.style.position === 'fixed') rest.push(entry)
    else placed.push(placeAbsolute(entry, entry.inlineBlock, context, rest))
  }
  return { placed, rest }
}

/** Lays out one box against its containing block; fixed boxes found inside of it are added to `rest`. */
export function placeAbsolute(entry: PendingBox, block: Rect, context: LayoutContext, rest: PendingBox[]): Placed {
  const { box } = entry
  const horizontal = horizontalExtent(entry, block, context)
  const height = definiteExtent(entry, block, horizontal.size, context)
  const laid = context.layout.layoutBox(
    box,
    {
      width: horizontal.size,
      height,
      containingWidth: block.width,
      containingHeight: block.height,
      ...(box.kind === 'turned' && box.style.height === 'auto' ? { room: roomAcross(entry, block) } : {}),
    },
    context,
  )
  const vertical = verticalOffset(entry, block, laid.height)
  const placed = { x: horizontal.offset, y: vertical, laid }
  if (laid.pending !== undefined) for (const inner of translatePending(laid.pending, placed.x, placed.y)) rest.push(inner)
  return placed
}

// ── Horizontal ──────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Extent {
  /** Of the border box, in the coordinates of the containing block's owner. */
  readonly offset: number
  readonly size: number
}

function horizontalExtent(entry: PendingBox, block: Rect, context: LayoutContext): Extent {
  const { box } = entry
  const { style } = box
  const margins = usedMargins(style, block.width)
  const around = margins.left + margins.right
  const insets: Insets = {
    start: resolveAuto(style.left, block.width),
    end: resolveAuto(style.right, block.width),
    blockStart: block.x,
    blockSize: block.width,
    staticStart: entry.rect.x,
    staticSize: entry.rect.width,
    align: entry.alignX,
  }
  const between = roomBetween(insets)
  // Tables do not grow by negative insets, in browsers.
  const room = (box.kind === 'table' ? Math.min(between, block.width) : between) - around
  const size = Math.max(0, absoluteWidth(entry, block, room, context))
  const offset = offsetIn({
    ...insets,
    inset: insetAlignment(style, 'x'),
    size,
    marginStart: style.marginLeft === 'auto' ? undefined : margins.left,
    marginEnd: style.marginRight === 'auto' ? undefined : margins.right,
    isReversed: style.direction === 'rtl',
    sharesLack: false,
  })
  return { offset, size }
}

function absoluteWidth(entry: PendingBox, block: Rect, room: number, context: LayoutContext): number {
  const { box } = entry
  const { style } = box
  const isStretched = fillsInsets(style, 'x')
  // A picture keeps its height unless it is stretched.
  const isFilledAcross = box.kind === 'replaced' ? style.alignSelf === 'stretch' && hasInsets(style, 'y') : fillsInsets(style, 'y')
  // Between all insets a ratio makes the height follow the width (CSS Sizing 4 §5.1).
  const isRatioDown = isStretched && style.aspectRatio !== 'auto'
  const height = style.height === 'auto' && isFilledAcross && !isRatioDown ? insetHeight(style, block) : undefined
  const space = { containingWidth: block.width, containingHeight: block.height, available: room, height } as const
  const query = { box, space: { ...space, auto: 'shrink' }, edges: usedEdges(style, block.width), context } as const
  if (box.kind === 'turned' && style.width === 'auto') {
    const across = isStretched ? room : acrossWidth(entry, block, context)
    if (across !== undefined) return limitWidth(across, query)
  }
  const isFilled = isStretched && style.width === 'auto' && style.justifySelf === 'stretch'
  if (isFilled && box.kind !== 'table') return limitWidth(room, query)
  if (box.kind === 'replaced' || style.width !== 'auto') return usedWidth(box, query.space, context)
  const transferred = isStretched ? undefined : widthFromInsets(box, block)
  if (transferred !== undefined) return limitWidth(transferred, query)
  return usedWidth(box, { ...space, auto: isStretched ? 'stretch' : 'shrink' }, context)
}

/** Whether an automatic size is the room between both insets: unless the box is aligned in there, or has a ratio that the other axis decides (CSS Align 3 §6.1). */
function fillsInsets(style: Style, axis: 'x' | 'y'): boolean {
  if (!hasInsets(style, axis)) return false
  const own = axis === 'x' ? style.justifySelf : style.alignSelf
  if (own !== 'auto' && own !== 'normal') return own === 'stretch'
  return axis === 'y' || style.aspectRatio === 'auto' || style.alignSelf !== 'stretch' || style.height !== 'auto' || !hasInsets(style, 'y')
}

function hasInsets(style: Style, axis: 'x' | 'y'): boolean {
  return axis === 'x' ? style.left !== 'auto' && style.right !== 'auto' : style.top !== 'auto' && style.bottom !== 'auto'
}

/** Alignment between both insets; undefined where none is asked for. */
function insetAlignment(style: Style, axis: 'x' | 'y'): InsetAlignment | undefined {
  const own = axis === 'x' ? style.justifySelf : style.alignSelf
  if (own === 'auto' || own === 'normal' || own === 'stretch' || !hasInsets(style, axis)) return undefined
  const { direction } = style
  const { position } = resolveAlignment(own, { axis, direction, selfDirection: direction, isReversed: false, normal: 'start' })
  const share = position === 'center' ? 1 / 2 : position === 'end' || position === 'last baseline' ? 1 : 0
  return { share, overflow: own.startsWith('safe ') ? 'safe' : own.startsWith('unsafe ') ? 'unsafe' : 'default' }
}

/** What insets, or the static position, leave of the height of the containing block. */
function roomAcross(entry: PendingBox, block: Rect): number {
  return Math.max(0, roomBetween(verticalInsets(entry, block)))
}

/** An orthogonal flow is as long as its insets leave room, and as thick as its content. */
function acrossWidth(entry: PendingBox, block: Rect, context: LayoutContext): number | undefined {
  const { box } = entry
  const { style } = box
  const height = fillsInsets(style, 'y') ? insetHeight(style, block) : undefined
  const room = { containingWidth: block.width, containingHeight: roomAcross(entry, block), height }
  return context.layout.widthAcross(
    box,
    style.height === 'auto' ? room : { ...room, height: undefined, containingHeight: block.height },
    context,
  )
}

/** The width that an aspect ratio gives to a height which both vertical insets decide. */
function widthFromInsets(box: Box, block: Rect): number | undefined {
  const { style } = box
  if (style.aspectRatio === 'auto' || style.height !== 'auto') return undefined
  const height = insetHeight(style, block)
  if (height === undefined) return undefined
  const edges = usedEdges(style, block.width)
  return ratioWidth(style, edges, clampHeight(style, edges, block.height, height))
}

// ── Vertical ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The border-box height that insets, `height` or the ratio decide; undefined when the content does. */
function definiteExtent(entry: PendingBox, block: Rect, width: number, context: LayoutContext): number | undefined {
  const { box } = entry
  const { style } = box
  const edges = usedEdges(style, block.width)
  if (box.kind === 'replaced') return replacedExtent(box, block, width, context)
  if (box.kind === 'table' && style.height !== 'stretch') return undefined
  const clamped = (height: number): number => {
    const isLimitedByContent = isContentKeyword(style.minHeight) || isContentKeyword(style.maxHeight)
    const space = { width, containingWidth: block.width, containingHeight: block.height }
    return clampHeight(style, edges, block.height, height, isLimitedByContent ? contentHeight(box, space, context) : undefined)
  }
  if (style.height === 'stretch') return clamped(filledRoom(entry, block))
  if (style.height !== 'auto') {
    const specified = specifiedSize(style.height, block.height, edges.height, style.boxSizing)
    return specified === undefined ? undefined : clamped(specified)
  }
  const isWidthDefinite = style.width !== 'auto' || fillsInsets(style, 'x')
  const isByRatio = style.aspectRatio !== 'auto' && isWidthDefinite && !(style.alignSelf === 'stretch' && hasInsets(style, 'y'))
  if (isByRatio) {
    const height = clamped(ratioHeight(style, edges, width))
    if (!isLeastAsContent(style, { height: undefined, containingHeight: block.height })) return height
    const most = specifiedSize(style.maxHeight, block.height, edges.height, style.boxSizing) ?? Number.POSITIVE_INFINITY
    const space = { width, containingWidth: block.width, containingHeight: block.height }
    return Math.max(height, Math.min(contentHeight(box, space, context), most))
  }
  const inset = fillsInsets(style, 'y') ? insetHeight(style, block) : undefined
  return inset === undefined ? undefined : clamped(inset)
}

/** A replaced box keeps its own height unless it is stretched; one that is stretched in width has the height of its ratio. */
function replacedExtent(box: ReplacedBox, block: Rect, width: number, context: LayoutContext): number {
  const { style } = box
  const size = { width, height: undefined, containingWidth: block.width, containingHeight: block.height }
  const isFilled = style.alignSelf === 'stretch' && style.height === 'auto'
  const inset = isFilled ? insetHeight(style, block) : undefined
  return inset === undefined ? replacedHeight(box, size, context) : clampHeight(style, usedEdges(style, block.width), block.height, inset)
}

/** What `stretch` fills: the room between the vertical insets, or of the static position. */
function filledRoom(entry: PendingBox, block: Rect): number {
  const margins = usedMargins(entry.box.style, block.width)
  return Math.max(0, roomAcross(entry, block) - margins.top - margins.bottom)
}

/** The room between the vertical insets; undefined with an `auto` inset. */
function insetHeight(style: Style, block: Rect): number | undefined {
  const top = resolveAuto(style.top, block.height)
  const bottom = resolveAuto(style.bottom, block.height)
  if (top === undefined || bottom === undefined) return undefined
  const margins = usedMargins(style, block.width)
  return Math.max(0, block.height - top - bottom - margins.top - margins.bottom)
}

function verticalInsets({ box: { style }, rect, alignY }: PendingBox, block: Rect): Insets {
  return {
    start: resolveAuto(style.top, block.height),
    end: resolveAuto(style.bottom, block.height),
    blockStart: block.y,
    blockSize: block.height,
    staticStart: rect.y,
    staticSize: rect.height,
    align: alignY,
  }
}

function verticalOffset(entry: PendingBox, block: Rect, height: number): number {
  const { style } = entry.box
  const margins = usedMargins(style, block.width)
  return offsetIn({
    ...verticalInsets(entry, block),
    inset: insetAlignment(style, 'y'),
    size: height,
    marginStart: style.marginTop === 'auto' ? undefined : margins.top,
    marginEnd: style.marginBottom === 'auto' ? undefined : margins.bottom,
    isReversed: false,
    sharesLack: true,
  })
}

// ── One axis ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Insets in one axis, the containing block and the static position. */
interface Insets {
  /** From the containing block; undefined for `auto`. */
  readonly start: number | undefined
  readonly end: number | undefined
  readonly blockStart: number
  readonly blockSize: number
  readonly staticStart: number
  readonly staticSize: number
  readonly align: PendingBox['alignX']
}

/** Where a box stands in the room between its insets. */
interface InsetAlignment {
  /** The part of the free room before it. */
  readonly share: number
  /** What holds a box that is larger than the room: its start, the containing block, or nothing (CSS Align 3 §4.4). */
  readonly overflow: 'safe' | 'default' | 'unsafe'
}

interface Axis extends Insets {
  /** Undefined when it is not aligned. */
  readonly inset: InsetAlignment | undefined
  /** Border box. */
  readonly size: number
  /** undefined for `auto`. */
  readonly marginStart: number | undefined
  readonly marginEnd: number | undefined
  /** When over-constrained, the start is ignored instead of the end. */
  readonly isReversed: boolean
  /** Two `auto` margins share what is missing, too (CSS2 10.6.4; across, only what is left over: 10.3.7). */
  readonly sharesLack: boolean
}

/** Solves the equation of insets, margins and size for the border box's offset. */
function offsetIn(axis: Axis): number {
  const { start, end, size } = axis
  const marginStart = axis.marginStart ?? 0
  const marginEnd = axis.marginEnd ?? 0
  const far = axis.blockStart + axis.blockSize
  if (start === undefined && end === undefined) return staticOffset(axis, marginStart, marginEnd)
  if (start === undefined) return far - (end ?? 0) - marginEnd - size
  if (end === undefined) return axis.blockStart + start + marginStart
  const free = axis.blockSize - start - end - size - marginStart - marginEnd
  const begin = axis.blockStart + start + marginStart
  const isAutoMargin = axis.marginStart === undefined || axis.marginEnd === undefined
  if (axis.inset !== undefined && !isAutoMargin) return begin + alignedOffset(axis, axis.inset, { free, start, end })
  if (axis.marginStart === undefined && axis.marginEnd === undefined) {
    if (free >= 0 || axis.sharesLack) return begin + free / 2
    return axis.isReversed ? begin + free : begin
  }
  if (axis.marginStart === undefined) return begin + free
  if (axis.marginEnd === undefined) return begin
  return axis.isReversed ? begin + free : begin
}

function alignedOffset(
  { isReversed }: Axis,
  { share, overflow }: InsetAlignment,
  { free, start, end }: { readonly free: number; readonly start: number; readonly end: number },
): number {
  if (overflow === 'unsafe' || free >= 0) return free * share
  if (overflow === 'safe') return isReversed ? free : 0
  // A box that overflows the room stays in the containing block, as far as it fits there; negative insets make that no smaller than the room.
  const least = Math.min(0, -start)
  const most = free + Math.max(0, end)
  return isReversed
    ? Math.max(Math.min(free * share, Math.max(most, least)), Math.min(most, least))
    : Math.max(Math.min(free * share, most), least)
}

function staticOffset(axis: Axis, marginStart: number, marginEnd: number): number {
  const { from, to } = staticRoom(axis)
  const free = to - from - axis.size - marginStart - marginEnd
  const isHeld = axis.align.startsWith('safe') && free < 0
  const share = axis.align === 'start' || isHeld ? 0 : axis.align.endsWith('center') ? free / 2 : free
  return from + marginStart + share
}

/** Room between the insets, or of the static position, margins included. */
function roomBetween(insets: Insets): number {
  const { start, end, blockSize } = insets
  if (start !== undefined || end !== undefined) return blockSize - (start ?? 0) - (end ?? 0)
  const { from, to } = staticRoom(insets)
  return to - from
}

/**
 * What a box without insets is aligned in: from its static position to the far side of the containing block; about the middle of it, as far as the nearer
 * side is (CSS Position 3 §3.5.1).
 */
function staticRoom({ blockStart, blockSize, staticStart, staticSize, align }: Insets): { readonly from: number; readonly to: number } {
  const far = blockStart + blockSize
  if (align === 'start') return { from: staticStart, to: far }
  if (align.endsWith('end')) return { from: blockStart, to: staticStart + staticSize }
  const middle = staticStart + staticSize / 2
  const reach = Math.min(middle - blockStart, far - middle)
  return { from: middle - reach, to: middle + reach }
}

function resolveAuto(value: AutoLength, basis: number): number | undefined {
  return value === 'auto' ? undefined : resolveLength(value, basis)
}
