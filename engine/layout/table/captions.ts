// Captions of a table: blocks above and below its grid, as wide as it (CSS2 17.4).
import type { Box, TableBox } from '../../box/box.ts'
import { placeHorizontally } from '../block/inflow-width.ts'
import type { LayoutContext } from '../context.ts'
import type { PendingBox, Placed } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { usedMargins } from '../sizing/sizing.ts'

/** The captions of a table: above and below its grid, one below the other. */
export interface Captions {
  readonly top: readonly Placed[]
  /** `y` from the bottom of the grid. */
  readonly bottom: readonly Placed[]
  readonly topHeight: number
  readonly bottomHeight: number
}

export function layCaptions(box: TableBox, width: number, context: LayoutContext): Captions {
  const isBottom = (caption: Box): boolean => caption.style.captionSide === 'bottom'
  const top = stackCaptions(
    box.captions.filter((caption) => !isBottom(caption)),
    box,
    width,
    context,
  )
  const bottom = stackCaptions(box.captions.filter(isBottom), box, width, context)
  return { top: top.placed, bottom: bottom.placed, topHeight: top.height, bottomHeight: bottom.height }
}

function stackCaptions(
  captions: readonly Box[],
  box: TableBox,
  containingWidth: number,
  context: LayoutContext,
): { readonly placed: Placed[]; readonly height: number } {
  let y = 0
  const placed = captions.map((caption): Placed => {
    const room = { containingWidth, containingHeight: undefined, within: { left: 0, right: containingWidth }, style: box.style }
    const margins = usedMargins(caption.style, containingWidth)
    const { x, width } = placeHorizontally(caption, room, context)
    const laid = context.layout.layoutBox(caption, { width, height: undefined, containingWidth, containingHeight: undefined }, context)
    const top = y + margins.top
    y = top + laid.height + margins.bottom
    return { x, y: top, laid }
  })
  return { placed, height: y }
}

/** Absolutely positioned boxes in captions that count from `top`. */
export function pendingOfCaptions(captions: readonly Placed[], top: number): PendingBox[] {
  return captions.flatMap(({ x, y, laid }) => translatePending(laid.pending ?? [], x, top + y))
}
