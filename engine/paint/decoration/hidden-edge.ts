import type { Edges } from '../../geometry.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { usedStyle } from './line-style.ts'

/**
 * How far a background can stay away from the border edge without showing: half of each border width, or a sixth where a border is double.
 * Viewers blend the pixels along a round edge with whatever was painted there: a fill that ends exactly where its border ends
 * shows as a fringe around the border. Undefined when some border lets the background through.
 */
export function hiddenEdge(box: DecoratedBox): Edges | undefined {
  const sides = opaqueSidesOf(box)
  if (sides === undefined) return undefined
  const part = sides.some(({ line }) => line === 'double') ? 1 / 6 : 1 / 2
  const { top, right, bottom, left } = box.border
  return { top: top * part, right: right * part, bottom: bottom * part, left: left * part }
}

/**
 * The borders, where nothing behind them shows and corners are sharp. Pictures end there, as in browsers: one that begins anew under a border would
 * otherwise show outside of it, as viewers paint every pixel that a clip touches.
 */
export function coveredEdge(box: DecoratedBox): Edges | undefined {
  const sides = opaqueSidesOf(box)
  return sides === undefined || sides.some(({ line }) => line === 'double') ? undefined : box.border
}

interface DrawnSide {
  readonly width: number
  readonly line: LineStyle
  readonly color: Color
}

/** The box's own borders that have a width; undefined without any, and when one of them lets the background through. */
function opaqueSidesOf({ style, border, borders }: DecoratedBox): readonly DrawnSide[] | undefined {
  if (style.borderImage !== undefined || borders !== 'own') return undefined
  const sides = [
    { width: border.top, line: usedStyle(style.borderTopStyle, border.top), color: style.borderTopColor },
    { width: border.right, line: usedStyle(style.borderRightStyle, border.right), color: style.borderRightColor },
    { width: border.bottom, line: usedStyle(style.borderBottomStyle, border.bottom), color: style.borderBottomColor },
    { width: border.left, line: usedStyle(style.borderLeftStyle, border.left), color: style.borderLeftColor },
  ].filter(({ width }) => width > 0)
  const showsThrough = sides.some(({ color, line }) => color.alpha < 1 || SHOWS_BACKGROUND.has(line))
  return sides.length === 0 || showsThrough ? undefined : sides
}

const SHOWS_BACKGROUND: ReadonlySet<string> = new Set(['none', 'hidden', 'dotted', 'dashed'])
