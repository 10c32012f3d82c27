// Boxes broken by pages and columns, whose background images continue from fragment to fragment: a fragment has a height, but no offset in its box.
import type { Laid } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { UnfragmentedBox } from '../decorated-box.ts'
import type { PaintedPiece } from '../piece.ts'

/** The painted height of each fragmented box. Fragments are painted in order, so that the sum of their heights is the offset of the next. */
export class FragmentedBoxes {
  readonly #above = new WeakMap<Laid, number>()

  /** The box that this piece is a fragment of. Must be called once for each fragment. Undefined for unfragmented boxes, those without background images, and `box-decoration-break: clone`. */
  unfragmentedOf(piece: PaintedPiece, { backgroundLayers, boxDecorationBreak }: Style): UnfragmentedBox | undefined {
    const { laid } = piece
    if ((piece.isFirst && piece.isLast) || backgroundLayers.length === 0) return undefined
    // The height of rows that are still streamed is unknown.
    if (boxDecorationBreak === 'clone' || ('isOpen' in laid && laid.isOpen)) return undefined
    const above = piece.isFirst ? 0 : (this.#above.get(laid) ?? 0)
    this.#above.set(laid, above + piece.height)
    return { above, height: Math.max(laid.height, above + piece.height), border: laid.border }
  }
}
