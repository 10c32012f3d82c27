// `platen mcp` with the client of the SDK, over standard streams and over HTTP, to a service.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TokenScope } from '../../../server/tokens.ts'
import { hasTool } from '../../support/pdf-tools.ts'
import { programFile, programUrl } from '../../support/programs.ts'
import { startTestService, type TestService } from '../support/service.ts'

const REAL_CHILD = programUrl('server/pool/child')
const CLI = programFile('server/cli')
const DRAFTS: readonly TokenScope[] = ['templates:write']

const mcp = suite('mcp')
let test: TestService
let url = ''
let token = ''
let folder = ''
const closing: (() => Promise<unknown>)[] = []
mcp.before(async () => {
  // The real engine: what an assistant sees is its diagnostics.
  test = await startTestService({}, REAL_CHILD)
  url = `http://127.0.0.1:${test.service.port}`
  token = (await test.addToken(test.acme.id, DRAFTS)).token
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
})
mcp.after(async () => {
  for (const close of closing) await close()
  await test.close()
  rmSync(folder, { recursive: true })
})

const environment = (own: string): Record<string, string> => ({ PATH: process.env['PATH'] ?? '', PLATEN_URL: url, PLATEN_TOKEN: own })

async function overStdio(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const command = { command: process.execPath, args: [CLI, 'mcp'], env: environment(token) }
  await client.connect(new StdioClientTransport(command))
  closing.push(() => client.close())
  return client
}

interface Content {
  readonly type: string
  readonly text?: string
  readonly mimeType?: string
  readonly data?: string
  readonly resource?: { readonly mimeType: string; readonly blob: string }
}

interface Called {
  readonly isError: boolean
  readonly content: readonly Content[]
  // Tools answer objects of many forms.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly json: any
}

