// Glyphs as paths: for colour fonts, and for shadows, which must not be extracted as text.
import type { Fonts, GlyphOutline } from '../../font/font.ts'
import type { GlyphPaint, Path, PathSegment } from '../canvas.ts'
import { SYNTHETIC_SLANT, spacingAfter } from './glyph-spacing.ts'

/** The path of an outline, in font units. */
export function pathOf(outline: GlyphOutline): Path {
  const path: PathSegment[] = []
  let [atX, atY] = [0, 0]
  for (const { type, values } of outline) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    if (type === 'M') path.push({ kind: 'move', x: a, y: b })
    else if (type === 'L') path.push({ kind: 'line', x: a, y: b })
    else if (type === 'C') path.push({ kind: 'curve', x1: a, y1: b, x2: c, y2: d, x: e, y: f })
    else if (type === 'Q') path.push(quadratic(atX, atY, values))
    else path.push({ kind: 'close' })
    if (values.length >= 2) [atX, atY] = [values.at(-2) ?? 0, values.at(-1) ?? 0]
  }
  return path
}

function quadratic(fromX: number, fromY: number, [cx = 0, cy = 0, x = 0, y = 0]: readonly number[]): PathSegment {
  // A tenth of a font unit is finer than any printer.
  const third = (a: number, b: number): number => Math.round((a + ((b - a) * 2) / 3) * 10) / 10
  return { kind: 'curve', x1: third(fromX, cx), y1: third(fromY, cy), x2: third(x, cx), y2: third(y, cy), x, y }
}

/** The shapes of a run at its place; undefined where it has strokes or colour glyphs. */
export function runPath(paint: GlyphPaint, fonts: Pick<Fonts, 'outline'>): Path | undefined {
  const { run, from, to, fontSize, baseline, syntheticBold, syntheticOblique, stroke } = paint
  if (syntheticBold || stroke !== undefined || run.face.hasColor) return undefined
  const scale = fontSize / run.face.unitsPerEm
  const lean = syntheticOblique ? SYNTHETIC_SLANT : 0
  const path: PathSegment[] = []
  let x = paint.x
  for (let i = from; i < to; i++) {
    const left = x + (run.xOffsets[i] ?? 0) * scale
    const base = baseline - (run.yOffsets[i] ?? 0) * scale
    const place = (gx: number, gy: number): { x: number; y: number } => ({ x: left + (gx + gy * lean) * scale, y: base - gy * scale })
    for (const segment of pathOf(fonts.outline(run.face, run.glyphs[i]!))) path.push(moved(segment, place))
    x += run.advances[i]! * scale + spacingAfter(run, i, paint)
  }
  return path
}

function moved(segment: PathSegment, place: (x: number, y: number) => { x: number; y: number }): PathSegment {
  if (segment.kind === 'close') return segment
  const end = place(segment.x, segment.y)
  if (segment.kind !== 'curve') return { ...segment, ...end }
  const [first, second] = [place(segment.x1, segment.y1), place(segment.x2, segment.y2)]
  return { kind: 'curve', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end }
}
