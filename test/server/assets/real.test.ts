// Assets with the real engine: what is refused, what templates get of them, and what changes when they do.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textByPdfJs } from '../../support/extract.ts'
import { programUrl } from '../../support/programs.ts'
import { type Answer, startTestService, type TestService } from '../support/service.ts'

const real = suite('assets with the real engine')
let test: TestService
real.before(async () => {
  test = await startTestService({ PLATEN_CHILDREN: '2' }, programUrl('server/pool/child'))
})
real.after(() => test.close())

const put = (name: string, bytes: Uint8Array | string): Promise<Answer> =>
  test.call({
    method: 'PUT',
    path: `/api/assets/${name}`,
    body: bytes,
    ...(/\./.test(name) ? {} : { headers: { 'Content-Type': 'text/html' } }),
  })
const remove = (name: string): Promise<Answer> => test.call({ method: 'DELETE', path: `/api/assets/${name}?force=true` })
const save = (id: string, source: string): Promise<Answer> =>
  test.call({
    ...{ method: 'PUT', path: `/api/templates/${id}`, body: { name: id, type: 'html', source } },
    headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' },
  })
const render = (id: string, data: object = {}): Promise<Answer> =>
  test.call({ method: 'POST', path: `/api/templates/${id}/pdf`, body: { data } })
const problem = ({ status, json }: Answer): unknown[] => [status, json.code, json.errors[0]?.path, json.errors[0]?.code]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = 0xffffffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, check])
}

/** A gray picture of this size; its pixels are there only when it is small. */
function png(width: number, height: number, gray = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels =
    width * height > 1e6
      ? Buffer.alloc(1000)
      : Buffer.alloc((width + 1) * height, gray).map((byte, i) => (i % (width + 1) === 0 ? 0 : byte))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))])
}

real('a shared part that does not compile is refused, with its place', async () => {
  assert.equal(problem(await put('footer.html', '<p>\n {{#if x}}')), [422, 'template_error', 'footer.html:2:2', 'block-unbalanced'])
  assert.equal(problem(await put('footer.html', '<p>{{> nowhere}}')), [422, 'template_error', 'footer.html:1:6', 'unknown-part'])
  assert.is((await test.call({ path: '/api/assets/footer.html' })).status, 404)
})

real('a part that is put around a block is saved', async () => {
  assert.is((await put('frame.html', '<section>{{title}}{{> @partial-block}}</section>')).status, 201)
  assert.is((await save('framed', '{{#> frame}}<p>inside{{/frame}}')).status, 201)
  const pdf = await render('framed', { title: 'The title' })
  assert.match(await textByPdfJs(pdf.bytes), /The title\s*inside/)
})

real('a cycle is refused at the save that would close it', async () => {
  assert.is((await put('b.html', 'b')).status, 201)
  assert.is((await put('a.html', '{{> b}}')).status, 201)
  assert.equal(problem(await put('b.html', '{{> a}}')), [422, 'template_error', 'a.html:1:3', 'part-cycle'])
  assert.equal(problem(await put('a.html', '{{> a}}')), [422, 'template_error', 'a.html:1:3', 'part-cycle'])
  assert.is((await test.call({ path: '/api/assets/b.html' })).text, 'b')
})

real('a template needs its parts when it is saved, and has their variables', async () => {
  assert.equal(problem(await save('letter', '{{> sender}}')).slice(0, 2), [422, 'template_error'])
  await put('sender.html', '{{sender.name}}')
  const saved = await save('letter', '{{> sender}}{{text}}')
  assert.is(saved.status, 201, saved.text)
  const names = async (): Promise<string[]> =>
    (await test.call({ path: '/api/templates/letter' })).json.variables.map(({ name }: { name: string }) => name)
  assert.equal(await names(), ['sender', 'sender.name', 'text'])
  await put('line.html', '{{street}}')
  await put('sender.html', '{{> line}}')
  assert.equal(await names(), ['street', 'text'])
  await put('line.html', '{{town}}')
  assert.equal(await names(), ['town', 'text'])
  assert.match(await textByPdfJs((await render('letter', { town: 'Bonn', text: '!' })).bytes), 'Bonn!')
  assert.is((await test.call({ method: 'DELETE', path: '/api/assets/line.html' })).status, 409)
})