async function use(client: Client, name: string, given: object = {}): Promise<Called> {
  const answer = await client.callTool({ name, arguments: { ...given } })
  // The SDK also knows answers of an older protocol, which this server does not send.
  const content = answer.content as readonly Content[]
  const text = content[0]?.text ?? ''
  return { isError: answer.isError === true, content, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

let client: Client
mcp('lists its tools, none of which publishes or removes', async () => {
  client = await overStdio()
  const { tools } = await client.listTools()
  assert.equal(
    tools.map(({ name }) => name),
    ['list_templates', 'read_template', 'check_template', 'preview_template', 'save_draft'],
  )
  assert.equal(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    ['save_draft'],
  )
})

mcp('gives the documents that an author needs', async () => {
  const { resources } = await client.listResources()
  assert.ok(resources.some(({ uri }) => uri === 'platen://docs/templates'))
  const { contents } = await client.readResource({ uri: 'platen://docs/templates' })
  assert.match(String((contents[0] as { text?: string }).text), '{{#each')
  await client.readResource({ uri: 'platen://docs/../../package.json' }).then(
    () => assert.unreachable(),
    (thrown) => assert.match(String(thrown.message), 'no resource'),
  )
})

mcp('an assistant reads, checks, previews and saves a draft, which is not rendered', async () => {
  const { json: listed } = await use(client, 'list_templates')
  assert.equal([listed[0].id, listed[0].name, listed[0].description], [test.templateId, 'Greeting', 'greets'])
  const read = await use(client, 'read_template', { id: test.templateId })
  assert.equal([read.json.type, read.json.version, read.content[1]?.text], ['html', 1, 'Hello {{name}}'])

  const wrong = await use(client, 'check_template', { type: 'html', source: '<p>\n{{uper name}}</p>' })
  assert.equal([wrong.isError, wrong.json.isValid], [false, false])
  const [{ path, code, hint }] = wrong.json.diagnostics
  assert.equal([path, code], ['source:2:3', 'unknown-helper'])
  assert.match(hint, 'upper')

  const source = '<h1>Good day, {{name}}</h1>'
  const shown = await use(client, 'preview_template', { type: 'html', source, data: { name: 'Ann' } })
  assert.is(shown.json.pages, 1)
  const { resource } = shown.content.at(-1)!
  assert.is(Buffer.from(resource!.blob, 'base64').subarray(0, 5).toString(), '%PDF-')
  if (hasTool('pdftoppm')) assert.is(Buffer.from(shown.content[1]!.data!, 'base64').subarray(1, 4).toString(), 'PNG')
  assert.ok((await use(client, 'preview_template', { type: 'html', source: '{{#if x}}' })).isError)
  assert.is((await use(client, 'preview_template', { id: test.templateId, pages: '1' })).json.pages, 1)

  const saved = await use(client, 'save_draft', { id: test.templateId, version: 1, source, note: 'politer' })
  assert.equal([saved.json.version, saved.json.published_version], [2, 1])
  const again = await use(client, 'save_draft', { id: test.templateId, version: 1, source: 'late' })
  assert.equal([again.isError, again.json.code], [true, 'version_conflict'])
  const created = await use(client, 'save_draft', { name: 'New', type: 'html', source: 'x' })
  assert.is(created.json.published_version, null)
})

mcp('a large document is not poured out', async () => {
  const source = '{{#each items}}<p style="break-after: page">{{this}}</p>{{/each}}'
  // What cannot be compressed: a PDF of 1 MB at least.
  const words = (): string => randomBytes(1500).toString('base64').replace(/.{20}/g, '$& ')
  const items = Array.from({ length: 700 }, words)
  const { content, json } = await use(client, 'preview_template', { type: 'html', source, data: { items } })
  assert.is(json.pages, 700)
  assert.equal([content.length, content[1]?.text], [2, 'The PDF is too large to be shown: ask for fewer pages.'])
  const few = await use(client, 'preview_template', { type: 'html', source, data: { items }, pages: '1-2' })
  assert.is(few.content.at(-1)?.type, 'resource')
})

mcp('mistakes are told to the assistant', async () => {
  const refused = async (what: string | RegExp, name: string, given: object): Promise<void> => {
    const { isError, json } = await use(client, name, given)
    assert.ok(isError)
    assert.match(typeof json === 'string' ? json : JSON.stringify(json), what)
  }
  await refused('there is no tool', 'publish', {})
  await refused("must have required property 'id'", 'read_template', {})
  await refused('must NOT have additional properties', 'save_draft', { source: 'x', name: 'x', type: 'html', publish: true })
  await refused('template_not_found', 'read_template', { id: test.foreignId })
  await refused('needs name and type', 'save_draft', { source: 'x' })
  await refused('give the version', 'save_draft', { id: test.templateId, source: 'x' })
  await refused('give id, or type and source', 'preview_template', {})
  await refused('template_error', 'save_draft', { name: 'x', type: 'html', source: '{{#if x}}' })
})

function platenMcp(
  own: string,
  ...words: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly err: string; readonly code: number | null }> {
  const child = spawn(process.execPath, [CLI, 'mcp', ...words], {
    env: environment(own),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((resolve) => {
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
      if (/at http:\S+/.test(err)) resolve({ child, err, code: null })
    })
    child.on('close', (code) => resolve({ child, err, code }))
  })
}

mcp('a token that may publish or remove is refused', async () => {
  const strong = (await test.addToken(test.acme.id, [...DRAFTS, 'templates:publish'])).token
  const { code, err } = await platenMcp(strong)
  assert.is(code, 1)
  assert.match(err, 'this token may publish templates and remove templates, which an assistant must not')
  // Standard input ends at once, and the command with it.
  assert.is((await platenMcp(token)).code, 0)
  assert.is((await platenMcp('pdft_wrong')).code, 1)
  assert.is((await platenMcp('')).code, 2)
})

interface Raw {
  readonly status: number
  readonly text: string
}

function post(port: number, headers: Record<string, string>, path = '/mcp'): Promise<Raw> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const accept = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...accept, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject).end(body)
  })
}

mcp('over HTTP every request brings its token', async () => {
  const { child, err } = await platenMcp('', '--http', '--port', '0', '--name', 'mcp.example.com')
  closing.push(async () => child.kill('SIGTERM'))
  const port = Number(/:(\d+)\/mcp/.exec(err)?.[1])
  const http = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  // The SDK's own class does not fit its own interface where optional properties are exact.
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }) as unknown as Parameters<
    Client['connect']
  >[0]
  await http.connect(transport)
  closing.push(() => http.close())
  assert.ok((await use(http, 'list_templates')).json.some(({ id }: { id: string }) => id === test.templateId))

  const allowed = { Authorization: `Bearer ${token}` }
  assert.is((await post(port, allowed)).status, 200)
  assert.is((await post(port, { ...allowed, Host: 'mcp.example.com' })).status, 200)
  assert.is((await post(port, { ...allowed, Host: 'evil.example.com' })).status, 403)
  assert.is((await post(port, { ...allowed, Origin: 'https://evil.example.com' })).status, 403)
  assert.is((await post(port, {})).status, 401)
  assert.is((await post(port, { Authorization: 'Bearer pdft_wrong' })).status, 401)
  assert.is((await post(port, allowed, '/other')).status, 404)
  const strong = await post(port, { Authorization: `Bearer ${test.acme.token}` })
  assert.equal([strong.status, /may publish templates/.test(strong.text)], [403, true])
})

mcp.run()
