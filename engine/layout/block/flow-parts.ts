// Types of block flow, and its decisions about one child: whether it streams, where clearance applies, where an absolute one would stand.

import type { BlockBox, Box } from '../../box/box.ts'
import { isFormattingRoot, isMultiColumn, isRootElement } from '../../box/box-kinds.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { MarkerLine } from '../inline/marker.ts'
import type { FlowChild, Laid, LaidBlock, PendingBox } from '../laid.ts'
import type { OpenPositioned } from '../positioned/open.ts'
import { staticAlignment } from '../sizing/alignment.ts'
import type { Gap } from './float.ts'
import { clears, emptyLine, type FlowPlace, isCrowdedOut } from './float-box.ts'
import {
  addMargin,
  type ClearanceTest,
  hasBlocksInFlow,
  joinStruts,
  NO_MARGIN,
  type Strut,
  strutLength,
  type TopChain,
  topChain,
} from './margin.ts'

/** What a block on the spine is laid out in: it may be open, and passes positioned boxes outwards as soon as it meets them. */
export interface Spine {
  /** Name of the page type that the parent stands on: what `page: auto` means. */
  readonly page: string
  /** The parent is laid out at once, as it has a height of its own: so is what is in it. */
  readonly isClosed: boolean
  /** Of the root: boxes positioned against the page, filled from outside while the document is pulled. */
  readonly positioned?: OpenPositioned
  escape(pending: readonly PendingBox[]): void
}

/** What a block is laid out in. */
export interface FlowSurroundings {
  /** Undefined for the root of a block formatting context. */
  readonly place: FlowPlace | undefined
  /** Undefined when the block does not stream. */
  readonly spine: Spine | undefined
}

/** A formatting context of its own, not streamed. */
export const INDEPENDENT: FlowSurroundings = Object.freeze({ place: undefined, spine: undefined })

/** A block in flow and the margins that adjoin its bottom, its own not included; those of an open block hold once it is exhausted. */
export interface FlowResult {
  readonly laid: LaidBlock
  endMargin(): Strut
  /** Pulls what is left of an open block. */
  exhaust(): void
}

/** Maps laid children to children of the box: absolutely positioned ones are left out. */
export class ChildOrder {
  /** How many were laid out. */
  count = 0
  /** For each child left out, how many were laid out before it. */
  readonly #outOfFlow: number[] = []

  skip(): void {
    this.#outOfFlow.push(this.count)
  }

  /** Index in the box of a laid child. */
  boxIndexOf(index: number): number {
    let more = 0
    while (more < this.#outOfFlow.length && this.#outOfFlow[more]! <= index) more++
    return index + more
  }
}

/** The children of an open block. Their boxes are released with them: until then, another page may need them at another width. */
export class StreamedChildren implements Sequence<FlowChild> {
  readonly #laid: Sequence<FlowChild>
  readonly #boxes: Sequence<Box>
  readonly #order: ChildOrder

  constructor(laid: Sequence<FlowChild>, boxes: Sequence<Box>, order: ChildOrder) {
    this.#laid = laid
    this.#boxes = boxes
    this.#order = order
  }

  at(index: number): FlowChild | undefined {
    return this.#laid.at(index)
  }

  isReleased(index: number): boolean {
    return this.#laid.isReleased(index)
  }

