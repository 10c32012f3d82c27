// The laws of `properties.test.ts` in many more documents. PLATEN_DOCUMENTS=50000 tries as many; PLATEN_SEED=7 begins there.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsOf } from '../support/random/random-documents.ts'
import { randomDocument, randomDocumentInWritingModes, randomDocumentOnUnlikePages } from '../support/random/random-html.ts'

const DOCUMENTS = Number(process.env['PLATEN_DOCUMENTS'] ?? 2_000)
const FIRST_SEED = Number(process.env['PLATEN_SEED'] ?? 1_001)

const random = suite('random documents')

random(`${DOCUMENTS} keep the laws`, () => {
  assert.equal(faultsOf(randomDocument, { first: FIRST_SEED, count: DOCUMENTS }), [])
})

random(`${DOCUMENTS / 2} on pages of different widths keep the laws`, () => {
  assert.equal(faultsOf(randomDocumentOnUnlikePages, { first: FIRST_SEED, count: Math.ceil(DOCUMENTS / 2) }), [])
})

random(`${DOCUMENTS / 2} in several writing modes, with subgrids, keep the laws`, () => {
  assert.equal(faultsOf(randomDocumentInWritingModes, { first: FIRST_SEED, count: Math.ceil(DOCUMENTS / 2) }), [])
})

random.run()
