// The fonts that come with Platen: Arimo, Tinos and Cousine, each regular, bold, italic and bold italic. Files are read when first used.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FontSource } from '../engine/font/font.ts'

const FAMILIES = ['Arimo', 'Tinos', 'Cousine']
const FACES = [
  { file: 'Regular', weight: 400, style: 'normal' },
  { file: 'Bold', weight: 700, style: 'normal' },
  { file: 'Italic', weight: 400, style: 'italic' },
  { file: 'BoldItalic', weight: 700, style: 'italic' },
] as const

/** Sources of the bundled faces; always the same objects, so that faces are opened once in a process. */
export const BUNDLED_FONTS: readonly FontSource[] = FAMILIES.flatMap((family) =>
  FACES.map(({ file, weight, style }) => ({ family, weight, style, data: () => readFileSync(join(folder(), `${family}-${file}.ttf`)) })),
)

/** The package's `fonts` folder: beside this file in the source tree, one level above the build in a package. */
function folder(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const candidate = join(at, 'fonts')
    if (existsSync(join(candidate, 'Arimo-Regular.ttf'))) return candidate
    if (dirname(at) === at) throw new Error('the bundled fonts are not where the package puts them')
  }
}
