// What becomes of suspended processes when their server is gone.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ResumeWatchdog } from '../../../server/pool/resume-watchdog.ts'
import { programFile } from '../../support/programs.ts'
import { statesOf } from '../support/children.ts'
import { until } from '../support/until.ts'

const watchdogs = suite('resume watchdog')

const open: ChildProcess[] = []

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  open.push(child)
  return child
}

const isSuspended = ({ pid }: ChildProcess): boolean => statesOf([pid!])[0]?.startsWith('T') === true

watchdogs.after.each(() => {
  for (const child of open.splice(0)) child.kill('SIGKILL')
})

watchdogs('suspended processes are resumed when the server is killed', async () => {
  const [watched, other] = [run('sleep', ['600']), run('sleep', ['600'])]
  const main = programFile('test/server/support/resume-watchdog-main')
  const server = run(process.execPath, [main, String(watched.pid)])
  const [printed] = (await once(server.stdout!, 'data')) as [Buffer] // a stream of bytes
  assert.is(printed.toString(), 'armed\n')
  for (const child of [watched, other]) child.kill('SIGSTOP')
  await until(() => isSuspended(watched) && isSuspended(other))
  server.kill('SIGKILL')
  await until(() => !isSuspended(watched))
  assert.ok(isSuspended(other), 'a process that was not added')
})

watchdogs('processes that were removed are not resumed, those added later are', async () => {
  const [removed, added] = [run('sleep', ['600']), run('sleep', ['600'])]
  const watchdog = new ResumeWatchdog()
  watchdog.add(removed.pid!)
  assert.ok(watchdog.arm())
  assert.ok(watchdog.arm(), 'the shell runs already')
  watchdog.remove(removed.pid!)
  watchdog.add(added.pid!)
  for (const child of [removed, added]) child.kill('SIGSTOP')
  await until(() => isSuspended(removed) && isSuspended(added))
  watchdog.close()
  await until(() => !isSuspended(added))
  assert.ok(isSuspended(removed))
  assert.not.ok(watchdog.arm(), 'it is closed')
})

watchdogs.run()
