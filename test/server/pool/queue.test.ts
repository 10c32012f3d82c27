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

fairQueue('serves an occasional caller before a burst, and then in its turn', () => {
  const queue = new FairQueue<string>(100)
  const order: (string | undefined)[] = []
  for (let i = 0; i < 6; i++) queue.push('rush', `r${i}`)
  order.push(queue.shift(), queue.shift())
  queue.push('rare', 'x0')
  assert.equal([...queue.ahead('rush')].sort(), ['r2', 'r3', 'r4', 'r5', 'x0'])
  assert.equal([...queue.ahead('new')], ['x0'])
  order.push(queue.shift())
  // Its turn was a moment ago: it cannot keep the rush from having one.
  queue.push('rare', 'x1')
  order.push(queue.shift(), queue.shift(), queue.shift(), queue.shift())
  queue.push('rare', 'x2')
  order.push(queue.shift(), queue.shift())
  assert.equal(order, ['r0', 'r1', 'x0', 'r2', 'x1', 'r3', 'r4', 'x2', 'r5'])
})

fairQueue('serves a team that waits, however many others come anew', () => {
  const queue = new FairQueue<string>(100)
  for (let i = 0; i < 10; i++) queue.push('steady', `s${i}`)
  let served = 0
  for (let i = 0; i < 60; i++) {
    queue.push(`new ${i}`, `n${i}`)
    if (queue.shift()?.startsWith('s')) served++
  }
  assert.ok(served >= 5, `${served} of 60 turns`)
})

fairQueue('gives half of the turns to each of two teams, one of which comes again and again', () => {
  const queue = new FairQueue<string>(100)
  for (let i = 0; i < 40; i++) queue.push('steady', `s${i}`)
  let served = 0
  for (let i = 0; i < 40; i++) {
    if (i % 2 === 0) queue.push('other', `o${i}`)
    if (queue.shift()?.startsWith('s')) served++
  }
  assert.is(served, 20)
})

fairQueue('gives no turns afterwards for those that items missed which were not admissible', () => {
  const queue = new FairQueue<string>(100)
  for (let i = 0; i < 5; i++) queue.push('a', `long a${i}`)
  for (let i = 0; i < 30; i++) {
    queue.push(`team ${i % 3}`, `short${i}`)
    queue.shift((item) => item.startsWith('short'))
  }
  queue.push('b', 'long b')
  assert.equal([queue.shift(), queue.shift()].sort(), ['long a0', 'long b'])
})

fairQueue('forgets the turns of items that were removed', () => {
  const queue = new FairQueue<string>(100)
  for (let i = 0; i < 9; i++) queue.push('a', `a${i}`)
  queue.push('b', 'b0')
  assert.is(queue.remove((item) => item < 'a8').length, 8)
  queue.push('b', 'b1')
  assert.equal([...queue.inOrder()], ['a8', 'b0', 'b1'])
  assert.equal([...queue.ahead('a')].sort(), ['a8', 'b0', 'b1'])
  assert.equal([...queue.ahead('c')].sort(), ['a8', 'b0'])
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
