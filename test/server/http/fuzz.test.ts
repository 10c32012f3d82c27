// Fuzzing with seeded random bytes on a socket. Each request is answered in the documented form or its connection is closed; nothing gets a 500, nothing
// hangs, no internals leak, and the service keeps working. PLATEN_FUZZ is the number of requests of each kind (60), PLATEN_SEED the first seed.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ERROR_STATUS } from '../../../server/errors.ts'
import { makeRandom } from '../../support/random/random.ts'
import { GENERATORS, pipelined, smuggling, split, type Target } from '../support/fuzz-requests.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { exchangeBytes, type WireAnswer } from '../support/wire.ts'

const COUNT = Number(process.env['PLATEN_FUZZ'] ?? 60)
const SEED = Number(process.env['PLATEN_SEED'] ?? 1)

/** Concurrent connections: many close only after the server's timeout for the rest of the request. */
const LANES = 30

const fuzz = suite('fuzz')
/** A service with short timeouts. */
let hasty: TestService
let test: TestService
const targetOf = ({ templateId, foreignId, acme }: TestService): Target => ({ templateId, foreignId, token: acme.token })
fuzz.before(async () => {
  hasty = await startTestService({ PLATEN_BODY_SECONDS: '1' })
  test = await startTestService()
})
fuzz.after(async () => {
  await hasty.close()
  await test.close()
})

/** File paths, stack traces, module names, and names of another team or its template. */
const INTERNAL = /node_modules|node:|\.[tj]s:\d|\bat \S+ \(|\/(?:tmp|home|usr|root|work)\/|pdft_|Foreign|SQLITE|ECONN/

function checkAnswer({ status, headers, body }: WireAnswer, sent: string): void {
  assert.ok(status >= 200 && status < 500, `${status} ${body} to ${sent}`)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, `no request id in ${status} to ${sent}`)
  assert.is(headers.get('x-content-type-options'), 'nosniff', sent)
  if (headers.get('content-type') === 'application/pdf') return
  assert.not.match(body.toString('latin1'), INTERNAL, sent)
  if (status < 400 || body.length === 0) return
  // Every error body is a JSON object; the checks below fail for anything else.
  const error = JSON.parse(body.toString('utf8')) as Record<string, unknown>
  assert.equal(Object.keys(error), ['status', 'code', 'message', 'errors', 'request_id'], sent)
  assert.is(error['status'], status, sent)
  assert.is(ERROR_STATUS[error['code'] as keyof typeof ERROR_STATUS], status, sent)
  assert.is(error['request_id'], headers.get('x-request-id'), sent)
  assert.is(headers.get('content-type'), 'application/json', sent)
}

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 1500))

for (const [i, [name, generate]] of Object.entries(GENERATORS).entries()) {
  fuzz(name, async () => {
    const target = targetOf(hasty)
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < COUNT) {
        const random = makeRandom(SEED + i * 1_000_003 + next++)
        const { bytes, methods } = generate(random, target)
        const pieces = random.chance(0.2) ? split(random, bytes) : [bytes]
        const { answers, rest } = await exchangeBytes(hasty.service.port, { pieces, methods, wanted: 1 })
        assert.is(rest.length, 0, `${rest.toString('latin1').slice(0, 300)} to ${shown(bytes)}`)
        for (const answer of answers) checkAnswer(answer, shown(bytes))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  })
}

fuzz('pipelined requests are answered in order, each with its own response', async () => {
  for (let n = 0; n < COUNT; n++) {
    const random = makeRandom(SEED + n)
    const { bytes, methods, names } = pipelined(random, targetOf(test))
    const { answers } = await exchangeBytes(test.service.port, { pieces: split(random, bytes), methods, wanted: methods.length })
    assert.equal(
      answers.map(({ status, body }) => [status, /Hello (pipelined \d+ \d+)\n/.exec(body.toString('latin1'))?.[1]]),
      names.map((name) => [200, name]),
    )
  }
})

fuzz('a body is never parsed as a request (smuggling)', async () => {
  for (const [name, { bytes, methods }] of Object.entries(smuggling(targetOf(test)))) {
    // Two parsers may disagree about the end of this request, so the server closes the connection.
    const { answers } = await exchangeBytes(test.service.port, { pieces: [bytes], methods, wanted: Number.POSITIVE_INFINITY })
    for (const answer of answers) checkAnswer(answer, name)
    assert.equal(
      answers.map(({ status }) => status),
      [400],
      name,
    )
  }
  const { text } = await test.call({ path: '/metrics' })
  assert.not.match(text, /route="\/api\/templates\/:id",method="GET"/)
})

fuzz('the service is unchanged after the fuzzing', async () => {
  for (const { call, templateId } of [hasty, test]) {
    const { text } = await call({ path: '/metrics' })
    assert.not.match(text, /status="5\d\d"/)
    // A process is replaced only after its maximum number of renderings.
    assert.not.match(text, /^platen_child_deaths_total\{cause="(?!recycled)/m)
    assert.is((await call({ path: '/health/ready' })).status, 200)
    const render = await call({ method: 'POST', path: `/api/templates/${templateId}/pdf`, body: { data: { name: 'Ann' } } })
    assert.match(render.text, 'Hello Ann\n')
  }
  // An object without fields of its own: `a` would come from a polluted prototype.
  assert.is(({} as Record<string, unknown>)['a'], undefined)
})

fuzz.run()
