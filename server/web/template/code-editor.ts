// A code editor for a source or for data: highlighting, search, completion, and the engine's diagnostics in the gutter.
import { autocompletion, type CompletionContext, type CompletionResult, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { codeLook } from './code-look.ts'

export interface Mark {
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

export interface CodeEditor {
  text(): string
  /** Replaces all of the text, as one step that can be undone. */
  setText(text: string): void
  show(marks: readonly Mark[]): void
  /** Puts the caret at a place, and the focus into the editor. */
  goTo(line: number, column: number): void
  destroy(): void
}

interface CodeEditorOptions {
  readonly parent: HTMLElement
  readonly language: 'html' | 'json'
  readonly text: string
  readonly label: string
  readonly isReadOnly?: boolean
  onChange(text: string): void
  onSave(): void
  complete?(context: CompletionContext): CompletionResult | null
}

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { parent, language, text, label, isReadOnly = false } = options
  const save = {
    key: 'Mod-s',
    run: () => {
      options.onSave()
      return true
    },
  }
  const extensions = [
    ...[lineNumbers(), highlightActiveLineGutter(), history(), foldGutter(), drawSelection(), indentOnInput(), bracketMatching()],
    ...[closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(), EditorView.lineWrapping],
    syntaxHighlighting(codeLook),
    keymap.of([save, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    language === 'html' ? html() : json(),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''),
    EditorView.theme({}, { dark: matchMedia('(prefers-color-scheme: dark)').matches }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString())
    }),
    ...(options.complete === undefined ? [] : [autocompletion({ override: [options.complete] })]),
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) })
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    show: (marks) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map((mark) => diagnosticOf(view.state, mark)),
        ),
      ),
    goTo: (line, column) => {
      const at = positionOf(view.state, line, column)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

function diagnosticOf(state: EditorState, { line, column, severity, message }: Mark): Diagnostic {
  const from = positionOf(state, line, column)
  const word = state.wordAt(from)
  return { from, to: word?.to ?? Math.min(from + 1, state.doc.length), severity, message }
}

function positionOf(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.max(1, Math.min(line, state.doc.lines)))
  return Math.min(found.from + Math.max(0, column - 1), found.to)
}
