// Assets by name: what URLs of documents and names of shared parts refer to.
import type { Assets, CompileOptions } from './options.ts'
import type { Parts, PartText } from './source/parts.ts'

/** A scheme, or a host. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i

/** The name that a relative URL means: without `./`, `..`, query and fragment. Undefined for all others, and for those that lead outwards. */
export function assetName(url: string): string | undefined {
  const plain = url.trim().replace(/[?#].*$/s, '')
  if (plain === '' || ABSOLUTE.test(plain)) return undefined
  const segments: string[] = []
  for (const segment of decoded(plain).split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined
    if (segment !== '' && segment !== '.' && segment !== '..') segments.push(segment)
  }
  return segments.length === 0 ? undefined : segments.join('/')
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The bytes of the asset that a URL refers to: by the URL as it is, else by the name that it means. Names are own properties only. */
export function findAsset(assets: Assets | undefined, url: string): Uint8Array | undefined {
  if (assets === undefined) return undefined
  const found = lookUp(assets, url)
  if (found !== undefined) return found
  const name = assetName(url)
  return name === undefined || name === url ? undefined : lookUp(assets, name)
}

/** The bytes of the asset of exactly this name. */
export function lookUp(assets: Assets, name: string): Uint8Array | undefined {
  if (typeof assets === 'function') return assets(name)
  return Object.hasOwn(assets, name) ? assets[name] : undefined
}

/** Shared parts among the assets, or as texts of their own. `onAsset` is told the name of each asset that is asked for. */
export function partsOf({ parts, assets, assetNames }: CompileOptions, onAsset: (name: string) => void): Parts {
  const own = (name: string): string | undefined => {
    if (typeof parts === 'function') return parts(name)
    return parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined
  }
  const namesOf = (from: object | undefined): readonly string[] => (typeof from === 'object' ? Object.keys(from) : [])
  return {
    find(name) {
      for (const file of [name, `${name}.html`]) {
        const text = own(file)
        if (text !== undefined) return { file, text }
      }
      if (assetName(name) !== name) return undefined
      for (const file of [name, `${name}.html`]) {
        const bytes = assets === undefined ? undefined : lookUp(assets, file)
        if (bytes === undefined) continue
        onAsset(file)
        return textOf(file, bytes)
      }
      return undefined
    },
    names: () => [...namesOf(parts), ...namesOf(assets), ...(assetNames?.() ?? [])].filter((name) => !OTHER_FILES.test(name)),
  }
}

/** Names of files that are no shared parts. */
const OTHER_FILES = /\.(?:png|jpe?g|gif|webp|avif|svg|ttf|otf|woff2?|css|pdf)$/i

function textOf(file: string, bytes: Uint8Array): PartText | { readonly problem: string } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? { problem: 'is no text' } : { file, text }
  } catch (thrown) {
    // What the decoder throws for bytes that are not UTF-8.
    if (thrown instanceof TypeError) return { problem: 'is no text in UTF-8' }
    throw thrown
  }
}
