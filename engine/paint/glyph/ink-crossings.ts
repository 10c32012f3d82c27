// Where underlines and overlines are interrupted for glyphs that cross them (`text-decoration-skip-ink`).
// Approach: as in browsers, one gap a glyph: from the leftmost to the rightmost point of its outline within the band of the line, widened by the line's thickness on both
// sides. Crossings are cached by face and band, in font units: a document has few different underlines.
import type { Face, Fonts, GlyphOutline } from '../../font/font.ts'
import type { Decoration, TextItem } from '../../layout/laid.ts'
import { takesLetterSpacing } from '../../text/letter-spacing.ts'
import { type Gap, inkBandOf, NO_GAPS } from './decoration-band.ts'

/** The crossing of each glyph with one band, in font units. */
type Crossings = Map<number, Gap | undefined>

/** The heights between which a line lies, in font units. */
interface Band {
  readonly bottom: number
  readonly top: number
}

/** Bands cached for a face: text sizes times kinds of lines. */
const MOST_BANDS = 32
/** Gaps are no wider than this, in points on each side (13 px in browsers). */
const WIDEST = 13 * 0.75
/** Ideographs and syllables that fill their square: lines are not interrupted for them. */
const hasFullSquares = (text: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

/** The crossings of one document's glyphs with its underlines and overlines. */
export class InkCrossings {
  readonly #fonts: Fonts
  readonly #bands = new WeakMap<Face, Map<string, Crossings>>()

  constructor(fonts: Fonts) {
    this.#fonts = fonts
  }

  /** The gaps that a text starting at `place` leaves in its line. */
  gaps(item: TextItem, decoration: Decoration, place: { readonly x: number }): readonly Gap[] {
    const { run, style, fontSize } = item
    if (decoration.style === 'error' || style.textDecorationSkipInk === 'none' || !(decoration.thickness > 0)) return NO_GAPS
    if (style.textDecorationSkipInk === 'auto' && hasFullSquares(run.text)) return NO_GAPS
    const scale = fontSize / run.face.unitsPerEm
    const { middle, reach } = inkBandOf(decoration)
    const band: Band = { bottom: Math.round(-(middle + reach) / scale), top: Math.round(-(middle - reach) / scale) }
    const crossings = this.#crossingsOf(run.face, band)
    const wider = Math.min(decoration.thickness, WIDEST)
    const gaps: Gap[] = []
    let x = place.x
    for (let i = item.from; i < item.to; i++) {
      const glyph = run.glyphs[i]! // in the run
      const rise = run.yOffsets[i] ?? 0
      const crossing = rise === 0 ? this.#crossing(crossings, run.face, glyph, band) : undefined
      if (crossing !== undefined) {
        const origin = x + (run.xOffsets[i] ?? 0) * scale
        gaps.push([origin + crossing[0] * scale - wider, origin + crossing[1] * scale + wider])
      }
      x += run.advances[i]! * scale + spacing(item, i)
    }
    return gaps
  }

  #crossingsOf(face: Face, { bottom, top }: Band): Crossings {
    let bands = this.#bands.get(face)
    if (bands === undefined || bands.size > MOST_BANDS) {
      bands = new Map()
      this.#bands.set(face, bands)
    }
    const key = `${bottom} ${top}`
    const known = bands.get(key) ?? new Map<number, Gap | undefined>()
    bands.set(key, known)
    return known
  }

  #crossing(known: Crossings, face: Face, glyph: number, { bottom, top }: Band): Gap | undefined {
    if (known.has(glyph)) return known.get(glyph)
    const found = crossingOf(this.#fonts.outline(face, glyph), bottom, top)
    known.set(glyph, found)
    return found
  }
}

/** Letter and word spacing after glyph `i`, as glyphs are written. */
function spacing({ run, letterSpacing, wordSpacing }: TextItem, i: number): number {
  if (letterSpacing === 0 && wordSpacing === 0) return 0
  const cluster = run.clusters[i]! // in the run
  if (run.clusters[i + 1] === cluster) return 0
  const unit = run.text.charCodeAt(cluster)
  if (unit === 0x20 || unit === 0xa0) return letterSpacing + wordSpacing
  return takesLetterSpacing(unit) ? letterSpacing : 0
}

/** Straight pieces that approximate a curve. */
const PIECES = 8

/** Leftmost and rightmost point of an outline between two heights; undefined when it does not reach there. */
export function crossingOf(outline: GlyphOutline, bottom: number, top: number): Gap | undefined {
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  const line = (x0: number, y0: number, x1: number, y1: number): void => {
    if (Math.max(y0, y1) <= bottom || Math.min(y0, y1) >= top) return
    for (const y of [Math.min(Math.max(y0, bottom), top), Math.min(Math.max(y1, bottom), top)]) {
      const x = y1 === y0 ? x0 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
      left = Math.min(left, x, y1 === y0 ? x1 : x)
      right = Math.max(right, x, y1 === y0 ? x1 : x)
    }
  }
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const { type, values } of outline) {
    const at = (i: number): number => values[i] ?? 0
    if (type === 'Z') line(x, y, startX, startY)
    else if (type === 'Q' || type === 'C') {
      const [px, py] = [x, y]
      for (let i = 1; i <= PIECES; i++) {
        const t = i / PIECES
        const u = 1 - t
        const curve = (p: number, o: number): number =>
          type === 'Q'
            ? u * u * p + 2 * u * t * at(o) + t * t * at(2 + o)
            : u ** 3 * p + 3 * u * u * t * at(o) + 3 * u * t * t * at(2 + o) + t ** 3 * at(4 + o)
        const [nx, ny] = [curve(px, 0), curve(py, 1)]
        line(x, y, nx, ny)
        ;[x, y] = [nx, ny]
      }
      continue
    } else if (type === 'L') line(x, y, at(0), at(1))
    if (type === 'M') [startX, startY] = [at(0), at(1)]
    ;[x, y] = type === 'Z' ? [startX, startY] : [at(0), at(1)]
  }
  return left > right ? undefined : [left, right]
}
