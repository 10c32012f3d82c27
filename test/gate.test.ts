// The output gate of security.md over every golden case: those of an area as one PDF, which qpdf, mutool, pdftoppm and pdffonts read
// without a word.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mergeCases, parseCase } from './support/case.ts'
import { faultsOf } from './support/pdf-tools.ts'

const gate = suite('output gate')
const folder = fileURLToPath(new URL('cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()

for (const area of new Set(files.map((file) => dirname(file)))) {
  gate(`security.md output gate: ${area}`, async () => {
    const cases = files.filter((file) => dirname(file) === area).map((file) => parseCase(readFileSync(join(folder, file), 'utf8'), file))
    assert.equal(faultsOf(await mergeCases(cases)), [])
  })
}

gate.run()
