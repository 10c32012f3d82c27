// The pool with workers that crash, are killed and are replaced, and its queue under overload.
import { setTimeout } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import { createPool } from '../../../server/pool/pool.ts'
import type { Failure, Rendered, Streaming } from '../../../server/pool/renderer.ts'
import { sourceHash } from '../../../server/store/source-hash.ts'
import { closedGate } from '../support/gate.ts'
import { closeOpen, deaths, FOREVER, isUp, jobOf, killChildren, start, textOf } from '../support/pool-bench.ts'
import { testClock } from '../support/service.ts'
import { until } from '../support/until.ts'

const pool = suite('pool')

pool.after.each(closeOpen)

pool('renders, loading the source of a template once', async () => {
  const { renderer } = await start()
  let asked = 0
  const source = async (): Promise<string> => {
    asked++
    return 'Hi {{name}}'
  }
  const job = { ...jobOf('a', 'Hi {{name}}', { name: 'Ann' }, { name: 'Bob' }), source }
  for (let i = 0; i < 3; i++) assert.match(textOf(await renderer.render(job, NEVER_CANCELLED)), 'Hi Ann\n--page--\nHi Bob')
  assert.is(asked, 1)
})

pool('a merge says how many parts are painted', async () => {
  const { renderer } = await start()
  const told: number[] = []
  const slow = { name: 'x', sleep: 150 }
  const merge = {
    ...jobOf('a', 'Hi {{name}}', slow, slow, slow),
    kind: 'merge',
    onProgress: (parts: number) => void told.push(parts),
  } as const
  assert.match(textOf(await renderer.render(merge, NEVER_CANCELLED)), 'Hi x\n--page--\nHi x')
  assert.equal(told, [3])
})

pool('carries megabytes in both directions', async () => {
  const { render } = await start({ limits: { pages: 1, rows: 1, outputBytes: 20_000_000, wholeBytes: 20_000_000 } })
  const name = 'é'.repeat(4_000_000)
  assert.match(textOf(await render({ name })), name)
})

pool('distinguishes input errors from bugs', async () => {
  const bench = await start()
  const input = await bench.render({}, { source: '{{#bad' })
  assert.is(input.kind === 'input' && input.problems[0]?.code, 'template-syntax')
  const bug = await bench.render({ throw: 'x' })
  assert.is(bug.kind === 'bug' && /invariant/.test(bug.message), true)
  await isUp(bench)
  assert.equal(deaths(bench.events), [])
})

pool('compiles in a worker', async () => {
  const { renderer } = await start()
  const compiled = await renderer.compile({ teamId: 'a', type: 'html', source: '{{a}} {{b.c}}' }, NEVER_CANCELLED)
  assert.equal(compiled.kind === 'compiled' && compiled.variables.map((variable) => variable.name), ['a', 'b.c'])
})

pool('a worker killed from outside is replaced and its job retried', async () => {
  const bench = await start()
  // `kill` makes the worker send itself SIGKILL, which the server takes for a signal from outside.
  const { gate, open } = closedGate()
  const victim = bench.render({ gate, name: 'kept' })
  await until(() => bench.renderer.health().busy === 1)
  killChildren()
  await until(() => deaths(bench.events).length === 1)
  open()
  assert.match(textOf(await victim), 'Hello kept')
  assert.equal(deaths(bench.events), ['external-signal'])
  // Twice in a row: a typed failure, and no quarantine.
  assert.is((await bench.render({ kill: 1 })).kind, 'overloaded')
  await isUp(bench)
})

pool('a spare takes the place of a worker that dies, before another is started', async () => {
  const bench = await start({ spares: 1 })
  await until(() => bench.renderer.health().ready === 2)
  const started = (): number => bench.events.filter(({ kind }) => kind === 'started').length
  assert.is(started(), 2)
  const { gate, open } = closedGate()
  const victim = bench.render({ gate, name: 'kept' })
  await until(() => bench.renderer.health().busy === 1)
  killChildren((pids) => pids.slice(0, 1))
  await until(() => deaths(bench.events).length === 1)
  open()
  assert.match(textOf(await victim), 'Hello kept')
  await until(() => started() === 3)
  // Retried before the third was started.
  const kinds = bench.events.map(({ kind }) => kind)
  assert.ok(kinds.includes('retry') && kinds.indexOf('retry') < kinds.lastIndexOf('started'), kinds.join(' '))
  await until(() => bench.renderer.health().ready === 2)
  // No two render at the same time where one worker is set.
  const both = [bench.render({}), bench.render({})]
  assert.is(bench.renderer.health().busy, 1)
  await Promise.all(both)
})

