// `stretch` as a height of boxes in block flow (CSS Sizing 4 §6.1): they fill the containing block with their margin boxes, margins that its own edges
// do not hold left out.

import type { Box } from '../../box/box.ts'
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { usedEdges, usedMargins } from '../sizing/sizing.ts'
import type { BlockRoom } from './inflow-width.ts'

/** The edges of a containing block; those of a formatting root hold all margins. */
interface BlockEdges {
  readonly inset: Edges
  readonly isRoot: boolean
  readonly isQuirks: boolean
}

/** The box with lengths in the place of `stretch`; the same one where it does not say that, or the height of the block depends on content. */
export function withFilledHeight(given: Box, room: BlockRoom, { inset, isRoot, isQuirks }: BlockEdges): Box {
  const box = isQuirks ? withQuirkyHeight(given, room) : given
  const { style } = box
  const { containingWidth: width, containingHeight: height } = room
  const isFilling = style.height === 'stretch' || style.minHeight === 'stretch' || style.maxHeight === 'stretch'
  if (!isFilling || height === undefined) return box
  const holds = { top: isRoot || inset.top > 0, bottom: isRoot || inset.bottom > 0 }
  const margins = usedMargins(style, width)
  const border = height - (holds.top ? margins.top : 0) - (holds.bottom ? margins.bottom : 0)
  const length = Math.max(0, border - (style.boxSizing === 'content-box' ? usedEdges(style, width).height : 0))
  const filled: Pick<Style, 'height' | 'minHeight' | 'maxHeight'> = {
    height: style.height === 'stretch' ? length : style.height,
    minHeight: style.minHeight === 'stretch' ? length : style.minHeight,
    maxHeight: style.maxHeight === 'stretch' ? length : style.maxHeight,
  }
  return { ...box, style: { ...style, ...filled } }
}

/** The body in quirks mode, with the content of the root as its least height (Quirks Mode §3.7): where that shows, in how its items are aligned. */
function withQuirkyHeight(box: Box, { containingWidth: width, containingHeight: height }: BlockRoom): Box {
  const { isAnonymous, kind, origin, style } = box
  if (origin.tag !== 'body' || isAnonymous || style.height !== 'auto' || height === undefined) return box
  if ((kind !== 'flex' && kind !== 'grid') || (kind === 'flex' && box.continued !== undefined)) return box
  if (style.minHeight !== 'auto' && style.minHeight !== 0) return box
  const { top, bottom } = usedMargins(style, width)
  const edges = style.boxSizing === 'content-box' ? usedEdges(style, width).height : 0
  const least = Math.max(0, height - top - bottom - edges)
  return { ...box, style: { ...style, minHeight: least } }
}
