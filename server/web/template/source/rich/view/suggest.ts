// What is offered while somebody types: variables after `{{`, things to insert after `/` at the beginning of a word.
import type { EditorState } from '@tiptap/pm/state'
import { Plugin } from '@tiptap/pm/state'

export interface Wanted {
  readonly kind: 'variable' | 'insertion'
  readonly query: string
  /** The text that the choice replaces. */
  readonly from: number
  readonly to: number
}

export interface SuggestListener {
  onWanted(wanted: Wanted | undefined): void
  /** True where the key was for the list. */
  onKey(key: string): boolean
}

const PATTERNS = [
  ['variable', /\{\{([^{}]{0,80})$/],
  ['insertion', /(?:^|\s)\/([\p{L}\d ]{0,30})$/u],
] as const

function wantedIn({ selection }: EditorState): Wanted | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.inlineContent) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 120), $from.parentOffset, undefined, '\uFFFC')
  for (const [kind, pattern] of PATTERNS) {
    const query = pattern.exec(before)?.[1]
    if (query !== undefined && (kind !== 'insertion' || !$from.parent.type.spec.code)) {
      const length = query.length + (kind === 'variable' ? 2 : 1)
      return { kind, query, from: $from.pos - length, to: $from.pos }
    }
  }
  return undefined
}

export function suggestPlugin({ onWanted, onKey }: SuggestListener): Plugin {
  let dismissed = -1
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (event.key === 'Escape') dismissed = wantedIn(view.state)?.from ?? -1
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return false
        event.preventDefault()
        return true
      },
      handleDOMEvents: {
        blur: () => {
          onWanted(undefined)
          return false
        },
      },
    },
    view: () => ({
      update(view, before) {
        if (view.state.doc === before.doc && view.state.selection.eq(before.selection)) return
        const wanted = view.editable ? wantedIn(view.state) : undefined
        if (wanted?.from !== dismissed) dismissed = -1
        onWanted(wanted !== undefined && dismissed === wanted.from ? undefined : wanted)
      },
    }),
  })
}
