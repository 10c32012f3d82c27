// The horizontal side of a line: alignment, justification, visual order, and the items that are painted.

import { lazy } from '../../collections/lazy.ts'
import { largest, smallest } from '../../collections/lists.ts'
import { type Edges, NO_EDGES, type Rect } from '../../geometry.ts'
import { visualOrder } from '../../text/bidi.ts'
import type { LayoutContext } from '../context.ts'
import type { InlineBoxItem, Laid, Line, LineItem, TextItem } from '../laid.ts'
import { decorationsIn } from './decoration.ts'
import { emphasisMarks } from './emphasis.ts'
import { type Justification, justify } from './justify.ts'
import { LeafEdges } from './leaf-edges.ts'
import type { BoxSpan, Leaf, LineParts } from './line.ts'
import type { MeasuredText } from './measure.ts'
import { type AtomicUnit, type LeaderUnit, levelsBetween, type OutOfFlowUnit, type TextUnit } from './prepared-text.ts'
import { hangsAtEnds, type RubyLine, rubyOf } from './ruby-line.ts'
import { ADDED_TEXT, shapeText } from './shape.ts'
import { glyphScale } from './text-style.ts'
import { atomExtent, edgeExtent, trimmedEdges } from './vertical.ts'
import { hasOwnBox } from './visibility.ts'

/** Spaces and punctuation. */
const isSign = (character: string): boolean => /^[^\p{L}\p{M}\p{N}]/u.test(character)

const IS_SPACE = /\s/
/** Direction controls, joiners and the like. */
const IS_FORMAT = lazy(() => /\p{Cf}/u)

/** Where a line box stands. */
interface LinePlace {
  /** Slot with which it begins. */
  readonly from: number
  readonly y: number
  /** Left edge and width of the room for content, after floats and indentation. */
  readonly left: number
  readonly width: number
  readonly align: 'left' | 'right' | 'center' | 'justify'
  readonly isRtl: boolean
  /** Text runs both ways: leaves are reordered. */
  readonly isBidi: boolean
  readonly isLast: boolean
  readonly measured: MeasuredText
  readonly context: LayoutContext
}

/** A line with what only layout needs of it. */
export interface PlacedLineBox {
  readonly line: Line
  /** Positioned boxes and the point at which each would stand. */
  readonly outOfFlow: readonly { readonly unit: OutOfFlowUnit; readonly x: number; readonly isRtl: boolean }[]
  /** Padding boxes of positioned inline boxes on this line. */
  readonly boxes: readonly { readonly span: BoxSpan; readonly rect: Rect }[]
  /** Atomic boxes in which positioned boxes wait for their containing block. */
  readonly atoms: readonly { readonly unit: AtomicUnit; readonly x: number; readonly y: number; readonly laid: Laid }[]
}

/** Sets a line horizontally and makes its items. */
export function placeLine(parts: LineParts, place: LinePlace): PlacedLineBox {
  return new Placer(parts, place).place()
}

/** Where a piece of an inline box stands, from border edge to border edge, and which of its ends are there. */
interface BoxPlace {
  readonly left: number
  readonly right: number
  readonly has: { readonly left: boolean; readonly right: boolean }
}

/** Leaves from left to right, and where each leaf stands among them. */
type VisualOrder = Readonly<Record<'order' | 'positions', readonly number[]>>

class Placer {
  readonly #parts: LineParts
  readonly #place: LinePlace
  readonly #baseline: number
  readonly #items: LineItem[] = []
  readonly #boxes: PlacedLineBox['boxes'][number][] = []
  readonly #atoms: PlacedLineBox['atoms'][number][] = []
  readonly #xs: number[] = []
  /** Where each entry of the sequence begins, and what follows the last; in lines from left to right that positioned boxes stand on. */
  readonly #begins: number[] | undefined
  readonly #ruby: RubyLine | undefined
  /** What annotations at the ends of the line take of it, as they hang over nothing there. */
  readonly #ends: { readonly start: number; readonly end: number }
  /** What justification and leaders add to each leaf. */
  readonly #extra: Justification

  constructor(parts: LineParts, place: LinePlace) {
    this.#parts = parts
    this.#place = place
    this.#baseline = place.y + parts.above
    this.#ruby = rubyOf(parts, place.measured)
    this.#ends = hangsAtEnds(parts, place.measured)
    this.#extra = justify(parts.leaves, this.#free(), place.align === 'justify')
    this.#begins = parts.outOfFlow.length > 0 && !place.isBidi ? [] : undefined
  }

