// Compiled templates by the hash of their source and by the hashes of the assets that are compiled in: shared parts and style sheets.
import type { CompiledTemplate } from '../../engine/index.ts'
import type { JobFiles } from './worker-assets.ts'

export interface KnownTemplate {
  readonly template: CompiledTemplate
  /** The hash behind each asset name that was asked for when it was compiled; undefined for names that did not exist. */
  readonly compiledWith: ReadonlyMap<string, string | undefined>
  /** Rendering it asked for assets that it does not name itself. */
  asksByData: boolean
}

/** Compilations of one source, the last used last. The source is kept where it may have to be compiled again with other assets. */
interface Variants {
  readonly source: string | undefined
  readonly known: KnownTemplate[]
}

/** Compilations of one source that are kept: of several teams, or with assets before and after a change. */
const MOST_VARIANTS = 4

export class TemplateCache {
  readonly #most: number
  readonly #sources = new Map<string, Variants>()

  constructor(most: number) {
    this.#most = most
  }

  /** It is compiled, or can be without its source being sent. */
  has(hash: string): boolean {
    return this.#sources.has(hash)
  }

  source(hash: string): string | undefined {
    return this.#sources.get(hash)?.source
  }

  /** The compilation that is valid with the assets of a job. While their manifest is not here, there is none for sure. */
  get(hash: string, files: JobFiles): KnownTemplate | undefined {
    const variants = this.#sources.get(hash)
    const known = variants?.known.findLast(({ compiledWith }) => [...compiledWith].every(([name, asset]) => files.hashOf(name) === asset))
    if (variants === undefined || known === undefined) return undefined
    variants.known.splice(variants.known.indexOf(known), 1)
    variants.known.push(known)
    this.#sources.delete(hash)
    this.#sources.set(hash, variants)
    return known
  }

  add(hash: string, source: string, known: KnownTemplate): void {
    const before = this.#sources.get(hash)?.known ?? []
    const variants = [...before, known].slice(-MOST_VARIANTS)
    const mayChange = variants.some(({ compiledWith }) => compiledWith.size > 0)
    this.#sources.delete(hash)
    this.#sources.set(hash, { source: mayChange ? source : undefined, known: variants })
    for (const oldest of this.#sources.keys()) {
      if (this.#sources.size <= this.#most) break
      this.#sources.delete(oldest)
    }
  }
}
