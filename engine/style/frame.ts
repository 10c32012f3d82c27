// Writing modes (CSS Writing Modes 4) as frames. Layout knows one frame: x runs from line-left to line-right, y from block-start to block-end. Styles of boxes in
// vertical writing modes are turned into that frame, so that `marginTop` is the block-start margin; painting turns boxes back into physical ones.
import { ObjectCache } from '../collections/cache.ts'
import type { Edges, Rect, Size } from '../geometry.ts'
import type { Frame, Style } from './style.ts'
import type { Display } from './value.ts'

/** The frame that a box of this writing mode lays its content out in. */
export function frameOf(mode: Style['writingMode']): Frame {
  switch (mode) {
    case 'horizontal-tb':
      return 'none'
    case 'vertical-lr':
      return 'lr'
    case 'sideways-lr':
      return 'sl'
    default:
      return 'rl'
  }
}

/** The frame of what stands in a line: line-over is right in `vertical-lr` too. */
export function lineFrameOf(frame: Frame): Frame {
  return frame === 'lr' ? 'rl' : frame
}

/** One of the frames is vertical and the other is not: an orthogonal flow. */
export function isOrthogonal(a: Frame, b: Frame): boolean {
  return (a === 'none') !== (b === 'none')
}

type Side = keyof Edges

/** By frame: the physical sides that its top, right, bottom and left are. */
const SIDES: Readonly<Record<Frame, Readonly<Record<Side, Side>>>> = {
  none: { top: 'top', right: 'right', bottom: 'bottom', left: 'left' },
  rl: { top: 'right', right: 'bottom', bottom: 'left', left: 'top' },
  lr: { top: 'left', right: 'bottom', bottom: 'right', left: 'top' },
  sl: { top: 'left', right: 'top', bottom: 'right', left: 'bottom' },
}

/** By frame: its sides that the physical ones are. */
const BACK: Readonly<Record<Frame, Readonly<Record<Side, Side>>>> = {
  none: SIDES.none,
  rl: inverse(SIDES.rl),
  lr: inverse(SIDES.lr),
  sl: inverse(SIDES.sl),
}

function inverse(sides: Readonly<Record<Side, Side>>): Readonly<Record<Side, Side>> {
  const back: Record<Side, Side> = { ...sides }
  for (const side of ['top', 'right', 'bottom', 'left'] as const) back[sides[side]] = side
  return back
}

/** The physical side that a side of the frame is. */
export function physicalSide(side: Side, frame: Frame): Side {
  return SIDES[frame][side]
}

/** Values of the four physical sides, by side of a frame. */
export function sidesIn<T>(sides: Readonly<Record<Side, T>>, frame: Frame): Readonly<Record<Side, T>> {
  const { top, right, bottom, left } = SIDES[frame]
  return { top: sides[top], right: sides[right], bottom: sides[bottom], left: sides[left] }
}

/** Values of the four sides of a frame, by physical side. */
export function physicalSides<T>(sides: Readonly<Record<Side, T>>, frame: Frame): Readonly<Record<Side, T>> {
  const { top, right, bottom, left } = BACK[frame]
  return { top: sides[top], right: sides[right], bottom: sides[bottom], left: sides[left] }
}

/** A rectangle in a box of `size` of a frame, from the physical top left corner of that box. */
export function rectOnPage(rect: Rect, frame: Frame, size: Size): Rect {
  const { x, y, width, height } = rect
  switch (frame) {
    case 'none':
      return rect
    case 'rl':
      return { x: size.height - y - height, y: x, width: height, height: width }
    case 'lr':
      return { x: y, y: x, width: height, height: width }
    case 'sl':
      return { x: y, y: size.width - x - width, width: height, height: width }
  }
}

/** A physical rectangle in a box of physical `size`, in the coordinates of a frame. */
export function rectIn(rect: Rect, frame: Frame, size: Size): Rect {
  const { x, y, width, height } = rect
  switch (frame) {
    case 'none':
      return rect
    case 'rl':
      return { x: y, y: size.width - x - width, width: height, height: width }
    case 'lr':
      return { x: y, y: x, width: height, height: width }
    case 'sl':
      return { x: size.height - y - height, y: x, width: height, height: width }
  }
}

// ── Styles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const turned = new ObjectCache<Style, Partial<Record<Frame, Style>>>('identity')

