// Jobs and their rows, in both stores: each row ends once, limits, keys, callbacks, and the walls between teams.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EndedRow, JobKey, JobRecord, NewJob } from '../../../server/store/jobs.ts'
import type { Store } from '../../../server/store/store.ts'
import { testClock } from '../support/service.ts'
import { embeddedStores, postgresStores } from '../support/stores.ts'

const HOUR = 3_600_000

for (const stores of [embeddedStores(), postgresStores()]) {
  const jobs = suite(`jobs: ${stores.name}`)
  const clock = testClock()
  let it: Store
  let [a, b] = ['', '']
  jobs.before.each(async () => {
    it = (await stores.open(clock)).store
    a = (await it.addTeam('A')).id
    b = (await it.addTeam('B')).id
  })
  jobs.after.each(() => it.close())
  jobs.after(() => stores.close())

  const newJob = (more: Partial<NewJob> = {}): NewJob => ({
    ...{ spec: '{}', total: 3, keyed: undefined, most: 5, expiresAt: clock.now() + HOUR, fillUntil: clock.now() + 60_000 },
    ...more,
  })
  const made = (n: number, outputId?: string): EndedRow => ({
    ...{ n, template: 0, end: { kind: 'made', result: `r${n}`, outputId, pages: 1, warnings: 0 } },
  })
  const failed = (n: number): EndedRow => ({ n, template: 0, end: { kind: 'failed', code: 'template_error', message: 'wrong' } })
  const create = async (more?: Partial<NewJob>): Promise<JobKey> => {
    const created = await it.jobs.create(a, newJob(more))
    assert.is(created.kind, 'created')
    const { job } = created as { job: JobRecord }
    const rows = Array.from({ length: job.total }, (_, n) => ({ n, template: 0, input: { data: `d${n}` } }))
    await it.jobs.addRows(job, rows)
    assert.equal(await it.jobs.start(job), { isComplete: false })
    return job
  }
  const endRow = (key: JobKey, row: EndedRow, keepsData = false) => it.jobs.endRow(key, row, { keepsData, expiresAt: clock.now() + HOUR })
  const numbers = async (key: JobKey): Promise<unknown[]> => {
    const job = await it.jobs.job(key)
    return [job?.state, job?.total, job?.done, job?.failed]
  }

  jobs('a row ends once, and the last one finishes the job', async () => {
    const key = await create()
    assert.equal(
      (await it.jobs.waitingRows(key, 1, 3)).map(({ n, data }) => [n, data]),
      [
        [1, 'd1'],
        [2, 'd2'],
      ],
    )
    assert.equal(await endRow(key, made(1)), { isTaken: true, isComplete: false })
    assert.equal(await numbers(key), ['running', 3, 1, 0])
    // The same row again, as after a crash: whichever came first counts.
    assert.equal(await endRow(key, failed(1)), { isTaken: false, isComplete: false })
    assert.equal(await endRow(key, failed(0)), { isTaken: true, isComplete: false })
    assert.equal(
      (await it.jobs.waitingRows(key, 0, 3)).map(({ n }) => n),
      [2],
    )
    const ends = await Promise.all([endRow(key, made(2)), endRow(key, made(2)), endRow(key, failed(2))])
    assert.equal(ends.filter(({ isTaken }) => isTaken).length, 1)
    assert.equal(ends.filter(({ isComplete }) => isComplete).length, 1)
    const [state, total, done, wrong] = await numbers(key)
    assert.equal([state, total, Number(done) + Number(wrong)], ['finishing', 3, 3])
    assert.equal(await it.jobs.endedRows(key, -1, 2), [failed(0), made(1)])
    assert.is((await it.jobs.endedRows(key, 1, 10)).length, 1)
    const end = { state: 'done', outcome: 'o', expiresAt: clock.now() + HOUR, dropsOutputs: false, callbackAt: undefined } as const
    assert.equal([await it.jobs.end(key, end), await it.jobs.end(key, end)], [true, false])
    assert.equal((await it.jobs.job(key))?.outcome, 'o')
    assert.is(await it.jobs.areAnyUnfinished(), false)
  })

  jobs('rows that could not be read have failed before the start', async () => {
    const created = await it.jobs.create(a, newJob({ total: 1 }))
    const { job } = created as { job: JobRecord }
    await it.jobs.addRows(job, [{ n: 0, template: 0, input: { code: 'validation_failed', message: 'not an object' } }])
    assert.equal(await it.jobs.waitingRows(job, 0, 1), [])
    assert.equal(await it.jobs.start(job), { isComplete: true })
    assert.equal(await numbers(job), ['finishing', 1, 0, 1])
  })

  jobs('data is kept for a merge until its end', async () => {
    const key = await create()
    for (const row of [made(0), failed(1), made(2)]) await endRow(key, row, true)
    assert.equal(
      (await it.jobs.keptRows(key, -1, 10)).map(({ n, data }) => [n, data]),
      [
        [0, 'd0'],
        [2, 'd2'],
      ],
    )
    await it.jobs.end(key, { state: 'done', outcome: undefined, expiresAt: clock.now() + HOUR, dropsOutputs: true, callbackAt: undefined })
    assert.equal(await it.jobs.keptRows(key, -1, 10), [])
  })

  jobs('cancelling ends a job; its rows are not made any more', async () => {
    const key = await create()
    await endRow(key, made(0))
    assert.is(await it.jobs.cancel({ ...key, teamId: b }, clock.now()), undefined)
    assert.is(await it.jobs.cancel(key, clock.now() + HOUR), true)
    assert.is(await it.jobs.cancel(key, clock.now() + HOUR), false)
    assert.equal(await it.jobs.waitingRows(key, 0, 3), [])
    assert.equal(await endRow(key, made(1)), { isTaken: false, isComplete: false })
    assert.equal(await numbers(key), ['cancelled', 3, 1, 0])
    assert.equal(await it.jobs.endedRows(key, -1, 10), [made(0)])
  })

  jobs('files of rows live as long as the job', async () => {
    const key = await create({ total: 1 })
    const now = clock.now()
    const output = await it.addOutput(a, { secretHash: 's', fileName: 'f', createdAt: now, expiresAt: now + 10 })
    await endRow(key, made(0, output.id))
    await it.jobs.end(key, { state: 'done', outcome: undefined, expiresAt: now + HOUR, dropsOutputs: false, callbackAt: undefined })
    assert.is((await it.output(a, output.id))?.expiresAt, now + HOUR)
    assert.is(await it.jobs.removeExpired(now + HOUR - 1), 0)
    assert.is(await it.jobs.removeExpired(now + HOUR), 1)
    assert.is(await it.jobs.job(key), undefined)
  })

  jobs('a key makes one job, also at once, and a team has a limited number of them', async () => {
    const keyed = { keyHash: 'k', fingerprint: 'f' }
    const both = await Promise.all([it.jobs.create(a, newJob({ keyed })), it.jobs.create(a, newJob({ keyed }))])
    assert.equal(both.map(({ kind }) => kind).sort(), ['created', 'existing'])
    assert.is((await it.jobs.create(b, newJob({ keyed }))).kind, 'created')
    for (let i = 1; i < 5; i++) await create()
    assert.is((await it.jobs.create(a, newJob())).kind, 'too-many')
    assert.is((await it.jobs.create(a, newJob({ keyed }))).kind, 'existing')
    // The server that was adding rows has died: the key is free again, and the job goes.
    clock.advance(60_000)
    assert.is((await it.jobs.create(a, newJob({ keyed }))).kind, 'created')
  })

  jobs('jobs on which nothing is done are claimed once', async () => {
    const key = await create()
    clock.advance(1000)
    assert.equal(await it.jobs.claimStalled(clock.now() - 1001), [])
    assert.equal(await it.jobs.claimStalled(clock.now() - 1000), [{ id: key.id, teamId: a, state: 'queued', total: 3 }])
    assert.equal(await it.jobs.claimStalled(clock.now() - 1000), [])
  })

  jobs('a callback is claimed once, postponed and removed', async () => {
    const key = await create({ total: 1 })
    await endRow(key, made(0))
    const now = clock.now()
    await it.jobs.end(key, { state: 'done', outcome: undefined, expiresAt: now + HOUR, dropsOutputs: false, callbackAt: now })
    const claim = (at: number): Promise<readonly number[]> =>
      it.jobs.claimCallbacks(at, at + 100, 5).then((all) => all.map(({ attempts }) => attempts))
    assert.equal([await claim(now - 1), await claim(now), await claim(now)], [[], [0], []])
    await it.jobs.postponeCallback(key, now + 50)
    assert.equal([await claim(now + 49), await claim(now + 50)], [[], [1]])
    await it.jobs.removeCallback(key)
    assert.equal(await claim(now + 1000), [])
  })

  jobs('no team sees or changes a job of another', async () => {
    const key = await create()
    const foreign = { ...key, teamId: b }
    await endRow(key, made(0))
    assert.is(await it.jobs.job(foreign), undefined)
    assert.equal([await it.jobs.waitingRows(foreign, 0, 3), await it.jobs.endedRows(foreign, -1, 3)], [[], []])
    assert.equal(await endRow(foreign, made(1)), { isTaken: false, isComplete: false })
    await it.jobs.remove(foreign)
    assert.equal(await numbers(key), ['running', 3, 1, 0])
  })

  jobs.run()
}
