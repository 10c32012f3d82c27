// What users run: the build, and the package that is made of it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SOURCES = ['engine', 'server', 'fonts', '.build', 'package.json', 'tsconfig.json', '.tsconfig.build.json']
const MADE = join(ROOT, '.dist/engine/index.js')

const changedAt = (path: string): number => statSync(path).mtimeMs

function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changedAt(path)
  return Math.max(
    changedAt(path),
    ...readdirSync(path)
      .filter((name) => !/\.(md|png)$/.test(name))
      .map((name) => newest(join(path, name))),
  )
}

const isStale = (): boolean => !existsSync(MADE) || SOURCES.some((name) => newest(join(ROOT, name)) > changedAt(MADE))

let isBuilt = false

/** The build's folder; made anew when a source has changed since. */
export function buildFolder(): string {
  if (!isBuilt && isStale()) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  isBuilt = true
  return join(ROOT, '.dist')
}

export type Shipped = typeof import('../../engine/index.ts')

/** The engine as users load it. */
export async function shippedEngine(): Promise<Shipped> {
  // The build has the types of its sources.
  return (await import(join(buildFolder(), 'engine/index.js'))) as Shipped
}

/** Puts the package, as `npm pack` makes it, into `folder`/node_modules/platen. Its dependencies are found where a folder above has them. */
export function installInto(folder: string): void {
  buildFolder()
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const name = execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  execFileSync('tar', ['xzf', name], { cwd: folder })
  rmSync(join(folder, name))
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  renameSync(join(folder, 'package'), join(folder, 'node_modules/platen'))
}
