// What keys do beside the commands of the tool bar, and what typing turns into: `# ` a heading, `- ` a list.
import { type Editor, Extension, InputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { type Command, Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import { goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { FOOTER, HEADER } from '../schema/names.ts'

/** Runs a command of ProseMirror. */
export function runPm(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch, editor.view)
}

/** Selects the part of the page that the caret is in: header, body or footer. */
const selectPart: Command = (state, dispatch) => {
  const part = state.selection.$from.node(1)
  const name = part?.type.name
  const [header, footer] = [state.doc.firstChild!, state.doc.lastChild!]
  const end = state.doc.content.size
  const ranges: Record<string, readonly [number, number]> = { [HEADER]: [0, header.nodeSize], [FOOTER]: [end - footer.nodeSize, end] }
  const [from, to] = ranges[name ?? ''] ?? [header.nodeSize, end - footer.nodeSize]
  const [first, last] = [Selection.findFrom(state.doc.resolve(from), 1, true), Selection.findFrom(state.doc.resolve(to), -1, true)]
  if (first === null || last === null) return false
  dispatch?.(state.tr.setSelection(TextSelection.between(first.$from, last.$to)))
  return true
}

/** Moves the block of the selection before the one above it, or after the one below. */
export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection
    const range = $from.blockRange($to)
    if (range === null) return false
    const { parent, startIndex, endIndex, start, end } = range
    const neighbour = parent.maybeChild(direction < 0 ? startIndex - 1 : endIndex)
    // Header and footer of the page stay where they are.
    if (neighbour === null || isRunning(neighbour.type.name) || isRunning(parent.maybeChild(startIndex)?.type.name)) return false
    const moved = parent.content.cut(start - range.$from.start(range.depth), end - range.$from.start(range.depth))
    if (dispatch === undefined) return true
    const { tr } = state
    const target = direction < 0 ? start - neighbour.nodeSize : start + neighbour.nodeSize
    tr.delete(start, end).insert(target, moved)
    const shift = target - start
    tr.setSelection(TextSelection.between(tr.doc.resolve($from.pos + shift), tr.doc.resolve($to.pos + shift)))
    dispatch(tr.scrollIntoView())
    return true
  }
}

const isRunning = (name: string | undefined): boolean => name === HEADER || name === FOOTER

/** Tables are mended by commands alone: one that was loaded with cells missing stays as it is while something else is typed. */
function tables(): Plugin {
  const { spec } = tableEditing()
  const { appendTransaction, ...others } = spec
  return new Plugin(others)
}

function toggleTask(editor: Editor): boolean {
  if (!editor.isActive('taskItem')) return false
  return editor.commands.updateAttributes('taskItem', { checked: editor.getAttributes('taskItem')['checked'] !== true })
}

export const Keys = Extension.create({
  name: 'keys',
  addProseMirrorPlugins: () => [history({ newGroupDelay: 500 }), dropCursor({ class: 'rich-drop' }), gapCursor(), tables()],
  addKeyboardShortcuts() {
    const { editor } = this
    const run = (command: Command) => () => runPm(editor, command)
    const inItem = (): string => (editor.isActive('taskItem') ? 'taskItem' : 'listItem')
    return {
      'Mod-z': run(undo),
      'Mod-y': run(redo),
      'Shift-Mod-z': run(redo),
      'Mod-a': run(selectPart),
      'Alt-ArrowUp': run(moveBlock(-1)),
      'Alt-ArrowDown': run(moveBlock(1)),
      'Shift-Enter': () => editor.commands.insertContent({ type: 'hardBreak' }),
      'Mod-Enter': () => toggleTask(editor),
      Enter: () => editor.commands.splitListItem(inItem()),
      Tab: () => runPm(editor, goToNextCell(1)) || editor.commands.sinkListItem(inItem()),
      'Shift-Tab': () => runPm(editor, goToNextCell(-1)) || editor.commands.liftListItem(inItem()),
    }
  },
  addInputRules() {
    const { nodes } = this.editor.schema
    const type = (name: string) => nodes[name]!
    const item = (find: RegExp, name: string) => wrappingInputRule({ find, type: type(name) })
    return [
      ...[1, 2, 3, 4, 5, 6].map((level) =>
        textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: type('heading'), getAttributes: { level } }),
      ),
      textblockTypeInputRule({ find: /^```\s$/, type: type('codeBlock') }),
      ...[
        item(/^\s*[-*+]\s$/, 'bulletList'),
        item(/^\s*1[.)]\s$/, 'orderedList'),
        item(/^\s*\[ ?\]\s$/, 'taskList'),
        item(/^>\s$/, 'blockquote'),
      ],
      new InputRule({
        find: /^---$/,
        handler: ({ state, range }) => {
          const { $from } = state.selection
          if ($from.parent.type.name !== 'paragraph') return
          state.tr.replaceWith($from.before(), $from.after(), [type('horizontalRule').create(), type('paragraph').create()])
          state.tr.setSelection(Selection.near(state.tr.doc.resolve(Math.min(range.from + 1, state.tr.doc.content.size))))
        },
      }),
    ]
  },
})
