// `clip-path` and transparency groups of stacking contexts.
import type { Edges, Rect } from '../../geometry.ts'
import type { ClipPath, FillRule, ReferenceBox } from '../../style/basic-shape.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import type { GroupOptions, Path } from '../canvas.ts'
import { type DecoratedBox, edgeRect, radiiOf } from '../decorated-box.ts'
import { shapePathIn } from '../geometry/basic-shape.ts'
import { insetRadii, insetRect, type Radii, roundedPath, spreadRadii } from '../geometry/rounded-rect.ts'

/** Larger than any page, and exact in single precision. */
export const EVERYWHERE: Rect = { x: -20_000, y: -20_000, width: 40_000, height: 40_000 }

export function groupOf(style: Style): GroupOptions {
  return { opacity: style.opacity, blendMode: style.mixBlendMode, isIsolated: true, bounds: EVERYWHERE }
}

/** A path and how it is filled. */
interface ClipOutline {
  readonly path: Path
  readonly rule: FillRule
}

/** What `clip-path` leaves of a box; undefined for a clipPath element. */
export function clipPathOf({ shape, box: reference, reference: element }: ClipPath, box: DecoratedBox): ClipOutline | undefined {
  if (element !== undefined) return undefined
  const area = referenceRect(reference, box)
  return shape === undefined ? { path: roundedPath(area, edgeRadii(reference, area, box)), rule: 'nonzero' } : shapePathIn(shape, area)
}

/** Boxes of drawings mean boxes of CSS where a box is laid out by CSS (CSS Masking 1 §3.1). */
function referenceRect(reference: ReferenceBox, box: DecoratedBox): Rect {
  switch (reference) {
    case 'margin-box':
      return insetRect(box, negated(marginsOf(box.style)))
    case 'padding-box':
    case 'content-box':
      return edgeRect(box, box, reference)
    case 'fill-box':
      return edgeRect(box, box, 'content-box')
    default:
      return { x: box.x, y: box.y, width: box.width, height: box.height }
  }
}

/** The corners of the border box, further in or out. */
function edgeRadii(reference: ReferenceBox, area: Rect, box: DecoratedBox): Radii {
  const radii = radiiOf(box.style, box, box.ends)
  if (reference === 'margin-box') {
    const { top, right, bottom, left } = marginsOf(box.style)
    const [north, east] = [spreadRadii(radii, top), spreadRadii(radii, right)]
    const [south, west] = [spreadRadii(radii, bottom), spreadRadii(radii, left)]
    return {
      topLeft: { x: west.topLeft.x, y: north.topLeft.y },
      topRight: { x: east.topRight.x, y: north.topRight.y },
      bottomRight: { x: east.bottomRight.x, y: south.bottomRight.y },
      bottomLeft: { x: west.bottomLeft.x, y: south.bottomLeft.y },
    }
  }
  const edges = {
    top: area.y - box.y,
    left: area.x - box.x,
    right: box.x + box.width - area.x - area.width,
    bottom: box.y + box.height - area.y - area.height,
  }
  return insetRadii(radii, edges)
}

/** Margins as painting knows them: of percentages, what does not depend on a containing block. */
function marginsOf({ marginTop, marginRight, marginBottom, marginLeft }: Style): Edges {
  const used = (margin: Style['marginTop']): number => (margin === 'auto' ? 0 : resolveLength(margin, 0))
  return { top: used(marginTop), right: used(marginRight), bottom: used(marginBottom), left: used(marginLeft) }
}

const negated = ({ top, right, bottom, left }: Edges): Edges => ({ top: -top, right: -right, bottom: -bottom, left: -left })
