import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'
import type { TemplateType } from './store/store.ts'

/** A template that ships with the package, with sample data. */
interface Sample {
  /** Such as `packing-slip`. */
  readonly key: string
  /** Such as `Packing slip`. */
  readonly name: string
  readonly type: TemplateType
  readonly source: string
  readonly data: unknown
}

const DATA = '.data.json'

export function readSamples(folder: string = join(packageRoot, 'server', 'samples')): readonly Sample[] {
  const files = readdirSync(folder).sort()
  return files
    .filter((file) => /\.(html|json)$/.test(file) && !file.endsWith(DATA))
    .map((file) => {
      const key = file.slice(0, file.lastIndexOf('.'))
      const dataFile = join(folder, key + DATA)
      return {
        key,
        name: key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' '),
        type: file.endsWith('.json') ? 'editor' : 'html',
        source: readFileSync(join(folder, file), 'utf8'),
        data: existsSync(dataFile) ? JSON.parse(readFileSync(dataFile, 'utf8')) : {},
      }
    })
}
