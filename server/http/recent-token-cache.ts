import type { Clock } from '../clock.ts'
import type { TokenRecord } from '../store/store.ts'

const MS_GOOD = 2000
const MOST_TOKENS = 1000

/** Tokens that passed all checks a moment ago, by their hash. */
export class RecentTokenCache {
  readonly #clock: Clock
  readonly #tokens = new Map<string, { readonly token: TokenRecord; readonly until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(hash: string, token: TokenRecord): void {
    if (this.#tokens.size >= MOST_TOKENS) this.#tokens.clear()
    this.#tokens.set(hash, { token, until: this.#clock.now() + MS_GOOD })
  }

  find(hash: string): TokenRecord | undefined {
    const found = this.#tokens.get(hash)
    return found !== undefined && this.#clock.now() < found.until ? found.token : undefined
  }
}
