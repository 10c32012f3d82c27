import type { Edges } from '../../geometry.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { usedStyle } from './line-style.ts'

/**
 * How far a background can stay away from the border edge without showing: half of each border width, or a sixth where a border is double.
 * Viewers blend the pixels along a round edge with whatever was painted there: a fill that ends exactly where its border ends
 * shows as a fringe around the border. Undefined when some border lets the background through.
 */
export function hiddenEdge({ style, border }: DecoratedBox): Edges | undefined {
  if (style.borderImage !== undefined) return undefined
  const sides = [
    { width: border.top, line: style.borderTopStyle, color: style.borderTopColor },
    { width: border.right, line: style.borderRightStyle, color: style.borderRightColor },
    { width: border.bottom, line: style.borderBottomStyle, color: style.borderBottomColor },
    { width: border.left, line: style.borderLeftStyle, color: style.borderLeftColor },
  ].filter(({ width }) => width > 0)
  const lines = sides.map(({ line, width }) => usedStyle(line, width))
  if (sides.length === 0 || sides.some(({ color }) => color.alpha < 1) || lines.some((line) => SHOWS_BACKGROUND.has(line))) return undefined
  const part = lines.includes('double') ? 1 / 6 : 1 / 2
  return { top: border.top * part, right: border.right * part, bottom: border.bottom * part, left: border.left * part }
}

const SHOWS_BACKGROUND: ReadonlySet<string> = new Set(['none', 'hidden', 'dotted', 'dashed'])
