// Texts and single glyphs of a formula as pieces.
import type { FaceMatch, GlyphRun } from '../../font/font.ts'
import type { Style } from '../../style/style.ts'
import { ADDED_TEXT, shapeText } from '../inline/shape.ts'
import { textStyleOf } from '../inline/text-style.ts'
import { fontOf, inkOf, type MathEnvironment, type MathFont } from './environment.ts'
import { EMPTY, joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'

/** A text in one line. `shown` are its letters as the formula has them (mathematical italics and the like), as many as in `text`. */
export function textPiece(text: string, shown: string, style: Style, environment: MathEnvironment): MathPiece {
  if (text === '') return EMPTY
  const { layout } = environment.formula
  const textStyle = textStyleOf(style, layout.fonts)
  const source = environment.formula.origin
  // By the font of the formula: letters that another font lends are as large as its own.
  const { size } = fontOf(style, environment)
  const parts = shapeText(shown, textStyle, { ...ADDED_TEXT, source }, layout)
  const placed: PlacedPiece[] = []
  let x = 0
  for (const { run, match, from, to } of parts) {
    const letters = parts.length === 1 ? text : shown.slice(from, to)
    const piece = runPiece(withText(run, letters), match, style, { environment, size })
    placed.push({ piece, x, y: 0 })
    x += piece.width
  }
  const [only] = placed
  return placed.length === 1 && only !== undefined ? only.piece : joinPieces(placed, x)
}

/** Extraction gives the letters that were written, where each of them is one glyph. */
function withText(run: GlyphRun, text: string): GlyphRun {
  if (run.text === text) return run
  const characters = [...text]
  if (characters.length !== run.glyphs.length || [...run.text].length !== characters.length) return run
  const clusters = new Uint32Array(characters.length)
  let at = 0
  characters.forEach((character, i) => {
    clusters[i] = at
    at += character.length
  })
  return { ...run, text, clusters }
}

interface RunPlace {
  readonly environment: MathEnvironment
  readonly size: number
}

function runPiece(run: GlyphRun, match: FaceMatch, style: Style, { environment, size }: RunPlace): MathPiece {
  const { face } = match
  const scale = size / face.unitsPerEm
  let [ascent, descent] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < run.glyphs.length; i++) {
    const ink = inkOf(face, run.glyphs[i]!, environment.formula)
    if (ink.top === ink.bottom) continue
    const raise = run.yOffsets[i] ?? 0
    ascent = Math.max(ascent, ink.top + raise)
    descent = Math.max(descent, -ink.bottom - raise)
  }
  const hasInk = ascent > Number.NEGATIVE_INFINITY
  const width = run.width * scale
  const only = run.glyphs.length === 1 ? run.glyphs[0]! : undefined
  const accent = only === undefined ? undefined : face.math?.topAccent(only)
  return {
    width,
    ascent: hasInk ? ascent * scale : 0,
    descent: hasInk ? descent * scale : 0,
    items: [{ kind: 'glyphs', x: 0, y: 0, run, match, fontSize: size, width, style }],
    italicsCorrection: only === undefined ? 0 : (face.math?.italicsCorrection(only) ?? 0) * scale,
    topAccent: accent === undefined ? undefined : accent * scale,
  }
}

/** Glyphs of the formula's own font, one over the other or side by side, that stand for `text` together. */
export interface GlyphStack {
  readonly text: string
  readonly glyphs: readonly { readonly glyph: number; readonly x: number; readonly y: number }[]
  /** Font units. */
  readonly width: number
}

/** The baseline of the stack is where `y` is 0. */
export function stackPiece(stack: GlyphStack, font: MathFont, style: Style, environment: MathEnvironment): MathPiece {
  const { glyphs, width, text } = stack
  const run: GlyphRun = {
    face: font.face,
    text,
    direction: 'ltr',
    glyphs: glyphs.map(({ glyph }) => glyph),
    // The pen stays at the left: each glyph stands where its offset says.
    advances: glyphs.map((_, i) => (i === glyphs.length - 1 ? width : 0)),
    xOffsets: Float64Array.from(glyphs, ({ x }) => x),
    yOffsets: Float64Array.from(glyphs, ({ y }) => y),
    clusters: new Uint32Array(glyphs.length),
    width,
    unsafeToBreak: new Uint8Array(0),
  }
  return runPiece(run, font.text.primary, style, { environment, size: font.size })
}
