// A document of more than forty pages, a language on each: what three readers extract is what was written, word by word.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { asReaderGives, READERS, textBy } from '../../support/extract.ts'
import { LANGUAGES, type LanguageText } from '../../support/languages.data.ts'
import { faultsOf } from '../../support/pdf-tools.ts'

const languages = suite('languages')
const engine = await createEngine()

/** Part of the words of a language that must come out right. */
const LEAST = 0.995

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
function wordsWritten({ tag, name, sentences }: LanguageText): readonly string[] {
  const all = sentences.join(' ')
  return wordsOf([name, all, all, ...sentences, ...sentences, all].join('\n'), tag)
}

const STYLE = `@page { size: A4; margin: 15mm } body { font: 11pt/1.5 Arial, sans-serif } section { break-after: page }
  .narrow { width: 60mm; text-align: justify; hyphens: auto } .strong { font-family: serif; font-weight: bold }
  ul { list-style: none } :lang(ko) { word-break: keep-all } table { border-collapse: collapse } td { border: 1px solid #999; padding: 3px 6px }`

/** Scripts that put no spaces between words. */
const UNSPACED = /^(?:zh|ja|th|lo|km|my)\b/
/** Direction marks that readers add, and what stands for nothing. */
const MARKS = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g

/** Words in NFC; of unspaced scripts as dictionaries cut them, whatever line ends and spaces a reader sees. */
function wordsOf(text: string, tag: string): readonly string[] {
  const plain = text.normalize('NFC').replace(MARKS, '')
  if (!UNSPACED.test(tag)) return plain.split(/\s+/).filter((word) => word !== '')
  const segmenter = new Intl.Segmenter(tag, { granularity: 'word' })
  return [...segmenter.segment(plain.replace(/\s+/g, ''))].map(({ segment }) => segment)
}

/** Words divided at a line end, put together again as they were written: with their hyphen where it is the author's. */
function undivided(text: string, written: readonly string[]): string {
  const known = new Set(written)
  const lines = text.replace(MARKS, '').split('\n')
  for (let i = 0; i + 1 < lines.length; i++) {
    const end = /(\S+?)([-\u2010]?)\s*$/.exec(lines[i] ?? '')
    const start = /^\s*(\S+)/.exec(lines[i + 1] ?? '')
    if (end === null || start === null) continue
    const whole = [end[1] + start[1]!, `${end[1]}-${start[1]}`].find((word) => known.has(word))
    if (whole === undefined) continue
    lines[i] = (lines[i] ?? '').slice(0, end.index)
    lines[i + 1] = whole + (lines[i + 1] ?? '').slice(start[0].length)
  }
  // Poppler takes any hyphen at a line end for one that only divides.
  const withoutHyphens = new Map(written.map((word) => [word.replaceAll('-', ''), word]))
  return lines.join('\n').replace(/\S+/g, (word) => (known.has(word) ? word : (withoutHyphens.get(word) ?? word)))
}

/** Words of `wanted` that do not occur in `found` in the same order: those outside of a longest common subsequence. */
function missingFrom(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: wanted.length + 1 }, () => new Uint16Array(found.length + 1))
  for (let i = wanted.length - 1; i >= 0; i--) {
    for (let j = found.length - 1; j >= 0; j--) {
      lengths[i]![j] = wanted[i] === found[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const missing: string[] = []
  let [i, j] = [0, 0]
  while (i < wanted.length) {
    if (j < found.length && wanted[i] === found[j]) [i, j] = [i + 1, j + 1]
    else if (j < found.length && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) j++
    else missing.push(wanted[i++]!)
  }
  return missing
}

const source = `<!doctype html><style>${STYLE}</style>${LANGUAGES.map(pageOf).join('')}`
const { pdf, pages, warnings } = await engine.render(engine.compile({ type: 'html', source }), {})

languages('each language on a page of its own: no glyph is missing, and the file is valid', () => {
  assert.equal(warnings, [])
  assert.is(pages, LANGUAGES.length)
  assert.ok(pages >= 40)
  assert.equal(faultsOf(pdf), [])
})

for (const reader of READERS) {
  const text = await textBy(reader, pdf)
  if (text === undefined) continue
  const byPage = text.split('\f')
  for (const [i, language] of LANGUAGES.entries()) {
    languages(`${reader}: ${language.name}`, () => {
      const written = wordsWritten(language).flatMap((word) => wordsOf(asReaderGives(reader, word), language.tag))
      const found = undivided(asReaderGives(reader, byPage[i] ?? ''), written)
      const missing = missingFrom(written, wordsOf(found, language.tag))
      const part = 1 - missing.length / written.length
      if (missing.length > 0) process.stdout.write(`${reader} ${language.tag} ${(part * 100).toFixed(2)} %: ${missing.join(' ')}\n`)
      assert.ok(part >= LEAST, `${(part * 100).toFixed(2)} % of ${written.length} words: ${missing.slice(0, 20).join(' ')}`)
    })
  }
}

languages.run()
