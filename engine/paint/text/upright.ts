// Text whose glyphs stand upright in a vertical line: each is turned back where it stands on the centre line.

import type { GlyphRun } from '../../font/font.ts'
import type { Matrix } from '../../geometry.ts'
import type { TextItem } from '../../layout/laid.ts'
import type { GlyphPaint } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { NO_GAPS } from '../glyph/decoration-band.ts'
import { spacingAfter } from '../glyph/glyph-spacing.ts'
import { glyphPaintOf } from './glyph-paint.ts'
import { paintTextDecoration } from './text-decoration.ts'
import { paintTextShadow } from './text-shadow.ts'

/** Paints a text of a paragraph at (x, y), in the coordinates of its line's frame. */
export function paintUpright(item: TextItem, x: number, y: number, context: PaintContext): void {
  const { canvas } = context
  const line = { x: x + item.x, baseline: y + item.baseline, width: item.width }
  const decorate = (isOver: boolean): void => {
    for (const decoration of item.decorations)
      if ((decoration.line === 'line-through') === isOver) paintTextDecoration(decoration, line, NO_GAPS, canvas)
  }
  decorate(false)
  const paint = glyphPaintOf(item, x, y)
  if (item.run.combined !== undefined) paintCombined(paint, item.run.combined, context)
  else paintClusters(paint, item, context)
  decorate(true)
}

/** How much more than one em combined text may take before it is made narrower, as in browsers. */
const TOLERANCE = 1.1

/** Text side by side in one square: centred, and no wider than the square. */
function paintCombined(paint: GlyphPaint, run: GlyphRun, { canvas }: PaintContext): void {
  const { fontSize, x, baseline } = paint
  const { unitsPerEm, ascent, descent } = run.face
  const scale = fontSize / unitsPerEm
  const width = run.width * scale
  const narrowing = width > fontSize * TOLERANCE ? fontSize / width : 1
  canvas.save()
  canvas.transform(backTurn(x, baseline))
  canvas.transform([narrowing, 0, 0, 1, (-width * narrowing) / 2, 0])
  const own = { run, from: 0, to: run.glyphs.length, letterSpacing: 0, wordSpacing: 0 }
  canvas.glyphs({ ...paint, ...own, x: 0, baseline: (fontSize + (ascent + descent) * scale) / 2 })
  canvas.restore()
}

function paintClusters(paint: GlyphPaint, item: TextItem, context: PaintContext): void {
  const { canvas } = context
  for (const { from, to, at } of clustersOf(paint)) {
    canvas.save()
    canvas.transform(backTurn(paint.x + at, paint.baseline))
    const cluster = { ...paint, from, to, x: 0, baseline: 0 }
    for (const shadow of [...item.style.textShadow].reverse()) paintTextShadow(cluster, item.fontSize, shadow, context)
    canvas.glyphs(cluster)
    canvas.restore()
  }
}

/** Glyphs that stand together, and how far they are down the line. */
function clustersOf(paint: GlyphPaint): { readonly from: number; to: number; readonly at: number }[] {
  const { run, fontSize, advanceSize = fontSize } = paint
  const scale = advanceSize / run.face.unitsPerEm
  const clusters: { from: number; to: number; at: number }[] = []
  let at = 0
  for (let i = paint.from; i < paint.to; i++) {
    const last = clusters.at(-1)
    const isJoined = last !== undefined && run.clusters[i] === run.clusters[i - 1] && run.advances[i - 1] === 0
    if (isJoined) last.to = i + 1
    else clusters.push({ from: i, to: i + 1, at })
    at += run.advances[i]! * scale + spacingAfter(run, i, paint)
  }
  return clusters
}

/** From coordinates that are level on the page to those of a line that was turned clockwise, about a point of the line. */
function backTurn(x: number, y: number): Matrix {
  return [0, -1, 1, 0, x, y]
}
