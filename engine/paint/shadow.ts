// Problem: PDF has no blur. Approach: a blurred edge is a stack of ever smaller outlines, each adding the opacity that is missing to
// the Gaussian at its depth. Vectors only: sharp at any zoom, a few hundred bytes a shadow. Limits: where a box is thinner than its
// blur the middle is a little too dark.
import type { Rect } from '../geometry.ts'
import { PX } from '../geometry.ts'
import type { Style } from '../style/style.ts'
import type { Color, Shadow } from '../style/value.ts'
import { fitRadii, growRect, insetRadii, insetRect, type Radii, roundedPath, spreadRadii } from './box-geometry.ts'
import type { Canvas, Path } from './canvas.ts'
import type { DecoratedBox } from './layers.ts'
import { rectPath } from './path.ts'

const SHARP = { x: 0, y: 0 }
const NO_RADII: Radii = { topLeft: SHARP, topRight: SHARP, bottomRight: SHARP, bottomLeft: SHARP }
const MOST_STEPS = 24

/** Behind the box, and nowhere inside of it (CSS Backgrounds 3 §7.1). */
export function paintOuterShadows(style: Style, rect: Rect, radii: Radii | undefined, canvas: Canvas): void {
  const own = radii ?? NO_RADII
  for (let i = style.boxShadow.length - 1; i >= 0; i--) {
    const shadow = style.boxShadow[i]
    if (shadow === undefined || shadow.isInset || shadow.color.alpha <= 0) continue
    const around = growRect(rect, Math.abs(shadow.spread) + shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y) + 1)
    canvas.save()
    canvas.clipPath([...rectPath(around), ...roundedPath(rect, own)], 'evenodd')
    const cast = { ...growRect(rect, shadow.spread), x: rect.x - shadow.spread + shadow.x, y: rect.y - shadow.spread + shadow.y }
    if (cast.width > 0 && cast.height > 0) {
      blurredFill(shadow, canvas, (by) => outline(cast, fitRadii(spreadRadii(own, shadow.spread), cast), by, shadow.blur))
    }
    canvas.restore()
  }
}

/** Over the background, inside the padding box. */
export function paintInnerShadows(box: DecoratedBox, rect: Rect, radii: Radii | undefined, canvas: Canvas): void {
  const inner = insetRect(rect, box.border)
  const own = insetRadii(radii ?? NO_RADII, box.border)
  for (let i = box.style.boxShadow.length - 1; i >= 0; i--) {
    const shadow = box.style.boxShadow[i]
    if (shadow === undefined || !shadow.isInset || shadow.color.alpha <= 0) continue
    const around = rectPath(growRect(inner, shadow.blur + Math.abs(shadow.x) + Math.abs(shadow.y) + 1))
    const hole = { ...growRect(inner, -shadow.spread), x: inner.x + shadow.spread + shadow.x, y: inner.y + shadow.spread + shadow.y }
    canvas.save()
    canvas.clipPath(roundedPath(inner, own), 'nonzero')
    // The shadow is everything but the hole; growing it shrinks the hole.
    blurredFill(shadow, canvas, (by) => {
      const edge = outline(hole, fitRadii(spreadRadii(own, -shadow.spread), hole), -by, shadow.blur)
      return edge === undefined ? around : [...around, ...edge]
    })
    canvas.restore()
  }
}

/** The shape `by` further out (or in); undefined when nothing is left of it. */
function outline(rect: Rect, radii: Radii, by: number, blur: number): Path | undefined {
  const grown = growRect(rect, by)
  if (!(grown.width > 0 && grown.height > 0)) return undefined
  // Blur rounds corners: the outermost curve most, the innermost not at all.
  const rounding = blur > 0 ? Math.max(0, by + blur) * 0.75 : 0
  const rounded = blur > 0 ? addRadius(insetRadii(radii, allEdges(Math.max(0, -by))), rounding) : spreadRadii(radii, by)
  return roundedPath(grown, fitRadii(rounded, grown))
}

function allEdges(by: number): { top: number; right: number; bottom: number; left: number } {
  return { top: by, right: by, bottom: by, left: by }
}

function addRadius(radii: Radii, by: number): Radii {
  if (by <= 0) return radii
  const add = (radius: { readonly x: number; readonly y: number }): { x: number; y: number } => ({
    x: Math.max(radius.x, by),
    y: Math.max(radius.y, by),
  })
  return {
    topLeft: add(radii.topLeft),
    topRight: add(radii.topRight),
    bottomRight: add(radii.bottomRight),
    bottomLeft: add(radii.bottomLeft),
  }
}

/** Fills `shapeAt` from the outermost curve in. Inset shapes run the other way, which is their caller's business. */
function blurredFill(shadow: Shadow, canvas: Canvas, shapeAt: (by: number) => Path | undefined): void {
  const { blur, color } = shadow
  if (!(blur > 0)) {
    const path = shapeAt(0)
    if (path !== undefined) canvas.fillPath(path, 'evenodd', { kind: 'color', color }, 1)
    return
  }
  const steps = Math.max(6, Math.min(MOST_STEPS, Math.round((2 * blur) / PX)))
  let reached = 0
  for (let i = 0; i < steps; i++) {
    const from = blur - (2 * blur * i) / steps
    const middle = from - blur / steps
    const wanted = color.alpha * gaussianShare(-middle / (blur / 2))
    // What a layer must add so that the layers so far together have the opacity wanted.
    const alpha = 1 - (1 - wanted) / (1 - reached)
    reached = wanted
    const path = shapeAt(from)
    if (path === undefined) return
    if (alpha > 0.0005) canvas.fillPath(path, 'evenodd', { kind: 'color', color: withAlpha(color, alpha) }, 1)
  }
}

function withAlpha(color: Color, alpha: number): Color {
  return { ...color, alpha }
}

/** The normal distribution's integral up to `x` standard deviations (logistic approximation, within 0.01). */
function gaussianShare(x: number): number {
  return 1 / (1 + Math.exp(-1.702 * x))
}
