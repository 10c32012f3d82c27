// A box on a page as painting sees it: whole boxes, cut boxes and table cells alike.
import type { Fragment, FragmentContent } from '../fragment/fragment.ts'
import type { Edges } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { Clip } from './geometry/clip.ts'

/** `x`, `y`: border box in the space painting began in, shifts of relative positioning included. */
export interface Piece {
  readonly laid: Laid
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly content: FragmentContent
  /** What the content of a cell was moved down by. */
  readonly contentShift: number
  /** Of the boxes around it, up to the stacking context. */
  readonly clip: Clip | undefined
  /** Target of the link it stands in, which has its annotation already. */
  readonly link: string | undefined
  readonly borders: Borders
}

/**
 * Who paints a box's borders: the box; the table, over the box (cells of a collapsed table); or the table, before a box that is painted in a layer above the
 * table's own and must leave them visible.
 */
export type Borders = 'own' | 'of-table' | 'of-table-below'

export const WHOLE: FragmentContent = Object.freeze({ kind: 'whole' })

export function pieceOfFragment(fragment: Fragment, x: number, y: number): Piece {
  const { laid } = fragment
  return {
    laid,
    x: x + fragment.x + (laid.shift?.x ?? 0),
    y: y + fragment.y + (laid.shift?.y ?? 0),
    width: laid.width,
    height: fragment.height,
    isFirst: fragment.isFirst,
    isLast: fragment.isLast,
    content: fragment.content,
    contentShift: 0,
    clip: undefined,
    link: undefined,
    borders: 'own',
  }
}

/** A box below `parent`, whole, at an offset from its border box. */
export function wholeChild(parent: Piece, laid: Laid, dx: number, dy: number): Piece {
  return {
    laid,
    x: parent.x + dx + (laid.shift?.x ?? 0),
    y: parent.y + parent.contentShift + dy + (laid.shift?.y ?? 0),
    width: laid.width,
    height: laid.height,
    isFirst: true,
    isLast: true,
    content: WHOLE,
    contentShift: 0,
    clip: parent.clip,
    link: parent.link,
    borders: 'own',
  }
}

export function fragmentChild(parent: Piece, fragment: Fragment): Piece {
  return { ...pieceOfFragment(fragment, parent.x, parent.y + parent.contentShift), clip: parent.clip, link: parent.link }
}

/** Border widths on this piece: none at the sides where the box goes on elsewhere. */
export function bordersOf(piece: Piece): Edges {
  const { border } = piece.laid
  if (piece.isFirst && piece.isLast) return border
  if (piece.laid.box.style.boxDecorationBreak === 'clone') return border
  return { top: piece.isFirst ? border.top : 0, right: border.right, bottom: piece.isLast ? border.bottom : 0, left: border.left }
}
