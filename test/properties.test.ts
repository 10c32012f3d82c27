// What holds for every document, from its source to the page: every text once and in order, nothing outside of its page, heads on all pages of their tables,
// sums that add up, and an end within the budget. PLATEN_DOCUMENTS=50000 tries as many; PLATEN_SEED=7 begins there.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDocument } from './support/check-document.ts'
import { makeRandom } from './support/random/random.ts'
import { randomDocument, randomDocumentOnUnlikePages } from './support/random/random-html.ts'

const DOCUMENTS = Number(process.env['PLATEN_DOCUMENTS'] ?? 2_000)
const FIRST_SEED = Number(process.env['PLATEN_SEED'] ?? 1)

const properties = suite('properties')

properties(`hold in ${DOCUMENTS} random documents`, () => {
  const problems: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + DOCUMENTS && problems.length < 20; seed++) {
    try {
      checkDocument(randomDocument(makeRandom(seed)))
    } catch (problem) {
      problems.push(`seed ${seed}: ${(problem as Error).message}`)
    }
  }
  assert.equal(problems, [])
})

properties(`hold in ${DOCUMENTS / 2} random documents on pages of different widths`, () => {
  const problems: string[] = []
  for (let seed = FIRST_SEED; seed < FIRST_SEED + DOCUMENTS / 2 && problems.length < 20; seed++) {
    try {
      checkDocument(randomDocumentOnUnlikePages(makeRandom(seed)))
    } catch (problem) {
      problems.push(`seed ${seed}: ${(problem as Error).message}`)
    }
  }
  assert.equal(problems, [])
})

properties.run()
