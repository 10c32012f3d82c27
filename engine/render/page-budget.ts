// Problem: a document that has no room on its pages is found out page by page, after thousands of them were made. Approach: where the repeats under way have
// more items than there are pages left, the least heights of all boxes are added up before the first page; a sum beyond the pages is a proof. Boxes are
// built once more for it, which soon ends unless there are about as many as have no room. Limits: streamed rows are not counted.
import { buildBoxes } from '../box/build.ts'
import { principalFrame } from '../box/principal-mode.ts'
import { DiagnosticList } from '../diagnostic.ts'
import { addLeastHeights } from '../layout/least-height.ts'
import { Forecast } from '../page/forecast.ts'
import { flowHeight, tooManyPages } from '../page/paginate.ts'
import type { RenderContext } from '../services.ts'
import type { OpenPart } from './part.ts'

/** Nodes built before they are looked at: few, so that the sum is of about as many items as were bound. */
const NODES_AHEAD = 100

/** The pages that may still be made, and points on the sheet for a point of the layout. */
interface PageBudget {
  readonly pages: number
  readonly scale: number
}

/** Throws InputError `limit-pages` when the document has no room on its pages even if nothing in it is higher than it must be. */
export function rejectBeyondBudget(part: OpenPart, { pages, scale }: PageBudget, context: RenderContext): void {
  const { limits, sampleRows } = context
  if (sampleRows !== undefined || part.items().remaining <= pages) return
  const { document, items } = part.rebind()
  const heights = document.pageStyles()?.map((style) => flowHeight(style, principalFrame(document.root), scale))
  if (heights === undefined) return
  const boxes = buildBoxes(document, { images: part.images, reporter: new DiagnosticList(), limits, nodesAhead: NODES_AHEAD })
  const forecast = new Forecast({ pages, height: Math.max(...heights) }, items)
  addLeastHeights(boxes, part.fonts, (sum) => forecast.mayStillDecide(sum))
  if (forecast.isBeyond) throw tooManyPages(pages)
}