  place(): PlacedLineBox {
    const parts = this.#parts
    const start = this.#startOfRoom() + this.#ends[this.#place.isRtl ? 'end' : 'start']
    if (this.#place.isBidi) this.#placeBidi(start)
    else this.#placeInOrder(start)
    const { y, from, isLast } = this.#place
    const height = parts.above + parts.below
    const line: Line = { y, height, baseline: this.#baseline, from, items: this.#items, isLast, marks: parts.marks }
    const outOfFlow = parts.outOfFlow.map(({ unit, before, at }) => {
      const level = this.#place.measured.prepared.levels?.[unit.from] ?? 0
      return { unit, x: this.#begins?.[at] ?? this.#xBefore(before, level, start), isRtl: level % 2 === 1 }
    })
    return { line, outOfFlow, boxes: this.#boxes, atoms: this.#atoms }
  }

  /** Room left over by the content at its natural width. */
  #free(): number {
    const { leaves, spans } = this.#parts
    let width = this.#ends.start + this.#ends.end
    for (const leaf of leaves) width += leaf.width
    for (const span of spans) {
      const edges = this.#place.measured.edgesOf(span.box)
      width += (span.isFirst ? edges.start : 0) + (span.isLast ? edges.end : 0)
    }
    return this.#place.width - width
  }

  #startOfRoom(): number {
    const { align, left, isRtl } = this.#place
    const free = this.#free() - this.#extra.total
    // Content that overflows begins at the start edge, however it is aligned.
    if (free < 0) return isRtl ? left + free : left
    if (align === 'center') return left + free / 2
    if (align === 'right' || (align === 'justify' && isRtl)) return left + free
    return left
  }

  #widthOf(index: number): number {
    return this.#parts.leaves[index]!.width + this.#extra.widthOf(index)
  }

  /** Where a positioned box would stand after so many leaves, in its own place, where text runs both ways. */
  #xBefore(index: number, level: number, start: number): number {
    const { leaves } = this.#parts
    if (leaves.length === 0) return start
    const order = visualOrder(leaves.map((leaf) => leaf.level).toSpliced(index, 0, level))
    const at = order.indexOf(index)
    const leafAt = (place: number): number => (order[place]! > index ? order[place]! - 1 : order[place]!)
    return at === 0 ? this.#xs[leafAt(1)]! : this.#xs[leafAt(at - 1)]! + this.#widthOf(leafAt(at - 1))
  }

