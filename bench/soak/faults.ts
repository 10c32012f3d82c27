// Trouble from outside: the database goes away, the disk fills up, callers send what should never be sent, the server itself is killed.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../test/server/support/postgres.ts'
import { Callers } from './caller.ts'
import { describe, emptyTally, openLoop, quantile, send, shoot, type Tally } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import type { Reply, Shot } from './shot.ts'
import { capacityOf, openStage, quickShot, renderShot, type Stage } from './stage.ts'

export const urlShot = ({ team }: Stage): Shot => {
  const { method, path, token, body } = renderShot(team)
  return { method, path, ...(token === undefined ? {} : { token }), body: { ...body, output: 'url' } }
}

/** A database that is restarted in a hurry, again and again, under load. */
async function postgresRestart({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const postgres = await startPostgres()
  const stage = await openStage({ DATABASE_URL: await postgres.database() })
  const rounds = Math.max(2, Math.round(seconds / 6))
  try {
    const capacity = await capacityOf(stage, () => renderShot(stage.team))
    const over = new AbortController()
    const load = openLoop({
      port: stage.service.port,
      perSecond: capacity * 0.4,
      seconds: 3600,
      shot: () => renderShot(stage.team),
      signal: over.signal,
    })
    const recoveries: number[] = []
    for (let round = 0; round < rounds; round++) {
      await wait(2000)
      await postgres.restart()
      recoveries.push(await msUntilGood(stage))
    }
    over.abort()
    const tally = await load
    say(describe(tally))
    return [
      finding(
        `neither good nor 503 with Retry-After, ${rounds} restarts`,
        tally.sent - tally.ok - tally.refused,
        '0',
        tally.failed.size === 0,
      ),
      finding('slowest recovery in ms', Math.max(...recoveries), '≤ 5000', Math.max(...recoveries) <= 5000),
    ]
  } finally {
    await stage.close()
    await postgres.close()
  }
}

async function msUntilGood(stage: Stage): Promise<number> {
  const start = performance.now()
  for (;;) {
    const tally = emptyTally()
    await shoot(stage.service.port, renderShot(stage.team), tally)
    if (tally.ok === 1) return performance.now() - start
    await wait(20)
  }
}

/** A small file system under the folder of generated files, filled and emptied again. Needs the right to mount one. */
async function diskFull({ say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage()
  const outputs = join(stage.folder, 'outputs')
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', outputs]).status === 0
  try {
    if (!isMounted) return [finding('a file system to fill', 'could not be mounted', 'one', false)]
    const answers: string[] = []
    const refusals: number[] = []
    for (let i = 0; i < 60; i++) {
      const { status, bytes } = await send(stage.service.port, urlShot(stage))
      if (status === 200) answers.push(new URL((JSON.parse(bytes.toString()) as { url: string }).url).pathname)
      else refusals.push(status)
    }
    const direct = emptyTally()
    await shoot(stage.service.port, renderShot(stage.team), direct)
    const bad = await countBad(stage, answers)
    for (const name of readdirSync(outputs)) rmSync(join(outputs, name))
    const start = performance.now()
    while ((await send(stage.service.port, urlShot(stage))).status !== 200) await wait(50)
    const msToRecover = performance.now() - start
    say(`${answers.length} kept, ${refusals.length} refused`)
    return [
      finding('truncated files served', bad, '0', bad === 0),
      finding(
        'refusals that are no 503',
        refusals.filter((status) => status !== 503).length,
        '0 of some',
        refusals.length > 0 && refusals.every((s) => s === 503),
      ),
      finding('pdf output meanwhile', direct.ok, '1', direct.ok === 1),
      finding('recovery in ms', msToRecover, '≤ 10000', msToRecover <= 10_000),
    ]
  } finally {
    await stage.service.stop()
    if (isMounted) spawnSync('umount', [outputs])
    await stage.close()
  }
}

/** Downloads that are not whole PDFs. */
async function countBad(stage: Stage, paths: readonly string[]): Promise<number> {
  let bad = 0
  for (const path of paths) {
    const { status, bytes } = await send(stage.service.port, { method: 'GET', path })
    if (status !== 200 || bytes.lastIndexOf('%%EOF') < bytes.length - 10) bad++
  }
  return bad
}

/** One request in twenty is meant to hurt. */
async function hostile({ seconds, say }: ScenarioOptions): Promise<readonly Finding[]> {
  const stage = await openStage({ PLATEN_RENDER_SECONDS: '5', PLATEN_CPU_SECONDS: '3' })
  try {
    const pid = stage.service.process.pid
    const capacity = await capacityOf(stage, () => quickShot(stage.team))
    const callers = new Callers(stage.service.port)
    const good = (): Shot => ({ ...quickShot(stage.team), group: 'good' })
    // Hostile answers may come in pieces, which Node's client knows how to read.
    const via = (shot: Shot): Promise<Reply> => (shot.group === 'good' ? callers.send(shot) : send(stage.service.port, shot))
    const run = (bad: () => Shot): Promise<Tally> => {
      const shot = (): Shot => (Math.random() < 0.05 ? bad() : good())
      return openLoop({ port: stage.service.port, perSecond: capacity * 0.4, seconds, shot, via })
    }
    const alone = await run(good)
    const beside = await run(hostileShots(stage))
    callers.close()
    say(`alone: ${describe(alone)}; beside hostile ones: ${describe(beside)}`)
    const [before, after] = [alone, beside].map(({ groups }) => quantile(groups.get('good') ?? [], 0.99))
    // A large document may be stopped in its middle. Good requests, of one page, come by another way, where that has another name.
    const faults = [...beside.failed.keys()].filter((name) => !/^status 4\d\d$|^status 504$|^Error: broken off after 200$/.test(name))
    return [
      finding(
        'restarts of the server',
        stage.service.process.pid === pid && stage.service.process.exitCode === null ? 0 : 1,
        '0',
        stage.service.process.exitCode === null,
      ),
      finding(
        'p99 of good requests in ms, before / beside',
        `${before!.toFixed(0)} / ${after!.toFixed(0)}`,
        '≤ 3 ×',
        after! <= before! * 3,
      ),
      finding('answers other than 200, 4xx, 503, 504', faults.join(', ') || 'none', 'none', faults.length === 0),
    ]
  } finally {
    await stage.close()
  }
}

/** Bodies that are no JSON, too deep, too large, of a hostile shape, or that ask for more than there is. */
function hostileShots(stage: Stage): () => Shot {
  const shot = renderShot(stage.team)
  const { method, path } = shot
  const post = (body: object): Shot => ({ method, path, token: stage.team.token, text: Buffer.from(JSON.stringify(body)) })
  const nested: unknown[] = []
  for (let i = 0, at = nested; i < 3000; i++) {
    const inner: unknown[] = []
    at.push(inner)
    at = inner
  }
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ description: 'x'.repeat(200), quantity: i, price: i }))
  // Written once: the driver shares the processors with the service.
  const logo = `data:image/png;base64,${randomBytes(30_000).toString('base64')}`
  const shots: readonly (() => Shot)[] = [
    ...[{ nested }, { items: rows, lines: rows }, 'x'.repeat(1_000_000), { logo }].map((data) => {
      const written = post({ data })
      return () => written
    }),
    () => ({ ...post({ data: {} }), path: `/api/templates/${randomBytes(200).toString('hex')}/pdf` }),
    () => ({ method: 'GET', path: `/d/${randomBytes(44).toString('base64url')}` }),
    () => ({ ...post({ data: {} }), token: `pdft_${randomBytes(30).toString('hex')}` }),
  ]
  return () => shots[Math.floor(Math.random() * shots.length)]!()
}

export const FAULTS: readonly Scenario[] = [
  { name: 'postgres-restart', seconds: 60, run: postgresRestart },
  { name: 'disk-full', seconds: 10, run: diskFull },
  { name: 'hostile', seconds: 60, run: hostile },
]
