// The lower end of a piece's content: balancing of columns and placing of footnotes go by it.
import { largest } from '../collections/lists.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { Laid } from '../layout/laid.ts'
import { breakSummaryOf } from './break-summary.ts'
import type { Fragment } from './fragment.ts'

/** Where the content of a piece ends: the piece of a box that continues reaches to the end of its page or column. */
export function contentBottom(piece: Fragment): number {
  const { content } = piece
  if (piece.isLast) return piece.height
  switch (content.kind) {
    case 'lines': {
      const last = content.lines[content.lines.length - 1]
      return last === undefined ? 0 : last.y + last.height - content.lift
    }
    case 'children':
      if (hasOwnHeight(piece)) return piece.height
      return largest(
        content.children.map((child) => child.y + contentBottom(child)),
        0,
      )
    case 'table':
      return content.gridY + content.gridHeight
    case 'whole':
    case 'slice':
      return piece.height
  }
}

/** Where the content of a column ends: with the last box in it. Margins below it vanish at the end of the column, as in Chromium. */
export function columnBottom(piece: Fragment): number {
  const { laid, content, isLast } = piece
  if (!isLast || laid.kind !== 'block' || laid.isOpen) return contentBottom(piece)
  if (content.kind === 'children') return largest(content.children.map(bottomOf), 0)
  if (content.kind !== 'whole') return piece.height
  return largest(
    [...itemsOf(laid.children)].map((child) => child.y + reachOf(child.laid)),
    0,
  )
}

/** With what overflows the box. */
function bottomOf(piece: Fragment): number {
  return piece.y + (piece.content.kind === 'whole' ? reachOf(piece.laid) : contentBottom(piece))
}

function reachOf(laid: Laid): number {
  return (laid.kind === 'block' || laid.kind === 'table') && laid.isOpen ? laid.height : breakSummaryOf(laid).reach
}

/** The author gave the box a height, which continues whatever is in it. */
function hasOwnHeight({ laid: { box } }: Fragment): boolean {
  const { height, minHeight } = box.style
  return !box.isAnonymous && (typeof height === 'number' || (typeof minHeight === 'number' && minHeight > 0))
}
