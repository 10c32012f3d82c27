// Two servers, as processes of their own, on one PostgreSQL: one service under load, also when one of them is killed.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../../test/server/support/postgres.ts'
import { describe, openLoop, send, type Tally } from './load.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { platen, type RunningService, startService } from './service.ts'
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

export const CLUSTER: readonly Scenario[] = [{ name: 'cluster', seconds: 60, run: cluster }]
