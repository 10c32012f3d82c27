// Warnings of the documents of a batch: thousands of rows have the same few, so each is told once, with how many documents have it.
import type { Diagnostic } from '../../../engine/index.ts'
import { type CommandContext, formatDiagnostics, type Origin } from '../command.ts'

interface Tally {
  readonly problem: Diagnostic
  readonly firstRow: number
  documents: number
}

const MOST_KINDS = 200

export class BatchWarnings {
  readonly #tallies = new Map<string, Tally>()
  /** Documents with warnings. */
  documents = 0
  /** Warnings of kinds that are not listed, since there are so many. */
  #unlisted = 0

  /** Those of one document; `count` is the number of all when `warnings` are the first of them. */
  add(row: number, warnings: readonly Diagnostic[], count: number): void {
    if (count === 0) return
    this.documents++
    this.#unlisted += count - warnings.length
    for (const problem of warnings) {
      const key = JSON.stringify([problem.code, problem.at, problem.message])
      const known = this.#tallies.get(key)
      if (known !== undefined) known.documents++
      else if (this.#tallies.size < MOST_KINDS) this.#tallies.set(key, { problem, firstRow: row, documents: 1 })
      else this.#unlisted++
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
