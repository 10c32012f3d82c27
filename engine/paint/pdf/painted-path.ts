// Paths as PDF paints them: filled or stroked with one opacity.
import type { Rect } from '../../geometry.ts'
import type { Paint } from '../canvas.ts'
import type { Surface } from './surface.ts'

/** A path that is filled or stroked; `bounds` include its stroke. */
export interface PaintedPath {
  readonly paint: Paint
  readonly operation: 'fill' | 'stroke'
  readonly opacity: number
  readonly bounds: Rect
}

export function setAlpha(surface: Surface, operation: PaintedPath['operation'], alpha: number): void {
  if (operation === 'fill') surface.fillAlpha(clampUnit(alpha))
  else surface.strokeAlpha(clampUnit(alpha))
}

/** A paint of one transparent colour: nothing is written. */
export function isInvisible(paint: Paint): boolean {
  return paint.kind === 'color' && paint.color.alpha <= 0
}

/** PDF forbids opacities outside of 0–1. */
export function clampUnit(value: number): number {
  return Math.max(0, Math.min(1, value))
}
