// The bidirectional algorithm (UAX #9): levels by `bidi-js`, reordering of what stands on a line here.
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'

let engine: Bidi | undefined

/** Loaded by the first text that runs both ways. Required, the package is the factory itself; its types speak of an ES module. */
function loadBidi(): Bidi {
  return (createRequire(import.meta.url)('bidi-js') as () => Bidi)()
}

/** Letters or controls that make the algorithm necessary. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/

/** Whether a text needs the algorithm in a left-to-right paragraph. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** Levels by UTF-16 unit; the text is one bidi paragraph or several, ended by line feeds. `auto` looks for the first strong character of each. */
export function bidiLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): { readonly levels: Uint8Array; readonly base: number } {
  engine ??= loadBidi()
  const { levels, paragraphs } = engine.getEmbeddingLevels(text, direction)
  return { levels, base: paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0) }
}

/** UAX #9 L2: positions of items in visual order, from their levels in logical order. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i)
  const highest = Math.max(0, ...levels)
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < order.length; i++) {
      if (levels[i]! < level) continue
      let end = i
      while (end < order.length && levels[end]! >= level) end++
      reverse(order, i, end)
      i = end
    }
  }
  return order
}

function reverse(order: number[], from: number, to: number): void {
  for (let a = from, b = to - 1; a < b; a++, b--) {
    const kept = order[a]!
    order[a] = order[b]!
    order[b] = kept
  }
}
