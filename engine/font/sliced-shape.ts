// Shaping with a face that is cut into slices: each stretch of one slice by itself, put together as one run.
import type { OpenFace } from './face.ts'
import type { GlyphRun, ShapingStyle } from './font.ts'
import { type SlicedFace, STRIDE } from './sliced-face.ts'

type ShapePart = (text: string, style: ShapingStyle, face: OpenFace) => GlyphRun

/** Marks, joiners and variation selectors belong to what stands before them. */
const isExtending = (character: string): boolean => /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u.test(character)

/** The run of a text in a sliced face. */
export function shapeSliced(text: string, style: ShapingStyle, face: SlicedFace, shapePart: ShapePart): GlyphRun {
  const parts: { readonly from: number; readonly slice: number; readonly run: GlyphRun }[] = []
  for (let from = 0; from < text.length; ) {
    const { slice, to } = stretchAt(text, from, face)
    const open = face.openSlice(slice) ?? face.main
    parts.push({ from, slice, run: shapePart(text.slice(from, to), { ...style, face: open }, open) })
    from = to
  }
  if (style.direction === 'rtl') parts.reverse()
  return join(parts, text, style)
}

function stretchAt(text: string, from: number, face: SlicedFace): { readonly slice: number; readonly to: number } {
  let slice: number | undefined
  let to = from
  while (to < text.length) {
    const codePoint = text.codePointAt(to) ?? 0
    const character = String.fromCodePoint(codePoint)
    if (slice === undefined) slice = face.sliceOf(codePoint)
    else if (!isExtending(character) && face.sliceOf(codePoint) !== slice) break
    to += character.length
  }
  return { slice: slice ?? 0, to }
}

function join(
  parts: readonly { readonly from: number; readonly slice: number; readonly run: GlyphRun }[],
  text: string,
  { face, direction, isUpright }: ShapingStyle,
): GlyphRun {
  const count = parts.reduce((sum, { run }) => sum + run.glyphs.length, 0)
  const glyphs = new Uint32Array(count)
  const clusters = new Uint32Array(count)
  const advances = new Float64Array(count)
  const hasOffsets = parts.some(({ run }) => run.xOffsets.length > 0)
  const hasFlags = parts.some(({ run }) => run.unsafeToBreak.length > 0)
  const xOffsets = new Float64Array(hasOffsets ? count : 0)
  const yOffsets = new Float64Array(hasOffsets ? count : 0)
  const unsafeToBreak = new Uint8Array(hasFlags ? count : 0)
  let at = 0
  let width = 0
  for (const { from, slice, run } of parts) {
    for (let i = 0; i < run.glyphs.length; i++, at++) {
      const glyph = run.glyphs[i]!
      glyphs[at] = glyph === 0 ? 0 : slice * STRIDE + glyph
      clusters[at] = run.clusters[i]! + from
      advances[at] = run.advances[i]!
      if (run.xOffsets.length > 0) {
        xOffsets[at] = run.xOffsets[i]!
        yOffsets[at] = run.yOffsets[i]!
      }
      if (run.unsafeToBreak.length > 0) unsafeToBreak[at] = run.unsafeToBreak[i]!
    }
    width += run.width
  }
  const run = { face, text, direction, glyphs, advances, xOffsets, yOffsets, clusters, width, unsafeToBreak }
  return isUpright === true ? { ...run, isUpright } : run
}
