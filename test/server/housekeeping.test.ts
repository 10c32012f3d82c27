import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startHousekeeping } from '../../server/housekeeping.ts'
import { testClock } from './support/service.ts'

const housekeeping = suite('housekeeping')

housekeeping('erases what has expired at the start, by the clock of the store, and ends after it', async () => {
  const clock = testClock()
  const erased: number[] = []
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const eraseExpired = async (now: number): Promise<void> => {
    await gate
    erased.push(now)
  }
  const end = startHousekeeping([{ eraseExpired }], clock, () => assert.unreachable())
  const ended = end()
  release()
  await ended
  assert.equal(erased, [clock.now()])
})

housekeeping('reports an error and goes on', async () => {
  const errors: unknown[] = []
  const eraseExpired = (): Promise<void> => Promise.reject(new Error('away'))
  await startHousekeeping([{ eraseExpired }], testClock(), (error) => errors.push(error))()
  assert.is(String(errors), 'Error: away')
})

housekeeping.run()
