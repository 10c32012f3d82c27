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

/** By the hash of the source. */
type Sources = Map<string, Variants>

/** How many sources are kept: of stored templates, and of those that came with a request, which must not push the others out. */
interface Sizes {
  readonly stored: number
  readonly passing: number
}

export class TemplateCache {
  readonly #sizes: Sizes
  readonly #stored: Sources = new Map()
  readonly #passing: Sources = new Map()

  constructor(sizes: Sizes) {
    this.#sizes = sizes
  }

  /** It is compiled, or can be without its source being sent. */
  has(hash: string): boolean {
    return this.#stored.has(hash) || this.#passing.has(hash)
  }

  source(hash: string): string | undefined {
    return (this.#stored.get(hash) ?? this.#passing.get(hash))?.source
  }

  /** The compilation that is valid with the assets of a job. While their manifest is not here, there is none for sure. */
  get(hash: string, files: JobFiles): KnownTemplate | undefined {
    return found(this.#stored, hash, files) ?? found(this.#passing, hash, files)
  }

  add(hash: string, { source, known, isPassing }: Addition): void {
    const [sources, most] = isPassing && !this.#stored.has(hash) ? [this.#passing, this.#sizes.passing] : [this.#stored, this.#sizes.stored]
    const before = sources.get(hash)?.known ?? []
    const variants = [...before, known].slice(-MOST_VARIANTS)
    const mayChange = variants.some(({ compiledWith }) => compiledWith.size > 0)
    sources.delete(hash)
    sources.set(hash, { source: mayChange ? source : undefined, known: variants })
    for (const oldest of sources.keys()) {
      if (sources.size <= most) break
      sources.delete(oldest)
    }
  }
}

interface Addition {
  readonly source: string
  readonly known: KnownTemplate
  readonly isPassing: boolean
}

/** It is the last used one then. */
function found(sources: Sources, hash: string, files: JobFiles): KnownTemplate | undefined {
  const variants = sources.get(hash)
  const known = variants?.known.findLast(({ compiledWith }) => [...compiledWith].every(([name, asset]) => files.hashOf(name) === asset))
  if (variants === undefined || known === undefined) return undefined
  variants.known.splice(variants.known.indexOf(known), 1)
  variants.known.push(known)
  sources.delete(hash)
  sources.set(hash, variants)
  return known
}
