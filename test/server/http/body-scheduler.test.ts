// Large bodies, one piece at a time.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BodyScheduler } from '../../../server/http/body-scheduler.ts'

const turns = suite('turns')

turns('whoever asks has one turn after the other, and the event loop goes round between two', async () => {
  const it = new BodyScheduler(() => false)
  const order: string[] = []
  let rounds = 0
  let isOver = false
  const count = (): void => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const owner = async (name: string): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await it.next()
      order.push(`${name}${rounds}`)
    }
  }
  await Promise.all([owner('a'), owner('b'), owner('c')])
  isOver = true
  assert.is(order.map((turn) => turn[0]).join(''), 'abcabcabc')
  assert.is(new Set(order.map((turn) => turn.slice(1))).size, 9)
})

turns('it rests between two when that is wanted', async () => {
  const it = new BodyScheduler(() => true)
  const before = performance.now()
  await it.next()
  for (let i = 0; i < 10; i++) await it.next()
  // Timers may come half a millisecond early.
  assert.ok(performance.now() - before >= 5)
})

turns.run()
