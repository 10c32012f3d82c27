// The frame of a screen: its title, what can be done on it, a line that says what it is for, and what is shown while a list is empty.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'

interface PageProps {
  readonly title: string
  readonly intro?: string
  /** Beside the title. */
  readonly actions?: ComponentChildren
  readonly isNarrow?: boolean
  readonly children: ComponentChildren
}

export function Page({ title, intro, actions, isNarrow = false, children }: PageProps): JSX.Element {
  useTitle(title)
  return (
    <section aria-labelledby="title" class={isNarrow ? 'page narrow' : 'page'}>
      <div class="heading">
        <div class="heading-text">
          <h1 id="title">{title}</h1>
          {intro === undefined ? null : <p class="muted">{intro}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Names the screen in the tab of the browser, where screen readers read it first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Platen`
  }, [title])
}

interface EmptyProps {
  readonly title: string
  /** What to do next. */
  readonly hint?: string
  /** A sign above the title. */
  readonly mark?: string
  readonly children?: ComponentChildren
}

export function Empty({ title, hint, mark, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      {mark === undefined ? null : (
        <p class="empty-mark" aria-hidden="true">
          {mark}
        </p>
      )}
      <h2>{title}</h2>
      {hint === undefined ? null : <p>{hint}</p>}
      {children}
    </div>
  )
}
