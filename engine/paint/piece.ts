// A box or a fragment of one on a page, as painting sees it: blocks, table cells and atomic inlines alike.
import type { Fragment, FragmentContent } from '../fragment/fragment.ts'
import type { Edges } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { Clip } from './geometry/clip.ts'

/** `x`, `y`: the border box in the coordinates of the page area, including relative positioning. */
export interface PaintedPiece {
  readonly laid: Laid
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly content: FragmentContent
  /** Shift of a cell's content by its vertical alignment. */
  readonly contentShift: number
  /** Clips of its ancestors, up to the stacking context. */
  readonly clip: Clip | undefined
  /** Target of the link that contains it, whose annotation is written already. */
  readonly link: string | undefined
  readonly borders: Borders
  /** An earlier page shows it too: in tagged documents it is an artifact. */
  readonly isRepeated: boolean
}

/**
 * How the borders of a box are painted: with the box; with the table, over the box (cells of a table with collapsed borders); or with the table, before a box in a
 * layer above the table's, which must not cover them.
 */
export type Borders = 'own' | 'of-table' | 'of-table-below'

export const WHOLE: FragmentContent = Object.freeze({ kind: 'whole' })

export function pieceOfFragment(fragment: Fragment, x: number, y: number): PaintedPiece {
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
    isRepeated: false,
  }
}

/** An unfragmented child, at an offset from the border box of `parent`. */
export function wholeChild(parent: PaintedPiece, laid: Laid, dx: number, dy: number): PaintedPiece {
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
    isRepeated: parent.isRepeated,
  }
}

export function fragmentChild(parent: PaintedPiece, fragment: Fragment): PaintedPiece {
  return {
    ...pieceOfFragment(fragment, parent.x, parent.y + parent.contentShift),
    clip: parent.clip,
    link: parent.link,
    isRepeated: parent.isRepeated,
  }
}

/** Border widths of this piece: 0 at sides where the box continues in another fragment. */
export function bordersOf(piece: PaintedPiece): Edges {
  const { border } = piece.laid
  if (piece.isFirst && piece.isLast) return border
  if (piece.laid.box.style.boxDecorationBreak === 'clone') return border
  return { top: piece.isFirst ? border.top : 0, right: border.right, bottom: piece.isLast ? border.bottom : 0, left: border.left }
}
