// Initial letters (CSS Inline 3 §6): a letter that spans lines stands at their start as a float does, as large as its ink.
import type { Box, LetterInk, ParagraphBox } from '../../box/box.ts'
import type { GlyphRun } from '../../font/font.ts'
import { type Point, PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import type { LayoutContext } from '../context.ts'
import type { LaidParagraph } from '../laid.ts'
import { usedMargins } from '../sizing/sizing.ts'
import type { PreparedText } from './prepared-text.ts'
import { ADDED_TEXT, shapeText } from './shape.ts'
import { type TextStyle, textStyleOf } from './text-style.ts'

/** An initial letter at the size that its lines give it; any other box as it is. */
export function sizedLetter(box: Box, context: LayoutContext): Box {
  if (box.kind !== 'paragraph' || box.initialLetterOf === undefined || box.style.initialLetter === 'normal') return box
  const { style } = box
  const { size, sink } = box.style.initialLetter
  const lines = textStyleOf(box.initialLetterOf, context.fonts)
  const own = textStyleOf(style, context.fonts)
  // Capitals of the letter reach from those of its first line to the baseline of its last.
  const fontSize = (((size - 1) * lines.lineHeight + lines.capHeight) / own.capHeight) * own.fontSize
  const float = lines.style.direction === 'rtl' ? 'right' : 'left'
  const letter: Style = { ...style, fontSize, float, textAlign: 'left', textIndent: 0, height: 'auto' }
  const items = box.items.map((item) => (item.kind === 'text' ? { ...item, style: letter } : item))
  const ink = inkOf(box, textStyleOf(letter, context.fonts), context)
  // Letters rise by whole lines; what is not a whole number of lines hangs from the top, as in browsers.
  const raised = Math.max(0, Math.ceil(size - sink - 1e-6))
  const below = size < sink ? sink - 1 : size - 1 - raised
  const edges = letter.borderTopWidth + resolveLength(letter.paddingTop, 0)
  const ownMargin = usedMargins(style, 0).top
  // Around a central baseline the letter stands in the middle of its lines, as in browsers.
  const top = lines.isCentral
    ? (size * lines.lineHeight) / 2 - raised * lines.lineHeight - Math.floor(ink.height / 2 / PX) * PX
    : below * lines.lineHeight + lines.above - ink.top
  const marginTop = top - edges + ownMargin
  return { ...box, style: { ...letter, marginTop }, items, ink: { ...ink, raise: raised * lines.lineHeight } }
}

/** How far a paragraph's lines begin below its top, for a letter that rises above them; undefined without an initial letter. */
export function raiseOf({ units }: PreparedText): number | undefined {
  for (const unit of units)
    if (unit.kind === 'float' && unit.outOfFlow.kind === 'paragraph' && unit.outOfFlow.ink) return unit.outOfFlow.ink.raise
  return undefined
}

/** The letter with its ink where its box is. */
export function placedLetter(laid: LaidParagraph, { left, top, height }: LetterInk): LaidParagraph {
  const [line] = laid.lines
  if (line === undefined) return laid
  const y = laid.border.top + laid.padding.top
  const baseline = y + top
  // The letter is wider than the box of its ink: from right to left its line would begin outside of it.
  const own = line.items.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY)
  const shift = laid.border.left + laid.padding.left - own - left
  const items = line.items.map((item) => (item.kind === 'text' ? { ...item, x: item.x + shift, baseline } : item))
  return {
    ...laid,
    height: y + height + laid.padding.bottom + laid.border.bottom,
    firstBaseline: baseline,
    lastBaseline: baseline,
    lines: [{ ...line, y, height, baseline, items }],
  }
}

/** The bounds of the letter's glyphs in whole pixels, as browsers have them. */
function inkOf(box: ParagraphBox, textStyle: TextStyle, context: LayoutContext): Omit<LetterInk, 'raise'> {
  const bounds = {
    left: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    top: Number.NEGATIVE_INFINITY,
    bottom: Number.POSITIVE_INFINITY,
  }
  let x = 0
  for (const { run, fontSize } of shapeText(textOf(box), textStyle, ADDED_TEXT, context)) {
    const scale = fontSize / run.face.unitsPerEm
    reachOverGlyphs(run, { x, scale }, bounds, context)
    x += run.width * scale
  }
  const { left, right, top, bottom } = bounds
  if (!(left < right)) return { left: 0, top: textStyle.ascent, width: x, height: textStyle.ascent + textStyle.descent }
  const [near, high] = [Math.floor(left / PX) * PX, Math.ceil(top / PX) * PX]
  return { left: near, top: high, width: Math.ceil(right / PX) * PX - near, height: high - Math.floor(bottom / PX) * PX }
}

function textOf({ items }: ParagraphBox): string {
  return items.map((item) => (item.kind === 'text' ? item.text : '')).join('')
}

type Bounds = Record<'left' | 'right' | 'top' | 'bottom', number>

function reachOverGlyphs(run: GlyphRun, pen: { x: number; readonly scale: number }, bounds: Bounds, { fonts }: LayoutContext): void {
  let { x } = pen
  for (let i = 0; i < run.glyphs.length; i++) {
    for (const { values } of fonts.outline(run.face, run.glyphs[i]!)) {
      for (let k = 0; k + 1 < values.length; k += 2) {
        const [px, py] = inkAt({ x: values[k]!, y: values[k + 1]! }, run, i, { x, scale: pen.scale })
        bounds.left = Math.min(bounds.left, px)
        bounds.right = Math.max(bounds.right, px)
        bounds.top = Math.max(bounds.top, py)
        bounds.bottom = Math.min(bounds.bottom, py)
      }
    }
    x += run.advances[i]! * pen.scale
  }
}

/** A point of an outline along the line, and above its baseline. The line of an upright glyph goes down. */
function inkAt({ x, y }: Point, run: GlyphRun, glyph: number, pen: { readonly x: number; readonly scale: number }): [number, number] {
  if (run.isUpright !== true) return [pen.x + x * pen.scale, y * pen.scale]
  return [pen.x - (y + (run.yOffsets[glyph] ?? 0)) * pen.scale, (x + (run.xOffsets[glyph] ?? 0)) * pen.scale]
}