real('a version that was out of use has the variables of its parts as they are when it is published again', async () => {
  const names = (answer: Answer): string[] => answer.json.variables.map(({ name }: { name: string }) => name)
  const call = (path: string, body: object = {}): Promise<Answer> =>
    test.call({ method: 'POST', path: `/api/templates/again${path}`, body })
  await put('word.html', '{{early}}')
  await save('again', '{{> word}}')
  await test.call({ method: 'PUT', path: '/api/templates/again', body: { source: 'none' } })
  await put('word.html', '{{late}}')
  assert.equal(names(await call('/versions/1/publish')), ['late'])
  await test.call({ method: 'DELETE', path: '/api/templates/again' })
  await put('word.html', '{{later}}')
  assert.equal(names(await call('/undelete')), ['later'])
  assert.equal(names(await test.call({ path: '/api/templates/again' })), ['later'])
  // The part of this name without an extension goes before; when it is gone, the other serves.
  await put('word', '{{first}}')
  assert.is((await test.call({ method: 'DELETE', path: '/api/assets/word' })).status, 409)
  assert.equal(names(await test.call({ path: '/api/templates/again' })), ['first'])
  await remove('word')
  assert.equal(names(await test.call({ path: '/api/templates/again' })), ['later'])
})

real('damaged and oversized pictures, fonts and PDFs are refused', async () => {
  const font = readFileSync(new URL('../../../fonts/Cousine-Regular.ttf', import.meta.url))
  const pdf = (await render(test.templateId, { name: 'Ann' })).bytes
  const refused: readonly (readonly [string, Uint8Array, number, string])[] = [
    ['a.png', png(4, 4).subarray(0, 30), 415, 'unsupported_media_type'],
    ['a.png', png(60_000, 60_000), 422, 'limit_exceeded'],
    ['a.ttf', Buffer.concat([font.subarray(0, 500), Buffer.alloc(200_000, 0xff)]), 415, 'unsupported_media_type'],
    ['a.woff2', Buffer.from(`wOF2${'x'.repeat(500)}`), 415, 'unsupported_media_type'],
    ['a.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}`), 415, 'unsupported_media_type'],
  ]
  for (const [name, bytes, status, code] of refused) {
    const { json, ...answer } = await put(name, bytes)
    assert.equal([answer.status, json.code], [status, code], `${name} ${answer.text}`)
  }
  for (const [name, bytes] of [
    ['a.png', png(4, 4)],
    ['a.ttf', font],
    ['a.pdf', pdf],
  ] as const)
    assert.is((await put(name, bytes)).status, 201, name)
})

real('a replaced picture is in the next PDF, a removed one is a warning', async () => {
  await put('logo.png', png(8, 8, 10))
  await save('logo', '<img src="./logo.png" alt="Logo"><p>{{text}}')
  const first = await render('logo', { text: 'x' })
  assert.equal([first.status, first.headers['x-render-warnings']], [200, '0'])
  assert.ok((await render('logo', { text: 'x' })).bytes.equals(first.bytes))
  await put('logo.png', png(8, 8, 200))
  const second = await render('logo', { text: 'x' })
  assert.not.ok(second.bytes.equals(first.bytes))
  // What it was published with, not what it renders with.
  const published = await test.call({ path: '/api/templates/logo/versions/1' })
  const hash = createHash('sha256')
    .update(png(8, 8, 10))
    .digest('hex')
  assert.equal(published.json.assets, [{ name: 'logo.png', hash }])
  await put('logo.png', png(8, 8, 10))
  assert.ok((await render('logo', { text: 'x' })).bytes.equals(first.bytes))
  await remove('logo.png')
  assert.is((await render('logo', { text: 'x' })).headers['x-render-warnings'], '1')
})

real('two teams with one name get each their own', async () => {
  await put('name.html', 'of Acme')
  const { token } = test.other
  await test.call({ method: 'PUT', path: '/api/assets/name.html', body: 'of Other', token })
  await save('mine', '{{> name}}')
  const body = { name: 'mine', type: 'html', source: '{{> name}}' }
  await test.call({ method: 'PUT', path: '/api/templates/mine', headers: { 'If-None-Match': '*' }, body, token })
  assert.match(await textByPdfJs((await render('mine')).bytes), 'of Acme')
  const theirs = await test.call({ method: 'POST', path: '/api/templates/mine/pdf', body: { data: {} }, token })
  assert.match(await textByPdfJs(theirs.bytes), 'of Other')
})

real('sources that are not stored use assets too', async () => {
  await put('word.html', 'shared words')
  const source = { type: 'html', source: '<p>{{> word}}' }
  const rendered = await test.call({ method: 'POST', path: '/api/render', body: { ...source, data: {} } })
  assert.match(await textByPdfJs(rendered.bytes), 'shared words')
  const preview = await test.call({ method: 'POST', path: '/api/preview', body: source })
  assert.match(await textByPdfJs(Buffer.from(preview.json.pdf, 'base64')), 'shared words')
})

real.run()
