// One line box: the units of a line get their vertical places, then their horizontal ones, and become items.

import type { BoxMark, Origin } from '../../box/box.ts'
import { hasEdgeAt } from '../../box/box-kinds.ts'
import { addAll } from '../../collections/lists.ts'
import type { GlyphRun } from '../../font/font.ts'
import { isListItem } from '../../style/list-item.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import { relativeShift } from '../positioned/finish.ts'
import type { Cut } from './fit.ts'
import { hyphenCharacter } from './fit.ts'
import { isCloned, type MeasuredText } from './measure.ts'
import { type AtomicUnit, type InlineBox, isRtlAt, type LeafUnit, type OutOfFlowUnit, type TextUnit, type Unit } from './prepared-text.ts'
import { cutRun, shapeText } from './shape.ts'
import { centred, glyphScale, halfLeading, metricsOf, textStyleOf } from './text-style.ts'
import {
  type AlignedGroup,
  alignIn,
  atomExtent,
  type BoxState,
  type Extent,
  makeGroup,
  reachAround,
  resolveGroups,
  strutOf,
} from './vertical.ts'

/** What stands on a line, in logical order. */
export interface Leaf {
  readonly kind: 'leaf'
  readonly unit: LeafUnit
  readonly state: BoxState
  readonly level: number
  /** Spacing of the style included, justification not. */
  readonly width: number
  /** Text: the glyphs shown. The run is the unit's own or, beside a cut in a word, a part of it shaped anew. */
  readonly run: GlyphRun | undefined
  readonly fromGlyph: number
  readonly toGlyph: number
  /** Characters of the unit's text shown. */
  readonly fromText: number
  readonly toText: number
  /** A hyphen or an ellipsis that layout adds at a line end. */
  readonly isSynthetic: boolean
  /** Atomic boxes: baseline below the one of its group. */
  readonly shift: number
  readonly group: AlignedGroup
}

/** An inline box on this line, from leaf `first` up to (not including) leaf `end`. */
export interface BoxSpan {
  readonly kind: 'span'
  readonly state: BoxState
  readonly box: InlineBox
  readonly first: number
  end: number
  readonly isFirst: boolean
  isLast: boolean
}

/** A line whose vertical places are known. */
export interface LineParts extends Extent {
  readonly leaves: readonly Leaf[]
  readonly spans: readonly BoxSpan[]
  /** Leaves and boxes in logical order; a box comes twice, where it begins and where it ends on this line. */
  readonly sequence: readonly (Leaf | BoxSpan)[]
  readonly root: BoxState
  readonly marks: readonly BoxMark[]
  /**
   * Boxes out of flow, after how many leaves and how many entries of the sequence they stand, whether leaves or whole inline boxes are before them, and whether a forced
   * break is: their line would be the next.
   */
  readonly outOfFlow: readonly {
    readonly unit: OutOfFlowUnit
    readonly before: number
    readonly at: number
    readonly hasContent: boolean
    readonly isAfterBreak: boolean
    readonly state: BoxState
  }[]
  /** Nothing here makes a line box: it has no height. */
  readonly isEmpty: boolean
}

/** Which part of the text a line is, and what it needs to know. */
interface LineInput {
  readonly measured: MeasuredText
  readonly cut: Cut
  readonly start: number
  /** Index of the unit that holds `start`. */
  readonly unitIndex: number
  /** Boxes open at `start`, outermost first. */
  readonly open: readonly InlineBox[]
  /** Of the paragraph. */
  readonly origin: Origin
  readonly size: LayoutSize
  readonly context: LayoutContext
}

/** Collects what stands on a line and aligns it vertically. */
export function collectLine(input: LineInput): LineParts {
  const collector = new Collector(input)
  return collector.collect()
}

const NO_MARKS: readonly BoxMark[] = []

/** Shows that content was cut short. */
export const ELLIPSIS = '\u2026'

/** What synthetic text takes from the text it follows. */
type TextAround = Pick<TextUnit, 'textStyle' | 'style' | 'level' | 'origin' | 'box'>

class Collector {
  readonly #input: LineInput
  readonly #leaves: Leaf[] = []
  readonly #spans: BoxSpan[] = []
  readonly #sequence: (Leaf | BoxSpan)[] = []
  readonly #stack: BoxSpan[] = []
  readonly #groups: AlignedGroup[] = []
  readonly #root: BoxState
  readonly #outOfFlow: LineParts['outOfFlow'][number][] = []
  readonly #collapses: boolean
  #marks: BoxMark[] | undefined
  #hasBreak = false
  /** The break stands in no inline box. */
  #isBrokenInRoot = false
  /** Spaces that hang are there, though nothing of them is shown. */
  #hasHanging = false

