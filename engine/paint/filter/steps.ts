// The steps of filters, as they are painted: on a canvas that changes what is painted on it, or as copies of the content.
import { warning } from '../../diagnostic.ts'
import { PX, type Rect } from '../../geometry.ts'
import type { ColorMatrix } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import { copiesOf, fillBlurred, paintBlurred } from '../blur/blur.ts'
import type { Canvas, Copy } from '../canvas.ts'
import { applyMatrix, type PaintContext } from '../context/context.ts'
import { FragmentedBoxes } from '../context/fragmented-boxes.ts'
import { growRect } from '../geometry/rounded-rect.ts'
import type { CompiledFilter, FilterLayer, FilterStep } from './filter-element.ts'
import { changed, RecoloringCanvas } from './recolor.ts'
import { SilentCanvas } from './silent.ts'
import { SilhouetteCanvas } from './silhouette.ts'

/** Points by which content may overflow its box and still cast a shadow or be blurred. */
const REACH = 300
/** How many times content may be painted because of nested filters, each of which counts for ten copies, or as many as its blur needs. */
const MOST_COPIES = 1000
const FEWEST_COPIES = 10

type PaintInside = (context: PaintContext) => void

/** Paints content with one step applied. */
export function paintStep(step: FilterStep, box: Rect, context: PaintContext, within: PaintInside): void {
  const { canvas } = context
  switch (step.kind) {
    case 'matrix':
      within({ ...context, canvas: new RecoloringCanvas(canvas, step, context.recolor) })
      return
    case 'opacity':
      canvas.beginGroup({ opacity: step.value, blendMode: 'normal', isIsolated: true, bounds: growRect(box, REACH) })
      within(context)
      canvas.endGroup()
      return
    case 'offset': {
      canvas.save()
      const before = applyMatrix(context, [1, 0, 0, 1, step.x, step.y])
      within(context)
      context.page.matrix = before
      canvas.restore()
      return
    }
    case 'blur':
      if (step.value > 0) paintBlur(step.value, box, context, within)
      else within(context)
      return
    case 'one-color':
      paintShape([], step.color, box, { context, within })
      return
    case 'dilate':
      // Shapes alone grow: `paintShape` does it.
      within(context)
  }
}

