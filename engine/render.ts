// The pipeline, from top to bottom: templates and data in, one painted page after another out.
import { ShadowBudget } from './paint/blur/shadow-budget.ts'
import type { Canvas } from './paint/canvas.ts'
import { finishPages } from './render/late-layers.ts'
import { type PaintedPage, PartOpener, paintPart } from './render/paint-part.ts'
import type { DocumentPart } from './render/part.ts'
import type { RenderContext } from './services.ts'

/**
 * Paints parts one after another on one canvas. Yields after each page, so that the caller can take bytes, stop or wait. Returns the number of pages of each
 * part.
 */
export function* paintParts(
  parts: readonly DocumentPart[],
  canvas: Canvas,
  context: RenderContext,
): Generator<undefined, readonly number[]> {
  const opener = new PartOpener(canvas, new ShadowBudget(context.limits.shadows, context.reporter), context)
  const counts: number[] = []
  // Pages that are not finished hold on to their parts.
  let open: PaintedPage[] = []
  let finished = 0
  for (const [i, part] of parts.entries()) {
    if (parts.length > 1) context.reporter.part = i
    context.onPartStart?.(i)
    const before = open.length
    yield* paintPart(opener.open(part), { open, finished }, canvas, context)
    counts.push(open.length - before)
    if (context.pageNumbers !== 'document') {
      yield* finishPages(open, finished, canvas)
      finished += open.length
      open = []
    }
    context.onPart?.(i)
  }
  yield* finishPages(open, finished, canvas)
  return counts
}
