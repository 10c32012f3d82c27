// Which suggestions are shown for what is typed, and what taking one does.
import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'preact/hooks'
import type { Caret, Suggestion } from './suggestions.tsx'
import { nameText, rt } from './text/rich-text.ts'
import { INSERTIONS } from './view/insertions.ts'
import type { SuggestListener, Wanted } from './view/suggest.ts'

export interface Variable {
  readonly name: string
  readonly type: string
}

export interface Listed {
  readonly kind: Wanted['kind']
  readonly suggestions: readonly Suggestion[]
  readonly chosen: number
  readonly caret: Caret
}

interface UseSuggestionsInput {
  readonly editor: { readonly current: { readonly editor: Editor } | undefined }
  variables(): readonly Variable[]
  /** Inserts a node, or asks for its attributes first. */
  onInsert(insertion: (typeof INSERTIONS)[number]): void
}

/** Names as they are written inside of the repeat that they belong to. */
export function variableNames(variables: readonly Variable[]): readonly (Variable & { readonly list: string })[] {
  const seen = new Set<string>()
  return variables.flatMap(({ name, type }) => {
    const list = /^(.*)\[\]/.exec(name)?.[1] ?? ''
    const own = name.replace(/^.*\[\]\.?/, '') || name.replace(/\[\]$/, '')
    if (own === '' || seen.has(own)) return []
    seen.add(own)
    return [{ name: own, type, list }]
  })
}

export function useSuggestions({ editor, variables, onInsert }: UseSuggestionsInput): {
  readonly listed: Listed | undefined
  readonly listener: SuggestListener
} {
  const [listed, setListed] = useState<Listed>()
  const latest = useRef<Listed | undefined>(undefined)
  const show = (next: Listed | undefined): void => {
    latest.current = next
    setListed(next)
  }
  const take = (wanted: Wanted, then: (editor: Editor) => void): void => {
    const own = editor.current?.editor
    if (own === undefined) return
    own.view.dispatch(own.state.tr.delete(wanted.from, wanted.to))
    show(undefined)
    then(own)
  }
  const variable = (wanted: Wanted, name: string): void =>
    take(wanted, (own) => {
      own.view.dispatch(own.state.tr.replaceSelectionWith(own.schema.nodes['variable']!.create({ name }), true))
      own.view.focus()
    })
  const found = (wanted: Wanted): readonly Suggestion[] => {
    const query = wanted.query.trim().toLowerCase()
    if (wanted.kind === 'insertion') {
      return INSERTIONS.map((insertion) => {
        const label =
          insertion.level === undefined ? nameText('node', insertion.name) : rt('headingLevel', { level: String(insertion.level) })
        return { key: `${insertion.name}${insertion.level ?? ''}`, label, detail: '', take: () => take(wanted, () => onInsert(insertion)) }
      }).filter(({ key, label }) => label.toLowerCase().includes(query) || key.toLowerCase().includes(query))
    }
    const known = variableNames(variables())
      .filter(({ name, type }) => type !== 'object' && type !== 'array' && name.toLowerCase().includes(query))
      .slice(0, 100)
      .map(({ name, type, list }) => ({
        key: name,
        label: name,
        detail: list === '' ? type : `${type} · ${list}`,
        take: () => variable(wanted, name),
      }))
    const isNew = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(wanted.query) && !known.some(({ key }) => key === wanted.query)
    const other = { key: 'new', label: rt('anyName', { name: wanted.query }), detail: '', take: () => variable(wanted, wanted.query) }
    return isNew ? [...known, other] : known
  }
  const listener: SuggestListener = {
    onWanted(wanted) {
      const own = editor.current?.editor
      if (wanted === undefined || own === undefined) {
        if (latest.current !== undefined) show(undefined)
        return
      }
      const suggestions = found(wanted)
      // What is no name, such as a helper with its arguments, is typed in peace.
      if (suggestions.length === 0) show(undefined)
      else show({ kind: wanted.kind, suggestions, chosen: 0, caret: own.view.coordsAtPos(wanted.from) })
    },
    onKey(key) {
      const list = latest.current
      if (list === undefined) return false
      const { suggestions, chosen } = list
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
      if (step !== 0) show({ ...list, chosen: (chosen + step + suggestions.length) % suggestions.length })
      else if (key === 'Enter' || key === 'Tab') suggestions[chosen]?.take()
      else if (key === 'Escape') show(undefined)
      else return false
      return true
    },
  }
  return { listed, listener }
}
