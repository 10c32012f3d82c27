// A document of more than forty pages, a language on each: what three readers extract is what was written, word by word.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { asReaderGives, READERS, textBy } from '../../support/extract.ts'
import { LANGUAGES } from '../../support/languages.data.ts'
import { LANGUAGE_DOCUMENT, wordsWritten } from '../../support/languages.ts'
import { faultsOf } from '../../support/pdf-tools.ts'
import { missingFrom, undivided, wordsOf } from '../../support/word-order.ts'

const languages = suite('languages')
const engine = await createEngine()

/** Part of the words of a language that must come out right. */
const LEAST = 0.995

const { pdf, pages, warnings } = await engine.render(engine.compile({ type: 'html', source: LANGUAGE_DOCUMENT }), {})

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
