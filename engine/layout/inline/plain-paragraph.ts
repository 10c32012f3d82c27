// Widths and lines of paragraphs of plain texts, without slots, units and measures (`plain-text.ts`). Undefined means: take the general path.

import type { ParagraphBox } from '../../box/box.ts'
import { codeAt } from '../../text/code-at.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidParagraph, Line, TextItem } from '../laid.ts'
import { BreakFinder } from '../line-break/opportunities.ts'
import { usedEdges, usedHeight } from '../sizing/sizing.ts'
import { isWordSeparator } from './measure.ts'
import { cachedText, cacheText } from './paragraph-cache.ts'
import { makePlainText, type PlainPiece, type PlainText, widthOfPart } from './plain-text.ts'
import { TOLERANCE } from './prepared-text.ts'
import { textStyleOf } from './text-style.ts'

/** Texts whose widths were asked for are there when lines are made, mostly right after. */
function plainText(box: ParagraphBox, context: LayoutContext): PlainText | undefined {
  return cachedText(box, 'plain') ?? makePlainText(box, context)
}

// ── Widths ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Content-box widths of a paragraph of plain texts. */
export function plainWidths(box: ParagraphBox, context: LayoutContext): ContentWidths | undefined {
  const plain = plainText(box, context)
  if (plain === undefined) return undefined
  cacheText(box, plain)
  const { pieces, wraps, breaksPlainly, width } = plain
  if (!wraps) return { min: width, max: width }
  if (!breaksPlainly) return undefined
  const { run, textStyle } = pieces[0]!
  // Preserved spaces hang when a line ends at them, not while everything is on one. Only a text that is alone has such.
  const max = textStyle.collapsesSpaces ? width : widthOfPart(run, textStyle, 0, run.text.length)
  return { min: longestWord(plain), max }
}

function longestWord({ pieces, text, end }: PlainText): number {
  const finder = new BreakFinder(text)
  let longest = 0
  let word = 0
  for (const { run, textStyle, from } of pieces) {
    const { advances } = run
    const { scale, letterSpacing } = textStyle
    const to = Math.min(from + advances.length, end)
    for (let i = from; i < to; i++) {
      if (i > 0 && isOpportunity(finder, text, i)) {
        if (word > longest) longest = word
        word = 0
      }
      if (codeAt(text, i) !== 0x20) word += advances[i - from]! * scale + letterSpacing
    }
  }
  return Math.max(longest, word)
}

function isOpportunity(finder: BreakFinder, text: string, i: number): boolean {
  const next = codeAt(text, i)
  if (next === 0x20) return false
  const last = codeAt(text, i - 1)
  return last === 0x20 || finder.breaksInWord(i, last, next)
}

// ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A paragraph of plain texts laid out; undefined also when floats are in the way or a line ends where only the general path knows what to do. */
export function layoutPlain(
  box: ParagraphBox,
  size: LayoutSize,
  floats: FloatSpace | undefined,
  context: LayoutContext,
): LaidParagraph | undefined {
  if (floats !== undefined || box.marker !== undefined || box.trim !== undefined || box.ink !== undefined) return undefined
  if (isLongAndDivided(box, context)) return undefined
  const plain = plainText(box, context)
  if (plain === undefined) return undefined
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const { inset } = edges
  const room = Math.max(0, size.width - edges.width)
  const isOneLine = plain.width <= room + TOLERANCE || !plain.wraps
  const parts = isOneLine ? undefined : breakLines(plain, room)
  if (parts === undefined && !isOneLine) return undefined
  const frame: LineFrame = { plain, left: inset.left, room, x: 0, baseline: 0, gap: 0, spaces: 0 }
  // A list that grows takes room for seventeen: most cells have one line.
  const lines =
    parts === undefined
      ? [makeLine(frame, { from: 0, to: plain.end, width: plain.width }, inset.top, true)]
      : makeLines(frame, parts, inset.top)
  const last = lines[lines.length - 1]!
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, last.y + last.height + inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: lines[0]!.baseline,
    lastBaseline: last.baseline,
    positioned: NOTHING,
    shift: undefined,
    lines,
    floats: NOTHING,
    marker: undefined,
  }
}

