// Lays out what remains of a flow for a page of another width than the one before (CSS Break 3 §5.1), where a box has more room than beside the floats of
// the page before, or where a float does not fit the page and content goes on without it. Where all pages are of one width and no floats stand beside breaks, as
// in nearly all documents, nothing is done.
import type { Box } from '../box/box.ts'
import { askingFloat } from '../fragment/flow/pushed-floats.ts'
import { regainsRoom } from '../fragment/remaining/beside-floats.ts'
import { remainingOf } from '../fragment/remaining/remaining.ts'
import { type LaidRoot, layoutRoot } from '../layout/layout.ts'
import { layoutArea, type PaginateOptions } from '../page/paginate.ts'
import type { OpenPart } from './part.ts'
import type { ScaledRoot } from './shrink-to-fit.ts'

type Flow = PaginateOptions['flow']
type Relayout = Pick<PaginateOptions, 'relayout' | 'withoutFloat'>

/** Floats that one page may be laid out without: each costs a layout of the page. */
const MOST_PUSHED = 64

/** The page that a flow is laid out for. */
interface LaidPage {
  readonly width: number
  readonly height: number
  readonly page: string
  readonly fixedBoxes: LaidRoot['fixedBoxes']
}

export function relayout({ area, widthScale, scale, layout, fixedBoxes }: ScaledRoot, { bodyBoxes }: OpenPart): Relayout {
  let on: LaidPage = { width: area.width, height: area.height, page: area.page, fixedBoxes }
  /** Floats that the page is laid out without. */
  let pushed: ReadonlySet<Box> = new Set()
  const push = (floats: ReadonlySet<Box>): void => {
    pushed = floats
    layout.pushedFloats = floats.size === 0 ? undefined : floats
    // Items of flex and grid containers may hold them.
    layout.measured = new WeakMap()
  }
  const laidOut = ({ root, token, repeated }: Flow, { width, height, page }: Omit<LaidPage, 'fixedBoxes'>): Flow | undefined => {
    const remains = token === undefined ? { box: root.box, token } : remainingOf(root, token)
    if (remains === undefined) return undefined
    bodyBoxes.carryOver(remains.box, root.box)
    const laid = layoutRoot(remains.box, { width: width / widthScale, height: height / scale, page, fixedBoxes: on.fixedBoxes }, layout)
    on = { width, height, page, fixedBoxes: laid.fixedBoxes }
    return { root: laid.root, token: remains.token, fixed: laid.fixed, repeated }
  }
  return {
    relayout: (flow, style, page) => {
      const { width, height } = layoutArea(style, flow.root.box.style.frame)
      const isOtherType = page !== on.page && layout.pageWidth?.(page) !== layout.pageWidth?.(on.page)
      const { root, token } = flow
      // The first page is the initial containing block, whichever page type it has.
      const isAsWide = width === on.width && (token !== undefined || height === on.height)
      const isPushing = pushed.size > 0
      if (isPushing) push(new Set())
      if (isAsWide && !isOtherType && !isPushing && (token === undefined || !regainsRoom(root, token, height / scale))) return flow
      return laidOut(flow, { width, height, page }) ?? flow
    },
    withoutFloat: (flow, outcome) => {
      const asking = outcome.kind === 'part' ? askingFloat(flow.root, outcome.next) : undefined
      if (asking === undefined) {
        // The float must find its room on the next page.
        const isLaidAnew = pushed.size === 0 || outcome.kind !== 'part' || remainingOf(flow.root, outcome.next) !== undefined
        if (isLaidAnew) return flow
        push(new Set())
        return undefined
      }
      push(pushed.size < MOST_PUSHED ? new Set([...pushed, asking]) : new Set())
      const without = pushed.size === 0 ? undefined : laidOut(flow, on)
      if (without === undefined) push(new Set())
      return without
    },
  }
}
