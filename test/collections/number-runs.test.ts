import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addToRuns, isOne, runOf, valuesOf } from '../../engine/collections/number-runs.ts'

const numberRuns = suite('number runs')

numberRuns('values come back in their order, and runs take two places', () => {
  const runs = runOf(3)
  for (const value of [4, 5, 9, 2, 3, 3]) addToRuns(runs, value)
  assert.equal(runs, [3, 5, 9, 9, 2, 3, 3, 3])
  assert.equal([...valuesOf(runs)], [3, 4, 5, 9, 2, 3, 3])
})

numberRuns('one value is told from several', () => {
  assert.is(isOne(runOf(3)), true)
  assert.is(isOne([3, 4]), false)
  assert.is(isOne([3, 3, 3, 3]), false)
})

numberRuns.run()
