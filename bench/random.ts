// The tests' seeded random generator as a function.
import { makeRandom as makeGenerator } from '../test/support/random/random.ts'

/** Random numbers in [0, 1), the same for the same seed. */
export function makeRandom(seed: number): () => number {
  return makeGenerator(seed).next
}

export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('pick: nothing to pick from')
  return item
}
