// The client: against the service, against servers that fail, and as a program without Node.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient, type LoggedRequest, type PlatenClient, PlatenError } from '../../../server/client/index.ts'
import { OPERATIONS } from '../../../server/client/openapi.data.ts'
import { root } from '../../documents/markdown.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const client = suite('client')
let test: TestService
let platen: PlatenClient
client.before(async () => {
  test = await startTestService({ PLATEN_EMBED_ORIGINS: 'https://crm.example.com' })
  platen = createClient({ url: `http://127.0.0.1:${test.service.port}/`, token: test.acme.token, fetch: recorded })
})

/** Methods and paths of the requests that the service answered. */
const asked: { readonly method: string; readonly path: string }[] = []
const recorded: typeof fetch = (url, init) => {
  asked.push({ method: init?.method ?? 'GET', path: new URL(String(url)).pathname })
  return fetch(url, init)
}
client.after(() => test.close())

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

async function problemOf(work: Promise<unknown>): Promise<PlatenError> {
  try {
    await work
  } catch (thrown) {
    assert.instance(thrown, PlatenError)
    // Just checked.
    return thrown as PlatenError
  }
  throw new Error('the call succeeded')
}

client('reads templates', async () => {
  assert.equal(
    (await platen.templates()).map(({ name }) => name),
    ['Greeting'],
  )
  assert.equal((await platen.template(test.templateId)).variables, [{ name: 'name', type: 'string' }])
  assert.is((await platen.call('getTemplate', { path: { id: test.templateId } })).name, 'Greeting')
})

client('renders to bytes, a stream and a URL, and counts warnings', async () => {
  const { result, warnings, requestId } = await platen.render(test.templateId, { name: 'Ann' })
  assert.match(text(result), 'Hello Ann')
  assert.is(warnings, 0)
  assert.ok(requestId)
  assert.is((await platen.render(test.templateId, {})).warnings, 1)
  let streamed = ''
  for await (const chunk of (await platen.renderStream(test.templateId, { name: 'Bob' })).result) streamed += text(chunk)
  assert.match(streamed, 'Hello Bob')
  assert.match((await platen.renderUrl(test.templateId, { name: 'Cy' })).result, '/d/')
  const bytes = await platen.call('renderTemplate', { path: { id: test.templateId }, body: { data: { name: 'Di' } } })
  assert.ok(bytes instanceof Uint8Array && text(bytes).includes('Hello Di'))
})

client('lists warnings, and finds them again by the request id', async () => {
  const { result, warningList, warnings, requestId } = await platen.render(test.templateId, {}, { listsWarnings: true })
  assert.match(text(result), 'Hello ')
  assert.equal([warnings, warningList?.map(({ code }) => code)], [1, ['missing-value']])
  assert.is((await platen.renderUrl(test.templateId, {}, { listsWarnings: true })).warningList?.length, 1)
  assert.is((await platen.mergeUrl([{ id: test.templateId, data: {} }], { listsWarnings: true })).warningList?.length, 1)
  assert.is((await platen.render(test.templateId, {})).warningList, undefined)
  const logged = await untilLogged(requestId!)
  assert.equal([logged.status, logged.template, logged.warnings.map(({ code }) => code)], [200, test.templateId, ['missing-value']])
})

/** The log of requests is written behind the answers. */
async function untilLogged(id: string): Promise<LoggedRequest> {
  let found: LoggedRequest | undefined
  await until(async () => {
    found = await platen.request(id).catch((problem) => {
      if (problem.code === 'not_found') return undefined
      throw problem
    })
    return found !== undefined
  })
  return found!
}

client('sends bigints with all their digits', async () => {
  const texts: string[] = []
  const sent: typeof fetch = async (_, init) => {
    texts.push(String(init?.body))
    return new Response('')
  }
  const one = createClient({ url: 'http://localhost', token: 't', fetch: sent })
  await one.render('x', { number: 1234567890123456789n, list: [-5n, 'bigint 0.5 7'] })
  assert.is(texts[0], '{"data":{"number":1234567890123456789,"list":[-5,"bigint 0.5 7"]}}')
  const circle: Record<string, unknown> = {}
  circle['me'] = circle
  await one.render('x', circle).then(
    () => assert.unreachable(),
    (thrown) => assert.instance(thrown, TypeError),
  )
})

