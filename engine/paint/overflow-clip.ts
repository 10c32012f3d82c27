// Clips that a box puts on its content: `overflow` and `clip: rect()`.
import { type Edges, NO_EDGES } from '../geometry.ts'
import type { Style } from '../style/style.ts'
import { type DecoratedBox, decoratedBox, radiiOf } from './decorated-box.ts'
import type { Clip } from './geometry/clip.ts'
import { insetRadii, insetRect, isSharp, roundedPath, snapRect, spreadRadii } from './geometry/rounded-rect.ts'
import { type PaintedPiece, rectOf } from './piece.ts'

/** Beyond every page, and exact in single precision, in which viewers keep coordinates. */
export const FAR = 20_000

/** `clip: rect()` of an absolutely positioned box: distances from the top and left of its border box (CSS2 11.1.2). */
export function clipRectOf(piece: PaintedPiece): Clip | undefined {
  const { clip } = piece.laid.box.style
  if (clip === 'auto') return piece.clip
  const box = snapRect(rectOf(piece))
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

/** The clip of a box with `overflow` or paint containment: its padding box, in the directions that are not visible, moved out by `overflow-clip-margin`. */
export function overflowClip(piece: PaintedPiece): Clip {
  return overflowClipOf(decoratedBox(piece, false), piece.clip)
}

/** As `overflowClip`, of a box that is a part of its piece. */
export function overflowClipOf(box: DecoratedBox, outer: Clip | undefined): Clip {
  const { style } = box
  const borderBox = snapRect(box)
  const isPaintContained = style.containment?.paint === true
  const clipsX = style.overflowX !== 'visible' || isPaintContained
  const clipsY = style.overflowY !== 'visible' || isPaintContained
  const { edges, margin } = clipEdge(box)
  const inner = insetRect(borderBox, edges)
  const rect = { x: inner.x - margin, y: inner.y - margin, width: inner.width + 2 * margin, height: inner.height + 2 * margin }
  if (!clipsX || !clipsY) {
    const open = {
      x: clipsX ? rect.x : rect.x - FAR,
      y: clipsY ? rect.y : rect.y - FAR,
      width: clipsX ? rect.width : rect.width + 2 * FAR,
      height: clipsY ? rect.height : rect.height + 2 * FAR,
    }
    return { outer, rect: open, path: undefined }
  }
  const radii = spreadRadii(insetRadii(radiiOf(style, borderBox, box.ends), edges), margin)
  return { outer, rect, path: isSharp(radii) ? undefined : roundedPath(rect, radii) }
}

interface ClipEdge {
  /** From the border box to the box that clips. */
  readonly edges: Edges
  /** How far outside of that what hangs out is shown. */
  readonly margin: number
}

/** Only `overflow: clip` and paint containment heed `overflow-clip-margin` (CSS Overflow 4 §3.2). */
function clipEdge({ style, border, padding }: DecoratedBox): ClipEdge {
  const { box, length } = style.overflowClipMargin
  const isScrolled = (value: Style['overflowX']): boolean => value !== 'visible' && value !== 'clip'
  if (isScrolled(style.overflowX) || isScrolled(style.overflowY)) return { edges: border, margin: 0 }
  if (box === 'border-box') return { edges: NO_EDGES, margin: length }
  return { edges: box === 'content-box' ? sumEdges(border, padding) : border, margin: length }
}

function sumEdges(a: Edges, b: Edges): Edges {
  return { top: a.top + b.top, right: a.right + b.right, bottom: a.bottom + b.bottom, left: a.left + b.left }
}
