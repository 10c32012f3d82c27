// Slices of boxes and of lines that no page holds whole: windows on the box, moved up.
import type { FragmentContent } from '../fragment/fragment.ts'
import { FAR } from './overflow-clip.ts'
import { type PaintedPiece, rectOf, WHOLE } from './piece.ts'

/** The whole box, or the line that is sliced, moved up and clipped to the slice; the last slice shows what overflows too. */
export function slicedPiece(piece: PaintedPiece, { from, isEnd, line }: Extract<FragmentContent, { kind: 'slice' }>): PaintedPiece {
  const laid = line ?? piece.laid
  const rect = rectOf(isEnd ? { ...piece, height: FAR } : piece)
  const clip = { outer: piece.clip, rect, path: undefined, isWindow: true } as const
  return { ...piece, laid, y: piece.y - from, height: laid.height, isFirst: true, isLast: true, content: WHOLE, clip }
}
