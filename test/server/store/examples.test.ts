// Data examples of templates, in both stores.
import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Store } from '../../../server/store/store.ts'
import { testClock } from '../support/service.ts'
import { embeddedStores, postgresStores } from '../support/stores.ts'

const DAY = 24 * 60 * 60 * 1000

for (const stores of [embeddedStores(), postgresStores()]) {
  const examples = suite(`examples of a store: ${stores.name}`)
  const clock = testClock()
  let it: Store
  let [a, b] = ['', '']
  examples.before.each(async () => {
    ;({ store: it } = await stores.open(clock))
    a = (await it.addTeam('A')).id
    b = (await it.addTeam('B')).id
    for (const team of [a, b]) await make(team, 'letter')
  })
  examples.after.each(() => it.close())
  examples.after(() => stores.close())

  const make = (team: string, id: string): Promise<unknown> => {
    const content = { type: 'html', source: 'x', variables: [] } as const
    return it.saveTemplate(team, { kind: 'new', id, name: 'T', meta: {}, content, publish: true })
  }
  const save = (team: string, name: string, data = '{}', most = 50): ReturnType<Store['examples']['save']> =>
    it.examples.save(team, 'letter', { name, data, most })

  examples('data are kept as they were saved, and only a change counts as one', async () => {
    const data = '{ "größe": 12345678901234567890, "nul": "\\u0000 \\ud800" }'
    const first = await save(a, 'Ö 1', data)
    const hash = createHash('sha256').update(data).digest('hex')
    const example = { name: 'Ö 1', size: Buffer.byteLength(data), hash, updatedAt: clock.now() }
    assert.equal(first, { kind: 'saved', isNew: true, example })
    assert.is(await it.examples.read(a, 'letter', 'Ö 1'), data)
    clock.advance(1000)
    assert.equal(await save(a, 'Ö 1', data), { kind: 'saved', isNew: false, example })
    const second = await save(a, 'Ö 1', '{}')
    assert.ok(second.kind === 'saved' && !second.isNew && second.example.updatedAt === example.updatedAt + 1000)
    await save(a, 'A')
    assert.equal(
      (await it.examples.list(a, 'letter'))?.map(({ name, size }) => [name, size]),
      [
        ['A', 2],
        ['Ö 1', 2],
      ],
    )
    assert.is(await it.examples.remove(a, 'letter', 'A'), 'removed')
    assert.is(await it.examples.remove(a, 'letter', 'A'), 'missing')
    assert.is(await it.examples.remove(a, 'no', 'A'), 'missing-template')
    assert.equal([await it.examples.read(a, 'letter', 'A'), await it.examples.list(a, 'no')], [undefined, undefined])
  })

  examples('a team has its own, under an id that another team uses as well', async () => {
    await save(a, 'n', '{"of":"a"}')
    assert.equal(await it.examples.list(b, 'letter'), [])
    assert.is(await it.examples.read(b, 'letter', 'n'), undefined)
    assert.is(await it.examples.remove(b, 'letter', 'n'), 'missing')
    await save(b, 'n', '{"of":"b"}')
    assert.equal([await it.examples.read(a, 'letter', 'n'), await it.examples.read(b, 'letter', 'n')], ['{"of":"a"}', '{"of":"b"}'])
    await make(a, 'only a')
    assert.is((await it.examples.save(b, 'only a', { name: 'n', data: '{}', most: 50 })).kind, 'missing')
  })

  examples('saves at once do not pass the limit together', async () => {
    const kinds = (await Promise.all(Array.from({ length: 6 }, (_, i) => save(a, `n${i}`, '{}', 3)))).map(({ kind }) => kind)
    assert.equal(kinds.sort(), ['saved', 'saved', 'saved', 'too-many', 'too-many', 'too-many'])
    const [first] = (await it.examples.list(a, 'letter'))!
    assert.is((await save(a, first!.name, '{"x":1}', 3)).kind, 'saved')
  })

  examples('they are hidden with a removed template, come back with it, and are erased with it', async () => {
    await save(a, 'n')
    await it.removeTemplate(a, 'letter')
    assert.equal([await it.examples.list(a, 'letter'), await it.examples.read(a, 'letter', 'n')], [undefined, undefined])
    assert.is((await save(a, 'n')).kind, 'missing')
    await it.undeleteTemplate(a, 'letter')
    assert.is((await it.examples.list(a, 'letter'))?.length, 1)
    await it.removeTemplate(a, 'letter')
    await it.eraseExpired(clock.now() + 31 * DAY)
    await make(a, 'letter')
    assert.equal(await it.examples.list(a, 'letter'), [])
  })

  examples.run()
}
