// The appearance of line styles: borders, outlines, rules and text decorations.
import { PX } from '../../geometry.ts'
import type { Color, LineStyle } from '../../style/value.ts'
import type { Stroke } from '../canvas.ts'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** The style that is painted: lines too thin for their style are solid, as in browsers. */
export function usedStyle(style: LineStyle, width: number): LineStyle {
  const isTooThin = style === 'double' ? width < 2.5 * PX : (style === 'groove' || style === 'ridge') && width < 1.5 * PX
  return isTooThin ? 'solid' : style
}

type Ring = readonly [from: number, to: number, part: 'outer' | 'inner']
const WHOLE_WIDTH: readonly Ring[] = [[0, 1, 'outer']]

/** The rings of a style, as depths in parts of the side's width, at whole pixels; `part` distinguishes the halves of ridges and grooves. */
export function rings(style: LineStyle, width: number, side: Side): readonly Ring[] {
  const pixels = width / PX
  switch (usedStyle(style, width)) {
    case 'double':
      return [
        [0, Math.round(pixels / 3) / pixels, 'outer'],
        [Math.round((2 * pixels) / 3) / pixels, 1, 'inner'],
      ]
    case 'groove':
    case 'ridge': {
      // With an odd width the upper or left half is one pixel wider.
      const outer = isTopLeft(side) ? Math.ceil(pixels / 2) : Math.floor(pixels / 2)
      return [
        [0, outer / pixels, 'outer'],
        [outer / pixels, 1, 'inner'],
      ]
    }
    default:
      return WHOLE_WIDTH
  }
}

function isTopLeft(side: Side): boolean {
  return side === 'top' || side === 'left'
}

/** The colour of one side of a three-dimensional style: light comes from the top left. */
export function shade(color: Color, style: LineStyle, side: Side, part: 'outer' | 'inner'): Color {
  switch (style) {
    case 'inset':
      return isTopLeft(side) ? inShadow(color) : inLight(color)
    case 'outset':
      return isTopLeft(side) ? inLight(color) : inShadow(color)
    case 'groove':
      return isTopLeft(side) === (part === 'outer') ? inShadow(color) : inLight(color)
    case 'ridge':
      return isTopLeft(side) === (part === 'outer') ? inLight(color) : inShadow(color)
    default:
      return color
  }
}

/** Luminances of #202020 and #ebebeb: shading neither darkens darker nor lightens lighter colours (as in Chromium). */
const DARK = 0.014443844
const BRIGHT = 0.83077

/** The shadow of nearly black is lighter, or neither edge would be visible. */
function inShadow(color: Color): Color {
  return luminanceOf(color) > DARK ? brightened(color, -0.33) : brightened(color, 0.33)
}

function inLight(color: Color): Color {
  const luminance = luminanceOf(color)
  if (luminance > BRIGHT) return color
  return luminance > DARK ? brightened(color, 0.33) : brightened(brightened(color, 0.33), 0.33)
}

/** Increases the largest component by `by`, and the others in proportion. */
function brightened({ red, green, blue, alpha }: Color, by: number): Color {
  const brightest = Math.max(red, green, blue)
  if (brightest === 0) return { red: Math.max(0, by), green: Math.max(0, by), blue: Math.max(0, by), alpha }
  const part = Math.max(0, Math.min(1, brightest + by)) / brightest
  return { red: red * part, green: green * part, blue: blue * part, alpha }
}

/** Relative luminance (WCAG 2). */
function luminanceOf({ red, green, blue }: Color): number {
  const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** A line without dashes and with mitred corners; the caller sets its width. */
export const PLAIN_STROKE: Stroke = Object.freeze({
  width: 0,
  dash: Object.freeze([]),
  dashPhase: 0,
  cap: 'butt',
  join: 'miter',
  miterLimit: 10,
})

/** The stroke for a side of `length`, with gaps adjusted so that a whole dash is at both ends. `isClosed`: the line has no ends. */
export function dashedStroke(style: LineStyle, width: number, length: number, isClosed: boolean): Stroke {
  const plain: Stroke = { ...PLAIN_STROKE, width }
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

/** The gap closest to `gap` with which whole dashes fill the length. */
function fitGap(length: number, dash: number, gap: number, isClosed: boolean): number {
  const available = isClosed ? length : length + gap
  const fewest = Math.max(1, Math.floor(available / (dash + gap)))
  const most = fewest + 1
  const gapOf = (count: number): number => (length - count * dash) / Math.max(1, isClosed ? count : count - 1)
  const wide = gapOf(fewest)
  const narrow = gapOf(most)
  return narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? Math.max(0, wide) : narrow
}
