// Plain texts of several styles that fit on one line: a label and a bold amount in a cell. As `paragraph-simple.ts`, it gives exactly
// what `paragraph.ts` gives, or undefined.

import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import { codeAt } from '../../text/code-at.ts'
import type { ContentWidths, FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidParagraph, TextItem } from '../laid.ts'
import { BreakFinder } from '../line-break/line-break.ts'
import { type UsedEdges, usedHeight } from '../sizing/sizing.ts'
import { decorationsIn } from './decoration.ts'
import type { FlatPiece, FlatText } from './flat-text.ts'
import { TOLERANCE } from './inline.ts'
import { keepText, keptText } from './kept-text.ts'
import { isWordSeparator } from './measure.ts'
import { isPaintedInline } from './painted.ts'
import { shiftFor, sourceOf } from './paragraph-simple.ts'
import { isPlainLatin, shapeLatin } from './shape.ts'
import { textStyleOf } from './text-style.ts'
import { type BoxState, makeGroup, reachAround } from './vertical.ts'

type TextInlineItem = Extract<InlineItem, { kind: 'text' }>
type OpenItem = Extract<InlineItem, { kind: 'open' }>

const MOST_ITEMS = 16

/** Texts whose widths were asked for are there when lines are made. */
function flatText(box: ParagraphBox, context: LayoutContext): FlatText | undefined {
  const known = keptText(box, 'flat')
  if (known !== undefined) return known
  const made = makeFlatText(box, context)
  if (made !== undefined) keepText(made)
  return made
}

function makeFlatText(box: ParagraphBox, context: LayoutContext): FlatText | undefined {
  const { items } = box
  if (items.length < 2 || items.length > MOST_ITEMS || box.firstLineStyle !== undefined || context.collapsesBareLines) return undefined
  for (const { kind } of items) if (kind !== 'text' && kind !== 'open' && kind !== 'close') return undefined
  const root = textStyleOf(box.style, context.fonts)
  if (!root.isPlain) return undefined
  const group = makeGroup('root')
  reachAround(group, root, 0)
  let state: BoxState = { box: undefined, parent: undefined, textStyle: root, shift: 0, group, depth: 0, dx: 0, dy: 0 }
  const pieces: FlatPiece[] = []
  let text = ''
  for (const item of items) {
    if (item.kind === 'open') {
      if (!isTransparent(item)) return undefined
      state = openState(item, state, context)
      reachAround(group, state.textStyle, 0)
    } else if (item.kind === 'close') state = state.parent ?? state
    else if (item.kind === 'text') {
      const piece = pieceOf(item, state, text.length, context)
      if (piece === undefined || touches(pieces.at(-1), piece)) return undefined
      if (piece.textStyle !== state.textStyle) reachAround(group, piece.textStyle, 0)
      pieces.push(piece)
      text += item.text
    }
  }
  let end = text.length
  while (end > 0 && codeAt(text, end - 1) === 0x20) end--
  if (end === 0) return undefined
  const wraps = pieces.every(({ textStyle }) => textStyle.wraps)
  if (!wraps && pieces.some(({ textStyle }) => textStyle.wraps)) return undefined
  const breaksPlainly = pieces.every(({ textStyle }) => textStyle.breaksPlainly)
  return { kind: 'flat', box, pieces, text, end, root, above: group.above, below: group.below, wraps, breaksPlainly }
}

function pieceOf(item: TextInlineItem, state: BoxState, from: number, context: LayoutContext): FlatPiece | undefined {
  const { text, style } = item
  const textStyle = textStyleOf(style, context.fonts)
  if (text === '' || !textStyle.isPlain || !textStyle.collapsesSpaces || !isPlainLatin(text) || text.includes('\u00ad')) return undefined
  const run = shapeLatin(text, textStyle, context)
  if (run === undefined || run.glyphs.length !== text.length || run.clusters[text.length - 1] !== text.length - 1) return undefined
  return { item, run, textStyle, state, from }
}

function openState({ style, origin, marks }: OpenItem, parent: BoxState, context: LayoutContext): BoxState {
  const textStyle = textStyleOf(style, context.fonts)
  const box = { style, textStyle, origin, marks, parent: parent.box }
  return { box, parent, textStyle, shift: 0, group: parent.group, depth: parent.depth + 1, dx: 0, dy: 0 }
}

