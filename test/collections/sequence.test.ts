import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sequenceAfter, sequenceFrom } from '../../engine/collections/sequence.ts'
import { makeRandom } from '../support/random/random.ts'

const sequence = suite('sequence')

sequence('makes an item only when it is asked for', () => {
  let made = 0
  const items = sequenceFrom(
    (function* () {
      for (let i = 0; i < 10; i++) {
        made++
        yield i
      }
    })(),
  )
  assert.is(items.at(2), 2)
  assert.is(made, 3)
})

sequence('forgets what was released and refuses to make it again', () => {
  const items = sequenceFrom([1, 2, 3, 4].values())
  assert.is(items.at(3), 4)
  items.release(2)
  assert.is(items.alive, 2)
  assert.is(items.at(2), 3)
  assert.throws(() => items.at(1), /released/)
})

sequence('gives what is behind any release', () => {
  const items = sequenceFrom(Array.from({ length: 1_000 }, (_, i) => i).values())
  const random = makeRandom(1)
  let [first, furthest] = [0, 0]
  while (first < 900) {
    const index = Math.min(999, first + random.int(0, 60))
    furthest = Math.max(furthest, index)
    assert.is(items.at(index), index)
    first = Math.min(furthest, first + random.int(0, 20))
    items.release(first)
    assert.is(items.at(first), first)
    assert.is(items.alive, furthest + 1 - first)
  }
})

sequence('releases hundreds of thousands one by one', () => {
  const count = 400_000
  const items = sequenceFrom(Array.from({ length: count }, (_, i) => i).values())
  items.at(count - 1)
  const start = process.cpuUsage()
  for (let i = 1; i <= count; i++) items.release(i)
  // Moved each time, those behind would be 80 thousand million places: 30 s and more.
  assert.ok(process.cpuUsage(start).user < 5e6)
  assert.is(items.alive, 0)
})

sequence('is undefined past the end', () => {
  const items = sequenceFrom([1].values())
  assert.is(items.at(5), undefined)
})

sequence('keeps nothing of what a rest of a rest has left behind', () => {
  const items = sequenceFrom(Array.from({ length: 10_000 }, (_, i) => i).values())
  let rest = sequenceAfter([], items, 0)
  for (let page = 0; page < 100; page++) {
    for (let i = 0; i < 40; i++) rest.at(i)
    // The row that continues is made anew, and is the first of what remains.
    rest = sequenceAfter([rest.at(39)!], rest, 40)
    rest.release(0)
    assert.is(items.alive, 0)
  }
  assert.is(rest.at(1), 3901)
})

sequence.run()
