// JSON: data, and documents as their text.
import { json } from '@codemirror/lang-json'
import type { LoadedLanguage } from './loaded.ts'

export const jsonLanguage: LoadedLanguage = { support: json() }
