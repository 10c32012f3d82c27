// The graphics state of a content stream, and when two of its parameters are the same.
import type { Matrix } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Path, Stroke } from '../canvas.ts'
import type { FontUse } from './fonts.ts'

export const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
/** Table 52 of PDF 32000. */
export const INITIAL_LINE: Stroke = { width: 1, dash: [], dashPhase: 0, cap: 'butt', join: 'miter', miterLimit: 10 }

/** The part of the graphics state that `q` saves and `Q` restores. */
export interface State {
  matrix: Matrix
  /** User space is scaled up so much that rounding to thousandths would be visible. */
  isFine: boolean
  fill: Color | undefined
  stroke: Color | undefined
  fillAlpha: number
  strokeAlpha: number
  line: Stroke | undefined
  font: FontUse | undefined
  fontSize: number
  characterSpace: number
  renderMode: number
}

/** If the five segments from `at` on are an axis-aligned rectangle: the corner opposite to the first. */
export function oppositeCorner(path: Path, at: number): { readonly x: number; readonly y: number } | undefined {
  const a = path[at]
  const b = path[at + 1]
  const c = path[at + 2]
  const d = path[at + 3]
  if (a?.kind !== 'move' || b?.kind !== 'line' || c?.kind !== 'line' || d?.kind !== 'line' || path[at + 4]?.kind !== 'close')
    return undefined
  return a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x ? c : undefined
}

export function isEnlarged([a, b, c, d]: Matrix): boolean {
  return Math.abs(a) > 4 || Math.abs(b) > 4 || Math.abs(c) > 4 || Math.abs(d) > 4
}

export function isSameColor(a: Color | undefined, b: Color): boolean {
  if (a === b) return true
  if (a === undefined || a.cmyk !== undefined || b.cmyk !== undefined) return false
  return a.red === b.red && a.green === b.green && a.blue === b.blue
}

export function isSameDash(a: Stroke, b: Stroke): boolean {
  return a.dashPhase === b.dashPhase && a.dash.length === b.dash.length && a.dash.every((length, i) => length === b.dash[i])
}
