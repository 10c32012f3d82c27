// Problem: PDF has no blur. Approach: the blurred edge of a box shadow is a stack of outlines of equal darkness, each of which adds the opacity that the next
// level needs: vectors only, sharp at any zoom, some kilobytes a shadow. Limits: a blur has as many visible steps as outlines.
import type { Rect } from '../../geometry.ts'
import { PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { Color, Shadow } from '../../style/value.ts'
import type { Path } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { BoxEnds, DecoratedBox } from '../decorated-box.ts'
import { rectPath } from '../geometry/path.ts'
import { fitRadii, growRect, insetRadii, insetRect, NO_RADII, type Radii, roundedPath, spreadRadii } from '../geometry/rounded-rect.ts'

const FEWEST_STEPS = 8
const MOST_STEPS = 40

/** Behind the box, clipped inside of its border box (CSS Backgrounds 3 §7.1). */
export function paintOuterShadows({ style, ends }: DecoratedBox, rect: Rect, radii: Radii | undefined, context: PaintContext): void {
  const { canvas, shadows: budget } = context
  const own = radii ?? NO_RADII
  const cuts = cutsOf(style, ends)
  for (let i = style.boxShadow.length - 1; i >= 0; i--) {
    const shadow = style.boxShadow[i]
    if (shadow === undefined || shadow.isInset || shadow.color.alpha <= 0 || budget.isSpent) continue
    const reach = reachOf(shadow)
    const around = growOnly(rect, reach, cuts.whole)
    const spread = { ...growRect(rect, shadow.spread), x: rect.x - shadow.spread + shadow.x, y: rect.y - shadow.spread + shadow.y }
    if (!(spread.width > 0 && spread.height > 0)) continue
    const cast = growOnly(spread, reach, cuts.cut)
    canvas.save()
    if (cuts.whole !== EVERYWHERE) canvas.clipPath(rectPath(around), 'nonzero')
    // Coinciding edges of two paths would leave a hairline of the shadow: both paths extend beyond a break.
    canvas.clipPath([...rectPath(growRect(around, 2)), ...roundedPath(growOnly(rect, 1, cuts.cut), own)], 'evenodd')
    const shape = { rect: cast, radii: fitRadii(spreadRadii(own, shadow.spread), cast) }
    if (shadow.blur > 0) fillOutside(shadow, shape, context)
    else fillPlain(shadow, roundedPath(shape.rect, shape.radii), context)
    canvas.restore()
  }
}

/** Over the background, inside the padding box. */
export function paintInnerShadows(box: DecoratedBox, rect: Rect, radii: Radii | undefined, context: PaintContext): void {
  const { canvas, shadows: budget } = context
  const inner = insetRect(rect, box.border)
  const own = insetRadii(radii ?? NO_RADII, box.border)
  const cuts = cutsOf(box.style, box.ends)
  for (let i = box.style.boxShadow.length - 1; i >= 0; i--) {
    const shadow = box.style.boxShadow[i]
    if (shadow === undefined || !shadow.isInset || shadow.color.alpha <= 0 || budget.isSpent) continue
    const reach = reachOf(shadow)
    const around = rectPath(growRect(inner, 2 * reach))
    const shrunk = { ...growRect(inner, -shadow.spread), x: inner.x + shadow.spread + shadow.x, y: inner.y + shadow.spread + shadow.y }
    const hole = shrunk.width > 0 && shrunk.height > 0 ? growOnly(shrunk, reach, cuts.cut) : shrunk
    const shape = { rect: hole, radii: fitRadii(spreadRadii(own, -shadow.spread), hole) }
    const isOpen = hole.width > 0 && hole.height > 0
    canvas.save()
    canvas.clipPath(roundedPath(inner, own), 'nonzero')
    if (isOpen && shadow.blur > 0) fillInside(shadow, shape, around, context)
    else {
      const path = isOpen ? [...around, ...roundedPath(hole, shape.radii)] : around
      fillPlain(shadow, path, context)
    }
    canvas.restore()
  }
}

// ── Fragments of boxes ────────────────────────────────────────────────────────────────────────────────────

const EVERYWHERE: BoxEnds = Object.freeze({ top: true, right: true, bottom: true, left: true })
const NOWHERE: BoxEnds = Object.freeze({ top: false, right: false, bottom: false, left: false })

/** The sides of a fragment that are sides of its box, and those at which the box was broken: there the box continues, and so does its shadow (CSS Break 3 §5.4). */
function cutsOf({ boxDecorationBreak }: Style, ends: BoxEnds): { readonly whole: BoxEnds; readonly cut: BoxEnds } {
  if (boxDecorationBreak === 'clone' || (ends.top && ends.right && ends.bottom && ends.left)) return { whole: EVERYWHERE, cut: NOWHERE }
  return { whole: ends, cut: { top: !ends.top, right: !ends.right, bottom: !ends.bottom, left: !ends.left } }
}

/** The largest distance from the box at which its shadow is visible. */
function reachOf({ spread, blur, x, y }: Shadow): number {
  return Math.abs(spread) + 2 * blur + Math.abs(x) + Math.abs(y) + 1
}

function growOnly({ x, y, width, height }: Rect, by: number, { top, right, bottom, left }: BoxEnds): Rect {
  const [above, before] = [top ? by : 0, left ? by : 0]
  return { x: x - before, y: y - above, width: width + before + (right ? by : 0), height: height + above + (bottom ? by : 0) }
}

interface Shape {
  readonly rect: Rect
  readonly radii: Radii
}

/** Faint steps are finer, as the eye sees those best. */
const FINENESS = 1.6

/** Number of steps. The faintest is no less than half of what viewers can mix in eight bits: they round each step up, and a faint shadow would become dark. */
function stepsOf({ blur, color }: Shadow): number {
  const wanted = Math.max(FEWEST_STEPS, Math.round(Math.min(MOST_STEPS * Math.max(0.5, color.alpha), (3 * blur) / PX)))
  return Math.max(1, Math.min(wanted, Math.floor((2 * 255 * color.alpha) ** (1 / FINENESS))))
}

/** Parts of the full darkness at which steps begin: halfway between the darkness of one step and the next. */
function levelsOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => ((i + 0.5) / count) ** FINENESS)
}

