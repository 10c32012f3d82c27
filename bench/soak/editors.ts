// Problem: people who write templates ask for a preview after each pause of typing, and callers who wait for documents must not notice.
// Approach: fifty people, each with a session and a template of the sample invoice, change it every one to two seconds and ask as the page does: one preview under
// way for each, which is given up for a newer text. Rounds with and without them alternate, since the machine may be shared; callers render at the same rate in all.
// Limits: no browser paints, and callers and editors run on the same processors, in a process each.

import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { cpuUsageOf, workerPids } from './cpu-usage.ts'
import { describe, openLoop, quantile, type Tally } from './load.ts'
import { ClientPool } from './minimal-client.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { platen } from './service.ts'
import { capacityOf, openTestbed, quickRenderRequest, type Testbed } from './testbed.ts'
import { type Previews, post } from './typing.ts'
import type { TypingOrder, TypingResult } from './typing-process.ts'

const EDITORS = 50
const ROUNDS = 4
/** Of the capacity of the service without editors. */
const SHARE = 0.5
const MOST_SLOWDOWN = 1.5
/** The cookies of so many people of the team. */
async function signUp(
  { folder, environment, service }: Testbed,
  agent: Agent,
): Promise<{ readonly teamId: string; readonly cookies: readonly string[] }> {
  const cookies: string[] = []
  let teamId = ''
  const register = async (link: string): Promise<void> => {
    const body = { link: link.slice(link.indexOf('#') + 1), name: `editor ${cookies.length}`, password: 'correct horse battery' }
    const { status, bytes, cookie } = await post(service.port, '/links/register', body, { agent })
    if (status !== 200) throw new Error(`no account: ${status} ${bytes}`)
    // The session, as the service documents it.
    teamId ||= (JSON.parse(bytes.toString()) as { teams: readonly { id: string }[] }).teams[0]?.id ?? ''
    cookies.push(cookie)
  }
  const printed = await platen(folder, ['users', 'invite', '--role', 'owner', '--team', 'Soak'], environment)
  await register(printed.trim())
  while (cookies.length < EDITORS) {
    const { bytes } = await post(service.port, `/t/${teamId}/invitations`, { role: 'editor', note: '' }, { agent, cookie: cookies[0]! })
    await register((JSON.parse(bytes.toString()) as { url: string }).url)
  }
  return { teamId, cookies }
}

/** MiB of the server and its workers. */
function memoryOf(pid: number): number {
  const kilobytes = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return [pid, ...workerPids(pid)].reduce((sum, each) => sum + kilobytes(each), 0) / 1024
}

interface Round {
  readonly tally: Tally
  /** Processors used by the service: its server, and its workers. */
  readonly server: number
  readonly workers: number
}

async function callers({ service, team }: Testbed, perSecond: number, seconds: number): Promise<Round> {
  const pid = service.process.pid ?? 0
  const clients = new ClientPool(service.port)
  const [before, start] = [cpuUsageOf(pid), performance.now()]
  const tally = await openLoop({ port: service.port, perSecond, seconds, nextRequest: () => quickRenderRequest(team), via: clients.send })
  const [after, elapsed] = [cpuUsageOf(pid), (performance.now() - start) / 1000]
  clients.close()
  return { tally, server: (after.server - before.server) / elapsed, workers: (after.workers - before.workers) / elapsed }
}