  // ── Left to right ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #placeInOrder(start: number): void {
    const open: { readonly span: BoxSpan; readonly x: number; readonly slot: number; readonly content: number }[] = []
    let x = start
    let index = 0
    for (const entry of this.#parts.sequence) {
      this.#begins?.push(x)
      if (entry.kind === 'leaf') {
        this.#xs[index] = x
        this.#addLeaf(entry, index, x)
        x += this.#widthOf(index++)
        continue
      }
      const edges = this.#place.measured.edgesOf(entry.box)
      if (open.at(-1)?.span !== entry) {
        // The first of two: the box begins. Its item stands before those inside it, and is known when it ends.
        const near = entry.isFirst ? edges.margin.left : 0
        const content = x + (entry.isFirst ? edges.start : 0)
        open.push({ span: entry, x: x + near, slot: this.#items.length, content })
        x = content
        continue
      }
      const begun = open.pop()!
      this.#addAnnotations(entry, begun.content, x)
      const right = x + (entry.isLast ? edges.end - edges.margin.right : 0)
      this.#addBox(entry, { left: begun.x, right, has: { left: entry.isFirst, right: entry.isLast } }, begun.slot)
      x += entry.isLast ? edges.end : 0
    }
    this.#begins?.push(x)
  }

  // ── Bidi ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #placeBidi(start: number): void {
    const { leaves, spans } = this.#parts
    const levels = leaves.map((leaf) => leaf.level)
    const order = visualOrder(levels, levelsBetween(leaves, this.#place.measured.prepared))
    const positions: number[] = []
    for (let i = 0; i < order.length; i++) positions[order[i]!] = i
    const sides = new LeafEdges(positions, spans, this.#place.measured)
    let x = start
    for (const index of order) {
      x += sides.width(index, 'left')
      this.#xs[index] = x
      x += this.#widthOf(index) + sides.width(index, 'right')
    }
    for (const span of spans) this.#addFragments(span, { order, positions }, sides)
    const annotated = this.#ruby === undefined ? [] : spans.filter(({ box }) => box.annotations !== undefined).reverse()
    // In the order of the text, in which readers of the PDF take it out again.
    leaves.forEach((leaf, index) => {
      this.#addLeaf(leaf, index, this.#xs[index]!)
      for (const span of annotated) {
        if (span.end !== index + 1) continue
        const edges = this.#xs.slice(span.first, span.end).flatMap((left, k) => [left, left + this.#widthOf(span.first + k)])
        this.#addAnnotations(span, smallest(edges, Number.POSITIVE_INFINITY), largest(edges, Number.NEGATIVE_INFINITY))
      }
    })
  }

  /** A box that is in several pieces visually gets an item for each. Only its own leaves are looked at: a line may have as many boxes as leaves. */
  #addFragments(span: BoxSpan, { order, positions }: VisualOrder, sides: LeafEdges): void {
    const { style } = span.box
    if (style.position === 'static' && !hasOwnBox(style)) return
    const own = positions.slice(span.first, span.end).sort((a, b) => a - b)
    for (let i = 0; i < own.length; i++) {
      let end = i
      while (own[end + 1] === own[end]! + 1) end++
      const [first, last] = [order[own[i]!]!, order[own[end]!]!]
      const left = this.#xs[first]! - sides.within(first, 'left', span)
      const right = this.#xs[last]! + this.#widthOf(last) + sides.within(last, 'right', span)
      const has = { left: sides.has(first, 'left', span), right: sides.has(last, 'right', span) }
      this.#addBox(span, { left, right, has }, this.#items.length)
      i = end
    }
  }

  // ── Items ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Adds the item of a box before item `index`. */
  #addBox(span: BoxSpan, { left, right, has }: BoxPlace, index: number): void {
    const { state, box } = span
    const { style, textStyle, origin } = box
    const isPositioned = style.position !== 'static'
    if (!isPositioned && !hasOwnBox(style)) return
    const edges = this.#place.measured.edgesOf(box)
    const border = sidesOnly(edges.border, has)
    const padding = sidesOnly(edges.padding, has)
    const trimmed = style.textBoxTrim === 'none' ? undefined : edgeExtent(textStyle, trimmedEdges(style))
    const above = trimmed?.above ?? textStyle.ascent
    const top = this.#baseline + state.group.offset + state.shift - above - padding.top - border.top + state.dy
    const height = above + (trimmed?.below ?? textStyle.descent) + padding.top + padding.bottom + border.top + border.bottom
    const rect = { x: left + state.dx, y: top, width: right - left, height }
    if (isPositioned) {
      const inner = {
        x: rect.x + border.left,
        y: top + border.top,
        width: rect.width - border.left - border.right,
        height: height - border.top - border.bottom,
      }
      this.#boxes.push({ span, rect: inner })
    }
    if (!hasOwnBox(style)) return
    const item: InlineBoxItem = { kind: 'inline-box', ...rect, border, padding, style, origin, isFirst: span.isFirst, isLast: span.isLast }
    this.#items.splice(index, 0, item)
  }

  #addLeaf(leaf: Leaf, index: number, x: number): void {
    const { unit, state } = leaf
    const width = this.#widthOf(index)
    switch (unit.kind) {
      case 'text': {
        const item = this.#textItem(leaf, unit, index, x + state.dx)
        this.#items.push(item)
        if (item.style.textEmphasisStyle !== 'none') this.#items.push(...emphasisMarks(item, unit, this.#place.context))
        return
      }
      case 'atomic': {
        const atom = this.#place.measured.atoms.get(unit)!
        const top = this.#baselineOf(leaf) - atomExtent(unit, atom, state.textStyle.isCentral).above + atom.margin.top
        const left = x + state.dx + atom.margin.left
        this.#items.push({ kind: 'atomic', x: left, y: top, laid: atom.laid })
        if (atom.laid.pending !== undefined) this.#atoms.push({ unit, x: left, y: top, laid: atom.laid })
        return
      }
      case 'page-number': {
        const { content, style, origin } = unit
        const align = this.#place.align === 'justify' ? 'left' : this.#place.align
        const baseline = this.#baselineOf(leaf) + unit.textStyle.baselineShift
        this.#items.push({ kind: 'page-number', content, x: x + state.dx, baseline, width, align, style, origin })
        return
      }
      case 'leader':
        this.#addLeader(leaf, unit, index, x + state.dx)
        return
      case 'tab':
        return
    }
  }

