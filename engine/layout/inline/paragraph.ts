// One inline formatting context: text, inline boxes, atomic boxes and the floats among them become lines of a width (CSS2 9.4.2).
// The steps: prepare (slots, bidi, shaping, breaks), measure, then line by line fit, collect, place. What a line is made of is in
// the other files of this room; this one goes from line to line.
import type { ParagraphBox } from '../../box/box.ts'
import { LAYOUT_UNIT } from '../../geometry.ts'
import type { TextEdges } from '../../style/value.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidParagraph, Line } from '../laid.ts'
import { childrenBasis, type UsedEdges, usedEdges, usedHeight } from '../sizing/sizing.ts'
import { balancedWidth } from './balance.ts'
import { withoutBreaksAtImages } from './breaks.ts'
import { MarkSpace } from './emphasis.ts'
import { firstLineText, withFirstLineBackground } from './first-line.ts'
import { type Cut, LineFitter } from './fit.ts'
import { ParagraphFloats } from './floats.ts'
import { type Hang, hangOf, NO_HANG } from './hang.ts'
import { indentOf } from './indent.ts'
import { placedLetter, raiseOf } from './initial-letter.ts'
import { collectLine, ELLIPSIS, type LineParts } from './line.ts'
import { type MarkerLine, markerExcess, markerLine, placeMarker } from './marker.ts'
import { type MeasuredText, measureText } from './measure.ts'
import { cachedText, cacheText } from './paragraph-cache.ts'
import { PendingBoxes } from './pending.ts'
import { placeLine } from './place.ts'
import { layoutPlain, plainWidths } from './plain-paragraph.ts'
import { prepareText, widthOf } from './prepare.ts'
import { type InlineBox, isRtlAt, type PreparedText, TOLERANCE } from './prepared-text.ts'
import { prettyCuts } from './pretty.ts'
import { edgeExtent } from './vertical.ts'
import { contentWidthsOf } from './widths.ts'

/** Lays out a paragraph as a border box of `size.width`. */
export function layoutParagraph(
  box: ParagraphBox,
  size: LayoutSize,
  floats: FloatSpace | undefined,
  context: LayoutContext,
): LaidParagraph {
  return layoutPlain(box, size, floats, context) ?? layoutGeneral(box, size, floats, context)
}

/** Any paragraph. */
export function layoutGeneral(box: ParagraphBox, size: LayoutSize, floats: FloatSpace | undefined, context: LayoutContext): LaidParagraph {
  const laid = layoutLines(box, size, floats, context)
  return box.ink === undefined ? laid : placedLetter(laid, box.ink)
}

function layoutLines(box: ParagraphBox, size: LayoutSize, floats: FloatSpace | undefined, context: LayoutContext): LaidParagraph {
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const width = Math.max(0, size.width - edges.width)
  const basis = childrenBasis(box, edges, size, context.isQuirks)
  const measured = measureText(preparedText(box, context), basis, width, context)
  const first = box.firstLineStyle === undefined ? undefined : measureText(firstLineText(box, context), basis, width, context)
  const isBalanced = box.style.textWrapStyle === 'balance' && floats === undefined && first === undefined
  const lineWidth = isBalanced ? balancedWidth(box, measured, width, context) : width
  const isPretty = box.style.textWrapStyle === 'pretty' && floats === undefined && first === undefined
  const cuts = isPretty ? prettyCuts(box, measured, width, context) : undefined
  const room = { size, edges, floats, context, lineWidth, cuts, marker: markerLine(box, context) }
  const lines = new ParagraphLines(box, { all: measured, first }, { ...room, size: { ...size, containingHeight: basis } })
  lines.run()
  const laid = finish(box, lines, room)
  return first === undefined ? laid : withFirstLineBackground(laid, first.prepared.root)
}

/** Border-box widths of a paragraph's content. */
export function paragraphWidths(box: ParagraphBox, context: LayoutContext): ContentWidths {
  const edges = usedEdges(box.style, 0).width
  if (box.ink !== undefined) return { min: box.ink.width + edges, max: box.ink.width + edges }
  const { min, max } = plainWidths(box, context) ?? generalWidths(box, context)
  return { min: wholeUnits(min) + edges, max: wholeUnits(max) + edges }
}

/** Text is rounded up to layout units, so that it fits into a box that was shrunk around it. */
function wholeUnits(points: number): number {
  return Math.ceil(points / LAYOUT_UNIT - 1e-6) * LAYOUT_UNIT
}

