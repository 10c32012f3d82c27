// Spaces at the ends of lines, for readers of tagged PDFs: lines are made without the space at which they break, but the text that a structure element gives must
// have it between its words (PDF 32000 §14.8.2.5).
import type { Line, TextItem } from '../../layout/laid.ts'
import type { GlyphPaint } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { fontRequestOf, shapeText } from '../glyph/shape-text.ts'
import { glyphPaintOf } from './glyph-paint.ts'

const IS_SPACE = /[ \t\n\r\f\u2000-\u200a\u205f\u3000]/

/** How the text goes on at the end of a line. */
export type LineEnd =
  /** A space, which is the next glyph of the last run. */
  | 'next-glyph'
  /** A space of another run, or a forced break. */
  | 'space'
  | 'nothing'

/** What separates the last text of a line from the next line, which is undefined on another page. */
export function lineEnd(line: Line, last: TextItem, next: Line | undefined): LineEnd {
  if (line.isLast) return 'space'
  const { run, to } = last
  if (last.actualText === '') return 'nothing'
  if (run.direction === 'ltr' && to < run.glyphs.length) return IS_SPACE.test(run.text.charAt(run.clusters[to]!)) ? 'next-glyph' : 'nothing'
  if (run.direction === 'rtl' && last.from > 0) return IS_SPACE.test(run.text.charAt(run.clusters[last.from - 1]!)) ? 'space' : 'nothing'
  const first = next?.items.find((item) => item.kind === 'text')
  if (first?.kind !== 'text') return 'space'
  return beginsBehindSpace(first) ? 'space' : 'nothing'
}

function beginsBehindSpace({ run, from, to }: TextItem): boolean {
  const start = run.direction === 'ltr' ? run.clusters[from] : run.clusters[to - 1]
  return start !== undefined && start > 0 && IS_SPACE.test(run.text.charAt(start - 1))
}

/** Paints a space behind a text; `paint` is that of the text. */
export function paintSpace(item: TextItem, paint: GlyphPaint, context: PaintContext): void {
  paintSpaceAt(item, paint, item.run.direction === 'ltr' ? item.width : undefined, context)
}

/** Paints a space before a text that stands away from the one before it. */
export function paintSpaceBefore(item: TextItem, { x, y }: { readonly x: number; readonly y: number }, context: PaintContext): void {
  if (item.style.visibility === 'visible') paintSpaceAt(item, glyphPaintOf(item, x, y), undefined, context)
}

/** `dx`: from the left of the text; undefined: the space ends there. */
function paintSpaceAt({ style }: TextItem, paint: GlyphPaint, dx: number | undefined, { canvas, fonts }: PaintContext): void {
  const { direction, language } = style
  const [piece] = shapeText(
    ' ',
    { request: fontRequestOf(style), fontSize: style.fontSize, language, direction, source: undefined },
    fonts,
  ).pieces
  if (piece === undefined) return
  const { run } = piece
  const own = { run, from: 0, to: run.glyphs.length, x: paint.x + (dx ?? (-run.width * style.fontSize) / run.face.unitsPerEm) }
  canvas.glyphs({ ...paint, ...own, fontSize: style.fontSize, ...NO_SPACING })
}

const NO_SPACING = {
  letterSpacing: 0,
  wordSpacing: 0,
  syntheticBold: false,
  syntheticOblique: false,
  actualText: undefined,
  stroke: undefined,
} as const

/** The text that an item shows, as far as its glyphs tell. */
export function textOfItem({ run, from, to, actualText }: TextItem): string {
  if (actualText !== undefined) return actualText
  if (from >= to) return ''
  const { clusters, text } = run
  if (run.direction === 'ltr') return text.slice(clusters[from], to < clusters.length ? clusters[to] : undefined)
  return text.slice(clusters[to - 1], from > 0 ? clusters[from - 1] : undefined)
}
