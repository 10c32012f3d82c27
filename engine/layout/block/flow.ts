// Problem: block formatting contexts (CSS2 9.4.1): boxes below each other, margins collapsing, floats beside them; and the same for a
// document's spine, where children come from a repeat of any length and none may stay in memory.
// Approach: one pass over the children. Where a child begins follows from the chain of margins at its top (`margin.ts`), read before it is
// laid out, so floats inside of it find their place at once. Closed blocks run the pass to its end; open ones run it as it is pulled.
// Limits: what a block learns at its end (height, boxes positioned from its bottom) comes after its pages when it is open.

import type { BlockBox, Box } from '../../box/box.ts'
import { isAbsolute, isContainingBlock, isFloat, isFormattingRoot } from '../../box/box-kinds.ts'
import { type Sequence, sequenceFrom, sequenceOf } from '../../collections/sequence.ts'
import type { Point } from '../../geometry.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import { type MarkerLine, markerExcess, markerLine, placeMarker } from '../inline/marker.ts'
import type { FlowChild, Laid, LaidBlock, PendingBox, Placed } from '../laid.ts'
import { containingBlock, finishPositioned, relativeShift } from '../positioned/finish.ts'
import { OpenPositioned } from '../positioned/open.ts'
import { translatePending } from '../positioned/positioned.ts'
import { contentShift } from '../sizing/alignment.ts'
import { containedHeight, isBottomApart } from '../sizing/contained-height.ts'
import { childrenBasis, definiteHeight, type UsedEdges, usedEdges, usedHeight, usedMargins } from '../sizing/sizing.ts'
import { layoutAvoidingFloats, placeAvoidingFloats } from './avoid-floats.ts'
import { withFilledHeight } from './filled-height.ts'
import { Floats, type Gap } from './float.ts'
import { ClearedBoxes, type FlowPlace, inFlowChild, layoutFloat, paragraphFloats } from './float-box.ts'
import type { ChildTop, CurrentChild, FlowResult, FlowSurroundings, Spine } from './flow-parts.ts'
import {
  bareMarker,
  ChildOrder,
  canStream,
  chainInFlow,
  firstBaselineIn,
  lastBaselineIn,
  StreamedChildren,
  shiftBaseline,
  staticPosition,
  staysApart,
} from './flow-parts.ts'
import { type BlockRoom, placeHorizontallyAt } from './inflow-width.ts'
import { addBottom, addMargin, isQuirkyContainer, joinStruts, NO_MARGIN, type Strut, strutLength, type TopChain } from './margin.ts'
import { withTrimmedMargins } from './margin-trim.ts'

/** Lays out a block container with block-level children. */
export function layoutFlow(box: BlockBox, size: LayoutSize, around: FlowSurroundings, context: LayoutContext): FlowResult {
  return new BlockFlow(box, size, around, context).layout()
}

class BlockFlow implements Iterator<FlowChild, undefined> {
  readonly #box: BlockBox
  readonly #size: LayoutSize
  readonly #context: LayoutContext
  readonly #spine: Spine | undefined
  readonly #edges: UsedEdges
  readonly #isRoot: boolean
  readonly #isOpen: boolean
  readonly #marker: MarkerLine | undefined
  readonly #place: FlowPlace
  /** Sides of the content box. */
  readonly #content: Gap
  readonly #percentHeight: number | undefined
  readonly #positioned: OpenPositioned
  /** Name of the page type it stands on; `auto` is the parent's (CSS Page 3 §7.1). */
  readonly #page: string
  #pending: PendingBox[] = []
  #firstBaseline: number | undefined
  #lastBaseline: number | undefined
  #index = 0
  /** Of an open block. */
  readonly #order: ChildOrder | undefined
  /** The child handed out last, whose end is not known yet: a page may end in it before the next one is asked for. */
  #current: CurrentChild | undefined
  /** End of the last child that took room; margins below it are in `#strut`. */
  #bottom: number
  #strut: Strut = NO_MARGIN
  /** Nothing stands between the top margin and the children yet: theirs have collapsed into it, and the parent has applied it. */
  #isLeading: boolean
  /** No child has taken room yet. */
  #isAtStart = true
  #isAfterSpanner = false
  readonly #isQuirky: boolean
  /** The margins in `#strut` are those of an empty box moved below floats; they stay inside (CSS2 8.3.1). */
  #isStrutCleared = false
  #endMargin: Strut = NO_MARGIN
  /** Height of the content with its insets, and the used height; known at the end. */
  #natural = 0
  #height: number | undefined

