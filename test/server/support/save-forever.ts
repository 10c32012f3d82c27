// Saves outputs until it is killed, printing each secret once its file is durable.
import { join } from 'node:path'
import { openFolder } from '../../../server/outputs/files.ts'
import { createOutputs } from '../../../server/outputs/outputs.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'

const folder = process.argv[2] ?? ''
const clock = { now: Date.now }
const { store } = await openSqliteStore(folder, clock)
const outputs = await createOutputs({ store, files: await openFolder(join(folder, 'outputs')), clock, msLife: 900_000, msPending: 60_000 })
const teamId = (await store.teams())[0]?.id ?? (await store.addTeam('Acme')).id
const save = async (i: number): Promise<void> => {
  const secret = await outputs.save(teamId, [Buffer.alloc(20_000 + i, i)], 'x.pdf')
  process.stdout.write(`${secret}\n`)
}
for (let i = 0; ; i += 4) await Promise.all([save(i), save(i + 1), save(i + 2), save(i + 3)])
