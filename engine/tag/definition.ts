// Parts of description lists (HTML §4.4.9), as items of a list: `dt` are labels, `dd` bodies of the item that the labels before them began.
import type { Node } from './node.ts'

/** The node of a `dt` or `dd`: names that follow each other share what they name. */
export function definition(type: 'DT' | 'DD', parent: Node, rank: number): Node {
  const { host } = parent
  const last = parent.kids.findLast((kid) => kid.kind === 'node' && kid.type === 'LI' && kid.rank < rank)
  const isOpen = last?.kind === 'node' && (type === 'DD' || !last.kids.some((kid) => kid.kind === 'node' && kid.type === 'LBody'))
  const item = isOpen ? last : host.make('LI', parent, rank)
  return host.make(type === 'DT' ? 'Lbl' : 'LBody', item, rank)
}
