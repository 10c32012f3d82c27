// Effects of inline boxes: as those of stacking contexts, without transforms, which do not apply to them.
import type { Origin } from '../../box/box.ts'
import type { PaintContext } from '../context/context.ts'
import type { DecoratedBox } from '../decorated-box.ts'
import { paintFiltered } from '../filter/filters.ts'
import { clipByElement, filterOfElement } from '../svg/on-box.ts'
import { clipPathOf, EVERYWHERE, groupOf } from './effects.ts'
import { applyMask, applyMaskBorder } from './mask.ts'

/** Of an inline box on one line. */
export interface EffectBoxes {
  /** What it covers on all lines. */
  readonly whole: DecoratedBox
  readonly clip: DecoratedBox
  /** Its piece on this line. */
  readonly mask: DecoratedBox
}

/** Paints content with the effects of a box; `definitions` holds the elements of drawings that they refer to. */
export function paintInlineEffects(
  boxes: EffectBoxes,
  definitions: Origin['definitions'],
  context: PaintContext,
  paint: (context: PaintContext) => void,
): void {
  const { canvas } = context
  const { whole: box, mask } = boxes
  const { style } = box
  const { clipPath } = style
  const clip = clipPath === 'none' ? undefined : clipPathOf(clipPath, boxes.clip)
  const { isMasked, needsGroup } = context.facts.of(style)
  canvas.save()
  if (clip !== undefined) canvas.clipPath(clip.path, clip.rule)
  else if (clipPath !== 'none' && clipPath.reference !== undefined)
    clipByElement({ definitions, reference: clipPath.reference, rect: boxes.clip }, context)
  if (isMasked) applyMask({ box: mask, rect: mask, radii: undefined, definitions }, style.maskLayers, EVERYWHERE, context)
  if (style.maskBorder !== undefined) applyMaskBorder(mask, mask, style.maskBorder, context)
  if (needsGroup) canvas.beginGroup(groupOf(style))
  const compile = (id: string): ReturnType<typeof filterOfElement> =>
    filterOfElement({ definitions, reference: `#${id}`, rect: box }, context)
  paintFiltered({ functions: style.filter, box, compile }, context, paint)
  if (needsGroup) canvas.endGroup()
  canvas.restore()
}
