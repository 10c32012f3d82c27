// Two servers, as processes of their own, on one PostgreSQL: one service under load, also when one of them is killed.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../test/server/support/postgres.ts'
import { urlShot } from './faults.ts'
import { describe, openLoop, send, type Tally } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf, platen, type RunningService, startService } from './service.ts'
import { capacityOf, openStage, renderShot, type Stage } from './stage.ts'

async function cluster({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const postgres = await startPostgres()
  const stage = await openStage({ DATABASE_URL: await postgres.database(), PLATEN_CHILDREN: '1' })
  let second: RunningService | undefined
  try {
    const capacity = await capacityOf(stage, () => renderShot(stage.team))
    second = await startService(join(stage.folder, 'second'), stage.environment)
    const [first, other] = [stage.service.port, second.port]
    const over = new AbortController()
    const load = (port: number): Promise<Tally> =>
      openLoop({ port, perSecond: capacity * 0.3, seconds: 3600, shot: () => renderShot(stage.team), signal: over.signal })
    const loads = [load(first), load(other)]
    const late = await revokeAgain(stage, [first, other], seconds / 2)
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
    await stage.close()
    await postgres.close()
  }
}

/** A URL is looked at this long before its end, and as long after: expired files are to be gone within five seconds, and a busy machine needs some of them. */
const MS_AROUND_END = 6000

/** URLs and the rate of one token, over both servers, while both render. */
async function shared(urlSeconds: number, { seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const postgres = await startPostgres()
  const environment = { DATABASE_URL: await postgres.database(), PLATEN_CHILDREN: '1', PLATEN_URL_SECONDS: String(urlSeconds) }
  const stage = await openStage(environment)
  const others: RunningService[] = []
  try {
    const capacity = await capacityOf(stage, () => renderShot(stage.team))
    others.push(await startService(join(stage.folder, 'second'), stage.environment))
    const ports = [stage.service.port, others[0]!.port]
    const over = new AbortController()
    const loads = ports.map((port) =>
      openLoop({ port, perSecond: capacity * 0.2, seconds: 3600, shot: () => renderShot(stage.team), signal: over.signal }),
    )
    const urls = await crossUrls(stage, ports, seconds)
    await wait(urlSeconds * 1000 - MS_AROUND_END)
    const early = await statusesOf(urls.paths.slice(-1), ports)
    await wait(2 * MS_AROUND_END)
    const late = await statusesOf(urls.paths, ports)
    const removed = await Promise.all(ports.map((port) => metricOf(port, 'platen_outputs_removed_total')))
    over.abort()
    const tallies = await Promise.all(loads)
    say(`${urls.paths.length} URLs (and ${urls.refused} refused), swept ${removed.join(' + ')}; load: ${tallies.map(describe).join('; ')}`)
    const limited = await rateOver(stage, others)
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
    await stage.close()
    await postgres.close()
  }
}

/** Makes URLs on one server after the other and fetches each from the one that did not make it. */
async function crossUrls(
  stage: Stage,
  ports: readonly number[],
  seconds: number,
): Promise<{ paths: string[]; unserved: number; refused: number }> {
  const paths: string[] = []
  let [unserved, refused] = [0, 0]
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const turn = paths.length % 2
    const { status, bytes } = await send(ports[turn]!, urlShot(stage))
    if (status === 503) {
      // Refused is nothing promised; on a machine that others use too, capacity was measured in a better moment.
      refused++
      await wait(1000)
      continue
    }
    if (status !== 200) throw new Error(`an URL was answered with ${status}`)
    const path = new URL((JSON.parse(bytes.toString()) as { url: string }).url).pathname
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

/** How many requests of a new token two further servers take together within a minute when each allows as many. */
async function rateOver(stage: Stage, others: RunningService[]): Promise<number> {
  const environment = { ...stage.environment, PLATEN_RATE: String(RATE) }
  const pair = [await startService(join(stage.folder, 'third'), environment), await startService(join(stage.folder, 'fourth'), environment)]
  others.push(...pair)
  const token = await platen(stage.folder, ['tokens', 'create', '--name', 'Limited', '--team', 'Soak'], stage.environment)
  const shot = { method: 'GET', path: '/api/templates', token }
  const replies = await Promise.all(Array.from({ length: 3 * RATE }, (_, i) => send(pair[i % 2]!.port, shot)))
  return replies.filter(({ status }) => status === 200).length
}

/** Makes and revokes tokens by the command line; gives how often a server took one that was revoked. */
async function revokeAgain(stage: Stage, ports: readonly number[], seconds: number): Promise<{ tried: number; taken: number }> {
  let [tried, taken] = [0, 0]
  for (const end = performance.now() + seconds * 1000; performance.now() < end; tried++) {
    const token = await platen(stage.folder, ['tokens', 'create', '--name', `T${tried}`, '--team', 'Soak'], stage.environment)
    const list = await platen(stage.folder, ['tokens', 'list', '--team', 'Soak'], stage.environment)
    const id = new RegExp(`^(\\w+) .* T${tried}$`, 'm').exec(list)?.[1] ?? ''
    const statuses = async (): Promise<number[]> =>
      Promise.all(ports.map(async (port) => (await send(port, { method: 'GET', path: '/api/templates', token })).status))
    if ((await statuses()).some((status) => status !== 200)) throw new Error('a token that works was refused')
    await platen(stage.folder, ['tokens', 'revoke', id, '--team', 'Soak'], stage.environment)
    taken += (await statuses()).filter((status) => status !== 401).length
  }
  return { tried, taken }
}

export const CLUSTER: readonly Scenario[] = [
  { name: 'cluster', seconds: 60, run: cluster },
  { name: 'cluster-shared', seconds: 20, run: (options) => shared(20, options) },
  { name: 'cluster-quarter-hour', seconds: 60, run: (options) => shared(900, options) },
]
