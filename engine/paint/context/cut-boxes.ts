// Boxes cut by pages and columns, whose background images go on where they stopped: the piece knows its height, not where it begins.
import type { Edges } from '../../geometry.ts'
import type { Laid } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import type { Piece } from '../piece.ts'

/** A box that was cut: its height uncut, how much of that is on earlier pages or columns, and its border. */
export interface WholeBox {
  readonly height: number
  readonly above: number
  /** Of an inline box over several lines, laid out in one: its width, and how much of that is to the left of this piece. */
  readonly width?: number
  readonly before?: number
  readonly border: Edges
}

/** How much of each cut box has been painted. Pieces come in order, so adding their heights up says where each begins. */
export class CutBoxes {
  readonly #above = new WeakMap<Laid, number>()

  /** The whole that this piece, painted as `style` says, was cut from; asked once for each piece; undefined for boxes in one piece, and where each piece is decorated by itself. */
  wholeOf(piece: Piece, { backgroundLayers, boxDecorationBreak }: Style): WholeBox | undefined {
    const { laid } = piece
    if ((piece.isFirst && piece.isLast) || backgroundLayers.length === 0) return undefined
    // Rows that are still to come have no height yet.
    if (boxDecorationBreak === 'clone' || ('isOpen' in laid && laid.isOpen)) return undefined
    const above = piece.isFirst ? 0 : (this.#above.get(laid) ?? 0)
    this.#above.set(laid, above + piece.height)
    return { above, height: Math.max(laid.height, above + piece.height), border: laid.border }
  }
}