client('merges', async () => {
  const parts = [
    { id: test.templateId, data: { name: 'Ann' } },
    { id: test.templateId, data: { name: 'Bob' } },
  ]
  assert.match(text((await platen.merge(parts)).result), /Hello Ann[\s\S]*Hello Bob/)
  assert.match((await platen.mergeUrl(parts)).result, '/d/')
})

client('reports problems of the service with code, place and request id', async () => {
  const unknown = await problemOf(platen.render('nothing', {}))
  assert.is(unknown.code, 'template_not_found')
  assert.is(unknown.status, 404)
  assert.ok(unknown.requestId)
  const strict = await problemOf(platen.render(test.templateId, {}, { isStrict: true }))
  assert.is(strict.code, 'validation_failed')
  assert.is(strict.errors[0]?.code, 'missing_variable')
  const foreign = createClient({ url: `http://127.0.0.1:${test.service.port}`, token: 'pdft_wrong' })
  assert.is((await problemOf(foreign.templates())).code, 'unauthenticated')
  assert.throws(() => createClient({ url: 'ftp://x', token: '' }), /https/)
})

client('an idempotency key gives one document', async () => {
  const options = { idempotencyKey: 'once' }
  const { result } = await platen.renderUrl(test.templateId, { name: 'Ann' }, options)
  assert.is((await platen.renderUrl(test.templateId, { name: 'Ann' }, options)).result, result)
  assert.is((await problemOf(platen.renderUrl(test.templateId, { name: 'Bob' }, options))).status, 422)
})

client('manages templates: drafts, versions, publishing, removal', async () => {
  const made = await platen.createTemplate({ name: 'Letter', type: 'html', source: 'Dear {{name}}', publish: false })
  assert.equal([made.version, made.published_version], [1, null])
  const saved = await platen.saveTemplate(made.id, { source: 'Hi {{name}}', note: 'shorter', publish: false }, { version: 1 })
  assert.is(saved.version, 2)
  assert.is((await problemOf(platen.saveTemplate(made.id, { source: 'late' }, { version: 1 }))).code, 'version_conflict')
  assert.is((await platen.source(made.id)).source, 'Hi {{name}}')
  assert.equal(
    (await platen.versions(made.id)).map(({ version, note }) => [version, note]),
    [
      [2, 'shorter'],
      [1, null],
    ],
  )
  assert.is((await problemOf(platen.render(made.id, {}))).code, 'not_published')
  assert.match(text((await platen.render(made.id, { name: 'Ann' }, { isDraft: true })).result), 'Hi Ann')
  assert.is((await platen.publish(made.id, 1)).published_version, 1)
  assert.match(text((await platen.render(made.id, { name: 'Ann' })).result), 'Dear Ann')
  assert.is((await platen.version(made.id, 2)).published, false)
  await platen.deleteTemplate(made.id, { version: 2 })
  assert.is((await problemOf(platen.template(made.id))).code, 'template_not_found')
  await platen.undeleteTemplate(made.id)
  assert.is((await platen.saveTemplate('own-id', { name: 'Own', type: 'html', source: 'x' }, { isNew: true })).id, 'own-id')
  assert.is((await problemOf(platen.saveTemplate('own-id', { name: 'Own', type: 'html', source: 'x' }, { isNew: true }))).status, 412)
})

client('keeps data examples, with all digits', async () => {
  const made = await platen.putExample(test.templateId, 'Große Zahl', { name: 12345678901234567890n })
  assert.equal([made.name, made.size], ['Große Zahl', 29])
  assert.is(await platen.exampleText(test.templateId, 'Große Zahl'), '{"name":12345678901234567890}')
  await platen.putExample(test.templateId, 'Große Zahl', Buffer.from(' { "name": "Ann" }\n'))
  assert.is(await platen.exampleText(test.templateId, 'Große Zahl'), '{ "name": "Ann" }')
  assert.equal(await platen.example(test.templateId, 'Große Zahl'), { name: 'Ann' })
  assert.equal(
    (await platen.examples(test.templateId)).map(({ name }) => name),
    ['Große Zahl'],
  )
  await platen.deleteExample(test.templateId, 'Große Zahl')
  assert.is((await problemOf(platen.example(test.templateId, 'Große Zahl'))).code, 'not_found')
})

