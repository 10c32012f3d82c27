// The commands of the tool bar and of the bar of what is selected: what each does, when it can, and the key that does it too.
import type { Editor } from '@tiptap/core'
import { lift } from '@tiptap/pm/commands'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { Command as PmCommand } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  mergeCells,
  splitCell,
  toggleHeaderCell,
} from '@tiptap/pm/tables'
import { FOOTER, HEADER } from '../schema/names.ts'
import type { RichKey } from '../text/en.ts'
import type { IconName } from './icons.data.ts'
import { moveBlock, runPm } from './keys.ts'

export interface Command {
  readonly label: RichKey
  readonly icon: IconName
  readonly shortcut?: string
  run(editor: Editor): void
  isActive?(editor: Editor): boolean
  isPossible?(editor: Editor): boolean
}

const mark = (name: 'bold' | 'italic' | 'underline' | 'strike' | 'superscript' | 'subscript' | 'code', shortcut?: string): Command => ({
  ...{ label: name, icon: name, ...(shortcut === undefined ? {} : { shortcut }) },
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isActive: (editor) => editor.isActive(name),
})

const list = (name: 'bulletList' | 'orderedList' | 'taskList', item: string, shortcut: string): Command => ({
  ...{ label: `node_${name}`, icon: name, shortcut },
  run: (editor) => editor.chain().focus().toggleList(name, item).run(),
  isActive: (editor) => editor.isActive(name),
})

const pm = (label: RichKey, icon: IconName, command: PmCommand): Command => ({
  ...{ label, icon },
  run(editor) {
    runPm(editor, command)
    editor.view.focus()
  },
  isPossible: (editor) => command(editor.state),
})

type Side = 'left' | 'center' | 'right' | 'justify'

/** Cells are aligned by their own attribute, other blocks by theirs. */
function setAlign(editor: Editor, side: Side): void {
  const { state } = editor
  const { tr } = state
  const isSet = isAligned(editor, side)
  state.doc.nodesBetween(state.selection.from, state.selection.to, (node, at) => {
    if ('textAlign' in (node.type.spec.attrs ?? {}) && node.isTextblock) tr.setNodeAttribute(at, 'textAlign', isSet ? null : side)
    else if (node.type.name === 'image') tr.setNodeAttribute(at, 'align', isSet || side === 'justify' ? null : side)
  })
  editor.view.dispatch(tr)
  editor.view.focus()
}

const isAligned = (editor: Editor, side: Side): boolean => editor.isActive({ textAlign: side }) || editor.isActive('image', { align: side })

const align = (label: RichKey, icon: IconName, side: Side, shortcut: string): Command => ({
  ...{ label, icon, shortcut },
  run: (editor) => setAlign(editor, side),
  isActive: (editor) => isAligned(editor, side),
})

export const HISTORY: readonly Command[] = [
  { ...pm('undo', 'undo', undo), shortcut: 'Mod-z', isPossible: ({ state }) => undoDepth(state) > 0 },
  { ...pm('redo', 'redo', redo), shortcut: 'Shift-Mod-z', isPossible: ({ state }) => redoDepth(state) > 0 },
]
export const MARKS: readonly Command[] = [
  ...[mark('bold', 'Mod-b'), mark('italic', 'Mod-i'), mark('underline', 'Mod-u'), mark('strike', 'Shift-Mod-s'), mark('code', 'Mod-e')],
  ...[mark('superscript', 'Mod-.'), mark('subscript', 'Mod-,')],
]
export const CLEAR: Command = {
  ...{ label: 'clear', icon: 'clear', shortcut: 'Mod-\\' },
  run: (editor) => editor.chain().focus().unsetAllMarks().run(),
}
export const ALIGN: readonly Command[] = [
  align('alignLeft', 'alignLeft', 'left', 'Shift-Mod-l'),
  align('alignCenter', 'alignCenter', 'center', 'Shift-Mod-e'),
  align('alignRight', 'alignRight', 'right', 'Shift-Mod-r'),
  align('alignJustify', 'alignJustify', 'justify', 'Shift-Mod-j'),
]
export const LISTS: readonly Command[] = [
  list('bulletList', 'listItem', 'Shift-Mod-8'),
  list('orderedList', 'listItem', 'Shift-Mod-7'),
  list('taskList', 'taskItem', 'Shift-Mod-9'),
]