function fillPlain({ color }: Shadow, path: Path, { canvas, shadows }: PaintContext): void {
  shadows.spend(path.length)
  canvas.fillPath(path, 'evenodd', { kind: 'color', color }, 1)
}

function fillOutside(shadow: Shadow, { rect, radii }: Shape, context: PaintContext): void {
  const levels = levelsOf(stepsOf(shadow))
  fillSteps(shadow.color, context.blurred.outlines(rect, radii, shadow.blur / 2, levels), context)
}

/** The shadow is the inverse of the blurred hole. */
function fillInside(shadow: Shadow, { rect, radii }: Shape, around: Path, context: PaintContext): void {
  const levels = levelsOf(stepsOf(shadow)).map((level) => 1 - level)
  const outlines = context.blurred.outlines(rect, radii, shadow.blur / 2, levels)
  fillSteps(
    shadow.color,
    outlines.map((edge) => (edge === undefined ? around : [...around, ...edge])),
    context,
  )
}

/** Fills from the faintest outline on: each adds the opacity that is missing to its level. */
function fillSteps(color: Color, outlines: readonly (Path | undefined)[], { canvas, shadows }: PaintContext): void {
  let reached = 0
  outlines.forEach((path, i) => {
    if (path === undefined) return
    const wanted = color.alpha * ((i + 1) / outlines.length) ** FINENESS
    // Once everything is opaque, no step can add anything.
    const alpha = reached < 1 ? (wanted - reached) / (1 - reached) : 0
    reached = wanted
    if (alpha <= 0.0005 || shadows.isSpent) return
    shadows.spend(path.length)
    canvas.fillPath(path, 'evenodd', { kind: 'color', color: { ...color, alpha } }, 1)
  })
}