pool('a cold spare gets some of the short jobs, once another worker is warm and no job waits', async () => {
  const bench = await start({ spares: 1, mostJobs: 50_000 })
  await until(() => bench.renderer.health().ready === 2)
  const counts: number[] = []
  const tally = new Map<string, number>()
  for (let i = 0; i < 4; i++) {
    for (let n = 0; n < 500; n++) {
      const pid = textOf(await bench.render({}, { source: '{{pid}}' }))
      tally.set(pid, (tally.get(pid) ?? 0) + 1)
    }
    counts.push([...tally.values()][1] ?? 0)
  }
  // The first 500 warm up the first worker; of the next, each third job goes to the spare.
  assert.equal(counts, [0, 167, 334, 500])
  for (let n = 0; n < 200; n++) await bench.render({}, { source: '{{pid}}' })
  assert.is(tally.size, 2)
})

pool('a short job runs on the spare while a long one holds the worker', async () => {
  const bench = await start({ spares: 1, now: () => performance.now() })
  await until(() => bench.renderer.health().ready === 2)
  for (let i = 0; i < 10; i++) await bench.render({ name: 'x' })
  const gone = new AbortController()
  const long = bench.render(FOREVER, { signal: gone.signal })
  for (let i = 0; i < 5; i++) assert.match(textOf(await bench.render({ name: `N${i}` })), `Hello N${i}`)
  assert.is(bench.renderer.health().busy, 1)
  gone.abort()
  assert.is((await long).kind, 'cancelled')
})

pool('a template that is seen to be long while it runs is long: the next of it leave a worker to short jobs', async () => {
  let now = 0
  const bench = await start({ workers: 2, mostJobs: 50_000, now: () => now })
  await until(() => bench.renderer.health().ready === 2)
  // Both workers are warm: while one sleeps, the other has to take the next job. A clock that stands still would make the pool overloaded.
  for (let n = 0; n < 600; n++) {
    await Promise.all([bench.render({ sleep: 1 }), bench.render({ sleep: 1 })])
    now += 100
  }
  const gone = new AbortController()
  const long = (): Promise<{ readonly kind: string }> => bench.render({ sleep: 600_000 }, { source: 'New {{name}}', signal: gone.signal })
  const first = long()
  await until(() => bench.renderer.health().busy === 1)
  now += 1000
  await setTimeout(500) // the pool looks five times a second
  const second = long()
  let text = ''
  void bench.render({ name: 'Ann' }).then((outcome) => {
    text = textOf(outcome)
  })
  await until(() => text !== '')
  assert.match(text, 'Hello Ann')
  assert.is(bench.renderer.health().waiting, 1)
  gone.abort()
  assert.equal([(await first).kind, (await second).kind], ['cancelled', 'cancelled'])
})

pool('a crash is retried once; then the template is quarantined with the same data', async () => {
  const bench = await start()
  assert.is((await bench.render({ exit: 3 })).kind, 'quarantined')
  assert.equal(deaths(bench.events), ['crash', 'crash'])
  assert.is((await bench.render({ exit: 3 })).kind, 'quarantined')
  assert.equal(deaths(bench.events).length, 2)
  // The same template with other data, that of another team, and another template are still rendered.
  assert.match(textOf(await bench.render({ name: 'Ann' })), 'Hello Ann')
  assert.match(textOf(await bench.render({ name: 'Ann' }, { team: 'b' })), 'Hello Ann')
  assert.match(textOf(await bench.render({ name: 'Ann' }, { source: 'Other {{name}}' })), 'Other Ann')
  bench.clock.advance(10 * 60_000)
  assert.is((await bench.render({ exit: 3 })).kind, 'quarantined')
  assert.equal(deaths(bench.events).length, 4)
})

pool('a merge is quarantined with the data of all its parts', async () => {
  const bench = await start()
  const merge = (...data: readonly object[]): Promise<unknown> =>
    bench.renderer.render(jobOf('a', 'Hello {{name}}', ...data), NEVER_CANCELLED)
  assert.equal(await merge({ exit: 3 }, { a: 1 }), { kind: 'quarantined' })
  assert.equal(await merge({ exit: 3 }, { a: 1 }), { kind: 'quarantined' })
  assert.equal(deaths(bench.events).length, 2)
  await merge({ exit: 3 }, { a: 2 })
  assert.equal(deaths(bench.events).length, 4)
})