/** Content-box widths of any paragraph. */
export function generalWidths(box: ParagraphBox, context: LayoutContext): ContentWidths {
  const prepared = preparedText(box, context)
  return contentWidthsOf(box, isHeldTogether(box, context) ? { ...prepared, breaks: withoutBreaksAtImages(prepared) } : prepared, context)
}

/** A cell of automatic width in quirks mode, whose images break from nothing when its least width is asked for (Quirks Mode, "The table cell width calculation quirk"). */
function isHeldTogether({ style }: ParagraphBox, { isQuirks }: LayoutContext): boolean {
  return isQuirks && style.display === 'table-cell' && style.width === 'auto'
}

/** Texts prepared while widths were asked for are there when lines are made. */
function preparedText(box: ParagraphBox, context: LayoutContext): PreparedText {
  const known = cachedText(box, 'prepared')
  if (known !== undefined) return known
  const text = prepareText(box, box.items, context)
  cacheText(box, text)
  return text
}

function finish(box: ParagraphBox, made: ParagraphLines, { size, edges, marker }: Room): LaidParagraph {
  const { lines, floats } = made
  const solid = lines.filter((line) => line.height > 0 || line.items.length > 0)
  const firstBaseline = solid[0]?.baseline
  const pending = made.pending.finish()
  const bottom = marker === undefined || firstBaseline !== undefined ? made.bottom : Math.max(made.bottom, marker.height)
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, bottom + edges.inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline,
    lastBaseline: solid.at(-1)?.baseline,
    positioned: [],
    shift: undefined,
    ...(pending.length === 0 ? {} : { pending }),
    lines,
    floats,
    marker: placeMarker(marker, box.style, { width: size.width, edges }, firstBaseline),
  }
}

interface Room {
  readonly size: LayoutSize
  readonly edges: UsedEdges
  readonly floats: FloatSpace | undefined
  readonly context: LayoutContext
  /** How wide lines may be; less than the content box where they are balanced. */
  readonly lineWidth: number
  /** The lines, where they were chosen together. */
  readonly cuts: readonly Cut[] | undefined
  readonly marker: MarkerLine | undefined
}

interface Gap {
  readonly left: number
  readonly right: number
}

const NO_GAP: Gap = { left: 0, right: 0 }

class ParagraphLines {
  readonly lines: Line[] = []
  readonly pending: PendingBoxes
  /** Bottom of the last line, from the top of the border box. */
  bottom: number
  readonly #box: ParagraphBox
  /** What lines are made from; the first one may have a style of its own. */
  #measured: MeasuredText
  #fitter: LineFitter
  readonly #rest: MeasuredText
  readonly #room: Room
  readonly #floats: ParagraphFloats | undefined
  readonly #contentWidth: number
  readonly #markSpace: MarkSpace | undefined
  #slot = 0
  #nextBreak = 0
  #unitIndex = 0
  #open: readonly InlineBox[] = []
  /** The line that the marker stands beside is made. */
  #isBesideMarker: boolean
  readonly #inside: LayoutSize

