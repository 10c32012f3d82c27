// Footnotes that are kept apart from the places that refer to them: a list at the end of the document, and references by id.
// Each reference becomes the footnote itself; a list that nobody refers to is printed as a list.
import type { EditorNode } from './node.ts'
import { fit } from './placement.ts'

export function resolveFootnotes(content: readonly EditorNode[]): readonly EditorNode[] {
  const notes = new Map<string, EditorNode>()
  const hasList = content.map((node) => collect(node, notes)).includes(true)
  if (!hasList && !content.some(hasReference)) return content
  const used = new Set<string>()
  const referred = content.map((node) => withNotes(node, notes, used))
  return referred.flatMap((node) => remaining(node, notes, used))
}

function idOf({ attrs }: EditorNode): string | undefined {
  const names = ['data-id', 'dataId', 'noteId', 'footnoteId', 'id', 'label']
  const found = names
    .map((name) => (attrs && Object.hasOwn(attrs, name) ? attrs[name] : undefined))
    .find((value) => value !== undefined && value !== null)
  return found === undefined ? undefined : String(found)
}

/** Whether there is a list of footnotes in the node; they are added to `notes`. */
function collect(node: EditorNode, notes: Map<string, EditorNode>): boolean {
  if (node.type !== 'footnotes') return (node.content ?? []).map((child) => collect(child, notes)).includes(true)
  for (const note of node.content ?? []) {
    const id = idOf(note)
    if (note.type === 'footnote' && id !== undefined && !notes.has(id)) notes.set(id, note)
  }
  return true
}

function hasReference(node: EditorNode): boolean {
  return node.type === 'footnoteReference' || (node.content ?? []).some(hasReference)
}

function withNotes(node: EditorNode, notes: ReadonlyMap<string, EditorNode>, used: Set<string>): EditorNode {
  if (node.type === 'footnotes') return node
  if (node.type !== 'footnoteReference')
    return node.content ? { ...node, content: node.content.map((child) => withNotes(child, notes, used)) } : node
  const id = idOf(node)
  const note = id === undefined || used.has(id) ? undefined : notes.get(id)
  if (id === undefined || note === undefined) return mark(node)
  used.add(id)
  const content = (note.content ?? []).map((child) => withNotes(child, notes, used))
  return { ...note, content, pointer: node.pointer }
}

/** The number of a reference whose note is not in the document, or is printed elsewhere. */
function mark({ attrs, pointer }: EditorNode): EditorNode {
  const number = ['referenceNumber', 'number', 'label']
    .map((name) => attrs?.[name])
    .find((value) => typeof value === 'string' || typeof value === 'number')
  return { type: 'text', text: String(number ?? '*'), marks: [{ type: 'superscript', pointer }], pointer }
}

function remaining(node: EditorNode, notes: ReadonlyMap<string, EditorNode>, used: Set<string>): readonly EditorNode[] {
  const inside = (list: readonly EditorNode[]): readonly EditorNode[] => list.flatMap((child) => remaining(child, notes, used))
  if (node.type !== 'footnotes') return [node.content ? { ...node, content: inside(node.content) } : node]
  const spare = (node.content ?? []).filter((note) => !used.has(idOf(note) ?? ''))
  const items = spare.map((note): EditorNode => {
    const own = withNotes(note, notes, used)
    const content =
      own.type === 'footnote' ? [{ type: 'paragraph', content: own.content ?? [], pointer: own.pointer }] : fit([own], 'blocks')
    return { type: 'listItem', content: inside(content), pointer: note.pointer }
  })
  return items.length === 0 ? [] : [{ type: 'orderedList', content: items, pointer: node.pointer }]
}
