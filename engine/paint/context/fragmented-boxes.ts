import type { Laid } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { UnfragmentedBox } from '../decorated-box.ts'
import type { Piece } from '../piece.ts'

/** How much of each cut box has been painted. Pieces come in order, so adding their heights up says where each begins. */
export class FragmentedBoxes {
  readonly #above = new WeakMap<Laid, number>()

  /** The whole that this piece, painted as `style` says, was cut from; asked once for each piece; undefined for boxes in one piece, and where each piece is decorated by itself. */
  unfragmentedOf(piece: Piece, { backgroundLayers, boxDecorationBreak }: Style): UnfragmentedBox | undefined {
    const { laid } = piece
    if ((piece.isFirst && piece.isLast) || backgroundLayers.length === 0) return undefined
    // Rows that are still to come have no height yet.
    if (boxDecorationBreak === 'clone' || ('isOpen' in laid && laid.isOpen)) return undefined
    const above = piece.isFirst ? 0 : (this.#above.get(laid) ?? 0)
    this.#above.set(laid, above + piece.height)
    return { above, height: Math.max(laid.height, above + piece.height), border: laid.border }
  }
}
