// Server and workers are killed at random moments: after a restart, every answered document is there, belongs to its request and was made once,
// and no other file is left.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faultOf } from '../nonce.ts'
import { workerPids } from './cpu-usage.ts'
import { agent, send } from './load.ts'
import { type Reply, type RequestSpec, urlPathOf } from './request-spec.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { type RunningService, startService } from './service.ts'
import { openTestbed, renderRequest, type Testbed } from './testbed.ts'

/** Limit of a rendering; the lease of an idempotency key whose server died ends some time later. */
const SECONDS_RENDER = 5
const SECONDS_URL = 120
/** Pending rows are swept after the time of a rendering and a minute to write. */
const MS_UNTIL_GONE = (SECONDS_URL + 10) * 1000

/** A call for a URL under an idempotency key of its own, and the nonce that its PDF must contain. */
interface Keyed {
  readonly spec: RequestSpec
  readonly nonce: string
  path: string | undefined
}

interface Count {
  answered: number
  direct: number
  refused: number
  killedChildren: number
  killedByOthers: number
  endedSince: number
  lost: number
  crossed: number
  twice: number
  readonly odd: Map<string, number>
}

function keyedCall({ team }: Testbed): Keyed {
  const { check: _, nonce, ...spec } = renderRequest(team)
  return { spec: { ...spec, body: { ...spec.body, output: 'url' }, headers: { 'Idempotency-Key': nonce } }, nonce, path: undefined }
}

const pathOf = ({ bytes }: Reply): string => urlPathOf(bytes)

/** Undefined when the server died meanwhile. */
async function answerTo(testbed: Testbed, spec: RequestSpec, count: Count): Promise<Reply | undefined> {
  const reply = await send(testbed.service.port, spec).catch(() => undefined)
  if (reply === undefined || reply.status === 200) return reply
  if (reply.status === 503 && reply.header('retry-after') !== undefined) count.refused++
  else count.odd.set(`status ${reply.status}`, (count.odd.get(`status ${reply.status}`) ?? 0) + 1)
  return reply
}

/** Sends calls one after the other until the server dies; three in four for a URL. */
async function callUntilDeath(testbed: Testbed, calls: Keyed[], count: Count): Promise<void> {
  for (;;) {
    if (Math.random() < 0.25) {
      const { check, ...spec } = renderRequest(testbed.team)
      const reply = await answerTo(testbed, spec, count)
      if (reply === undefined) return
      if (reply.status === 200) count.direct++
      if (reply.status === 200 && check?.(reply.bytes) !== undefined) count.crossed++
      continue
    }
    const call = keyedCall(testbed)
    calls.push(call)
    const reply = await answerTo(testbed, call.spec, count)
    if (reply === undefined) return
    if (reply.status === 200) call.path = pathOf(reply)
  }
}

/** Under load, kills perhaps a worker and then the server, at random moments; returns the calls of this round. */
async function killAmidst(testbed: Testbed, count: Count): Promise<readonly Keyed[]> {
  const calls: Keyed[] = []
  const callers = Array.from({ length: 4 }, () => callUntilDeath(testbed, calls, count))
  while (!calls.some(({ path }) => path !== undefined)) await wait(2)
  await wait(Math.random() * 200)
  if (Math.random() < 0.5) {
    const victims = workerPids(testbed.service.process.pid ?? 0)
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (victim !== undefined) process.kill(victim, 'SIGKILL')
    count.killedChildren += victim === undefined ? 0 : 1
    await wait(Math.random() * 300)
  }
  await testbed.service.stop('SIGKILL')
  await Promise.all(callers)
  agent.destroy()
  return calls
}

/** Checks that an answered document is there, is that of the call, and is given again when the call is repeated. */
async function judge(testbed: Testbed, { spec, nonce, path }: Keyed, count: Count): Promise<void> {
  if (path === undefined) return
  const { status, bytes } = await send(testbed.service.port, { method: 'GET', path })
  if (status !== 200) count.lost++
  else if (faultOf(bytes, nonce) !== undefined) count.crossed++
  const again = await send(testbed.service.port, spec)
  if (again.status !== 200 || pathOf(again) !== path) count.twice++
}

