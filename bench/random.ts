// Chance for benches: the tests' seeded generator, as a function.
import { makeRandom as makeGenerator } from '../test/support/random/random.ts'

/** Benches must not depend on chance, yet no two documents may be alike. */
export function makeRandom(seed: number): () => number {
  return makeGenerator(seed).next
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('pick: nothing to pick from')
  return item
}
