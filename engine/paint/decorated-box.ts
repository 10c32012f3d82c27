// The border box of a piece as its decoration sees it: which ends are its own, its edges and its used corner radii.
import type { Edges, Rect } from '../geometry.ts'
import type { LaidBlock } from '../layout/laid.ts'
import { physicalSides, physicalStyle } from '../style/frame.ts'
import type { Style } from '../style/style.ts'
import { type BoxEdge, type CornerRadius, resolveLength } from '../style/value.ts'
import type { GlyphPaint } from './canvas.ts'
import { onPage, type PageFrame } from './geometry/page-frame.ts'
import { fitRadii, insetRect, type Radii, type Radius, SHARP } from './geometry/rounded-rect.ts'
import { type Borders, bordersOf, type PaintedPiece } from './piece.ts'

/** The sides of a piece that are sides of its box; at the others the box continues in another column, page or line. */
export interface BoxEnds {
  readonly top: boolean
  readonly right: boolean
  readonly bottom: boolean
  readonly left: boolean
}

export const ALL_ENDS: BoxEnds = Object.freeze({ top: true, right: true, bottom: true, left: true })

/** The ends of a fragment of a box that was broken by pages or columns. */
export function verticalEnds(isFirst: boolean, isLast: boolean): BoxEnds {
  return isFirst && isLast ? ALL_ENDS : { top: isFirst, right: true, bottom: isLast, left: true }
}

/** Everything that the decoration of a box depends on: background, border, shadow. */
export interface DecoratedBox {
  readonly style: Style
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly border: Edges
  readonly padding: Edges
  readonly ends: BoxEnds
  readonly borders: Borders
  /** The background was propagated to the page, and is not painted with the box. */
  readonly isBackgroundPropagated: boolean
  /** The box before fragmentation, when its background depends on that. */
  readonly unfragmented?: UnfragmentedBox | undefined
  /** Where the border is left out: behind the legend of a fieldset. */
  readonly gap?: Rect
  /** The text in the box, for backgrounds clipped to text. */
  readonly texts?: (() => readonly GlyphPaint[]) | undefined
}

/** A box before fragmentation: its height, the part of that in earlier fragments, and its border. */
export interface UnfragmentedBox {
  readonly height: number
  readonly above: number
  /** For an inline box on several lines, as if on a single line: its width, and the part of that to the left of this piece. */
  readonly width?: number
  readonly before?: number
  readonly border: Edges
}

/** A piece of an inline box on one of its lines. */
interface InlinePiece {
  readonly width: number
  readonly height: number
  readonly border: Edges
}

/** Piece `at` of an inline box as if all of them, which are in the order of lines, stood on a single one (CSS Break 3 §5.4, `slice`). */
export function onSingleLine(pieces: readonly InlinePiece[], at: number, { direction }: Style): UnfragmentedBox {
  const isRtl = direction === 'rtl'
  const { height, border } = pieces[at]!
  const [first, last] = [pieces[0]!, pieces[pieces.length - 1]!]
  const [leftmost, rightmost] = isRtl ? [last, first] : [first, last]
  const sum = (list: readonly InlinePiece[]): number => list.reduce((total, { width }) => total + width, 0)
  const before = sum(isRtl ? pieces.slice(at + 1) : pieces.slice(0, at))
  return { above: 0, height, before, width: sum(pieces), border: { ...border, left: leftmost.border.left, right: rightmost.border.right } }
}

export function decoratedBox(piece: PaintedPiece, isBackgroundPropagated: boolean, unfragmented?: UnfragmentedBox): DecoratedBox {
  const { laid } = piece
  const legend = laid.kind === 'block' && piece.isFirst ? laid.legend : undefined
  const box: DecoratedBox = {
    style: piece.laid.box.style,
    x: piece.x,
    y: piece.y,
    width: piece.width,
    height: piece.height,
    border: bordersOf(piece),
    padding: piece.laid.padding,
    ends: verticalEnds(piece.isFirst, piece.isLast),
    borders: piece.borders,
    isBackgroundPropagated,
    unfragmented,
  }
  const fitted = legend === undefined ? box : aroundLegend(box, legend)
  return piece.frame === undefined ? fitted : boxOnPage(fitted, piece.frame)
}

/** The border runs through the middle of a legend that is higher than it. */
function aroundLegend(box: DecoratedBox, legend: NonNullable<LaidBlock['legend']>): DecoratedBox {
  const excess = Math.max(0, legend.height - legend.border)
  const gap = { x: box.x + legend.x, y: box.y, width: legend.width, height: Math.max(legend.height, legend.border) }
  const border = { ...box.border, top: legend.border }
  return { ...box, y: box.y + excess / 2, height: box.height - excess / 2, border, gap }
}

/** A box of a frame with its physical sides. */
export function boxOnPage(box: DecoratedBox, frame: PageFrame): DecoratedBox {
  const { style, border, padding, ends, unfragmented } = box
  return {
    ...box,
    ...onPage(box, frame),
    style: physicalStyle(style),
    border: physicalSides(border, frame.frame),
    padding: physicalSides(padding, frame.frame),
    ends: physicalSides(ends, frame.frame),
    ...(box.gap === undefined ? {} : { gap: onPage(box.gap, frame) }),
    unfragmented: unfragmented && unfragmentedOnPage(unfragmented, box, frame),
  }
}

function unfragmentedOnPage(
  { above, height, before = 0, width, border }: UnfragmentedBox,
  piece: DecoratedBox,
  { frame }: PageFrame,
): UnfragmentedBox {
  const along = width ?? piece.width
  return {
    width: height,
    before: frame === 'rl' ? height - above - piece.height : above,
    height: along,
    above: frame === 'sl' ? along - before - piece.width : before,
    border: physicalSides(border, frame),
  }
}

export function edgeRect(box: DecoratedBox, borderBox: Rect, edge: BoxEdge): Rect {
  if (edge === 'border-box') return borderBox
  const padding = insetRect(borderBox, box.border)
  return edge === 'padding-box' ? padding : insetRect(padding, paddingsOf(box))
}

function paddingsOf({ padding, ends, style }: DecoratedBox): Edges {
  if ((ends.top && ends.bottom) || style.boxDecorationBreak === 'clone') return padding
  return { ...padding, top: ends.top ? padding.top : 0, bottom: ends.bottom ? padding.bottom : 0 }
}

/** The used radii of a box of this size; corners at sides where it continues are sharp. */
export function radiiOf(style: Style, size: Rect, ends: BoxEnds): Radii {
  const { borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius } = style
  const isWhole = style.boxDecorationBreak === 'clone'
  const at = (radius: CornerRadius, vertical: boolean, horizontal: boolean): Radius =>
    isWhole || (vertical && horizontal) ? used(radius, size) : SHARP
  return fitRadii(
    {
      topLeft: at(borderTopLeftRadius, ends.top, ends.left),
      topRight: at(borderTopRightRadius, ends.top, ends.right),
      bottomRight: at(borderBottomRightRadius, ends.bottom, ends.right),
      bottomLeft: at(borderBottomLeftRadius, ends.bottom, ends.left),
    },
    size,
  )
}

function used(radius: CornerRadius, size: Rect): Radius {
  const x = resolveLength(radius.x, size.width)
  const y = resolveLength(radius.y, size.height)
  return x > 0 && y > 0 ? { x, y } : SHARP
}
