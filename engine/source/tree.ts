// The tree that the HTML parser builds, before it is converted to source nodes. Children are linked lists, so that insertion takes constant
// time anywhere: content that is not allowed in a table is inserted before it, and block tags are moved across implied tags.
import type { BlockTag } from './blocks.ts'

export type TreeNode = TreeElement | TreeText | TreeBlockTag | TreeDoctype

/** An element; also the document and document fragments, which have the tag ''. */
export class TreeElement {
  readonly kind = 'element'
  parent: TreeElement | undefined
  previous: TreeNode | undefined
  next: TreeNode | undefined
  first: TreeNode | undefined
  last: TreeNode | undefined
  readonly tag: string
  readonly namespace: 'html' | 'svg' | 'mathml'
  readonly attributes: { name: string; prefix?: string; value: string; offset: number }[] = []
  /** Offsets of the start tag and of the content's end in the parsed text; undefined when the tag is implied. */
  startTag: number | undefined
  endTag: number | undefined
  mode = 'quirks'
  /** The content fragment of a `<template>`. */
  content: TreeElement | undefined

  constructor(tag: string, namespace: 'html' | 'svg' | 'mathml') {
    this.tag = tag
    this.namespace = namespace
  }
}

export class TreeText {
  readonly kind = 'text'
  parent: TreeElement | undefined
  previous: TreeNode | undefined
  next: TreeNode | undefined
  text: string
  /** Of its first character, in the parsed text. */
  readonly offset: number

  constructor(text: string, offset: number) {
    this.text = text
    this.offset = offset
  }
}

/** A `{{#…}}`, `{{else}}` or `{{/…}}` between nodes. */
export class TreeBlockTag {
  readonly kind = 'block-tag'
  parent: TreeElement | undefined
  previous: TreeNode | undefined
  next: TreeNode | undefined
  readonly tag: BlockTag

  constructor(tag: BlockTag) {
    this.tag = tag
  }
}

export class TreeDoctype {
  readonly kind = 'doctype'
  parent: TreeElement | undefined
  previous: TreeNode | undefined
  next: TreeNode | undefined
}

/** Inserts a detached node before `before`, or at the end. */
export function insert(parent: TreeElement, node: TreeNode, before: TreeNode | undefined): void {
  const previous = before === undefined ? parent.last : before.previous
  node.parent = parent
  node.previous = previous
  node.next = before
  if (previous === undefined) parent.first = node
  else previous.next = node
  if (before === undefined) parent.last = node
  else before.previous = node
}

export function detach(node: TreeNode): void {
  const { parent, previous, next } = node
  if (parent === undefined) return
  if (previous === undefined) parent.first = next
  else previous.next = next
  if (next === undefined) parent.last = previous
  else next.previous = previous
  node.parent = undefined
  node.previous = undefined
  node.next = undefined
}

/** Inserts text, joined with a text before it. */
export function insertText(parent: TreeElement, text: string, before: TreeNode | undefined, offset: number): void {
  const previous = before === undefined ? parent.last : before.previous
  if (previous?.kind === 'text') previous.text += text
  else insert(parent, new TreeText(text, offset), before)
}

export function childrenOf(parent: TreeElement): TreeNode[] {
  const children: TreeNode[] = []
  for (let child = parent.first; child !== undefined; child = child.next) children.push(child)
  return children
}
