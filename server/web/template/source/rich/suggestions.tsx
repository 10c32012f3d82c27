// The list beside the caret: variables after `{{`, things to insert after `/`. The focus stays in the text; arrows choose, Enter takes.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { rt } from './text/rich-text.ts'

export interface Suggestion {
  readonly key: string
  readonly label: string
  readonly detail: string
  take(): void
}

export interface Caret {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

interface SuggestionsProps {
  readonly label: string
  readonly suggestions: readonly Suggestion[]
  readonly chosen: number
  readonly caret: Caret
}

export const LIST_ID = 'rich-suggestions'
export const optionId = (index: number): string => `${LIST_ID}-${index}`

export function Suggestions({ label, suggestions, chosen, caret }: SuggestionsProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = list.current
    if (element === null) return
    const { width, height } = element.getBoundingClientRect()
    const isAbove = caret.bottom + height + 8 > innerHeight && caret.top > height
    element.style.left = `${Math.max(8, Math.min(caret.left, innerWidth - width - 8))}px`
    element.style.top = `${isAbove ? caret.top - height - 4 : caret.bottom + 4}px`
  })
  useEffect(() => document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' }), [chosen])
  return (
    // It scrolls, so it can have the focus.
    <div ref={list} id={LIST_ID} class="rich-suggestions" role="listbox" aria-label={label} tabIndex={0}>
      {suggestions.map(({ key, label: text, detail, take }, index) => (
        // Keys are those of the text, which keeps the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={key}
          id={optionId(index)}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={take}
        >
          <span>{text}</span>
          <span class="muted">{detail}</span>
        </div>
      ))}
      {suggestions.length === 0 ? <p class="muted">{rt('nothingFound')}</p> : null}
    </div>
  )
}
