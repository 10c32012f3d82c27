// The nodes of paragraphs that have no element of their own that may hold text.
import type { FirstLetter, Origin, ParagraphBox } from '../box/box.ts'
import type { Node } from './node.ts'

interface Known {
  readonly part: ParagraphBox | FirstLetter
  readonly node: Node
}

export class ParagraphNodes {
  readonly #known = new WeakMap<ParagraphBox | FirstLetter | Origin, Known>()

  /** The open node of the part of a paragraph that stands in this element. */
  get(paragraph: ParagraphBox, origin: Origin): Node | undefined {
    const known = this.#known.get(keyOf(paragraph, origin))
    return known !== undefined && known.part === (paragraph.letter ?? paragraph) && !known.node.isWritten ? known.node : undefined
  }

  set(paragraph: ParagraphBox, origin: Origin, node: Node): void {
    this.#known.set(keyOf(paragraph, origin), { part: paragraph.letter ?? paragraph, node })
  }
}

/** An element in lines that holds blocks has parts of several paragraphs, one after the other, and several of them parts of one paragraph. */
function keyOf(paragraph: ParagraphBox, origin: Origin): ParagraphBox | FirstLetter | Origin {
  return paragraph.letter ?? (origin.holdsBlocks === true ? origin : paragraph)
}
