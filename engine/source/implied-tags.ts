// Problem: `<table>{{#each rows}}<tr>…</tr>{{/each}}</table>` opens its block in the table and closes it in the `tbody` that the parser
// implied; `<li>{{x}}{{/each}}` closes it in an `li` that the author never closed.
// Approach: one position in the author's text can be several insertion points of the tree, with only implied tags and white space between
// them. A block whose tags have different parents is moved to the deepest parent that all of them can have.
// Limits: nothing is moved across a tag that the author wrote; such a block is reported where it is nested.
import { detach, insert, type TreeBlockTag, type TreeElement, type TreeNode } from './tree.ts'

/** A block's tags in order: opening, elses, closing. */
export type TagGroup = readonly TreeBlockTag[]

interface InsertionPoint {
  readonly parent: TreeElement
  readonly before: TreeNode | undefined
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

/** `groups` are in the order of their opening tags. The last is moved first, so that tags at one position keep their order. */
export function alignBlocks(groups: readonly TagGroup[]): void {
  for (const group of groups.toReversed()) {
    const parent = group[0]?.parent
    if (group.every((tag) => tag.parent === parent)) continue
    const target = commonParent(group.map(insertionPointsOf))
    if (target === undefined) continue
    for (const tag of group.toReversed()) move(tag, target)
  }
}

function move(tag: TreeBlockTag, target: TreeElement): void {
  const point = insertionPointsOf(tag).get(target)
  if (point === undefined || tag.parent === target) return
  detach(tag)
  insert(point.parent, tag, point.before)
}

function commonParent(choices: readonly ReadonlyMap<TreeElement, InsertionPoint>[]): TreeElement | undefined {
  let best: TreeElement | undefined
  for (const parent of choices[0]?.keys() ?? []) {
    if (!choices.every((points) => points.has(parent))) continue
    if (best === undefined || depthOf(parent) > depthOf(best)) best = parent
  }
  return best
}

function depthOf(element: TreeElement): number {
  let depth = 0
  for (let node = element.parent; node !== undefined; node = node.parent) depth++
  return depth
}

/** The insertion points at the same position of the author's text, by parent. */
function insertionPointsOf(tag: TreeBlockTag): Map<TreeElement, InsertionPoint> {
  const points = new Map<TreeElement, InsertionPoint>()
  const add = (point: InsertionPoint): void => {
    if (!points.has(point.parent)) points.set(point.parent, point)
  }
  if (tag.parent === undefined) return points
  add({ parent: tag.parent, before: tag })
  for (let point = stepForward(tag.parent, tag.next); point !== undefined; point = stepForward(point.parent, point.before)) add(point)
  for (let point = stepBack(tag.parent, tag.previous); point !== undefined; ) {
    add({ parent: point.parent, before: point.after === undefined ? point.parent.first : point.after.next })
    point = stepBack(point.parent, point.after)
  }
  return points
}

const isBlank = (node: TreeNode): boolean => node.kind === 'block-tag' || (node.kind === 'text' && /^[ \n\t\r\f]*$/.test(node.text))

/** Across one implied tag towards the end of the document: into an element with an implied start tag, or out of one with an implied end tag. */
function stepForward(parent: TreeElement, from: TreeNode | undefined): InsertionPoint | undefined {
  let node = from
  while (node !== undefined && isBlank(node)) node = node.next
  if (node === undefined) {
    return parent.parent === undefined || parent.endTag !== undefined ? undefined : { parent: parent.parent, before: parent.next }
  }
  return node.kind === 'element' && node.startTag === undefined ? { parent: node, before: node.first } : undefined
}

function stepBack(parent: TreeElement, from: TreeNode | undefined): { parent: TreeElement; after: TreeNode | undefined } | undefined {
  let node = from
  while (node !== undefined && isBlank(node)) node = node.previous
  if (node === undefined) {
    return parent.parent === undefined || parent.startTag !== undefined ? undefined : { parent: parent.parent, after: parent.previous }
  }
  if (node.kind !== 'element' || node.endTag !== undefined || node.namespace !== 'html' || VOID.has(node.tag)) return undefined
  return { parent: node, after: node.last }
}
