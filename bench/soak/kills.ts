// Processes killed at random moments, the server itself among them: what was answered is there when it comes back, belongs to who asked for
// it, was made once, and nothing else is left.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faultOf } from '../nonce.ts'
import { childrenOf } from './cpu-usage.ts'
import { agent, send } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { type RunningService, startService } from './service.ts'
import type { Reply, Shot } from './shot.ts'
import { openStage, renderShot, type Stage } from './stage.ts'

/** Renderings take so long at most; a key whose call died is free again some time later. */
const SECONDS_RENDER = 5
const SECONDS_URL = 120
/** Rows that are pending go after the time of a rendering and a minute to write. */
const MS_UNTIL_GONE = (SECONDS_URL + 10) * 1000

/** A call for a URL under a key of its own, and what its PDF must hold. */
interface Keyed {
  readonly shot: Shot
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

function keyedCall({ team }: Stage): Keyed {
  const { check: _, nonce, ...shot } = renderShot(team)
  return { shot: { ...shot, body: { ...shot.body, output: 'url' }, headers: { 'Idempotency-Key': nonce } }, nonce, path: undefined }
}

const pathOf = ({ bytes }: Reply): string => new URL((JSON.parse(bytes.toString()) as { url: string }).url).pathname

/** Undefined when the server died meanwhile. */
async function answerTo(stage: Stage, shot: Shot, count: Count): Promise<Reply | undefined> {
  const reply = await send(stage.service.port, shot).catch(() => undefined)
  if (reply === undefined || reply.status === 200) return reply
  if (reply.status === 503 && reply.header('retry-after') !== undefined) count.refused++
  else count.odd.set(`status ${reply.status}`, (count.odd.get(`status ${reply.status}`) ?? 0) + 1)
  return reply
}

/** Calls one after the other until the server dies; three in four for a URL. */
async function lane(stage: Stage, calls: Keyed[], count: Count): Promise<void> {
  for (;;) {
    if (Math.random() < 0.25) {
      const { check, ...shot } = renderShot(stage.team)
      const reply = await answerTo(stage, shot, count)
      if (reply === undefined) return
      if (reply.status === 200) count.direct++
      if (reply.status === 200 && check?.(reply.bytes) !== undefined) count.crossed++
      continue
    }
    const call = keyedCall(stage)
    calls.push(call)
    const reply = await answerTo(stage, call.shot, count)
    if (reply === undefined) return
    if (reply.status === 200) call.path = pathOf(reply)
  }
}

/** Load, perhaps a rendering process killed, then the server, at moments of no pattern; gives the calls of this round. */
async function killAmidst(stage: Stage, count: Count): Promise<readonly Keyed[]> {
  const calls: Keyed[] = []
  const lanes = Array.from({ length: 4 }, () => lane(stage, calls, count))
  while (!calls.some(({ path }) => path !== undefined)) await wait(2)
  await wait(Math.random() * 200)
  if (Math.random() < 0.5) {
    const victims = childrenOf(stage.service.process.pid ?? 0)
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (victim !== undefined) process.kill(victim, 'SIGKILL')
    count.killedChildren += victim === undefined ? 0 : 1
    await wait(Math.random() * 300)
  }
  await stage.service.stop('SIGKILL')
  await Promise.all(lanes)
  agent.destroy()
  return calls
}

/** Whether what was answered is there, is of whom it should be, and is given again to whoever repeats the call. */
async function judge(stage: Stage, { shot, nonce, path }: Keyed, count: Count): Promise<void> {
  if (path === undefined) return
  const { status, bytes } = await send(stage.service.port, { method: 'GET', path })
  if (status !== 200) count.lost++
  else if (faultOf(bytes, nonce) !== undefined) count.crossed++
  const again = await send(stage.service.port, shot)
  if (again.status !== 200 || pathOf(again) !== path) count.twice++
}

/** Calls that nobody answered, made again under their keys, each by two callers at once: one document for both. */
async function repeat(stage: Stage, calls: readonly Keyed[], count: Count): Promise<void> {
  for (const { shot, nonce } of calls) {
    const replies = await Promise.all([1, 2].map(() => send(stage.service.port, shot)))
    const late = replies.find(({ status }) => status === 409)
    // The later of two is told to wait for the earlier.
    const paths = [...replies.filter((reply) => reply !== late), ...(late === undefined ? [] : [await send(stage.service.port, shot)])].map(
      pathOf,
    )
    if (new Set(paths).size !== 1) count.twice++
    const { status, bytes } = await send(stage.service.port, { method: 'GET', path: paths[0]! })
    // It was made before the server died, and its address has ended since; whoever repeats the call is told the same.
    if (status === 410 && replies.some(({ header }) => header('idempotency-replayed') === 'true')) count.endedSince++
    else if (status !== 200) count.lost++
    else if (faultOf(bytes, nonce) !== undefined) count.crossed++
  }
}

/** A machine that others use too may kill a process of its own accord: ended by a signal, and not by us, a server is started again. */
async function restart(stage: Stage, count: Count): Promise<RunningService> {
  try {
    return await startService(stage.folder, stage.environment)
  } catch (thrown) {
    if (!/ended with null/.test(String(thrown))) throw thrown
    count.killedByOthers++
    return startService(stage.folder, stage.environment)
  }
}

async function kills({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage({ PLATEN_URL_SECONDS: String(SECONDS_URL), PLATEN_RENDER_SECONDS: String(SECONDS_RENDER) })
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
      const calls = await killAmidst(stage, count)
      stage.service = await restart(stage, count)
      for (const call of calls) await judge(stage, call, count)
      paths.push(...calls.flatMap(({ path }) => path ?? []))
      unanswered.push(...calls.filter(({ path }) => path === undefined))
      if (round % 50 === 49) say(`${round + 1} rounds in ${Math.round((performance.now() - started) / 1000)} s, ${JSON.stringify(count)}`)
    }
    count.answered = paths.length
    await wait(MS_UNTIL_GONE)
    await repeat(stage, unanswered, count)
    await wait(MS_UNTIL_GONE)
    left = readdirSync(join(stage.folder, 'outputs')).length
  } finally {
    await stage.close()
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