client('previews, and renders what is not stored', async () => {
  const { pdf, pages, variables } = await platen.preview({ type: 'html', source: 'Dear {{name}}', data: { name: 'Ann' } })
  assert.match(text(pdf!), 'Dear Ann')
  assert.equal([pages, variables], [1, [{ name: 'name', type: 'string' }]])
  const broken = await platen.preview({ type: 'html', source: '{{#bad' })
  assert.equal([broken.pdf, broken.diagnostics[0]?.path], [undefined, 'source:1:1'])
  assert.match(text((await platen.renderSource({ type: 'html', source: 'Hi {{name}}' }, { name: 'Bob' })).result), 'Hi Bob')
})

client('stores assets under names with slashes', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const { hash } = await platen.putAsset('img/logo.svg', svg, { isNew: true })
  assert.is((await problemOf(platen.putAsset('img/logo.svg', svg, { isNew: true }))).status, 412)
  assert.is((await platen.putAsset('img/logo.svg', svg, { hash, type: 'image/svg+xml' })).type, 'image/svg+xml')
  assert.equal(Buffer.from(await platen.asset('img/logo.svg')), svg)
  assert.equal(
    (await platen.assets()).map(({ name }) => name),
    ['img/logo.svg'],
  )
  await platen.deleteAsset('img/logo.svg', { isForced: true })
  assert.is((await problemOf(platen.asset('img/logo.svg'))).code, 'not_found')
})

client('makes a session of a frame', async () => {
  const request = { template: test.templateId, origin: 'https://crm.example.com', right: 'edit' } as const
  const made = await platen.createEmbedSession(request)
  assert.equal([made.template, made.right, made.url.endsWith(`#${made.session}`)], [test.templateId, 'edit', true])
  assert.is((await problemOf(platen.createEmbedSession({ ...request, origin: 'https://evil.example' }))).code, 'validation_failed')
})

client('makes a job and waits for it', async () => {
  const rows = [{ name: 'Ann' }, 'no object', { name: 'Bob' }]
  const idempotencyKey = 'my job'
  const { id, status } = await platen.createJob({ template: test.templateId, rows }, { idempotencyKey })
  assert.ok(['queued', 'running'].includes(status))
  assert.is((await platen.createJob({ template: test.templateId, rows }, { idempotencyKey })).id, id)
  const seen: number[] = []
  const job = await platen.waitForJob(id, { onProgress: ({ done }) => seen.push(done) })
  assert.equal([job.status, job.done, job.failed, job.results.length, job.errors[0]?.row], ['done', 2, 1, 2, 1])
  assert.is(seen.at(-1), 2)
  assert.is((await platen.job(id)).results.length, 2)
  await platen.cancelJob(id)
  const signal = AbortSignal.abort(new Error('enough'))
  await platen.waitForJob(id, { signal }).then(
    () => assert.unreachable(),
    (thrown) => assert.is(thrown.message, 'enough'),
  )
})

client('every operation of the interface was called', () => {
  const missed = Object.entries(OPERATIONS).filter(([, { method, path }]) => {
    const pattern = new RegExp(`^${path.replace('/{name}', '/.+').replace(/\{\w+\}/g, '(?!merge$)[^/]+')}$`)
    return !asked.some((one) => one.method === method && pattern.test(one.path))
  })
  assert.equal(
    missed.map(([name]) => name),
    [],
  )
})

/** What the client of `against` waited for, and how long. */
const waits: (readonly [string, number])[] = []

