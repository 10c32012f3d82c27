// Golden cases keep PDF/UA-1, PDF/A-2u and PDF/A-3u when they are given what they lack: refusals say enough to mend a template by. Characters that no font has
// cannot be given.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { assetsOf, caseEngine, parseCase } from '../support/case.ts'
import { claimsOf } from '../support/claims/claims.ts'

const supplied = suite('claims of golden cases that are given what they lack')
const folder = fileURLToPath(new URL('../cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()
const engine = await caseEngine(createEngine)

for (const area of new Set(files.map((file) => dirname(file)))) {
  supplied(`the cases of ${area}`, async () => {
    const broken: string[] = []
    for (const file of files.filter((other) => dirname(other) === area)) {
      const one = parseCase(readFileSync(join(folder, file), 'utf8'), file)
      if (one.pages === 'error' || one.type !== 'html') continue
      const data = one.data === '' ? {} : JSON.parse(one.data)
      const { faults } = await claimsOf(engine, { source: one.template, data, assets: assetsOf(one.files) })
      broken.push(...faults.filter((fault) => !fault.includes('missing-glyph')).map((fault) => `${file}: ${fault}`))
    }
    assert.equal(broken, [])
  })
}

supplied.run()
