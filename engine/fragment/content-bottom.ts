// The lower end of a piece's content: balancing of columns and placing of footnotes go by it.
import { largest } from '../collections/lists.ts'
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

/** The author gave the box a height, which continues whatever is in it. */
function hasOwnHeight({ laid: { box } }: Fragment): boolean {
  const { height, minHeight } = box.style
  return !box.isAnonymous && (typeof height === 'number' || (typeof minHeight === 'number' && minHeight > 0))
}
