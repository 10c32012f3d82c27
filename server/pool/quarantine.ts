import type { Clock } from '../clock.ts'

/** Remembers what stopped rendering processes. After `most` times within `ms` the same key is refused until they have passed. */
export class Quarantine {
  readonly #clock: Clock
  readonly #most: number
  readonly #ms: number
  readonly #deaths = new Map<string, number[]>()

  constructor(clock: Clock, options: { most: number; ms: number }) {
    this.#clock = clock
    this.#most = options.most
    this.#ms = options.ms
  }

  blame(key: string): void {
    const now = this.#clock.now()
    for (const [known, times] of this.#deaths) if (times.every((time) => time <= now - this.#ms)) this.#deaths.delete(known)
    this.#deaths.set(key, [...(this.#deaths.get(key) ?? []), now].slice(-this.#most))
  }

  isRefused(key: string): boolean {
    const since = this.#clock.now() - this.#ms
    return (this.#deaths.get(key)?.filter((time) => time > since).length ?? 0) >= this.#most
  }
}
