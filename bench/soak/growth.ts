// Many small requests of all outcomes in little time: neither the memory of the server nor its number of open resources may grow.
import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultOf, nonce } from '../nonce.ts'
import { describe, emptyTally, quantile, sendAndTally, type Tally } from './load.ts'
import type { RequestSpec } from './request-spec.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf, platen } from './service.ts'
import { openTestbed, type Team, type Testbed } from './testbed.ts'

const SAMPLES = 50
/** Samples before this share of the requests belong to the warm-up. */
const WARM = 0.3
/** Requests at a time. */
const CALLERS = 6

interface Sample {
  readonly done: number
  readonly rssMib: number
  readonly heapMib: number
  readonly files: number
  readonly resources: number
}

async function sample(testbed: Testbed, done: number): Promise<Sample> {
  const { port, process } = testbed.service
  const mib = async (name: string): Promise<number> => (await metricOf(port, name)) / 2 ** 20
  const [rssMib, heapMib] = [await mib('platen_resident_bytes'), await mib('platen_heap_bytes')]
  return {
    done,
    rssMib,
    heapMib,
    files: readdirSync(`/proc/${process.pid}/fd`).length,
    resources: await metricOf(port, 'platen_open_resources'),
  }
}

/** Growth in 10,000 requests: the median of the slopes between all pairs (Theil–Sen), which no single garbage collection moves. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const slopes = samples.flatMap((a, i) => samples.slice(i + 1).map((b) => ((of(b) - of(a)) / (b.done - a.done)) * 10_000))
  return quantile(slopes, 0.5)
}

/** Nine in ten render; the others request URLs or are refused for various reasons. */
function randomRequest({ token, templateId }: Team): RequestSpec {
  const [text, at] = [nonce(), Math.random()]
  const render: RequestSpec = { method: 'POST', path: `/api/templates/${templateId}/pdf`, token, body: { data: { nonce: text } } }
  if (at < 0.9) return { ...render, check: (bytes) => faultOf(bytes, text) }
  if (at < 0.93) return { ...render, body: { ...render.body, output: 'url' } }
  if (at < 0.95) return { ...render, headers: { 'Idempotency-Key': text } }
  if (at < 0.96) return { ...render, body: { data: 5 } }
  if (at < 0.97) return { ...render, token: `pdft_${randomBytes(20).toString('hex')}` }
  if (at < 0.98) return { method: 'GET', path: `/d/${randomBytes(32).toString('base64url')}` }
  return at < 0.99 ? { ...render, headers: { 'Content-Encoding': 'gzip' } } : { ...render, path: '/api/templates/none/pdf' }
}

async function growth({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed({ PLATEN_URL_SECONDS: '30' })
  const wanted = Math.round((seconds / 900) * 50_000)
  try {
    const file = join(testbed.folder, 'small.html')
    writeFileSync(file, '<title>{{nonce}}</title><p>{{nonce}}')
    const templateId = await platen(testbed.folder, ['templates', 'push', file, '--team', 'Soak'], testbed.environment)
    const team: Team = { ...testbed.team, templateId }
    const tally: Tally = emptyTally()
    const samples: Sample[] = []
    let due = 0
    const callAgain = async (): Promise<void> => {
      while (tally.sent < wanted) {
        if (tally.sent >= due) {
          due += wanted / SAMPLES
          samples.push(await sample(testbed, tally.sent))
        }
        await sendAndTally(testbed.service.port, randomRequest(team), tally)
        tally.times.length = 0
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, callAgain))
    samples.push(await sample(testbed, tally.sent))
    const warm = samples.filter(({ done }) => done >= wanted * WARM)
    const [first, last] = [warm[0]!, warm.at(-1)!]
    say(`${describe(tally)}; ${JSON.stringify(first)} → ${JSON.stringify(last)}`)
    const [rss, heap] = [slope(warm, ({ rssMib }) => rssMib), slope(warm, ({ heapMib }) => heapMib)]
    const [files, resources] = [slope(warm, ({ files }) => files), slope(warm, ({ resources }) => resources)]
    const faults = [...tally.failed.keys()].filter((name) => !/^status (401|404|415|422)$/.test(name))
    return [
      finding(`resident MiB of the server in 10,000 requests, of ${tally.sent}`, rss, '< 1', rss < 1),
      finding('its heap, MiB in 10,000 requests', heap, '< 1', heap < 1),
      finding(`open files in 10,000 requests (${first.files} → ${last.files})`, files, '< 1', files < 1),
      finding(`sockets, timers and the like (${first.resources} → ${last.resources})`, resources, '< 1', resources < 1),
      finding('answers that should not be', faults.join(', ') || 'none', 'none', faults.length === 0),
    ]
  } finally {
    await testbed.close()
  }
}

export const GROWTH: readonly Scenario[] = [{ name: 'growth', seconds: 900, run: growth }]