  constructor(box: ParagraphBox, texts: { readonly all: MeasuredText; readonly first: MeasuredText | undefined }, room: Room) {
    this.#box = box
    this.#rest = texts.all
    this.#measured = texts.first ?? texts.all
    this.#room = room
    this.#isBesideMarker = room.marker === undefined
    this.#fitter = new LineFitter(this.#measured, room.context)
    this.#contentWidth = Math.max(0, room.size.width - room.edges.width)
    const raise = raiseOf(texts.all.prepared)
    const { top } = room.edges.inset
    this.bottom = raise === undefined ? top : (room.floats?.belowLetters(top) ?? top) + raise
    this.#markSpace = MarkSpace.of(texts.all.prepared, box, room.edges, room.size.containingWidth)
    this.#inside = { ...room.size, containingWidth: this.#contentWidth }
    this.pending = new PendingBoxes(box.style, room.edges.inset.left, this.#inside)
    if (room.floats !== undefined) {
      this.#floats = new ParagraphFloats(texts.all, room.floats, {
        size: room.size,
        contentWidth: this.#contentWidth,
        context: room.context,
      })
    }
  }

  get floats(): LaidParagraph['floats'] {
    return this.#floats?.placed ?? []
  }

  run(): void {
    const { text } = this.#measured.prepared
    while (this.#slot < text.length && this.lines.length !== this.#box.style.lineClamp) this.#line()
    this.bottom += this.#markSpace?.below ?? 0
    this.#floats?.placed.forEach((float, i) => {
      this.pending.carry(float.laid, float.x, float.y, this.#floats?.anchors[i])
    })
  }

  #line(): void {
    const { cut, gap, parts } = this.#floats === undefined ? this.#plainLine() : this.#lineBesideFloats(this.#floats)
    const short = this.#cutShort(cut, gap)
    const shown = short === undefined ? parts : this.#collect(short)
    this.#place(short ?? cut, this.#markSpace?.grown(shown, this.#measured) ?? shown, gap)
    this.#advance(cut)
  }

  #indent(): number {
    return indentOf(
      this.#box.style,
      { isFirst: this.lines.length === 0, isAfterBreak: this.lines.at(-1)?.isLast === true },
      this.#contentWidth,
    )
  }

  #fit(gap: Gap, isWhole: boolean): Cut {
    return this.#fitter.fit(this.#slot, this.#nextBreak, this.#roomIn(gap), isWhole)
  }

  #roomIn(gap: Gap): number {
    return this.#contentWidth - gap.left - gap.right - this.#indent()
  }

  #plainFit(): Cut {
    return this.#room.cuts?.[this.lines.length] ?? this.#fitter.fit(this.#slot, this.#nextBreak, this.#room.lineWidth - this.#indent())
  }

  #plainLine(): { readonly cut: Cut; readonly gap: Gap; readonly parts: LineParts } {
    const cut = this.#plainFit()
    return { cut, gap: NO_GAP, parts: this.#collect(cut) }
  }

  /** A line's room depends on its height, its height on what fits: a few rounds settle it. The line moves down where even a word has no room. */
  #lineBesideFloats(floats: ParagraphFloats): { readonly cut: Cut; readonly gap: Gap; readonly parts: LineParts } {
    const start = { slot: this.#slot, unitIndex: this.#unitIndex }
    let height = this.#measured.prepared.root.lineHeight
    for (let round = 0; ; ) {
      floats.placeLeading(start, this.bottom)
      const gap = floats.gapAt(this.bottom, height)
      const below = gap.left + gap.right > 0 ? floats.nextY(this.bottom) : undefined
      const cut = this.#fit(gap, below !== undefined)
      // Text that does not wrap stays beside floats and overflows, as in browsers.
      const mayMove = this.#box.style.textWrapMode !== 'nowrap'
      // No more is needed than the block has, which what stands in it may overflow.
      const needed = Math.min(cut.width, this.#contentWidth)
      if (mayMove && below !== undefined && below > this.bottom && needed > Math.max(0, this.#roomIn(gap)) + 0.01) {
        this.bottom = below
        continue
      }
      const isAdded = floats.placeWithin(start, cut, this.bottom, this.#roomIn(gap))
      const parts = this.#collect(cut)
      const own = this.#markSpace?.heightOf(parts, this.#measured) ?? parts.above + parts.below
      const isTaller = own > height + 0.01
      height = Math.max(height, own)
      if ((!isAdded && !isTaller) || ++round > 20) return { cut, gap, parts }
    }
  }

  /** `text-overflow: ellipsis` where a line is too wide, and the last line that `line-clamp` lets through. */
  #cutShort(cut: Cut, gap: Gap): Cut | undefined {
    const { textOverflow, overflowX, lineClamp, blockEllipsis } = this.#box.style
    const isOver = textOverflow !== 'clip' && overflowX !== 'visible' && cut.width > this.#roomIn(gap) + TOLERANCE
    const isLastShown = this.lines.length + 1 === lineClamp && cut.end < this.#measured.prepared.text.length
    if (!isOver && (!isLastShown || blockEllipsis === 'none')) return undefined
    const asked = isOver ? textOverflow : blockEllipsis
    const marker = typeof asked === 'string' ? ELLIPSIS : asked.marker
    const width = widthOf(marker, this.#measured.prepared.root, this.#room.context)
    const short = this.#fitter.cutShort(this.#slot, cut, { room: this.#roomIn(gap), marker, width })
    return isOver ? { ...short, isStartAligned: true } : short
  }

  #collect(cut: Cut): LineParts {
    const { context } = this.#room
    const { origin, trim } = this.#box
    const parts = collectLine({
      measured: this.#measured,
      cut,
      start: this.#slot,
      unitIndex: this.#unitIndex,
      open: this.#open,
      origin,
      size: this.#inside,
      context,
    })
    return trim === undefined || parts.isEmpty ? parts : this.#trimmed(parts, cut, trim)
  }

  /** The first line begins and the last one ends at a metric of the paragraph's own font; what is taller reaches out. */
  #trimmed(parts: LineParts, cut: Cut, trim: Partial<TextEdges>): LineParts {
    const { root, text } = this.#measured.prepared
    const isFirst = this.lines.every((line) => line.height === 0 && line.items.length === 0)
    const isLast = cut.end >= text.length || this.lines.length + 1 === this.#box.style.lineClamp
    const { over, under } = trim
    // In `vertical-lr` the over side of a line is its end in the block axis.
    const [isOver, isUnder] = this.#box.style.writingMode === 'vertical-lr' ? [isLast, isFirst] : [isFirst, isLast]
    const edges = { ...(isOver && over !== undefined ? { over } : {}), ...(isUnder && under !== undefined ? { under } : {}) }
    return { ...parts, ...edgeExtent(root, edges) }
  }

  #place(cut: Cut, parts: LineParts, gap: Gap): void {
    const { prepared } = this.#measured
    const { inset } = this.#room.edges
    const y = this.bottom + (this.#isBesideMarker ? 0 : this.#excess(parts))
    const hang = this.#hang(cut, gap)
    const placed = placeLine(parts, {
      from: this.#slot,
      y,
      left: inset.left + gap.left + (isRtlAt(prepared, this.#slot) ? -hang.end : this.#indent() - hang.start),
      width: this.#roomIn(gap) + hang.start + hang.end,
      align: this.#alignment(cut),
      isRtl: isRtlAt(prepared, this.#slot),
      isBidi: prepared.levels !== undefined,
      isLast: cut.isForced,
      measured: this.#measured,
      context: this.#room.context,
    })
    this.lines.push(gap.left + gap.right > TOLERANCE ? { ...placed.line, isBesideFloats: true } : placed.line)
    this.pending.add(placed, parts)
    this.bottom = y + placed.line.height
    this.bottom = this.#floats?.endLine(cut, this.#unitIndex, this.bottom) ?? this.bottom
  }

  /** Room above the first line for a marker that is taller. */
  #excess({ isEmpty, above }: LineParts): number {
    if (isEmpty) return 0
    this.#isBesideMarker = true
    return markerExcess(this.#room.marker, above)
  }

  #hang({ contentEnd, isForced, width, hyphen, marker }: Cut, gap: Gap): Hang {
    const isWhole = hyphen === undefined && marker === undefined && !this.#measured.prepared.hasTabs
    const start = this.#slot
    const { reach } = this.#measured
    if (this.#box.style.hangingPunctuation.length === 0) {
      // Ideographic spaces at the end, where nothing else was added or cut.
      const over = isWhole ? reach[contentEnd]! - reach[start]! - width : 0
      return over > TOLERANCE ? { start: 0, end: over } : NO_HANG
    }
    const free = this.#roomIn(gap) + TOLERANCE - (reach[contentEnd]! - reach[start]!)
    return hangOf(this.#box.style, this.#measured, { start, end: contentEnd, isFirst: start === 0, isLast: isForced, free })
  }

  #alignment({ isForced: isLast, isStartAligned }: Cut): 'left' | 'right' | 'center' | 'justify' {
    const { textAlign, textAlignLast } = this.#box.style
    const start = isRtlAt(this.#measured.prepared, this.#slot) ? 'right' : 'left'
    if (isStartAligned === true) return start
    const end = start === 'left' ? 'right' : 'left'
    const own = isLast && textAlignLast !== 'auto' ? textAlignLast : isLast && textAlign === 'justify' ? 'start' : textAlign
    switch (own) {
      case 'start':
        return start
      case 'end':
        return end
      case 'justify-all':
        return 'justify'
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
    if (this.#measured !== this.#rest) this.#leaveFirstLine()
  }

  /** The lines after the first are made from the same slots, in their own styles. */
  #leaveFirstLine(): void {
    this.#measured = this.#rest
    this.#fitter = new LineFitter(this.#rest, this.#room.context)
    const { units, breaks } = this.#rest.prepared
    const slot = this.#slot
    this.#nextBreak = breaks.at.findIndex((at) => at > slot)
    this.#unitIndex = units.findIndex((unit) => unit.to > slot)
    const open: InlineBox[] = []
    for (const unit of units) {
      if (unit.to > slot) break
      if (unit.kind === 'open') open.push(unit.box)
      else if (unit.kind === 'close') open.pop()
    }
    this.#open = open
  }
}
