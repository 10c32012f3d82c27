// Decoded pictures kept between renders, by content. Bounded by bytes: two generations, as `GenerationCache`, but weighed.
import type { Image } from './image.ts'

/** What a file turned out to be: a picture, or why it is none. */
export type KnownImage = { readonly kind: 'image'; readonly image: Image } | { readonly kind: 'bad'; readonly reason: string }

export class ImageCache {
  readonly #limit: number
  #young = new Map<string, KnownImage>()
  #old = new Map<string, KnownImage>()
  #weight = 0
  /** Hashes of buffers seen before, so that an asset handed in again is not read again. */
  readonly #hashes = new WeakMap<Uint8Array, string>()

  /** `limit`: bytes of encoded pictures in one generation. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit
  }

  get(hash: string): KnownImage | undefined {
    const young = this.#young.get(hash)
    if (young !== undefined) return young
    const old = this.#old.get(hash)
    if (old !== undefined) this.set(hash, old)
    return old
  }

  set(hash: string, known: KnownImage): void {
    const weight = weightOf(known)
    if (this.#weight + weight > this.#limit && this.#young.size > 0) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(hash, known)
    this.#weight += weight
  }

  hashOf(bytes: Uint8Array, make: (bytes: Uint8Array) => string): string {
    let hash = this.#hashes.get(bytes)
    if (hash === undefined) {
      hash = make(bytes)
      this.#hashes.set(bytes, hash)
    }
    return hash
  }
}

function weightOf(known: KnownImage): number {
  if (known.kind === 'bad' || known.image.kind === 'vector') return 4096
  const { encoding } = known.image
  // Its pixels are not packed yet; they will hardly be larger.
  if (encoding.kind === 'later') return 256 + encoding.pixelWidth * encoding.pixelHeight * 2
  return 256 + encoding.bytes.length + (encoding.kind === 'flate' ? (encoding.alpha?.length ?? 0) : 0)
}
