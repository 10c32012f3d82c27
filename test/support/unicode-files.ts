// Unicode's own test files, as Debian's package unicode-data has them: too large to be copied into the project. A file that is missing is
// named; with PLATEN_REQUIRE_TOOLS=1 that fails.
import { existsSync, readFileSync } from 'node:fs'

const FOLDER = '/usr/share/unicode'

export interface UnicodeFile {
  /** `15.0`. */
  readonly version: number
  /** Lines without comments, blank ones left out. */
  readonly rows: readonly string[]
}

/** The rows of a test file; undefined when it is not there. */
export function unicodeFile(name: string): UnicodeFile | undefined {
  const path = `${FOLDER}/${name}`
  if (!existsSync(path)) {
    if (process.env['PLATEN_REQUIRE_TOOLS'] === '1') throw new Error(`${path} is required: install unicode-data`)
    process.stderr.write(`(without ${path}: not installed)\n`)
    return undefined
  }
  const text = readFileSync(path, 'utf8')
  const version = Number(/^#.*?-(\d+\.\d+)\.\d+\.txt/.exec(text)?.[1])
  const rows = text.split('\n').flatMap((line) => {
    const row = line.split('#')[0]?.trim() ?? ''
    return row === '' ? [] : [row]
  })
  return { version, rows }
}

/** `0041 0308` as a text. */
export function textOfCodes(codes: string): string {
  return String.fromCodePoint(
    ...codes
      .trim()
      .split(/\s+/)
      .map((code) => Number.parseInt(code, 16)),
  )
}
