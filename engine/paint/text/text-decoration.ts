// Underlines, overlines and line-throughs in every style.
import { PX, roundToPx } from '../../geometry.ts'
import type { Decoration } from '../../layout/laid.ts'
import type { Canvas, PathSegment } from '../canvas.ts'
import { paintAxisAlignedLine } from '../decoration/axis-aligned-line.ts'
import { rectPath } from '../geometry/path.ts'
import { type Gap, waveOf } from '../glyph/decoration-band.ts'

/** The place of a text: left end, baseline and width. */
interface TextLine {
  readonly x: number
  readonly baseline: number
  readonly width: number
}

/** A line through a text, and the gaps that it leaves for the ink of glyphs. */
export interface DecorationLine {
  readonly decoration: Decoration
  readonly line: TextLine
  readonly gaps: readonly Gap[]
}

/** Paints a line, interrupted by `gaps`. */
export function paintTextDecoration(decoration: Decoration, line: TextLine, gaps: readonly Gap[], canvas: Canvas): void {
  const { color, thickness } = decoration
  if (color.alpha <= 0 || !(thickness > 0) || !(line.width > 0)) return
  const top = roundToPx(line.baseline + decoration.offset - thickness / 2)
  const parts = gaps.length === 0 ? [line] : partsBetween(gaps, line)
  if (decoration.style === 'solid' || decoration.style === 'double' || gaps.length === 0) {
    for (const part of parts) paintRule(decoration, part, top, canvas)
    return
  }
  // Dots, dashes and waves continue across gaps: the whole line is painted and clipped.
  const reach = 6 * thickness + 2 * PX
  canvas.save()
  canvas.clipPath(
    parts.flatMap(({ x, width }) => rectPath({ x, y: top - reach, width, height: thickness + 2 * reach })),
    'nonzero',
  )
  paintRule(decoration, line, top, canvas)
  canvas.restore()
}

function partsBetween(gaps: readonly Gap[], { x, width, baseline }: TextLine): TextLine[] {
  const parts: TextLine[] = []
  let from = x
  for (const gap of gaps) {
    if (gap[0] > from) parts.push({ x: from, width: Math.min(gap[0], x + width) - from, baseline })
    from = Math.max(from, gap[1])
  }
  if (x + width > from) parts.push({ x: from, width: x + width - from, baseline })
  return parts
}

function paintRule(decoration: Decoration, line: TextLine, top: number, canvas: Canvas): void {
  const { color, thickness } = decoration
  const rule = (y: number): void => canvas.fillRect({ x: line.x, y, width: line.width, height: thickness }, color)
  switch (decoration.style) {
    case 'solid':
      rule(top)
      return
    case 'double': {
      // The second line is further away from the text.
      rule(top)
      const step = thickness + PX
      rule(decoration.line === 'overline' ? top - step : top + step)
      return
    }
    case 'dotted':
    case 'dashed':
      paintAxisAlignedLine(
        { from: { x: line.x, y: top + thickness / 2 }, length: line.width, isHorizontal: true, width: thickness },
        decoration.style,
        color,
        canvas,
      )
      return
    case 'wavy':
    case 'error':
      paintWave(decoration, line, top + thickness / 2, canvas)
      return
  }
}

/** A wave. Its phase depends on the page only, so that the waves of neighbouring texts connect. */
function paintWave(decoration: Decoration, line: TextLine, y: number, canvas: Canvas): void {
  const { thickness, color } = decoration
  const { step, control, shift } = waveOf(decoration)
  const middle = y + shift
  const from = Math.floor(line.x / (2 * step)) * 2 * step
  const path: PathSegment[] = [{ kind: 'move', x: from, y: middle }]
  for (let x = from; x < line.x + line.width; x += 2 * step) {
    path.push({ kind: 'curve', x1: x + step, y1: middle + control, x2: x + step, y2: middle - control, x: x + 2 * step, y: middle })
  }
  canvas.save()
  canvas.clipRect({ x: line.x, y: middle - control - thickness, width: line.width, height: 2 * (control + thickness) })
  const stroke = { width: thickness, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 10 } as const
  canvas.strokePath(path, stroke, { kind: 'color', color }, 1)
  canvas.restore()
}
