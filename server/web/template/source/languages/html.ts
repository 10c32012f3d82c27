// HTML with its style sheets, and what may be written at a place of it.
import { html, htmlCompletionSource } from '@codemirror/lang-html'
import type { LoadedLanguage } from './loaded.ts'

export const htmlLanguage: LoadedLanguage = { support: html(), complete: htmlCompletionSource }
