// What a table's children are, by `display`, and how to read them one by one with a look ahead.
import type { StyledElement, StyledNode } from '../style/style.ts'
import { isWhiteSpace } from './inline-text.ts'
import { isReplaced } from './replaced/replaced.ts'

type TablePart = 'caption' | 'columns' | 'column' | 'head' | 'foot' | 'body' | 'row' | 'cell' | 'other' | 'nothing'

const PARTS: Readonly<Record<string, TablePart>> = {
  'table-caption': 'caption',
  'table-column-group': 'columns',
  'table-column': 'column',
  'table-header-group': 'head',
  'table-footer-group': 'foot',
  'table-row-group': 'body',
  'table-row': 'row',
  'table-cell': 'cell',
}

/** A part of a table wherever it stands; out of table it gets one around it (CSS Tables 3 §3.2). */
export function isTablePart(node: StyledElement): boolean {
  return PARTS[node.style.display] !== undefined && !isReplaced(node)
}

export function partOf(node: StyledNode): TablePart {
  if (node.kind === 'text') return isWhiteSpace(node.text) ? 'nothing' : 'other'
  if (node.style.display === 'none') return 'nothing'
  if (typeof node.style.position === 'object') return 'nothing'
  const part = PARTS[node.style.display]
  // What is replaced is a block with any of these (CSS Tables 3 §2.1).
  return part === undefined || isReplaced(node) ? 'other' : part
}

/** Children in order, `display: contents` opened; `count` is how many were taken. */
export class PartCursor {
  readonly #nodes: Iterator<StyledNode>
  #next: StyledNode | undefined
  #isPeeked = false
  count = 0

  constructor(children: Iterable<StyledNode>) {
    this.#nodes = Array.isArray(children) && !children.some(isOpened) ? children.values() : flatten(children)
  }

  peek(): StyledNode | undefined {
    if (!this.#isPeeked) {
      const step = this.#nodes.next()
      this.#next = step.done === true ? undefined : step.value
      this.#isPeeked = true
    }
    return this.#next
  }

  next(): StyledNode | undefined {
    const node = this.peek()
    this.#isPeeked = false
    this.count++
    return node
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.next()
  }
}

function isOpened(node: StyledNode): boolean {
  return node.kind === 'element' && node.style.display === 'contents'
}

function* flatten(children: Iterable<StyledNode>): Generator<StyledNode, undefined> {
  for (const node of children) {
    if (node.kind === 'element' && isOpened(node)) yield* flatten(node.children)
    else yield node
  }
  return undefined
}
