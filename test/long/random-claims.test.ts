// The claims of `checker/everything.test.ts` of many more random documents. PLATEN_DOCUMENTS=5000 tries as many; PLATEN_SEED=7 begins there.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { claimsOfMixedDocuments, claimsOfRandomDocuments } from '../support/random/random-claims.ts'

const DOCUMENTS = Number(process.env['PLATEN_DOCUMENTS'] ?? 500)
const FIRST_SEED = Number(process.env['PLATEN_SEED'] ?? 1_001)

const claims = suite('claims of random documents')

claims(`${DOCUMENTS} are valid or lack what is said`, async () => {
  assert.equal(await claimsOfRandomDocuments({ first: FIRST_SEED, count: DOCUMENTS }), [])
})

claims(`${DOCUMENTS / 5} of mixed features are valid or lack what is said`, async () => {
  assert.equal(await claimsOfMixedDocuments({ first: FIRST_SEED, count: DOCUMENTS / 5 }), [])
})

claims.run()
