// The editor of documents: TipTap, with the document in its own form and the JSON that it was loaded from beside it (see `json/load.ts`).
import { Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState, NodeSelection, Selection } from '@tiptap/pm/state'
import { columnResizing } from '@tiptap/pm/tables'
import { parseJsonText } from '../json/json-text.ts'
import { type LoadedDocument, loadDocument, type Origins, type Problem } from '../json/load.ts'
import { pathAtOffset, pathsOfPlace, placeOfPath } from '../json/places.ts'
import { saveDocument } from '../json/save.ts'
import { schemaExtensions } from '../schema/extensions.ts'
import { FOOTER, HEADER } from '../schema/names.ts'
import { commandKeys } from './commands.ts'
import type { ShowAsset } from './dom.ts'
import { fontsPlugin } from './fonts-plugin.ts'
import { insertText } from './insert.ts'
import { Keys } from './keys.ts'
import { placeholdersPlugin, problemsMeta, problemsPlugin } from './marks-plugin.ts'
import { cleanHtml } from './paste.ts'
import { richLook } from './rich-look.ts'
import { type SuggestListener, suggestPlugin } from './suggest.ts'

/** What the service has to say of a place of the document. */
export interface DocumentMark {
  /** A JSON pointer; absent where it is about something else. */
  readonly path?: string
  readonly severity: 'error' | 'warning'
  readonly message: string
}

export interface RichOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly label: string
  readonly describedBy: string
  readonly isReadOnly: boolean
  readonly showAsset: ShowAsset
  assetBytes(name: string): Promise<ArrayBuffer>
  readonly suggest: SuggestListener
  onChange(text: string): void
  onSave(): void
  /** The selection or the document has changed. */
  onState(isTyping: boolean): void
  /** Pictures were dropped or pasted; `at` is absent where a node is selected, which they follow. */
  onFiles(files: readonly File[], at: number | undefined): void
  /** Somebody asks for the properties of what is selected, or for the tool bar. */
  onKey(key: 'properties' | 'toolbar' | 'link'): void
}

export interface RichEditor {
  readonly editor: Editor
  text(): string
  /** A problem where the text cannot be shown; the document stays as it was. */
  setText(text: string): Problem | undefined
  show(marks: readonly DocumentMark[]): void
  goToPath(path: string): void
  goTo(line: number, column: number): void
  /** The places around the caret, from inside out. */
  paths(): readonly string[]
  destroy(): void
}

const EMPTY = { type: 'doc', content: [{ type: HEADER }, { type: 'paragraph' }, { type: FOOTER }] }

