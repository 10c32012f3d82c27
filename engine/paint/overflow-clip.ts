// Clips that a box puts on its content: `overflow` and `clip: rect()`.
import { decoratedBox, radiiOf } from './decorated-box.ts'
import type { Clip } from './geometry/clip.ts'
import { insetRadii, insetRect, isSharp, roundedPath, snapRect } from './geometry/rounded-rect.ts'
import type { PaintedPiece } from './piece.ts'

/** Beyond every page, and exact in single precision, in which viewers keep coordinates. */
const FAR = 20_000

/** `clip: rect()` of an absolutely positioned box: distances from the top and left of its border box (CSS2 11.1.2). */
export function clipRectOf(piece: PaintedPiece): Clip | undefined {
  const { clip } = piece.laid.box.style
  if (clip === 'auto') return piece.clip
  const box = snapRect(piece)
  const [top, right, bottom, left] = clip
  const x = box.x + (left === 'auto' ? 0 : left)
  const y = box.y + (top === 'auto' ? 0 : top)
  const rect = {
    x,
    y,
    width: Math.max(0, box.x + (right === 'auto' ? box.width : right) - x),
    height: Math.max(0, box.y + (bottom === 'auto' ? box.height : bottom) - y),
  }
  return { outer: piece.clip, rect, path: undefined }
}

/** The clip of a box with `overflow`: its padding box, in the directions that are not visible. */
export function overflowClip(piece: PaintedPiece): Clip {
  const { style } = piece.laid.box
  const box = decoratedBox(piece, false)
  const borderBox = snapRect(box)
  const rect = insetRect(borderBox, box.border)
  const clipsX = style.overflowX !== 'visible'
  const clipsY = style.overflowY !== 'visible'
  if (!clipsX || !clipsY) {
    const open = {
      x: clipsX ? rect.x : rect.x - FAR,
      y: clipsY ? rect.y : rect.y - FAR,
      width: clipsX ? rect.width : rect.width + 2 * FAR,
      height: clipsY ? rect.height : rect.height + 2 * FAR,
    }
    return { outer: piece.clip, rect: open, path: undefined }
  }
  const radii = insetRadii(radiiOf(style, borderBox, box.ends), box.border)
  return { outer: piece.clip, rect, path: isSharp(radii) ? undefined : roundedPath(rect, radii) }
}