/** Repeats unanswered calls under their keys, each by two clients at once: both must get one document. */
async function repeat(testbed: Testbed, calls: readonly Keyed[], count: Count): Promise<void> {
  for (const { spec, nonce } of calls) {
    const replies = await Promise.all([1, 2].map(() => send(testbed.service.port, spec)))
    const late = replies.find(({ status }) => status === 409)
    // The later of two is answered 409 while the earlier runs.
    const paths = [
      ...replies.filter((reply) => reply !== late),
      ...(late === undefined ? [] : [await send(testbed.service.port, spec)]),
    ].map(pathOf)
    if (new Set(paths).size !== 1) count.twice++
    const { status, bytes } = await send(testbed.service.port, { method: 'GET', path: paths[0]! })
    // The document was made before the server died, and its URL has expired since; the repeated call replays that answer.
    if (status === 410 && replies.some(({ header }) => header('idempotency-replayed') === 'true')) count.endedSince++
    else if (status !== 200) count.lost++
    else if (faultOf(bytes, nonce) !== undefined) count.crossed++
  }
}

/** A shared machine may kill processes by itself: a server that was ended by a signal from outside is started again. */
async function restart(testbed: Testbed, count: Count): Promise<RunningService> {
  try {
    return await startService(testbed.folder, testbed.environment)
  } catch (thrown) {
    if (!/ended with null/.test(String(thrown))) throw thrown
    count.killedByOthers++
    return startService(testbed.folder, testbed.environment)
  }
}

async function kills({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed({ PLATEN_URL_SECONDS: String(SECONDS_URL), PLATEN_RENDER_SECONDS: String(SECONDS_RENDER) })
  const rounds = Math.max(3, Math.round(seconds / 3))
  const count: Count = {
    answered: 0,
    direct: 0,
    refused: 0,
    killedChildren: 0,
    killedByOthers: 0,
    endedSince: 0,
    lost: 0,
    crossed: 0,
    twice: 0,
    odd: new Map(),
  }
  const unanswered: Keyed[] = []
  const paths: string[] = []
  let left = 0
  try {
    const started = performance.now()
    for (let round = 0; round < rounds; round++) {
      const calls = await killAmidst(testbed, count)
      testbed.service = await restart(testbed, count)
      for (const call of calls) await judge(testbed, call, count)
      paths.push(...calls.flatMap(({ path }) => path ?? []))
      unanswered.push(...calls.filter(({ path }) => path === undefined))
      if (round % 50 === 49) say(`${round + 1} rounds in ${Math.round((performance.now() - started) / 1000)} s, ${JSON.stringify(count)}`)
    }
    count.answered = paths.length
    await wait(MS_UNTIL_GONE)
    await repeat(testbed, unanswered, count)
    await wait(MS_UNTIL_GONE)
    left = readdirSync(join(testbed.folder, 'outputs')).length
  } finally {
    await testbed.close()
  }
  const { answered, direct, lost, crossed, twice, odd, killedChildren, refused } = count
  const oddities = [...odd].map(([name, times]) => `${name} × ${times}`).join(', ')
  return [
    finding(`answered and lost, server killed × ${rounds}, ${answered} URLs`, lost, '0', lost === 0 && answered > 0),
    finding(`of another call, ${answered} URLs and ${direct} documents`, crossed, '0', crossed === 0),
    finding(`made twice under one key, ${unanswered.length} repeated`, twice, '0', twice === 0),
    finding('addresses given twice', paths.length - new Set(paths).size, '0', paths.length === new Set(paths).size),
    finding(`neither good nor a typed 503, rendering process killed × ${killedChildren}`, oddities || 'none', 'none', odd.size === 0),
    finding('of the repeated ones made before the kill, address ended since', count.endedSince, 'recorded', true),
    finding('starts ended by somebody else', count.killedByOthers, 'recorded', true),
    finding('typed 503', refused, 'recorded', true),
    finding('files left when all that was answered has ended', left, '0', left === 0),
  ]
}

export const KILLS: readonly Scenario[] = [{ name: 'parent-kill', seconds: 1500, run: kills }]
