// Drafts, publishing, removal and concurrent saves of templates, in both stores.
import pg from 'pg'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sourceHash } from '../../../server/store/source-hash.ts'
import type { NewTemplate, SavedTemplate, Store, TemplateChange, TemplateContent, TemplateRecord } from '../../../server/store/store.ts'
import { testClock } from '../support/service.ts'
import { embeddedStores, postgresStores } from '../support/stores.ts'

const DAY = 24 * 60 * 60 * 1000

const content = (source: string): TemplateContent => ({ type: 'html', source, variables: [{ name: `of_${source}`, type: 'string' }] })
const made = (source: string, more: Partial<NewTemplate> = {}): NewTemplate => ({
  ...{ kind: 'new', name: 'T', meta: { description: 'd' }, content: content(source), publish: true },
  ...more,
})
const change = (id: string, more: Partial<TemplateChange>): TemplateChange => ({ kind: 'change', id, publish: false, ...more })

function saved(outcome: SavedTemplate): TemplateRecord {
  if (outcome.kind !== 'saved') throw new Error(`not saved: ${outcome.kind}`)
  return outcome.template
}

for (const stores of [embeddedStores(), postgresStores()]) {
  const templates = suite(`templates of a store: ${stores.name}`)
  const clock = testClock()
  let it: Store
  let reopen: () => Promise<Store>
  let [a, b] = ['', '']
  templates.before.each(async () => {
    ;({ store: it, reopen } = await stores.open(clock, 3))
    a = (await it.addTeam('A')).id
    b = (await it.addTeam('B')).id
  })
  templates.after.each(() => it.close())
  templates.after(() => stores.close())

  templates('a draft changes nothing of what is rendered, until it is published', async () => {
    const { id, publishedVersion } = saved(await it.saveTemplate(a, made('one')))
    assert.is(publishedVersion, 1)
    const drafted = saved(await it.saveTemplate(a, change(id, { content: content('two'), author: 'Ann', note: 'wider' })))
    assert.equal([drafted.version, drafted.publishedVersion, drafted.hash], [2, 1, sourceHash('html', 'one')])
    assert.equal((await it.template(a, id))?.variables, content('one').variables)
    const draft = (await it.template(a, id, 'draft'))!
    assert.equal([draft.hash, draft.variables], [sourceHash('html', 'two'), content('two').variables])
    assert.equal(
      (await it.templateVersions(a, id)).map(({ version, isPublished, author, note }) => [version, isPublished, author, note]),
      [
        [2, false, 'Ann', 'wider'],
        [1, true, undefined, undefined],
      ],
    )
    const published = (await it.publishTemplate(a, id, 2))!
    assert.equal([published.version, published.publishedVersion, published.hash], [2, 2, sourceHash('html', 'two')])
    assert.is((await it.publishTemplate(a, id, 1))?.hash, sourceHash('html', 'one'))
    for (const version of [0, 3, -1, 1.5, 2 ** 31, 2 ** 60, Number.NaN]) assert.is(await it.publishTemplate(a, id, version), undefined)
    assert.is(await it.publishTemplate(b, id, 1), undefined)
  })

  templates('a template that was never published describes its newest version', async () => {
    const { id, publishedVersion } = saved(await it.saveTemplate(a, made('one', { publish: false })))
    assert.is(publishedVersion, undefined)
    const next = saved(await it.saveTemplate(a, change(id, { content: { ...content('{}'), type: 'editor' } })))
    assert.equal([next.version, next.publishedVersion, next.hash, next.type], [2, undefined, sourceHash('editor', '{}'), 'editor'])
    assert.equal(await it.template(a, id, 'draft'), next)
    assert.is(saved(await it.saveTemplate(a, change(id, { publish: true }))).publishedVersion, 2)
  })

  templates('only a changed source makes a version; name and description change at once', async () => {
    const { id } = saved(await it.saveTemplate(a, made('one')))
    clock.advance(1000)
    const renamed = saved(await it.saveTemplate(a, change(id, { name: 'U', meta: { n: 1 }, content: content('one') })))
    assert.equal([renamed.version, renamed.name, renamed.meta], [1, 'U', { description: 'd', n: 1 }])
    assert.is(renamed.updatedAt - renamed.createdAt, 1000)
    assert.is(saved(await it.saveTemplate(a, change(id, { content: { ...content('one'), type: 'editor' } }))).version, 2)
    assert.is(saved(await it.saveTemplate(a, change(id, {}))).version, 2)
  })

  templates('a version comes with its content as it was sent', async () => {
    const { id } = saved(await it.saveTemplate(a, made('é \0 {{x}}', { author: 'Ann' })))
    await it.saveTemplate(
      a,
      change(id, { content: { ...content('{"type":"doc"}'), type: 'editor', isObject: true, assets: ['b.png', 'a'] } }),
    )
    const first = (await it.templateVersion(a, id, 1))!
    assert.equal([first.source, first.isObject, first.isPublished, first.author], ['é \0 {{x}}', false, true, 'Ann'])
    const newest = (await it.templateVersion(a, id, 'newest'))!
    assert.equal([newest.version, newest.source, newest.isObject, newest.isPublished], [2, '{"type":"doc"}', true, false])
    const unknown = { hash: undefined, isDirect: true }
    assert.equal(newest.assets, [
      { name: 'a', ...unknown },
      { name: 'b.png', ...unknown },
    ])
    for (const version of [0, 3, 2 ** 31, Number.NaN]) assert.is(await it.templateVersion(a, id, version), undefined)
    assert.is(await it.templateVersion(b, id, 'newest'), undefined)
    // The same document as text is no other version, but comes back as text.
    await it.saveTemplate(a, change(id, { content: { ...content('{"type":"doc"}'), type: 'editor' } }))
    const again = (await it.templateVersion(a, id, 'newest'))!
    assert.equal([again.version, again.isObject], [2, false])
  })

  templates('the same source again may have other variables and assets, since shared parts have changed', async () => {
    const { id, hash } = saved(await it.saveTemplate(a, made('one')))
    const variables = [{ name: 'of_footer', type: 'string' }] as const
    saved(await it.saveTemplate(a, change(id, { content: { ...content('one'), variables, assets: ['footer'] } })))
    const again = (await it.template(a, id))!
    assert.equal([again.version, again.hash, again.variables], [1, hash, variables])
    const { assets } = (await it.templateVersion(a, id, 1))!
    assert.equal(assets, [{ name: 'footer', hash: undefined, isDirect: true }])
  })

  templates('the published version is kept however many drafts follow', async () => {
    const { id } = saved(await it.saveTemplate(a, made('v1')))
    for (let n = 2; n <= 8; n++) await it.saveTemplate(a, change(id, { content: content(`v${n}`) }))
    const numbers = async (): Promise<number[]> => (await it.templateVersions(a, id)).map(({ version }) => version)
    assert.equal(await numbers(), [8, 7, 6, 1]) // three versions, and the published one
    assert.is(await it.templateSource(a, id, (await it.template(a, id))!.hash), 'v1')
    await it.publishTemplate(a, id, 7)
    await it.saveTemplate(a, change(id, { content: content('v9') }))
    assert.equal(await numbers(), [9, 8, 7])
  })

  templates('of two saves of the same version one is a conflict, and nothing of it is kept', async () => {
    const other = stores.name === 'embedded' ? it : await reopen()
    const { id } = saved(await it.saveTemplate(a, made('one')))
    const edits = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? it : other).saveTemplate(a, change(id, { name: `N${i}`, content: content(`w${i}`), expected: 1, publish: true })),
    )
    const outcomes = await Promise.all(edits)
    assert.equal(outcomes.map(({ kind }) => kind).sort(), [...Array.from({ length: 7 }, () => 'conflict'), 'saved'])
    const winner = outcomes.findIndex(({ kind }) => kind === 'saved')
    const now = (await it.templateVersion(a, id, 'newest'))!
    assert.equal([now.version, now.source, (await it.templates(a))[0]?.name], [2, `w${winner}`, `N${winner}`])
    assert.is((await it.saveTemplate(a, change(id, { name: 'late', expected: 1 }))).kind, 'conflict')
    assert.is((await it.saveTemplate(a, change('nope', { name: 'x', expected: 1 }))).kind, 'missing')
    assert.is((await it.saveTemplate(b, change(id, { name: 'x' }))).kind, 'missing')
    if (other !== it) await other.close()
  })

  templates('an id is unique within its team only', async () => {
    assert.is(saved(await it.saveTemplate(a, made('of a', { id: 'invoice' }))).id, 'invoice')
    const ofB = saved(await it.saveTemplate(b, made('of b', { id: 'invoice' })))
    assert.equal([ofB.id, ofB.version, ofB.teamId], ['invoice', 1, b])
    for (const team of [a, b]) assert.is((await it.saveTemplate(team, made('again', { id: 'invoice' }))).kind, 'conflict')
    assert.equal(await Promise.all([a, b].map(async (team) => (await it.templateVersion(team, 'invoice', 'newest'))?.source)), [
      'of a',
      'of b',
    ])
    saved(await it.saveTemplate(b, change('invoice', { content: content('newer of b'), publish: true })))
    assert.equal(await Promise.all([a, b].map(async (team) => (await it.template(team, 'invoice'))?.version)), [1, 2])
    assert.ok(await it.removeTemplate(b, 'invoice'))
    assert.equal(await Promise.all([a, b].map(async (team) => (await it.templates(team)).length)), [1, 0])
  })

  templates('of several that make one id at once, one has it', async () => {
    const other = stores.name === 'embedded' ? it : await reopen()
    const making = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? it : other).saveTemplate(a, made(`s${i}`, { id: 'x' })))
    const kinds = (await Promise.all(making)).map(({ kind }) => kind)
    assert.equal(kinds.sort(), [...Array.from({ length: 5 }, () => 'conflict'), 'saved'])
    assert.is((await it.templates(a)).length, 1)
    if (other !== it) await other.close()
  })

  templates('a removed template is gone at once, can be brought back for 30 days, and is erased then', async () => {
    const before = saved(await it.saveTemplate(a, made('one', { id: 'x' })))
    await it.saveTemplate(a, change('x', { content: content('two') }))
    assert.is((await it.undeleteTemplate(a, 'x')).kind, 'conflict')
    assert.ok(await it.removeTemplate(a, 'x'))
    assert.is(await it.removeTemplate(a, 'x'), false)
    assert.equal(await it.templates(a), [])
    assert.equal([await it.template(a, 'x'), await it.template(a, 'x', 'draft')], [undefined, undefined])
    assert.equal([await it.templateVersions(a, 'x'), await it.templateVersion(a, 'x', 1)], [[], undefined])
    assert.is(await it.templateSource(a, 'x', before.hash), undefined)
    assert.is(await it.publishTemplate(a, 'x', 1), undefined)
    assert.is((await it.saveTemplate(a, change('x', { name: 'U' }))).kind, 'missing')
    assert.is((await it.undeleteTemplate(b, 'x')).kind, 'missing')

    clock.advance(30 * DAY - 1)
    await it.eraseExpired(clock.now())
    const back = saved(await it.undeleteTemplate(a, 'x'))
    assert.equal([back.version, back.publishedVersion, back.hash], [2, 1, before.hash])
    assert.is(await it.templateSource(a, 'x', back.hash), 'one')

    await it.removeTemplate(a, 'x')
    clock.advance(30 * DAY)
    // Even before it is erased.
    assert.is((await it.undeleteTemplate(a, 'x')).kind, 'missing')
    await it.eraseExpired(clock.now())
    clock.advance(-DAY)
    assert.is((await it.undeleteTemplate(a, 'x')).kind, 'missing')
  })

  templates('an id that a removed template had can be taken again, and then that one cannot come back', async () => {
    await it.saveTemplate(a, made('first', { id: 'x' }))
    await it.removeTemplate(a, 'x')
    const second = saved(await it.saveTemplate(a, made('second', { id: 'x' })))
    assert.is(second.version, 1)
    assert.is((await it.undeleteTemplate(a, 'x')).kind, 'conflict')
    clock.advance(1)
    await it.removeTemplate(a, 'x')
    // The last one that was removed.
    const back = saved(await it.undeleteTemplate(a, 'x'))
    assert.is(await it.templateSource(a, 'x', back.hash), 'second')
  })

  templates('variables and names of assets are replaced where the source is the same', async () => {
    const { id, hash } = saved(await it.saveTemplate(a, made('one')))
    await it.saveTemplate(a, change(id, { content: content('two') }))
    const variables = [{ name: 'page', type: 'string' }] as const
    await it.replaceDerived(a, id, { hash, variables, assets: ['page.html'] })
    await it.replaceDerived(b, id, { hash: sourceHash('html', 'two'), variables, assets: [] })
    assert.equal((await it.template(a, id))?.variables, variables)
    assert.equal((await it.template(a, id, 'draft'))?.variables, content('two').variables)
    assert.equal((await it.templateVersion(a, id, 1))?.assets, [{ name: 'page.html', hash: undefined, isDirect: true }])
    await it.replaceDerived(a, id, { hash, variables, assets: [] })
    assert.equal((await it.templateVersion(a, id, 1))?.assets, [{ name: 'page.html', hash: undefined, isDirect: false }])
  })

  if (stores.name === 'PostgreSQL') {
    templates('a template is found by the index of ids, under row-level security too', async () => {
      const { store, reopen, place } = await stores.open(clock)
      const team = (await store.addTeam('A')).id
      for (let i = 0; i < 30; i++) await store.saveTemplate(team, made('one', { id: `t${i}` }))
      await store.close()
      const client = new pg.Client({ connectionString: place })
      await client.connect()
      /** Entries of indexes that scans have read. */
      const entriesRead = async (): Promise<number> => {
        const { rows } = await client.query<{ entries: string }>(
          `SELECT sum(idx_tup_read) AS entries FROM pg_stat_user_indexes WHERE relname = 'templates'`,
        )
        return Number(rows[0]?.entries)
      }
      // Of so small a table PostgreSQL would read all.
      await client.query(`ALTER DATABASE "${new URL(place).pathname.slice(1)}" SET enable_seqscan = off`)
      const again = await reopen()
      await client.query('SELECT pg_stat_reset()')
      assert.is((await again.template(team, 't7'))?.id, 't7')
      await again.close()
      // Connections report their scans when they end.
      for (let tries = 0; tries < 100 && (await entriesRead()) === 0; tries++) await new Promise((resolve) => setTimeout(resolve, 50))
      const entries = await entriesRead()
      await client.end()
      assert.is(entries, 1)
    })
  }

  templates.run()
}
