// Effects of inline boxes: as those of stacking contexts, without transforms, which do not apply to them.
import type { Origin } from '../../box/box.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { paintFiltered } from '../filter/filters.ts'
import { clipByElement, filterOfElement } from '../svg/on-box.ts'
import { clipPathOf, EVERYWHERE, groupOf } from './effects.ts'
import { applyMask, applyMaskBorder } from './mask.ts'

/** Paints content with the effects of `box`; `definitions` holds the elements of drawings that they refer to. */
export function paintInlineEffects(
  box: DecoratedBox,
  definitions: Origin['definitions'],
  context: PaintContext,
  paint: (context: PaintContext) => void,
): void {
  const { canvas } = context
  const { style } = box
  const { clipPath } = style
  const clip = clipPath === 'none' ? undefined : clipPathOf(clipPath, box)
  const { isMasked, needsGroup } = context.facts.of(style)
  canvas.save()
  if (clip !== undefined) canvas.clipPath(clip.path, clip.rule)
  else if (clipPath !== 'none' && clipPath.reference !== undefined)
    clipByElement({ definitions, reference: clipPath.reference, rect: box }, context)
  if (isMasked) applyMask({ box, rect: box, radii: undefined, definitions }, style.maskLayers, EVERYWHERE, context)
  if (style.maskBorder !== undefined) applyMaskBorder(box, box, style.maskBorder, context)
  if (needsGroup) canvas.beginGroup(groupOf(style))
  const compile = (id: string): ReturnType<typeof filterOfElement> =>
    filterOfElement({ definitions, reference: `#${id}`, rect: box }, context)
  paintFiltered({ functions: style.filter, box, compile }, context, paint)
  if (needsGroup) canvas.endGroup()
  canvas.restore()
}