/** A box that has no edges, is not seen and moves nothing. */
function isTransparent({ style, marks }: OpenItem): boolean {
  return (
    marks.length === 0 &&
    style.position === 'static' &&
    style.verticalAlign === 'baseline' &&
    style.unicodeBidi === 'normal' &&
    style.marginLeft === 0 &&
    style.marginRight === 0 &&
    style.paddingLeft === 0 &&
    style.paddingRight === 0 &&
    !isPaintedInline(style)
  )
}

/** Two texts of one font that meet without a space are shaped together: see `inline-join.ts`. */
function touches(a: FlatPiece | undefined, b: FlatPiece): boolean {
  if (a === undefined || a.run.face !== b.run.face) return false
  return !isWordSeparator(codeAt(a.item.text, a.item.text.length - 1)) && !isWordSeparator(codeAt(b.item.text, 0))
}

/** Content-box widths of a paragraph of plain texts. */
export function flatWidths(box: ParagraphBox, context: LayoutContext): ContentWidths | undefined {
  const flat = flatText(box, context)
  if (flat === undefined || (flat.wraps && !flat.breaksPlainly)) return undefined
  const finder = new BreakFinder(flat.text)
  let longest = 0
  let word = 0
  let total = 0
  for (const { run, textStyle, from } of flat.pieces) {
    const end = Math.min(run.advances.length, flat.end - from)
    for (let i = 0; i < end; i++) {
      const width = run.advances[i]! * textStyle.scale + textStyle.letterSpacing
      const at = from + i
      const code = codeAt(flat.text, at)
      total += width
      if (at > 0 && code !== 0x20 && isOpportunity(finder, flat.text, at)) {
        longest = Math.max(longest, word)
        word = 0
      }
      if (code !== 0x20) word += width
    }
  }
  return { min: flat.wraps ? Math.max(longest, word) : total, max: total }
}

function isOpportunity(finder: BreakFinder, text: string, at: number): boolean {
  const last = codeAt(text, at - 1)
  return last === 0x20 || finder.breaksInWord(at, last, codeAt(text, at))
}

/** Plain texts laid out on one line; undefined when they need more. */
export function layoutFlat(
  box: ParagraphBox,
  size: LayoutSize,
  edges: UsedEdges,
  floats: FloatSpace | undefined,
  context: LayoutContext,
): LaidParagraph | undefined {
  if (floats !== undefined || box.marker !== undefined) return undefined
  const flat = flatText(box, context)
  if (flat === undefined) return undefined
  const room = Math.max(0, size.width - edges.width)
  const widths = flat.pieces.map((piece) => widthOf(piece, flat.end))
  const width = widths.reduce((sum, each) => sum + each, 0)
  if (width > room + TOLERANCE && flat.wraps) return undefined
  const { inset } = edges
  const baseline = inset.top + flat.above
  const items: TextItem[] = []
  let x = inset.left + shiftFor(box.style.textAlign, room - width)
  flat.pieces.forEach((piece, i) => {
    if (piece.from < flat.end) items.push(textItem(piece, flat.end, x, baseline, widths[i]!))
    x += widths[i]!
  })
  const height = flat.above + flat.below
  return {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, inset.top + height + inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: baseline,
    lastBaseline: baseline,
    positioned: NOTHING,
    shift: undefined,
    lines: [{ y: inset.top, height, baseline, from: 0, items, isLast: true, marks: NOTHING }],
    floats: NOTHING,
    marker: undefined,
  }
}

const NOTHING: readonly never[] = []

function widthOf({ run, textStyle, from }: FlatPiece, end: number): number {
  const to = Math.min(run.advances.length, end - from)
  let width = 0
  for (let i = 0; i < to; i++) width += run.advances[i]! * textStyle.scale + textStyle.letterSpacing
  return width
}

function textItem({ item, run, textStyle, state, from }: FlatPiece, end: number, x: number, baseline: number, width: number): TextItem {
  const { style, origin, source, text } = item
  const to = Math.min(text.length, end - from)
  return {
    kind: 'text',
    run,
    from: 0,
    to,
    x,
    baseline,
    width,
    style,
    fontSize: textStyle.fontSize,
    match: textStyle.primary,
    letterSpacing: style.letterSpacing,
    wordSpacing: style.wordSpacing,
    actualText: source === undefined ? undefined : sourceOf(source, text, 0, to),
    isTurn: false,
    endsWord: false,
    decorations: decorationsIn(state),
    origin,
  }
}