  release(before: number): void {
    this.#laid.release(before)
    this.#boxes.release(this.#order.boxIndexOf(Math.min(before, this.#order.count) - 1) + 1)
  }
}

/** Where the border box of a child begins, and the margins above it, where a list item in it counts them again. */
export interface ChildTop {
  readonly y: number
  readonly above: Strut | undefined
}

/** A child that was placed and is being pulled. */
export interface CurrentChild {
  readonly placed: FlowChild
  readonly chain: TopChain
  /** Its own margins. */
  readonly margins: Edges
  readonly isCleared: boolean
  /** Of a block that shares this formatting context. */
  readonly result: FlowResult | undefined
}

/**
 * Decides on descendants that clear floats, and remembers them, while the margins at a child's top are read below `bottom` and the
 * margins `above`. Without these an ancestor did that already.
 */
function clearanceTest({ above, bottom, place }: FlowPoint, context: LayoutContext): ClearanceTest {
  const { floats, cleared, y } = place
  return (box, strut, adjoining, width) => {
    if (above === undefined) return cleared.has(box)
    const { clear } = box.style
    const isForced = adjoining.some((float) => clears(clear, float)) || isCrowdedOut(box, adjoining, width, context)
    if (!isForced && floats.clearance(clear) <= y + bottom + strutLength(joinStruts(above, strut))) return false
    cleared.add(box)
    return true
  }
}

/** The point of a flow where a child begins. */
interface FlowPoint {
  /** Margins above it; undefined where an ancestor read those of the child already. */
  readonly above: Strut | undefined
  readonly bottom: number
  readonly place: FlowPlace
  /** No child of a quirky container has taken room yet. */
  readonly isAtQuirkyEdge: boolean
  readonly isHeightKnown: boolean
}

/**
 * The margins at the top of a child. While they are being read, descendants that clear floats are decided on and remembered, unless an ancestor did
 * that already.
 */
export function chainInFlow(child: Box, containingWidth: number, point: FlowPoint, context: LayoutContext): TopChain {
  const { isAtQuirkyEdge, isHeightKnown } = point
  const isApart = clearanceTest(point, context)
  return topChain(child, containingWidth, { isApart, adjoining: [], isAtQuirkyEdge, isQuirks: context.isQuirks, isHeightKnown })
}

/** Whether a child on the spine is laid out as part of it, though it begins a formatting context of its own. */
export function canStream(child: Box, spine: Spine | undefined): boolean {
  if (spine === undefined || (child.kind !== 'table' && child.kind !== 'block')) return false
  if (child.kind === 'table') return child.isStreamed
  return (child.isStreamed || isRootElement(child)) && !isMultiColumn(child.style)
}

/**
 * Whether an empty box with `clear` keeps its margins from those above it, though it stands below the floats already. CSS2 9.5.2 would let
 * them collapse; browsers' print is followed: Chromium asks whether the floats reach below where the box would be as its parent's first.
 */
export function staysApart({ placed, chain, margins }: CurrentChild, above: Strut, { floats, y }: FlowPlace): boolean {
  const { clear } = placed.laid.box.style
  if (clear === 'none') return false
  const own = addMargin(addMargin(NO_MARGIN, margins.top), margins.bottom)
  return strutLength(own) === strutLength(chain.strut) && floats.clearance(clear) > y + strutLength(addMargin(above, margins.top))
}

/**
 * The room of a marker that no line stands beside: a line of its own in an item without blocks; beside blocks, the item is as high as the
 * marker at the least, edges and a height of its own included, as in Chromium.
 */
export function bareMarker(box: BlockBox, marker: MarkerLine | undefined, firstBaseline: number | undefined): BareMarker {
  if (marker === undefined || firstBaseline !== undefined || box.isLined) return NO_MARKER
  return hasBlocksInFlow(box) ? { line: 0, least: marker.height } : { line: marker.height, least: 0 }
}

/** The first baseline of a child. A block that is a line stands on its lower edge where it has none. */
export function firstBaselineIn({ isLined }: BlockBox, laid: Laid): number | undefined {
  const isLine = isLined === true && (laid.height > 0 || isFormattingRoot(laid.box))
  return laid.firstBaseline ?? (isLine ? laid.height : undefined)
}

interface BareMarker {
  readonly line: number
  readonly least: number
}

const NO_MARKER: BareMarker = { line: 0, least: 0 }

interface Parent {
  readonly box: BlockBox
  readonly content: Gap
  readonly place: FlowPlace
}

/** Where an absolutely positioned child would begin: at `y` of its parent, if no margin of its own came in between. */
export function staticPosition(child: Box, y: number, { box, content, place }: Parent): PendingBox {
  const { left, right } = content
  const parent = box.style
  const common = { box: child, inlineBlock: undefined }
  if (child.style.originalDisplay.startsWith('inline'))
    return { ...common, rect: emptyLine(parent, content, y, place), alignX: startSide(parent), alignY: 'start' }
  const rect = { x: left, y, width: right - left, height: 0 }
  const alignments = alignmentsInBlock(child.style, parent)
  const isOnLine = child.isInInline === true || (box.marker !== undefined && !hasBlocksInFlow(box))
  if (!isOnLine) return { ...common, rect, ...alignments }
  // A line aligns nothing, and has no width yet: `justify-self` alone goes by where it starts, as in browsers.
  const alignX = child.style.justifySelf === 'auto' ? startSide(parent) : alignments.alignX
  return { ...common, rect: { ...rect, x: parent.direction === 'rtl' ? right : left, width: 0 }, alignX, alignY: 'start' }
}

function startSide({ direction }: Style): PendingBox['alignX'] {
  return direction === 'rtl' ? 'end' : 'start'
}

/** How it is aligned there (CSS Align 3 §6.1): `align-items` has no effect in block containers. */
function alignmentsInBlock(
  { justifySelf, alignSelf, direction: selfDirection }: Style,
  { justifyItems, direction }: Style,
): Pick<PendingBox, 'alignX' | 'alignY'> {
  const x = { axis: 'x', direction, selfDirection, isReversed: direction === 'rtl', normal: direction === 'rtl' ? 'end' : 'start' } as const
  const y = { axis: 'y', direction, selfDirection, isReversed: false, normal: 'start' } as const
  return {
    alignX: staticAlignment(justifySelf === 'auto' ? justifyItems : justifySelf, x),
    alignY: staticAlignment(alignSelf, y),
  }
}

/** A baseline moved down with its content; undefined without one. */
export function shiftBaseline(baseline: number | undefined, shift: number): number | undefined {
  return baseline === undefined ? undefined : baseline + shift
}

/** What a child gives to the last baseline of its container, an inline block: browsers look past tables, and take the first one of flex and grid containers. */
export function lastBaselineIn(laid: Laid): number | undefined {
  if (laid.kind === 'table') return undefined
  return laid.kind === 'flex-grid' ? laid.firstBaseline : laid.lastBaseline
}
