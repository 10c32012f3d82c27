// The decoration of a box, in painting order: outer shadows, background, inner shadows, border.
import type { Rect } from '../../geometry.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { radiiOf } from '../decorated-box.ts'
import { rectPath } from '../geometry/path.ts'
import { growRect, type Radii, snapRect } from '../geometry/rounded-rect.ts'
import { paintBackground } from './background.ts'
import { paintBorder } from './border.ts'
import { paintBorderImage } from './border-image.ts'
import { paintInnerShadows, paintOuterShadows } from './box-shadow.ts'

export function paintDecoration(box: DecoratedBox, context: PaintContext): void {
  const facts = context.facts.of(box.style)
  if (!facts.isVisible) return
  const rect: Rect = snapRect(box)
  // Collapsed borders are not round, but what is behind them is, as in browsers: CSS Backgrounds 3 §4 leaves it open.
  const radii = facts.hasRadius ? radiiOf(box.style, rect, box.ends) : undefined
  const hasShadows = box.style.boxShadow.length > 0
  if (hasShadows) paintOuterShadows(box, rect, radii, context)
  if (facts.hasBackground && !box.isBackgroundPropagated) paintBackground({ box, rect, radii }, context)
  if (hasShadows) paintInnerShadows(box, rect, radii, context)
  if (box.borders !== 'own') return
  if (box.gap === undefined) paintOwnBorder(box, rect, radii, context)
  else {
    context.canvas.save()
    context.canvas.clipPath([...rectPath(growRect(rect, OUTSIDE)), ...rectPath(snapRect(box.gap))], 'evenodd')
    paintOwnBorder(box, rect, radii, context)
    context.canvas.restore()
  }
}

/** The shadows of a box alone. */
export function paintShadows(box: DecoratedBox, side: 'outer' | 'inner', context: PaintContext): void {
  const facts = context.facts.of(box.style)
  if (!facts.isVisible) return
  const rect = snapRect(box)
  const paint = side === 'outer' ? paintOuterShadows : paintInnerShadows
  paint(box, rect, facts.hasRadius ? radiiOf(box.style, rect, box.ends) : undefined, context)
}

/** Further than a border image reaches out of its box. */
const OUTSIDE = 10_000

function paintOwnBorder(box: DecoratedBox, rect: Rect, radii: Radii | undefined, context: PaintContext): void {
  const { borderImage } = box.style
  if (borderImage !== undefined && paintBorderImage(box, rect, borderImage, context)) return
  if (context.facts.of(box.style).hasBorder) paintBorder(box, rect, radii, context.canvas)
}