/** The style expressed in another frame; the same object for the same style and frame. */
export function styleIn(style: Style, frame: Frame): Style {
  if (style.frame === frame) return style
  let known = turned.get(style)
  if (known === undefined) turned.set(style, (known = {}))
  known[frame] ??= turn(style, frame)
  return known[frame]
}

/** The style as the author wrote it. */
export function physicalStyle(style: Style): Style {
  return styleIn(style, 'none')
}

/** Inline boxes, and what stands over or under one. */
const IN_LINE: ReadonlySet<Display> = new Set<Display>([
  'inline',
  'ruby',
  'ruby-base',
  'ruby-text',
  'ruby-base-container',
  'ruby-text-container',
])

/** What layout and painting see of a computed style: in the frame of its box's parent lines for inline boxes, in its own otherwise. */
export function usedStyle<T extends Style | undefined>(style: T): T {
  if (style === undefined || style.writingMode === 'horizontal-tb') return style
  const frame = frameOf(style.writingMode)
  return styleIn(style, IN_LINE.has(style.display) ? lineFrameOf(frame) : frame) as T // a style, as it was given one
}

function turn(style: Style, frame: Frame): Style {
  const physical = style.frame === 'none' ? style : toPhysical(style)
  return frame === 'none' ? physical : toFrame(physical, frame)
}

function toFrame(style: Style, frame: Frame): Style {
  return { ...exchanged(style), ...withSides(style, SIDES[frame]), frame }
}

function toPhysical(style: Style): Style {
  return { ...exchanged(style), ...withSides(style, BACK[style.frame]), frame: 'none' }
}

/** Width and height change places. */
function exchanged(style: Style): Style {
  const { aspectRatio } = style
  return {
    ...style,
    width: style.height,
    height: style.width,
    minWidth: style.minHeight,
    minHeight: style.minWidth,
    maxWidth: style.maxHeight,
    maxHeight: style.maxWidth,
    containIntrinsicWidth: style.containIntrinsicHeight,
    containIntrinsicHeight: style.containIntrinsicWidth,
    overflowX: style.overflowY,
    overflowY: style.overflowX,
    aspectRatio: aspectRatio === 'auto' ? 'auto' : { ...aspectRatio, ratio: 1 / aspectRatio.ratio },
  }
}

type SideValues = Pick<
  Style,
  `margin${Capitalize<Side>}` | `padding${Capitalize<Side>}` | `border${Capitalize<Side>}${'Width' | 'Style' | 'Color'}` | Side
>

const MARGIN = { top: 'marginTop', right: 'marginRight', bottom: 'marginBottom', left: 'marginLeft' } as const
const PADDING = { top: 'paddingTop', right: 'paddingRight', bottom: 'paddingBottom', left: 'paddingLeft' } as const
const WIDTH = { top: 'borderTopWidth', right: 'borderRightWidth', bottom: 'borderBottomWidth', left: 'borderLeftWidth' } as const
const STYLE = { top: 'borderTopStyle', right: 'borderRightStyle', bottom: 'borderBottomStyle', left: 'borderLeftStyle' } as const
const COLOR = { top: 'borderTopColor', right: 'borderRightColor', bottom: 'borderBottomColor', left: 'borderLeftColor' } as const

/** Each side takes the values of the side that `from` names. */
function withSides(style: Style, { top, right, bottom, left }: Readonly<Record<Side, Side>>): SideValues {
  return {
    top: style[top],
    right: style[right],
    bottom: style[bottom],
    left: style[left],
    marginTop: style[MARGIN[top]],
    marginRight: style[MARGIN[right]],
    marginBottom: style[MARGIN[bottom]],
    marginLeft: style[MARGIN[left]],
    paddingTop: style[PADDING[top]],
    paddingRight: style[PADDING[right]],
    paddingBottom: style[PADDING[bottom]],
    paddingLeft: style[PADDING[left]],
    borderTopWidth: style[WIDTH[top]],
    borderRightWidth: style[WIDTH[right]],
    borderBottomWidth: style[WIDTH[bottom]],
    borderLeftWidth: style[WIDTH[left]],
    borderTopStyle: style[STYLE[top]],
    borderRightStyle: style[STYLE[right]],
    borderBottomStyle: style[STYLE[bottom]],
    borderLeftStyle: style[STYLE[left]],
    borderTopColor: style[COLOR[top]],
    borderRightColor: style[COLOR[right]],
    borderBottomColor: style[COLOR[bottom]],
    borderLeftColor: style[COLOR[left]],
  }
}
