// Memory of the server process while workers decode picture bombs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../server/clock.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { PICTURE_BOMBS } from '../support/picture-bombs.ts'
import { realMain, startProcess } from './support/running.ts'
import { saveTemplate } from './support/save-template.ts'
import { send } from './support/service.ts'

const memory = suite('bombs: memory')
const MOST_RESIDENT = 300

if (existsSync('/proc/self/status')) {
  memory('bombs for pictures leave the service below 300 MiB, alive and answering', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const running = await startProcess(folder, {}, realMain)
    try {
      const token = /Bearer (pdft_\w+)/.exec(await running.saying('-o invoice.pdf'))![1]!
      const { store } = await openSqliteStore(folder, steadyClock())
      const [team] = await store.teams()
      const save = async (source: string): Promise<string> =>
        (await saveTemplate(store, team!.id, { name: 'T', type: 'html', source, meta: {}, variables: [] }))!.id
      const ids = await Promise.all(
        Object.values(PICTURE_BOMBS).map((make) => save(`<img src="data:image/png;base64,${Buffer.from(make()).toString('base64')}">`)),
      )
      const good = await save('<p>{{name}}')
      await store.close()
      const render = (id: string): ReturnType<typeof send> =>
        send(running.port, { method: 'POST', path: `/api/templates/${id}/pdf`, token, body: { data: { name: 'x' } } })
      for (const id of ids) assert.is((await render(id)).status, 422)
      assert.is((await render(good)).status, 200)
      const resident = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'latin1'))?.[1]) / 1024
      assert.ok(resident < MOST_RESIDENT, `${Math.round(resident)} MiB`)
    } finally {
      running.child.kill('SIGTERM')
      assert.is(await running.ended, 0)
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

memory.run()
