// The screen of a template with its editor, loaded when one is opened first.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../text/text.ts'
import type { TemplateScreen } from './template-screen.tsx'

let loaded: typeof TemplateScreen | undefined

export function LazyTemplate({ id }: { readonly id: string }): JSX.Element {
  const [isReady, setReady] = useState(loaded !== undefined)
  useEffect(() => {
    if (loaded !== undefined) return
    void import('./template-screen.tsx').then((module) => {
      loaded = module.TemplateScreen
      setReady(true)
    })
  }, [])
  const Screen = loaded
  return isReady && Screen !== undefined ? (
    <Screen key={id} id={id} />
  ) : (
    <p class="muted" aria-busy="true">
      {t('loading')}
    </p>
  )
}
