// The bidirectional algorithm (UAX #9): levels by `bidi-js`, reordering of what stands on a line here.
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { BIDI_CLASSES } from './bidi-classes.data.ts'
import { largest } from './lists.ts'

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

export interface BidiText {
  /** By UTF-16 unit. */
  readonly levels: Uint8Array
  /** Of the first paragraph. */
  readonly base: number
  /** Where each paragraph begins, and its own level. */
  readonly paragraphs: readonly { readonly start: number; readonly level: number }[]
}

/** The text is one bidi paragraph or several, ended by line feeds. `auto` looks for the first strong character of each. */
export function bidiLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): BidiText {
  engine ??= loadBidi()
  const { levels, paragraphs } = engine.getEmbeddingLevels(withStandIns(text), direction)
  return { levels, base: paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0), paragraphs }
}

// ── Characters the package does not know ────────────────────────────────────────────────────────────────────────────────

/** A character of each class, to stand for others of it. */
const STAND_INS: Readonly<Record<string, string>> = {
  AL: '\u0627',
  AN: '\u0661',
  BN: '\u00ad',
  EN: '1',
  ET: '$',
  L: 'a',
  NSM: '\u0300',
  ON: '!',
  R: '\u05d0',
}

interface Stretch {
  readonly from: number
  readonly to: number
  readonly standIn: string
}

let stretches: readonly Stretch[] | undefined

function readStretches(): readonly Stretch[] {
  return BIDI_CLASSES.split(' ').map((row) => {
    const [from = '', to = '', name = ''] = row.split(/[-:]/)
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), standIn: STAND_INS[name] ?? '' }
  })
}

/** All of them lie here, among others. */
const LATER = /[\u{870}-\u{10ffff}]/gu

/** The text with a known character of the same class for each that is not, of the same length: levels are by unit. */
function withStandIns(text: string): string {
  return text.replace(LATER, (character) => {
    const standIn = standInFor(character.codePointAt(0) ?? 0)
    return standIn === undefined ? character : standIn.repeat(character.length)
  })
}

function standInFor(code: number): string | undefined {
  stretches ??= readStretches()
  let low = 0
  let high = stretches.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (stretches[middle]!.from <= code) low = middle
    else high = middle - 1
  }
  const { from, to, standIn } = stretches[low]!
  return code >= from && code <= to ? standIn : undefined
}

/** UAX #9 L2: positions of items in visual order, from their levels in logical order. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, i) => i)
  const highest = largest(levels, 0)
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