  constructor(box: BlockBox, size: LayoutSize, { place, spine }: FlowSurroundings, context: LayoutContext) {
    this.#box = withTrimmedMargins(box)
    this.#size = size
    this.#context = context
    this.#spine = spine
    this.#positioned = spine?.positioned ?? new OpenPositioned()
    this.#page = box.style.page || (spine?.page ?? '')
    this.#edges = usedEdges(box.style, size.containingWidth, size.border)
    this.#marker = markerLine(box, context)
    this.#isRoot = place === undefined
    this.#place = place ?? { floats: new Floats(), x: 0, y: 0, cleared: new ClearedBoxes() }
    const { inset } = this.#edges
    this.#content = { left: inset.left, right: Math.max(inset.left, size.width - inset.right) }
    this.#percentHeight = childrenBasis(box, this.#edges, size, context.isQuirks)
    this.#bottom = inset.top
    this.#isQuirky = isQuirkyContainer(box, context.isQuirks)
    this.#isLeading = !this.#isRoot && inset.top === 0
    const isAutoHeight = definiteHeight(box.style, this.#edges, size) === undefined
    this.#isOpen = spine?.isClosed === false && box.isStreamed && isAutoHeight && box.style.alignContent === 'normal'
    this.#order = this.#isOpen ? new ChildOrder() : undefined
  }

  layout(): FlowResult {
    const endMargin = (): Strut => this.#endMargin
    const order = this.#order
    if (order === undefined) return { laid: this.#closedBlock(), endMargin, exhaust: () => undefined }
    const children = new StreamedChildren(sequenceFrom<FlowChild>(this), this.#box.children, order)
    const exhaust = (): void => {
      while (children.at(order.count) !== undefined);
    }
    return { laid: this.#openBlock(children, order), endMargin, exhaust }
  }

  // ── The pass over the children ────────────────────────────────────────────────────────────────────────────────────────

  next(): IteratorResult<FlowChild, undefined> {
    const value = this.#pull()
    return value === undefined ? { done: true, value } : { done: false, value }
  }

  /** The next child that takes part in the flow. No generator: closed blocks have no use for one. */
  #pull(): FlowChild | undefined {
    if (this.#current !== undefined) this.#finishChild(this.#current)
    this.#current = undefined
    for (;;) {
      const child = this.#box.children.at(this.#index++)
      if (child === undefined) break
      if (isAbsolute(child.style)) this.#absoluteChild(child)
      else {
        const placed = isFloat(child.style) ? this.#floatChild(child) : this.#flowChild(child)
        if (this.#order !== undefined) this.#order.count++
        return placed
      }
    }
    this.#end()
    return undefined
  }

  #flowChild(child: Box): FlowChild {
    this.#current = this.#placeInFlow(child)
    this.#takePending(this.#current.placed)
    return this.#current.placed
  }

  /** Where the next child would begin if no margin of its own came in between. */
  get #next(): number {
    return this.#bottom + strutLength(this.#strut)
  }

  /** Margins above the next child. */
  get #above(): Strut {
    return this.#isLeading ? (this.#place.above ?? NO_MARGIN) : this.#strut
  }

  #absoluteChild(child: Box): void {
    this.#order?.skip()
    this.#receivePending([staticPosition(child, this.#next, { box: this.#box, content: this.#content, place: this.#place })])
  }

  #floatChild(child: Box): FlowChild {
    const { floats, x, y } = this.#place
    const within = { left: x + this.#content.left, right: x + this.#content.right }
    const float = layoutFloat(child, { within, containingHeight: this.#percentHeight, y: y + this.#next }, floats, this.#context)
    const placed: FlowChild = { ...float, x: float.x - x, y: float.y - y, role: 'float' }
    this.#takePending(placed)
    return placed
  }

  #placeInFlow(given: Box): CurrentChild {
    // Columns begin anew beside spanners, whose margins collapse with each other alone (CSS Multi-column 1 §6).
    if (this.#isSpanner(given) !== this.#isAfterSpanner) {
      this.#bottom = this.#next
      this.#strut = NO_MARGIN
    }
    const room = this.#roomFor(given)
    const child = withFilledHeight(given, room, { inset: this.#edges.inset, isRoot: this.#isRoot, isQuirks: this.#context.isQuirks })
    let chain = this.#chainOf(child, room.containingWidth, this.#isLeading ? undefined : this.#strut)
    let y = this.#isLeading ? this.#bottom : this.#bottom + strutLength(joinStruts(this.#strut, chain.edge))
    const isCleared =
      this.#place.cleared.has(given) || (!this.#isLeading && this.#place.floats.clearance(child.style.clear) > this.#place.y + y)
    if (isCleared) {
      chain = this.#chainOf(child, room.containingWidth, NO_MARGIN)
      // Clearance may be negative: the border edge stands right below the float, margins or not (CSS2 9.5.2).
      y = Math.max(this.#bottom, this.#place.floats.clearance(child.style.clear) - this.#place.y)
    }
    const isPushed = this.#place.floats.pushes(child.style.clear)
    const above = chain.isMarkerInside === true && !isCleared ? joinStruts(this.#above, chain.strut) : undefined
    const { laid, at, result } = this.#layoutChild(child, room, { y, above })
    const excess = this.#firstBaseline === undefined ? markerExcess(this.#marker, firstBaselineIn(this.#box, laid)) : 0
    const marginTop = this.#isLeading && !isCleared ? 0 : strutLength(chain.edge)
    const placed = inFlowChild({ x: at.x, y: at.y + excess, laid, role: 'in-flow', marginTop }, isPushed)
    return { placed, chain, margins: usedMargins(child.style, room.containingWidth), isCleared, result }
  }

  /** The margins at the child's top; `above` is undefined where an ancestor decided already what clears floats. */
  #chainOf(child: Box, containingWidth: number, above: Strut | undefined): TopChain {
    const isAtQuirkyEdge = this.#isQuirky && this.#isAtStart
    const flow = { above, bottom: this.#bottom, place: this.#place, isAtQuirkyEdge, isHeightKnown: this.#percentHeight !== undefined }
    return chainInFlow(child, containingWidth, flow, this.#context)
  }

  #roomFor(child: Box): BlockRoom {
    const { left, right } = this.#content
    const { pageWidth } = this.#context
    const { page } = child.style
    // On the spine, a page of another type may be wider or narrower (CSS Page 3 §3.2).
    const isOtherPage = this.#spine !== undefined && pageWidth !== undefined && page !== '' && page !== this.#page
    const more = isOtherPage ? pageWidth(page) - pageWidth(this.#page) : 0
    const within = { left, right: this.#isSpanner(child) ? left + (this.#size.spanWidth ?? 0) : Math.max(left, right + more) }
    return { containingWidth: within.right - left, containingHeight: this.#percentHeight, within, style: this.#box.style }
  }

  #layoutChild(child: Box, room: BlockRoom, { y, above }: ChildTop): { laid: Laid; at: Point; result: FlowResult | undefined } {
    const isRoot = isFormattingRoot(child)
    const avoidsFloats = isRoot && !this.#place.floats.isEmpty
    if (avoidsFloats && !canStream(child, this.#spine)) {
      const placed = layoutAvoidingFloats(child, { room, field: this.#place, from: y }, this.#context)
      return { laid: placed.laid, at: placed, result: undefined }
    }
    const at = avoidsFloats
      ? placeAvoidingFloats(child, { room, field: this.#place, from: y }, this.#context)
      : placeHorizontallyAt(child, room, y, this.#context)
    const { x, width } = at
    const open = { width, height: undefined, containingWidth: room.containingWidth, containingHeight: room.containingHeight }
    const contained = child.style.containment === undefined ? undefined : containedHeight(child, open)
    const size: LayoutSize = contained === undefined ? open : { ...open, height: contained, isHeightIndefinite: true }
    if (child.kind === 'block' && (!isRoot || canStream(child, this.#spine))) {
      const place = isRoot ? undefined : this.#placeAt(x, y, above)
      const spine = this.#spine === undefined ? undefined : { escape: this.#outward(at), page: this.#page, isClosed: !this.#isOpen }
      const result = layoutFlow(child, size, { place, spine }, this.#context)
      return { laid: result.laid, at, result }
    }
    if (child.kind === 'paragraph' && !isRoot) {
      const space = paragraphFloats(child, size, this.#placeAt(x, y), this.#context)
      const laid = this.#context.layout.layoutParagraph(child, size, space, this.#context)
      return { laid: finishPositioned(laid, size, this.#context), at, result: undefined }
    }
    const own = this.#isOpen ? { escape: this.#outward(at), ...size } : size
    return { laid: this.#context.layout.layoutBox(child, own, this.#context), at, result: undefined }
  }

  #placeAt(childX: number, childY: number, above?: Strut): FlowPlace {
    const { floats, x, y, cleared } = this.#place
    return { floats, x: x + childX, y: y + childY, cleared, above }
  }

  /** Takes positioned boxes that leave a child at this point. */
  #outward({ x, y }: Point): (pending: readonly PendingBox[]) => void {
    return (pending) => this.#receivePending(translatePending(pending, x, y))
  }

  /** Moves the end of the flow below a child, once the child has been pulled to its end. */
  #finishChild(current: CurrentChild): void {
    const { placed, chain, margins, isCleared, result } = current
    const { laid, y } = placed
    result?.exhaust()
    if (chain.isThrough && !isCleared) {
      if (this.#isLeading) return
      if (staysApart(current, this.#strut, this.#place)) {
        this.#bottom += strutLength(addMargin(this.#strut, margins.top)) - margins.top
        this.#strut = chain.strut
        this.#isStrutCleared = true
      } else this.#strut = joinStruts(this.#strut, chain.strut)
    } else {
      const before = this.#above
      this.#isLeading = this.#isAtStart = false
      this.#isStrutCleared = chain.isThrough
      // Clearance stands above the top margin, so the margins of an empty box begin there.
      this.#bottom = chain.isThrough ? y - margins.top : y + laid.height
      const inner = result?.endMargin() ?? NO_MARGIN
      // Chromium counts the margins above an item with nothing but its marker once more below it.
      const end = chain.isMarkerOnly === true && !isCleared ? joinStruts(inner, joinStruts(before, chain.edge)) : inner
      this.#strut = chain.isThrough ? chain.strut : addBottom(end, laid.box.style, margins.bottom)
      this.#isAfterSpanner = this.#isSpanner(laid.box)
    }
    this.#firstBaseline ??= shiftBaseline(firstBaselineIn(this.#box, laid), y)
    this.#lastBaseline = shiftBaseline(lastBaselineIn(laid), y) ?? this.#lastBaseline
    if (this.#isOpen) this.#place.floats.forgetAbove(this.#place.y + y)
  }

  #isSpanner({ style }: Box): boolean {
    return style.columnSpan === 'all' && this.#size.spanWidth !== undefined
  }

  #end(): void {
    const { style } = this.#box
    const { inset } = this.#edges
    const marker = bareMarker(this.#box, this.#marker, this.#firstBaseline)
    this.#bottom += marker.line
    const staysInside = this.#isRoot || inset.bottom > 0 || this.#isStrutCleared
    let natural = this.#bottom
    if (staysInside) natural += strutLength(this.#isQuirky ? { ...this.#strut, quirky: 0 } : this.#strut)
    else this.#endMargin = this.#strut
    if (this.#isRoot) natural = Math.max(natural, this.#place.floats.bottom - this.#place.y)
    this.#natural = Math.max(natural, inset.top) + inset.bottom
    const height = usedHeight(style, this.#edges, this.#size, this.#natural)
    this.#height = Math.max(height, marker.least)
    if (isBottomApart(style, this.#edges, this.#size, { height, natural: this.#natural })) this.#endMargin = NO_MARGIN
    this.#attach(this.#height)
  }

  // ── Positioned boxes ──────────────────────────────────────────────────────────────────────────────────────────────────

  #takePending({ laid, x, y }: Placed): void {
    if (laid.pending !== undefined && laid.pending.length > 0) this.#receivePending(translatePending(laid.pending, x, y))
  }

  /** Positioned boxes on their way to their containing block: this one, one further out on the spine, or one around this block. */
  #receivePending(met: readonly PendingBox[]): void {
    const { style, continued } = this.#box
    const pending = continued === undefined ? met : met.filter(({ box }) => !continued.placed.has(box))
    if (this.#spine !== undefined && !isContainingBlock(style)) this.#spine.escape(pending)
    else if (this.#spine !== undefined && this.#isOpen) {
      const block = containingBlock(this.#box, this.#size, 0, this.#edges.border)
      this.#handOut(this.#spine, this.#positioned.take(pending, block, style, this.#context))
    } else for (const entry of pending) this.#pending.push(entry)
  }

  #attach(height: number): void {
    const { style } = this.#box
    if (!isContainingBlock(style)) return
    const block = containingBlock(this.#box, this.#size, height, this.#edges.border)
    const rest = this.#positioned.end(this.#pending, block, style, this.#context)
    this.#pending = []
    if (this.#spine === undefined) this.#pending = this.#moved(rest)
    else this.#handOut(this.#spine, rest)
  }

  #handOut(spine: Spine, rest: readonly PendingBox[]): void {
    if (rest.length > 0) spine.escape(this.#moved(rest))
  }

  /** What stays fixed further out starts from where this box is moved to. */
  #moved(rest: readonly PendingBox[]): PendingBox[] {
    const shift = relativeShift(this.#box.style, this.#size)
    return translatePending(rest, shift?.x ?? 0, shift?.y ?? 0)
  }

  // ── The finished block ────────────────────────────────────────────────────────────────────────────────────────────────

  #closedBlock(): LaidBlock {
    const children: FlowChild[] = []
    for (let child = this.#pull(); child !== undefined; child = this.#pull()) children.push(child)
    const height = this.#height ?? this.#natural
    const shift = contentShift(this.#box.style, height - this.#natural)
    const laid: LaidBlock = {
      kind: 'block',
      box: this.#box,
      width: this.#size.width,
      height,
      border: this.#edges.border,
      padding: this.#edges.padding,
      firstBaseline: shiftBaseline(this.#firstBaseline, shift),
      lastBaseline: shiftBaseline(this.#lastBaseline, shift),
      positioned: this.#positioned.placed,
      shift: relativeShift(this.#box.style, this.#size),
      children: sequenceOf(shift === 0 ? children : children.map((child) => ({ ...child, y: child.y + shift }))),
      isOpen: false,
      marker: placeMarker(this.#marker, this.#box.style, { width: this.#size.width, edges: this.#edges }, this.#firstBaseline),
      breakSummary: undefined,
    }
    return this.#pending.length === 0 ? laid : { pending: translatePending(this.#pending, 0, shift), ...laid }
  }

  #openBlock(children: Sequence<FlowChild>, order: ChildOrder): LaidBlock {
    const flow = this
    // The marker stands beside the first line, so the first child is needed; nothing else is pulled ahead.
    const first = this.#box.marker === undefined ? undefined : children.at(0)
    const baseline = first && shiftBaseline(first.laid.firstBaseline, first.y)
    return {
      kind: 'block',
      box: this.#box,
      width: this.#size.width,
      get height() {
        if (flow.#height === undefined) throw new Error('layout: the height of an open block was asked for before its end')
        return flow.#height
      },
      border: this.#edges.border,
      padding: this.#edges.padding,
      get firstBaseline() {
        return flow.#firstBaseline
      },
      get lastBaseline() {
        return flow.#lastBaseline
      },
      positioned: this.#positioned.placed,
      shift: relativeShift(this.#box.style, this.#size),
      children,
      boxIndexOf: (index) => order.boxIndexOf(index),
      positionedWindow: this.#positioned,
      isOpen: true,
      marker: placeMarker(this.#marker, this.#box.style, { width: this.#size.width, edges: this.#edges }, baseline),
    }
  }
}
