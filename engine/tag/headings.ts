// Levels of headings in the order of the tree: the first is 1, and none skips a level (PDF/UA-1 7.4.2). Painting finds them in another order, so each element knows
// the first and the last heading in it when it is written.
import type { Position } from '../diagnostic.ts'
import type { Findings } from './findings.ts'

const LETTER_H = 0x48
const ZERO = 0x30

/** The headings of a part of the tree. */
export interface HeadingSpan {
  readonly first: number
  /** Where the author wrote the first. */
  readonly at: Position | undefined
  readonly last: number
}

/** The heading that an element is. */
export function headingOf(type: string, at: Position | undefined): HeadingSpan | undefined {
  // Without a pattern: most elements of tables have names of two letters.
  const level = type.length === 2 && type.charCodeAt(0) === LETTER_H ? type.charCodeAt(1) - ZERO : 0
  if (!(level >= 1 && level <= 6)) return undefined
  return { first: level, at, last: level }
}

/** Two parts, one behind the other. */
export function joinedHeadings(
  before: HeadingSpan | undefined,
  after: HeadingSpan | undefined,
  findings: Findings,
): HeadingSpan | undefined {
  if (before === undefined || after === undefined) return before ?? after
  if (after.first > before.last + 1) findings.add('ua-heading', after.at, `a heading of level ${after.first} follows h${before.last}`)
  return { first: before.first, at: before.at, last: after.last }
}

/** All headings of a document. */
export function checkFirst(headings: HeadingSpan | undefined, findings: Findings): void {
  if (headings !== undefined && headings.first > 1)
    findings.add('ua-heading', headings.at, `a heading of level ${headings.first} is the first`)
}

/** The type of a heading that is moved down; other types stay. */
export function shiftedHeading(type: string, shift: number): string {
  const level = shift === 0 ? undefined : /^H([1-6])$/.exec(type)?.[1]
  return level === undefined ? type : `H${Math.min(6, Math.max(1, Number(level) + shift))}`
}
