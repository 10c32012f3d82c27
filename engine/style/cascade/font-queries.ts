// Problem: units such as ex and lh depend on fonts, and an `@font-face` may load another file in the next document of a template. Approach: a cached style
// records its font queries and their answers. It is valid in a document whose fonts give the same answers; no other fonts are queried to find out.

import type { PageStyle } from '../style.ts'
import { type FontMetrics, isSameFont } from '../values/font-units.ts'

/** A request for the measures of a font, and the answer. */
export interface FontQuery {
  readonly request: Parameters<FontMetrics>
  readonly answer: ReturnType<FontMetrics>
}

/** The style of a page, and the font queries of its computation; undefined for none. */
export interface CachedPageStyle {
  readonly style: PageStyle
  readonly queries: readonly FontQuery[] | undefined
}

/** Records the font queries of one document. */
export class FontQueries {
  /** Recording access to fonts, for computing styles; undefined when there are no fonts. */
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

  /** Returns and clears the recorded queries; undefined for none. */
  take(): readonly FontQuery[] | undefined {
    if (this.#queries.length === 0) return undefined
    const queries = this.#queries
    this.#queries = []
    return queries
  }

  /** Whether this document's fonts give the same answers to the queries of an earlier one. */
  stillHold(queries: readonly FontQuery[] | undefined): boolean {
    if (queries === undefined) return true
    return queries.every(({ request, answer }) => {
      const current = this.#ask?.(...request)
      return current !== undefined && isSameFont(current, answer)
    })
  }
}
