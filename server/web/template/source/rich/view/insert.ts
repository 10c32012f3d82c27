// Puts nodes into a document: in the line, around the selected blocks, or after the block of the caret.
import type { Editor } from '@tiptap/core'
import { wrapIn } from '@tiptap/pm/commands'
import { Fragment, type Node, type Schema } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { KINDS } from '../schema/kinds.data.ts'
import { typeIn } from '../schema/names.ts'

type Attrs = Readonly<Record<string, unknown>>

/** Nodes that are put around what is selected. */
const AROUND = new Set(['section', 'repeat', 'condition', 'blockquote', 'callout', 'figure'])
const LISTS: Readonly<Record<string, string>> = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' }

export interface TableShape {
  readonly rows: number
  readonly columns: number
  readonly hasHeader: boolean
  /** The list that one row is repeated for. */
  readonly repeat: string
}

export function insertNode(editor: Editor, name: string, attrs: Attrs = {}): void {
  const { schema } = editor
  const item = LISTS[name]
  if (item !== undefined) {
    editor.chain().focus().toggleList(name, item).run()
    return
  }
  if (name === 'heading' || name === 'codeBlock' || name === 'paragraph') {
    editor.chain().focus().setNode(name, attrs).run()
    return
  }
  if (KINDS[name]?.places[0] === 'inline') {
    insertInline(editor, schema.nodes[name]!.create(attrs))
    return
  }
  if (AROUND.has(name) && wrapIn(schema.nodes[name]!, attrs)(editor.state, editor.view.dispatch)) {
    editor.view.focus()
    return
  }
  insertBlock(editor, made(schema, name, attrs))
}

function insertInline(editor: Editor, node: Node): void {
  const { tr } = editor.state
  leaveSelected(tr)
  const { selection } = tr
  if (!selection.$from.parent.inlineContent) {
    insertBlock(editor, editor.schema.nodes['paragraph']!.create(null, node))
    return
  }
  tr.replaceSelectionWith(node, true)
  if (node.type.name === 'footnote') tr.setSelection(Selection.near(tr.doc.resolve(selection.from + 1)))
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

/** Puts the caret behind a selected node of a line or a placeholder, or at the end of selected cells: what is inserted never takes their place, nor breaks them. */
function leaveSelected(tr: Transaction): void {
  const { selection } = tr
  if (selection instanceof CellSelection) {
    const { $headCell } = selection
    tr.setSelection(Selection.near(tr.doc.resolve($headCell.pos + $headCell.nodeAfter!.nodeSize - 1), -1))
  } else if (selection instanceof NodeSelection && selection.node.isInline) tr.setSelection(TextSelection.create(tr.doc, selection.to))
  else if (selection instanceof TextSelection && selection.empty) {
    const end = endOfPlaceholder(selection)
    if (end !== undefined) tr.setSelection(TextSelection.create(tr.doc, end))
  }
}

/** Of the `{{…}}` in whose text the caret is; undefined when it is in none. */
function endOfPlaceholder({ $from }: Selection): number | undefined {
  let text = ''
  $from.parent.forEach((child) => {
    text += child.text ?? '\uFFFC'.repeat(child.nodeSize)
  })
  for (const { 0: found, index } of text.matchAll(/\{\{[^{}]*\}\}/g))
    if (index < $from.parentOffset && $from.parentOffset < index + found.length) return $from.start() + index + found.length
  return undefined
}

/** Puts text where the caret is; behind a node that is selected, in a paragraph of its own where that is a block. A slash begins a word. */
export function insertText(tr: Transaction, text: string): Transaction {
  leaveSelected(tr)
  const { selection } = tr
  if (selection instanceof NodeSelection) {
    const paragraph = tr.doc.type.schema.nodes['paragraph']!.create()
    const at = placeBehind(selection, paragraph)
    tr.insert(at, paragraph).setSelection(TextSelection.create(tr.doc, at + 1))
  }
  const { $from, empty } = tr.selection
  const needsSpace = text === '/' && empty && $from.nodeBefore !== null && !/\s$/.test($from.nodeBefore.text ?? '')
  return tr.insertText(needsSpace ? ` ${text}` : text).scrollIntoView()
}

/** The first place behind the selection, from inside out, where a block may stand. */
function placeBehind({ $from, $to, to }: Selection, node: Node): number {
  if (acceptsAt($to.parent, $to.index(), node)) return to
  let { depth } = $from
  while (depth > 1 && !acceptsAt($from.node(depth - 1), $from.indexAfter(depth - 1), node)) depth--
  // In the body of a page that has nothing else the caret is in a block, at least.
  return depth === 0 ? to : $from.after(depth)
}

/** Puts a block in the place of an empty paragraph, else after the block of the caret. */
export function insertBlock(editor: Editor, node: Node): void {
  const { tr, selection } = editor.state
  const { $from } = selection
  if ($from.parent.type.name === 'paragraph' && $from.parent.content.size === 0 && acceptsAt($from.node(-1), $from.index(-1), node)) {
    placed(tr.replaceWith($from.before(), $from.after(), node), $from.before(), node)
  } else {
    const at = placeBehind(selection, node)
    placed(tr.insert(at, node), at, node)
  }
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

function acceptsAt(parent: Node | undefined, index: number, node: Node): boolean {
  return parent?.canReplaceWith(index, index, node.type) === true
}

function placed(tr: Transaction, at: number, node: Node): void {
  const inside = node.isLeaf ? at + node.nodeSize : at + 1
  const found = Selection.findFrom(tr.doc.resolve(Math.min(inside, tr.doc.content.size)), 1, !node.isLeaf)
  if (found !== null) tr.setSelection(found)
}

function made(schema: Schema, name: string, attrs: Attrs): Node {
  const paragraph = (): Node => schema.nodes['paragraph']!.create()
  const type = schema.nodes[name]!
  if (name === 'columns') {
    const column = (): Node => schema.nodes['column']!.create(null, paragraph())
    return type.create({ gap: '8mm', ...attrs }, [column(), column()])
  }
  if (name === 'details') {
    return type.create(attrs, [schema.nodes['detailsSummary']!.create(), schema.nodes['detailsContent']!.create(null, paragraph())])
  }
  return KINDS[name]?.content === undefined ? type.create(attrs) : type.create(attrs, paragraph())
}

export function insertTable(editor: Editor, { rows, columns, hasHeader, repeat }: TableShape): void {
  const { schema } = editor
  const row = (cell: string, attrs: Attrs | null): Node => {
    const cells = Array.from({ length: columns }, () => schema.nodes[cell]!.create(null, schema.nodes['paragraph']!.create()))
    return schema.nodes['tableRow']!.create(attrs, Fragment.fromArray(cells))
  }
  const body = Math.max(1, rows - (hasHeader ? 1 : 0))
  const list = Array.from({ length: body }, (_, index) => row('tableCell', repeat !== '' && index === 0 ? { repeat } : null))
  const all = hasHeader ? [row('tableHeader', null), ...list] : list
  insertBlock(editor, schema.nodes['table']!.create(hasHeader ? { headerRows: 1 } : null, all))
}

/** An image in the line where the caret is in one with text, else a block. */
export function insertImage(editor: Editor, attrs: Attrs): void {
  const { $from } = editor.state.selection
  const isInLine = $from.parent.inlineContent && $from.parent.content.size > 0
  const type = editor.schema.nodes[typeIn('image', isInLine ? 'inline' : 'block') ?? 'image']!
  if (isInLine) insertInline(editor, type.create(attrs))
  else insertBlock(editor, type.create(attrs))
}
