// Which box is the body's: it may lend its background to the page.
import type { Box } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'

/** The boxes whose background the page may take. */
interface Lenders {
  /** Of the root element: the root itself, or what stands in it when layout needed a block around. */
  readonly html: Box
  readonly body: Box | undefined
}

/** The boxes of root elements and bodies, by the roots of a part. */
export class BodyBoxes {
  readonly #known = new WeakMap<Box, Lenders>()

  /** To be asked before the root is laid out, too: one that streams lets go of its children then. */
  of(root: Box): Lenders {
    let lenders = this.#known.get(root)
    if (lenders === undefined) {
      lenders = { html: elementIn(root), body: root.origin.tag === 'html' ? bodyIn(root) : undefined }
      this.#known.set(root, lenders)
    }
    return lenders
  }

  /** `root` is what remains of `before`. */
  continues(root: Box, before: Box): void {
    this.#known.set(root, { html: elementIn(root), body: bodyIn(root) ?? this.of(before).body })
  }
}

/** The root element's own box in an anonymous block around it; of lines the block itself. */
function elementIn(root: Box): Box {
  if (!root.isAnonymous) return root
  for (const box of firstBoxes(root)) if (!box.isAnonymous && box.origin === root.origin) return box
  return root
}

/** The body's box, wherever the root's display has put it: only anonymous boxes, which share its origin, stand between. */
function bodyIn(parent: Box): Box | undefined {
  for (const box of firstBoxes(parent)) {
    if (box.origin.tag === 'body') return box
    const inside = box.origin.tag === 'html' ? bodyIn(box) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** What may hold the body: of a table its first row only. */
function firstBoxes(box: Box): Iterable<Box> {
  switch (box.kind) {
    case 'block':
      return itemsOf(box.children)
    case 'flex':
    case 'grid':
      return box.children
    case 'table':
      return (box.bodies.at(0)?.rows.at(0)?.cells ?? []).map((cell) => cell.box)
    case 'paragraph':
      return box.items.flatMap((item) => ('box' in item ? [item.box] : []))
    case 'replaced':
      return []
  }
}
