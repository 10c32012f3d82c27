// Tables of contents: lists of which every item has a number that leads to another page. Known when the first of their items is written.
import type { Node } from './node.ts'

export function isItem({ type }: Node): boolean {
  return type === 'LI'
}

/** A number that leads to another page stands in this node: in its items, and those around them. */
export function markItems(node: Node | undefined): void {
  for (let at = node; at !== undefined && at.type !== 'Table'; at = at.parent) if (isItem(at)) at.isReference = true
}

/** Decides whether a list is one of contents. */
export function settleList(list: Node): void {
  if (list.type !== 'L') return
  const items = [...itemsOf(list)]
  if (list.hasWrittenItems || items.length === 0 || !items.every(({ isReference }) => isReference)) {
    list.hasWrittenItems = true
    return
  }
  list.type = 'TOC'
  list.attributes = list.attributes && { ...list.attributes, list: undefined }
  for (const item of items) {
    item.type = 'TOCI'
    for (const kid of item.kids) if (kid.kind === 'node' && kid.type === 'LBody') kid.type = 'NonStruct'
  }
}

function* itemsOf(node: Node): Generator<Node> {
  for (const kid of node.kids) {
    if (kid.kind !== 'node') continue
    if (isItem(kid)) yield kid
    else if (kid.type === '') yield* itemsOf(kid)
  }
}