pool('a team whose jobs end ten workers, with any data, is refused for a minute', async () => {
  const bench = await start()
  const tooMany = (secondsToWait: number): object => ({
    kind: 'overloaded',
    secondsToWait,
    reason: 'renderings of this team have stopped too many processes',
  })
  for (let n = 0; n < 4; n++) assert.is((await bench.render({ exit: 3, n })).kind, 'quarantined')
  assert.match(textOf(await bench.render({ name: 'Ann' })), 'Hello Ann')
  // Jobs that are queued when the tenth worker ends are refused as well.
  const [last, waiting] = [bench.render({ exit: 3, n: 4 }), bench.render({ name: 'waiting' })]
  assert.equal([(await last).kind, await waiting], ['quarantined', tooMany(60)])
  assert.is(deaths(bench.events).length, 10)
  assert.equal(await bench.render({ name: 'Ann' }), tooMany(60))
  assert.equal(bench.renderer.refusal('a'), tooMany(60))
  assert.is(bench.renderer.refusal('b'), undefined)
  assert.match(textOf(await bench.render({ name: 'Ann' }, { team: 'b' })), 'Hello Ann')
  bench.clock.advance(59_000)
  assert.equal(await bench.render({ exit: 3, n: 5 }), tooMany(1))
  bench.clock.advance(1000)
  assert.match(textOf(await bench.render({ name: 'Ann' })), 'Hello Ann')
  // From now on one more death is enough, and is not retried.
  assert.equal(await bench.render({ exit: 3, n: 6 }), tooMany(60))
  assert.is(deaths(bench.events).length, 11)
  bench.clock.advance(10 * 60_000)
  assert.is((await bench.render({ exit: 3, n: 7 })).kind, 'quarantined')
})

pool('a team whose jobs have ended ten workers is served after others', async () => {
  const bench = await start()
  for (let n = 0; n < 5; n++) await bench.render({ exit: 3, n })
  bench.clock.advance(60_000)
  const order: string[] = []
  const done = (team: string, data: object): Promise<unknown> => bench.render(data, { team }).then(() => order.push(team))
  // The first job holds the worker; of the queued ones, the team that arrived first would be served first.
  await Promise.all([done('c', { sleep: 50 }), done('a', {}), done('b', {}), done('b', { name: 'x' })])
  assert.equal(order, ['c', 'b', 'b', 'a'])
})

pool('workers killed from outside do not count against a team', async () => {
  const bench = await start()
  for (let n = 0; n < 12; n++) {
    const job = bench.render({ sleep: 30, name: `${n}` })
    await until(() => bench.renderer.health().busy === 1)
    killChildren()
    assert.match(textOf(await job), `Hello ${n}`)
  }
  await isUp(bench)
})

pool('an abort and a WebAssembly trap are crashes', async () => {
  const bench = await start()
  assert.is((await bench.render({ abort: 1 })).kind, 'quarantined')
  assert.is((await bench.render({ trap: 1 }, { team: 'b' })).kind, 'quarantined')
  assert.equal(deaths(bench.events), ['crash', 'crash', 'crash', 'crash'])
  await isUp({ ...bench, render: (data) => bench.render(data, { team: 'c' }) })
})

pool('a worker is replaced after its number of renderings, without a gap', async () => {
  const bench = await start({ mostJobs: 5 })
  for (let i = 0; i < 30; i++) {
    assert.match(textOf(await bench.render({ name: `N${i}` })), `Hello N${i}`)
    assert.ok(bench.renderer.health().ready >= 1)
  }
  await until(() => deaths(bench.events).length >= 1)
  assert.ok(deaths(bench.events).every((cause) => cause === 'recycled'))
  await until(() => bench.renderer.health().ready === 1)
})

pool('a full queue refuses at once, with a time to retry', async () => {
  const { gate, open } = closedGate()
  const bench = await start({ queue: 4 })
  const outcomes: (Rendered | Streaming | Failure)[] = []
  const all = Array.from({ length: 10 }, () => bench.render({ gate }).then((outcome) => void outcomes.push(outcome)))
  // In the same turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  const refused = [...outcomes]
  open()
  assert.is(refused.length, 7) // one renders, 4 / 2 wait: a team alone gets half the queue
  assert.ok(refused.every((outcome) => outcome.kind === 'overloaded' && outcome.secondsToWait >= 1))
  await Promise.all(all)
  assert.equal(
    outcomes.slice(7).map(({ kind }) => kind),
    ['rendered', 'rendered', 'rendered'],
  )
})

