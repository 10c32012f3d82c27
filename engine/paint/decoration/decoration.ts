// The decoration of a box, in painting order: outer shadows, background, inner shadows, border.
import type { Rect } from '../../geometry.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { radiiOf } from '../decorated-box.ts'
import { snapRect } from '../geometry/rounded-rect.ts'
import { paintBackground } from './background.ts'
import { paintBorder } from './border.ts'
import { paintBorderImage } from './border-image.ts'
import { paintInnerShadows, paintOuterShadows } from './box-shadow.ts'

export function paintDecoration(box: DecoratedBox, context: PaintContext): void {
  const facts = context.facts.of(box.style)
  if (!facts.isVisible) return
  const rect: Rect = snapRect(box)
  // Border radii do not apply where borders collapse (CSS Backgrounds 3 §4.3).
  const radii = facts.hasRadius && box.borders === 'own' ? radiiOf(box.style, rect, box.ends) : undefined
  const hasShadows = box.style.boxShadow.length > 0
  if (hasShadows) paintOuterShadows(box, rect, radii, context)
  if (facts.hasBackground && !box.isBackgroundPropagated) paintBackground({ box, rect, radii }, context)
  if (hasShadows) paintInnerShadows(box, rect, radii, context)
  if (box.borders !== 'own') return
  const { borderImage } = box.style
  if (borderImage !== undefined && paintBorderImage(box, rect, borderImage, context)) return
  if (facts.hasBorder) paintBorder(box, rect, radii, context.canvas)
}