const TABLE: readonly Command[] = [
  pm('rowAbove', 'rowAbove', addRowBefore),
  pm('rowBelow', 'rowBelow', addRowAfter),
  pm('rowDelete', 'rowDelete', deleteRow),
  pm('columnBefore', 'columnBefore', addColumnBefore),
  pm('columnAfter', 'columnAfter', addColumnAfter),
  pm('columnDelete', 'columnDelete', deleteColumn),
  pm('cellsMerge', 'cellsMerge', mergeCells),
  pm('cellSplit', 'cellSplit', splitCell),
  pm('headerRow', 'headerRow', toggleHeaderCell),
]

const inItem = (editor: Editor): string => (editor.isActive('taskItem') ? 'taskItem' : 'listItem')

const ITEMS: readonly Command[] = [
  { label: 'indent', icon: 'indent', shortcut: 'Tab', run: (editor) => editor.chain().focus().sinkListItem(inItem(editor)).run() },
  { label: 'outdent', icon: 'outdent', shortcut: 'Shift-Tab', run: (editor) => editor.chain().focus().liftListItem(inItem(editor)).run() },
]

const addColumn: Command = {
  ...{ label: 'addColumn', icon: 'columnAfter' },
  run(editor) {
    const { $from } = editor.state.selection
    const { column, paragraph } = editor.schema.nodes
    for (let depth = $from.depth; depth > 0; depth--) {
      if ($from.node(depth).type.name !== 'column') continue
      editor.view.dispatch(editor.state.tr.insert($from.after(depth), column!.create(null, paragraph!.create())))
      editor.view.focus()
    }
  },
}

const deleteBlock: Command = {
  ...{ label: 'deleteNode', icon: 'deleteNode' },
  run(editor) {
    const { selection, tr } = editor.state
    const { $from } = selection
    if (selection.empty || $from.parent.isTextblock) {
      const depth = $from.depth
      if (depth > 0 && $from.node(depth - 1).canReplace($from.index(depth - 1), $from.index(depth - 1) + 1))
        tr.delete($from.before(depth), $from.after(depth))
      else tr.deleteSelection()
    } else tr.deleteSelection()
    editor.view.dispatch(tr.scrollIntoView())
    editor.view.focus()
  },
}

const isWithin = (editor: Editor, ...names: readonly string[]): boolean => names.some((name) => editor.isActive(name))

/** What can be done where the caret is. */
export function contextCommands(editor: Editor): readonly Command[] {
  const inPart = isWithin(editor, HEADER, FOOTER)
  return [
    ...(isWithin(editor, 'table') ? TABLE : []),
    ...(isWithin(editor, 'listItem', 'taskItem') ? ITEMS : []),
    ...(isWithin(editor, 'column') ? [addColumn] : []),
    ...(isWithin(editor, 'blockquote', 'section', 'repeat', 'condition', 'callout', 'figure') ? [pm('unwrap', 'unwrap', lift)] : []),
    { ...pm('moveUp', 'moveUp', moveBlock(-1)), shortcut: 'Alt-ArrowUp' },
    { ...pm('moveDown', 'moveDown', moveBlock(1)), shortcut: 'Alt-ArrowDown' },
    ...(inPart || !isWithin(editor, 'table') ? [deleteBlock] : []),
  ]
}

/** Keys of the commands, as an extension takes them. */
export function commandKeys(editor: Editor): Record<string, () => boolean> {
  const commands = [...MARKS, CLEAR, ...ALIGN, ...LISTS].filter(({ shortcut }) => shortcut !== undefined)
  const keys: Record<string, () => boolean> = Object.fromEntries(
    commands.map(({ shortcut, run }) => [
      shortcut!,
      (): boolean => {
        run(editor)
        return true
      },
    ]),
  )
  for (let level = 1; level <= 6; level++) keys[`Mod-Alt-${level}`] = () => editor.commands.toggleNode('heading', 'paragraph', { level })
  keys['Mod-Alt-0'] = () => editor.commands.setNode('paragraph')
  return keys
}
