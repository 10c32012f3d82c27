// A flex container before its items: content box, axes, gaps, limits.
import type { FlexBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutSize } from '../context.ts'
import { columnGap, rowGap } from '../sizing/alignment.ts'
import {
  clampHeight,
  definiteHeight,
  isLeastAsContent,
  percentageBasis,
  specifiedSize,
  type UsedEdges,
  usedEdges,
} from '../sizing/sizing.ts'

export interface FlexFrame {
  readonly box: FlexBox
  readonly size: LayoutSize
  readonly edges: UsedEdges
  readonly isRow: boolean
  readonly isSingleLine: boolean
  /** The first item stands at the right or bottom; the first line does. */
  readonly isMainReversed: boolean
  readonly isCrossReversed: boolean
  /** Of the content box. */
  readonly width: number
  /** Of the content box; undefined when the items decide it. */
  readonly innerHeight: number | undefined
  /** Up to which height content raises the one that a ratio gives (CSS Sizing 4 §5.1.1); undefined where it does not. */
  readonly contentLimit: number | undefined
  /** What percentage heights of items mean; undefined where they are `auto`. */
  readonly height: number | undefined
  readonly mainGap: number
  readonly crossGap: number
}

export function makeFrame(box: FlexBox, size: LayoutSize): FlexFrame {
  const { style } = box
  const edges = usedEdges(style, size.containingWidth, size.border)
  const isRow = style.flexDirection === 'row' || style.flexDirection === 'row-reverse'
  const isReverse = style.flexDirection === 'row-reverse' || style.flexDirection === 'column-reverse'
  const isRtl = style.direction === 'rtl'
  const definite = definiteHeight(style, edges, size)
  const width = Math.max(0, size.width - edges.width)
  const height = percentageBasis(style, edges, size)
  const gaps = { x: columnGap(style, width), y: rowGap(style, height) }
  return {
    box,
    size,
    edges,
    isRow,
    isSingleLine: style.flexWrap === 'nowrap',
    isMainReversed: (isRow && isRtl) !== isReverse,
    isCrossReversed: (!isRow && isRtl) !== (style.flexWrap === 'wrap-reverse'),
    width,
    innerHeight: definite === undefined ? undefined : Math.max(0, definite - edges.height),
    contentLimit: isLeastAsContent(style, size) ? contentLimit(style, edges, size) : undefined,
    height,
    mainGap: isRow ? gaps.x : gaps.y,
    crossGap: isRow ? gaps.y : gaps.x,
  }
}

function contentLimit(style: Style, edges: UsedEdges, size: LayoutSize): number {
  const max = specifiedSize(style.maxHeight, size.containingHeight, edges.height, style.boxSizing)
  return max === undefined ? Number.POSITIVE_INFINITY : Math.max(0, max - edges.height)
}

/** The content height of a container whose own is `definite`, and whose items ask for `natural`. */
export function raisedInner({ contentLimit: limit }: FlexFrame, definite: number, natural: number): number {
  return limit === undefined ? definite : Math.max(definite, Math.min(natural, limit))
}

/** A content height within the container's own minimum and maximum. */
export function clampInner({ box, size, edges }: FlexFrame, height: number): number {
  return Math.max(0, clampHeight(box.style, edges, size.containingHeight, height + edges.height) - edges.height)
}
