// Boxes in another writing mode than the box around them (CSS Writing Modes 4 §7): laid out in their own frame, with a size and baselines in the outer one. Orthogonal
// flows are as long as there is room in the block direction around them, and as thick as their content.
import type { Box, TurnedBox } from '../box/box.ts'
import { boxIn } from '../box/turned-box.ts'
import type { Rect } from '../geometry.ts'
import { isOrthogonal, physicalSides, rectIn, rectOnPage, sidesIn } from '../style/frame.ts'
import type { Frame } from '../style/style.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from './context.ts'
import type { Laid, LaidTurned, PendingBox, StaticAlignment } from './laid.ts'
import { measureBox } from './sizing/measure.ts'
import { usedEdges, usedMargins } from './sizing/sizing.ts'
import { usedWidth } from './sizing/width.ts'

export function layoutTurned(box: TurnedBox, size: LayoutSize, context: LayoutContext): LaidTurned {
  const frames = { outer: box.style.frame, inner: box.inner.style.frame }
  const isAcross = isOrthogonal(frames.outer, frames.inner)
  const inner = isAcross ? layoutAcross(box, size, context) : context.layout.layoutBox(box.inner, size, context)
  const whole = isAcross ? { width: inner.height, height: inner.width } : { width: inner.width, height: inner.height }
  const physical = frames.outer === 'none' ? whole : { width: whole.height, height: whole.width }
  const toOuter = (rect: Rect): Rect => rectIn(rectOnPage(rect, frames.inner, inner), frames.outer, physical)
  const pending = inner.pending?.map((entry) => turnPending(entry, frames, toOuter))
  const isFlipped = frames.inner === 'lr' || frames.outer === 'lr'
  const baseline = (value: number | undefined): number | undefined =>
    value === undefined || isAcross ? undefined : isFlipped ? inner.height - value : value
  return {
    kind: 'turned',
    box,
    ...whole,
    border: sidesIn(physicalSides(inner.border, frames.inner), frames.outer),
    padding: sidesIn(physicalSides(inner.padding, frames.inner), frames.outer),
    firstBaseline: baseline(inner.firstBaseline),
    lastBaseline: baseline(inner.lastBaseline),
    positioned: [],
    shift: undefined,
    ...(pending === undefined || pending.length === 0 ? {} : { pending }),
    inner: pending === undefined ? inner : { ...inner, pending: [] },
  }
}

interface Frames {
  readonly outer: Frame
  readonly inner: Frame
}

/** An orthogonal flow. What is the width outside is the height inside. */
function layoutAcross(box: TurnedBox, given: LayoutSize, context: LayoutContext): Laid {
  const { width, height, containingWidth, containingHeight, room } = given
  const natural = naturalAcross(box, { containingWidth, containingHeight: room ?? containingHeight, height }, context)
  const isAuto = box.style.width === 'auto'
  if (isAuto && natural.height === width) return natural
  const size = { width: natural.width, height: width, containingWidth, containingHeight: containingWidth }
  return context.layout.layoutBox(box.inner, isAuto ? { ...size, isHeightIndefinite: true } : size, context)
}

/** What an orthogonal flow is laid out in. */
interface RoomAcross {
  readonly containingWidth: number | undefined
  readonly containingHeight: number | undefined
  /** Outer height of the border box where the container decides it. */
  readonly height: number | undefined
}

/** The inner box with the length that it has in this room, as thick as its content. */
function naturalAcross(box: TurnedBox, { containingWidth, containingHeight, height }: RoomAcross, context: LayoutContext): Laid {
  const { style } = box
  const inner = containingHeight === undefined ? withoutPercentage(box) : box.inner
  const margins = usedMargins(style, containingWidth ?? 0)
  const room = containingHeight ?? box.room ?? fallbackLength(style.frame, context)
  const available = Math.max(0, room - margins.top - margins.bottom)
  const space = { containingWidth: room, containingHeight: containingWidth, available, auto: 'shrink' } as const
  const width = height ?? usedWidth(withPadding(inner, containingWidth ?? 0), space, context)
  const size = { width, height: undefined, containingWidth: containingWidth ?? 0, containingHeight: containingWidth }
  return measureBox(inner, size, context)
}

