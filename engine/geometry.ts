// Units and plain shapes. Everything in the engine is in points (1/72 in), y grows downwards, unless a name says otherwise.

/** One CSS pixel in points (CSS Values 4 §6.2: 96 px to the inch). */
export const PX = 0.75

/** Rounding errors of a length that is a whole number of px. */
const ROUNDING = 1e-6

/** The length in whole px, rounded up, as browsers measure pages for what flows through them. */
export function wholePixels(length: number): number {
  return Math.ceil(length / PX - ROUNDING) * PX
}

/** CSS pixels in the absolute units of SVG attributes, where a bare number is in pixels. */
export const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}

/** What browsers count lengths in while they lay out, in points: 1/64 px. */
export const LAYOUT_UNIT = PX / 64

/** Chromium lays out in 1/64 px and cuts off what is finer: a table of many rows would drift by whole lines without it. */
export function inLayoutUnits(points: number): number {
  return Math.trunc(points / LAYOUT_UNIT + Math.sign(points) * 1e-6) * LAYOUT_UNIT
}

export function nearestLayoutUnit(points: number): number {
  return Math.round(points / LAYOUT_UNIT) * LAYOUT_UNIT
}

/** A font size in px as browsers know it: in hundredths, cut off. 8pt are 10.66px, whose ascent of 9.499px is 9px. Single precision keeps 11.2px what it is. */
export function fontPixels(fontSize: number): number {
  return Math.floor(Math.fround(Math.fround(fontSize / PX) * 100)) / 100
}

/**
 * The size that glyphs are apart by, in points: in browsers FreeType cuts it to 1/64 px. The 13.33px of 10pt are 13.328px: one line in a hundred would break
 * elsewhere without it.
 */
export function advanceSize(fontSize: number): number {
  return Math.floor(fontPixels(fontSize) * 64) * LAYOUT_UNIT
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect extends Point, Size {}

/** Four sides of a box: margins, borders, padding, insets. */
export interface Edges {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export const NO_EDGES: Edges = Object.freeze({
  top: 0,
  right: 0,
  bottom: 0,
  left: 0,
})

/** `[a b c d e f]` as in PDF 32000 §8.3.3 and CSS `matrix()`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const IDENTITY: Matrix = Object.freeze([1, 0, 0, 1, 0, 0] as const)

/** The transform that applies `second` after `first`. */
export function concatMatrix(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [A, B, C, D, E, F] = second
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F]
}

/** The matrix maps everything onto a line or a point: it has no inverse. */
export function isSingular([a, b, c, d]: Matrix): boolean {
  return !(Math.abs(a * d - b * c) > 1e-12)
}

/** The inverse; undefined when there is none. */
export function invertMatrix(matrix: Matrix): Matrix | undefined {
  if (isSingular(matrix)) return undefined
  const [a, b, c, d, e, f] = matrix
  const determinant = a * d - b * c
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** The nearest whole CSS pixel, in points: what browsers snap baselines and font metrics to. */
export function roundToPx(points: number): number {
  return Math.round(points / PX) * PX
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}
