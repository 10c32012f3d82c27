// Shadows are painted many times over (copies of what casts them, outlines of equal darkness), and shadows of shadows many times that: one number for a whole
// document bounds all of it. What comes after the last mark has no shadow; what casts it is painted all the same.
import { type Reporter, warning } from '../../diagnostic.ts'

/** A group with its clip and its ground takes as long as so many short paths. */
const MARKS_OF_COPY = 32
/** Segments of a path, or glyphs of a run, that take as long as its beginning. */
const PIECES_OF_MARK = 6

export class ShadowBudget {
  readonly #most: number
  readonly #reporter: Reporter
  #marks = 0

  constructor(most: number, reporter: Reporter) {
    this.#most = most
    this.#reporter = reporter
  }

  /** Nothing more may be painted for shadows; told once. */
  get isSpent(): boolean {
    return this.#marks >= this.#most
  }

  /** A path of so many segments, a run of so many glyphs. */
  spend(pieces: number): void {
    this.#add(1 + pieces / PIECES_OF_MARK)
  }

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
