// Texts in the language of the reader: the first of the browser's languages that there is, or the one chosen.
import { signal } from '@preact/signals'
import { en, type TextKey, type Texts } from './en.ts'

const LOADERS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
}
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const

const KEY = 'platen.language'
export const language = signal('en')
const texts = signal<Texts>(en)

/** Before the first screen is shown. */
export async function loadLanguage(): Promise<void> {
  const wanted = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  await useLanguage(wanted.find((tag) => tag in LANGUAGES) ?? 'en')
}

export async function chooseLanguage(tag: string): Promise<void> {
  localStorage.setItem(KEY, tag)
  await useLanguage(tag)
}

async function useLanguage(tag: string): Promise<void> {
  texts.value = (await LOADERS[tag]?.()) ?? en
  language.value = tag in LANGUAGES ? tag : 'en'
  document.documentElement.lang = language.value
}

/** A text; `{name}` in it is replaced by the value of that name. */
export function t(key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return texts.value[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A time as people write it; empty for none. */
export function when(time: string | null | undefined): string {
  if (time === null || time === undefined) return ''
  return new Date(time).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' })
}
