import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../server/clock.ts'

const clock = suite('clock')

clock('the steady clock follows the wall clock forwards and ignores jumps back', () => {
  let [wall, elapsed] = [1_000_000, 0]
  const clock = steadyClock(
    () => wall,
    () => elapsed,
  )
  const pass = (ms: number, jump = 0): number => {
    elapsed += ms
    wall += ms + jump
    return clock.now()
  }
  assert.is(clock.now(), 1_000_000)
  assert.is(pass(1000), 1_001_000)
  assert.is(pass(1000, -960_000), 1_002_000) // set back 16 minutes: time goes on as it did
  assert.is(pass(899_000), 1_901_000)
  assert.is(pass(0, 960_000 + 60_000), 1_961_000) // and then to a minute ahead of where it would have been
})

clock.run()
