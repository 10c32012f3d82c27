// `filter` of parts of drawings: its elements and functions, in user units.
import { PX, type Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { FilterFunction } from '../../style/value.ts'
import type { PaintContext } from '../context/context.ts'
import { type CompiledFilter, compileFilter } from '../filter/filter-element.ts'
import { paintFiltered, reportFilter } from '../filter/filters.ts'
import { boundsOf } from './clip.ts'
import { chargeForForm, type Drawing } from './drawing.ts'
import type { SvgState } from './state.ts'

/** Paints an element with its filters. `state`: what it inherits. */
export function paintWithFilter(element: VectorElement, state: SvgState, drawing: Drawing, paint: (drawing: Drawing) => void): void {
  const text = element.attributes.get('filter')
  const functions = text === undefined ? undefined : drawing.context.parseFilter(text)
  if (functions === undefined || functions.length === 0) return paint(drawing)
  chargeForForm(drawing)
  const box = boundsOf(element, state, drawing)
  const compile = (id: string): CompiledFilter | undefined => compiledFilter(drawing.byId(id), box, state.viewport, drawing.context)
  const filters = { functions: functions.map(inUserUnits), box, compile }
  paintFiltered(filters, { ...drawing.context, canvas: drawing.canvas }, (context) =>
    paint({ ...drawing, context, canvas: context.canvas }),
  )
}

/** Undefined for what is no filter, or none that can be painted, which is reported. */
export function compiledFilter(
  element: VectorElement | undefined,
  bounds: Rect,
  viewport: SvgState['viewport'],
  context: PaintContext,
): CompiledFilter | undefined {
  if (element?.tag !== 'filter') return undefined
  const compiled = compileFilter(element, { bounds, viewport, parseColor: context.parseColor })
  if (compiled === undefined || compiled.isPartial) reportFilter(context, compiled !== undefined)
  return compiled
}

/** Lengths of CSS are in points. */
function inUserUnits(filter: FilterFunction): FilterFunction {
  if (filter.kind === 'blur') return { ...filter, value: filter.value / PX }
  if (filter.kind !== 'drop-shadow') return filter
  const { shadow } = filter
  return { ...filter, shadow: { ...shadow, x: shadow.x / PX, y: shadow.y / PX, blur: shadow.blur / PX } }
}
