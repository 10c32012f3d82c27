// Style sheets made to break the engine end in pages, or in an error about the input. PLATEN_DOCUMENTS=5000 tries as many; PLATEN_SEED=7 begins there.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsOfHostile } from '../support/random/random-hostile.ts'

const DOCUMENTS = Number(process.env['PLATEN_DOCUMENTS'] ?? 300)
const FIRST_SEED = Number(process.env['PLATEN_SEED'] ?? 1)

const hostile = suite('hostile style sheets')

hostile(`${DOCUMENTS} end in pages or an input error`, async () => {
  assert.equal(await faultsOfHostile({ first: FIRST_SEED, count: DOCUMENTS }), [])
})

hostile.run()
