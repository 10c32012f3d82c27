// Overflow clips as chains: boxes far apart in the tree but close in painting order share what clips them.
import type { Rect } from '../../geometry.ts'
import type { Canvas, Path } from '../canvas.ts'

export interface Clip {
  readonly outer: Clip | undefined
  readonly rect: Rect
  /** Rounded corners: instead of `rect`. */
  readonly path: Path | undefined
}

/** What all clips of a chain let show, at most: rounded corners count as square. */
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

/** Nothing shows through: content that is there for screen readers alone, as the MathML of KaTeX. */
export function hidesAll(clip: Clip | undefined): boolean {
  if (clip === undefined) return false
  const { width, height } = boundsOf(clip)
  return width <= 0 || height <= 0
}

/** Keeps one chain of clips in force on a canvas; `set` changes only what differs. */
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
