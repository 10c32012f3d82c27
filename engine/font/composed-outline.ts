// Glyphs made of several, each moved: as composites of the `glyf` table, or as one drawing.
import { viewOf } from './bytes.ts'
import type { GlyphOutline, GlyphPart } from './font.ts'

const WORDS_AND_OFFSETS = 0x1 | 0x2
const MORE_PARTS = 0x20
const OVERLAPS = 0x400
/** Bytes of the number of contours and of the bounds, and of a part. */
const HEAD = 10
const PART = 8
const NOTHING = new Uint8Array(0)

/** The record of a composite; `read` gives a part's outline, `place` its number in the subset. Parts without ink are left out. */
export function composedOutline(
  parts: readonly GlyphPart[],
  read: (glyph: number) => Uint8Array,
  place: (glyph: number) => number,
): Uint8Array {
  const inked = parts.filter(({ glyph }) => read(glyph).length > 0)
  if (inked.length === 0) return NOTHING
  const outline = new Uint8Array(HEAD + inked.length * PART)
  const out = viewOf(outline)
  out.setUint16(0, 0xffff)
  for (const [i, edge] of boundsOf(inked, read).entries()) out.setInt16(2 + i * 2, edge)
  for (const [i, { glyph, x, y }] of inked.entries()) {
    const at = HEAD + i * PART
    const isLast = i === inked.length - 1
    out.setUint16(at, WORDS_AND_OFFSETS | (isLast ? 0 : MORE_PARTS) | (i === 0 ? OVERLAPS : 0))
    out.setUint16(at + 2, place(glyph))
    out.setInt16(at + 4, x)
    out.setInt16(at + 6, y)
  }
  return outline
}

/** Left, bottom, right, top. */
function boundsOf(parts: readonly GlyphPart[], read: (glyph: number) => Uint8Array): readonly number[] {
  const edges = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { glyph, x, y } of parts) {
    const box = viewOf(read(glyph))
    edges[0] = Math.min(edges[0]!, box.getInt16(2) + x)
    edges[1] = Math.min(edges[1]!, box.getInt16(4) + y)
    edges[2] = Math.max(edges[2]!, box.getInt16(6) + x)
    edges[3] = Math.max(edges[3]!, box.getInt16(8) + y)
  }
  return edges
}

/** Drawings one after another, each moved. */
export function mergedOutline(parts: readonly { readonly outline: GlyphOutline; readonly x: number; readonly y: number }[]): GlyphOutline {
  return parts.flatMap(({ outline, x, y }) =>
    outline.map(({ type, values }) => ({ type, values: values.map((value, i) => value + (i % 2 === 0 ? x : y)) })),
  )
}
