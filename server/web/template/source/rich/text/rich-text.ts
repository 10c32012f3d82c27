// Texts of the editor for documents: loaded with it, in the language of the reader.
import { signal } from '@preact/signals'
import { loadModule } from '../../../../state/modules.ts'
import { language } from '../../../../text/text.ts'
import { en, type RichKey, type RichTexts } from './en.ts'

const LOADERS: Readonly<Record<string, () => Promise<RichTexts>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
}

const texts = signal<RichTexts>(en)

export async function loadRichTexts(): Promise<void> {
  const load = LOADERS[language.value]
  texts.value = load === undefined ? en : await loadModule(load)
}

/** A text; `{name}` in it is replaced by the value of that name. */
export function rt(key: RichKey, values: Readonly<Record<string, string>> = {}): string {
  return texts.value[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The name of a node or an attribute, as JSON has it. */
export function nameText(kind: 'node' | 'attr', name: string): string {
  const key = `${kind}_${name}`
  return key in en ? rt(key as RichKey) : name // it is a key, as just asked
}
