// A code editor for a source or for data: highlighting, search, completion, and the engine's diagnostics in the gutter.
import { autocompletion, type CompletionSource, closeBrackets, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { t } from '../../text/text.ts'
import { contentOf, elementsAt, pointersAt, positionOfPointer } from './caret-places.ts'
import { changeTeller } from './change-teller.ts'
import { codeLook } from './code-look.ts'
import { aroundOf } from './context.ts'
import { type LanguageName, languageCompletion, languageSupport } from './languages/language.ts'
import { lazySearch, openSearch } from './lazy-search.ts'
import { type Fix, mend, mendHere } from './mend.ts'
import { phrases } from './phrases.ts'
import { tabKey } from './tab-key.ts'
import { typedOver } from './typed-over.ts'

/** Characters before the caret that say where it stands. */
const MOST_AROUND = 1000
/** After the caret has moved: keys that are held down go on. */
const MS_CARET = 80

export interface SourceMark {
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** What to write in place of what, after this place on the same line. */
  readonly fix?: Fix
  /** In an editor document: where it is, as a JSON pointer. */
  readonly path?: string
}

export interface CodeEditor {
  text(): string
  /** Replaces all of the text, as one step that can be undone. */
  setText(text: string): void
  show(marks: readonly SourceMark[]): void
  /** Puts the caret at a place, and the focus into the editor; `inside`: into the element that begins there. */
  goTo(line: number, column: number, where?: 'at' | 'inside'): void
  /** The same at a node of an editor document, by its JSON pointer. */
  goToPath(pointer: string): void
  /** Opens the fields to find and replace, and puts the focus there. */
  find(): void
  destroy(): void
}

interface CodeEditorOptions {
  readonly parent: HTMLElement
  readonly language: LanguageName
  readonly text: string
  readonly label: string
  readonly isReadOnly?: boolean
  /** Shown while there is no text. */
  readonly placeholder?: string
  /** Of the language: help, completion, commands. */
  readonly more?: Extension
  onChange(text: string): void
  onSave(): void
  /** Called with the places around the caret, from inside out; `isMoving` when it was moved, and not by typing. */
  onCaret?(places: readonly string[], isMoving: boolean): void
  onFormat?(): void
  readonly complete?: CompletionSource
}

/** What the language offers, where nothing of the template language stands. */
const ofLanguage = (language: LanguageName): CompletionSource => {
  const complete = languageCompletion(language)
  return (context) =>
    aroundOf(context.state.sliceDoc(Math.max(0, context.pos - MOST_AROUND), context.pos)) === undefined ? complete(context) : null
}

export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { parent, language, text, label, isReadOnly = false } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = (state: EditorState, isTyping: boolean): void => {
    clearTimeout(timer)
    const { head } = state.selection.main
    const tell = (): void => options.onCaret?.((language === 'html' ? elementsAt : pointersAt)(state, head), !isTyping)
    if (options.onCaret !== undefined) timer = setTimeout(tell, MS_CARET)
  }
  const changes = changeTeller(options.onChange)
  const save = {
    key: 'Mod-s',
    run: () => {
      changes.flush()
      options.onSave()
      return true
    },
  }
  const format = {
    key: 'Shift-Alt-f',
    run: () => {
      options.onFormat?.()
      return options.onFormat !== undefined
    },
  }
  const extensions = [
    ...[lineNumbers(), highlightActiveLineGutter(), history(), foldGutter(), drawSelection(), indentOnInput(), bracketMatching()],
    ...[closeBrackets(), highlightActiveLine(), lintGutter(), EditorView.lineWrapping],
    ...[lazySearch(), EditorState.phrases.of(phrases())],
    syntaxHighlighting(codeLook),
    tabKey,
    typedOver,
    keymap.of([
      ...[save, format, { key: 'Mod-.', run: mendHere }],
      ...[...lintKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab],
    ]),
    languageSupport(language),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': t('editorKeys'), tabindex: '0' }),
    EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''),
    EditorView.theme({}, { dark: matchMedia('(prefers-color-scheme: dark)').matches }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changes.note(update.state.doc)
      if (update.docChanged || update.selectionSet) follow(update.state, update.docChanged)
    }),
    ...(options.placeholder === undefined ? [] : [placeholder(options.placeholder)]),
    ...(options.more === undefined ? [] : [options.more]),
    ...(options.complete === undefined ? [] : [autocompletion({ override: [options.complete, ofLanguage(language)] })]),
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
    goTo: (line, column, where = 'at') => {
      const at = positionOf(view.state, line, column)
      goTo(view, where === 'at' ? at : contentOf(view.state, at))
    },
    goToPath: (pointer) => {
      const at = positionOfPointer(view.state, pointer)
      if (at !== undefined) goTo(view, at)
    },
    destroy: () => {
      clearTimeout(timer)
      changes.flush()
      view.destroy()
    },
    find: () => void openSearch(view),
  }
}

function goTo(view: EditorView, at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
  view.focus()
  view.setTabFocusMode(false)
}

function diagnosticOf(state: EditorState, { line, column, severity, message, fix }: SourceMark): Diagnostic {
  const from = positionOf(state, line, column)
  const to = state.wordAt(from)?.to ?? Math.min(from + lengthOf(state.sliceDoc(from, state.doc.lineAt(from).to)), state.doc.length)
  return { from, to, severity, message, ...(fix === undefined ? {} : { actions: [mend(fix)] }) }
}

/** Of what a mark is on, at the beginning of this text: a string of JSON, a placeholder, a tag, else a sign. */
function lengthOf(text: string): number {
  return /^(?:"(?:[^"\\]|\\.)*"?|\{\{[^}]*\}{0,3}|<\/?[\w-]*)/.exec(text)?.[0].length || 1
}

function positionOf(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.max(1, Math.min(line, state.doc.lines)))
  return Math.min(found.from + Math.max(0, column - 1), found.to)
}
