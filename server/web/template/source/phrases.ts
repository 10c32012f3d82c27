// What CodeMirror says, in the language of the reader; its own texts are English.
import { t } from '../../text/text.ts'

export function phrases(): Readonly<Record<string, string>> {
  return {
    ...{ Find: t('find'), Replace: t('replace'), next: t('findNext'), previous: t('findPrevious'), all: t('findAll') },
    ...{ 'match case': t('findCase'), regexp: t('findPattern'), 'by word': t('findWord'), replace: t('replace') },
    ...{ 'replace all': t('replaceAll'), close: t('close'), 'Go to line': t('goToLine'), go: t('go') },
    ...{ Diagnostics: t('problems'), 'No diagnostics': t('noProblems') },
  }
}