/** Runs `work` with a client of a server that answers so; gives the number of requests. */
async function against(answer: (request: number) => RequestListener, work: (client: PlatenClient) => Promise<void>): Promise<number> {
  waits.length = 0
  let requests = 0
  const server: Server = createServer((req, res) => {
    requests++
    req.resume()
    answer(requests)(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address of this kind once it listens.
  const { port } = server.address() as AddressInfo
  try {
    await work(
      createClient({ url: `http://127.0.0.1:${port}/base/`, token: 't', retries: 2, onRetry: (ms, { code }) => waits.push([code, ms]) }),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return requests
}

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): RequestListener =>
  (_, res) =>
    res.writeHead(status, headers).end(JSON.stringify({ status, code, message: 'no', errors: [], request_id: 'r' }))
const agree: RequestListener = (req, res) =>
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([{ id: req.url }]))

client('tries again after overload and broken connections, and waits as asked', async () => {
  const started = performance.now()
  const overloaded = refuse(503, 'overloaded', { 'Retry-After': '1' })
  const tries = await against(
    (n) => (n === 1 ? overloaded : agree),
    async (one) => assert.is((await one.templates())[0]?.id, '/base/api/templates'),
  )
  assert.is(tries, 2)
  assert.ok(performance.now() - started >= 1000)
  assert.equal(
    waits.map(([code, ms]) => [code, ms >= 1000 && ms <= 1250]),
    [['overloaded', true]],
  )
  const broken: RequestListener = (req) => req.socket.destroy()
  assert.is(
    await against(
      (n) => (n < 3 ? broken : agree),
      async (one) => void (await one.templates()),
    ),
    3,
  )
  const code = async (one: PlatenClient): Promise<void> => assert.is((await problemOf(one.templates())).code, 'network_error')
  assert.is(await against(() => broken, code), 3)
})

client('an answer that breaks off is no answer', async () => {
  const half: RequestListener = (req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': 100 }).write('%PDF')
    setTimeout(() => req.socket.destroy(), 10)
  }
  const work = async (one: PlatenClient): Promise<void> => assert.is((await problemOf(one.render('x', {}))).code, 'network_error')
  assert.is(await against(() => half, work), 3)
})

client('does not try again what may have been carried out, or what will fail again', async () => {
  const invalid = async (one: PlatenClient): Promise<void> => assert.is((await problemOf(one.render('x', {}))).status, 422)
  assert.is(await against(() => refuse(422, 'template_error'), invalid), 1)
  const proxy: RequestListener = (_, res) => res.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>')
  const html = async (one: PlatenClient): Promise<void> => {
    const { code, message } = await problemOf(one.templates({ retries: 0 }))
    assert.is(code, 'unexpected_answer')
    assert.match(message, 'Bad gateway')
  }
  assert.is(await against(() => proxy, html), 1)
  const login: RequestListener = (_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in</h1>')
  const page = async (one: PlatenClient): Promise<void> => assert.is((await problemOf(one.templates())).code, 'unexpected_answer')
  assert.is(await against(() => login, page), 1)
})

client('does not take its token elsewhere by a redirect', async () => {
  const elsewhere: RequestListener = (_, res) => res.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()
  const work = async (one: PlatenClient): Promise<void> => assert.is((await problemOf(one.templates())).code, 'unexpected_answer')
  assert.is(await against(() => elsewhere, work), 1)
})

client('ends calls by time-out and by signal', async () => {
  const silent: RequestListener = () => {}
  await against(
    () => silent,
    async (one) => {
      assert.is((await problemOf(one.templates({ msTimeout: 50 }))).code, 'client_timeout')
      const controller = new AbortController()
      const call = one.templates({ signal: controller.signal })
      controller.abort(new Error('enough'))
      await call.then(
        () => assert.unreachable(),
        (thrown) => assert.is(thrown.message, 'enough'),
      )
    },
  )
})

client('is made of itself alone, and of what every runtime has', () => {
  const folder = join(root, 'server/client')
  const scratch = mkdtempSync(join(tmpdir(), 'platen-test-'))
  try {
    for (const name of readdirSync(folder))
      for (const [, from = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/ from '([^']+)'/g))
        assert.match(from, /^\.\/[\w.-]+\.ts$/, name)
    // The types of a browser, without those of Node.
    const checks = {
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
    }
    const compilerOptions = {
      ...checks,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
    }
    writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [join(folder, 'index.ts')] }))
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', scratch], { stdio: 'inherit' })
  } finally {
    rmSync(scratch, { recursive: true })
  }
})

client('runs where nothing of Node is', async () => {
  const { outputFiles } = await build({
    ...{ entryPoints: [join(root, 'server/client/index.ts')], bundle: true, write: false, logLevel: 'silent' },
    ...{ platform: 'browser', format: 'iife', globalName: 'platen', target: 'es2022', minify: true },
  })
  const code = outputFiles[0]!.text
  assert.ok(code.length < 12_000, `${code.length} bytes`)
  const globals = { fetch, Headers, AbortController, URL, URLSearchParams, setTimeout, clearTimeout, atob, Uint8Array }
  const work = `platen.createClient(options).render(id, { name: 'Ann' }).then(({ result }) => String.fromCharCode(...result))`
  const options = { url: `http://127.0.0.1:${test.service.port}`, token: test.acme.token }
  assert.match(await runInNewContext(`${code}\n${work}`, { ...globals, options, id: test.templateId }), 'Hello Ann')
})

client.run()
