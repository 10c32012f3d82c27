// Throughput and latency of the service over loopback, compared with the same number of processes that render the same invoices without a service. Both
// run alternately, since the machine may be shared. The driver runs on the same machine, so its CPU time counts against the service.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Rendered } from './http-baseline.ts'
import { WARM_UP_MS } from './measure.ts'
import { cpuUsageOf } from './soak/cpu-usage.ts'
import { closedLoop, openLoop, quantile, type Tally } from './soak/load.ts'
import { ClientPool } from './soak/minimal-client.ts'
import type { RequestSpec } from './soak/request-spec.ts'
import { openTestbed, quickRenderRequest, type Testbed, warmUp } from './soak/testbed.ts'

export interface HttpFigures {
  readonly cores: number
  /** Invoices per second: of the processes together, of the service. */
  readonly engine: number
  readonly service: number
  /** CPU milliseconds per invoice: in a baseline process; in the rendering processes and the server process of the service; in the driver. */
  readonly cpuMs: { readonly engine: number; readonly rendering: number; readonly server: number; readonly driver: number }
  /** Rate of the open-loop run: `SHARE` of the service's throughput, independent of response times. */
  readonly perSecond: number
  readonly tally: Tally
  readonly p50: number
  readonly p99: number
}

const ROUNDS = 3
const SHARE = 0.7
/** Closed-loop clients for each core: while one renders, others wait, so that no worker is idle. */
const CLIENTS_PER_CORE = 3

interface Round {
  readonly perSecond: number
  readonly rendering: number
  readonly server: number
  readonly driver: number
}

export async function measureHttp(seconds = 8): Promise<HttpFigures> {
  const cores = availableParallelism()
  const testbed = await openTestbed({ PLATEN_LOG: 'error' })
  const processes = await Promise.all(Array.from({ length: cores }, startProcess))
  try {
    // As long as the baseline processes.
    await warmUp(testbed, cores * CLIENTS_PER_CORE, WARM_UP_MS / 1000)
    const [engines, services]: [Rendered[], Round[]] = [[], []]
    for (let i = 0; i < ROUNDS; i++) {
      engines.push(combined(await Promise.all(processes.map((each) => renderFor(each, seconds)))))
      services.push(await serveFor(testbed, cores, seconds))
    }
    const service = median(services.map((round) => round.perSecond))
    const perSecond = service * SHARE
    const clients = new ClientPool(testbed.service.port)
    const nextRequest = (): RequestSpec => quickRenderRequest(testbed.team)
    const tally = await openLoop({ port: testbed.service.port, perSecond, seconds: seconds * 3, nextRequest, via: clients.send })
    clients.close()
    return {
      cores,
      engine: median(engines.map((round) => round.perSecond)),
      service,
      cpuMs: {
        engine: median(engines.map((round) => round.cpuMs)),
        rendering: median(services.map((round) => round.rendering)),
        server: median(services.map((round) => round.server)),
        driver: median(services.map((round) => round.driver)),
      },
      perSecond,
      tally,
      p50: quantile(tally.times, 0.5),
      p99: quantile(tally.times, 0.99),
    }
  } finally {
    for (const each of processes) each.kill()
    await testbed.close()
  }
}

async function startProcess(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('http-baseline.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

async function renderFor(child: ChildProcess, seconds: number): Promise<Rendered> {
  child.send(seconds)
  // The baseline process answers with a Rendered.
  return (await once(child, 'message'))[0] as Rendered
}

function combined(all: readonly Rendered[]): Rendered {
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / all.length,
  }
}

async function serveFor(testbed: Testbed, cores: number, seconds: number): Promise<Round> {
  const [before, driverBefore] = [cpuUsageOf(testbed.service.process.pid ?? 0), process.cpuUsage()]
  const { tally, perSecond } = await closedLoop(testbed.service.port, cores * CLIENTS_PER_CORE, seconds, () =>
    quickRenderRequest(testbed.team),
  )
  if (tally.ok !== tally.sent) throw new Error(`http: ${tally.sent - tally.ok} of ${tally.sent} answers are wrong or missing`)
  const after = cpuUsageOf(testbed.service.process.pid ?? 0)
  const { user, system } = process.cpuUsage(driverBefore)
  const each = (seconds: number): number => (seconds * 1000) / tally.ok
  return {
    perSecond,
    rendering: each(after.workers - before.workers),
    server: each(after.server - before.server),
    driver: each((user + system) / 1e6),
  }
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}
