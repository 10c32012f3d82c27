import type { Clock } from '../clock.ts'
import type { TokenRecord } from '../store/store.ts'

const MS_FRESH = 2000
const MOST_TOKENS = 1000

/** Tokens that passed authentication within the last two seconds, by hash. Load shedding authenticates callers with it, without the store. */
export class RecentTokenCache {
  readonly #clock: Clock
  readonly #tokens = new Map<string, { readonly token: TokenRecord; readonly until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(hash: string, token: TokenRecord): void {
    if (this.#tokens.size >= MOST_TOKENS) this.#tokens.clear()
    this.#tokens.set(hash, { token, until: this.#clock.now() + MS_FRESH })
  }

  get(hash: string): TokenRecord | undefined {
    const entry = this.#tokens.get(hash)
    return entry !== undefined && this.#clock.now() < entry.until ? entry.token : undefined
  }
}
