// The bidirectional algorithm (UAX #9) as layout and painting ask for it: levels, and the order of what stands on a line.

import { largest } from '../collections/lists.ts'
import { resolveLevels } from './bidi-levels.ts'

/** Letters or controls that make the algorithm necessary. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/

/** Whether a text needs the algorithm in a left-to-right paragraph. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

interface BidiText {
  /** By UTF-16 unit. */
  readonly levels: Uint8Array
  /** Of the first paragraph. */
  readonly base: number
  /** Where each paragraph begins, and its own level. */
  readonly paragraphs: readonly { readonly start: number; readonly level: number }[]
}

/** The text is one bidi paragraph or several, ended by line feeds. `auto` looks for the first strong character of each. */
export function bidiLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): BidiText {
  const { levels, paragraphs } = resolveLevels(text, direction)
  return { levels, base: paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0), paragraphs }
}

/**
 * UAX #9 L2: positions of items in visual order, from their levels in logical order. `between` is the lowest level between an item and the one before it:
 * the edge of an isolate, which is no item, may be lower than both.
 */
export function visualOrder(levels: readonly number[], between: readonly (number | undefined)[] = NOTHING_BETWEEN): number[] {
  const order = levels.map((_, i) => i)
  const highest = largest(levels, 0)
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < order.length; i++) {
      if (levels[i]! < level) continue
      let end = i
      do end++
      while (end < order.length && levels[end]! >= level && (between[end] ?? level) >= level)
      reverse(order, i, end)
      i = end - 1
    }
  }
  return order
}

const NOTHING_BETWEEN: readonly undefined[] = []

function reverse(order: number[], from: number, to: number): void {
  for (let a = from, b = to - 1; a < b; a++, b--) {
    const kept = order[a]!
    order[a] = order[b]!
    order[b] = kept
  }
}
