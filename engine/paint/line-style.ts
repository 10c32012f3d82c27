// How the line styles of borders, outlines, rules and text decorations look.
import { PX } from '../geometry.ts'
import type { Color, LineStyle } from '../style/value.ts'
import type { Stroke } from './canvas.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** The rings a style is made of, as depths in parts of the width; `part` tells the halves of ridges and grooves. */
export function rings(style: LineStyle): readonly (readonly [from: number, to: number, part: 'outer' | 'inner'])[] {
  switch (style) {
    case 'double':
      return [
        [0, 1 / 3, 'outer'],
        [2 / 3, 1, 'inner'],
      ]
    case 'groove':
    case 'ridge':
      return [
        [0, 0.5, 'outer'],
        [0.5, 1, 'inner'],
      ]
    default:
      return [[0, 1, 'outer']]
  }
}

/** The colour of one side of a style that imitates depth: light falls from the top left. */
export function shade(color: Color, style: LineStyle, side: Side, part: 'outer' | 'inner'): Color {
  const isTopLeft = side === 'top' || side === 'left'
  switch (style) {
    case 'inset':
      return isTopLeft ? darker(color) : color
    case 'outset':
      return isTopLeft ? color : darker(color)
    case 'groove':
      return isTopLeft === (part === 'outer') ? darker(color) : color
    case 'ridge':
      return isTopLeft === (part === 'outer') ? color : darker(color)
    default:
      return color
  }
}

/** A third of full brightness less, as browsers shade; black is shaded by lightening it, or nothing would show. */
function darker(color: Color): Color {
  const brightest = Math.max(color.red, color.green, color.blue)
  if (brightest < 0.13) return { ...color, red: color.red + 0.33, green: color.green + 0.33, blue: color.blue + 0.33 }
  const part = Math.max(0, (brightest - 0.33) / brightest)
  return { red: color.red * part, green: color.green * part, blue: color.blue * part, alpha: color.alpha }
}

/** The stroke for a side of `length`: dashes are fitted so that both ends carry a whole one. `isClosed`: the line has no ends. */
export function dashedSide(style: LineStyle, width: number, length: number, isClosed: boolean): Stroke {
  const plain: Stroke = { width, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 10 }
  const isThick = width > 3 * PX
  if (style === 'dotted' && isThick) {
    const gap = fitGap(length, width, width, isClosed)
    return { ...plain, cap: 'round', dash: [0, Math.max(width + gap - 0.001, 0.001)] }
  }
  const isThin = width < 3 * PX
  const dash = style === 'dotted' ? width : width * (isThin ? 3 : 2)
  const gap = style === 'dotted' ? width : width * (isThin ? 2 : 1)
  if (length <= dash * 2) return plain
  if (length <= 2 * dash + gap) {
    const part = length / (2 * dash + gap)
    return { ...plain, dash: [dash * part, gap * part] }
  }
  return { ...plain, dash: [dash, fitGap(length, dash, gap, isClosed)] }
}

/** The gap nearest to the wished-for one with which dashes fill the length. */
function fitGap(length: number, dash: number, gap: number, isClosed: boolean): number {
  const available = isClosed ? length : length + gap
  const fewest = Math.max(1, Math.floor(available / (dash + gap)))
  const most = fewest + 1
  const gapOf = (count: number): number => (length - count * dash) / Math.max(1, isClosed ? count : count - 1)
  const wide = gapOf(fewest)
  const narrow = gapOf(most)
  return narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? Math.max(0, wide) : narrow
}