function paintBlur(deviation: number, box: Rect, context: PaintContext, within: PaintInside): void {
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

/** The content whose shape is painted. */
interface Shaped {
  readonly context: PaintContext
  readonly within: PaintInside
}

/** Paints the shape of content in one colour, with steps applied to it. */
export function paintShape(steps: readonly FilterStep[], first: Color, box: Rect, { context, within }: Shaped): void {
  const color = steps.reduce(colorAfter, first)
  const { shadows: budget } = context
  if (color.alpha <= 0 || budget.isSpent) return
  const blurs = steps.flatMap((step) => (step.kind === 'blur' ? [step.value] : []))
  const copies = multiplied(
    context,
    blurs.reduce((product, deviation) => product * copiesOf(deviation), 1),
  )
  if (copies === undefined) return
  const again = painterOfCopies(context, copies, within)
  const reach = steps.reduce((sum, step) => sum + reachOf(step), REACH + PX)
  const paint = (left: readonly FilterStep[], canvas: Canvas, ink: Color): void => {
    const last = left[left.length - 1]
    const rest = left.slice(0, -1)
    if (last === undefined) again(new SilhouetteCanvas(canvas, ink, budget))
    else if (last.kind === 'blur')
      fillBlurred({ deviation: last.value, color: ink, bounds: growRect(box, reach), budget }, canvas, (inner, own) =>
        paint(rest, inner, own),
      )
    else if (last.kind === 'offset') {
      canvas.save()
      canvas.transform([1, 0, 0, 1, last.x, last.y])
      paint(rest, canvas, ink)
      canvas.restore()
    } else if (last.kind === 'dilate') {
      canvas.beginGroup({ opacity: ink.alpha, blendMode: 'normal', isIsolated: true, bounds: growRect(box, reach) })
      canvas.copies(growRect(box, reach), copiesAround(last), (inner) => paint(rest, inner, { ...ink, alpha: 1 }))
      canvas.endGroup()
    } else paint(rest, canvas, ink)
  }
  paint(steps, context.canvas, color)
}

function colorAfter(color: Color, step: FilterStep): Color {
  if (step.kind === 'opacity') return { ...color, alpha: color.alpha * step.value }
  return step.kind === 'matrix' ? changed(color, step) : color
}

/** Copies along the sides of a rectangle: they cover what the shape does while its centre moves over the rectangle. */
function copiesAround({ x, y }: Extract<FilterStep, { kind: 'dilate' }>): readonly Copy[] {
  const copies: Copy[] = [{ x: 0, y: 0, opacity: 1 }]
  for (let i = 0; i < STEPS_OF_SIDE; i++) {
    const along = (2 * i) / STEPS_OF_SIDE - 1
    copies.push({ x: along * x, y: -y, opacity: 1 }, { x, y: along * y, opacity: 1 })
    copies.push({ x: -along * x, y, opacity: 1 }, { x: -x, y: -along * y, opacity: 1 })
  }
  return copies
}

const STEPS_OF_SIDE = 6

function reachOf(step: FilterStep): number {
  if (step.kind === 'blur') return 3 * step.value
  return step.kind === 'offset' || step.kind === 'dilate' ? Math.abs(step.x) + Math.abs(step.y) : 0
}

/** How often nested content is painted, with so many copies of it for each time; undefined beyond the bound, which is reported. */
function multiplied(context: PaintContext, copies: number): number | undefined {
  const product = context.copies * Math.max(FEWEST_COPIES, copies)
  if (product <= MOST_COPIES) return product
  context.reporter.report(warning('unsupported-css', undefined, 'filters of filters of filters are not painted', 'nest fewer filters'))
  return undefined
}

/** What is painted again changes nothing of the state of the document: deferred numbers, heights of fragments, tags. */
function painterOfCopies(context: PaintContext, copies: number, within: PaintInside): (canvas: Canvas) => void {
  return (canvas) => {
    const { page } = context
    within({ ...context, canvas, fragmentedBoxes: new FragmentedBoxes(), page: { ...page, deferred: [], tags: undefined }, copies })
  }
}

/** Paints what a filter element makes of content. */
export function paintLayers({ region, layers }: CompiledFilter, box: Rect, context: PaintContext, within: PaintInside): void {
  const { canvas } = context
  const isBlended = layers.some(({ blendMode }) => blendMode !== 'normal')
  // One of the layers is the content itself, with its links and tags: one in its own colours where there is any.
  const contents = layers.filter(({ kind }) => kind === 'content')
  const own = contents.find((layer) => layer.kind === 'content' && layer.steps[0]?.kind !== 'one-color') ?? contents.at(-1)
  canvas.save()
  canvas.clipRect(region)
  if (isBlended) canvas.beginGroup({ opacity: 1, blendMode: 'normal', isIsolated: true, bounds: region })
  for (const layer of layers) {
    const { blendMode } = layer
    if (blendMode !== 'normal') canvas.beginGroup({ opacity: 1, blendMode, isIsolated: true, bounds: region })
    paintLayer(layer, box, { context, within }, layer === own)
    if (blendMode !== 'normal') canvas.endGroup()
  }
  if (isBlended) canvas.endGroup()
  canvas.restore()
}

function paintLayer(layer: FilterLayer, box: Rect, { context, within }: Shaped, isOwn: boolean): void {
  if (layer.kind === 'flood') return context.canvas.fillRect(layer.area, layer.color)
  const [first, ...rest] = layer.steps
  if (isOwn && rest.some(({ kind }) => kind === 'dilate')) {
    // The content is there for what it says and links to; its shape is larger.
    paintStep({ kind: 'opacity', value: 0 }, box, context, within)
  } else if (isOwn)
    return paintSteps(first?.kind === 'one-color' ? [...recolored(first.color), ...rest] : layer.steps, box, context, within)
  if (first?.kind === 'one-color') return paintShape(rest, first.color, box, { context, within })
  const copies = multiplied(context, 1)
  if (copies === undefined) return
  const again = (inner: PaintContext): void => painterOfCopies(inner, copies, within)(new SilentCanvas(inner.canvas))
  paintSteps(layer.steps, box, context, again)
}

/** All colours become one, and text stays text. */
function recolored({ red, green, blue, alpha }: Color): readonly FilterStep[] {
  const matrix: ColorMatrix = [
    [0, 0, 0, red],
    [0, 0, 0, green],
    [0, 0, 0, blue],
  ]
  const step: FilterStep = { kind: 'matrix', matrix, isLinear: false }
  return alpha === 1 ? [step] : [step, { kind: 'opacity', value: alpha }]
}

function paintSteps(steps: readonly FilterStep[], box: Rect, context: PaintContext, within: PaintInside): void {
  const last = steps[steps.length - 1]
  if (last === undefined) within(context)
  else paintStep(last, box, context, (inner) => paintSteps(steps.slice(0, -1), box, inner, within))
}
