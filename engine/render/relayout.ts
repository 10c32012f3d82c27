// Lays out what remains of a flow for a page of another width than the one before (CSS Break 3 §5.1), or where a box has more room than beside the floats of
// the page before. Where all pages are of one width and no floats stand beside breaks, as in nearly all documents, nothing is done.
import { regainsRoom } from '../fragment/remaining/beside-floats.ts'
import { remainingOf } from '../fragment/remaining/remaining.ts'
import { layoutRoot } from '../layout/layout.ts'
import { layoutArea, type PaginateOptions } from '../page/paginate.ts'
import type { OpenPart } from './part.ts'
import type { ScaledRoot } from './shrink-to-fit.ts'

export function relayout(
  { area, widthScale, scale, layout, fixedBoxes }: ScaledRoot,
  { bodyBoxes }: OpenPart,
): PaginateOptions['relayout'] {
  let on = { width: area.width, height: area.height, page: area.page, fixedBoxes }
  return (flow, style, page) => {
    const { width, height } = layoutArea(style, flow.root.box.style.frame)
    const isOtherType = page !== on.page && layout.pageWidth?.(page) !== layout.pageWidth?.(on.page)
    const { root, token } = flow
    // The first page is the initial containing block, whichever page type it has.
    const isAsWide = width === on.width && (token !== undefined || height === on.height)
    if (isAsWide && !isOtherType && (token === undefined || !regainsRoom(root, token))) return flow
    const remains = token === undefined ? { box: root.box, token } : remainingOf(root, token)
    if (remains === undefined) return flow
    bodyBoxes.carryOver(remains.box, root.box)
    const laid = layoutRoot(remains.box, { width: width / widthScale, height: height / scale, page, fixedBoxes: on.fixedBoxes }, layout)
    on = { width, height, page, fixedBoxes: laid.fixedBoxes }
    return { root: laid.root, token: remains.token, fixed: laid.fixed, repeated: flow.repeated }
  }
}
