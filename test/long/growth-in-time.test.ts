// Work that counting steps does not see: copies of arrays and strings, regular expressions and compiled libraries. Whole documents are made, without
// coverage, and CPU times of two sizes are compared (`cpu.ts`), in a process beside (`measure.ts`).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { GROWING } from '../support/growing.data.ts'
import { faultOf } from './cpu.ts'
import { DOCUMENTS } from './documents.data.ts'

const time = suite('growth in CPU time')

let child: ChildProcess
time.before(() => {
  child = fork(fileURLToPath(new URL('measure.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
})
time.after(() => {
  child.kill()
})

/** What is wrong with the growth of a kind of document. */
async function faultOfKind(name: string): Promise<string | undefined> {
  const ended = new AbortController()
  const { signal } = ended
  child.send(name)
  const [{ fault }] = (await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }).then(([code]) => [{ fault: `the process ended with ${code}` }]),
  ])) as [{ fault?: string }]
  // What was not heard of rejects now, after the race.
  ended.abort()
  return fault
}

time('a square is seen, also of copies that no statement of ours makes', async () => {
  const long = 'x'.repeat(1 << 16)
  let copied = 0
  const copy = async (power: number): Promise<void> => {
    for (let i = 0; i < 4 ** (power - 6); i++) copied += Buffer.from(long).length
  }
  assert.match((await faultOf(copy, 12)) ?? '', /ms for 2\^14/)
  assert.ok(copied > 0)
  const linear = async (power: number): Promise<void> => {
    for (let i = 0; i < 2 ** power; i++) copied += Buffer.from(long).length
  }
  assert.is(await faultOf(linear, 12), undefined)
})

for (const name of Object.keys(DOCUMENTS)) {
  time(name, async () => {
    assert.is(await faultOfKind(name), undefined)
  })
}

for (const name of Object.keys(GROWING)) {
  time(`of many kinds: ${name}`, async () => {
    assert.is(await faultOfKind(name), undefined)
  })
}

time.run()
