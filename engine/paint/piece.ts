// A box or a fragment of one on a page, as painting sees it: blocks, table cells and atomic inlines alike.
import type { Fragment, FragmentContent } from '../fragment/fragment.ts'
import type { Edges, Rect } from '../geometry.ts'
import type { Laid, LaidTurned } from '../layout/laid.ts'
import type { Page } from '../page/page.ts'
import type { Clip } from './geometry/clip.ts'
import { frameOver, onPage, type PageFrame } from './geometry/page-frame.ts'

/** `x`, `y`: the border box in the coordinates of the page area, or of its frame there, including relative positioning. */
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
  /** Of vertical writing modes: where its coordinates lie. Clips are on the page. */
  readonly frame: PageFrame | undefined
}

/**
 * How the borders of a box are painted: with the box; with the table, over the box (cells of a table with collapsed borders); or with the table, before a box in a
 * layer above the table's, which must not cover them.
 */
export type Borders = 'own' | 'of-table' | 'of-table-below'

export const WHOLE: FragmentContent = Object.freeze({ kind: 'whole' })

/** The frame of the document on the page area, as laid out. */
export function frameOnPage({ area, scale, frame }: Page): PageFrame | undefined {
  return frameOver({ x: 0, y: 0, width: area.width / scale, height: area.height / scale }, frame)
}

export function pieceOfFragment(fragment: Fragment, x: number, y: number, frame?: PageFrame): PaintedPiece {
  const { laid } = fragment
  const piece: PaintedPiece = {
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
    frame,
  }
  return laid.kind === 'turned' && fragment.content.kind === 'whole' ? innerPiece(piece, laid) : piece
}

/** The box inside of a turned one: in its own frame, with all that is painted. */
export function innerPiece(outer: PaintedPiece, { inner }: LaidTurned): PaintedPiece {
  const rect = onPage(outer, outer.frame)
  const frame = frameOver(rect, inner.box.style.frame)
  const { x, y } = frame === undefined ? rect : { x: 0, y: 0 }
  const whole = { isFirst: true, isLast: true, content: WHOLE, contentShift: 0 }
  return { ...outer, ...whole, laid: inner, x, y, width: inner.width, height: inner.height, frame }
}

/** Where a piece is on the page area. */
export function rectOf(piece: PaintedPiece): Rect {
  return onPage(piece, piece.frame)
}

/** The height on the page at which a reader that looks for the piece finds it. */
export function topOf(piece: PaintedPiece): number {
  return piece.frame === undefined ? piece.y : rectOf(piece).y
}

/** An unfragmented child, at an offset from the border box of `parent`. */
export function wholeChild(parent: PaintedPiece, laid: Laid, dx: number, dy: number): PaintedPiece {
  const piece: PaintedPiece = {
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
    frame: parent.frame,
  }
  return laid.kind === 'turned' ? innerPiece(piece, laid) : piece
}

export function fragmentChild(parent: PaintedPiece, fragment: Fragment): PaintedPiece {
  return {
    ...pieceOfFragment(fragment, parent.x, parent.y + parent.contentShift, parent.frame),
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
