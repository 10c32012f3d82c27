// The screen of a template with its editor, loaded when one is opened first.

import type { JSX } from 'preact'
import { lazy } from '../parts/lazy.tsx'

const Screen = lazy(async () => (await import('./template-screen.tsx')).TemplateScreen)

export function LazyTemplate({ id }: { readonly id: string }): JSX.Element {
  return <Screen key={id} id={id} />
}
