// The service and the command line with the real engine.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { loadEngine } from '../../server/local-engine.ts'
import { run } from '../../server/program.ts'
import { readSamples } from '../../server/samples.ts'
import { fileText } from '../support/file-text.ts'
import { programFile, programUrl } from '../support/programs.ts'
import { saveTemplate } from './support/save-template.ts'
import { send, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const real = suite('with the real engine')
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
let test: TestService
real.before(async () => {
  test = await startTestService({}, programUrl('server/pool/child'))
})
real.after(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

const has = (tool: string): boolean => {
  const isThere = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
  assert.ok(isThere || process.env['PLATEN_REQUIRE_TOOLS'] === undefined, `${tool} is needed`)
  return isThere
}
/** The text of a PDF; undefined when pdftotext is not installed. */
const textOf = (pdf: Uint8Array): string | undefined =>
  has('pdftotext') ? spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).stdout.toString() : undefined
const shows = (pdf: Uint8Array, ...texts: string[]): void => {
  assert.is(Buffer.from(pdf).subarray(0, 5).toString(), '%PDF-')
  const text = textOf(pdf)
  if (text !== undefined) for (const wanted of texts) assert.match(text, wanted)
}
const push = async (source: string, type: 'html' | 'editor' = 'html'): Promise<string> => {
  const compiled = await test.service.renderer.compile({ teamId: test.acme.id, type, source }, new AbortController().signal)
  if (compiled.kind !== 'compiled') throw new Error(JSON.stringify(compiled))
  const saved = await saveTemplate(test.service.store, test.acme.id, { name: 'T', type, source, meta: {}, variables: compiled.variables })
  return saved!.id
}
const platen = async (words: readonly string[], input = ''): Promise<{ code: number; out: Buffer; err: string }> => {
  const [out, err]: [Uint8Array[], string[]] = [[], []]
  const code = await run(words, {
    environment: {},
    out: (what) => out.push(Buffer.from(what)),
    err: (text) => err.push(text),
    input: async () => Buffer.from(input),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine,
  })
  return { code, out: Buffer.concat(out), err: err.join('') }
}

real('X-Render-Warnings counts all kinds of warnings', async () => {
  const source = `<p>{{gone}} {{object}} {{barcode code type="ean13"}} {{date day "no form"}}</p><img src="gone.png"><img src="http://example.com/x.png"><p>{{glyph}}</p>`
  const data = { object: { a: 1 }, code: 'not digits', day: '2026-01-31', glyph: '\u{1f9ff}\u{10ffff}' }
  const path = `/api/templates/${await push(source)}/pdf`
  const count = async (body: object): Promise<number> =>
    Number((await test.call({ method: 'POST', path, body: { data: body } })).headers['x-render-warnings'])
  const all = await count(data)
  assert.ok(all >= 7, String(all))
  // One at a time: a mended one is no longer counted.
  assert.is(await count({ ...data, gone: 'there' }), all - 1)
  assert.is(await count({ ...data, object: 'text' }), all - 1)
  assert.is(await count({ ...data, code: '4006381333931' }), all - 1)
})

real('renders a PDF from a template', async () => {
  const id = await push('<h1>Dear {{name}}</h1><p>{{#each items}}<b>{{this}}</b> {{/each}}</p>')
  const path = `/api/templates/${id}/pdf`
  const answer = await test.call({ method: 'POST', path, body: { data: { name: 'Ann', items: ['one', 2] } } })
  assert.is(answer.status, 200)
  shows(answer.bytes, 'Dear Ann', 'one 2')
  const again = await test.call({ method: 'POST', path, body: { data: { name: 'Ann', items: ['one', 2] } } })
  assert.ok(answer.bytes.equals(again.bytes))
  const strict = await test.call({ method: 'POST', path, headers: { Prefer: 'handling=strict' }, body: { data: { items: [] } } })
  assert.is(strict.json.errors[0].path, 'data.name')
  const missing = await test.call({ method: 'POST', path, body: { data: [] } })
  assert.is(missing.status, 200)
  assert.ok(Number(missing.headers['x-render-warnings']) >= 1)
})

real('accepts the requests of real clients', async () => {
  const id = await push('<p>No. {{number}} {{total}} {{big}}</p>')
  const path = `/api/templates/${id}/pdf`
  const data = { number: 7, total: 22.000000000000004, big: 123456789012 }
  const post = (body: object, headers = {}, at = path): ReturnType<TestService['call']> =>
    test.call({ method: 'POST', path: at, body, headers })

  const axios = await post({ data }, { Accept: 'application/json, text/plain, */*', 'Content-Type': 'application/json' })
  assert.is(axios.headers['content-type'], 'application/pdf')
  shows(axios.bytes, 'No. 7 22 123456789012')
  assert.is((await post({ data }, { Accept: 'application/json' })).json.data, axios.bytes.toString('base64'))
  assert.ok((await post({ data })).bytes.equals(axios.bytes))
  assert.ok((await post({ data }, { 'Content-Type': 'application/json, application/json' })).bytes.equals(axios.bytes))
  assert.ok((await post({ data }, { 'Content-Type': ['application/json', 'application/json'] })).bytes.equals(axios.bytes))

  const url = await post({ data, output: 'url' }, { Accept: 'application/pdf' })
  assert.is(url.status, 200)
  assert.equal(Object.keys(url.json), ['status', 'url'])
  const download = { path: new URL(url.json.url).pathname, token: null }
  assert.ok((await test.call(download)).bytes.equals(axios.bytes))
  assert.is(readdirSync(join(test.folder, 'outputs')).length, 1)
  test.clock.advance(15 * 60_000)
  assert.is((await test.call(download)).json.code, 'url_expired')
  assert.is(readdirSync(join(test.folder, 'outputs')).length, 0)

  const without = await post({ output: 'url' })
  assert.equal([without.status, without.json.errors[0].path], [422, 'data'])
  const merge = await post({ templates: [{ id, data }, { id }] }, {}, '/api/templates/merge')
  assert.equal([merge.status, merge.json.errors[0].path], [422, 'templates[1].data'])
  const get = await test.call({ path: `/api/templates/${id}`, headers: { 'Content-Type': 'application/json' } })
  assert.equal(
    get.json.variables,
    ['number', 'total', 'big'].map((name) => ({ name, type: 'string' })),
  )
})

real('merges two templates into one document', async () => {
  const [first, second] = [await push('<p>First {{a}}</p>'), await push('<p>Second {{a}}</p>')]
  const templates = [first, second, first].map((id, i) => ({ id, data: { a: `number ${i}` } }))
  const answer = await test.call({ method: 'POST', path: '/api/templates/merge', body: { templates } })
  shows(answer.bytes, 'First number 0', 'Second number 1', 'First number 2')
})

real('template errors have line and column', async () => {
  const bad = await saveTemplate(test.service.store, test.acme.id, {
    name: 'Bad',
    type: 'html',
    source: '<p>\n{{#if x}}</p>',
    meta: {},
    variables: [],
  })
  const answer = await test.call({ method: 'POST', path: `/api/templates/${bad!.id}/pdf`, body: { data: {} } })
  assert.is(answer.status, 422)
  assert.is(answer.json.code, 'template_error')
  assert.match(answer.json.errors[0].path, /^2:\d+$/)
})

real('hostile data is printed as text or empty', async () => {
  const id = await push('<p>[{{constructor}}{{__proto__.x}}{{a.__proto__.x}}{{name}}]</p>')
  const body = '{"data":{"__proto__":{"x":"P"},"a":{"__proto__":{"x":"Q"}},"name":"</p><script>alert(1)</script>"}}'
  const answer = await test.call({ method: 'POST', path: `/api/templates/${id}/pdf`, body })
  assert.is(answer.status, 200)
  shows(answer.bytes, '</p><script>alert(1)</script>]')
})

real('loads pictures, style sheets and their fonts from below the base folder', async () => {
  mkdirSync(join(folder, 'site/css'), { recursive: true })
  mkdirSync(join(folder, 'site/fonts'))
  copyFileSync(join(root, 'fonts/Cousine-Regular.ttf'), join(folder, 'site/fonts/mine.ttf'))
  writeFileSync(join(folder, 'site/css/a.css'), '@font-face { font-family: Mine; src: url("../fonts/mine.ttf") }\np { font-family: Mine }')
  writeFileSync(join(folder, 'site/page.html'), '<link rel="stylesheet" href="css/a.css"><p>Typewriter</p>')
  writeFileSync(join(folder, 'secret.css'), 'p { display: none }')
  const render = (html: string, ...words: string[]): ReturnType<typeof platen> => platen(['render', html, '--out', '-', ...words])
  const page = join(folder, 'site/page.html')
  const inside = await render(page, '--base-dir', join(folder, 'site'))
  assert.is(inside.code, 0, inside.err)
  assert.is(inside.err, '')
  assert.match(fileText(inside.out), /\+Cousine/)
  const without = await render(page)
  assert.is(without.code, 0)
  assert.match(without.err, '[missing-asset]')
  assert.not.match(fileText(without.out), /\+Cousine/)
  writeFileSync(page, '<link rel="stylesheet" href="../secret.css"><p>Typewriter</p>')
  const outside = await render(page, '--base-dir', join(folder, 'site'))
  assert.match(outside.err, '[missing-asset]')
  shows(outside.out, 'Typewriter')
})

real('uses a font file under its own family name', async () => {
  const font = join(root, 'fonts/Cousine-Bold.ttf')
  const copy = join(folder, 'x.ttf')
  copyFileSync(font, copy)
  const { code, err, out } = await platen(['render', '-', '--out', '-', '--font', copy], '<p style="font: bold 12pt Cousine">x</p>')
  assert.is(code, 0, err)
  assert.match(fileText(out), /\+Cousine-Bold/)
  writeFileSync(copy, 'no font')
  const bad = await platen(['render', '-', '--out', '-', '--font', copy], 'x')
  assert.is(bad.code, 1)
  assert.match(bad.err, '[bad-font]')
})

real('check reports the position of an error', async () => {
  const { code, err } = await platen(['check', '-'], '<p>\n  {{monney total}}\n</p>')
  assert.is(code, 1)
  assert.match(err, /^-:2:\d+: error: .*monney.* \[unknown-helper\]\n {2}2 \| {3}\{\{monney total\}\}\n {4}\| +\^\n/)
})

real('the worker command answers each line with a line', async () => {
  writeFileSync(join(folder, 'a.html'), '<p>A</p>')
  const worker = spawn(process.execPath, [programFile('server/cli'), 'worker'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const orders = ['a.html', 'nope.html'].map((name) =>
    JSON.stringify({ id: name, in: join(folder, name), out: join(folder, 'out', `${name}.pdf`) }),
  )
  worker.stdin.end(`${orders.join('\n')}\n`)
  let text = ''
  for await (const chunk of worker.stdout) text += chunk
  const answers = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(answers[0], { id: 'a.html', ok: true, err: null })
  assert.is(answers[1].ok, false)
  assert.match(answers[1].err, 'no such file')
  assert.ok(existsSync(join(folder, 'out/a.html.pdf')))
  shows(readFileSync(join(folder, 'out/a.html.pdf')), 'A')
})

real('dev shows the document and reloads after a save', async () => {
  const template = join(folder, 'dev.html')
  writeFileSync(template, '<p>Before</p>')
  const child = spawn(process.execPath, [programFile('server/cli'), 'dev', template, '--port', '0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve) =>
    child.stdout.on('data', (chunk) => resolve(Number(/localhost:(\d+)/.exec(String(chunk))?.[1]))),
  )
  const get = (path: string, host = 'localhost'): ReturnType<typeof send> => send(port, { path, headers: { Host: host } })
  assert.is((await get('/preview')).json.path, template)
  shows((await get('/preview.pdf')).bytes, 'Before')
  assert.is((await get('/preview.pdf', 'evil.example')).status, 403)
  writeFileSync(template, '<p>After</p>{{#if}}')
  await until(async () => /error/.test((await get('/message')).text))
  assert.match((await get('/message')).text, /dev\.html:1:\d+: error/)
  assert.match((await get('/preview')).json.diagnostics[0].path, /^source:1:\d+$/)
  shows((await get('/preview.pdf')).bytes, 'Before')
  writeFileSync(template, '<p>After</p>')
  await until(async () => !/error/.test((await get('/message')).text))
  shows((await get('/preview.pdf')).bytes, 'After')
  child.kill('SIGTERM')
  assert.is(await new Promise((resolve) => child.on('close', resolve)), 0)
})

real('shows a WebP picture in the data', async () => {
  const id = await push(
    '<style>@page { size: 20px 20px; margin: 0 } body { margin: 0 } img { display: block }</style><img src="{{photo}}">',
  )
  // 8 × 4 pixels, lossless.
  const webp = 'UklGRjQAAABXRUJQVlA4TCcAAAAvB8AAEB8QAoIi/0cTEBT8H52AoOi65YKfCggECJMmTdqI6H+IdAMA'
  const data = { photo: `data:image/webp;base64,${webp}` }
  const answer = await test.call({ method: 'POST', path: `/api/templates/${id}/pdf`, body: { data } })
  assert.is(answer.status, 200)
  assert.is(answer.headers['x-render-warnings'], '0')
  assert.match(answer.bytes.toString('latin1'), /\/Width 8\s+\/Height 4/)
})

for (const sample of readSamples()) {
  real(`the sample "${sample.key}" renders over HTTP without a warning`, async () => {
    const id = await push(sample.source, sample.type)
    const answer = await test.call({ method: 'POST', path: `/api/templates/${id}/pdf`, body: { data: sample.data } })
    assert.is(answer.status, 200, answer.text.slice(0, 500))
    assert.is(answer.headers['x-render-warnings'], '0')
    if (!has('qpdf')) return
    const file = join(folder, `${sample.key}.pdf`)
    writeFileSync(file, answer.bytes)
    const { status, stdout } = spawnSync('qpdf', ['--check', file])
    assert.is(status, 0, stdout.toString())
  })
}

real.run()
