// Places of what is painted among the elements.
import type { Origin, ParagraphBox } from '../box/box.ts'
import type { Node } from './node.ts'
import { rankOf } from './tag.ts'

/** Whether an element is this one or in it. */
export function isInside(origin: Origin, stop: Origin): boolean {
  for (let at: Origin | undefined = origin; at !== undefined; at = at.parent?.textOf ?? at.parent) if (at === stop) return true
  return false
}

/** The innermost inline element around this one, or it, that has blocks in it: parts of its content in lines stand beside these blocks, not in the paragraphs around it. */
export function aroundBlocks(origin: Origin, stop: Origin): Origin | undefined {
  for (let at: Origin | undefined = origin; at !== undefined && at !== stop; at = at.parent?.textOf ?? at.parent)
    if (at.holdsBlocks === true) return at
  return undefined
}

/** Of an anonymous paragraph among the children of its element, or of one in it: that of the first thing in it. */
export function rankOfParagraph({ items }: ParagraphBox, stop: Origin): number {
  for (const item of items) {
    const origin = 'origin' in item ? item.origin : 'box' in item ? item.box.origin : undefined
    // An element that goes on behind a block in it is opened again.
    if (origin === undefined || (item.kind === 'open' && origin === stop)) continue
    if ((origin.textOf ?? origin) === stop) return rankOf(origin)
    let at = origin.textOf ?? origin
    while (at.parent !== undefined && (at.parent.textOf ?? at.parent) !== stop) at = at.parent.textOf ?? at.parent
    if (at.parent !== undefined) return at.order ?? 0.5
  }
  return 0.5
}

const CAPTION_RANK = -2

/** Captions, heads and feet of tables and captions of lists stand in this order, wherever the author wrote them; those of figures stand where they are. */
export function rankOfPart(type: string, rank: number, { owner }: Node): number {
  if (type === 'Caption') return owner.type === 'Div' ? rank : CAPTION_RANK
  return type === 'THead' ? -1 : type === 'TFoot' ? Number.POSITIVE_INFINITY : rank
}

export function countPart({ type, parent }: Node): void {
  const table = parent?.owner.table
  if (table === undefined) return
  if (type === 'THead') table.heads++
  else if (type === 'TFoot') table.feet++
}

/** The tag of what is painted in a node; undefined: an artifact. */
export function visible(node: Node): Node | undefined {
  return node.type === 'Artifact' ? undefined : node
}

/** A table has one caption: another is a part of it, or stands behind the table when the first is written already. */
export function secondCaption(table: Node, rank: number): Node | undefined {
  const first = table.type === 'Table' ? table.kids.find((kid) => kid.rank === CAPTION_RANK) : undefined
  if (first === undefined) return undefined
  const { host } = table
  return first.kind === 'node' ? host.make('Div', first, rank) : host.make('Div', table.parent ?? table, table.rank)
}
