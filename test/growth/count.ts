// Makes every trial and prints what it cost: run with `--import` of `steps.ts`, so that all code is counted.
import { scriptOf } from '../../engine/layout/inline/script.ts'
import { DOCUMENTS } from './documents.ts'
import { stepsOf } from './steps.ts'
import { TEXTS, type Trial } from './texts.ts'

export interface Outcome extends Pick<Trial, 'name' | 'small' | 'large'> {
  readonly kind: 'proportion' | 'square'
  readonly power: number
  readonly atSmall: number
  readonly atLarge: number
}

/** What grows with the square, to see that counting sees it. */
const SQUARE: Trial = {
  name: 'a square',
  ...{ small: 10, large: 80 },
  cost: (size) =>
    stepsOf(() => {
      for (let i = 0; i < size * size; i++) scriptOf(0x61)
    }),
}

/** What is only done for the first document is not counted. */
function outcomeOf({ name, small, large, cost, power = 1 }: Trial, kind: Outcome['kind']): Outcome {
  cost(small)
  return { name, small, large, kind, power, atSmall: cost(small), atLarge: cost(large) }
}

const outcomes = [...[...TEXTS, ...DOCUMENTS].map((trial) => outcomeOf(trial, 'proportion')), outcomeOf(SQUARE, 'square')]
console.log(JSON.stringify(outcomes))
