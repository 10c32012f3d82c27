// Parts of description lists (HTML §4.4.9), as items of a list: `dt` are labels, `dd` bodies of the item that the labels before them began. Parts do not come in order:
// a table or a list in a `dd` is known before the text of its `dt` is painted.
import type { Node } from './node.ts'

/** The node of a `dt` or `dd`: names that follow each other share what they name. */
export function definition(type: 'DT' | 'DD', parent: Node, rank: number): Node {
  return type === 'DT' ? label(parent, rank) : body(parent, rank)
}

function label(parent: Node, rank: number): Node {
  const { host } = parent
  const [before, after] = itemsAround(parent, rank)
  const bodies = before === undefined ? [] : parts(before, 'LBody')
  if (before !== undefined && !bodies.some((kid) => kid.rank < rank)) return host.make('Lbl', before, rank)
  const item = host.make('LI', parent, rank)
  // What came before this label, and stands behind it.
  if (before !== undefined) take(item, before, rank)
  if (after !== undefined && isUnlabeled(after)) take(item, after, rank)
  return host.make('Lbl', item, rank)
}

function body(parent: Node, rank: number): Node {
  const { host } = parent
  const [before, after] = itemsAround(parent, rank)
  const item = before ?? (after !== undefined && isUnlabeled(after) ? after : undefined) ?? host.make('LI', parent, rank)
  item.rank = Math.min(item.rank, rank)
  return host.make('LBody', item, rank)
}

/** The last item that begins before a place, and the first one behind it. */
function itemsAround({ kids }: Node, rank: number): readonly [before: Node | undefined, after: Node | undefined] {
  let before: Node | undefined
  for (const kid of kids) {
    // One that has lost all of its parts to others is not written.
    if (kid.kind !== 'node' || kid.type !== 'LI' || kid.kids.length === 0) continue
    if (kid.rank > rank) return [before, kid]
    before = kid
  }
  return [before, undefined]
}

function parts({ kids }: Node, type: string): readonly Node[] {
  return kids.flatMap((kid) => (kid.kind === 'node' && kid.type === type ? [kid] : []))
}

function isUnlabeled(item: Node): boolean {
  return parts(item, 'Lbl').length === 0
}

/** Moves the parts behind a place from one item to another. */
function take(to: Node, from: Node, rank: number): void {
  for (const kid of from.kids) if (kid.kind === 'node' && kid.rank > rank) kid.moveTo(to, kid.rank)
}
