// Boxes moved off the page, as closed menus and dialogues of web pages are. Problem: what hangs out of the page area is shown in the margins, where letterheads
// stand, and a menu beside the page shows a strip of itself there. Approach: what is wholly outside of the page area, and for the most part beyond the paper, was
// not put into the margin. Limits: boxes inside a transformed one are not looked at.
import type { Rect } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import { transformOf } from '../style/transform.ts'
import type { PaintContext } from './context/context.ts'
import { isCarried } from './overhang.ts'
import { type PaintedPiece, rectOf } from './piece.ts'

/** How much of a box that is no part of the page is at least beyond the paper. */
const MOST = 0.5

export function isOffPage(piece: PaintedPiece, context: PaintContext): boolean {
  const { viewport, sheet } = context.page
  if (viewport === undefined || sheet === undefined || piece.frame !== undefined || isCarried(piece)) return false
  const box = rectOf(piece)
  const seen = transformed(box, box, piece)
  if (shared(seen, sheet) >= (1 - MOST) * seen.width * seen.height || shared(seen, viewport) > 0) return false
  return shared(transformed({ ...box, width: reachOf(piece.laid) }, box, piece), viewport) === 0
}

/** Right edge of the box and of those positioned in it, such as the button that opens a menu. */
function reachOf({ width, positioned }: Laid): number {
  return positioned.reduce((right, { x, laid }) => Math.max(right, x + (laid.shift?.x ?? 0) + laid.width), width)
}

function transformed(rect: Rect, box: Rect, { laid }: PaintedPiece): Rect {
  const matrix = transformOf(laid.box.style, box)
  if (matrix === undefined) return rect
  const [a, b, c, d, e, f] = matrix
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height]
  const corners = [[rect.x, rect.y] as const, [right, rect.y] as const, [rect.x, bottom] as const, [right, bottom] as const]
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** The area that two rectangles share. */
function shared(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}
