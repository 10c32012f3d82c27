// Backgrounds, borders and padding of elements in a formula.
import type { Edges } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { borderEdges, usedEdges } from '../sizing/sizing.ts'
import { joinPieces, type MathItem, type MathPiece } from './piece.ts'

const NO_EDGES: Edges = { top: 0, right: 0, bottom: 0, left: 0 }

/** The piece in its border and padding; the same piece for elements without. */
export function inEdges(style: Style, piece: MathPiece): MathPiece {
  const { inset, width, height } = usedEdges(style, 0)
  if (width === 0 && height === 0) return decorated(style, piece)
  const joined = joinPieces([{ piece, x: inset.left, y: 0 }], piece.width + width)
  return decorated(style, { ...joined, ascent: piece.ascent + inset.top, descent: piece.descent + inset.bottom })
}

/** The piece, a border box, with the background and border of its element behind it. */
export function decorated(style: Style, piece: MathPiece): MathPiece {
  if (!isDecorated(style)) return piece
  const box: MathItem = {
    ...{ kind: 'box', isRule: false, x: 0, y: -piece.ascent, width: piece.width, height: piece.ascent + piece.descent, style },
    border: borderEdges(style),
    padding: NO_EDGES,
  }
  return { ...piece, items: [box, ...piece.items] }
}

function isDecorated(style: Style): boolean {
  const { top, right, bottom, left } = borderEdges(style)
  return style.backgroundColor.alpha > 0 || style.backgroundLayers.length > 0 || top + right + bottom + left > 0
}
