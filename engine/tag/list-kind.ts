// What a list is: how it is numbered, by its first marker; and whether it is one of contents, of which every item has a number that leads to another page. Known when
// the first of its items is written.
import type { Node } from './node.ts'
import { LIST_NUMBERINGS } from './types.data.ts'

function isItem({ type }: Node): boolean {
  return type === 'LI'
}

/** A number that leads to another page stands in this node: in its items, and those around them. */
export function markItems(node: Node | undefined): void {
  for (let at = node; at !== undefined && at.type !== 'Table'; at = at.parent) if (isItem(at)) at.isReference = true
}

/** Decides what a list is before this child of it, or of a transparent node in it, is written. */
export function settleAround(kid: Node): void {
  const list = kid.parent?.owner
  if (list?.type !== 'L') return
  if (isItem(kid) || (kid.type === '' && itemsOf(kid).length > 0)) settleList(list)
}

/** Decides whether a list is one of contents. Lists that stand directly in each other are one or none: L holds no TOC, and TOC no L (PDF/UA-1 7.2). */
export function settleList(list: Node): void {
  if (list.type !== 'L') return
  const top = outermost(list)
  if (top.hasWrittenItems) return
  const items = itemsOf(top)
  if (items.length === 0 || !items.every(({ isReference }) => isReference)) {
    top.hasWrittenItems = true
    return
  }
  makeContents(top)
}

function outermost(list: Node): Node {
  const around = list.parent?.owner
  return around?.type === 'L' ? outermost(around) : list
}

/** Items in a list, in the transparent nodes in it and in the lists that stand directly in it. */
function itemsOf({ kids }: Node): readonly Node[] {
  return kids.flatMap((kid) => {
    if (kid.kind !== 'node') return []
    if (isItem(kid)) return [kid]
    return kid.type === '' || kid.type === 'L' ? itemsOf(kid) : []
  })
}

function makeContents(node: Node): void {
  if (node.type === 'L') {
    node.type = 'TOC'
    node.attributes = node.attributes && { ...node.attributes, list: undefined }
  }
  for (const kid of node.kids) {
    if (kid.kind !== 'node') continue
    if (kid.type === '' || kid.type === 'L') makeContents(kid)
    else if (isItem(kid)) makeItem(kid)
  }
}

function makeItem(item: Node): void {
  item.type = 'TOCI'
  for (const kid of item.kids) if (kid.kind === 'node' && kid.type === 'LBody') kid.type = 'NonStruct'
}

/** The list of an item with a marker of this style. */
export function sayNumbering(list: Node | undefined, listStyle: string): void {
  const ListNumbering = LIST_NUMBERINGS[listStyle]
  if (list?.type !== 'L' || list.attributes?.list !== undefined || ListNumbering === undefined) return
  list.attributes = { ...list.attributes, list: { ListNumbering } }
}
