// Problem: every request reads the same few rows of the store, which took a fifth of the server's time for a request.
// Approach: a read is cached until anything at all is written to the store, by this process or another; the database tells its version for less than a read
// costs.
// Limits: any write empties the cache. A request reads its token first, for which the version is asked every time; its other reads may be stale by
// `MS_STALE`.

/** Most entries; one more empties the cache. */
const MOST_ENTRIES = 1000
/** Staleness of reads after that of the token: longer than most requests take, shorter than a client needs to write and read again. */
export const MS_STALE = 20

/** Caches reads. `version` returns another value once anything was written, and undefined where asking costs as much as reading. */
export class ReadCache {
  readonly #version: (msStale: number) => number | undefined
  readonly #entries = new Map<string, unknown>()
  #cachedVersion: number | undefined

  constructor(version: (msStale: number) => number | undefined) {
    this.#version = version
  }

  /**
   * The result of `read`, at most `msStale` milliseconds old. A key must always be read with the same type. `undefined` is not cached.
   */
  async get<T>(key: string, msStale: number, read: () => Promise<T>): Promise<T> {
    const version = this.#version(msStale)
    if (version === undefined) return read()
    if (version !== this.#cachedVersion) {
      this.#entries.clear()
      this.#cachedVersion = version
    }
    const known = this.#entries.get(key)
    // Only ever set below, for this key and so by a read of the same type.
    if (known !== undefined) return known as T
    const found = await read()
    // If the store was written to during the read, the result may be older than the version.
    if (found !== undefined && this.#cachedVersion === version) {
      if (this.#entries.size >= MOST_ENTRIES) this.#entries.clear()
      this.#entries.set(key, found)
    }
    return found
  }
}
