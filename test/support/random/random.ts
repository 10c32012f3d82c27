/** A small deterministic generator (mulberry32): the same seed gives the same numbers everywhere. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  /** True with this chance. */
  chance(part: number): boolean
  pick<T>(items: readonly T[]): T
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (part) => next() < part,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  }
}
