// The signal of a request whose caller may hang up.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { HangUpSignal } from '../../server/cancel-signal.ts'

const cancelSignal = suite('cancel signal')

cancelSignal('aborting calls those who listen, once', () => {
  const signal = new HangUpSignal()
  const called: string[] = []
  const removed = (): void => void called.push('removed')
  signal.addEventListener('abort', () => called.push('a'))
  signal.addEventListener('abort', removed)
  signal.removeEventListener('abort', removed)
  signal.abort()
  signal.abort()
  assert.equal(called, ['a'])
  assert.ok(signal.aborted)
})

cancelSignal.run()
