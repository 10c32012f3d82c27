// Timers that many requests share.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CoarseTimer, makeCoarseTimeouts } from '../../server/coarse-timer.ts'
import { until } from './support/until.ts'

const coarseTimer = suite('coarse timer')

coarseTimer('calls every callback until it is removed', async () => {
  const timer = new CoarseTimer(5)
  const seen: string[] = []
  const remove = timer.add(() => seen.push('a'))
  timer.add(() => seen.push('b'))
  await until(() => seen.includes('a') && seen.includes('b'))
  remove()
  seen.length = 0
  await until(() => seen.length >= 3)
  assert.not.ok(seen.includes('a'))
})

coarseTimer('a tick ends though its callbacks add themselves again, and skips those removed in it', async () => {
  const timer = new CoarseTimer(1)
  const seen: string[] = []
  const again = (): void => {
    seen.push('again')
    remove()
    removeOwn()
    removeOwn = timer.add(again)
  }
  let removeOwn = timer.add(again)
  const remove = timer.add(() => seen.push('removed'))
  await until(() => seen.length >= 3)
  removeOwn()
  assert.equal([...new Set(seen)], ['again'])
})

coarseTimer('timeouts call once, not too soon, and not when cancelled', async () => {
  let now = 0
  const after = makeCoarseTimeouts(1, () => now)
  const called: string[] = []
  const note = (name: string, ms: number): (() => void) => after(ms, () => called.push(name))
  const calledBy = async (ms: number): Promise<readonly string[]> => {
    now = ms
    // Added last, so it is called after all others.
    let isOver = false
    after(0, () => {
      isOver = true
    })
    await until(() => isOver)
    return [...called]
  }
  note('late', 40)
  note('soon', 10)
  note('never', 20)()
  assert.equal(await calledBy(9), [])
  assert.equal(await calledBy(10), ['soon'])
  assert.equal(await calledBy(39), ['soon'])
  assert.equal(await calledBy(40), ['soon', 'late'])
  assert.equal(await calledBy(1000), ['soon', 'late'])
})

coarseTimer.run()
