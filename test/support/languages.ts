// A document of fifty languages, each on a page of its own.
import { LANGUAGES, type LanguageText } from './languages.data.ts'
import { wordsOf } from './word-order.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A page: the same sentences plain, justified in a narrow column, as a list and in a table. */
function pageOf({ tag, name, direction, sentences }: LanguageText): string {
  const all = escaped(sentences.join(' '))
  const items = sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')
  const rows = sentences.map((sentence) => `<tr><td>${escaped(sentence)}</td></tr>`).join('')
  return `<section lang="${tag}" dir="${direction ?? 'ltr'}"><h1>${escaped(name)}</h1><p>${all}</p><p class="narrow">${all}</p><ul>${items}</ul>
    <table>${rows}</table><p class="strong">${all}</p></section>`
}

/** What a page says, in reading order. */
export function wordsWritten({ tag, name, sentences }: LanguageText): readonly string[] {
  const all = sentences.join(' ')
  return wordsOf([name, all, all, ...sentences, ...sentences, all].join('\n'), tag)
}

const STYLE = `@page { size: A4; margin: 15mm } body { font: 11pt/1.5 Arial, sans-serif } section { break-after: page }
  .narrow { width: 60mm; text-align: justify; hyphens: auto } .strong { font-family: serif; font-weight: bold }
  ul { list-style: none } :lang(ko) { word-break: keep-all } table { border-collapse: collapse } td { border: 1px solid #999; padding: 3px 6px }`

export const LANGUAGE_DOCUMENT = `<!doctype html><style>${STYLE}</style>${LANGUAGES.map(pageOf).join('')}`
