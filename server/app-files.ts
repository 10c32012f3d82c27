// The files of the web application as the build wrote them: pages, and modules with hashed names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { packageRoot } from './package-root.ts'

const FOLDER = join(packageRoot, '.dist', 'server', 'web')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Files by name, with the compressed forms that the build wrote beside them. */
export type AppFiles = ReadonlyMap<string, Buffer>

/** None where nothing was built. */
export function readAppFiles(): AppFiles {
  if (!existsSync(FOLDER)) return new Map()
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name))]))
}

/** The media type of a file that pages load; undefined for others. */
export function appFileType(name: string): string | undefined {
  return TYPES[extname(name)]
}
