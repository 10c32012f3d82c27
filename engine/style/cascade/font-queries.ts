// Problem: units such as ex and lh ask fonts, and what `@font-face` names may be another file in the next document of a template. Approach: styles remember what they
// asked and were told; they hold in a document whose fonts say the same. Only those fonts are asked that computing the style would ask.

import type { PageStyle } from '../style.ts'
import { type FontMetrics, isSameFont } from '../values/font-units.ts'

/** What a font was asked for, and what it said. */
export interface FontQuery {
  readonly request: Parameters<FontMetrics>
  readonly answer: ReturnType<FontMetrics>
}

/** The style of a page, and what computing it asked of fonts. */
export interface CachedPageStyle {
  readonly style: PageStyle
  readonly queries: readonly FontQuery[] | undefined
}

/** The fonts of one document, as far as styles look at them. */
export class FontQueries {
  /** For computing styles. */
  readonly metrics: FontMetrics | undefined
  readonly #ask: FontMetrics | undefined
  #queries: FontQuery[] = []

  constructor(ask: FontMetrics | undefined) {
    this.#ask = ask
    this.metrics =
      ask &&
      ((...request) => {
        const answer = ask(...request)
        this.#queries.push({ request, answer })
        return answer
      })
  }

  /** What was asked since the last time; undefined for nothing. */
  take(): readonly FontQuery[] | undefined {
    if (this.#queries.length === 0) return undefined
    const asked = this.#queries
    this.#queries = []
    return asked
  }

  /** Whether what an earlier document was told is what this one's fonts say. */
  stillHold(asked: readonly FontQuery[] | undefined): boolean {
    if (asked === undefined) return true
    return asked.every(({ request, answer }) => {
      const now = this.#ask?.(...request)
      return now !== undefined && isSameFont(now, answer)
    })
  }
}
