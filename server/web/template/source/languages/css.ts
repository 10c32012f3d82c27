// Style sheets that are assets.
import { css } from '@codemirror/lang-css'
import type { LoadedLanguage } from './loaded.ts'

export const cssLanguage: LoadedLanguage = { support: css() }
