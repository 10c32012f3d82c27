// `filter` (Filter Effects 1): the functions that PDF supports, nested in each other. The last function is the outermost.
import { warning } from '../../diagnostic.ts'
import { PX, type Rect } from '../../geometry.ts'
import type { FilterFunction, Shadow } from '../../style/value.ts'
import { copiesOf, fillBlurred } from '../blur/blur.ts'
import type { PaintContext } from '../context/context.ts'
import { FragmentedBoxes } from '../context/fragmented-boxes.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import { colorMatrix, RecoloringCanvas } from './recolor.ts'
import { SilhouetteCanvas } from './silhouette.ts'

/** Points by which content may overflow its box and still cast a shadow. */
const REACH = 300
/** Drop shadows in one filter: each doubles the painted content. */
const MOST_SHADOWS = 3
/** How many times content may be painted because of nested drop shadows, each of which counts for ten copies, or as many as its blur needs. */
const MOST_COPIES = 1000
const FEWEST_COPIES = 10

/** Paints content with filters applied. `box`: the element's border box. */
export function paintFiltered(
  filters: readonly FilterFunction[],
  box: Rect,
  context: PaintContext,
  paint: (context: PaintContext) => void,
): void {
  const last = filters[filters.length - 1]
  if (last === undefined) {
    paint(context)
    return
  }
  const within = (inner: PaintContext): void => paintFiltered(filters.slice(0, -1), box, inner, paint)
  const { canvas } = context
  switch (last.kind) {
    case 'color':
      within({ ...context, canvas: new RecoloringCanvas(canvas, colorMatrix(last.name, last.value), context.recolor) })
      return
    case 'opacity':
      canvas.beginGroup({ opacity: last.value, blendMode: 'normal', isIsolated: true, bounds: growRect(box, REACH) })
      within(context)
      canvas.endGroup()
      return
    case 'drop-shadow':
      if (filters.filter(({ kind }) => kind === 'drop-shadow').length <= MOST_SHADOWS) paintShadow(last.shadow, box, context, within)
      within(context)
      return
    case 'blur':
      if (last.value > 0) {
        context.reporter.report(
          warning('unsupported-css', undefined, '"filter: blur()" has no effect', 'use a picture that is blurred already'),
        )
      }
      within(context)
      return
  }
}

function paintShadow(shadow: Shadow, box: Rect, context: PaintContext, within: (context: PaintContext) => void): void {
  const { shadows: budget } = context
  if (shadow.color.alpha <= 0 || budget.isSpent) return
  const copies = context.copies * Math.max(FEWEST_COPIES, copiesOf(shadow.blur))
  if (copies > MOST_COPIES) {
    context.reporter.report(warning('unsupported-css', undefined, 'shadows of shadows of shadows are not painted', 'nest fewer filters'))
    return
  }
  const bounds = growRect(box, REACH + 3 * shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y) + PX)
  fillBlurred({ deviation: shadow.blur, color: shadow.color, bounds, budget }, context.canvas, (canvas, color) => {
    canvas.save()
    canvas.transform([1, 0, 0, 1, shadow.x, shadow.y])
    // Only the element itself adds to the state of the document (deferred numbers, heights of fragments), not its shadow.
    const page = { ...context.page, deferred: [] }
    within({ ...context, canvas: new SilhouetteCanvas(canvas, color, budget), fragmentedBoxes: new FragmentedBoxes(), page, copies })
    canvas.restore()
  })
}
