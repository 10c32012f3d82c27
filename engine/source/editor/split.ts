// Problem: a placeholder of which a part is formatted is several text nodes: `{{cust` **`omer}}`**.
// Approach: neighbouring text nodes are scanned as one text; a tag that crosses a border goes as a whole to the node that its name begins in.
import { addAll } from '../../collections/lists.ts'
import { type Mustache, scanMustaches } from '../mustache.ts'
import type { EditorNode } from './node.ts'

export function joinPlaceholders(nodes: readonly EditorNode[]): readonly EditorNode[] {
  if (!nodes.some((node, index) => isText(node) && isText(nodes[index + 1]) && node.text.includes('{'))) return nodes
  const result: EditorNode[] = []
  for (let i = 0; i < nodes.length; ) {
    let end = i
    while (isText(nodes[end])) end++
    if (end - i < 2) addAll(result, nodes.slice(i, Math.max(end, i + 1)))
    else addAll(result, joined(nodes.slice(i, end)))
    i = Math.max(end, i + 1)
  }
  return result
}

type TextNode = EditorNode & { readonly text: string }

function isText(node: EditorNode | undefined): node is TextNode {
  return typeof node === 'object' && node !== null && node.type === 'text' && typeof node.text === 'string'
}

function joined(nodes: readonly EditorNode[]): readonly EditorNode[] {
  const texts = nodes.map((node) => node.text ?? '')
  const whole = texts.join('')
  if (!whole.includes('{{')) return nodes
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length
  }
  const ownerOf = (offset: number): number => lastAtMost(starts, offset)
  const crossing = scanMustaches(whole)
    .tags.map((tag) => braces(tag, whole))
    .filter(([from, to]) => ownerOf(from) !== ownerOf(to - 1))
  if (crossing.length === 0) return nodes
  const parts = texts.map(() => '')
  let position = 0
  for (const [from, to] of crossing) {
    share(position, from)
    parts[ownerOf(nameStart(whole, from, to))] += whole.slice(from, to)
    position = to
  }
  share(position, whole.length)
  return nodes.flatMap((node, index) => (parts[index] === '' && texts[index] !== '' ? [] : [{ ...node, text: parts[index]! }]))

  /** Gives the text between two offsets to the nodes it is from. */
  function share(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const owner = ownerOf(at)
      const end = Math.min(to, starts[owner + 1] ?? whole.length)
      parts[owner] += whole.slice(at, end)
      at = end
    }
  }
}

/** The index of the last of ascending numbers that is not greater. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (numbers[middle]! <= most) low = middle
    else high = middle - 1
  }
  return low
}

/** The range of a tag's braces, without the white space that it takes. */
function braces({ offset, end }: Mustache, text: string): readonly [from: number, to: number] {
  return [offset, text.lastIndexOf('}', end - 1) + 1]
}

function nameStart(text: string, from: number, to: number): number {
  const found = text.slice(from, to).search(/[^{#/^!&~\s]/)
  return found < 0 ? from : from + found
}
