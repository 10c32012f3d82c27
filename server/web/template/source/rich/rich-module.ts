// What is loaded when the first editor document is opened.
import { RichPane } from './rich-pane.tsx'
import { loadRichTexts, rt } from './text/rich-text.ts'

export const richModule = { RichPane, loadRichTexts, rt }
