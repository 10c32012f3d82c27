// The routes of assets over both stores.
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startS3 } from '../support/s3.ts'
import { saveTemplate } from '../support/save-template.ts'
import { type Answer, type Call, startTestService, type TestService } from '../support/service.ts'

let postgres: TestPostgres
let test: TestService

const STORES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  embedded: async () => ({}),
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    return { DATABASE_URL: await postgres.database() }
  },
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const put = (name: string, bytes: Uint8Array | string, type?: string, more: Partial<Call> = {}): Promise<Answer> =>
  test.call({
    ...{ method: 'PUT', path: `/api/assets/${name}`, body: bytes },
    ...more,
    headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...more.headers },
  })
const get = (name: string, more: Partial<Call> = {}): Promise<Answer> => test.call({ path: `/api/assets/${name}`, ...more })
const remove = (name: string, more: Partial<Call> = {}): Promise<Answer> =>
  test.call({ method: 'DELETE', path: `/api/assets/${name}`, ...more })
const list = async (): Promise<string[]> => (await test.call({ path: '/api/assets' })).json.map((asset: { name: string }) => asset.name)

for (const [name, environment] of Object.entries(STORES)) {
  const assets = suite(`assets over HTTP: ${name}`)
  assets.before(async () => {
    test = await startTestService({
      PLATEN_ASSETS: '20',
      PLATEN_ASSET_BYTES: '4096',
      PLATEN_ASSETS_BYTES: '8192',
      ...(await environment()),
    })
  })
  assets.after(() => test.close())
  assets.after.each(async () => {
    for (const asset of await list()) await remove(`${asset}?force=true`)
  })

  assets('are stored, listed, read, replaced and removed', async () => {
    const stored = await put('img/logo.png', PNG, 'image/png')
    const asset = { name: 'img/logo.png', size: PNG.length, type: 'image/png', hash: hashOf(PNG) }
    assert.equal([stored.status, stored.json], [201, asset])
    assert.is(stored.headers.location, `${test.service.publicUrl}/api/assets/img/logo.png`)
    assert.is(stored.headers.etag, `"${asset.hash}"`)
    const read = await get('img/logo.png')
    assert.ok(read.bytes.equals(PNG))
    assert.is(read.headers['content-type'], 'image/png')
    const listed = (await test.call({ path: '/api/assets' })).json
    assert.equal(listed, [{ ...asset, used_by: [], updated_at: new Date(test.clock.now()).toISOString() }])
    const replaced = await put('img/logo.png', '<svg/>', 'image/svg+xml')
    assert.is(replaced.status, 415)
    const other = Buffer.concat([PNG, Buffer.from('x')])
    assert.equal([(await put('img/logo.png', other)).status, (await get('img/logo.png')).bytes.length], [200, other.length])
    const removed = await remove('img/logo.png')
    assert.equal([removed.status, removed.text], [204, ''])
    assert.equal([(await get('img/logo.png')).status, (await remove('img/logo.png')).status], [404, 404])
  })

  assets('are answered so that a browser neither shows nor runs them', async () => {
    await put('page.html', '<script>alert(1)</script>', 'text/html')
    const { headers } = await get('page.html')
    assert.is(headers['content-disposition'], 'attachment; filename=page.html')
    assert.is(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), "default-src 'none'; sandbox")
    assert.is(headers['content-type'], 'text/html; charset=utf-8')
  })

  assets('have entity tags: 304, HEAD, If-Match and If-None-Match', async () => {
    await put('a.css', 'a{}', 'text/css')
    const tag = String((await get('a.css')).headers.etag)
    const known = await get('a.css', { headers: { 'If-None-Match': `"x", W/${tag}` } })
    assert.equal([known.status, known.text, known.headers.etag], [304, '', tag])
    assert.is((await get('a.css', { headers: { 'If-None-Match': '"x"' } })).status, 200)
    const head = await get('a.css', { method: 'HEAD' })
    assert.equal([head.status, head.text, head.headers['content-length'], head.headers.etag], [200, '', '3', tag])
    const stale = await put('a.css', 'b{}', 'text/css', { headers: { 'If-Match': '"x"' } })
    assert.equal([stale.status, stale.json.code], [412, 'version_conflict'])
    assert.is((await put('a.css', 'b{}', 'text/css', { headers: { 'If-None-Match': '*' } })).status, 412)
    assert.is((await put('none.css', 'b{}', 'text/css', { headers: { 'If-Match': '*' } })).status, 412)
    assert.is((await put('none.css', 'b{}', 'text/css', { headers: { 'If-Match': tag } })).status, 412)
    for (const headers of [{ 'If-None-Match': '"x"' }, { 'If-None-Match': '*', 'If-Match': tag }]) {
      const vain = await put('a.css', 'b{}', 'text/css', { headers })
      assert.equal([vain.status, vain.json.code], [422, 'validation_failed'])
    }
    assert.is((await put('a.css', 'a{}', 'text/css', { headers: { 'If-Match': `"x", W/${tag}` } })).status, 200)
    assert.is((await put('a.css', 'b{}', 'text/css', { headers: { 'If-Match': tag } })).status, 200)
    assert.is((await remove('a.css', { headers: { 'If-Match': tag } })).status, 412)
    assert.is((await remove('a.css', { headers: { 'If-Match': `"${hashOf(Buffer.from('b{}'))}"` } })).status, 204)
    assert.is((await put('a.css', 'b{}', 'text/css', { headers: { 'If-None-Match': '*' } })).status, 201)
  })

  assets('of two who replace the same content one succeeds', async () => {
    await put('a.css', 'a{}')
    const tag = String((await get('a.css')).headers.etag)
    const answers = await Promise.all(['b{}', 'c{}'].map((text) => put('a.css', text, 'text/css', { headers: { 'If-Match': tag } })))
    assert.equal(answers.map(({ status }) => status).sort(), [200, 412])
    const winner = answers.find(({ status }) => status === 200)!
    assert.is(hashOf((await get('a.css')).bytes), winner.json.hash)
  })

  assets('names follow the grammar', async () => {
    for (const good of ['a', 'A_1.b-c', '_x/9.y', `${'a'.repeat(124)}.css`])
      assert.is((await put(good, 'a{}', 'text/css')).status, 201, good)
    const bad = [
      '.a.css',
      'a/../b.css',
      'a//b.css',
      'a/',
      '-a.css',
      'a%20b.css',
      'a%00.css',
      'a/.b.css',
      `${'a'.repeat(125)}.css`,
      '%C3%A9.css',
      '..%2Fa.css',
    ]
    for (const name of bad) {
      const { status, json } = await put(name, 'a{}', 'text/css')
      assert.equal([status, json.code, json.errors[0].path], [422, 'validation_failed', 'name'], name)
      assert.is((await get(name)).status, 404, name)
    }
    assert.is((await put('dir%2Fb.css', 'a{}', 'text/css')).json.name, 'dir/b.css')
  })

  assets('bytes, Content-Type and extension agree, or 415', async () => {
    const refused: readonly (readonly [string, Uint8Array | string, string?])[] = [
      ['a.png', 'not a picture', 'image/png'],
      ['a.png', PNG, 'image/jpeg'],
      ['a.png', PNG, 'text/plain'],
      ['a.jpg', PNG, 'image/png'],
      ['a.css', PNG, 'text/css'],
      ['a.css', 'a{}', 'text/html'],
      ['a.css', 'a\0{}', 'text/css'],
      ['a.css', 'a{}', 'text/css; charset=iso-8859-1'],
      ['a.svg', '<html></html>', 'image/svg+xml'],
      ['a.woff2', 'wOFF', 'font/woff2'],
      ['a.pdf', 'no', 'application/pdf'],
      ['a.exe', 'MZ'],
      ['a.png', ''],
      ['a', ''],
    ]
    for (const [name, bytes, type] of refused) {
      const { status, json } = await put(name, bytes, type)
      assert.equal([status, json.code], [415, 'unsupported_media_type'], `${name} ${type}`)
    }
    assert.equal((await put('a.css', Buffer.from([0xff, 0x61]), 'text/css')).json.code, 'invalid_encoding')
    assert.equal(await list(), [])
    const taken: readonly (readonly [string, Uint8Array | string, string, string?])[] = [
      ['a.png', PNG, 'image/png', 'image/png; x=y'],
      ['b', PNG, 'image/png'],
      ['c.PNG', PNG, 'image/png', 'application/octet-stream'],
      ['d.svg', '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      ['e.css', '', 'text/css'],
      ['footer', '<p>x', 'text/html', 'text/html; charset=UTF-8'],
      ['g.css', 'a{}', 'text/css', 'application/x-www-form-urlencoded'],
    ]
    for (const [name, bytes, type, declared] of taken) assert.equal((await put(name, bytes, declared)).json.type, type, name)
  })

  assets('bodies may be compressed, within the limit of what they inflate to', async () => {
    const css = 'a { color: red }\n'.repeat(200)
    const packed = await put('a.css', gzipSync(css), 'text/css', { headers: { 'Content-Encoding': 'gzip' } })
    assert.equal([packed.status, packed.json.hash], [201, hashOf(Buffer.from(css))])
    const bomb = await put('b.css', gzipSync(Buffer.alloc(1_000_000)), 'text/css', { headers: { 'Content-Encoding': 'gzip' } })
    assert.equal([bomb.status, bomb.json.code], [413, 'payload_too_large'])
    assert.is((await put('b.css', 'x', 'text/css', { headers: { 'Content-Encoding': 'zip' } })).status, 415)
    assert.is((await put('b.css', 'x', 'text/css', { headers: { Expect: '100-continue' } })).status, 201)
  })

  assets('limits: bytes of one, number and bytes of all', async () => {
    const large = await put('a.css', ' '.repeat(4097), 'text/css')
    assert.equal([large.status, large.json.code], [413, 'payload_too_large'])
    for (const n of [1, 2]) assert.is((await put(`${n}.css`, `${n}`.padEnd(4000), 'text/css')).status, 201)
    const full = await put('3.css', ' '.repeat(200), 'text/css')
    assert.equal([full.status, full.json.code], [422, 'limit_exceeded'])
    assert.is((await put('1.css', ' '.repeat(100), 'text/css')).status, 200)
    for (let n = 3; n <= 20; n++) assert.is((await put(`${n}.css`, `${n}`, 'text/css')).status, 201)
    assert.is((await put('21.css', '21', 'text/css')).json.code, 'limit_exceeded')
    assert.is((await put('20.css', '20 anew', 'text/css')).status, 200)
  })

  assets('one that templates use is removed by force alone', async () => {
    await put('logo.png', PNG)
    const template = { name: 'T', type: 'html', source: 'x', meta: {}, variables: [], assets: ['logo.png'] } as const
    const { id } = (await saveTemplate(test.service.store, test.acme.id, template))!
    assert.equal((await test.call({ path: '/api/assets' })).json[0].used_by, [id])
    const refused = await remove('logo.png')
    assert.equal([refused.status, refused.json.code, refused.json.errors[0].path], [409, 'asset_in_use', `used_by.${id}`])
    assert.is((await remove('logo.png?force=maybe')).json.code, 'validation_failed')
    assert.is((await remove('logo.png?force=false')).status, 409)
    assert.is((await remove('logo.png?force=true')).status, 204)
    await test.service.store.removeTemplate(test.acme.id, id)
  })

  assets('another team sees none of them, byte for byte as if there were none', async () => {
    await put('logo.png', PNG)
    const plain = ({ text, json }: Answer): string => text.replace(json.request_id, '')
    for (const method of ['GET', 'DELETE']) {
      const [theirs, none] = [
        await get('logo.png', { method, token: test.other.token }),
        await get('none.png', { method, token: test.other.token }),
      ]
      assert.equal([theirs.status, plain(theirs)], [404, plain(none)])
    }
    assert.equal((await test.call({ path: '/api/assets', token: test.other.token })).json, [])
    assert.is((await put('logo.png', '<svg></svg>', 'image/svg+xml', { token: test.other.token })).status, 415)
    assert.is((await put('logo.png', Buffer.concat([PNG, PNG]), 'image/png', { token: test.other.token })).status, 201)
    assert.ok((await get('logo.png')).bytes.equals(PNG))
    await remove('logo.png', { token: test.other.token })
  })

  assets('scopes: writing needs its own, reading that or templates:read', async () => {
    await put('logo.png', PNG)
    const may = async (
      scopes: readonly ('assets:write' | 'templates:read' | 'templates:write' | 'read' | 'render')[],
    ): Promise<number[]> => {
      const { token } = await test.addToken(test.acme.id, scopes)
      const statuses: number[] = []
      for (const call of [
        get('logo.png', { token }),
        test.call({ path: '/api/assets', token }),
        put('logo.png', PNG, 'image/png', { token }),
        remove('none', { token }),
      ])
        statuses.push((await call).status)
      return statuses
    }
    assert.equal(await may(['assets:write']), [200, 200, 200, 404])
    assert.equal(await may(['templates:read']), [200, 200, 403, 403])
    assert.equal(await may(['templates:write']), [200, 200, 403, 403])
    assert.equal(await may(['read', 'render']), [403, 403, 403, 403])
  })

  assets('other methods are refused with those that are allowed', async () => {
    const answer = await test.call({ method: 'POST', path: '/api/assets/logo.png', body: '{}' })
    assert.equal([answer.status, answer.headers.allow], [405, 'DELETE, GET, HEAD, PUT'])
    assert.is((await test.call({ method: 'PUT', path: '/api/assets', body: 'x' })).status, 405)
  })

  assets.run()
}

