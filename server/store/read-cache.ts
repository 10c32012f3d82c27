// Problem: every request asks the store for the same few rows, and reading them took a fifth of what the server does for a request.
// Approach: what was read counts until anything at all was written, by this process or another; the database says so for less than a read costs.
// Limits: one write, of whatever kind, and everything is read anew. A request asks for its token first, and whether that still holds is asked
// every time; the rest of what it reads is as of then, or as of a moment ago.

/** More than this is not remembered. */
const MOST = 1000
/** Of what a request reads after its token: longer than most requests take, shorter than anybody can write and ask again. */
export const MS_STALE = 20

/** Remembers what was read. `version` gives another value once anything was written, and undefined where nobody can say cheaply. */
export class ReadCache {
  readonly #version: (msOld: number) => number | undefined
  readonly #known = new Map<string, unknown>()
  #seen: number | undefined

  constructor(version: (msOld: number) => number | undefined) {
    this.#version = version
  }

  /**
   * What `read` gives, which is always the same kind of thing for a key, as of now or of `msOld` milliseconds ago. That there is nothing
   * is not remembered.
   */
  async get<T>(key: string, msOld: number, read: () => Promise<T>): Promise<T> {
    const version = this.#version(msOld)
    if (version === undefined) return read()
    if (version !== this.#seen) {
      this.#known.clear()
      this.#seen = version
    }
    const known = this.#known.get(key)
    // Only ever set below, for this key and so by the same kind of read.
    if (known !== undefined) return known as T
    const found = await read()
    // Written to meanwhile: this may be older than what the others are held to be as new as.
    if (found !== undefined && this.#seen === version) {
      if (this.#known.size >= MOST) this.#known.clear()
      this.#known.set(key, found)
    }
    return found
  }
}
