// Pairs the children of a node with those that it was loaded with: unchanged, changed in place, or new.
import type { Node } from '@tiptap/pm/model'
import { isOpaque } from './write.ts'

/** `before`: the child that it was, by its number; absent where it is new. */
export interface Paired {
  readonly before?: number
  readonly node: Node
}

const LISTS = new Set(['bulletList', 'orderedList', 'taskList'])
const CELLS = new Set(['tableCell', 'tableHeader'])

/** Whether a node can be written as a change of another. */
function isLike(before: Node, after: Node): boolean {
  if (isOpaque(before) || isOpaque(after)) return before.type === after.type && before.attrs['json'] === after.attrs['json']
  if (before.type === after.type) return true
  if (before.isTextblock && after.isTextblock) return true
  return [LISTS, CELLS].some((names) => names.has(before.type.name) && names.has(after.type.name))
}

export function pair(before: readonly Node[], after: readonly Node[]): readonly Paired[] {
  const places = new Map(before.map((node, index) => [node, index]))
  const result: Paired[] = []
  let first = 0
  let changed: Node[] = []
  /** Pairs the nodes since the last one that is unchanged; `end`: place of the next unchanged one. */
  const endStretch = (end: number): void => {
    pairStretch(before, { first, end }, changed, result)
    changed = []
  }
  for (const node of after) {
    const place = places.get(node)
    if (place === undefined || place < first) {
      changed.push(node)
      continue
    }
    endStretch(place)
    result.push({ before: place, node })
    first = place + 1
  }
  endStretch(before.length)
  return result
}

/** Between two unchanged nodes: each changed node is paired with the next loaded one that it can be written as, so that as many as possible are paired. */
function pairStretch(
  before: readonly Node[],
  { first, end }: { readonly first: number; readonly end: number },
  changed: readonly Node[],
  result: Paired[],
): void {
  let next = first
  for (const [index, node] of changed.entries()) {
    const left = changed.length - index
    // Equal numbers are likely one for one; else one of the same type is looked for.
    const isAlike = (place: number): boolean => isLike(before[place]!, node)
    let found = next
    while (found < end && !(isAlike(found) && (end - found <= left || before[found]!.type === node.type))) found++
    if (found < end) {
      result.push({ before: found, node })
      next = found + 1
    } else result.push({ node })
  }
}
