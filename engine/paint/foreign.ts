// HTML in drawings: painting of a drawing finds the boxes of a `foreignObject` in its context, and paints them in its own coordinates.
import type { PaintContext } from './context/context.ts'
import { type PaintedPiece, wholeChild } from './piece.ts'

/** The context of a replaced box, with the HTML of its drawing; `paint` paints a piece as a stacking context. */
export function withForeign(
  piece: PaintedPiece,
  context: PaintContext,
  paint: (piece: PaintedPiece, context: PaintContext) => void,
): PaintContext {
  const { laid } = piece
  if (laid.kind !== 'replaced' || laid.foreign === undefined) return context
  const origin = { ...piece, x: 0, y: 0, contentShift: 0, clip: undefined, frame: undefined }
  const painters = laid.foreign.map(({ element, laid: content }) => {
    const foreign = wholeChild(origin, content, 0, 0)
    return [element, (inner: PaintContext) => paintInside(inner, () => paint(foreign, { ...inner, foreign: undefined }))] as const
  })
  return { ...context, foreign: new Map(painters) }
}

/** What stands in a drawing is part of the figure that is tagged, and no fixed background goes through it. */
function paintInside({ page }: PaintContext, paint: () => void): void {
  const { tags, viewport } = page
  page.tags = undefined
  page.viewport = undefined
  paint()
  page.tags = tags
  page.viewport = viewport
}
