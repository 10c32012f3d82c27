// Places of a document: the JSON pointers of the service's diagnostics, and where they are in the editor.
import type { Node } from '@tiptap/pm/model'
import { FOOTER, HEADER } from '../schema/names.ts'
import type { JsonValue } from './json-text.ts'
import type { JsonInline, LoadedDocument, Origins } from './load.ts'

/** Keys of a pointer (`/content/3/attrs/level`), or of a path with dots (`content.3`). */
export function keysOf(path: string): string[] {
  if (!path.startsWith('/')) return path.split('.').filter((key) => key !== '')
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value of the loaded text that a path names, or the nearest around it. */
export function jsonAt(root: JsonValue, path: string): JsonValue {
  let value = root
  for (const key of keysOf(path)) {
    const next =
      value.kind === 'object'
        ? value.items.findLast((item) => item.key === key)?.value
        : value.kind === 'list'
          ? value.items[Number(key)]
          : undefined
    if (next === undefined) return value
    value = next
  }
  return value
}

export interface NodePlace {
  readonly from: number
  readonly to: number
}

/** The present document, and what it was loaded as. */
export interface Shown {
  readonly base: LoadedDocument
  readonly doc: Node
  readonly origins: Origins
}

/**
 * The node of the present document that a path names, by its places in lists: paths are those of the text as it is now, whose lists have the
 * children of the editor in their order.
 */
export function placeOfPath({ base, doc, origins }: Shown, path: string): NodePlace | undefined {
  const keys = keysOf(path)
  let at = keys[0] === 'doc' ? 1 : 0
  let node: Node
  let start: number
  const end = doc.content.size
  const running = keys.slice(at, at + 2).join('.') === 'attrs.page' ? keys[at + 2] : undefined
  if (running === 'header' || running === 'footer') {
    node = running === 'header' ? doc.firstChild! : doc.lastChild!
    start = running === 'header' ? 1 : end - node.nodeSize + 1
    at += 3
  } else if (base.docJson === undefined || keys[at] === 'content') {
    node = doc
    start = 0
    at += base.docJson === undefined ? 0 : 1
  } else return undefined
  let place: NodePlace | undefined
  for (;;) {
    const index = Number(keys[at])
    const pieces = origins.get(node)?.pieces
    if (pieces !== undefined && Number.isInteger(index)) return placeOfPiece(pieces, index, start) ?? place
    const child = node === doc ? index + 1 : index
    if (keys[at] === undefined || !Number.isInteger(index) || child < 0 || child >= node.childCount || isRunning(node, child)) return place
    const offset = start + sizeBefore(node, child)
    node = node.child(child)
    place = { from: offset, to: offset + node.nodeSize }
    if (keys[at + 1] !== 'content' || node.isLeaf) return place
    start = offset + 1
    at += 2
  }
}

/** A text as JSON has it, which may be a part of one that the editor has. */
function placeOfPiece(pieces: readonly JsonInline[], index: number, start: number): NodePlace | undefined {
  let from = start
  for (const [place, piece] of pieces.entries()) {
    const to = from + (piece.kind === 'text' ? piece.text.length : piece.node.nodeSize)
    if (place === index) return to > from ? { from, to } : undefined
    from = to
  }
  return undefined
}

function isRunning(node: Node, index: number): boolean {
  const name = node.child(index).type.name
  return name === HEADER || name === FOOTER
}

function sizeBefore(node: Node, index: number): number {
  let size = 0
  for (let i = 0; i < index; i++) size += node.child(i).nodeSize
  return size
}

/** The paths of the nodes around a place, from inside out, as the service writes them. */
export function pathsOfPlace(base: LoadedDocument, doc: Node, at: number): readonly string[] {
  const $at = doc.resolve(at)
  const part = $at.depth > 0 ? $at.node(1).type.name : ''
  const isRunningPart = part === HEADER || part === FOOTER
  const state = base.docJson === undefined || base.docJson === base.root ? '' : '/doc'
  const first = base.docJson === undefined ? state : `${state}/content`
  let path = isRunningPart ? `${state}/attrs/page/${part === HEADER ? 'header' : 'footer'}` : `${first}/${$at.index(0) - 1}`
  const paths = isRunningPart ? [] : [path]
  for (let depth = 1; depth <= $at.depth && !$at.node(depth).isTextblock; depth++) {
    path += depth === 1 && isRunningPart ? `/${$at.index(depth)}` : `/content/${$at.index(depth)}`
    paths.unshift(path)
  }
  return paths
}

/** The path of the innermost value around an offset of a text. */
export function pathAtOffset(root: JsonValue, offset: number): string {
  const keys: (string | number)[] = []
  let value: JsonValue | undefined = root
  while (value?.kind === 'object' || value?.kind === 'list') {
    const index: number = value.items.findIndex(({ start, end }) => start <= offset && offset <= end)
    if (index < 0) break
    keys.push(value.kind === 'object' ? (value.items[index]?.key ?? '') : index)
    value = value.kind === 'object' ? value.items[index]?.value : value.items[index]
  }
  return `/${keys.join('/')}`
}
