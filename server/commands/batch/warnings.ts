// Aggregates the warnings of a batch: thousands of rows share the same few, so each is printed once with the number of documents.
import type { Diagnostic } from '../../../engine/index.ts'
import { type CommandContext, formatDiagnostics, type Origin } from '../command.ts'

interface Tally {
  readonly problem: Diagnostic
  readonly firstRow: number
  documents: number
  /** The row that was counted last: a document may have a warning many times. */
  lastRow: number
}

const MOST_KINDS = 200

export class BatchWarnings {
  readonly #tallies = new Map<string, Tally>()
  /** Documents with warnings. */
  documents = 0
  /** Warnings beyond the first `MOST_KINDS` distinct ones. */
  #unlisted = 0

  /** Adds the warnings of one document; `count` is their number when `warnings` holds only the first ones. */
  add(row: number, warnings: readonly Diagnostic[], count: number): void {
    if (count === 0) return
    this.documents++
    const listed = warnings.reduce((sum, warning) => sum + (warning.count ?? 1), 0)
    this.#unlisted += Math.max(0, count - listed)
    for (const problem of warnings) {
      const key = JSON.stringify([problem.code, problem.at, problem.message])
      const known = this.#tallies.get(key)
      if (known === undefined) {
        if (this.#tallies.size < MOST_KINDS) this.#tallies.set(key, { problem, firstRow: row, documents: 1, lastRow: row })
        else this.#unlisted++
      } else if (known.lastRow !== row) {
        known.documents++
        known.lastRow = row
      }
    }
  }

  async text(origin: Origin, context: CommandContext): Promise<string> {
    const lines: string[] = []
    for (const { problem, firstRow, documents } of this.#tallies.values()) {
      const where = documents === 1 ? `in row ${firstRow}` : `in ${documents} documents, first in row ${firstRow}`
      lines.push(`${await formatDiagnostics([problem], origin, context)}  ${where}\n`)
    }
    if (this.#unlisted > 0) lines.push(`and ${this.#unlisted} more warnings\n`)
    return lines.join('')
  }
}