/** Characters that no line is likely to hold. */
const LONG = 200

/** A text of several lines whose words may be divided: the general path would shape it once more. */
function isLongAndDivided(box: ParagraphBox, { fonts }: LayoutContext): boolean {
  let length = 0
  for (const item of box.items) if (item.kind === 'text') length += item.text.length
  return length > LONG && !textStyleOf(box.style, fonts).breaksPlainly
}

/** One line: characters of the text without the spaces that vanish at its end. */
interface LinePart {
  readonly from: number
  readonly to: number
  readonly width: number
}

/** Lines of a text, each as long as it may be; undefined when a word must be divided or shaped anew. Locals, as every character passes through here. */
function breakLines(plain: PlainText, room: number): LinePart[] | undefined {
  const { pieces, text, end } = plain
  const { textWrapStyle } = plain.box.style
  if (!plain.breaksPlainly || !plain.isEvenlyHigh || textWrapStyle === 'balance' || textWrapStyle === 'pretty') return undefined
  if (text.startsWith(' ') || !pieces.every(fillsLines)) return undefined
  const finder = new BreakFinder(text)
  const lines: LinePart[] = []
  let index = 0
  let { run, textStyle, from } = pieces[0]!
  let { advances, unsafeToBreak } = run
  let { scale, letterSpacing } = textStyle
  let to = from + advances.length
  let start = 0
  let startX = 0
  let x = 0
  let contentEnd = 0
  let contentX = 0
  // The last opportunity that fits: where the next line would begin, and where this one's content would end.
  let bestAt = -1
  let bestAtX = 0
  let bestEnd = 0
  let bestEndX = 0
  for (let i = 0; i <= end; i++) {
    if (i > start && (i === end || isOpportunity(finder, text, i))) {
      if (contentX - startX > room + TOLERANCE && bestAt !== -1) {
        lines.push({ from: start, to: bestEnd, width: bestEndX - startX })
        start = bestAt
        startX = bestAtX
        bestAt = -1
      }
      if (i < to && i < end && unsafeToBreak[i - from] === 1 && codeAt(text, i - 1) !== 0x20) return undefined
      if (contentX - startX > room + TOLERANCE) {
        // A word too long for any line has one of its own.
        lines.push({ from: start, to: contentEnd, width: contentX - startX })
        start = i
        startX = x
        bestAt = -1
      } else {
        bestAt = i
        bestAtX = x
        bestEnd = contentEnd
        bestEndX = contentX
      }
    }
    if (i === end) break
    if (i === to) {
      ;({ run, textStyle, from } = pieces[++index]!)
      ;({ advances, unsafeToBreak } = run)
      ;({ scale, letterSpacing } = textStyle)
      to = from + advances.length
    }
    x += advances[i - from]! * scale + letterSpacing
    if (codeAt(text, i) !== 0x20) {
      contentEnd = i + 1
      contentX = x
    }
  }
  if (bestAt !== -1) lines.push({ from: start, to: bestEnd, width: bestEndX - startX })
  return lines
}

/** Lines of it end between words only, and justification widens spaces only. */
function fillsLines({ textStyle: { style, collapsesSpaces } }: PlainPiece): boolean {
  return collapsesSpaces && style.overflowWrap === 'normal' && style.textJustify !== 'inter-character'
}

/** Where the lines of one paragraph stand. It moves from text to text, rather than one being made for each. */
interface LineFrame {
  readonly plain: PlainText
  /** Of the content box. */
  readonly left: number
  readonly room: number
  /** Where the next text stands, what justification adds to each space, and how many the text has. */
  x: number
  baseline: number
  gap: number
  spaces: number
}

function makeLines(frame: LineFrame, parts: readonly LinePart[], top: number): Line[] {
  const lines: Line[] = []
  let y = top
  for (let i = 0; i < parts.length; i++) {
    const line = makeLine(frame, parts[i]!, y, i === parts.length - 1)
    lines.push(line)
    y += line.height
  }
  return lines
}

