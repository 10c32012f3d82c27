// Uploads and removes assets, and sweeps their files, until it is killed. Prints what it is about to do and, once that is acknowledged, that it is done.
import { openAssets } from '../../../server/assets/open.ts'
import { NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import { readConfig } from '../../../server/config.ts'
import type { Renderer } from '../../../server/pool/renderer.ts'
import { openStore } from '../../../server/store/open.ts'

/** The quarter of an hour for which unused files are kept passes in 15 ms, so that sweeping races with uploads of the same bytes. */
const SPEED = 60_000
const CONTENTS = 5
const LANES = 4

const started = Date.now()
const clock = { now: () => started + (Date.now() - started) * SPEED }
const config = readConfig(process.env)
const { store, shared } = await openStore(config, { clock })
const renderer: Pick<Renderer, 'compile' | 'examine'> = {
  compile: async () => ({ kind: 'compiled', variables: [], assets: [], warnings: [] }),
  examine: async () => ({ kind: 'examined' }),
}
const assets = await openAssets({ config, store, shared, clock, renderer, onDeriveError: () => process.exit(3) })
const teamId = (await store.teams())[0]?.id ?? (await store.addTeam('Acme')).id

async function act(name: string, step: number): Promise<void> {
  const content = `${(step * 7) % CONTENTS} `.repeat(50_000)
  const isRemoved = step % 3 === 2
  process.stdout.write(`try ${name} ${isRemoved ? 'none' : content[0]}\n`)
  try {
    if (isRemoved) await assets.remove(teamId, name, { isForced: true })
    else await assets.put(teamId, { name, contentType: 'text/css', bytes: Buffer.from(content) }, NEVER_CANCELLED)
  } catch (thrown) {
    const isExpected = thrown instanceof Error && (thrown.message === 'asset not found' || thrown.name === 'Unavailable')
    if (!isExpected) throw thrown
    process.stdout.write(`failed ${name}\n`)
    return
  }
  process.stdout.write(`done ${name} ${isRemoved ? 'none' : content[0]}\n`)
}

async function lane(n: number): Promise<void> {
  for (let step = n; ; step++) await act(`lane${n}/${step % 2}.css`, step)
}

async function sweep(): Promise<void> {
  for (;;) {
    const { removed } = await assets.sweep()
    if (removed > 0) process.stdout.write(`swept ${removed}\n`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

await Promise.all([sweep(), ...Array.from({ length: LANES }, (_, n) => lane(n))])
