// Seeded random calls of all operations of the OpenAPI document, valid and not: each answer is one that the document describes, and none is a 500.
// PLATEN_RANDOM is the number of calls of each store and engine (300), PLATEN_SEED the seed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES } from '../../../server/tokens.ts'
import { programUrl } from '../../support/programs.ts'
import { makeRandom } from '../../support/random/random.ts'
import { CallMaker, type Known, type RandomCall } from '../support/random-calls.ts'
import { type Answer, FAKE_CHILD, startTestService, type TestService } from '../support/service.ts'
import { closeStores, STORES } from '../support/service-stores.ts'

const COUNT = Number(process.env['PLATEN_RANDOM'] ?? 300)
const SEED = Number(process.env['PLATEN_SEED'] ?? 1)
const LANES = 4
const ENGINES: Readonly<Record<string, URL>> = {
  'stand-in': FAKE_CHILD,
  real: programUrl('server/pool/child'),
}
/** Each store and each engine once; with PLATEN_RANDOM every pair. */
const SERVICES: readonly (readonly [store: string, engine: string])[] =
  process.env['PLATEN_RANDOM'] === undefined
    ? [
        ['embedded', 'stand-in'],
        ['PostgreSQL', 'real'],
      ]
    : Object.keys(STORES).flatMap((store) => Object.keys(ENGINES).map((engine) => [store, engine] as const))

const random = suite('random calls')
let test: TestService
// biome-ignore lint/suspicious/noExplicitAny: its properties are read throughout, and the tests of openapi.test.ts validate it
let document: any
let ajv: Ajv2020
/** How often each operation answered each status, of all services. */
const statuses = new Map<string, number>()

async function start(store: string, engine: string): Promise<void> {
  const origins = { PLATEN_CORS_ORIGINS: 'https://app.example.com', PLATEN_EMBED_ORIGINS: 'https://app.example.com' }
  const settings = { ...(await STORES[store]!()), ...origins, PLATEN_JOBS: '1000' }
  test = await startTestService(settings, ENGINES[engine])
  if (document !== undefined) return
  document = (await test.call({ path: '/openapi.json', token: null })).json
  const formats = { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)), uri: (text: string) => URL.canParse(text) }
  ajv = new Ajv2020({ strict: false, formats })
  ajv.addSchema({ $id: 'document', ...document })
}

const checks = new Map<string, ValidateFunction>()

function checkOf(pointer: readonly string[]): ValidateFunction {
  const $ref = `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const check = checks.get($ref) ?? ajv.compile({ $ref })
  checks.set($ref, check)
  return check
}

/** What is wrong with an answer; undefined when it is as described. */
function problemOf({ described, method }: RandomCall, { status, headers, text, json }: Answer): string | undefined {
  if (status >= 500 && status !== 503) return `a ${status}`
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return 'no request id'
  if (status === 405) return headers.allow === undefined ? 'a 405 without Allow' : undefined
  const isError = status >= 400 && method !== 'HEAD'
  // Readiness has a form of its own, which is described.
  if (isError && described !== '/health/ready' && !checkOf(['components', 'schemas', 'Error'])(json))
    return `an error of another form: ${text.slice(0, 100)}`
  if (described === undefined) return undefined
  const item = document.paths[described]
  const name = item[method.toLowerCase()] === undefined ? 'get' : method.toLowerCase()
  const operation = item[name]
  const answer = operation.responses[String(status)]
  if (answer === undefined) return `status ${status} ${json?.code ?? ''} is not described`
  for (const header of Object.keys(answer.headers ?? {})) {
    const isTrailer = header === 'X-Render-Warnings' && headers.trailer !== undefined
    if (!isTrailer && headers[header.toLowerCase()] === undefined) return `the header ${header} of ${status} is missing`
  }
  if (method === 'HEAD' || answer.content === undefined) return undefined
  const type = String(headers['content-type']).split(';')[0]!
  if (answer.content[type] === undefined)
    return answer.content['*/*'] === undefined ? `type ${type} of ${status} is not described` : undefined
  if (type !== 'application/json' || answer.content[type].schema === undefined) return undefined
  const check = checkOf(['paths', described, name, 'responses', String(status), 'content', type, 'schema'])
  return check(json) ? undefined : `the body of ${status}: ${JSON.stringify(check.errors?.slice(0, 2))} ${text.slice(0, 200)}`
}

/** Notes ids that later calls can use. */
function learn(known: Known, { headers, json, status }: Answer): void {
  const add = (list: string[], value: unknown): void => {
    if (typeof value === 'string' && list.length < 200) list.push(value)
  }
  add(known.requests, headers['x-request-id'])
  add(known.etags, headers.etag)
  if (status === 201) add(known.templates, json?.id)
  if (status === 202) add(known.jobs, json?.id)
  const url = json?.url ?? (String(json?.data).startsWith('http') ? json.data : undefined)
  if (typeof url === 'string') add(known.secrets, url.split('/d/')[1])
}

/** Makes the calls; each problem with a call that showed it. */
async function problemsOfCalls(): Promise<readonly string[]> {
  const full = (await test.addToken(test.acme.id, SCOPES)).token
  const single = await Promise.all(SCOPES.map(async (scope) => (await test.addToken(test.acme.id, [scope])).token))
  const known: Known = {
    tokens: [full, null, 'x', test.other.token, ...single],
    templates: [test.templateId, test.templateId, test.foreignId],
    ...{ jobs: [], requests: [], secrets: [], etags: [] },
  }
  const maker = new CallMaker(makeRandom(SEED), known, document.paths)
  const problems = new Map<string, string>()
  let made = 0
  const lane = async (): Promise<void> => {
    while (made++ < COUNT) {
      const call = maker.make()
      const answer = await test.call(call)
      learn(known, answer)
      const operation = `${call.method} ${call.described ?? '-'}`
      statuses.set(`${operation} ${answer.status}`, (statuses.get(`${operation} ${answer.status}`) ?? 0) + 1)
      const problem = problemOf(call, answer)
      if (problem !== undefined) problems.set(`${operation}: ${problem}`, sentBy(call))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return [...problems].map(([problem, sent]) => `${problem} to ${sent}`)
}

function sentBy({ path, headers, body }: RandomCall): string {
  const bytes = Buffer.from((body as Uint8Array | undefined) ?? [])
  return `${path} ${JSON.stringify(headers)} ${bytes.toString('latin1').slice(0, 300)}`
}

for (const [store, engine] of SERVICES)
  random(`${COUNT} calls are answered as described (${store} store, ${engine} engine)`, async () => {
    await start(store, engine)
    try {
      assert.equal(await problemsOfCalls(), [])
      const { text } = await test.call({ path: '/metrics' })
      assert.not.match(text, /status="500"/)
      assert.is((await test.call({ path: '/health/ready' })).status, 200)
    } finally {
      await test.close()
    }
  })

random('most operations succeed', () => {
  if (process.env['PLATEN_RANDOM'] !== undefined)
    for (const [what, count] of [...statuses].sort()) process.stdout.write(`${count} ${what}\n`)
  // A generator whose calls all fail would show nothing.
  const operations = Object.entries<object>(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const succeeded = operations.filter((operation) => [...statuses.keys()].some((key) => key.startsWith(`${operation} 2`)))
  if (COUNT >= 300)
    assert.ok(succeeded.length >= operations.length * 0.7, `${succeeded.length} of ${operations.length} operations succeeded`)
})

random.after(closeStores)

random.run()
