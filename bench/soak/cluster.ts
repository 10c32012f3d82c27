// Two servers, as processes of their own, on one PostgreSQL: one service under load, also when one of them is killed.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../test/server/support/postgres.ts'
import { urlRequest } from './faults.ts'
import { describe, openLoop, send, type Tally } from './load.ts'
import { urlPathOf } from './request-spec.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf, platen, type RunningService, startService } from './service.ts'
import { capacityOf, openTestbed, renderRequest, type Testbed } from './testbed.ts'

async function cluster({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const postgres = await startPostgres()
  const testbed = await openTestbed({ DATABASE_URL: await postgres.database(), PLATEN_CHILDREN: '1' })
  let second: RunningService | undefined
  try {
    const capacity = await capacityOf(testbed, () => renderRequest(testbed.team))
    second = await startService(join(testbed.folder, 'second'), testbed.environment)
    const [first, other] = [testbed.service.port, second.port]
    const over = new AbortController()
    const load = (port: number): Promise<Tally> =>
      openLoop({ port, perSecond: capacity * 0.3, seconds: 3600, nextRequest: () => renderRequest(testbed.team), signal: over.signal })
    const loads = [load(first), load(other)]
    const late = await revokeAgain(testbed, [first, other], seconds / 2)
    await second.stop('SIGKILL')
    await wait(seconds * 500)
    over.abort()
    const [survivor, killed] = await Promise.all(loads)
    say(`survivor: ${describe(survivor!)}; killed: ${describe(killed!)}`)
    return [
      finding(`tokens revoked and taken afterwards, of ${late.tried}`, late.taken, '0', late.taken === 0 && late.tried > 0),
      finding(
        'requests that the killed one cannot have answered',
        killed!.sent - killed!.ok,
        '> 0',
        killed!.ok > 0 && killed!.sent > killed!.ok,
      ),
      finding('requests to the survivor that failed', survivor!.sent - survivor!.ok, '0', survivor!.sent === survivor!.ok),
    ]
  } finally {
    await second?.stop('SIGKILL')
    await testbed.close()
    await postgres.close()
  }
}

/** A URL is requested this long before it expires, and as long after: expired files must be gone within five seconds. */
const MS_AROUND_END = 6000

/** URLs and the rate of one token, over both servers, while both render. */
async function shared(urlSeconds: number, { seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const postgres = await startPostgres()
  const environment = { DATABASE_URL: await postgres.database(), PLATEN_CHILDREN: '1', PLATEN_URL_SECONDS: String(urlSeconds) }
  const testbed = await openTestbed(environment)
  const others: RunningService[] = []
  try {
    const capacity = await capacityOf(testbed, () => renderRequest(testbed.team))
    others.push(await startService(join(testbed.folder, 'second'), testbed.environment))
    const ports = [testbed.service.port, others[0]!.port]
    const over = new AbortController()
    const loads = ports.map((port) =>
      openLoop({ port, perSecond: capacity * 0.2, seconds: 3600, nextRequest: () => renderRequest(testbed.team), signal: over.signal }),
    )
    const urls = await crossUrls(testbed, ports, seconds)
    await wait(urlSeconds * 1000 - MS_AROUND_END)
    const early = await statusesOf(urls.paths.slice(-1), ports)
    await wait(2 * MS_AROUND_END)
    const late = await statusesOf(urls.paths, ports)
    const removed = await Promise.all(ports.map((port) => metricOf(port, 'platen_outputs_removed_total')))
    over.abort()
    const tallies = await Promise.all(loads)
    say(`${urls.paths.length} URLs (and ${urls.refused} refused), swept ${removed.join(' + ')}; load: ${tallies.map(describe).join('; ')}`)
    const limited = await rateOver(testbed, others)
    const swept = removed.reduce((sum, count) => sum + count, 0)
    const failed = tallies.reduce((sum, tally) => sum + tally.sent - tally.ok, 0)
    return [
      finding('URLs of one that the other did not serve', urls.unserved, '0', urls.unserved === 0 && urls.paths.length > 0),
      finding(
        `answers to the last one ${MS_AROUND_END / 1000} s before its ${urlSeconds} s are over`,
        early.join(', '),
        '200, 200',
        early.every((status) => status === 200),
      ),
      finding(
        'answers other than 410 after their time',
        late.filter((status) => status !== 410).length,
        '0',
        late.every((s) => s === 410),
      ),
      finding(`files removed, both together, of ${urls.paths.length}`, swept, String(urls.paths.length), swept === urls.paths.length),
      finding(`requests of one token taken by both, of ${3 * RATE} at once`, limited, String(RATE), limited === RATE),
      finding('requests of the load that failed', failed, '0', failed === 0),
    ]
  } finally {
    for (const other of others) await other.stop('SIGKILL')
    await testbed.close()
    await postgres.close()
  }
}

/** Requests URLs from both servers in turn and downloads each from the other server. */
async function crossUrls(
  testbed: Testbed,
  ports: readonly number[],
  seconds: number,
): Promise<{ paths: string[]; unserved: number; refused: number }> {
  const paths: string[] = []
  let [unserved, refused] = [0, 0]
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const turn = paths.length % 2
    const { status, bytes } = await send(ports[turn]!, urlRequest(testbed))
    if (status === 503) {
      // A refusal loses nothing; on a shared machine, capacity may have been measured at a better moment.
      refused++
      await wait(1000)
      continue
    }
    if (status !== 200) throw new Error(`a request for a URL was answered with ${status}`)
    const path = urlPathOf(bytes)
    paths.push(path)
    const got = await send(ports[1 - turn]!, { method: 'GET', path })
    if (got.status !== 200 || !got.bytes.includes('%%EOF')) unserved++
  }
  return { paths, unserved, refused }
}

async function statusesOf(paths: readonly string[], ports: readonly number[]): Promise<number[]> {
  const statuses: number[] = []
  for (const path of paths) for (const port of ports) statuses.push((await send(port, { method: 'GET', path })).status)
  return statuses
}

const RATE = 40

/** How many requests of a new token two further servers accept together within a minute, at this rate limit. */
async function rateOver(testbed: Testbed, others: RunningService[]): Promise<number> {
  const environment = { ...testbed.environment, PLATEN_RATE: String(RATE) }
  const pair = [
    await startService(join(testbed.folder, 'third'), environment),
    await startService(join(testbed.folder, 'fourth'), environment),
  ]
  others.push(...pair)
  const token = await platen(testbed.folder, ['tokens', 'create', '--name', 'Limited', '--team', 'Soak'], testbed.environment)
  const spec = { method: 'GET', path: '/api/templates', token }
  const replies = await Promise.all(Array.from({ length: 3 * RATE }, (_, i) => send(pair[i % 2]!.port, spec)))
  return replies.filter(({ status }) => status === 200).length
}

/** Creates and revokes tokens by the command line; returns how often a server accepted a revoked one. */
async function revokeAgain(testbed: Testbed, ports: readonly number[], seconds: number): Promise<{ tried: number; taken: number }> {
  let [tried, taken] = [0, 0]
  for (const end = performance.now() + seconds * 1000; performance.now() < end; tried++) {
    const token = await platen(testbed.folder, ['tokens', 'create', '--name', `T${tried}`, '--team', 'Soak'], testbed.environment)
    const list = await platen(testbed.folder, ['tokens', 'list', '--team', 'Soak'], testbed.environment)
    const id = new RegExp(`^(\\w+) .* T${tried}$`, 'm').exec(list)?.[1] ?? ''
    const statuses = async (): Promise<number[]> =>
      Promise.all(ports.map(async (port) => (await send(port, { method: 'GET', path: '/api/templates', token })).status))
    if ((await statuses()).some((status) => status !== 200)) throw new Error('a valid token was refused')
    await platen(testbed.folder, ['tokens', 'revoke', id, '--team', 'Soak'], testbed.environment)
    taken += (await statuses()).filter((status) => status !== 401).length
  }
  return { tried, taken }
}

export const CLUSTER: readonly Scenario[] = [
  { name: 'cluster', seconds: 60, run: cluster },
  { name: 'cluster-shared', seconds: 20, run: (options) => shared(20, options) },
  { name: 'cluster-quarter-hour', seconds: 60, run: (options) => shared(900, options) },
]
