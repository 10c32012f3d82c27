// Texts in the language of the reader: the first of the browser's languages that there is, or the one chosen.
// First: other modules read the storage when they are loaded.
import '../state/storage.ts'
import { signal } from '@preact/signals'
import { loadModule } from '../state/modules.ts'
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
  const load = LOADERS[tag]
  if (load === undefined) return put('en', en)
  try {
    put(tag, await load())
  } catch {
    // Nobody waits for it before a blank page.
    put('en', en)
    void loadModule(load).then((loaded) => put(tag, loaded))
  }
}

function put(tag: string, loaded: Texts): void {
  texts.value = loaded
  language.value = tag
  document.documentElement.lang = tag
}

/** A text; `{name}` in it is replaced by the value of that name. */
export function t(key: TextKey, values: Readonly<Record<string, string>> = {}): string {
  return texts.value[key].replace(/\{(\w+)\}/g, (whole, name: string) => isolated(values[name] ?? whole))
}

/** A text that is stored, such as a name: with its values as they are, not isolated for the screen. */
export function storedText(key: TextKey, values: Readonly<Record<string, string>>): string {
  return texts.value[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Between isolates where it may change the direction of what stands behind it; without isolates of its own, which could end ours. */
function isolated(text: string): string {
  return /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC]/.test(text)
    ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069`
    : text
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago a time was, such as “2 hours ago”. */
export function ago(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(Math.trunc(seconds / length), unit)
}

/** A time as people write it; empty for none. */
export function when(time: string | null | undefined): string {
  if (time === null || time === undefined) return ''
  return new Date(time).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' })
}
