// Levels of headings as they come: the first is 1, and none skips a level (PDF/UA-1 7.4.2).
import type { Position } from '../diagnostic.ts'
import type { Findings } from './findings.ts'

export class Headings {
  readonly #findings: Findings
  #level = 0

  constructor(findings: Findings) {
    this.#findings = findings
  }

  see(type: string, at: Position | undefined): void {
    if (!/^H[1-6]$/.test(type)) return
    const level = Number(type[1])
    if (level > this.#level + 1) {
      const before = this.#level === 0 ? 'is the first' : `follows h${this.#level}`
      this.#findings.add('ua-heading', at, `a heading of level ${level} ${before}`)
    }
    this.#level = level
  }
}

/** The type of a heading that is moved down; other types stay. */
export function shiftedHeading(type: string, shift: number): string {
  const level = shift === 0 ? undefined : /^H([1-6])$/.exec(type)?.[1]
  return level === undefined ? type : `H${Math.min(6, Math.max(1, Number(level) + shift))}`
}
