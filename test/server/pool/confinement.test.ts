// The rights of a worker as /proc reports them, compared with the measures that the service logs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findConfinement } from '../../../server/pool/confinement.ts'
import { childPids } from '../support/children.ts'
import { closeOpen, killChildren, start } from '../support/pool-bench.ts'
import { FAKE_CHILD, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const confined = suite('confinement')

confined.after.each(closeOpen)

const fieldOf = (pid: number | 'self', name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? ''
const isRoot = process.getuid?.() === 0
const hasSetpriv = process.platform === 'linux' && spawnSync('setpriv', ['--no-new-privs', 'true']).status === 0

/** In the build, workers get a user of their own as well. */
const BUILT = new URL('../../../.dist/server/pool/child.js', import.meta.url)
const SCRIPTS = [FAKE_CHILD, ...(existsSync(BUILT) ? [BUILT] : [])]

for (const script of SCRIPTS)
  confined(`every measure is enforced: ${script.pathname.split('/').at(-1)}`, async () => {
    const confinement = findConfinement(script)
    if (isRoot && hasSetpriv && script === BUILT) assert.ok(confinement.measures.includes('a user of its own'))
    if (hasSetpriv) assert.ok(confinement.measures.includes('no new privileges'))
    if (confinement.measures.length === 0) return
    const bench = await start({ script, confinement, workers: 2, heapMb: 512 })
    await until(() => bench.renderer.health().ready === 2)
    assert.is((await bench.render({ name: 'x' })).kind, 'rendered')
    const pids = childPids()
    assert.is(pids.length, 2)
    for (const pid of pids) {
      const shown = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      // The prefix was replaced by Node (exec): signals and budgets reach it.
      assert.ok(shown.startsWith(process.execPath), shown)
      for (const measure of confinement.measures) {
        if (measure === 'no new privileges') assert.is(fieldOf(pid, 'NoNewPrivs'), '1')
        else if (measure === 'no capabilities')
          for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) assert.match(fieldOf(pid, set), /^0+$/)
        else if (measure === 'a user of its own') assert.not.equal(fieldOf(pid, 'Uid'), fieldOf('self', 'Uid'))
        else if (measure === 'a network namespace of its own')
          assert.not.equal(readlinkSync(`/proc/${pid}/ns/net`), readlinkSync('/proc/self/ns/net'))
        else assert.unreachable(measure)
      }
    }
    // Workers cannot see each other either.
    if (isRoot && confinement.measures.includes('a user of its own')) {
      assert.is(new Set(pids.map((pid) => fieldOf(pid, 'Uid'))).size, 2)
      assert.ok(pids.every((pid) => fieldOf(pid, 'Groups').trim() === ''))
    }
  })

confined('a user id is leased again once its process has ended', async () => {
  const script = SCRIPTS.at(-1) ?? FAKE_CHILD
  const bench = await start({ script, confinement: findConfinement(script), heapMb: 512 })
  const [before = 0] = childPids()
  const user = fieldOf(before, 'Uid')
  killChildren()
  await until(() => bench.renderer.health().ready === 1 && childPids()[0] !== before)
  assert.is(fieldOf(childPids()[0] ?? 0, 'Uid'), user)
  assert.is((await bench.render({ name: 'x' })).kind, 'rendered')
})

confined('the service confines its workers, unless PLATEN_CONFINE is off', async () => {
  for (const [setting, wanted] of [
    ['auto', hasSetpriv ? '1' : fieldOf('self', 'NoNewPrivs')],
    ['off', fieldOf('self', 'NoNewPrivs')],
  ] as const) {
    const test = await startTestService({ PLATEN_CONFINE: setting })
    const pids = childPids()
    assert.ok(pids.length > 0)
    const found = pids.map((pid) => fieldOf(pid, 'NoNewPrivs'))
    await test.close()
    assert.equal(new Set(found), new Set([wanted]))
  }
})

if (process.platform === 'linux') confined.run()
