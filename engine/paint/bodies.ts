// Which box is the body's: it may lend its background to the page.
import type { Box } from '../box/box.ts'
import { itemsOf } from '../sequence.ts'

/** The bodies' boxes below the roots of a part. */
export class Bodies {
  readonly #known = new WeakMap<Box, Box | 'none'>()

  /** To be asked before the root is laid out, too: one that streams lets go of its children then. */
  of(root: Box): Box | undefined {
    let body = this.#known.get(root)
    if (body === undefined) this.#known.set(root, (body = (root.origin.tag === 'html' ? bodyIn(root) : undefined) ?? 'none'))
    return body === 'none' ? undefined : body
  }
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
