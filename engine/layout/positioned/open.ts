// Positioned boxes of open (streamed) boxes: they are placed as they are met, not when the box ends, and forgotten when their pages are done.

import { addAll } from '../../collections/lists.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage } from '../../style/value.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid, PendingBox, Placed, PositionedWindow } from '../laid.ts'
import { type Resolved, resolvePending } from './positioned.ts'

/** What an open box contains, in the order in which it was met. */
export class OpenPositioned implements PositionedWindow {
  readonly placed: Placed[] = []
  readonly #waiting: PendingBox[] = []
  #first = 0
  /** Pages above this are written. */
  #done = Number.NEGATIVE_INFINITY

  get first(): number {
    return this.#first
  }

  /** Places what does not depend on the height of `block`, which is not known yet; returns what looks further out. */
  take(pending: readonly PendingBox[], block: Rect, style: Style, context: LayoutContext): readonly PendingBox[] {
    const early = pending.filter((entry) => !dependsOnHeight(entry.box.style))
    if (early.length < pending.length) {
      addAll(
        this.#waiting,
        pending.filter((entry) => dependsOnHeight(entry.box.style)),
      )
    }
    return this.#addPlaced(resolvePending(early, block, style, context))
  }

  /** Places what waited, and `more`, when `block` has its height. */
  end(more: readonly PendingBox[], block: Rect, style: Style, context: LayoutContext): readonly PendingBox[] {
    return this.#addPlaced(resolvePending([...this.#waiting.splice(0), ...more], block, style, context))
  }

  forget(above: number, continuing: ReadonlySet<number>, placeholder: Laid): void {
    const { placed } = this
    this.#done = Math.max(this.#done, above)
    for (let i = this.#first; i < placed.length; i++) {
      const box = placed[i]!
      if (box.y < above && !continuing.has(i) && box.laid !== placeholder)
        placed[i] = { x: 0, y: Number.NEGATIVE_INFINITY, laid: placeholder }
    }
    while (this.#first < placed.length && placed[this.#first]!.laid === placeholder) this.#first++
  }

  /** What belongs on a page that is written goes to the top of the one being made, so that it is not lost. */
  add(box: Placed): void {
    this.placed.push(box.y < this.#done ? { ...box, y: this.#done } : box)
  }

  #addPlaced({ placed, rest }: Resolved): readonly PendingBox[] {
    for (const box of placed) this.add(box)
    return rest
  }
}

/** Whether the place or size of an absolute box depends on the height of its containing block. */
function dependsOnHeight({ top, bottom, height }: Style): boolean {
  if (bottom !== 'auto' && (top === 'auto' || height === 'auto')) return true
  return (top !== 'auto' && hasPercentage(top)) || (typeof height === 'object' && height.kind === 'sum' && hasPercentage(height))
}
