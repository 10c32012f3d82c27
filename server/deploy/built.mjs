// Records the sources of a build, so that it is repeated only when they have changed: without arguments their hash is written, with --check the exit code
// is 0 when the build is of the current sources. Contents are hashed, not times, which a checkout or a copy changes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HASH_FILE = '.dist/sources.sha256'
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

function hashOfBuild() {
  try {
    return readFileSync(HASH_FILE, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[2] === '--check') process.exitCode = hashOfBuild() === hashOfSources() ? 0 : 1
else writeFileSync(HASH_FILE, hashOfSources())
