// The font files in programs that bundlers make: from a `fonts` folder beside the program, or beside Platen where it is installed; the
// families that every document needs are carried along.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILES } from 'packed:fonts'

const folder = find(['fonts', 'node_modules/platen/fonts', 'node_modules/platen-engine/fonts'], 'Arimo-Regular.ttf')

export function hasFontFile(file) {
  return Object.hasOwn(FILES, file) || (folder !== undefined && existsSync(join(folder, file)))
}

export function readFontFile(file) {
  return Object.hasOwn(FILES, file) ? FILES[file]() : readFileSync(join(folder, file))
}

export function packageFolder(name) {
  return find([`node_modules/${name}`], 'package.json')
}

/** The first of these folders that has `file`, from the program upwards. Bundlers say where this module is, or was; the program may have been moved. */
function find(places, file) {
  for (const start of [fileURLToPath(import.meta.url), ...process.argv.slice(1, 2)]) {
    for (let at = dirname(start), below = ''; at !== below; below = at, at = dirname(at)) {
      const found = places.map((place) => join(at, place)).find((place) => existsSync(join(place, file)))
      if (found !== undefined) return found
    }
  }
  return undefined
}
