// The font files of the package, read where it is installed, and where packages of fonts are. In programs that bundlers make, another module
// of the same names stands here (`engine/bundle/portable-fonts.mjs`): it carries the files that every document needs.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function readFontFile(file: string): Uint8Array {
  return readFileSync(join(folder(), file))
}

/** A package has all of its files; a bundled program may not. */
export function hasFontFile(_file: string): boolean {
  return true
}

/** The package's `fonts` folder: beside this file in the source tree, one level above the build in a package. */
function folder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const candidate = join(at, 'fonts')
    if (existsSync(join(candidate, 'Arimo-Regular.ttf'))) return candidate
    if (dirname(at) === at) throw new Error('the bundled fonts are not where the package puts them')
  }
}

const require = createRequire(import.meta.url)

/** Where a package is installed: beside Platen or above it, as modules are found. */
export function packageFolder(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}