async function editors({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  const agent = new Agent({ keepAlive: true })
  const typing = fork(new URL('./typing-process.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const order = (order: TypingOrder): void => void typing.send(order)
  try {
    const { teamId, cookies } = await signUp(testbed, agent)
    const perSecond = (await capacityOf(testbed, () => quickRenderRequest(testbed.team))) * SHARE
    const previews: Previews = { times: [], asked: 0, givenUp: 0, failed: new Map() }
    const { port } = testbed.service
    const { templateId } = testbed.team
    const whileEditing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      order({ kind: 'start', port, teamId, templateId, cookies })
      const result = await work()
      const ended = new Promise<TypingResult>((resolve) => typing.once('message', resolve))
      order({ kind: 'stop' })
      const { times, asked, givenUp, failed } = await ended
      previews.times.push(...times)
      previews.asked += asked
      previews.givenUp += givenUp
      for (const [status, count] of failed) previews.failed.set(status, (previews.failed.get(status) ?? 0) + count)
      return result
    }
    // The processes of previews are started and compile their code.
    await whileEditing(() => callers(testbed, perSecond, 20))
    Object.assign(previews, { asked: 0, givenUp: 0 })
    previews.times.length = 0
    previews.failed.clear()
    const [without, beside]: [Round[], Round[]] = [[], []]
    const pid = testbed.service.process.pid ?? 0
    let memory = 0
    for (let i = 0; i < ROUNDS; i++) {
      without.push(await callers(testbed, perSecond, seconds / ROUNDS / 2))
      beside.push(await whileEditing(() => callers(testbed, perSecond, seconds / ROUNDS / 2)))
      memory = Math.max(memory, memoryOf(pid))
      const of = ({ tally }: Round): string => `p99 ${quantile(tally.times, 0.99).toFixed(0)} ms, ${describe(tally)}`
      say(`load ${loadavg()[0]?.toFixed(1)}; without editors ${of(without[i]!)}; with ${of(beside[i]!)}`)
    }
    return findingsOf({ without, beside, previews, memory, perSecond })
  } finally {
    typing.kill()
    agent.destroy()
    await testbed.close()
  }
}

interface Measured {
  readonly without: readonly Round[]
  readonly beside: readonly Round[]
  readonly previews: Previews
  /** MiB. */
  readonly memory: number
  readonly perSecond: number
}

function findingsOf({ without, beside, previews, memory, perSecond }: Measured): readonly Finding[] {
  const times = (rounds: readonly Round[]): readonly number[] => rounds.flatMap(({ tally }) => tally.times)
  const failed = [...without, ...beside].reduce(
    (sum, { tally }) => sum + tally.refused + [...tally.failed.values()].reduce((a, b) => a + b, 0),
    0,
  )
  const share = (rounds: readonly Round[], of: 'server' | 'workers'): number =>
    rounds.reduce((sum, round) => sum + round[of], 0) / rounds.length
  const both = (rounds: readonly Round[]): string => [0.5, 0.99].map((part) => quantile(times(rounds), part).toFixed(0)).join(' / ')
  const slowdown = quantile(times(beside), 0.99) / quantile(times(without), 0.99)
  const processors = (rounds: readonly Round[]): string => `${share(rounds, 'server').toFixed(2)} + ${share(rounds, 'workers').toFixed(2)}`
  const [p50, p99] = [0.5, 0.99].map((part) => quantile(previews.times, part).toFixed(0))
  // The page asks again after a refusal.
  const lost = [...previews.failed].filter(([status]) => status !== 503).reduce((sum, [, count]) => sum + count, 0)
  const refused = previews.failed.get(503) ?? 0
  return [
    finding('invoices a second for callers', perSecond, 'none failed', failed === 0),
    finding('without editors: p50 / p99 in ms', both(without), '', true),
    finding(
      `with ${EDITORS} editors: p50 / p99 in ms`,
      both(beside),
      `p99 ≤ ${MOST_SLOWDOWN} ×: ${slowdown.toFixed(2)}`,
      slowdown <= MOST_SLOWDOWN,
    ),
    finding(
      'previews: asked for, given up for a newer text, refused',
      `${previews.asked}, ${previews.givenUp}, ${refused}`,
      'none failed',
      lost === 0,
    ),
    finding('previews: p50 / p99 in ms', `${p50} / ${p99}`, '', true),
    finding('processors without editors: server + workers', processors(without), '', true),
    finding('processors with editors: server + workers', processors(beside), '', true),
    finding('most memory of all processes in MiB', memory, '', true),
    finding('load of the machine', loadavg()[0] ?? 0, '', true),
  ]
}

export const EDITORS_TYPING: readonly Scenario[] = [{ name: 'editors', seconds: 160, run: editors }]
