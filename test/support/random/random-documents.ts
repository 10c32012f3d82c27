// Random documents one after another, each checked.
import { checkDocument } from '../check-document.ts'
import { makeRandom, type Random } from './random.ts'
import type { RandomDocument } from './random-html.ts'

const MOST_FAULTS = 20

/** What is wrong with `count` documents made of the seeds from `first` on, at most 20. */
export function faultsOf(make: (random: Random) => RandomDocument, { first, count }: { first: number; count: number }): string[] {
  const faults: string[] = []
  for (let seed = first; seed < first + count && faults.length < MOST_FAULTS; seed++) {
    try {
      checkDocument(make(makeRandom(seed)))
    } catch (problem) {
      faults.push(`seed ${seed}: ${(problem as Error).message}`)
    }
  }
  return faults
}
