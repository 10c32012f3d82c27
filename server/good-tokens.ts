import type { Clock } from './clock.ts'
import type { TokenRecord } from './store/store.ts'
import { hashSecret } from './tokens.ts'

const MS_GOOD = 2000
const MOST_TOKENS = 1000

/** Tokens that passed all checks a moment ago, by the hash of the header they came in. */
export class GoodTokens {
  readonly #clock: Clock
  readonly #tokens = new Map<string, { readonly token: TokenRecord; readonly until: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(authorization: string, token: TokenRecord): void {
    if (this.#tokens.size >= MOST_TOKENS) this.#tokens.clear()
    this.#tokens.set(hashSecret(authorization), { token, until: this.#clock.now() + MS_GOOD })
  }

  find(authorization: string): TokenRecord | undefined {
    const found = this.#tokens.get(hashSecret(authorization))
    return found !== undefined && this.#clock.now() < found.until ? found.token : undefined
  }
}
