// Attacks on the web application, over all its routes as the routers have them, with either store.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codeAt } from '../../../../server/accounts/one-time-code.ts'
import { createRouter, createWebRouter } from '../../../../server/app.ts'
import { ROLES, type Role } from '../../../../server/store/accounts.ts'
import { type AppBrowser, appBrowser, invited, OWN, owner, PASSWORD, secretOf } from '../../support/app-browser.ts'
import { type Answer, startTestService, type TestService } from '../../support/service.ts'
import { closeStores, STORES } from '../../support/service-stores.ts'
import { type Least, SHARED_ROUTES, WEB_ROUTES } from './routes.data.ts'

let it: TestService
const service = (): TestService => it

interface Route {
  readonly method: string
  /** With the team in place of `:team`, below `/app/api`. */
  path(team: string, id?: string): string
  readonly least: Least
  readonly name: string
}

function listed(router: { readonly stack: readonly { readonly methods: readonly string[]; readonly path: string | RegExp }[] }): string[] {
  return router.stack.flatMap(({ methods, path }) => methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`))
}

// Adding routes reads none of these.
const nothing = { store: {}, web: {}, limits: { body: {}, asset: {} } }
const web = listed(createWebRouter(nothing as never))
const shared = listed(createRouter(nothing as never)).filter((route) => route.includes(' /api/'))

const ROUTES: readonly Route[] = [
  ...Object.entries(WEB_ROUTES).filter(([name]) => name.includes(' /app/api/')),
  ...Object.entries(SHARED_ROUTES).map(([name, least]) => [name.replace(' /api/', ' /app/api/t/:team/'), least] as const),
].flatMap(([name, least]) => {
  if (least === null) return []
  const [method = '', address = ''] = name.split(' ')
  const path = (team: string, id = 'nothing'): string =>
    address
      .replace('/app/api', '')
      .replace(':team', team)
      .replace(/[:*](id|name|request_id|delivery)\b/g, id)
      .replace(':version', '1')
  return [{ method, path, least, name }]
})
const OF_TEAM = ROUTES.filter(({ name }) => name.includes(':team'))
const isUnsafe = ({ method }: Route): boolean => method !== 'GET'

const call = (own: AppBrowser, route: Route, team: string, headers: Readonly<Record<string, string>> = OWN, id?: string): Promise<Answer> =>
  own.call(route.method, route.path(team, id), isUnsafe(route) ? {} : undefined, headers)

const plain = ({ status, json }: Answer): unknown => ({ status, body: { ...json, request_id: 0 } })

const app = suite('attacks: routes')
app('every route is in the table', () => {
  assert.equal([...web].sort(), Object.keys(WEB_ROUTES).sort())
  assert.equal([...shared].sort(), Object.keys(SHARED_ROUTES).sort())
})
app.run()

for (const [store, settings] of Object.entries(STORES)) {
  const attacks = suite(`attacks: ${store}`)
  let ada: AppBrowser
  attacks.before(async () => {
    it = await startTestService(await settings())
    ada = await owner(service)
  })
  attacks.after(() => it.close())

  attacks('each role may call what it may, and nothing else', async () => {
    const wrong: string[] = []
    for (const role of ROLES) {
      const own = await invited(service, role, `${role}@example.com`)
      for (const route of OF_TEAM) {
        const { status } = await call(own, route, it.acme.id)
        // The table has roles for routes of a team.
        const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(route.least as Role)
        if (isAllowed ? [401, 403, 500].includes(status) : status !== 403) wrong.push(`${role} ${route.name} ${status}`)
      }
    }
    assert.equal(wrong, [])
  })

  attacks('nothing is told without a session, and a token is none', async () => {
    const wrong: string[] = []
    for (const route of ROUTES) {
      for (const token of [null, it.acme.token]) {
        const path = `/app/api${route.path(it.acme.id)}`
        const { status } = await it.call({ method: route.method, path, token, headers: OWN, ...(isUnsafe(route) && { body: {} }) })
        const isRight = route.least === 'anybody' ? status !== 401 && status < 500 : status === 401
        if (!isRight) wrong.push(`${route.name} ${token === null ? 'alone' : 'with a token'} ${status}`)
      }
    }
    assert.equal(wrong, [])
  })

  attacks('a cookie opens no route of tokens', async () => {
    for (const name of shared) {
      const [method = '', path = ''] = name.replace(/[:*]\w+/g, 'x').split(' ')
      const headers = { ...OWN, Cookie: ada.cookie }
      assert.is((await it.call({ method, path, token: null, headers, ...(method !== 'GET' && { body: {} }) })).status, 401, name)
    }
  })

  attacks('a page of another site changes nothing, whatever its browser sends', async () => {
    const { origin } = new URL(it.service.publicUrl)
    for (const route of ROUTES.filter(isUnsafe)) {
      for (const headers of [
        {},
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
        { 'Sec-Fetch-Site': 'same-site', Origin: origin },
        { 'Sec-Fetch-Site': 'none' },
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${origin}.evil.example` },
        { Referer: `${origin}/app/` },
      ] as const)
        assert.is(
          (await call(ada, route, it.acme.id, headers as Readonly<Record<string, string>>)).status,
          403,
          `${route.name} ${JSON.stringify(headers)}`,
        )
    }
    assert.is((await ada.call('GET', '/session')).status, 200)
  })

  attacks('another team is not there, nor is anything of it', async () => {
    const bob = await invited(service, 'owner', 'bob@example.com', it.other.id)
    const ids = {
      template: it.foreignId,
      user: (await bob.call('GET', '/session')).json.user.id,
      token: (await bob.call('POST', `/t/${it.other.id}/tokens`, { name: 'x' })).json.id,
      session: (await bob.call('GET', '/sessions')).json[0].id,
    }
    await bob.call('POST', `/t/${it.other.id}/invitations`, { role: 'viewer' })
    const invitation = (await bob.call('GET', `/t/${it.other.id}/members`)).json.invitations[0].id
    for (const route of OF_TEAM) {
      const [foreign, unknown] = [await call(ada, route, it.other.id), await call(ada, route, 'nothing')]
      assert.is(foreign.status, 404, route.name)
      assert.equal(plain(foreign), plain(unknown), route.name)
    }
    for (const route of ROUTES.filter(({ name }) => /:(id|request_id)/.test(name))) {
      const unknown = await call(ada, route, it.acme.id)
      for (const id of [...Object.values(ids), invitation]) {
        const found = await call(ada, route, it.acme.id, OWN, id)
        assert.equal(plain(found), plain(unknown), `${route.name} ${id}`)
      }
    }
    assert.is((await bob.call('GET', '/session')).status, 200)
    assert.is((await bob.call('GET', `/t/${it.other.id}/members`)).json.invitations.length, 1)
  })

  attacks('a session cannot be planted, and a stolen one dies with signing out or in', async () => {
    const own = appBrowser(service)
    const planted = `platen=${'A'.repeat(43)}`
    own.cookie = planted
    const signIn = (): Promise<Answer> => own.call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })
    await signIn()
    assert.is.not(own.cookie, planted)
    const thief = appBrowser(service)
    const isIn = async (cookie: string): Promise<boolean> => {
      thief.cookie = cookie
      return (await thief.call('GET', '/session')).status === 200
    }
    assert.is(await isIn(planted), false)
    const first = own.cookie
    assert.is(await isIn(first), true)
    await signIn()
    assert.is(await isIn(first), false)
    const second = own.cookie
    assert.is((await own.call('DELETE', '/session')).status, 204)
    assert.is(await isIn(second), false)
    for (const cookie of ['platen=', 'platen=x', `platen=${second.slice(7)}x`, `platen=${second.slice(7).toLowerCase()}`])
      assert.is(await isIn(cookie), false, cookie)
  })

  attacks('of two who use a link at once one wins', async () => {
    const twice = async (path: string, bodies: readonly object[]): Promise<number[]> => {
      const answers = await Promise.all(bodies.map((body) => appBrowser(service).call('POST', path, body)))
      return answers.map(({ status }) => status).sort()
    }
    const link = secretOf(await it.service.accounts.invite(it.acme.id, 'viewer', ''))
    const people = ['race-1', 'race-2', 'race-3'].map((name) => ({ link, name, password: PASSWORD }))
    assert.equal(await twice('/links/register', people), [200, 422, 422])
    // Two invitations, one name.
    const links = await Promise.all([1, 2].map(() => it.service.accounts.invite(it.acme.id, 'viewer', '')))
    const one = links.map((url) => ({ link: secretOf(url), name: 'one name', password: PASSWORD }))
    assert.equal(await twice('/links/register', one), [200, 422])
    const user = await it.service.store.accounts.userByName('one name')
    const reset = secretOf(await it.service.accounts.resetLink(user!.id))
    const passwords = ['another password', 'yet another one'].map((password) => ({ link: reset, password }))
    assert.equal(await twice('/links/reset', passwords), [200, 422])
    assert.equal(await twice('/links/register', [{ link: reset, name: 'x', password: PASSWORD }]), [422])
  })

  attacks('guessing a password costs the same work and has the same answer for every name', async () => {
    const identity = { issuer: 'https://login.example.com', subject: 'x' }
    await it.service.store.accounts.addUser({ name: 'elsewhere', displayName: 'E', passwordHash: undefined, identity })
    const original = crypto.scrypt
    const work: unknown[] = []
    const counted = (...args: unknown[]): void => {
      work.push([args[2], args[3]])
      ;(original as (...args: unknown[]) => void)(...args)
    }
    crypto.scrypt = counted as typeof crypto.scrypt
    syncBuiltinESMExports()
    try {
      const tried = async (name: string): Promise<unknown> => {
        work.length = 0
        const answer = await appBrowser(service).call('POST', '/session', { name, password: 'wrong password' })
        return { work: [...work], answer: plain(answer), headers: Object.keys(answer.headers) }
      }
      const known = await tried('ada@example.com')
      assert.is(work.length, 1)
      assert.equal(await tried('nobody'), known)
      assert.equal(await tried('elsewhere'), known)
    } finally {
      crypto.scrypt = original
      syncBuiltinESMExports()
    }
    // One name, written in ways that look alike, is one name for the limit.
    const names = Array.from({ length: 11 }, (_, i) => ['Guess', 'guess ', 'ｇｕｅｓｓ', 'GUESS'][i % 4])
    const statuses: number[] = []
    for (const name of names) statuses.push((await appBrowser(service).call('POST', '/session', { name, password: 'x' })).status)
    assert.equal(statuses, [...Array<number>(10).fill(401), 429])
  })

  attacks('it redirects to itself alone', async () => {
    for (const path of [
      '//evil.example',
      '/app//evil.example',
      '/%2f/evil.example',
      '/\\evil.example',
      '/app/..//evil.example',
      '/app',
      '/',
      '/?to=//evil',
    ]) {
      const { headers } = await it.call({ path, token: null, headers: { Host: 'evil.example' } })
      assert.ok([undefined, '/app/'].includes(headers.location), `${path} ${headers.location}`)
    }
  })

  attacks('no answer of any route may be shown in a frame, guessed in its type, or told to other sites', async () => {
    const wrong: string[] = []
    const check = (name: string, { status, headers }: Answer, isPage: boolean): void => {
      const csp = String(headers['content-security-policy'])
      const isClosed = /(?:^|; )default-src 'none'(?:;|$)/.test(csp) && /(?:^|; )frame-ancestors 'none'(?:;|$)/.test(csp)
      const isFrameless = !isPage || status >= 300 || headers['x-frame-options'] === 'DENY'
      const isQuiet = ['no-referrer', 'same-origin'].includes(String(headers['referrer-policy']))
      const isAnswerKept = isPage || /no-store|private|no-cache/.test(String(headers['cache-control'] ?? 'no-store'))
      const isNamed = headers['x-content-type-options'] === 'nosniff' && headers['access-control-allow-origin'] === undefined
      if (!(isClosed && isFrameless && isQuiet && isAnswerKept && isNamed)) wrong.push(`${name} ${status} ${JSON.stringify(headers)}`)
    }
    for (const route of ROUTES) {
      check(route.name, await call(appBrowser(service), route, it.acme.id), false)
      // Routes that end the session are called without one.
      if (!/^DELETE .*session/.test(route.name)) check(route.name, await call(ada, route, it.acme.id), false)
    }
    for (const name of shared) {
      const [method = '', path = ''] = name.replace(/[:*]\w+/g, 'x').split(' ')
      check(name, await it.call({ method, path, ...(method !== 'GET' && { body: {} }) }), false)
    }
    for (const path of [
      '/',
      '/app',
      '/app/',
      '/app/templates',
      '/app/embed',
      '/app/embed?origin=https://evil.example',
      '/app/sign-in/callback',
    ])
      check(path, await it.call({ path, token: null, headers: { Cookie: ada.cookie } }), true)
    assert.equal(wrong, [])
    assert.is((await ada.call('GET', '/session')).status, 200)
  })

  attacks('codes of a second factor cannot be guessed, whoever knows the password', async () => {
    const eve = await invited(service, 'viewer', 'eve@example.com')
    const { secret } = (await eve.call('POST', '/me/second-factor', {})).json
    const code = (): string => codeAt(secret, Math.floor(it.clock.now() / 30_000))
    assert.is((await eve.call('PUT', '/me/second-factor', { secret, code: code() })).status, 204)
    it.clock.advance(60_000)
    const statuses: number[] = []
    const tried = (code: string): Promise<Answer> =>
      appBrowser(service).call('POST', '/session', { name: 'eve@example.com', password: PASSWORD, code })
    for (let i = 0; i < 12; i++) statuses.push((await tried(String(i).padStart(6, '0'))).status)
    assert.equal([...new Set(statuses)], [401, 429])
    // Among those that are refused is the right one.
    assert.is((await tried(code())).status, 429)
  })

  attacks('an asset or an example has no name that is markup or leads elsewhere', async () => {
    const names = [
      '<img src=x onerror=alert(1)>',
      '"><script>',
      '../../etc/passwd',
      '.htaccess',
      'a//b',
      'a\u202Egnp.exe',
      'x\u0000',
      'javascript:alert(1)',
      'a b',
    ]
    const headers = { ...OWN, 'Content-Type': 'text/css' }
    for (const name of names) {
      const path = `/t/${it.acme.id}/assets/${encodeURIComponent(name)}`
      const { status } = await it.call({
        method: 'PUT',
        path: `/app/api${path}`,
        token: null,
        headers: { ...headers, Cookie: ada.cookie },
        body: 'p {}',
      })
      assert.ok([404, 422].includes(status), `${name} ${status}`)
      assert.ok(
        [404, 422].includes(
          (await it.call({ method: 'PUT', path: `/api/assets/${encodeURIComponent(name)}`, headers, body: 'p {}' })).status,
        ),
        name,
      )
    }
    assert.equal((await ada.call('GET', `/t/${it.acme.id}/assets`)).json, [])
  })

  attacks('a link that was used is used up, for everybody', async () => {
    const link = secretOf(await it.service.accounts.invite(it.acme.id, 'editor', ''))
    const first = appBrowser(service)
    assert.is((await first.call('POST', '/links/register', { link, name: 'first', password: PASSWORD })).status, 200)
    for (const own of [first, ada, appBrowser(service)]) {
      const inspected = (link: string): Promise<Answer> => own.call('POST', '/links/inspect', { link })
      assert.equal(plain(await inspected(link)), plain(await inspected('A'.repeat(link.length))))
      assert.is((await own.call('POST', '/links/register', { link, name: 'second', password: PASSWORD })).status, 422)
      assert.is((await own.call('POST', '/links/reset', { link, password: 'another password' })).status, 422)
    }
    assert.is((await ada.call('POST', '/links/join', { link })).status, 422)
  })

  if (store === Object.keys(STORES).at(-1)) attacks.after(() => closeStores())
  attacks.run()
}

const https = suite('attacks: over https')
https('the cookie is of this host alone, and a plain one counts for nothing', async () => {
  it = await startTestService({ PUBLIC_URL: 'https://platen.example.com' })
  try {
    const own = appBrowser(service)
    const link = secretOf(await it.service.accounts.setupLink(it.acme.id))
    const made = await own.call('POST', '/links/register', { link, name: 'ada', password: PASSWORD })
    assert.match(
      made.headers['set-cookie']?.[0] ?? '',
      /^__Host-platen=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    assert.is((await own.call('GET', '/session')).status, 200)
    own.cookie = own.cookie.replace('__Host-', '')
    assert.is((await own.call('GET', '/session')).status, 401)
    const { headers } = made
    assert.equal(
      ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-resource-policy', 'cache-control'].map(
        (name) => headers[name],
      ),
      ["default-src 'none'; frame-ancestors 'none'", 'nosniff', 'no-referrer', 'same-origin', 'no-store'],
    )
  } finally {
    await it.close()
  }
})
https.run()