  constructor(input: LineInput) {
    this.#input = input
    const { root } = input.measured.prepared
    const group = makeGroup('root')
    this.#root = { box: undefined, parent: undefined, textStyle: root, shift: 0, group, depth: 0, dx: 0, dy: 0 }
    // Lines of a list item are as high as its own text in quirks mode too, as in browsers.
    this.#collapses = input.context.collapsesBareLines
    if (!this.#collapses || isListItem(root.style)) reachAround(group, root, 0)
  }

  collect(): LineParts {
    const { cut, open, unitIndex, measured } = this.#input
    const { units } = measured.prepared
    for (const box of open) this.#open(box, false)
    for (let i = unitIndex; i < units.length; i++) {
      const unit = units[i]!
      if (unit.from >= cut.end) break
      this.#add(unit)
    }
    if (cut.hyphen !== undefined) this.#addSynthetic(hyphenCharacter(cut.hyphen.textStyle), cut.hyphen, '\u00ad')
    while (this.#stack.length > 0) this.#sequence.push(this.#stack.pop()!)
    if (cut.marker !== undefined) this.#addSynthetic(cut.marker, this.#rootText(), '')
    const isEmpty = this.#leaves.length === 0 && !this.#hasBreak && !this.#hasHanging && !this.#spans.some((span) => this.#hasEdges(span))
    // Bare lines collapse: a line without text of the paragraph's own still has the height of its text elsewhere, or of a break.
    if (this.#isBrokenInRoot && this.#leaves.length === 0) reachAround(this.#root.group, this.#root.textStyle, 0)
    const extent = isEmpty ? { above: 0, below: 0 } : resolveGroups(this.#root.group, this.#groups)
    return {
      leaves: this.#leaves,
      spans: this.#spans,
      sequence: this.#sequence,
      root: this.#root,
      marks: this.#marks ?? NO_MARKS,
      outOfFlow: this.#outOfFlow,
      isEmpty,
      ...extent,
    }
  }

  #hasEdges({ box, isFirst, isLast }: BoxSpan): boolean {
    const [start, end] = box.style.direction === 'ltr' ? (['left', 'right'] as const) : (['right', 'left'] as const)
    const edges = this.#input.measured.edgesOf(box)
    return (isFirst && (edges.start !== 0 || hasEdgeAt(box.style, start))) || (isLast && (edges.end !== 0 || hasEdgeAt(box.style, end)))
  }

  get #state(): BoxState {
    return this.#stack.at(-1)?.state ?? this.#root
  }

  #mark(marks: readonly BoxMark[]): void {
    if (marks.length > 0) addAll((this.#marks ??= []), marks)
  }

  #add(unit: Unit): void {
    const { start, cut } = this.#input
    switch (unit.kind) {
      case 'open':
        if (unit.from < start) return
        this.#mark(unit.box.marks)
        return this.#open(unit.box, true)
      case 'close':
        if (unit.from < start) return
        return this.#close()
      case 'text':
        return this.#addText(unit, Math.max(start, unit.from), Math.min(cut.contentEnd, unit.to))
      case 'tab':
        if (unit.from < cut.contentEnd) this.#push(unit, this.#measuredWidth(unit.from, unit.to))
        return
      case 'atomic':
        return this.#addAtomic(unit)
      case 'page-number':
      case 'leader':
        if (unit.from >= cut.contentEnd) return
        reachAround(this.#state.group, unit.textStyle, this.#state.shift)
        return this.#push(unit, this.#measuredWidth(unit.from, unit.to))
      case 'break':
        return this.#addBreak()
      case 'mark':
        return this.#mark([unit.mark])
      case 'positioned':
        return this.#addOutOfFlow(unit)
      case 'float':
        return
    }
  }

  /** A break is content of its inline box, which has a height then in quirks mode too, as in browsers. */
  #addBreak(): void {
    const { box, group, shift, textStyle } = strutOf(this.#state)
    this.#hasBreak = true
    if (box === undefined) this.#isBrokenInRoot = true
    else if (this.#collapses) reachAround(group, textStyle, shift)
  }

  #addOutOfFlow(unit: OutOfFlowUnit): void {
    const before = this.#leaves.length
    const hasContent = before > 0 || this.#spans.length > this.#stack.length
    this.#outOfFlow.push({ unit, before, at: this.#sequence.length, hasContent, isAfterBreak: this.#hasBreak, state: this.#state })
  }

  #measuredWidth(from: number, to: number): number {
    const { reach } = this.#input.measured
    return reach[to]! - reach[from]!
  }

  // ── Boxes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #open(box: InlineBox, isFirst: boolean): void {
    const parent = this.#state
    const { textStyle, style } = box
    const { group, shift } = alignIn(parent, textStyle, textStyle, this.#groups)
    const moved = relativeShift(style, this.#input.size)
    const state: BoxState = {
      box,
      parent,
      textStyle,
      shift,
      group,
      depth: parent.depth + 1,
      dx: parent.dx + (moved?.x ?? 0),
      dy: parent.dy + (moved?.y ?? 0),
    }
    const span: BoxSpan = {
      kind: 'span',
      state,
      box,
      first: this.#leaves.length,
      end: this.#leaves.length,
      isFirst: isFirst || isCloned(box),
      isLast: isCloned(box),
    }
    const hasHeight = !this.#collapses || (span.isFirst && this.#hasFrame(box, 'start'))
    if (hasHeight && !box.isDecoration) reachAround(group, textStyle, shift)
    this.#spans.push(span)
    this.#sequence.push(span)
    this.#stack.push(span)
  }

  #close(): void {
    const span = this.#stack.pop()
    if (span === undefined) throw new Error('inline: a box closes that is not open on this line')
    span.isLast = true
    if (this.#collapses && this.#hasFrame(span.box, 'end')) reachAround(span.state.group, span.state.textStyle, span.state.shift)
    this.#sequence.push(span)
  }

  /** Whether a border or padding is there where the box begins or ends: such a box has a height in quirks mode too (Quirks §3.3). */
  #hasFrame(box: InlineBox, side: 'start' | 'end'): boolean {
    const { border, padding } = this.#input.measured.edgesOf(box)
    const edge = (side === 'start') === (box.style.direction === 'ltr') ? 'left' : 'right'
    return border[edge] + padding[edge] > 0
  }

  // ── Leaves ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #push(unit: LeafUnit, width: number, more?: Partial<Leaf>): void {
    const state = this.#state
    const leaf: Leaf = {
      kind: 'leaf',
      unit,
      state,
      level: unit.level,
      width,
      run: undefined,
      fromGlyph: 0,
      toGlyph: 0,
      fromText: 0,
      toText: 0,
      isSynthetic: false,
      shift: state.shift,
      group: state.group,
      ...more,
    }
    this.#leaves.push(leaf)
    this.#sequence.push(leaf)
    for (const span of this.#stack) span.end = this.#leaves.length
  }

  #addText(unit: TextUnit, from: number, to: number): void {
    if (from >= to) {
      this.#hasHanging ||= this.#hangsOnly(unit)
      return
    }
    const state = this.#state
    const strut = strutOf(state)
    if (this.#collapses) reachAround(strut.group, strut.textStyle, strut.shift)
    // Text of an element without a box (display: contents) has a font and a line height of its own.
    else if (unit.textStyle !== strut.textStyle) reachAround(state.group, unit.textStyle, state.shift)
    this.#reachFallback(unit, state)
    const part = cutRun(unit, from - unit.from, to - unit.from, this.#input.context)
    this.#push(unit, part.width ?? this.#measuredWidth(from, to), part)
  }

  #hangsOnly({ textStyle, run, from, to }: TextUnit): boolean {
    const { start, cut } = this.#input
    const [first, end] = [Math.max(start, from), Math.min(cut.end, to)]
    return first < end && (!textStyle.collapsesSpaces || !/^[ \t]*$/.test(run.text.slice(first - from, end - from)))
  }

  /** With `line-height: normal` every face on the line has a say (CSS Inline 3 §5.1). */
  #reachFallback({ match, textStyle, fontSize }: TextUnit, { group, shift }: BoxState): void {
    if (textStyle.style.lineHeight !== 'normal' || (match.face === textStyle.primary.face && match.metrics === textStyle.primary.metrics))
      return
    const own = metricsOf(match, fontSize)
    const metrics = textStyle.isCentral ? centred(own) : own
    const lineHeight = metrics.ascent + metrics.descent + metrics.lineGap
    const above = metrics.ascent + halfLeading(lineHeight, metrics)
    reachAround(group, { above, below: lineHeight - above }, shift)
  }

  /** Adds text that is not the author's: hyphens, ellipses; extraction gives `source`. It stands in the box of the unit it follows. */
  #addSynthetic(text: string, { textStyle, level, style, origin, box }: TextAround, source: string): void {
    const place = { isRtl: (level & 1) === 1, source: undefined }
    for (const { run, shaping, match, fontSize } of shapeText(text, textStyle, place, this.#input.context)) {
      const scale = glyphScale(match, fontSize)
      const unit: TextUnit = {
        kind: 'text',
        from: 0,
        to: text.length,
        box,
        run,
        shaping,
        match,
        textStyle,
        style,
        fontSize,
        scale,
        origin,
        level,
        source,
        glyphOf: undefined,
      }
      const width = run.width * scale + run.glyphs.length * style.letterSpacing
      this.#push(unit, width, { run, toGlyph: run.glyphs.length, toText: run.text.length, isSynthetic: true })
    }
  }

  #rootText(): TextAround {
    const { prepared } = this.#input.measured
    const { root } = prepared
    return {
      textStyle: root,
      style: root.style,
      level: isRtlAt(prepared, this.#input.start) ? 1 : 0,
      origin: this.#input.origin,
      box: undefined,
    }
  }

  #addAtomic(unit: AtomicUnit): void {
    if (unit.from >= this.#input.cut.contentEnd) return
    const atom = this.#input.measured.atoms.get(unit)
    if (atom === undefined) throw new Error('inline: an atomic box was not laid out')
    const extent = atomExtent(unit, atom, this.#state.textStyle.isCentral)
    const textStyle = textStyleOf(unit.atom.style, this.#input.context.fonts)
    const { group, shift } = alignIn(this.#state, textStyle, extent, this.#groups)
    reachAround(group, extent, shift)
    if (this.#collapses && unit.atom.kind === 'replaced' && unit.atom.isSymbol)
      reachAround(this.#state.group, strutOf(this.#state).textStyle, 0)
    this.#push(unit, atom.width, { group, shift })
  }
}
