// The examples in Python and PHP behind a line that refuses, breaks off and passes calls in turn: they come through, and each call is carried out once.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { saveTemplate } from '../server/support/save-template.ts'
import { startTestService, type TestService } from '../server/support/service.ts'
import { programUrl } from '../support/programs.ts'

const GUIDE = readFileSync(new URL('../../server/docs/guides/http-clients.md', import.meta.url), 'utf8')
const OVERLOADED = { status: 503, code: 'overloaded', message: 'too many renderings are waiting', errors: [], request_id: 'r' }
/** Of each of the four calls of such a line. */
const FATES = ['refused', 'broken', 'passed', 'passed'] as const

const clients = suite('HTTP clients')
let test: TestService
let template: string
let folder: string
clients.before(async () => {
  test = await startTestService({}, programUrl('server/pool/child'))
  const source = '<h1>{{number}}</h1>{{#each items}}{{this}}{{/each}}'
  template = (await saveTemplate(test.service.store, test.acme.id, { name: 'W', type: 'html', source, meta: {}, variables: [] }))!.id
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
})
clients.after(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

interface Line {
  readonly url: string
  /** The idempotency keys of all calls, in order. */
  readonly keys: readonly string[]
  close(): void
}

async function openLine(): Promise<Line> {
  const keys: string[] = []
  const server = createServer(async (req, res) => {
    const fate = FATES[keys.length % FATES.length]
    keys.push(String(req.headers['idempotency-key']))
    const body = await buffer(req)
    if (fate === 'broken') return void res.destroy()
    if (fate === 'refused') {
      res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
      return void res.end(JSON.stringify(OVERLOADED))
    }
    const { method, url, headers } = req
    const onward = request({ host: '127.0.0.1', port: test.service.port, method, path: url, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(res)
    })
    onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, keys, close: () => void server.close() }
}

function run(program: string, code: string): Promise<{ readonly status: number | null; readonly output: string }> {
  const environment = { ...process.env, TOKEN: test.acme.token, TEMPLATE_ID: template }
  const child = spawn(program, [program === 'php' ? '-r' : '-c', code], { cwd: folder, env: environment })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  child.stderr.on('data', (text) => (output += String(text)))
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })))
}

for (const [program, language, wanted] of [
  ['python3', 'python', "0\n[('missing-value', 'number')]\n"],
  ['php', 'php', '0\nmissing-value number\n'],
] as const) {
  clients(`${language}: retries, errors by code, warnings and a download`, async () => {
    if (spawnSync(program, ['--version']).error !== undefined) return void process.stderr.write(`(without ${program}: not installed)\n`)
    const code = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(GUIDE)?.[1]?.replace('<?php\n', '') ?? ''
    const line = await openLine()
    try {
      const { status, output } = await run(program, code.replaceAll('http://localhost:3000', line.url))
      assert.equal([status, output], [0, wanted])
      // Refused, broken and passed; passed; refused, broken and passed with 404.
      assert.equal([line.keys.length, new Set(line.keys).size], [7, 3])
      assert.equal([line.keys[0], line.keys[4]], [line.keys[2], line.keys[6]])
      assert.ok(existsSync(join(folder, `${language}.pdf`)))
    } finally {
      line.close()
    }
  })
}

clients.run()
