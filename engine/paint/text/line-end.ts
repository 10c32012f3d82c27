// Spaces at the ends of lines, for readers of tagged PDFs: lines are made without the space at which they break, but the text that a structure element gives must
// have it between its words (PDF 32000 §14.8.2.5).
import type { ParagraphBox } from '../../box/box.ts'
import { ObjectCache } from '../../collections/cache.ts'
import type { Fonts, GlyphRun } from '../../font/font.ts'
import type { Line, TextItem } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { GlyphPaint } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { fontRequestOf, shapeText } from '../glyph/shape-text.ts'
import { glyphPaintOf } from './glyph-paint.ts'

const SOFT_HYPHEN = '\u00ad'
const IS_SPACE = /[ \t\n\r\f\u2000-\u200a\u205f\u3000]/

/** How the text goes on at the end of a line. */
export type LineEnd =
  /** A space, which is the next glyph of the last run. */
  | 'next-glyph'
  /** A space of another run, or without the letter spacing of the last, or a forced break. */
  | 'space'
  | 'nothing'

/** What separates the last text of a line from the next line, which is undefined on another page. `follows`: whether a space stands before a line in its paragraph. */
export function lineEnd(line: Line, last: TextItem, next: Line | undefined, follows: (next: Line) => boolean): LineEnd {
  if (line.isLast) return 'space'
  const { run, to, letterSpacing } = last
  // A hyphen that divides a word, also where the rest of it is on another page.
  if (last.actualText === '' || last.actualText === SOFT_HYPHEN) return 'nothing'
  if (run.direction === 'ltr' && to < run.glyphs.length) {
    if (!IS_SPACE.test(run.text.charAt(run.clusters[to]!))) return 'nothing'
    // Wide spacing would make a glyph of the space, which the font of the untagged file has not.
    return letterSpacing > 0 ? 'space' : 'next-glyph'
  }
  if (run.direction === 'rtl' && last.from > 0) return IS_SPACE.test(run.text.charAt(run.clusters[last.from - 1]!)) ? 'space' : 'nothing'
  const first = next?.items.find((item) => item.kind === 'text')
  if (next === undefined || first?.kind !== 'text') return 'space'
  const isBehindSpace = startsWithinRun(first) ? beginsBehindSpace(first) : follows(next)
  return isBehindSpace ? 'space' : 'nothing'
}

function startOf({ run, from, to }: TextItem): number {
  return (run.direction === 'ltr' ? run.clusters[from] : run.clusters[to - 1]) ?? 0
}

function startsWithinRun(item: TextItem): boolean {
  return startOf(item) > 0
}

function beginsBehindSpace(item: TextItem): boolean {
  return IS_SPACE.test(item.run.text.charAt(startOf(item) - 1))
}

/** Where the items of a paragraph begin, in the numbers of `Line.from`. */
export class ParagraphPlaces {
  readonly #items: ParagraphBox['items']
  readonly #starts: number[] = []

  constructor({ items }: ParagraphBox) {
    this.#items = items
    let at = 0
    for (const item of items) {
      this.#starts.push(at)
      at += item.kind === 'text' ? item.text.length : 1
    }
  }

  /** Whether a space or a break stands before a place, with nothing between but the edges of inline boxes. */
  isBehindSpace(place: number): boolean {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! < place) low = middle + 1
      else high = middle
    }
    for (let i = low - 1; i >= 0; i--) {
      const item = this.#items[i]!
      if (item.kind === 'open' || item.kind === 'close' || (item.kind === 'text' && item.text === '')) continue
      return (
        item.kind === 'break' ||
        (item.kind === 'text' && IS_SPACE.test(item.text.charAt(place - this.#starts[i]! - 1) || item.text.slice(-1)))
      )
    }
    return false
  }
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
  const run = spaceOf(style, fonts)
  if (run === undefined) return
  const own = { run, from: 0, to: run.glyphs.length, x: paint.x + (dx ?? (-run.width * style.fontSize) / run.face.unitsPerEm) }
  canvas.glyphs({ ...paint, ...own, fontSize: style.fontSize, advanceSize: style.fontSize, ...NO_SPACING })
}

/** A line in five of mixed text ends with a space of its own. */
const spaces = new ObjectCache<Fonts, WeakMap<Style, GlyphRun>>()

function spaceOf(style: Style, fonts: Fonts): GlyphRun | undefined {
  const known = spaces.get(fonts) ?? new WeakMap<Style, GlyphRun>()
  const run = known.get(style)
  if (run !== undefined) return run
  const { direction, language, fontSize } = style
  const [piece] = shapeText(' ', { request: fontRequestOf(style), fontSize, language, direction, source: undefined }, fonts).pieces
  if (piece === undefined) return undefined
  known.set(style, piece.run)
  spaces.set(fonts, known)
  return piece.run
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
