// Holds HTML documents against PDF/UA-1, PDF/A-2u and PDF/A-3u: `npm run claims -- FOLDER …`. What a document lacks for them (a title, a language, alternatives, head cells,
// levels of headings) is given to it and listed; the file is then to be valid by the checker. Exit code 1 when one is not, or when it is refused all the same.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createEngine } from '../../../engine/index.ts'
import { claimsOf } from './claims.ts'

const files = process.argv
  .slice(2)
  .flatMap((path) => (statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path]))
  .filter((path) => path.endsWith('.html'))
  .sort()
const engine = await createEngine()
let broken = 0
for (const file of files) {
  const { given, faults } = await claimsOf(engine, { source: readFileSync(file, 'utf8'), data: {} })
  if (faults.length > 0) broken++
  const lines = [...given.map((line) => `  given: ${line}`), ...faults.map((line) => `  FAULT: ${line}`)]
  process.stdout.write([`${basename(file)}: ${faults.length === 0 ? 'valid' : 'broken'}`, ...lines, ''].join('\n'))
}
process.stdout.write(`${files.length - broken} of ${files.length} are valid for ua-1, a-2u and a-3u when given what they lack\n`)
if (broken > 0) process.exitCode = 1
