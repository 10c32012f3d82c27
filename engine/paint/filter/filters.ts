// `filter` (Filter Effects 1): functions nested in each other. The last function is the outermost.
import { warning } from '../../diagnostic.ts'
import { PX, type Rect } from '../../geometry.ts'
import type { FilterFunction, Shadow } from '../../style/value.ts'
import { copiesOf, fillBlurred, paintBlurred } from '../blur/blur.ts'
import type { Canvas } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import { FragmentedBoxes } from '../context/fragmented-boxes.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import { colorMatrix, RecoloringCanvas } from './recolor.ts'
import { SilentCanvas } from './silent.ts'
import { SilhouetteCanvas } from './silhouette.ts'

/** Points by which content may overflow its box and still cast a shadow or be blurred. */
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
      if (last.value > 0) paintBlur(last.value, box, context, within)
      else within(context)
      return
  }
}

/** How often nested content is painted, with so many copies of it for each time; undefined beyond the bound, which is reported. */
function multiplied(context: PaintContext, copies: number): number | undefined {
  const product = context.copies * Math.max(FEWEST_COPIES, copies)
  if (product <= MOST_COPIES) return product
  context.reporter.report(warning('unsupported-css', undefined, 'filters of filters of filters are not painted', 'nest fewer filters'))
  return undefined
}

/** What is painted again changes nothing of the state of the document: deferred numbers, heights of fragments. */
function painterOfCopies(context: PaintContext, copies: number, within: (context: PaintContext) => void): (canvas: Canvas) => void {
  return (canvas) => {
    const { page } = context
    within({ ...context, canvas, fragmentedBoxes: new FragmentedBoxes(), page: { ...page, deferred: [], tags: undefined }, copies })
  }
}

function paintBlur(deviation: number, box: Rect, context: PaintContext, within: (context: PaintContext) => void): void {
  const { shadows: budget, canvas } = context
  const copies = budget.isSpent ? undefined : multiplied(context, 2 * copiesOf(deviation))
  if (copies === undefined) return within(context)
  const again = painterOfCopies(context, copies, within)
  paintBlurred({ deviation, bounds: growRect(box, REACH + 3 * deviation), budget }, canvas, {
    silhouette: (inner, color) => again(new SilhouetteCanvas(inner, color, budget)),
    copy: (inner) => again(new SilentCanvas(inner)),
    own: () => within(context),
  })
}

function paintShadow(shadow: Shadow, box: Rect, context: PaintContext, within: (context: PaintContext) => void): void {
  const { shadows: budget } = context
  if (shadow.color.alpha <= 0 || budget.isSpent) return
  const copies = multiplied(context, copiesOf(shadow.blur))
  if (copies === undefined) return
  const paint = painterOfCopies(context, copies, within)
  const bounds = growRect(box, REACH + 3 * shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y) + PX)
  fillBlurred({ deviation: shadow.blur, color: shadow.color, bounds, budget }, context.canvas, (canvas, color) => {
    canvas.save()
    canvas.transform([1, 0, 0, 1, shadow.x, shadow.y])
    paint(new SilhouetteCanvas(canvas, color, budget))
    canvas.restore()
  })
}
