// Holds folders of files against the checker: `npm run checker -- FOLDER [--profile a-2b] [-v]`. With a profile, all PDFs of the folder and of folders in it are held
// against it. Without, each folder counts whose name ends in its profile (`PDF_UA-1`, `corpus-a-2b`), FOLDER itself too. A file whose name has `-fail-` is to be found broken,
// others are to be valid. Exit code 1 when a file that is to be valid is called broken.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPdf, describeFindings } from './check.ts'
import { PROFILES, type Profile } from './rules.ts'

const options = { profile: { type: 'string' }, verbose: { type: 'boolean', short: 'v' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const [folder = '.'] = positionals.map((word) => resolve(word))

function profileOf(name: string): Profile | undefined {
  return PROFILES.find((profile) => new RegExp(`(^|[^a-z])${profile}$`, 'i').test(name))
}

/** Sets of files by profile: one, or a folder each. */
function setsOf(): readonly { readonly path: string; readonly profile: Profile }[] {
  if (values.profile !== undefined) {
    const profile = PROFILES.find((each) => each === values.profile?.toLowerCase())
    if (profile === undefined) throw new Error(`there is no profile ${values.profile}: ${PROFILES.join(', ')}`)
    return [{ path: folder, profile }]
  }
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [folder, ...inside.map(({ name }) => join(folder, name))].flatMap((path) => {
    const profile = profileOf(basename(path))
    return profile === undefined ? [] : [{ path, profile }]
  })
}

let wronged = 0
const sets = setsOf()
if (sets.length === 0) throw new Error(`no folder in ${folder} has the name of a profile: say which it is with --profile`)
for (const { path, profile } of sets) {
  const counts = { broken: 0, found: 0, valid: 0, wronged: 0 }
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => /\.pdf$/i.test(file))
  for (const name of files.sort()) {
    const findings = checkPdf(readFileSync(join(path, name)), profile)
    const isBroken = basename(name).includes('-fail-')
    if (isBroken) counts.broken++
    else counts.valid++
    if (isBroken && findings.length > 0) counts.found++
    if (!isBroken && findings.length > 0) counts.wronged++
    if (values.verbose === true && isBroken !== findings.length > 0)
      process.stdout.write(
        `${join(relative('.', path), name)}: ${findings.length === 0 ? 'nothing found' : `\n${describeFindings(findings.slice(0, 3))}\n`}\n`,
      )
  }
  wronged += counts.wronged
  const found =
    counts.broken === 0
      ? ''
      : `${counts.found} of ${counts.broken} broken files found (${((counts.found / counts.broken) * 100).toFixed(1)} %), `
  process.stdout.write(`${basename(path)} (${profile}): ${found}${counts.wronged} of ${counts.valid} valid files called broken\n`)
}
if (wronged > 0) process.exitCode = 1
