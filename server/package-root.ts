import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of package.json. Resolved by the package's own name, so that source and build find the same folder. */
export const packageRoot: string = dirname(createRequire(import.meta.url).resolve('platen/package.json'))

export function packageVersion(): string {
  // Our own package.json.
  return (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
}
