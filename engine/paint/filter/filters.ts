// `filter` (Filter Effects 1): functions nested in each other. The last function is the outermost.
import { warning } from '../../diagnostic.ts'
import type { Rect } from '../../geometry.ts'
import type { FilterFunction } from '../../style/value.ts'
import type { PaintContext } from '../context/context.ts'
import type { CompiledFilter } from './filter-element.ts'
import { colorMatrix } from './recolor.ts'
import { paintLayers, paintShape, paintStep } from './steps.ts'

/** Drop shadows in one filter: each doubles the painted content. */
const MOST_SHADOWS = 3

/** What is applied to content. */
interface Filters {
  readonly functions: readonly FilterFunction[]
  /** The border box of an element, or the bounds of a part of a drawing. */
  readonly box: Rect
  /** What a `filter` element does there; undefined when there is none that is understood, which was reported. */
  compile(id: string): CompiledFilter | undefined
}

/** Paints content with filters applied. */
export function paintFiltered(filters: Filters, context: PaintContext, paint: (context: PaintContext) => void): void {
  const { functions, box } = filters
  const last = functions[functions.length - 1]
  if (last === undefined) {
    paint(context)
    return
  }
  const within = (inner: PaintContext): void => paintFiltered({ ...filters, functions: functions.slice(0, -1) }, inner, paint)
  switch (last.kind) {
    case 'color':
      paintStep({ kind: 'matrix', matrix: colorMatrix(last.name, last.value), isLinear: false }, box, context, within)
      return
    case 'opacity':
    case 'blur':
      paintStep(last, box, context, within)
      return
    case 'drop-shadow':
      if (functions.filter(({ kind }) => kind === 'drop-shadow').length <= MOST_SHADOWS) {
        const { x, y, blur, color } = last.shadow
        const steps = [{ kind: 'offset', x, y } as const, ...(blur > 0 ? [{ kind: 'blur', value: blur } as const] : [])]
        paintShape(steps, color, box, { context, within })
      }
      within(context)
      return
    case 'reference': {
      const compiled = filters.compile(last.id)
      if (compiled === undefined) within(context)
      else paintLayers(compiled, box, context, within)
    }
  }
}

/** `isApplied`: all but those operations. */
export function reportFilter({ reporter }: PaintContext, isApplied: boolean): void {
  const outcome = isApplied ? 'they are left out' : 'it is not applied'
  reporter.report(warning('unsupported-css', undefined, `a filter element has operations on pixels that a PDF cannot express: ${outcome}`))
}