const files = suite('assets over HTTP: files')
files('the bytes of a replaced asset are removed after a while, those of one in use never', async () => {
  test = await startTestService()
  const kept = (): number => readdirSync(join(test.folder, 'assets')).length
  await put('a.css', 'a{}')
  await put('b.css', 'a{}')
  assert.is(kept(), 1)
  await put('a.css', 'other{}')
  await put('b.css', 'other{}')
  assert.is(kept(), 2)
  assert.equal(await test.service.assets.sweep(), { removed: 0, msLag: 0 })
  test.clock.advance(15 * 60_000 + 1)
  assert.equal(await test.service.assets.sweep(), { removed: 1, msLag: 0 })
  assert.is(kept(), 1)
  assert.is((await get('b.css')).text, 'other{}')
  await test.close()
})

files('an asset whose bytes are lost is unavailable, and mended by an upload of the same', async () => {
  test = await startTestService()
  await put('a.css', 'a{}')
  const folder = join(test.folder, 'assets')
  for (const file of readdirSync(folder)) rmSync(join(folder, file))
  assert.is((await get('a.css')).status, 503)
  assert.is((await put('a.css', 'a{}')).status, 200)
  assert.is((await get('a.css')).text, 'a{}')
  writeFileSync(join(folder, 'orphan.asset'), 'x')
  assert.equal(await test.service.assets.reconcile(), { files: 1, rows: 0 })
  assert.is((await get('a.css')).text, 'a{}')
  await test.close()
})
files('S3 keeps them below its prefix, beside generated PDFs and apart from them', async () => {
  const s3 = await startS3()
  test = await startTestService({ ...s3.environment, PLATEN_S3_PREFIX: 'p/' })
  const answers = [await put('a.css', 'a{}'), await put('b.css', 'a{}'), await put('a.css', 'c{}')]
  assert.equal(
    answers.map(({ status }) => status),
    [201, 201, 200],
  )
  assert.equal([(await get('a.css')).text, (await get('b.css')).text], ['c{}', 'a{}'])
  await remove('b.css')
  test.clock.advance(15 * 60_000 + 1)
  assert.equal(await test.service.assets.sweep(), { removed: 1, msLag: 0 })
  assert.equal(await test.service.assets.reconcile(), { files: 0, rows: 0 })
  assert.is((await get('a.css')).text, 'c{}')
  await test.close()
  await s3.close()
})

files.after(() => postgres.close())
files.run()
