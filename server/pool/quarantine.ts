import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'

interface Death {
  readonly digest: string
  readonly at: number
}

/**
 * Remembers which jobs ended workers, by template and data: with other data the same template is served. After `most` deaths within `ms` the pair is refused until
 * they are that old. The digest of the data is only computed for a template that has ended a worker before: it takes time.
 */
export class Quarantine {
  readonly #clock: Clock
  readonly #most: number
  readonly #ms: number
  readonly #deaths = new Map<string, readonly Death[]>()

  constructor(clock: Clock, options: { most: number; ms: number }) {
    this.#clock = clock
    this.#most = options.most
    this.#ms = options.ms
  }

  blame(key: string, digest: () => string): void {
    for (const other of this.#deaths.keys()) if (this.#recent(other).length === 0) this.#deaths.delete(other)
    this.#deaths.set(key, [...this.#recent(key), { digest: digest(), at: this.#clock.now() }])
  }

  isRefused(key: string, digest: () => string): boolean {
    const recent = this.#recent(key)
    if (recent.length < this.#most) return false
    const own = digest()
    return recent.filter((death) => death.digest === own).length >= this.#most
  }

  #recent(key: string): readonly Death[] {
    const since = this.#clock.now() - this.#ms
    return this.#deaths.get(key)?.filter(({ at }) => at > since) ?? []
  }
}

/** Identifies the data of a job's parts. */
export function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64')
}
