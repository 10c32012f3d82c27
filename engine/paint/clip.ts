// Overflow clips as chains: boxes far apart in the tree but close in painting order share what clips them.
import type { Rect } from '../geometry.ts'
import type { Canvas, Path } from './canvas.ts'

export interface Clip {
  readonly outer: Clip | undefined
  readonly rect: Rect
  /** Rounded corners: instead of `rect`. */
  readonly path: Path | undefined
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