  /** Adds what stands over and under a base, whose content reaches from `left` to `right`. */
  #addAnnotations(span: BoxSpan, left: number, right: number): void {
    for (const { annotation, x, y } of this.#ruby?.placed(span, left, right) ?? []) {
      const { laid, box } = annotation
      const top = this.#baseline + y
      this.#items.push({ kind: 'atomic', x, y: top, laid })
      if (laid.pending === undefined) continue
      const unit: AtomicUnit = { kind: 'atomic', from: 0, to: 0, box: span.box, atom: box, level: 0 }
      this.#atoms.push({ unit, x, y: top, laid })
    }
  }

  #baselineOf({ group, shift, state }: Leaf): number {
    return this.#baseline + group.offset + shift + state.dy
  }

  #textItem(leaf: Leaf, unit: TextUnit, index: number, x: number): TextItem {
    const { match, fontSize, style, origin, textStyle } = unit
    const run = leaf.run ?? unit.run
    const decorations = decorationsIn(leaf.state)
    const isUpright = run.isUpright === true
    return {
      kind: 'text',
      run,
      from: leaf.fromGlyph,
      to: leaf.toGlyph,
      x,
      // Upright glyphs stand on the centre line of their vertical text, all others on their own baseline.
      baseline: this.#baselineOf(leaf) + (isUpright ? 0 : textStyle.baselineShift),
      width: this.#widthOf(index),
      style,
      fontSize,
      match,
      letterSpacing: style.letterSpacing + this.#extra.letterSpacing(index),
      wordSpacing: style.wordSpacing + this.#extra.wordSpacing(index),
      actualText: sourceOf(leaf, unit),
      isTurn: this.#isTurn(leaf, unit, index),
      endsWord: this.#endsWord(unit, leaf, index),
      decorations: isUpright ? decorations.map((line) => ({ ...line, offset: line.offset + textStyle.baselineShift })) : decorations,
      origin,
    }
  }

  /** A space or a sign at the turn could be of either direction. */
  #isTurn({ level, fromText }: Leaf, { run }: TextUnit, index: number): boolean {
    const before = this.#parts.leaves[index - 1]
    if (!this.#place.isBidi || before === undefined || before.level === level) return false
    return isSign(run.text.charAt(fromText))
  }

  /** Whether a space comes after it, or the end of the paragraph, and whatever is next stands to its left. */
  #endsWord(unit: TextUnit, { toText }: Leaf, index: number): boolean {
    const { isBidi, isRtl, isLast } = this.#place
    if (!isBidi || IS_SPACE.test(unit.run.text.charAt(toText - 1))) return false
    const { leaves } = this.#parts
    for (let i = index + 1; i < leaves.length; i++) {
      const next = leaves[i]!
      if (this.#xs[i]! >= this.#xs[index]!) return false
      if (next.unit.kind !== 'text') return true
      const { text } = next.unit.run
      let at = next.fromText
      while (at < next.toText && IS_FORMAT().test(text[at]!)) at++
      if (at < next.toText) return IS_SPACE.test(text[at]!)
    }
    return isRtl && isLast
  }

  /** As many repetitions as fit, at the far end of their room (GCPM 3 §4.1). */
  #addLeader(leaf: Leaf, unit: LeaderUnit, index: number, x: number): void {
    const width = this.#widthOf(index)
    const baseline = this.#baselineOf(leaf) + unit.textStyle.baselineShift
    const count = unit.width > 0 ? Math.min(1_000, Math.floor(width / unit.width + 1e-6)) : 0
    const { textStyle, style, origin } = unit
    let at = this.#place.isRtl ? x : x + width - count * unit.width
    const parts = count === 0 ? [] : shapeText(unit.text.repeat(count), textStyle, ADDED_TEXT, this.#place.context)
    for (const { run, match, fontSize } of parts) {
      const own = run.width * glyphScale(match, fontSize) + run.glyphs.length * style.letterSpacing
      this.#items.push({
        kind: 'text',
        run,
        from: 0,
        to: run.glyphs.length,
        x: at,
        baseline,
        width: own,
        style,
        fontSize,
        match,
        letterSpacing: style.letterSpacing,
        wordSpacing: style.wordSpacing,
        actualText: '',
        isTurn: false,
        endsWord: false,
        decorations: decorationsIn(leaf.state),
        origin,
      })
      at += own
    }
  }
}

/** What the author wrote for the part of a unit that a leaf shows; undefined when it is the text itself. */
function sourceOf({ fromText, toText }: Leaf, { source, run }: TextUnit): string | undefined {
  if (source === undefined) return undefined
  if (source.length === run.text.length) return source.slice(fromText, toText)
  return fromText === 0 ? source : ''
}

function sidesOnly(edges: Edges, has: { readonly left: boolean; readonly right: boolean }): Edges {
  if (edges.top === 0 && edges.right === 0 && edges.bottom === 0 && edges.left === 0) return NO_EDGES
  return { top: edges.top, right: has.right ? edges.right : 0, bottom: edges.bottom, left: has.left ? edges.left : 0 }
}
