// Operators that grow: a larger form of the glyph where the font has one, else parts put together (MathML Core §5.3).
import type { AssemblyPart, GlyphConstruction } from '../../font/font.ts'
import type { Style } from '../../style/style.ts'
import type { MathEnvironment, MathFont } from './environment.ts'
import { type GlyphStack, stackPiece } from './glyphs.ts'
import type { MathPiece } from './piece.ts'

interface Stretched {
  readonly text: string
  readonly glyph: number
  readonly axis: 'vertical' | 'horizontal'
  /** Points that it must cover along the axis. */
  readonly extent: number
}

/** Glyphs of one assembly at most: extenders thinner than a thousandth of what they cover are not repeated further. */
const MOST_GLYPHS = 1_000

/** The glyph at least as large as asked, where the font can; undefined where it has no larger one. */
export function stretchedPiece(wanted: Stretched, font: MathFont, style: Style, environment: MathEnvironment): MathPiece | undefined {
  const { glyph, axis, text } = wanted
  const construction = font.table?.construction(glyph, axis)
  if (construction === undefined) return undefined
  const extent = wanted.extent / font.scale
  const fitting = construction.variants.find((variant) => variant.extent >= extent - TOLERANCE)
  if (fitting !== undefined) return single(fitting.glyph, wanted, font, style, environment)
  const stack = assemble(construction, extent, { text, axis }, font)
  if (stack !== undefined) return stackPiece(stack, font, style, environment)
  const last = construction.variants.at(-1)
  return last === undefined ? undefined : single(last.glyph, wanted, font, style, environment)
}

/** The widest form that a glyph has to grow upwards; in points. */
export function widestOf(glyph: number, { table, face, scale }: MathFont): number {
  const construction = table?.construction(glyph, 'vertical')
  const forms = [...(construction?.variants ?? []), ...(construction?.parts ?? [])]
  return forms.reduce((widest, form) => Math.max(widest, face.glyphAdvance(form.glyph)), 0) * scale
}

/** A font unit: sums of points are not exact. */
const TOLERANCE = 1

function single(glyph: number, { text }: Stretched, font: MathFont, style: Style, environment: MathEnvironment): MathPiece {
  const width = font.face.glyphAdvance(glyph)
  return stackPiece({ text, glyphs: [{ glyph, x: 0, y: 0 }], width }, font, style, environment)
}

/** The fewest repeats of the extenders that reach `extent`, overlapping as much as that leaves (OpenType, "GlyphAssembly table"). */
function assemble(
  { parts }: GlyphConstruction,
  extent: number,
  { text, axis }: Pick<Stretched, 'text' | 'axis'>,
  { table, face }: MathFont,
): GlyphStack | undefined {
  const extenders = parts.filter(({ isExtender }) => isExtender)
  if (parts.length === 0 || table === undefined) return undefined
  const overlap = table.minConnectorOverlap
  const fixed = parts.filter(({ isExtender }) => !isExtender)
  const grown = sum(extenders) - overlap * extenders.length
  const start = sum(fixed) - overlap * (fixed.length - 1)
  const repeats = extenders.length === 0 || grown <= 0 ? 1 : Math.max(0, Math.ceil((extent - start) / grown - 1e-6))
  const most = Math.floor(MOST_GLYPHS / parts.length)
  const used = parts.flatMap((part) => (part.isExtender ? Array.from({ length: Math.min(repeats, most) }, () => part) : [part]))
  if (used.length === 0) return undefined
  const shared = sharedOverlap(used, extent, overlap)
  let at = 0
  const placed = used.map((part, i) => {
    if (i > 0) at -= shared
    const own = { glyph: part.glyph, at }
    at += part.extent
    return own
  })
  if (axis === 'horizontal') return { text, glyphs: placed.map(({ glyph, at: x }) => ({ glyph, x, y: 0 })), width: at }
  const width = placed.reduce((most, { glyph }) => Math.max(most, face.glyphAdvance(glyph)), 0)
  return { text, glyphs: placed.map(({ glyph, at: y }) => ({ glyph, x: 0, y })), width }
}

/** How much neighbours overlap so that all together come to `extent`. */
function sharedOverlap(parts: readonly AssemblyPart[], extent: number, least: number): number {
  if (parts.length < 2) return 0
  const most = parts
    .slice(1)
    .reduce((room, part, i) => Math.min(room, part.startConnector, parts[i]!.endConnector), Number.POSITIVE_INFINITY)
  const wanted = (sum(parts) - extent) / (parts.length - 1)
  return Math.max(least, Math.min(wanted, Math.max(least, most)))
}

function sum(parts: readonly AssemblyPart[]): number {
  return parts.reduce((total, { extent }) => total + extent, 0)
}
