// What only the whole document knows: margin boxes and page numbers, painted over pages that are done.

import { buildMarginBox, textOnPage } from '../box/margin-box.ts'
import type { PageContext } from '../box/page-context.ts'
import { addAll } from '../collections/lists.ts'
import { layMarginBoxes, type MarginBoxFunctions } from '../page/margin-boxes.ts'
import { pageValues, totalsOf } from '../page/page-values.ts'
import type { Canvas } from '../paint/canvas.ts'
import { paintMarginBox } from '../paint/paint.ts'
import { paintDeferred } from '../paint/text/deferred-text.ts'
import { hasLateLayer, type PaintablePart, type PaintedPage } from './paint-part.ts'

/** Finishes these pages, which are all that count together, behind `finished` others of the document. Yields after each. */
export function* finishPages(pages: readonly PaintedPage[], finished: number, canvas: Canvas): Generator<undefined, void> {
  const summaries = pages.map(({ summary }) => summary)
  const values = pageValues(summaries, totalsOf(summaries))
  for (const [i, { part, summary, deferred }] of pages.entries()) {
    const known = values.next().value
    if (known === undefined) throw new Error('render: a page without values')
    if (!hasLateLayer(summary.style, deferred)) continue
    const { counterStyles, initial } = part.document
    const { formatSum } = part
    const page: PageContext = { counterStyles, initial, formatSum, image: (url) => part.images.get(url), ...known }
    canvas.beginLayer(finished + i)
    const late = [...deferred]
    for (const box of layMarginBoxes(summary.style, marginBoxFunctions(page, part))) addAll(late, paintMarginBox(box, part.paint))
    paintDeferred(late, (item) => textOnPage(item.content, page), part.paint)
    canvas.endLayer()
    yield
  }
}

function marginBoxFunctions(page: PageContext, { layout: context, marginBoxes }: PaintablePart): MarginBoxFunctions {
  const functions: MarginBoxFunctions = {
    build: (_name, style) => (typeof style.content === 'string' ? undefined : buildMarginBox(style.content, style, page)),
    contentWidths: (box) => context.layout.contentWidths(box, context),
    layoutBox: (box, width, height) =>
      context.layout.layoutBox(box, { width, height, containingWidth: width, containingHeight: height }, context),
  }
  return marginBoxes.on(functions, (item) => textOnPage(item, page))
}
