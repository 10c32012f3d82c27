// Which requests are shed before they reach the application.
import { createServer, type Server } from 'node:http'
import pino from 'pino'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createRateLimiter } from '../../../server/http/rate-limiter.ts'
import { RecentTokenCache } from '../../../server/http/recent-token-cache.ts'
import { shedBefore } from '../../../server/http/shed.ts'
import { createMetrics } from '../../../server/metrics.ts'
import type { Renderer } from '../../../server/pool/renderer.ts'
import type { TokenRecord } from '../../../server/store/store.ts'
import { hashSecret } from '../../../server/tokens.ts'
import { portOf } from '../support/port.ts'

const sheds = suite('shedding')

const RENDER = '/api/templates/t1/pdf'
const AUTHORIZATION = 'Bearer one'
const token = (more: Partial<TokenRecord> = {}): TokenRecord => ({
  ...{
    id: 'k1',
    teamId: 'a',
    name: 'one',
    scopes: ['render', 'read'],
    createdAt: 0,
    expiresAt: undefined,
    lastUsedAt: undefined,
    revokedAt: undefined,
  },
  ...more,
})

/** A pool that refuses team a, and an application that answers everything with 299. */
async function opened(perMinute = 1000): Promise<{
  readonly recentTokens: RecentTokenCache
  readonly state: { now: number; isDraining: boolean; refuses: string; arrived: number }
  ask(path: string, init?: RequestInit): Promise<Response>
  close(): void
}> {
  const state = { now: 1_000_000, isDraining: false, refuses: 'a', arrived: 0 }
  const clock = { now: () => state.now }
  const recentTokens = new RecentTokenCache(clock)
  const renderer: Pick<Renderer, 'isOverloaded' | 'isRefusing' | 'refuse'> = {
    isOverloaded: () => state.refuses !== '',
    isRefusing: (teamId) => teamId === state.refuses,
    refuse() {
      state.arrived++
      return { kind: 'overloaded', secondsToWait: 3 }
    },
  }
  const handle = shedBefore(
    (_, response) => {
      response.writeHead(299).end('{}')
    },
    recentTokens,
    {
      renderer: renderer as Renderer, // shedding uses no other method
      ...{ limiter: createRateLimiter(perMinute), clock, log: pino({ enabled: false }), metrics: createMetrics() },
      isDraining: () => state.isDraining,
      corsOrigins: new Set(['https://app.example.com']),
      connections: { noteToken: () => {}, hasToken: () => false },
    },
  )
  const server: Server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const port = portOf(server)
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { Authorization: AUTHORIZATION }, body: '{}', ...init })
  return { recentTokens, state, ask, close: () => server.close() }
}

sheds('a render request that the pool refuses gets the usual error body', async () => {
  const { recentTokens, state, ask, close } = await opened()
  recentTokens.add(hashSecret('one'), token())
  for (const path of [RENDER, '/api/templates/merge']) {
    const answer = await ask(path)
    assert.is(answer.status, 503)
    const { request_id: requestId, ...body } = (await answer.json()) as Record<string, unknown> // an error body
    assert.equal(body, { status: 503, code: 'overloaded', message: 'too many renderings are waiting', errors: [] })
    assert.is(answer.headers.get('x-request-id'), requestId)
    assert.is(answer.headers.get('retry-after'), '3')
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.is(answer.headers.get('cache-control'), 'no-store')
    assert.is(answer.headers.get('x-ratelimit-limit'), '1000')
  }
  assert.is(state.arrived, 2)
  close()
})

sheds('every other request takes the normal path', async () => {
  const { recentTokens, state, ask, close } = await opened()
  assert.is((await ask(RENDER)).status, 299, 'a token that is not cached')
  recentTokens.add(hashSecret('one'), token())
  assert.is((await ask(RENDER, { headers: { Authorization: 'Bearer two' } })).status, 299, 'another token')
  for (const path of [
    '/api/templates',
    '/api/templates/t1',
    '/api/templates/t1/x/pdf',
    '/api/templates/t1/pdf?x',
    '/api/templates/merge/pdfs',
  ])
    assert.is((await ask(path)).status, 299, path)
  assert.is((await ask(RENDER, { method: 'PUT' })).status, 299)
  state.refuses = 'b'
  assert.is((await ask(RENDER)).status, 299, 'a team that the pool admits')
  state.refuses = 'a'
  state.isDraining = true
  assert.is((await ask(RENDER)).status, 299, 'during shutdown')
  state.isDraining = false
  recentTokens.add(hashSecret('one'), token({ scopes: ['read'] }))
  assert.is((await ask(RENDER)).status, 299, 'a token without the scope')
  recentTokens.add(hashSecret('one'), token())
  state.now += 2000
  assert.is((await ask(RENDER)).status, 299, 'a token that has left the cache')
  assert.is(state.arrived, 0)
  close()
})

sheds('a request beyond the rate limit gets 429 and does not count as load', async () => {
  const { recentTokens, state, ask, close } = await opened(2)
  recentTokens.add(hashSecret('one'), token())
  const statuses = [await ask(RENDER), await ask(RENDER), await ask(RENDER)].map(({ status }) => status)
  assert.equal(statuses, [503, 503, 429])
  assert.is(state.arrived, 2)
  close()
})

sheds.run()
