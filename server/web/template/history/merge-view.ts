// Two texts side by side with their differences, in CodeMirror. Loaded when a comparison is opened first.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { syntaxHighlighting } from '@codemirror/language'
import { MergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { t } from '../../text/text.ts'
import { codeLook } from '../source/code-look.ts'
import { languageSupport } from '../source/languages/language.ts'

export interface Side {
  readonly text: string
  readonly label: string
}

interface MergeOptions {
  readonly parent: HTMLElement
  readonly language: 'html' | 'json'
  readonly before: Side
  readonly after: Side
  /** The second text can be changed, and takes parts of the first by a button; absent: both are only read. */
  readonly onChange?: (text: string) => void
}

/** Lines around a difference that stay open. */
const LINES_AROUND = 3

export function createMergeView({ parent, language, before, after, onChange }: MergeOptions): { destroy(): void } {
  const side = ({ text, label }: Side, more: Extension): { doc: string; extensions: Extension } => ({
    doc: text,
    extensions: [
      ...[lineNumbers(), EditorView.lineWrapping, syntaxHighlighting(codeLook), keymap.of([...historyKeymap, ...defaultKeymap])],
      languageSupport(language),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''),
      EditorView.theme({}, { dark: matchMedia('(prefers-color-scheme: dark)').matches }),
      EditorState.phrases.of({ 'Revert this chunk': t('takeTheirs'), '$ unchanged lines': t('linesSame') }),
      more,
    ],
  })
  const writable = [
    history(),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange?.(state.doc.toString())
    }),
  ]
  const view = new MergeView({
    parent,
    a: side(before, EditorState.readOnly.of(true)),
    b: side(after, onChange === undefined ? EditorState.readOnly.of(true) : writable),
    gutter: true,
    highlightChanges: true,
    ...(onChange === undefined ? { collapseUnchanged: { margin: LINES_AROUND, minSize: 8 } } : { revertControls: 'a-to-b' as const }),
  })
  return { destroy: () => view.destroy() }
}
