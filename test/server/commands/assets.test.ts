// `platen assets` on an embedded store.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { steadyClock } from '../../../server/clock.ts'
import { loadEngine } from '../../../server/local-engine.ts'
import { run } from '../../../server/program.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { programUrl } from '../../support/programs.ts'
import { saveTemplate } from '../support/save-template.ts'

const cli = suite('platen assets')
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
const data = join(folder, 'data')
const put = (name: string, text: string | Uint8Array): string => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

async function platen(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [out, err]: [Uint8Array[], string[]] = [[], []]
  const code = await run(['assets', ...words], {
    environment: { PLATEN_DATA_DIR: data, PLATEN_ASSETS: '5' },
    out: (what) => out.push(Buffer.from(what)),
    err: (text) => err.push(text),
    input: async () => Buffer.from(''),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine,
    childScript: programUrl('server/pool/child'),
  })
  return { code, out: Buffer.concat(out).toString(), err: err.join('') }
}

const withTeam = async (
  work: (store: Awaited<ReturnType<typeof openSqliteStore>>['store'], teamId: string) => Promise<void>,
): Promise<void> => {
  const { store } = await openSqliteStore(data, steadyClock())
  const [team] = await store.teams()
  await work(store, (team ?? (await store.addTeam('Acme'))).id)
  await store.close()
}

cli.before(() => withTeam(async () => {}))
cli.after(() => rmSync(folder, { recursive: true }))

cli('push stores the files of a folder under their paths, parts after what they use', async () => {
  put('brand/a-footer.html', '<footer>{{> z-line}}</footer>')
  put('brand/z-line.html', '<hr>{{phone}}')
  put('brand/css/brand.css', 'p { color: red }')
  put('brand/.hidden', 'x')
  const { code, err } = await platen('push', join(folder, 'brand'))
  assert.equal([code, err.split('\n').length], [0, 4], err)
  const { out } = await platen('list')
  assert.equal(
    out.split('\n').map((line) => line.split('  ')[0]),
    ['NAME', 'a-footer.html', 'css/brand.css', 'z-line.html', ''],
  )
  assert.match(
    (await platen('push', join(folder, 'brand/css/brand.css'), '--name', 'css/brand.css')).err,
    'Updated css/brand.css, 16 bytes',
  )
})

cli('push refuses what is no asset', async () => {
  const text = await platen('push', put('notes.txt', 'x'))
  assert.equal([text.code, text.err], [1, text.err])
  assert.match(text.err, 'notes.txt: the type of the asset cannot be told')
  const part = await platen('push', put('broken.html', 'a\n {{#if x}}'))
  assert.is(part.code, 1)
  assert.match(part.err, 'broken.html:2:2: error: block {{#if}} is never closed')
  assert.is((await platen('push', join(folder, 'brand'), '--name', 'x')).code, 2)
  assert.is((await platen('push', join(folder, 'nope'))).code, 1)
  for (const n of [1, 2]) assert.is((await platen('push', put(`${n}.css`, `${n}`))).code, 0)
  assert.match((await platen('push', put('3.css', '3'))).err, 'a team has at most 5 assets')
})

cli('pull writes one, or all into a folder', async () => {
  assert.equal(await platen('pull', 'z-line.html'), { code: 0, out: '<hr>{{phone}}', err: '' })
  assert.is((await platen('pull', 'nope.html')).code, 1)
  assert.is((await platen('pull')).code, 2)
  assert.is((await platen('pull', '--dir', join(folder, 'copy'))).code, 0)
  assert.is(readFileSync(join(folder, 'copy/css/brand.css'), 'utf8'), 'p { color: red }')
})

cli('remove keeps what templates use, unless forced', async () => {
  await withTeam(async (store, teamId) => {
    await saveTemplate(store, teamId, { name: 'T', type: 'html', source: 'x', meta: {}, variables: [], assets: ['1.css'] })
  })
  const used = await platen('remove', '1.css')
  assert.is(used.code, 1)
  assert.match(used.err, '--force removes it nevertheless')
  assert.is((await platen('remove', '1.css', '--force')).code, 0)
  assert.is((await platen('remove', '1.css')).code, 1)
  assert.ok(existsSync(join(data, 'assets')))
})

cli.run()
