// One inline formatting context: text, inline boxes, atomic boxes and the floats among them become lines of a width (CSS2 9.4.2).
// The steps: prepare (slots, bidi, shaping, breaks), measure, then line by line fit, collect, place. What a line is made of is in
// the `inline-*` files; this file goes from line to line.
import type { ParagraphBox } from '../box/box.ts'
import { resolveLength } from '../style/value.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from './context.ts'
import type { InlineBox, PreparedText } from './inline.ts'
import { type Cut, LineFitter } from './inline-fit.ts'
import { collectLine, type LineParts } from './inline-line.ts'
import { type MeasuredText, measureText } from './inline-measure.ts'
import { PendingBoxes } from './inline-pending.ts'
import { placeLine } from './inline-place.ts'
import { prepareText } from './inline-prepare.ts'
import { contentWidthsOf } from './inline-widths.ts'
import type { LaidParagraph, Line, Placed } from './laid.ts'
import { layoutMarker } from './marker.ts'
import { type UsedEdges, usedEdges, usedHeight } from './sizing.ts'

/** Lays out a paragraph as a border box of `size.width`. */
export function layoutParagraph(
  box: ParagraphBox,
  size: LayoutSize,
  floats: FloatSpace | undefined,
  context: LayoutContext,
): LaidParagraph {
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const prepared = preparedText(box, context)
  const measured = measureText(prepared, size, Math.max(0, size.width - edges.width), context)
  const lines = new ParagraphLines(box, measured, { size, edges, floats, context })
  lines.run()
  return finish(box, lines, size, edges, context)
}

/** Border-box widths of a paragraph's content. */
export function paragraphWidths(box: ParagraphBox, context: LayoutContext): ContentWidths {
  const edges = usedEdges(box.style, 0).width
  const { min, max } = contentWidthsOf(box, preparedText(box, context), context)
  return { min: min + edges, max: max + edges }
}

/** Texts prepared while widths were asked for are there when lines are made. */
const prepared = new WeakMap<ParagraphBox, { readonly context: LayoutContext['fonts']; readonly text: PreparedText }>()

function preparedText(box: ParagraphBox, context: LayoutContext): PreparedText {
  const known = prepared.get(box)
  if (known !== undefined && known.context === context.fonts) return known.text
  const text = prepareText(box, box.items, context)
  prepared.set(box, { context: context.fonts, text })
  return text
}

function finish(box: ParagraphBox, made: ParagraphLines, size: LayoutSize, edges: UsedEdges, context: LayoutContext): LaidParagraph {
  const { lines, floats } = made
  const solid = lines.filter((line) => line.height > 0 || line.items.length > 0)
  const firstBaseline = solid[0]?.baseline
  const pending = made.pending.finish()
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, made.bottom + edges.inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline,
    lastBaseline: solid.at(-1)?.baseline,
    positioned: [],
    shift: undefined,
    ...(pending.length === 0 ? {} : { pending }),
    lines,
    floats,
    marker: layoutMarker(box, edges, size.width, firstBaseline, context),
  }
}

interface Room {
  readonly size: LayoutSize
  readonly edges: UsedEdges
  readonly floats: FloatSpace | undefined
  readonly context: LayoutContext
}

class ParagraphLines {
  readonly lines: Line[] = []
  readonly floats: Placed[] = []
  readonly pending: PendingBoxes
  /** Bottom of the last line, from the top of the border box. */
  bottom: number
  readonly #box: ParagraphBox
  readonly #measured: MeasuredText
  readonly #room: Room
  readonly #fitter: LineFitter
  readonly #contentWidth: number
  #slot = 0
  #nextBreak = 0
  #unitIndex = 0
  #open: readonly InlineBox[] = []

  constructor(box: ParagraphBox, measured: MeasuredText, room: Room) {
    this.#box = box
    this.#measured = measured
    this.#room = room
    this.#fitter = new LineFitter(measured, room.context)
    this.#contentWidth = Math.max(0, room.size.width - room.edges.width)
    this.bottom = room.edges.inset.top
    this.pending = new PendingBoxes(box.style, room.edges.inset.left, this.#contentWidth)
  }

  run(): void {
    const { text } = this.#measured.prepared
    while (this.#slot < text.length) this.#line()
  }

  #line(): void {
    const indent = this.lines.length === 0 ? resolveLength(this.#box.style.textIndent, this.#contentWidth) : 0
    const gap = { left: 0, right: 0 }
    const cut = this.#fitter.fit(this.#slot, this.#nextBreak, this.#contentWidth - gap.left - gap.right - indent)
    const parts = this.#collect(cut)
    this.#place(cut, parts, gap, indent)
    this.#advance(cut)
  }

  #collect(cut: Cut): LineParts {
    const { size, context } = this.#room
    return collectLine({ measured: this.#measured, cut, start: this.#slot, unitIndex: this.#unitIndex, open: this.#open, size, context })
  }

  #place(cut: Cut, parts: LineParts, gap: { readonly left: number; readonly right: number }, indent: number): void {
    const { prepared } = this.#measured
    const { inset } = this.#room.edges
    const y = this.bottom
    const left = inset.left + gap.left + (prepared.isRtl ? 0 : indent)
    const placed = placeLine(parts, {
      y,
      left,
      width: this.#contentWidth - gap.left - gap.right - indent,
      align: this.#alignment(cut.isForced),
      isRtl: prepared.isRtl,
      isBidi: prepared.levels !== undefined,
      isLast: cut.isForced,
      measured: this.#measured,
      context: this.#room.context,
    })
    this.lines.push(placed.line)
    this.pending.add(placed, parts)
    this.bottom = y + placed.line.height
  }

  #alignment(isLast: boolean): 'left' | 'right' | 'center' | 'justify' {
    const { textAlign, textAlignLast } = this.#box.style
    const start = this.#measured.prepared.isRtl ? 'right' : 'left'
    const end = start === 'left' ? 'right' : 'left'
    const own = isLast && textAlignLast !== 'auto' ? textAlignLast : isLast && textAlign === 'justify' ? 'start' : textAlign
    switch (own) {
      case 'start':
        return start
      case 'end':
        return end
      case '-platen-left':
        return 'left'
      case '-platen-right':
        return 'right'
      case '-platen-center':
        return 'center'
      default:
        return own
    }
  }

  /** Moves to the start of the next line, with the boxes that are open there. */
  #advance(cut: Cut): void {
    const { units } = this.#measured.prepared
    const open = [...this.#open]
    let i = this.#unitIndex
    for (; i < units.length && units[i]!.to <= cut.end; i++) {
      const unit = units[i]!
      if (unit.from < this.#slot) continue
      if (unit.kind === 'open') open.push(unit.box)
      else if (unit.kind === 'close') open.pop()
    }
    this.#open = open
    this.#unitIndex = i
    this.#slot = cut.end
    this.#nextBreak = cut.nextBreak
  }
}
