// Files that a local document may use: those below one folder, and no others.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { BadUsage } from './command.ts'

/** Gives the bytes behind a relative URL; undefined when there is none to be had. */
export type FileResolver = (url: string) => Uint8Array | undefined

const MOST_BYTES = 100 * 1024 * 1024

/**
 * Resolves URLs relative to `from` (a folder) to files below `root`. Real paths are compared, so neither `..` nor a symbolic link
 * leads out; URLs with a scheme or a host, absolute paths and NUL never resolve.
 */
export function fileResolver(root: string, from: string = root): FileResolver {
  const realRoot = folder(root)
  const base = folder(from)
  return (url) => {
    const path = pathOf(url)
    if (path === undefined) return undefined
    try {
      const real = realpathSync(join(base, path))
      if (!isBelow(real, realRoot)) return undefined
      const { size } = statSync(real)
      return size > MOST_BYTES ? undefined : readFileSync(real)
    } catch {
      // Missing, a folder, unreadable: the engine says that the resource is missing.
      return undefined
    }
  }
}

/** The folder of a document; for standard input, where we are. */
export function folderOf(document: string): string {
  return document === '-' ? process.cwd() : dirname(resolve(document))
}

function folder(path: string): string {
  try {
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
  } catch {
    // Said below.
  }
  throw new BadUsage(`${path} is not a folder`)
}

function pathOf(url: string): string | undefined {
  const plain = url.replace(/[?#].*$/s, '')
  if (plain === '' || /^[a-z][a-z0-9+.-]*:/i.test(plain) || plain.startsWith('//')) return undefined
  let path: string
  try {
    path = decodeURIComponent(plain)
  } catch {
    return undefined
  }
  return isAbsolute(path) || path.includes('\0') || path.includes('\\') ? undefined : path
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
