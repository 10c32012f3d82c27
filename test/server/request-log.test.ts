// The log of requests: written behind the answers, in batches, within a bound.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { RequestLog } from '../../server/request-log.ts'
import type { RequestRecord } from '../../server/store/requests.ts'

const log = suite('request log')

const request = (id: string, warnings: RequestRecord['warnings'] = []): RequestRecord => ({
  ...{ id, teamId: 'a', at: 0, route: 'POST /api/render', status: 200, code: undefined, template: undefined, ms: 1, pages: 1, bytes: 1 },
  warnings,
})

function bench(fails = 0): { log: RequestLog; batches: number[]; written: Map<string, RequestRecord>; events: string[] } {
  const written = new Map<string, RequestRecord>()
  const [batches, events]: [number[], string[]] = [[], []]
  let failures = fails
  const store = {
    request: async (teamId: string, id: string) => written.get(`${teamId} ${id}`),
    addRequests: async (requests: readonly RequestRecord[]) => {
      if (failures-- > 0) throw new Error('away')
      batches.push(requests.length)
      for (const each of requests) written.set(`${each.teamId} ${each.id}`, each)
    },
  }
  return {
    ...{ batches, written, events },
    log: new RequestLog({ store, onDropped: (count) => events.push(`dropped ${count}`), onError: (error) => events.push(String(error)) }),
  }
}

log('a call is found before it is written and after, by its team alone', async () => {
  const { log, written } = bench()
  log.add(request('1'))
  assert.is((await log.find('a', '1'))?.id, '1')
  assert.is(await log.find('b', '1'), undefined)
  assert.is(written.size, 0)
  await log.close()
  assert.is(written.size, 1)
  assert.is((await log.find('a', '1'))?.id, '1')
  assert.is(await log.find('b', '1'), undefined)
})

log('calls are written 250 at a time, each once', async () => {
  const { log, batches } = bench()
  for (let i = 0; i < 600; i++) log.add(request(String(i)))
  await Promise.all([log.write(), log.write()])
  assert.equal(batches, [250, 250, 100])
  await log.close()
  assert.equal(batches, [250, 250, 100])
})

log('a store that is away loses nothing within the bound', async () => {
  const { log, written, events } = bench(2)
  for (let i = 0; i < 10_005; i++) log.add(request(String(i)))
  await log.write()
  await log.write()
  assert.equal([written.size, events.filter((event) => event.startsWith('dropped')).length], [0, 5])
  assert.equal(events.filter((event) => event.includes('away')).length, 2)
  await log.close()
  assert.is(written.size, 10_000)
})

log('of many warnings the first are kept', async () => {
  const { log } = bench()
  log.add(
    request(
      '1',
      Array.from({ length: 1000 }, (_, i) => ({ code: 'missing-value', path: `items[${i}].name` })),
    ),
  )
  const { warnings } = (await log.find('a', '1'))!
  assert.equal([warnings.length, warnings[199]?.path], [200, 'items[199].name'])
  await log.close()
})

log.run()
