// Ordinary use for as long as one likes: renderings, merges, reads, addresses and downloads of two teams, every answer checked for what it
// was asked for, and what is left in the folder and in memory afterwards.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faultOf } from '../nonce.ts'
import { describe, openLoop, quantile } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { metricOf } from './service.ts'
import type { Shot } from './shot.ts'
import { capacityOf, mixedShot, openStage, renderShot, type Team } from './stage.ts'

const SECONDS_URL = 60
/** The design: a file is gone this long after its address. */
const MS_SWEPT = 5000

interface Download {
  readonly path: string
  readonly nonce: string
  readonly until: number
}

/** One in ten is an address, one in ten a download of one that was given out, whichever team's. */
function shotOf(team: Team, given: Download[]): Shot {
  const at = Math.random()
  if (at < 0.1) {
    const { method, path, token, body, nonce } = renderShot(team)
    const check = (bytes: Buffer): string | undefined => {
      const { url } = JSON.parse(bytes.toString()) as { url: string }
      given.push({ path: new URL(url).pathname, nonce, until: performance.now() + SECONDS_URL * 800 })
      return undefined
    }
    return { method, path, token: token ?? '', body: { ...body, output: 'url' }, check }
  }
  while (given[0] !== undefined && given[0].until < performance.now()) given.shift()
  const download = at < 0.2 ? given[Math.floor(Math.random() * given.length)] : undefined
  if (download === undefined) return mixedShot(team)
  return { method: 'GET', path: download.path, check: (bytes) => faultOf(bytes, download.nonce) }
}

async function mixed({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage({ PLATEN_URL_SECONDS: String(SECONDS_URL) })
  try {
    const other = await stage.addTeam('Other')
    const given: Download[] = []
    const shot = (): Shot => shotOf(Math.random() < 0.5 ? stage.team : other, given)
    const { port } = stage.service
    const rss = async (): Promise<number> => (await metricOf(port, 'platen_resident_bytes')) / 2 ** 20
    const perSecond = (await capacityOf(stage, shot)) * 0.7
    const first = await openLoop({ port, perSecond, seconds: seconds * 0.3, shot })
    const before = await rss()
    const second = await openLoop({ port, perSecond, seconds: seconds * 0.7, shot })
    const after = await rss()
    say(`${perSecond.toFixed(1)} a second: ${describe(first)}; then ${describe(second)}`)
    await wait(SECONDS_URL * 1000 + MS_SWEPT)
    const left = readdirSync(join(stage.folder, 'outputs')).length
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
    await stage.close()
  }
}

export const MIXED: readonly Scenario[] = [{ name: 'mixed', seconds: 1800, run: mixed }]
