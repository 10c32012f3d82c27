// The paragraph that most paragraphs are: one text in one style that fits on one line, such as the cell of a table. It gives exactly
// what `paragraph.ts` gives (a test holds both side by side), without slots, units and measures. Undefined means: not that simple.
import type { InlineItem, ParagraphBox } from '../box/box.ts'
import type { GlyphRun } from '../font/font.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from './context.ts'
import { decorationsIn } from './inline-decoration.ts'
import { isPlainLatin, shapeLatin } from './inline-shape.ts'
import { makeGroup } from './inline-vertical.ts'
import type { Decoration, LaidParagraph } from './laid.ts'
import { breaksBetweenAscii } from './line-break.ts'
import { type UsedEdges, usedHeight } from './sizing.ts'
import { type TextStyle, textStyleOf } from './text-style.ts'

type TextInlineItem = Extract<InlineItem, { kind: 'text' }>

/** Sums of many advances differ in the last bits from what they were when a box shrank to fit them. */
export const TOLERANCE = 0.005

/** One shaped text on its own. */
interface SimpleText {
  readonly item: TextInlineItem
  readonly run: GlyphRun
  readonly root: TextStyle
  /** Characters without the spaces that vanish at the end. */
  readonly end: number
  /** Their width in points. */
  readonly width: number
}

function simpleText(box: ParagraphBox, context: LayoutContext): SimpleText | undefined {
  const item = box.items[0]
  if (box.items.length !== 1 || item?.kind !== 'text' || box.firstLineStyle !== undefined) return undefined
  const root = textStyleOf(box.style, context.fonts)
  const textStyle = item.style === box.style ? root : textStyleOf(item.style, context.fonts)
  const { text } = item
  if (!root.isPlain || !textStyle.isPlain || text.length > 200 || !isPlainLatin(text) || text.includes('\u00ad')) return undefined
  const run = shapeLatin(text, textStyle, context)
  if (run === undefined || run.glyphs.length !== text.length || run.clusters[text.length - 1] !== text.length - 1) return undefined
  let end = text.length
  if (textStyle.collapsesSpaces || textStyle.wraps) while (end > 0 && text.charCodeAt(end - 1) === 0x20) end--
  return end === 0 ? undefined : { item, run, root, end, width: widthOfPart(run, textStyle.scale, 0, end) }
}

function widthOfPart({ advances }: GlyphRun, scale: number, from: number, to: number): number {
  let width = 0
  for (let i = from; i < to; i++) width += advances[i]! * scale
  return width
}

/** Content-box widths of a simple paragraph. */
export function simpleWidths(box: ParagraphBox, context: LayoutContext): ContentWidths | undefined {
  const simple = simpleText(box, context)
  if (simple === undefined) return undefined
  const { item, run, end, width } = simple
  const textStyle = textStyleOf(item.style, context.fonts)
  if (!textStyle.wraps) return { min: width, max: width }
  if (!textStyle.breaksPlainly || !/^[\x20-\x7e\xa0]*$/.test(item.text)) return undefined
  return { min: longestWord(item.text, run, textStyle.scale, end), max: width }
}

function longestWord(text: string, { advances }: GlyphRun, scale: number, end: number): number {
  let longest = 0
  let word = 0
  let spaces = 0
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    const isBreak = i > 0 && code !== 0x20 && (spaces > 0 || breaksBetweenAscii(text, i))
    if (isBreak) {
      if (word > longest) longest = word
      word = 0
      spaces = 0
    }
    // Spaces count when more of the same word follows, which it never does.
    if (code === 0x20) spaces++
    else word += advances[i]! * scale
  }
  return Math.max(longest, word)
}

/** A simple paragraph laid out; undefined also when it needs more than one line or floats are in the way. */
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
  const { item, run, root, end, width } = simple
  const { style, origin } = item
  const room = Math.max(0, size.width - edges.width)
  const textStyle = style === box.style ? root : textStyleOf(style, context.fonts)
  if (width > room + TOLERANCE && textStyle.wraps) return undefined
  const { inset } = edges
  const baseline = inset.top + root.above
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, inset.top + (root.above + root.below) + inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: baseline,
    lastBaseline: baseline,
    positioned: NOTHING,
    shift: undefined,
    lines: [
      {
        y: inset.top,
        height: root.above + root.below,
        baseline,
        items: [
          {
            kind: 'text',
            run,
            from: 0,
            to: end,
            x: inset.left + shiftFor(box.style.textAlign, room - width),
            baseline,
            width,
            style,
            fontSize: textStyle.fontSize,
            match: textStyle.primary,
            letterSpacing: style.letterSpacing,
            wordSpacing: style.wordSpacing,
            actualText: item.source === undefined ? undefined : sourceUpTo(item.source, item.text, end),
            decorations: rootDecorations(root),
            origin,
          },
        ],
        isLast: true,
        marks: NOTHING,
      },
    ],
    floats: NOTHING,
    marker: undefined,
  }
}

const NOTHING: readonly never[] = []

function shiftFor(align: ParagraphBox['style']['textAlign'], free: number): number {
  if (free < 0) return 0
  if (align === 'right' || align === 'end' || align === '-platen-right') return free
  return align === 'center' || align === '-platen-center' ? free / 2 : 0
}

function sourceUpTo(source: string, text: string, end: number): string {
  return source.length === text.length ? source.slice(0, end) : source
}

function rootDecorations(root: TextStyle): readonly Decoration[] {
  const { underline, overline, lineThrough } = root.style.textDecorationLine
  if (!underline && !overline && !lineThrough) return NOTHING
  return decorationsIn({ box: undefined, parent: undefined, textStyle: root, shift: 0, group: makeGroup('root'), depth: 0, dx: 0, dy: 0 })
}
