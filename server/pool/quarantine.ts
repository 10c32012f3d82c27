import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'

interface Death {
  readonly data: string
  readonly at: number
}

/**
 * Remembers what stopped rendering processes: a template with its data, as the same template serves others. After `most` times within `ms` the two are
 * refused together until they have passed. What identifies data is asked for only where its template has stopped a process before: it takes time.
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

  blame(key: string, data: () => string): void {
    for (const known of this.#deaths.keys()) if (this.#recent(known).length === 0) this.#deaths.delete(known)
    this.#deaths.set(key, [...this.#recent(key), { data: data(), at: this.#clock.now() }])
  }

  isRefused(key: string, data: () => string): boolean {
    const recent = this.#recent(key)
    if (recent.length < this.#most) return false
    const wanted = data()
    return recent.filter((death) => death.data === wanted).length >= this.#most
  }

  #recent(key: string): readonly Death[] {
    const since = this.#clock.now() - this.#ms
    return this.#deaths.get(key)?.filter(({ at }) => at > since) ?? []
  }
}

/** What tells the data of a job's parts from other data. */
export function digestOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length} `).update(part)
  return hash.digest('base64')
}
