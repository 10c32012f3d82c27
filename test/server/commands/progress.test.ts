import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { progressLine } from '../../../server/commands/batch/progress.ts'

const progress = suite('progress')

progress('the progress line shows share, rate and time left', () => {
  assert.is(progressLine({ done: 0, total: 10, resumed: 0, seconds: 0 }), `${'░'.repeat(24)}  0 of 10`)
  assert.is(
    progressLine({ done: 5, total: 10, resumed: 3, seconds: 1 }),
    `${'█'.repeat(12)}${'░'.repeat(12)}  5 of 10, 2.0 a second, 3 s left`,
  ) // 5 / 2 s
  assert.match(progressLine({ done: 100, total: 100_000, resumed: 0, seconds: 10 }), '10 a second, 3 h left') // 9,990 s
})

progress.run()
