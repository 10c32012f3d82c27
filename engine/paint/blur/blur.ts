// Problem: PDF has no blur. Approach for shapes of any kind: the mean of copies of the shape, displaced by a Gaussian distribution. A luminosity mask
// computes the mean: copy i, on black, is painted over those before with the opacity 1/i, which gives all copies equal weight. The shape is written
// once; copies differ in place and opacity. Rejected: adding up copies by a transfer function (smaller, but MuPDF ignores transfer functions).
// Limits: at high zoom edges show as many steps as there are copies.

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
/** The part of the distribution that is sampled: single copies far out would be visible as such. */
const KEPT = 0.92
/** Angle between one copy and the next, which distributes them evenly (as sunflower seeds). */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

interface Blur {
  /** Standard deviation in points. */
  readonly deviation: number
  readonly color: Color
  /** Contains the whole blurred shape. */
  readonly bounds: Rect
  /** Charged for each copy; when it is spent, the mean is of fewer copies. */
  readonly budget: ShadowBudget
}

/** Paints the shape. */
type DrawShape = (canvas: Canvas, color: Color) => void

/** The number of copies that a blur is made of. */
export function copiesOf(deviation: number): number {
  return deviation > 0 ? Math.max(FEWEST, Math.min(MOST, Math.round((6 * deviation) / PX))) : 1
}

/** Paints a shape blurred; `draw` paints it in a given colour. */
export function fillBlurred({ deviation, color, bounds, budget }: Blur, canvas: Canvas, draw: DrawShape): void {
  if (!(deviation > 0)) {
    draw(canvas, color)
    return
  }
  const copies = copiesWithin(budget, deviation)
  // The black ground moves with its copy, and must cover the mask wherever the copy is.
  const ground = growRect(bounds, farthestOf(copies))
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

/** Content of several colours, painted in three ways. */
interface BlurredContent {
  /** Its shape in one colour. */
  readonly silhouette: DrawShape
  /** It alone: its text is no text of the page, and nothing is tagged. */
  readonly copy: (canvas: Canvas) => void
  /** With all that belongs to the document; it is covered by the copies. */
  readonly own: () => void
}

/**
 * Paints content blurred: the mean of the colours of its copies, masked by the mean of their shapes. Copies are first painted as they are, so that there is a colour
 * wherever one of them is, then each over those before with the opacity 1/i. Where only some copies are, colours count by their order.
 */
export function paintBlurred({ deviation, bounds, budget }: Omit<Blur, 'color'>, canvas: Canvas, content: BlurredContent): void {
  const copies = copiesWithin(budget, deviation)
  if (copies.length === 0) return content.own()
  const ground = growRect(bounds, farthestOf(copies))
  canvas.save()
  canvas.mask(bounds, 'luminance', (mask) => {
    mask.copies(ground, copies, (shape) => {
      shape.fillRect(ground, BLACK)
      content.silhouette(shape, WHITE)
    })
  })
  canvas.beginGroup({ opacity: 1, blendMode: 'normal', isIsolated: true, bounds })
  content.own()
  // The first of the second pass is opaque too.
  const opaque = copies
    .slice(1)
    .toReversed()
    .map((copy) => ({ ...copy, opacity: 1 }))
  canvas.copies(ground, [...opaque, ...copies], content.copy)
  canvas.endGroup()
  canvas.restore()
}

function farthestOf(copies: readonly Copy[]): number {
  return largest(
    copies.map(({ x, y }) => Math.hypot(x, y)),
    0,
  )
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

/** The displacement of copy `i`: its distance is the quantile of a two-dimensional Gaussian. */
function offsetOf(i: number, count: number, deviation: number): readonly [number, number] {
  const radius = deviation * Math.sqrt(-2 * Math.log(1 - (KEPT * (i + 0.5)) / count))
  return [radius * Math.cos(i * GOLDEN_ANGLE), radius * Math.sin(i * GOLDEN_ANGLE)]
}
