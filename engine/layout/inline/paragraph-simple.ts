// The paragraph that most paragraphs are: one text in one style of plain letters, such as the cell of a table. It gives exactly
// what `paragraph.ts` gives (a test holds both side by side), without slots, units and measures. Undefined means: not that simple.

import type { ParagraphBox } from '../../box/box.ts'
import type { GlyphRun } from '../../font/font.ts'
import { codeAt } from '../../text/code-at.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import type { Decoration, LaidParagraph, Line } from '../laid.ts'
import { BreakFinder } from '../line-break/line-break.ts'
import { type UsedEdges, usedHeight } from '../sizing/sizing.ts'
import { decorationsIn } from './decoration.ts'
import { type SimpleText, TOLERANCE } from './inline.ts'
import { keepText, keptText } from './kept-text.ts'
import { isWordSeparator } from './measure.ts'
import { isPlainLatin, shapeLatin } from './shape.ts'
import { type TextStyle, textStyleOf } from './text-style.ts'
import { makeGroup } from './vertical.ts'

/** Longer texts are prepared once for widths and lines together. */
const LONGEST = 5_000

/** Texts whose widths were asked for are there when lines are made, mostly right after. */
function simpleText(box: ParagraphBox, context: LayoutContext): SimpleText | undefined {
  return keptText(box, 'simple') ?? makeSimpleText(box, context)
}

function makeSimpleText(box: ParagraphBox, context: LayoutContext): SimpleText | undefined {
  const item = box.items[0]
  if (box.items.length !== 1 || item?.kind !== 'text' || box.firstLineStyle !== undefined) return undefined
  const root = textStyleOf(box.style, context.fonts)
  const textStyle = item.style === box.style ? root : textStyleOf(item.style, context.fonts)
  const { text } = item
  // Text of an element without a box (display: contents) may make the line taller.
  if (textStyle.above !== root.above || textStyle.below !== root.below) return undefined
  if (!root.isPlain || !textStyle.isPlain || text.length > LONGEST || !isPlainLatin(text) || text.includes('\u00ad')) return undefined
  const run = shapeLatin(text, textStyle, context)
  if (run === undefined || run.glyphs.length !== text.length || run.clusters[text.length - 1] !== text.length - 1) return undefined
  let end = text.length
  if (textStyle.collapsesSpaces || textStyle.wraps) while (end > 0 && codeAt(text, end - 1) === 0x20) end--
  if (end === 0) return undefined
  return { kind: 'simple', box, item, run, root, textStyle, end, width: widthOfPart(run, textStyle, 0, end) }
}

function widthOfPart({ advances }: GlyphRun, { scale, letterSpacing }: TextStyle, from: number, to: number): number {
  let width = 0
  for (let i = from; i < to; i++) width += advances[i]! * scale + letterSpacing
  return width
}

/** Content-box widths of a simple paragraph. */
export function simpleWidths(box: ParagraphBox, context: LayoutContext): ContentWidths | undefined {
  const simple = simpleText(box, context)
  if (simple === undefined) return undefined
  keepText(simple)
  const { item, run, textStyle, end, width } = simple
  if (!textStyle.wraps) return { min: width, max: width }
  if (!textStyle.breaksPlainly) return undefined
  // Preserved spaces hang when a line ends at them, not while everything is on one.
  const max = textStyle.collapsesSpaces ? width : widthOfPart(run, textStyle, 0, item.text.length)
  return { min: longestWord(item.text, run, textStyle, end), max }
}

function longestWord(text: string, { advances }: GlyphRun, { scale, letterSpacing }: TextStyle, end: number): number {
  const finder = new BreakFinder(text)
  let longest = 0
  let word = 0
  for (let i = 0; i < end; i++) {
    const code = codeAt(text, i)
    const isBreak = i > 0 && isOpportunity(finder, text, i)
    if (isBreak) {
      if (word > longest) longest = word
      word = 0
    }
    if (code !== 0x20) word += advances[i]! * scale + letterSpacing
  }
  return Math.max(longest, word)
}

/** A simple paragraph laid out; undefined also when floats are in the way or a line ends where only the long way knows what to do. */
export function layoutSimple(
  box: ParagraphBox,
  size: LayoutSize,
  edges: UsedEdges,
  floats: FloatSpace | undefined,
  context: LayoutContext,
): LaidParagraph | undefined {
  if (floats !== undefined || box.marker !== undefined) return undefined
  const simple = simpleText(box, context)
  if (simple === undefined) return undefined
  const { item, run, root, textStyle, end, width } = simple
  const room = Math.max(0, size.width - edges.width)
  const isOneLine = width <= room + TOLERANCE || !textStyle.wraps
  const parts = isOneLine ? undefined : breakLines(item.text, run, end, textStyle, room)
  if (parts === undefined && !isOneLine) return undefined
  const frame: LineFrame = { simple, left: edges.inset.left, room, decorations: rootDecorations(root) }
  const { inset } = edges
  const height = root.above + root.below
  // A list that grows takes room for seventeen: most cells have one line.
  const lines =
    parts === undefined ? [makeLine(frame, { from: 0, to: end, width }, inset.top, true)] : makeLines(frame, parts, inset.top, height)
  const last = lines[lines.length - 1]!
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, last.y + height + inset.bottom),
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

