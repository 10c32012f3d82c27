// Two texts side by side; the second can be changed where `onChange` is given.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { loadModule } from '../../state/modules.ts'
import { t } from '../../text/text.ts'
import type { Side } from './merge-view.ts'

interface TextsComparedProps {
  readonly language: 'html' | 'json'
  readonly before: Side
  readonly after: Side
  readonly onChange?: (text: string) => void
}

export function TextsCompared({ language, before, after, onChange }: TextsComparedProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let view: { destroy(): void } | undefined
    let isLeft = false
    void loadModule(() => import('./merge-view.ts')).then(({ createMergeView }) => {
      if (parent.current === null || isLeft) return
      view = createMergeView({ parent: parent.current, language, before, after, ...(onChange === undefined ? {} : { onChange }) })
    })
    return () => {
      isLeft = true
      view?.destroy()
    }
    // An edited text stays in the view; only other texts make another one.
  }, [before.text, onChange === undefined ? after.text : ''])
  return (
    <div class="compared">
      <p class="two compared-heads">
        <strong dir="auto">{before.label}</strong>
        <strong dir="auto">{after.label}</strong>
      </p>
      {before.text === after.text ? <p class="muted">{t('textsSame')}</p> : null}
      <div class="code" ref={parent} />
    </div>
  )
}
