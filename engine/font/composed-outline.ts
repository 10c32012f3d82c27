// Glyphs made of several, each moved: as composites of the `glyf` table, or as one drawing.
import type { GlyphOutline, GlyphPart } from './font.ts'

const WORDS_AND_OFFSETS = 0x1 | 0x2
const MORE_PARTS = 0x20
const OVERLAPS = 0x400
/** Bytes of the number of contours and of the bounds, and of a part. */
const HEAD = 10
const PART = 8
const NOTHING = new Uint8Array(0)

interface InkedPart extends GlyphPart {
  readonly outline: Uint8Array
}

/** The record of a composite; `read` gives a part's outline, `place` its number in the subset. Parts without ink are left out. */
export function composedOutline(
  parts: readonly GlyphPart[],
  read: (glyph: number) => Uint8Array,
  place: (glyph: number) => number,
): Uint8Array {
  const inked: InkedPart[] = []
  for (const { glyph, x, y } of parts) {
    const outline = read(glyph)
    if (outline.length > 0) inked.push({ glyph, x, y, outline })
  }
  if (inked.length === 0) return NOTHING
  const out = new Uint8Array(HEAD + inked.length * PART)
  put16(out, 0, 0xffff)
  for (const [i, edge] of boundsOf(inked).entries()) put16(out, 2 + i * 2, edge)
  for (const [i, { glyph, x, y }] of inked.entries()) {
    const at = HEAD + i * PART
    const isLast = i === inked.length - 1
    put16(out, at, WORDS_AND_OFFSETS | (isLast ? 0 : MORE_PARTS) | (i === 0 ? OVERLAPS : 0))
    put16(out, at + 2, place(glyph))
    put16(out, at + 4, x)
    put16(out, at + 6, y)
  }
  return out
}

/** Left, bottom, right, top. */
function boundsOf(parts: readonly InkedPart[]): readonly number[] {
  const edges = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { outline, x, y } of parts) {
    edges[0] = Math.min(edges[0]!, int16(outline, 2) + x)
    edges[1] = Math.min(edges[1]!, int16(outline, 4) + y)
    edges[2] = Math.max(edges[2]!, int16(outline, 6) + x)
    edges[3] = Math.max(edges[3]!, int16(outline, 8) + y)
  }
  return edges
}

// Without views: to make one for each glyph took a hundredth of an invoice.

function put16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8
  bytes[at + 1] = value
}

/** Of an outline, which has its bounds: `read` gives none that is shorter. */
function int16(bytes: Uint8Array, at: number): number {
  return (((bytes[at]! << 8) | bytes[at + 1]!) << 16) >> 16
}

/** Drawings one after another, each moved. */
export function mergedOutline(parts: readonly { readonly outline: GlyphOutline; readonly x: number; readonly y: number }[]): GlyphOutline {
  return parts.flatMap(({ outline, x, y }) =>
    outline.map(({ type, values }) => ({ type, values: values.map((value, i) => value + (i % 2 === 0 ? x : y)) })),
  )
}