/** One line: characters of the text without the spaces that vanish at its end. */
interface LinePart {
  readonly from: number
  readonly to: number
  readonly width: number
}

/** Lines of a text, each as long as it may be; undefined when a word must be divided or shaped anew. */
function breakLines(text: string, run: GlyphRun, end: number, textStyle: TextStyle, room: number): LinePart[] | undefined {
  const { style, collapsesSpaces, breaksPlainly } = textStyle
  if (
    !breaksPlainly ||
    !collapsesSpaces ||
    style.overflowWrap !== 'normal' ||
    style.textWrapStyle === 'balance' ||
    style.textWrapStyle === 'pretty'
  )
    return undefined
  if (text.startsWith(' ')) return undefined
  const finder = new BreakFinder(text)
  const { advances, unsafeToBreak } = run
  const { scale, letterSpacing } = textStyle
  const lines: LinePart[] = []
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
      const isOver = contentX - startX > room + TOLERANCE
      if (unsafeToBreak[i] === 1 && i < end && codeAt(text, i - 1) !== 0x20) return undefined
      if (isOver) {
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
    x += advances[i]! * scale + letterSpacing
    if (codeAt(text, i) !== 0x20) {
      contentEnd = i + 1
      contentX = x
    }
  }
  if (bestAt !== -1) lines.push({ from: start, to: bestEnd, width: bestEndX - startX })
  return lines
}

function isOpportunity(finder: BreakFinder, text: string, i: number): boolean {
  const next = codeAt(text, i)
  if (next === 0x20) return false
  const last = codeAt(text, i - 1)
  return last === 0x20 || finder.breaksInWord(i, last, next)
}

/** Where the lines of one paragraph stand: `left` and `room` are of its content box. */
interface LineFrame {
  readonly simple: SimpleText
  readonly left: number
  readonly room: number
  readonly decorations: readonly Decoration[]
}

function makeLines(frame: LineFrame, parts: readonly LinePart[], top: number, height: number): Line[] {
  const lines: Line[] = []
  let y = top
  for (let i = 0; i < parts.length; i++) {
    lines.push(makeLine(frame, parts[i]!, y, i === parts.length - 1))
    y += height
  }
  return lines
}

function makeLine(frame: LineFrame, { from, to, width }: LinePart, y: number, isLast: boolean): Line {
  const { simple, left, room, decorations } = frame
  const { box, item, run, root, textStyle } = simple
  const { style, origin, source, text } = item
  const { textAlign } = box.style
  const free = room - width
  const spaces = textAlign === 'justify' && !isLast && free > 0 && style.textJustify !== 'none' ? countSeparators(text, from, to) : 0
  const baseline = y + root.above
  return {
    y,
    height: root.above + root.below,
    baseline,
    from,
    items: [
      {
        kind: 'text',
        run,
        from,
        to,
        x: left + shiftFor(textAlign, free),
        baseline,
        width: spaces === 0 ? width : width + free,
        style,
        fontSize: textStyle.fontSize,
        match: textStyle.primary,
        letterSpacing: style.letterSpacing,
        wordSpacing: style.wordSpacing + (spaces === 0 ? 0 : free / spaces),
        actualText: source === undefined ? undefined : sourceOf(source, text, from, to),
        isTurn: false,
        endsWord: false,
        decorations,
        origin,
      },
    ],
    isLast,
    marks: NOTHING,
  }
}

function countSeparators(text: string, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) if (isWordSeparator(codeAt(text, i))) count++
  return count
}

const NOTHING: readonly never[] = []

/** Where a line begins in its room. */
export function shiftFor(align: ParagraphBox['style']['textAlign'], free: number): number {
  if (free < 0) return 0
  if (align === 'right' || align === 'end' || align === '-platen-right') return free
  return align === 'center' || align === '-platen-center' ? free / 2 : 0
}

/** What the author wrote for characters `from` to `to` of a text. */
export function sourceOf(source: string, text: string, from: number, to: number): string {
  if (source.length === text.length) return source.slice(from, to)
  return from === 0 ? source : ''
}

function rootDecorations(root: TextStyle): readonly Decoration[] {
  const { underline, overline, lineThrough } = root.style.textDecorationLine
  if (!underline && !overline && !lineThrough) return NOTHING
  return decorationsIn({ box: undefined, parent: undefined, textStyle: root, shift: 0, group: makeGroup('root'), depth: 0, dx: 0, dy: 0 })
}
