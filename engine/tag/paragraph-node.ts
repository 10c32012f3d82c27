// The nodes of paragraphs that have no element of their own that may hold text.
// They stand in the boxes: a WeakMap keeps its values alive until the whole heap is swept, and they lead to its keys. In merges that doubled the time of garbage collection.
import type { FirstLetter, Origin, ParagraphBox, TextTagSlot } from '../box/box.ts'
import type { Node } from './node.ts'

interface Known {
  /** A copy of a paragraph has its slot too, but is another part. */
  readonly part: ParagraphBox | FirstLetter
  readonly node: Node
}

/** The open node of the part of a paragraph that stands in this element. */
export function nodeOfParagraph(paragraph: ParagraphBox, origin: Origin): Node | undefined {
  const known = slotOf(paragraph, origin).textTag as Known | undefined // written below alone
  return known !== undefined && known.part === (paragraph.letter ?? paragraph) && !known.node.isWritten ? known.node : undefined
}

export function setNodeOfParagraph(paragraph: ParagraphBox, origin: Origin, node: Node): void {
  const known: Known = { part: paragraph.letter ?? paragraph, node }
  slotOf(paragraph, origin).textTag = known
}

/** An element in lines that holds blocks has parts of several paragraphs, one after the other, and several of them parts of one paragraph. */
function slotOf(paragraph: ParagraphBox, origin: Origin): TextTagSlot {
  return paragraph.letter ?? (origin.holdsBlocks === true ? origin : paragraph)
}
