// The log of requests, in both stores.
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase, STORE_FILE } from '../../../server/store/sqlite.ts'
import { requestRow } from '../support/request-row.ts'
import { testClock } from '../support/service.ts'
import { embeddedStores, postgresStores } from '../support/stores.ts'

for (const stores of [embeddedStores(), postgresStores()]) {
  const requests = suite(`requests of a store: ${stores.name}`)
  const clock = testClock()
  requests.after(() => stores.close())

  requests('requests are logged in batches, for a day', async () => {
    const { store: it } = await stores.open(clock)
    const [a, b] = [(await it.addTeam('A')).id, (await it.addTeam('B')).id]
    const rows = Array.from({ length: 123 }, (_, i) => requestRow(i % 2 === 0 ? a : b, `r${i}`, clock.now()))
    await it.addRequests(rows)
    await it.addRequests([])
    // A batch whose answer was lost is added again.
    await it.addRequests([
      rows[7]!,
      { ...requestRow(a, 'failed', clock.now()), status: 422, code: 'validation_failed', template: undefined, pages: undefined },
    ])
    assert.equal(await Promise.all(rows.map(({ teamId, id }) => it.request(teamId, id))), rows)
    assert.is(await it.request(b, 'r0'), undefined)
    const failed = (await it.request(a, 'failed'))!
    assert.equal([failed.code, failed.template, failed.pages], ['validation_failed', undefined, undefined])
    clock.advance(24 * 60 * 60 * 1000)
    assert.is(await it.request(a, 'r0'), undefined)
    await it.addRequests([requestRow(a, 'late', clock.now())])
    await it.eraseExpired(clock.now())
    clock.advance(-1)
    assert.equal([await it.request(a, 'r0'), (await it.request(a, 'late'))?.id], [undefined, 'late'])
    await it.close()
  })

  if (stores.name === 'embedded') {
    requests('of more than a million requests the newest are kept', async () => {
      const { store: it, place } = await stores.open(clock)
      const team = (await it.addTeam('A')).id
      const database = openDatabase(join(place, STORE_FILE))
      const now = clock.now()
      database
        .prepare(
          `INSERT INTO requests (team_id, id, at, route, status, ms, warnings)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1002500) SELECT ?, 'r' || i, ? + i, '', 200, 1, '[]' FROM n`,
        )
        .run(team, now)
      await it.eraseExpired(now)
      const [row] = database.prepare('SELECT count(*) AS count, min(at) AS first FROM requests').all() as Record<string, unknown>[]
      assert.equal([row?.['count'], row?.['first']], [1_000_000, now + 2501]) // 1002500 - 1000000 + 1
      database.close()
      await it.close()
    })
  }

  requests.run()
}
