// The language of a text in the code editor. An editor takes keys before its language is loaded: highlighting, indents and completion come then.

import type { CompletionSource } from '@codemirror/autocomplete'
import { Compartment, type Extension } from '@codemirror/state'
import { ViewPlugin } from '@codemirror/view'
import { loadModule } from '../../../state/modules.ts'
import type { LoadedLanguage } from './loaded.ts'

const LOADERS = {
  html: async (): Promise<LoadedLanguage> => (await import('./html.ts')).htmlLanguage,
  json: async (): Promise<LoadedLanguage> => (await import('./json.ts')).jsonLanguage,
  css: async (): Promise<LoadedLanguage> => (await import('./css.ts')).cssLanguage,
}

export type LanguageName = keyof typeof LOADERS

/** An extension that becomes the language once it is loaded. */
export function languageSupport(name: LanguageName): Extension {
  const place = new Compartment()
  const loading = ViewPlugin.define((view) => {
    let isLeft = false
    void loadModule(LOADERS[name]).then(({ support }) => {
      if (!isLeft) view.dispatch({ effects: place.reconfigure(support) })
    })
    return {
      destroy() {
        isLeft = true
      },
    }
  })
  return [place.of([]), loading]
}

/** What the language itself offers at a place. */
export function languageCompletion(name: LanguageName): CompletionSource {
  return async (context) => {
    const { complete } = await loadModule(LOADERS[name])
    return (await complete?.(context)) ?? null
  }
}
