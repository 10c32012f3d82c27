// Which sources a build was made of, so that `npm start` builds when they have changed and only then: without arguments it is noted, with --check the exit code
// says whether the build there is of the present sources. Contents count, not times, which a checkout or a copy changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NOTE = '.dist/sources.sha256'
const FOLDERS = ['engine', 'server', 'fonts', '.build']
const FILES = ['package-lock.json', 'tsconfig.json', '.tsconfig.build.json']

function hashOfSources() {
  const hash = createHash('sha256').update(process.version)
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  )
  for (const name of [...below.sort(), ...FILES]) hash.update(`${name}\0`).update(createHash('sha256').update(readFileSync(name)).digest())
  return hash.digest('hex')
}

function noted() {
  try {
    return readFileSync(NOTE, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[2] === '--check') process.exitCode = noted() === hashOfSources() ? 0 : 1
else writeFileSync(NOTE, hashOfSources())
