// Pacing of large bodies, one piece at a time.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BodyScheduler } from '../../../server/http/body-scheduler.ts'

const scheduler = suite('body scheduler')

scheduler('admits callers in turn, with an event-loop iteration between two pieces', async () => {
  const it = new BodyScheduler(() => false)
  const order: string[] = []
  let iterations = 0
  let isOver = false
  const count = (): void => {
    iterations++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const owner = async (name: string): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await it.next()
      order.push(`${name}${iterations}`)
    }
  }
  await Promise.all([owner('a'), owner('b'), owner('c')])
  isOver = true
  assert.is(order.map((piece) => piece[0]).join(''), 'abcabcabc')
  assert.is(new Set(order.map((piece) => piece.slice(1))).size, 9)
})

scheduler('idles between two pieces on request', async () => {
  const it = new BodyScheduler(() => true)
  const before = performance.now()
  await it.next()
  for (let i = 0; i < 10; i++) await it.next()
  // Timers may come half a millisecond early.
  assert.ok(performance.now() - before >= 5)
})

scheduler.run()
