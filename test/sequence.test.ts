import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sequenceFrom } from '../engine/sequence.ts'

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

sequence('is undefined past the end', () => {
  const items = sequenceFrom([1].values())
  assert.is(items.at(5), undefined)
})

sequence.run()
