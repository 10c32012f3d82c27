// Overflow clips as chains: boxes that are far apart in the tree but painted one after another share the clips of their common ancestors.
import type { Rect } from '../../geometry.ts'
import type { Canvas, Path } from '../canvas.ts'

/** An area that is clipped to. */
export interface ClipShape {
  readonly rect: Rect
  /** With rounded corners: instead of `rect`, which is around it. */
  readonly path: Path | undefined
}

/** A clip within the clips of the boxes around. */
export interface Clip extends ClipShape {
  readonly outer: Clip | undefined
  /** Around what goes on from earlier pages, where the rest of it is. */
  readonly isWindow?: true
}

/** The intersection of all clips of a chain; rounded corners count as square. */
export function boundsOf(clip: Clip): Rect {
  let { x, y, width, height } = clip.rect
  for (let outer = clip.outer; outer !== undefined; outer = outer.outer) {
    const { rect } = outer
    const right = Math.min(x + width, rect.x + rect.width)
    const bottom = Math.min(y + height, rect.y + rect.height)
    x = Math.max(x, rect.x)
    y = Math.max(y, rect.y)
    width = Math.max(0, right - x)
    height = Math.max(0, bottom - y)
  }
  return { x, y, width, height }
}

/** The intersection is empty. Content for screen readers alone is hidden this way, as the MathML of KaTeX. */
export function hidesAll(clip: Clip | undefined): boolean {
  if (clip === undefined) return false
  const { width, height } = boundsOf(clip)
  return width <= 0 || height <= 0
}

/** Keeps one chain of clips in force on a canvas; `set` writes nothing when the chain stays the same. */
export class Clipper {
  readonly #canvas: Canvas
  #active: Clip | undefined

  constructor(canvas: Canvas) {
    this.#canvas = canvas
  }

  set(clip: Clip | undefined): void {
    if (clip === this.#active) return
    if (this.#active !== undefined) this.#canvas.restore()
    this.#active = clip
    if (clip === undefined) return
    this.#canvas.save()
    this.#apply(clip)
  }

  #apply(clip: Clip): void {
    if (clip.outer !== undefined) this.#apply(clip.outer)
    if (clip.path === undefined) this.#canvas.clipRect(clip.rect)
    else this.#canvas.clipPath(clip.path, 'nonzero')
  }
}
