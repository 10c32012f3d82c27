// What becomes of processes that stand still when their server is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Waker } from '../../../server/pool/resume-watchdog.ts'
import { statesOf } from '../support/children.ts'
import { until } from '../support/until.ts'

const wakes = suite('waker')

const open: ChildProcess[] = []

function run(program: string, words: readonly string[]): ChildProcess {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  open.push(child)
  return child
}

const isStanding = ({ pid }: ChildProcess): boolean => statesOf([pid!])[0]?.startsWith('T') === true

wakes.after.each(() => {
  for (const child of open.splice(0)) child.kill('SIGKILL')
})

wakes('what stands still goes on when the server is killed', async () => {
  const [watched, other] = [run('sleep', ['600']), run('sleep', ['600'])]
  const main = fileURLToPath(new URL('../support/resume-watchdog-main.ts', import.meta.url))
  const server = run(process.execPath, ['--import', import.meta.resolve('tsx'), main, String(watched.pid)])
  const [said] = (await once(server.stdout!, 'data')) as [Buffer] // a stream of bytes
  assert.is(said.toString(), 'watching\n')
  for (const child of [watched, other]) child.kill('SIGSTOP')
  await until(() => isStanding(watched) && isStanding(other))
  server.kill('SIGKILL')
  await until(() => !isStanding(watched))
  assert.ok(isStanding(other), 'a process of somebody else')
})

wakes('processes that ended are not woken, those that came later are', async () => {
  const [gone, came] = [run('sleep', ['600']), run('sleep', ['600'])]
  const waker = new Waker()
  waker.add(gone.pid!)
  assert.ok(waker.isWatching())
  assert.ok(waker.isWatching(), 'one is enough')
  waker.remove(gone.pid!)
  waker.add(came.pid!)
  for (const child of [gone, came]) child.kill('SIGSTOP')
  await until(() => isStanding(gone) && isStanding(came))
  waker.end()
  await until(() => !isStanding(came))
  assert.ok(isStanding(gone))
  assert.not.ok(waker.isWatching(), 'it has ended')
})

wakes.run()
