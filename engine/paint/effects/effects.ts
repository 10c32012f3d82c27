// `clip-path` and transparency groups of stacking contexts.
import type { Matrix, Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { type ClipPath, type CornerRadius, resolveLength } from '../../style/value.ts'
import type { GroupOptions, Path } from '../canvas.ts'
import { ellipsePath, polygonPath, transformPath } from '../geometry/path.ts'
import { parsePathData } from '../geometry/path-data.ts'
import { fitRadii, insetRect, type Radii, roundedPath } from '../geometry/rounded-rect.ts'

/** Larger than any page, and exact in single precision. */
export const EVERYWHERE: Rect = { x: -20_000, y: -20_000, width: 40_000, height: 40_000 }

export function groupOf(style: Style): GroupOptions {
  return { opacity: style.opacity, blendMode: style.mixBlendMode, isIsolated: true, bounds: EVERYWHERE }
}

/** The path of `clip-path` for a border box. */
export function clipPathOf(clip: ClipPath, box: Rect): { path: Path; rule: 'nonzero' | 'evenodd' } {
  const place = (position: { x: CornerRadius['x']; y: CornerRadius['y'] }): readonly [number, number] => [
    box.x + resolveLength(position.x, box.width),
    box.y + resolveLength(position.y, box.height),
  ]
  switch (clip.kind) {
    case 'inset':
      return { path: insetPath(clip, box), rule: 'nonzero' }
    case 'circle': {
      const [cx, cy] = place(clip.center)
      const diagonal = Math.hypot(box.width, box.height) / Math.SQRT2
      const sides = [cx - box.x, box.x + box.width - cx, cy - box.y, box.y + box.height - cy].map(Math.abs)
      const radius = radiusOf(clip.radius, sides, diagonal)
      return { path: ellipsePath(cx, cy, radius, radius), rule: 'nonzero' }
    }
    case 'ellipse': {
      const [cx, cy] = place(clip.center)
      const rx = radiusOf(clip.rx, [cx - box.x, box.x + box.width - cx].map(Math.abs), box.width)
      const ry = radiusOf(clip.ry, [cy - box.y, box.y + box.height - cy].map(Math.abs), box.height)
      return { path: ellipsePath(cx, cy, rx, ry), rule: 'nonzero' }
    }
    case 'polygon':
      return { path: clip.points.length === 0 ? [] : polygonPath(clip.points.map(place)), rule: clip.rule }
    case 'path': {
      // Path data is in pixels.
      const matrix: Matrix = [0.75, 0, 0, 0.75, box.x, box.y]
      return { path: transformPath(parsePathData(clip.path), matrix), rule: clip.rule }
    }
  }
}

function radiusOf(radius: Extract<ClipPath, { kind: 'circle' }>['radius'], sides: readonly number[], basis: number): number {
  if (radius === 'closest-side') return Math.min(...sides)
  if (radius === 'farthest-side') return Math.max(...sides)
  return Math.max(0, resolveLength(radius, basis))
}

function insetPath(clip: Extract<ClipPath, { kind: 'inset' }>, box: Rect): Path {
  const [top, right, bottom, left] = clip.edges
  const rect = insetRect(box, {
    top: resolveLength(top, box.height),
    right: resolveLength(right, box.width),
    bottom: resolveLength(bottom, box.height),
    left: resolveLength(left, box.width),
  })
  const used = (radius: CornerRadius): { x: number; y: number } => ({
    x: resolveLength(radius.x, box.width),
    y: resolveLength(radius.y, box.height),
  })
  const [topLeft, topRight, bottomRight, bottomLeft] = clip.radii
  const radii: Radii = { topLeft: used(topLeft), topRight: used(topRight), bottomRight: used(bottomRight), bottomLeft: used(bottomLeft) }
  return roundedPath(rect, fitRadii(radii, rect))
}
