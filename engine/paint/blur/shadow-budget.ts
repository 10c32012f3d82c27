// Shadows multiply painting operations (copies of the content, outlines of equal darkness), and shadows of shadows multiply them again: one budget for the whole
// document bounds their number. When it is spent, further shadows are left out; the content itself is painted.
import { type Reporter, warning } from '../../diagnostic.ts'

/** Short paths that take as long as one copy with its group, clip and ground. */
const MARKS_OF_COPY = 32
/** Path segments or glyphs that take as long as the operation itself. */
const PIECES_OF_MARK = 6

export class ShadowBudget {
  readonly #most: number
  readonly #reporter: Reporter
  #marks = 0

  constructor(most: number, reporter: Reporter) {
    this.#most = most
    this.#reporter = reporter
  }

  /** No more shadows may be painted; the first time this was reported. */
  get isSpent(): boolean {
    return this.#marks >= this.#most
  }

  /** Charges for a path of so many segments, or a run of so many glyphs. */
  spend(pieces: number): void {
    this.#add(1 + pieces / PIECES_OF_MARK)
  }

  /** Charges for a copy of a blurred shape, or a group. */
  spendCopy(): void {
    this.#add(MARKS_OF_COPY)
  }

  #add(marks: number): void {
    const wasSpent = this.isSpent
    this.#marks += marks
    if (!wasSpent && this.isSpent)
      this.#reporter.report(
        warning(
          'limit-shadows',
          undefined,
          `shadows beyond ${this.#most} marks are left out`,
          'raise limits.shadows, or cast fewer shadows',
        ),
      )
  }
}