function makeLine(frame: LineFrame, part: LinePart, y: number, isLast: boolean): Line {
  const { plain, left, room } = frame
  const { above, below, pieces } = plain
  const { textAlign } = plain.box.style
  const free = room - part.width
  const spaces = textAlign === 'justify' && !isLast && free > 0 ? gapsOf(pieces, part) : 0
  const baseline = y + above
  frame.x = left + alignmentShift(textAlign, free)
  frame.baseline = baseline
  frame.gap = spaces === 0 ? 0 : free / spaces
  frame.spaces = spaces
  const items = pieces.length === 1 ? [textItem(frame, pieces[0]!, part, part.width)] : textItems(frame, part)
  return { y, height: above + below, baseline, from: slotOf(pieces, part.from), items, isLast, marks: NOTHING }
}

function textItems(frame: LineFrame, part: LinePart): TextItem[] {
  const items: TextItem[] = []
  for (const piece of frame.plain.pieces) {
    const { run, textStyle, from, width } = piece
    const to = from + run.advances.length
    if (to <= part.from) continue
    if (from >= part.to) break
    const isWhole = part.from <= from && to <= part.to
    const own = isWhole ? width : widthOfPart(run, textStyle, Math.max(0, part.from - from), Math.min(to, part.to) - from)
    frame.spaces = frame.gap === 0 ? 0 : countGaps(piece, part)
    const item = textItem(frame, piece, part, own)
    items.push(item)
    frame.x += item.width
  }
  return items
}

/** The characters of a text that are on a line. */
function textItem({ x, baseline, gap, spaces }: LineFrame, piece: PlainPiece, part: LinePart, width: number): TextItem {
  const { item, offset, run, textStyle, decorations, from: start } = piece
  const { style, origin, source } = item
  const from = Math.max(0, part.from - start)
  const to = Math.min(run.text.length, part.to - start)
  return {
    kind: 'text',
    run,
    from,
    to,
    x,
    baseline,
    width: spaces === 0 ? width : width + spaces * gap,
    style,
    fontSize: textStyle.fontSize,
    match: textStyle.primary,
    letterSpacing: style.letterSpacing,
    wordSpacing: style.wordSpacing + (spaces === 0 ? 0 : gap),
    actualText: source === undefined ? undefined : sourceOf(source, item.text, offset + from, offset + to),
    isTurn: false,
    endsWord: false,
    decorations,
    origin,
  }
}

/** Spaces on a line that justification widens. */
function gapsOf(pieces: readonly PlainPiece[], part: LinePart): number {
  let count = 0
  for (const piece of pieces) count += countGaps(piece, part)
  return count
}

/** Those of one text. */
function countGaps({ item: { style }, run: { text }, from: start }: PlainPiece, { from, to }: LinePart): number {
  return style.textJustify === 'none' ? 0 : countSeparators(text, Math.max(0, from - start), Math.min(text.length, to - start))
}

function countSeparators(text: string, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (isWordSeparator(codeAt(text, i))) count++
  return count
}

/** The slot with which a line begins whose first character is at `offset`. */
function slotOf(pieces: readonly PlainPiece[], offset: number): number {
  for (let i = pieces.length - 1; i > 0; i--) {
    const { from, slot, lineSlot } = pieces[i]!
    if (offset === from) return lineSlot
    if (offset > from) return slot + offset - from
  }
  return offset === 0 ? 0 : pieces[0]!.slot + offset
}

const NOTHING: readonly never[] = []

/** How far a line with `free` points of room begins from its left end. */
function alignmentShift(align: ParagraphBox['style']['textAlign'], free: number): number {
  if (free < 0) return 0
  if (align === 'right' || align === 'end' || align === '-platen-right') return free
  return align === 'center' || align === '-platen-center' ? free / 2 : 0
}

/** What the author wrote for characters `from` to `to` of a text. */
function sourceOf(source: string, text: string, from: number, to: number): string {
  if (source.length === text.length) return source.slice(from, to)
  return from === 0 ? source : ''
}
