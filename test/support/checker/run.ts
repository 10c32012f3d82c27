// Holds a folder of files against the checker, by set: `node --import tsx test/support/checker/run.ts FOLDER [SET] [-v]`. A set is a folder named after its profile
// (`PDF_UA-1`, `PDF_A-2b` …); a file says in its name whether it passes or fails.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkPdf, describeFindings } from './check.ts'
import type { Profile } from './rules.ts'

const [folder = '.', only = ''] = process.argv.slice(2).filter((word) => word !== '-v')
const isVerbose = process.argv.includes('-v')

for (const set of readdirSync(folder).filter((name) => /^PDF_(UA-1|A-[23][abu])$/.test(name) && name.includes(only))) {
  const profile = set.slice(4).toLowerCase() as Profile // the pattern above
  const counts = { broken: 0, found: 0, valid: 0, wronged: 0 }
  for (const name of readdirSync(join(folder, set)).filter((file) => file.endsWith('.pdf'))) {
    const findings = checkPdf(readFileSync(join(folder, set, name)), profile)
    const isBroken = name.includes('-fail-')
    if (isBroken) counts.broken++
    else counts.valid++
    if (isBroken && findings.length > 0) counts.found++
    if (!isBroken && findings.length > 0) counts.wronged++
    if (isVerbose && isBroken !== findings.length > 0)
      process.stdout.write(`${set}/${name}: ${findings.length === 0 ? 'nothing found' : `\n${describeFindings(findings.slice(0, 3))}\n`}\n`)
  }
  const share = ((counts.found / Math.max(1, counts.broken)) * 100).toFixed(1)
  process.stdout.write(
    `${set}: ${counts.found} of ${counts.broken} broken files found (${share} %), ${counts.wronged} of ${counts.valid} valid files called broken\n`,
  )
}
