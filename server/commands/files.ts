// Restricts the files that a local document may read to those below one folder.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { BadUsage } from './command.ts'

/** The bytes of a relative URL; undefined when the file is missing or not allowed. */
type FileResolver = (url: string) => Uint8Array | undefined

const MOST_BYTES = 100 * 1024 * 1024

/**
 * Resolves URLs relative to the folder `from` to files below `root`. Real paths are compared, so neither `..` nor a symbolic link escapes;
 * URLs with a scheme or a host, absolute paths and paths with NUL never resolve.
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
      // Missing, a folder or unreadable: the engine reports a missing resource.
      return undefined
    }
  }
}

/** The folder of a document; for standard input, the current one. */
export function folderOf(document: string): string {
  return document === '-' ? process.cwd() : dirname(resolve(document))
}

function folder(path: string): string {
  try {
    const real = realpathSync(path)
    if (statSync(real).isDirectory()) return real
  } catch {
    // Missing: reported below.
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
  const below = relative(root, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}
