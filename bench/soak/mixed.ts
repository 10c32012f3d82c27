// Ordinary use for any time: renderings, merges, reads, download URLs and downloads of two teams. Every answer is verified, and afterwards files
// and memory that remain.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faultOf } from '../nonce.ts'
import { describe, openLoop, quantile } from './load.ts'
import { type RequestSpec, urlPathOf } from './request-spec.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf } from './service.ts'
import { capacityOf, mixedRequest, openTestbed, renderRequest, type Team } from './testbed.ts'

const SECONDS_URL = 60
/** By design, a file is removed within this time after its URL has expired. */
const MS_SWEPT = 5000

interface Download {
  readonly path: string
  readonly nonce: string
  readonly until: number
}

/** One in ten requests a URL, one in ten downloads from one that either team was given. */
function randomRequest(team: Team, given: Download[]): RequestSpec {
  const at = Math.random()
  if (at < 0.1) {
    const { method, path, token, body, nonce } = renderRequest(team)
    const check = (bytes: Buffer): string | undefined => {
      given.push({ path: urlPathOf(bytes), nonce, until: performance.now() + SECONDS_URL * 800 })
      return undefined
    }
    return { method, path, token: token ?? '', body: { ...body, output: 'url' }, check }
  }
  while (given[0] !== undefined && given[0].until < performance.now()) given.shift()
  const download = at < 0.2 ? given[Math.floor(Math.random() * given.length)] : undefined
  if (download === undefined) return mixedRequest(team)
  return { method: 'GET', path: download.path, check: (bytes) => faultOf(bytes, download.nonce) }
}

async function mixed({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed({ PLATEN_URL_SECONDS: String(SECONDS_URL) })
  try {
    const other = await testbed.addTeam('Other')
    const given: Download[] = []
    const nextRequest = (): RequestSpec => randomRequest(Math.random() < 0.5 ? testbed.team : other, given)
    const { port } = testbed.service
    const rss = async (): Promise<number> => (await metricOf(port, 'platen_resident_bytes')) / 2 ** 20
    const perSecond = (await capacityOf(testbed, nextRequest)) * 0.7
    const first = await openLoop({ port, perSecond, seconds: seconds * 0.3, nextRequest })
    const before = await rss()
    const second = await openLoop({ port, perSecond, seconds: seconds * 0.7, nextRequest })
    const after = await rss()
    say(`${perSecond.toFixed(1)} a second: ${describe(first)}; then ${describe(second)}`)
    await wait(SECONDS_URL * 1000 + MS_SWEPT)
    const left = readdirSync(join(testbed.folder, 'outputs')).length
    const sent = first.sent + second.sent
    const refused = first.refused + second.refused
    const ok = first.ok + second.ok
    const times = second.times
    return [
      finding('lost, corrupted or of another request', sent - ok - refused, `0 of ${sent}`, sent === ok + refused),
      finding('refused', refused, '0', refused === 0),
      finding('files left 5 s after their addresses ended', left, '0', left === 0),
      finding('growth of the server in MiB per 10,000 answers', ((after - before) / second.ok) * 10_000, 'recorded', true),
      finding('p50 / p99 in ms', `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)}`, 'recorded', true),
    ]
  } finally {
    await testbed.close()
  }
}

export const MIXED: readonly Scenario[] = [{ name: 'mixed', seconds: 1800, run: mixed }]