/** The editor, or what keeps it from showing the document. */
export function createRichEditor(options: RichOptions): RichEditor | Problem {
  const { parent, text, isReadOnly } = options
  const origins: Origins = new WeakMap()
  const bases: LoadedDocument[] = []
  const editor = new Editor({
    element: parent,
    extensions: [...schemaExtensions(richLook(options.showAsset)), Keys, ownExtension(options)],
    content: EMPTY,
    editable: !isReadOnly,
    injectCSS: false,
    enableCoreExtensions: { delete: false },
    editorProps: {
      attributes: {
        ...{ class: 'rich-document', role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label },
        ...{ 'aria-describedby': options.describedBy, 'aria-readonly': String(isReadOnly), tabindex: '0' },
      },
      transformPastedHTML: cleanHtml,
      handleClickOn: (view, _at, node, place, event) => {
        const isBox = event.target instanceof Element && event.target.classList.contains('rich-check')
        if (!isBox || isReadOnly || node.type.name !== 'taskItem') return false
        view.dispatch(view.state.tr.setNodeAttribute(place, 'checked', node.attrs['checked'] !== true))
        return true
      },
      // A key takes no selected picture away: Backspace and Delete do.
      handleTextInput: (view, _from, _to, typed) => {
        if (!(view.state.selection instanceof NodeSelection)) return false
        view.dispatch(insertText(view.state.tr, typed))
        return true
      },
      handlePaste: (view, event) => taken(options, event.clipboardData, caretOf(view.state)),
      handleDrop: (view, event, _slice, isMoved) =>
        !isMoved && taken(options, event.dataTransfer, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? 0),
    },
  })
  const loading = loadDocument(text, editor.schema, origins)
  if (loading.kind === 'failed') {
    editor.destroy()
    return loading.problem
  }
  bases.push(loading.base)
  const { doc: first } = loading.base
  // The caret begins in the body, below the header.
  const selection = Selection.near(first.resolve(first.firstChild!.nodeSize))
  editor.view.updateState(EditorState.create({ doc: first, selection, plugins: editor.state.plugins }))
  let saved: { readonly doc: Node; readonly text: string } = { doc: first, text }
  const textNow = (): string => {
    const { doc } = editor.state
    if (saved.doc !== doc) saved = { doc, text: saveDocument(baseOf(bases, doc), doc, origins) }
    return saved.text
  }
  editor.on('transaction', ({ transaction }) => {
    if (transaction.docChanged) options.onChange(textNow())
    if (transaction.docChanged || transaction.selectionSet) options.onState(transaction.docChanged)
  })
  const goToPath = (path: string): void => {
    const place = placeOfPath({ base: baseOf(bases, editor.state.doc), doc: editor.state.doc, origins }, path)
    if (place !== undefined) select(editor, place.from)
  }
  return {
    editor,
    text: textNow,
    setText(next) {
      const again = loadDocument(next, editor.schema, origins)
      if (again.kind === 'failed') return again.problem
      if (next === textNow()) return undefined
      const { doc } = again.base
      bases.push(again.base)
      const { tr } = editor.state
      tr.replaceWith(0, tr.doc.content.size, doc.content).setDocAttribute('page', doc.attrs['page'])
      tr.setSelection(Selection.near(tr.doc.resolve(Math.min(editor.state.selection.from, tr.doc.content.size))))
      editor.view.dispatch(tr)
      return undefined
    },
    show(marks) {
      const { doc, tr } = editor.state
      const shown = { base: baseOf(bases, doc), doc, origins }
      const problems = marks.flatMap(({ path, severity, message }) => {
        const place = path === undefined ? undefined : placeOfPath(shown, path)
        return place === undefined ? [] : [{ ...place, severity, message }]
      })
      const [key, meta] = problemsMeta(problems)
      editor.view.dispatch(tr.setMeta(key, meta).setMeta('addToHistory', false))
    },
    goToPath,
    goTo(line, column) {
      const text = textNow()
      const start =
        text
          .split('\n')
          .slice(0, Math.max(0, line - 1))
          .join('\n').length + (line > 1 ? 1 : 0)
      goToPath(pathAtOffset(parseJsonText(text), start + column - 1))
    },
    paths: () => pathsOfPlace(baseOf(bases, editor.state.doc), editor.state.doc, editor.state.selection.from),
    destroy: () => editor.destroy(),
  }
}

/** The loaded document that the present one is nearest to: undoing may lead back to an earlier one. */
function baseOf(bases: readonly LoadedDocument[], doc: Node): LoadedDocument {
  let best = bases.at(-1)!
  let most = -1
  if (bases.length === 1) return best
  const children = new Set(doc.children)
  for (const base of [...bases].reverse()) {
    const count = base.doc.children.filter((child) => children.has(child)).length
    if (count > most) [best, most] = [base, count]
  }
  return best
}

function select(editor: Editor, at: number): void {
  const { doc, tr } = editor.state
  const node = doc.nodeAt(at)
  const isSelected = node?.isAtom === true && !node.isText && NodeSelection.isSelectable(node)
  tr.setSelection(
    isSelected
      ? NodeSelection.create(doc, at)
      : Selection.near(doc.resolve(Math.min(at + (node?.isText === true ? 0 : 1), doc.content.size))),
  )
  editor.view.dispatch(tr.scrollIntoView())
  editor.view.focus()
}

function caretOf({ selection }: EditorState): number | undefined {
  return selection instanceof NodeSelection ? undefined : selection.from
}

function taken({ onFiles, isReadOnly }: RichOptions, transfer: DataTransfer | null, at: number | undefined): boolean {
  const files = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
  // Word and Excel put a picture of what is copied beside its text.
  if (files.length === 0 || isReadOnly || transfer?.types.includes('text/html') === true) return false
  onFiles(files, at)
  return true
}

function ownExtension({ suggest, assetBytes, onSave, onKey, isReadOnly }: RichOptions): Extension {
  return Extension.create({
    name: 'platen',
    priority: 1000,
    addProseMirrorPlugins: () => [
      ...(isReadOnly ? [] : [suggestPlugin(suggest), columnResizing({ cellMinWidth: 24, lastColumnResizable: false })]),
      fontsPlugin(assetBytes),
      problemsPlugin(),
      placeholdersPlugin(),
    ],
    addKeyboardShortcuts() {
      const asks = (key: 'properties' | 'toolbar' | 'link') => () => {
        onKey(key)
        return true
      }
      return {
        ...(isReadOnly ? {} : commandKeys(this.editor)),
        'Mod-s': () => {
          onSave()
          return true
        },
        'Alt-F10': asks('toolbar'),
        'Alt-Enter': asks('properties'),
        'Mod-k': asks('link'),
      }
    },
  })
}