pool('overload is refused while it lasts, another team is served, and bursts are admitted', async () => {
  const { gate, admit } = closedGate()
  let now = 0
  const bench = await start({ queue: 128, now: () => now })
  const data = { gate, name: 'x' }
  let count = 0
  const come = (team = 'a'): Promise<Rendered | Streaming | Failure> =>
    bench.render(data, { team }).then((outcome) => {
      if (outcome.kind === 'rendered') count++
      return outcome
    })
  /** The current rendering takes 20 ms. */
  const next = async (): Promise<void> => {
    const before = count
    now += 20
    admit(1)
    await until(() => count > before)
  }
  // Five seconds, after which the worker is warm.
  for (let i = 0; i < 250; i++) await Promise.all([come(), next()])
  // A burst that the queue can hold: all are served.
  const burst = Array.from({ length: 30 }, () => come())
  for (const _ of burst) await next()
  for (const one of burst) assert.is((await one).kind, 'rendered')
  // Eight arrive for each that is done.
  const flood: Promise<Rendered | Streaming | Failure>[] = []
  const quiet: Promise<Rendered | Streaming | Failure>[] = []
  for (let i = 0; i < 150; i++) {
    for (let n = 0; n < 8; n++) flood.push(come())
    // Sometimes three at once: more than may be ahead of the last when both teams have as much queued.
    const some = i === 45 || i === 65 ? 3 : i % 10 === 5 ? 1 : 0
    for (let n = 0; n < some; n++) quiet.push(come('quiet'))
    // The queue has room for 64, but no job waits for many more than four renderings.
    if (i > 100) {
      assert.ok(bench.renderer.health().waiting <= 8, String(bench.renderer.health().waiting))
      assert.is(bench.renderer.refusal('a')?.kind, 'overloaded')
      assert.is(bench.renderer.refusal('another'), undefined)
    }
    await next()
  }
  while (bench.renderer.health().busy > 0) await next()
  const kinds = (await Promise.all(flood)).map(({ kind }) => kind)
  assert.equal([...new Set(kinds)].sort(), ['overloaded', 'rendered'])
  assert.ok((await Promise.all(quiet)).every(({ kind }) => kind === 'rendered'))
})

pool('a large job is refused before its data is read', async () => {
  const { gate, admit, open } = closedGate()
  let now = 0
  const bench = await start({ now: () => now })
  const inTime = async (ms: number, data: object): Promise<void> => {
    const one = bench.render({ gate, ...data })
    now += ms
    admit(1)
    assert.is((await one).kind, 'rendered')
  }
  const long = { filler: 'x'.repeat(300_000) }
  const announced = { hash: sourceHash('html', 'Hello {{name}}'), bytes: 300_000 }
  for (let i = 0; i < 10; i++) await inTime(20, {})
  for (let i = 0; i < 3; i++) await inTime(3000, long)
  assert.is(bench.renderer.refusal('a', announced), undefined)
  const waiting = Array.from({ length: 6 }, () => bench.render({ gate, ...long }))
  assert.is(bench.renderer.refusal('a', announced)?.kind, 'overloaded')
  // Short jobs are not refused for it, nor is a team with few jobs.
  assert.is(bench.renderer.refusal('a', { ...announced, bytes: 1000 }), undefined)
  assert.is(bench.renderer.refusal('a'), undefined)
  assert.is(bench.renderer.refusal('another', announced), undefined)
  open()
  await Promise.all(waiting)
})

pool('teams take turns', async () => {
  const bench = await start()
  const order: string[] = []
  const run = (team: string): Promise<void> => bench.render({}, { team }).then(() => void order.push(team))
  await Promise.all([...['a', 'a', 'a', 'a', 'a'].map(run), ...['b', 'b'].map(run)])
  // The first was running before another team came; then b, which had nothing queued, and both in turn until b has no more.
  assert.is(order.join(''), 'ababaaa')
})

pool('a source that cannot be loaded fails that job alone', async () => {
  const bench = await start()
  const job = { ...jobOf('a', 'Lost', {}), source: () => Promise.reject(new Error('gone')) }
  const error = await bench.renderer.render(job, NEVER_CANCELLED).catch((thrown: unknown) => thrown)
  assert.is((error as Error).message, 'gone')
  await isUp(bench)
})

pool('ready() rejects when a worker cannot start', async () => {
  const renderer = createPool({
    ...{
      script: new URL('./support/no-such-file.ts', import.meta.url),
      heapMb: 128,
      limits: { pages: 1, rows: 1, outputBytes: 1, wholeBytes: 1 },
      workers: 1,
      spares: 0,
      queue: 1,
    },
    ...{ msDeadline: 1000, cpuSeconds: 1, memoryBytes: 2 ** 30, mostJobs: 1, clock: testClock() },
  })
  const error = await renderer.ready().catch((thrown: unknown) => thrown)
  assert.match((error as Error).message, /could not be started/)
  await renderer.close()
})

pool.run()
