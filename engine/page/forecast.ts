// Refuses a document that is bound to have too many pages before they are made.

/** At least so many table rows are still to come. */
export type RowsToCome = () => number

/** Points. Nobody reads rows that are shorter than this on the mean. */
const LEAST_HEIGHT = 2
/** Rows are counted after so many pages, and as many again up to the last of them; then whenever there are twice as many. */
const STRETCH = 10
const LAST_STRETCH = 100
/** What is still to come may be so much denser than the densest pages were. */
const DENSER = 4

/** Whether so many rows have no room on so many pages of this height (points): measuring the columns of millions takes seconds too. */
export function haveNoRoom(rows: number, pages: number, height: number): boolean {
  return rows * LEAST_HEIGHT > pages * height
}

export class Forecast {
  readonly #rowsToCome: RowsToCome
  readonly #pagesMost: number
  #next = STRETCH
  #at = 0
  #toCome: number
  /** Rows a page. */
  #densest = 0

  constructor(rowsToCome: RowsToCome, pagesMost: number) {
    this.#rowsToCome = rowsToCome
    this.#pagesMost = pagesMost
    this.#toCome = rowsToCome()
  }

  /** Whether, after so many pages, the rows to come have no room on those that may still be made. */
  isBeyond(pages: number): boolean {
    if (pages < this.#next) return false
    const toCome = this.#rowsToCome()
    this.#densest = Math.max(this.#densest, (this.#toCome - toCome) / (pages - this.#at))
    this.#at = pages
    this.#toCome = toCome
    this.#next = pages < LAST_STRETCH ? pages + STRETCH : 2 * pages
    return pages >= LAST_STRETCH && this.#densest > 0 && toCome > DENSER * this.#densest * (this.#pagesMost - pages)
  }
}
