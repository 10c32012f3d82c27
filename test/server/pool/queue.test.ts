import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FairQueue } from '../../../server/pool/queue.ts'

const fairQueue = suite('fair queue')

fairQueue('serves teams in turn and always has room for a team without jobs', () => {
  const queue = new FairQueue<string>(8)
  const taken = Array.from({ length: 8 }, (_, i) => queue.push('a', `a${i}`))
  assert.is(taken.filter(Boolean).length, 4) // 8 / 2
  assert.ok(queue.push('b', 'b0'))
  assert.ok(queue.push('b', 'b1'))
  assert.not.ok(queue.push('b', 'b2')) // 8 / 3
  assert.ok(queue.push('c', 'c0'))
  queue.putBack('a', 'again')
  const order: (string | undefined)[] = []
  while (queue.size > 0) order.push(queue.shift())
  assert.equal(order, ['again', 'b0', 'c0', 'a0', 'b1', 'a1', 'a2', 'a3'])
  assert.is(queue.shift(), undefined)
})

fairQueue('serves an occasional caller before a burst, once per round', () => {
  const queue = new FairQueue<string>(100)
  const order: (string | undefined)[] = []
  for (let i = 0; i < 6; i++) queue.push('rush', `r${i}`)
  order.push(queue.shift(), queue.shift())
  queue.push('rare', 'x0')
  assert.equal([...queue.ahead('rush'), ...queue.ahead('new')], ['x0', 'r2', 'r3', 'r4', 'r5', 'x0'])
  order.push(queue.shift())
  // Its turn was a moment ago: it takes its place in the round, and cannot keep the rush from having one.
  queue.push('rare', 'x1')
  order.push(queue.shift(), queue.shift(), queue.shift(), queue.shift())
  queue.push('rare', 'x2')
  order.push(queue.shift(), queue.shift())
  assert.equal(order, ['r0', 'r1', 'x0', 'r2', 'x1', 'r3', 'r4', 'x2', 'r5'])
})

fairQueue('skips inadmissible items and keeps their positions', () => {
  const queue = new FairQueue<string>(100)
  for (const item of ['long1', 'short1', 'long2', 'short2']) queue.push('a', item)
  queue.push('b', 'short3')
  const short = (item: string): boolean => item.startsWith('short')
  assert.equal([queue.shift(short), queue.shift(short), queue.shift(short), queue.shift(short)], ['short1', 'short3', 'short2', undefined])
  assert.equal([queue.size, queue.shift(), queue.shift()], [2, 'long1', 'long2'])
})

fairQueue.run()