/** The content of a turned cell is as long as the cell is high, once that is known; before, as long as its text, which overflows the height that the cell was given. */
function withoutPercentage({ inner, room }: TurnedBox): Box {
  if (!inner.isAnonymous || inner.style.width === 'auto') return inner
  return { ...inner, style: { ...inner.style, width: 'auto', height: 'auto', maxWidth: room ?? inner.style.maxWidth } }
}

/** Percentages of padding are of the width around, not of the length that is worked out here. */
function withPadding(inner: Box, containingWidth: number): Box {
  const { paddingTop, paddingRight, paddingBottom, paddingLeft } = inner.style
  if ([paddingTop, paddingRight, paddingBottom, paddingLeft].every((value) => typeof value === 'number')) return inner
  const { top, right, bottom, left } = usedEdges(inner.style, containingWidth).padding
  return { ...inner, style: { ...inner.style, paddingTop: top, paddingRight: right, paddingBottom: bottom, paddingLeft: left } }
}

/** Where the height around is not known, the initial containing block stands for it (CSS Writing Modes 4 §7.3.1). */
function fallbackLength(frame: Frame, { area }: LayoutContext): number {
  return frame === 'none' ? area.height : area.width
}

/** Outer border-box width that an orthogonal flow takes by itself; undefined for boxes that are not orthogonal. */
export function widthAcross(box: Box, room: RoomAcross, context: LayoutContext): number | undefined {
  if (box.kind !== 'turned' || !isOrthogonal(box.style.frame, box.inner.style.frame)) return undefined
  return naturalAcross(box, room, context).height
}

export function turnedWidths(box: TurnedBox, context: LayoutContext): ContentWidths {
  const width = widthAcross(box, { containingWidth: undefined, containingHeight: undefined, height: undefined }, context)
  return width === undefined ? context.layout.contentWidths(box.inner, context) : { min: width, max: width }
}

// ── Positioned boxes ────────────────────────────────────────────────────────────────────────────────────────────────────

/** A positioned box that leaves the inner box for a containing block in the outer frame. */
function turnPending(entry: PendingBox, frames: Frames, toOuter: (rect: Rect) => Rect): PendingBox {
  const { rect, alignX, alignY, inlineBlock } = entry
  const [x, y] = [ALONG_X[frames.outer], ALONG_Y[frames.outer]]
  const [ownX, ownY] = [ALONG_X[frames.inner], ALONG_Y[frames.inner]]
  const along = (axis: Direction): StaticAlignment =>
    axis.isVertical === ownX.isVertical ? aligned(alignX, axis, ownX) : aligned(alignY, axis, ownY)
  return {
    box: boxIn(entry.box, frames.outer),
    rect: toOuter(rect),
    alignX: along(x),
    alignY: along(y),
    inlineBlock: inlineBlock === undefined ? undefined : toOuter(inlineBlock),
  }
}

/** Where an axis of a frame points on the page. */
interface Direction {
  readonly isVertical: boolean
  readonly isReversed: boolean
}

const ALONG_X: Readonly<Record<Frame, Direction>> = {
  none: { isVertical: false, isReversed: false },
  rl: { isVertical: true, isReversed: false },
  lr: { isVertical: true, isReversed: false },
  sl: { isVertical: true, isReversed: true },
}

const ALONG_Y: Readonly<Record<Frame, Direction>> = {
  none: { isVertical: true, isReversed: false },
  rl: { isVertical: false, isReversed: true },
  lr: { isVertical: false, isReversed: false },
  sl: { isVertical: false, isReversed: false },
}

const REVERSED: Readonly<Record<StaticAlignment, StaticAlignment>> = {
  start: 'end',
  center: 'center',
  end: 'start',
  'safe center': 'safe center',
  'safe end': 'start',
}

function aligned(align: StaticAlignment, axis: Direction, own: Direction): StaticAlignment {
  return axis.isReversed === own.isReversed ? align : REVERSED[align]
}
