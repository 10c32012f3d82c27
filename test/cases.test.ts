// Golden tests: test/cases/**/*.case holds template, data, expected warnings and expected pages on one screen, and some the expected structure tree.
// `PLATEN_UPDATE=1 node --import tsx test/cases.test.ts` rewrites expectations; the diff is reviewed like code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatCase, parseCase, renderCase, tagsOfCase } from './support/case.ts'

const folder = fileURLToPath(new URL('cases/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()

const areas = new Set(files.map((file) => dirname(file)))
for (const area of areas) {
  const cases = suite(`cases/${area}`)
  for (const file of files.filter((name) => dirname(name) === area)) {
    cases(basename(file, '.case'), async () => {
      const path = join(folder, file)
      const parsed = parseCase(readFileSync(path, 'utf8'), relative(folder, path))
      const actual = { ...(await renderCase(parsed)), ...(await tagsOfCase(parsed)) }
      if (process.env['PLATEN_UPDATE'] === '1') writeFileSync(path, formatCase({ ...parsed, ...actual }))
      else assert.fixture(formatCase({ ...parsed, ...actual }), formatCase(parsed))
    })
  }
  cases.run()
}
