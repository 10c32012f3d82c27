// Problem: PDF has no blur. Approach for shapes of any kind: the mean of copies that stand around the true place as the bell curve says. A
// luminosity mask holds the mean: each copy, on black, is laid over those before with the opacity 1/i, which makes equal shares of all.
// The file holds the shape once: what differs between copies is a place and an opacity. Rejected: copies over each other with a transfer function that counts them (smaller, but mupdf ignores those functions).
// Limits: at close sight edges are as many fine steps as there are copies.

import { largest } from '../../collections/lists.ts'
import type { Rect } from '../../geometry.ts'
import { PX } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas, Copy } from '../canvas.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import type { ShadowBudget } from './shadow-budget.ts'

const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 1 }
const WHITE: Color = { red: 1, green: 1, blue: 1, alpha: 1 }
const FEWEST = 12
const MOST = 28
/** The part of the bell that is kept: single copies far out would be seen as such. */
const KEPT = 0.92
/** Degrees between one copy and the next, which scatters them evenly (as seeds in a sunflower). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** What is blurred: `deviation` of the bell curve in points, and a room that holds all of it. */
export interface Blur {
  readonly deviation: number
  readonly color: Color
  readonly bounds: Rect
  /** Each copy is taken from it; the mean is of those it pays for. */
  readonly budget: ShadowBudget
}

/** Paints the shape. */
export type DrawShape = (canvas: Canvas, color: Color) => void

/** How often a shape is painted to be blurred. */
export function copiesOf(deviation: number): number {
  return deviation > 0 ? Math.max(FEWEST, Math.min(MOST, Math.round((6 * deviation) / PX))) : 1
}

/** Fills the blurred shape that `draw` paints in the colour it is given. */
export function fillBlurred({ deviation, color, bounds, budget }: Blur, canvas: Canvas, draw: DrawShape): void {
  if (!(deviation > 0)) {
    draw(canvas, color)
    return
  }
  const copies = copiesWithin(budget, deviation)
  const farthest = largest(
    copies.map(({ x, y }) => Math.hypot(x, y)),
    0,
  )
  // The ground moves with its copy, and must reach over the edges of the mask wherever that stands.
  const ground = growRect(bounds, farthest)
  canvas.save()
  canvas.mask(bounds, 'luminance', (mask) => {
    mask.copies(ground, copies, (shape) => {
      shape.fillRect(ground, BLACK)
      draw(shape, WHITE)
    })
  })
  canvas.fillRect(bounds, color)
  canvas.restore()
}

function copiesWithin(budget: ShadowBudget, deviation: number): Copy[] {
  const count = copiesOf(deviation)
  const copies: Copy[] = []
  for (let i = 0; i < count && !budget.isSpent; i++) {
    budget.spendCopy()
    const [x, y] = offsetOf(i, count, deviation)
    copies.push({ x, y, opacity: 1 / (i + 1) })
  }
  return copies
}

/** The place of copy `i`: at the distance within which that share of a round bell lies. */
function offsetOf(i: number, count: number, deviation: number): readonly [number, number] {
  const radius = deviation * Math.sqrt(-2 * Math.log(1 - (KEPT * (i + 0.5)) / count))
  return [radius * Math.cos(i * GOLDEN_ANGLE), radius * Math.sin(i * GOLDEN_ANGLE)]
}
