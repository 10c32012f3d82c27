// Boxes that reach over the end of their page: they are cut off there, and the pages after show the rest of them.
import type { PageOverhang } from '../page/page.ts'
import type { PaintContext, PaintedOverhang } from './context/context.ts'
import type { Clip } from './geometry/clip.ts'
import { onPage, type PageFrame } from './geometry/page-frame.ts'
import { FAR } from './overflow-clip.ts'
import type { PaintedPiece } from './piece.ts'

export function paintedOverhang({ cutOff, end }: PageOverhang, frame: PageFrame | undefined): PaintedOverhang {
  const clip = (y: number): Clip => ({
    outer: undefined,
    rect: onPage({ x: -FAR, y, width: 2 * FAR, height: end - y }, frame),
    path: undefined,
  })
  return { cutOff, end: clip(-FAR), window: { ...clip(0), isWindow: true } }
}

/** The piece without what later pages show of it. */
export function cutOffAtEnd(piece: PaintedPiece, { page: { overhang } }: PaintContext): PaintedPiece {
  return overhang?.cutOff.has(piece.laid) === true ? { ...piece, clip: { ...overhang.end, outer: piece.clip } } : piece
}

/** The piece goes on from an earlier page. */
export function isCarried({ clip }: PaintedPiece): boolean {
  for (let around = clip; around !== undefined; around = around.outer) if (around.isWindow === true) return true
  return false
}
