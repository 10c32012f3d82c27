// Everything that the tests lay out keeps PDF/UA-1 and PDF/A when it is asked to, or is refused for what its template lacks. Here of each fifth golden case, of all
// in `long/`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { assetsOf, caseEngine, compileCase, parseCase } from '../support/case.ts'
import { checkPdf, describeFindings } from '../support/checker/check.ts'
import { faultsOfClaims } from '../support/claimed.ts'
import { claimsOfRandomDocuments } from '../support/random/random-claims.ts'
import { SAMPLES, sampleData, sampleSource } from '../support/samples.ts'
import { SHARE } from '../support/share.ts'

const everything = suite('claims of everything')
const folder = fileURLToPath(new URL('../cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()
  .filter((_, i) => i % SHARE === 0)

for (const { name, type, file } of SAMPLES) {
  everything(`the ${name} keeps PDF/UA-1 and PDF/A as it is`, async () => {
    const engine = await createEngine()
    const template = engine.compile({ type, source: sampleSource(file) })
    for (const archive of ['a-2u', 'a-3u'] as const) {
      const { pdf } = await engine.render(template, sampleData(name), { conformance: ['ua-1', archive] })
      assert.is(describeFindings([...checkPdf(pdf, 'ua-1'), ...checkPdf(pdf, archive)]), '')
    }
  })
}

const engine = await caseEngine(createEngine)

for (const area of new Set(files.map((file) => dirname(file)))) {
  everything(`the cases of ${area}`, async () => {
    const faults: string[] = []
    for (const [i, file] of files.filter((other) => dirname(other) === area).entries()) {
      const one = parseCase(readFileSync(join(folder, file), 'utf8'), file)
      if (one.pages === 'error') continue
      const template = compileCase(one, engine)
      const data = one.data === '' ? {} : JSON.parse(one.data)
      const assets = assetsOf(one.files)
      const found = await faultsOfClaims((options) => engine.render(template, data, { ...options, assets }), i % 2 === 0 ? 'a-2u' : 'a-3u')
      faults.push(...found.map((fault) => `${file}: ${fault}`))
    }
    assert.equal(faults, [])
  })
}

everything('random documents', async () => {
  assert.equal(await claimsOfRandomDocuments({ first: 1, count: 60 / SHARE }), [])
})

everything.run()
