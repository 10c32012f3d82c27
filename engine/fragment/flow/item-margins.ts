// Problem: the margins below the items of flex lines and grid rows do not vanish at the end of a page, as those of blocks do (CSS Flexbox 1 §10 and CSS Grid 2
// §10 leave it open). Approach, as in Chromium: a grid row continues with what is left of them. A flex line whose items fit without them is broken there by the
// last resort alone, so that the container moves whole; at the top of a page the rest of the margin continues. Items of a flex column are broken as flex lines are.
// Limits: margins `auto` count as none.
import { largest } from '../../collections/lists.ts'
import type { FlowChild, Laid, LaidFlexGrid } from '../../layout/laid.ts'
import { marginBelow } from '../break-summary.ts'
import { type CutPart, EPSILON } from '../cut.ts'
import type { Fragment } from '../fragment.ts'
import { bands, isFlex, isStack } from './flex-grid-flow.ts'
import type { Walk } from './walk.ts'

/** An item of the flex line ends within `height`, but its margin does not. */
export function hasMarginOver(line: LaidFlexGrid, pieces: readonly Fragment[], height: number): boolean {
  return isFlex(line) && pieces.some((item) => item.isLast && endOfItem(line, item) > height + EPSILON)
}

/** A break in the margin below an item of a flex line: no break between lines is better, as in Chromium. */
export function isMarginOver({ piece }: CutPart, laid: Laid): boolean {
  if (laid.kind !== 'flex-grid' || !bands.has(laid) || piece.content.kind !== 'children') return false
  return hasMarginOver(laid, piece.content.children, piece.height)
}

/** The margin below the last item placed of a flex column reaches over the end of the page, before the item `next`: broken as that of a flex line is. */
export function isMarginBelowOver({ laid, last, limit }: Walk, next: FlowChild): boolean {
  if (!isStack(laid) || last?.piece === undefined) return false
  const { piece } = last
  const end = piece.y + piece.height
  const margin = Math.min(marginBelow(last.child.laid, laid.width), next.y - last.child.y - last.child.laid.height)
  return end <= limit + EPSILON && end + margin > limit + EPSILON
}

/** Where the items of a band end: those of a flex line with the margins below them. */
export function endOfItems(band: LaidFlexGrid): number {
  return largest(
    band.children.map(({ y, laid }) => endOfItem(band, { laid, y, height: laid.height })),
    0,
  )
}

export function endOfItem(band: LaidFlexGrid, { laid, y, height }: Pick<Fragment, 'laid' | 'y' | 'height'>): number {
  return y + height + (isFlex(band) ? marginBelow(laid, band.width) : 0)
}
