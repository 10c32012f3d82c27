// The boxes of the root element and the body, whose background is propagated to the page (CSS Backgrounds 3 §2.11).
import type { Box } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'

/** The boxes whose background may be propagated. */
interface PropagatingBoxes {
  /** Of the root element: the root box, or its child when box building wrapped it in an anonymous block. */
  readonly html: Box
  readonly body: Box | undefined
}

/** Looks up both boxes by the root box of a document part. */
export class BodyBoxes {
  readonly #byRoot = new WeakMap<Box, PropagatingBoxes>()

  /** Must be called once before the root is laid out: a streamed root releases its children then. */
  of(root: Box): PropagatingBoxes {
    let boxes = this.#byRoot.get(root)
    if (boxes === undefined) {
      boxes = { html: elementIn(root), body: root.origin.tag === 'html' ? bodyIn(root) : undefined }
      this.#byRoot.set(root, boxes)
    }
    return boxes
  }

  /** Carries the lookup over to `root`, the remainder of `before` on later pages. */
  carryOver(root: Box, before: Box): void {
    this.#byRoot.set(root, { html: elementIn(root), body: bodyIn(root) ?? this.of(before).body })
  }
}

/** The root element's box inside of an anonymous block; the block itself when it contains only lines. */
function elementIn(root: Box): Box {
  if (!root.isAnonymous) return root
  for (const box of firstBoxes(root)) if (!box.isAnonymous && box.origin === root.origin) return box
  return root
}

/** The body's box. Whatever the display of the root, only anonymous boxes with the root's origin are between both. */
function bodyIn(parent: Box): Box | undefined {
  for (const box of firstBoxes(parent)) {
    if (box.origin.tag === 'body') return box
    const inside = box.origin.tag === 'html' ? bodyIn(box) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Children that may contain the body: of a table only the first row. */
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
    case 'turned':
      return []
  }
}
