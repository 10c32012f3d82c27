// Decoded pictures cached between renders, by content hash. Bounded by bytes.
import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import type { Image } from './image.ts'

/** The result of decoding a file: a picture, or the reason why it cannot be shown. */
export type KnownImage = { readonly kind: 'image'; readonly image: Image } | { readonly kind: 'bad'; readonly reason: string }

export class ImageCache {
  readonly #images: GenerationCache<string, KnownImage>
  /** Hashes of buffers, so that an asset that is passed again is not hashed again. */
  readonly #hashes = new ObjectCache<Uint8Array, string>()

  /** `limit`: bytes of encoded pictures in one generation. */
  constructor(limit = 64 * 1024 * 1024) {
    this.#images = new GenerationCache(limit, { weigh: weightOf })
  }

  get(hash: string): KnownImage | undefined {
    return this.#images.get(hash)
  }

  set(hash: string, known: KnownImage): void {
    this.#images.set(hash, known)
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
  // Its pixels are not compressed yet: an estimate from above.
  if (encoding.kind === 'later') return 256 + encoding.pixelWidth * encoding.pixelHeight * 2
  if (encoding.kind === 'page') return 4096
  return 256 + encoding.bytes.length + (encoding.kind === 'flate' ? (encoding.alpha?.length ?? 0) : 0)
}
