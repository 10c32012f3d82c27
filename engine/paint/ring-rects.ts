// What the ring of `outline: auto` goes around: the box, and what of its content in flow is seen beyond it, as in Chromium.
import type { Fragment } from '../fragment/fragment.ts'
import type { Rect } from '../geometry.ts'
import type { Line } from '../layout/laid.ts'
import type { StyleFactsCache } from './context/context.ts'
import { lineFrame, onPage } from './geometry/page-frame.ts'
import { fragmentChild, innerPiece, type PaintedPiece, rectOf, wholeChild } from './piece.ts'
import { wholeColumns } from './whole-columns.ts'

/** The border boxes of the piece, of blocks and atomic boxes in it and of its own text, on the page area; those within another left out. */
export function ringRects(piece: PaintedPiece, facts: StyleFactsCache): readonly Rect[] {
  const ring = new Ring(facts)
  ring.add(piece)
  const { rects } = ring
  return rects.filter((rect, i) => !rects.some((other, k) => k !== i && holds(other, rect) && (k < i || !holds(rect, other))))
}

function holds(outer: Rect, { x, y, width, height }: Rect): boolean {
  return outer.x <= x && outer.y <= y && outer.x + outer.width >= x + width && outer.y + outer.height >= y + height
}

class Ring {
  readonly rects: Rect[] = []
  readonly #facts: StyleFactsCache

  constructor(facts: StyleFactsCache) {
    this.#facts = facts
  }

  add(piece: PaintedPiece): void {
    const { laid, content } = piece
    const rect = rectOf(piece)
    if (!laid.box.isAnonymous && rect.width > 0 && rect.height > 0) this.rects.push(rect)
    if (this.#facts.of(laid.box.style).clips) return
    if (content.kind === 'whole') this.#whole(piece)
    else if (content.kind === 'children') for (const child of content.children) this.#fragment(piece, child)
    else if (content.kind === 'lines') {
      this.#lines(piece, content.lines, content.lift)
      for (const child of content.children) this.#fragment(piece, child)
    }
  }

  #whole(piece: PaintedPiece): void {
    const { laid } = piece
    switch (laid.kind) {
      case 'block':
        for (let i = 0; ; i++) {
          const child = laid.children.at(i)
          if (child === undefined) return
          this.add(wholeChild(piece, child.laid, child.x, child.y))
        }
      case 'paragraph':
        for (const { laid: float, x, y } of laid.floats) this.add(wholeChild(piece, float, x, y))
        return this.#lines(piece, laid.lines, 0)
      case 'flex-grid':
        for (const child of laid.children) this.add(wholeChild(piece, child.laid, child.x, child.y))
        return
      case 'columns':
        for (const slice of wholeColumns(piece, laid)?.slices ?? []) this.add(slice)
        return
      case 'turned':
        return this.add(innerPiece(piece, laid))
      case 'table':
      case 'replaced':
        return
    }
  }

  /** Text in inline boxes does not count, nor do these boxes. */
  #lines(piece: PaintedPiece, lines: readonly Line[], lift: number): void {
    const y = piece.y + piece.contentShift - lift
    for (const line of lines) {
      const frame = piece.frame && lineFrame(piece.frame, y + line.y, line.height)
      for (const item of line.items) {
        if (item.kind === 'atomic') this.add(wholeChild({ ...piece, y, contentShift: 0, frame }, item.laid, item.x, item.y))
        else if (item.kind === 'text' && (item.origin.textOf ?? item.origin) === piece.laid.box.origin) {
          const { face } = item.match
          const unit = item.fontSize / face.unitsPerEm
          const rect = {
            x: piece.x + item.x,
            y: y + item.baseline - face.ascent * unit,
            width: item.width,
            height: (face.ascent - face.descent) * unit,
          }
          this.rects.push(onPage(rect, frame))
        }
      }
    }
  }

  #fragment(piece: PaintedPiece, child: Fragment): void {
    const { position } = child.laid.box.style
    if (position !== 'absolute' && position !== 'fixed') this.add(fragmentChild(piece, child))
  }
}
