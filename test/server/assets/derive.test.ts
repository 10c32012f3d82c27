// Templates are derived anew after uploads: every one that uses the asset, once for uploads that come together, and not for ever.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Deriver } from '../../../server/assets/derive.ts'
import type { Compiled, CompileJob, Failure } from '../../../server/pool/renderer.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { saveTemplate } from '../support/save-template.ts'
import { testClock } from '../support/service.ts'

const derive = suite('deriving templates anew')
let folder = ''
let store: Store
let team = ''
const errors: unknown[] = []

derive.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  store = (await openSqliteStore(folder, testClock())).store
  team = (await store.addTeam('A')).id
  errors.length = 0
})
derive.after.each(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const deriver = (compile: (job: CompileJob) => Promise<Compiled | Failure>, msPatience = 600_000): Deriver =>
  new Deriver({ store, renderer: { compile }, assetsOf: () => ({}), onError: (error) => errors.push(error), msPatience })
const compiled = (name: string): Compiled => ({
  kind: 'compiled',
  variables: [{ name, type: 'string' }],
  assets: ['footer.html', 'x.png'],
  warnings: [],
})
const save = async (source: string, assets: readonly string[]): Promise<string> =>
  (await saveTemplate(store, team, { name: source, type: 'html', source, meta: {}, variables: [], assets }))!.id
const variablesOf = async (id: string): Promise<string[]> => ((await store.template(team, id))?.variables ?? []).map(({ name }) => name)

derive('those that use the asset get variables and names of assets, others stay', async () => {
  const [user, other] = [await save('one', ['footer.html']), await save('two', ['brand.css'])]
  await store.saveTemplate(team, {
    ...{ kind: 'change', id: user, publish: false },
    content: { type: 'html', source: 'draft', variables: [], assets: ['footer.html'] },
  })
  const seen: string[] = []
  await deriver(async ({ source }) => {
    seen.push(source)
    return compiled(source)
  }).derive(team, 'footer.html')
  assert.equal(seen, ['one', 'draft'])
  assert.equal([await variablesOf(user), await variablesOf(other)], [['one'], []])
  assert.equal((await store.template(team, user, 'draft'))?.variables, [{ name: 'draft', type: 'string' }])
  assert.equal((await store.assetUsers(team)).get('x.png'), [user])
})

derive('`footer` takes the place of `footer.html`', async () => {
  const user = await save('one', ['footer.html'])
  await deriver(async () => compiled('new')).derive(team, 'footer')
  assert.equal(await variablesOf(user), ['new'])
})

derive('uploads that come while others are derived share one run', async () => {
  await save('one', ['footer.html'])
  let runs = 0
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const it = deriver(async () => {
    runs++
    await opened
    return compiled('x')
  })
  const first = it.derive(team, 'footer.html')
  while (runs === 0) await new Promise((resolve) => setImmediate(resolve))
  const others = [1, 2, 3].map(() => it.derive(team, 'footer.html'))
  open()
  await Promise.all([first, ...others])
  assert.is(runs, 2)
})

derive('an upload does not wait for ever, and the rest is done nevertheless', async () => {
  const user = await save('one', ['footer.html'])
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const it = deriver(async () => {
    await opened
    return compiled('late')
  }, 1)
  await it.derive(team, 'footer.html')
  assert.equal(await variablesOf(user), [])
  open()
  await it.idle()
  assert.equal(await variablesOf(user), ['late'])
})

derive('a template that does not compile keeps what it had; a renderer that refuses is asked again', async () => {
  const [bad, good] = [await save('bad', ['footer.html']), await save('good', ['footer.html'])]
  let refusals = 0
  const it = deriver(async ({ source }) => {
    if (source === 'bad') return { kind: 'input', part: undefined, problems: [] }
    return refusals++ < 2 ? { kind: 'overloaded', secondsToWait: 0 } : compiled('x')
  })
  await it.derive(team, 'footer.html')
  assert.equal([await variablesOf(bad), await variablesOf(good), errors], [[], ['x'], []])
})

derive('a fault is reported, and the next upload is derived', async () => {
  const user = await save('one', ['footer.html'])
  let calls = 0
  const it = deriver(async () => {
    if (calls++ === 0) throw new Error('the pool is closed')
    return compiled('x')
  })
  await it.derive(team, 'footer.html')
  assert.is(errors.length, 1)
  await it.derive(team, 'footer.html')
  assert.equal(await variablesOf(user), ['x'])
})

derive.run()
