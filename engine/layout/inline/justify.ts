// Filling a line: leaders take what room there is, else justification widens spaces, and gaps between ideographs (CSS Text 4 §6.4).

import { type Gaps, NO_GAPS, textGaps } from './gaps.ts'
import type { Leaf } from './line.ts'

/** What is added to the leaves of a line. */
export interface Justification {
  readonly total: number
  /** Points added to leaf `index` as a whole. */
  widthOf(index: number): number
  /** Points added after every cluster, and after every word separator, of a leaf. */
  letterSpacing(index: number): number
  wordSpacing(index: number): number
}

const NO_JUSTIFICATION: Justification = { total: 0, widthOf: () => 0, letterSpacing: () => 0, wordSpacing: () => 0 }

/** Spreads `free` points over a line. */
export function justify(leaves: readonly Leaf[], free: number, isJustified: boolean): Justification {
  if (free <= 0) return NO_JUSTIFICATION
  const leaders = leaves.filter((leaf) => leaf.unit.kind === 'leader').length
  if (leaders > 0) return leaderShare(leaves, free, leaders)
  return isJustified ? spaceShare(leaves, free) : NO_JUSTIFICATION
}

function leaderShare(leaves: readonly Leaf[], free: number, leaders: number): Justification {
  const share = free / leaders
  return { ...NO_JUSTIFICATION, total: free, widthOf: (index) => (leaves[index]?.unit.kind === 'leader' ? share : 0) }
}

function spaceShare(leaves: readonly Leaf[], free: number): Justification {
  const afterTab = leaves.findLastIndex((leaf) => leaf.unit.kind === 'tab') + 1
  const gaps = leaves.map((leaf, i) => (i < afterTab ? NO_GAPS : gapsIn(leaf)))
  const last = gaps.at(-1)
  // The gap after the last character of a line is outside of it.
  const sum = gaps.reduce((total, { spaces, letters }) => total + spaces + letters, 0) - (last !== undefined && last.letters > 0 ? 1 : 0)
  if (sum <= 0) return NO_JUSTIFICATION
  const share = free / sum
  const of = (index: number): Gaps => gaps[index] ?? NO_GAPS
  return {
    total: free,
    widthOf: (index) => (of(index).spaces + of(index).letters) * share,
    letterSpacing: (index) => (of(index).letters > 0 ? share : 0),
    wordSpacing: (index) => (of(index).spaces > 0 ? share : 0),
  }
}

function gapsIn({ unit, isSynthetic, fromText, toText, run, fromGlyph, toGlyph }: Leaf): Gaps {
  if (unit.kind !== 'text' || isSynthetic || run === undefined) return NO_GAPS
  return textGaps(unit, { run, fromGlyph, toGlyph, fromText, toText })
}
