// Signing in at a provider (OpenID Connect), with a provider that answers rightly and in every wrong way, over a socket, with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type AppBrowser, appBrowser, invited, owner, PASSWORD, secretOf } from '../../support/app-browser.ts'
import { CLIENT, startProvider, type TestProvider } from '../../support/oidc-provider.ts'
import { type Answer, startTestService, type TestService } from '../../support/service.ts'
import { closeStores, STORES } from '../../support/service-stores.ts'

let it: TestService
let provider: TestProvider
const service = (): TestService => it

interface Journey {
  readonly own: AppBrowser
  /** The Set-Cookie header that the browser keeps meanwhile. */
  readonly kept: string
  /** Where the provider sends the browser back to. */
  readonly back: string
}

/** Begins at our page and agrees at the provider. */
async function begin(body: object = {}, own: AppBrowser = appBrowser(service), path = '/provider/sign-in'): Promise<Journey> {
  const begun = await own.call('POST', path, body)
  assert.is(begun.status, 200, begun.text)
  const kept = (begun.headers['set-cookie'] ?? []).find((cookie) => cookie.startsWith('platen-checks=')) ?? ''
  return { own, kept, back: provider.agree(begun.json.url) }
}

/** Comes back with the cookies of the browser; the answer leads on. */
async function comeBack({ own, kept, back }: Journey): Promise<Answer> {
  const { pathname, search } = new URL(back)
  const checks = kept.slice(0, kept.indexOf(';'))
  const headers = { Cookie: [checks, own.cookie].filter((part) => part !== '').join('; '), 'Sec-Fetch-Site': 'cross-site' }
  const answer = await it.call({ path: pathname + search, token: null, headers })
  for (const set of answer.headers['set-cookie'] ?? []) if (set.startsWith('platen=')) own.cookie = set.slice(0, set.indexOf(';'))
  return answer
}

const signIn = async (body: object = {}): Promise<{ own: AppBrowser; to: string | undefined }> => {
  const journey = await begin(body)
  const { status, headers } = await comeBack(journey)
  assert.is(status, 303)
  return { own: journey.own, to: headers.location }
}

const rolesOf = async (own: AppBrowser): Promise<string[]> =>
  (await own.call('GET', '/session')).json.teams.map(({ name, role }: Record<string, string>) => `${name} ${role}`)

for (const [store, settings] of Object.entries(STORES)) {
  const oidc = suite(`sign-in provider: ${store}`)
  oidc.before.each(async () => {
    provider = await startProvider()
    it = await startTestService({
      ...(await settings()),
      ...{ PLATEN_OIDC_ISSUER: provider.issuer, PLATEN_OIDC_CLIENT_ID: CLIENT.id, PLATEN_OIDC_CLIENT_SECRET: CLIENT.secret },
      ...{ PLATEN_OIDC_LABEL: 'Example', PLATEN_OIDC_ROLES: 'admins=Acme:owner, writers=Acme:editor, writers=Other:viewer' },
      PLATEN_OIDC_SIGN_OUT: 'provider',
    })
  })
  oidc.after.each(async () => {
    await it.close()
    await provider.close()
  })

  oidc('somebody new gets the roles of the groups, and loses them with the groups', async () => {
    await invited(service, 'owner', 'other@example.com')
    provider.person = { ...provider.person, groups: ['writers', 'staff'] }
    const { own, to } = await signIn({ to: '/app/members' })
    assert.is(to, '/app/members')
    assert.equal(await rolesOf(own), ['Acme editor', 'Other viewer'])
    provider.person = { ...provider.person, groups: ['admins', 'writers'] }
    assert.equal(await rolesOf((await signIn()).own), ['Acme owner', 'Other viewer'])
    provider.person = { ...provider.person, groups: ['writers'], email: 'married@example.com' }
    assert.equal(await rolesOf((await signIn()).own), ['Acme editor', 'Other viewer'])
    provider.person = { ...provider.person, groups: undefined }
    assert.equal(await rolesOf((await signIn()).own), [])
    assert.is((await it.service.store.accounts.users()).filter(({ user }) => user.displayName === 'Ada').length, 1)
  })

  oidc('the last owner of a team stays one', async () => {
    provider.person = { ...provider.person, groups: ['admins'] }
    await signIn()
    provider.person = { ...provider.person, groups: [] }
    assert.equal(await rolesOf((await signIn()).own), ['Acme owner'])
  })

  oidc('claims that the ID token lacks are asked for', async () => {
    provider.withheld = ['groups', 'name', 'email']
    provider.person = { ...provider.person, groups: ['admins'] }
    const { own } = await signIn()
    assert.equal((await own.call('GET', '/session')).json.user.display_name, 'Ada')
    assert.equal(await rolesOf(own), ['Acme owner'])
  })

  oidc('answers that fail a check let nobody in', async () => {
    provider.person = { ...provider.person, groups: ['admins'] }
    const now = Math.floor(Date.now() / 1000)
    const wrong: readonly [string, Partial<Pick<TestProvider, 'claims' | 'token' | 'algorithm'>>][] = [
      ['nonce of another', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
      ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
      ['another audience', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
      ['two audiences, authorized for another', { claims: (claims) => ({ ...claims, aud: [CLIENT.id, 'another'], azp: 'another' }) }],
      ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
      ['expired', { claims: (claims) => ({ ...claims, exp: now - 120 }) }],
      ['not valid yet', { claims: (claims) => ({ ...claims, nbf: now + 300 }) }],
      ['no subject', { claims: ({ sub: _, ...claims }) => claims }],
      ['algorithm none', { algorithm: 'none' }],
      ['signed with the secret', { algorithm: 'HS256' }],
      ['signed with another key', { algorithm: 'stranger' }],
      ['no token', { token: () => '' }],
      ['a token cut off', { token: (token) => token.slice(0, -8) }],
      ['no JWT', { token: () => '{"sub":"ada-1"}' }],
    ]
    const right = { claims: provider.claims, token: provider.token, algorithm: provider.algorithm }
    for (const [what, change] of wrong) {
      Object.assign(provider, right, change)
      const { own, to } = await signIn()
      assert.is(to, '/app/sign-in?problem=invalid', what)
      assert.is(own.cookie, '', what)
    }
    assert.equal(await it.service.store.accounts.users(), [])
    Object.assign(provider, right)
    // Clocks differ by half a minute.
    provider.claims = (claims) => ({ ...claims, exp: now - 20, iat: now + 20 })
    assert.is((await signIn()).to, '/app/templates')
  })

  oidc('a journey is of one browser, counts once, and ends after ten minutes', async () => {
    provider.person = { ...provider.person, groups: ['admins'] }
    const journey = await begin()
    assert.match(journey.kept, /^platen-checks=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const other = await begin()
    const stranger = await comeBack({ ...journey, kept: '', own: appBrowser(service) })
    assert.is(stranger.headers.location, '/app/sign-in?problem=expired')
    // The state of another journey: somebody is led to sign in as the attacker.
    assert.is((await comeBack({ ...journey, back: other.back })).headers.location, '/app/sign-in?problem=invalid')
    const forged = { ...journey, kept: 'platen-checks=forged;' }
    assert.is((await comeBack(forged)).headers.location, '/app/sign-in?problem=expired')
    const mixedUp = journey.back.replace(/iss=[^&]+/, `iss=${encodeURIComponent('https://evil.example')}`)
    assert.is((await comeBack({ ...journey, back: mixedUp })).headers.location, '/app/sign-in?problem=invalid')
    const done = await comeBack(journey)
    assert.is(done.headers.location, '/app/templates')
    assert.ok(done.headers['set-cookie']?.includes('platen-checks=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax'))
    // The provider takes a code once.
    assert.is((await comeBack(journey)).headers.location, '/app/sign-in?problem=invalid')
    it.clock.advance(10 * 60_000)
    assert.is((await comeBack(other)).headers.location, '/app/sign-in?problem=expired')
    const refused = await begin()
    const back = new URL(refused.back)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    assert.is((await comeBack({ ...refused, back: back.href })).headers.location, '/app/sign-in?problem=refused')
  })

  oidc('a provider that is down: a clear answer, and passwords still work', async () => {
    await owner(service)
    const journey = await begin()
    provider.isDown = true
    assert.is((await comeBack(journey)).headers.location, '/app/sign-in?problem=unreachable')
    await it.close()
    it = await startTestService({
      ...(await settings()),
      ...{ PLATEN_OIDC_ISSUER: provider.issuer, PLATEN_OIDC_CLIENT_ID: CLIENT.id },
    })
    const begun = await appBrowser(service).call('POST', '/provider/sign-in', {})
    assert.equal([begun.status, begun.json.code, begun.headers['retry-after']], [503, 'overloaded', '60'])
    assert.match(begun.json.message, 'the sign-in provider cannot be reached')
    await owner(service)
    assert.is((await appBrowser(service).call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })).status, 200)
    provider.isDown = false
    assert.is((await appBrowser(service).call('POST', '/provider/sign-in', {})).status, 200)
  })

  oidc('a name is no proof: accounts are connected by who is signed in to both', async () => {
    const own = await owner(service)
    provider.person = { ...provider.person, groups: ['admins'] }
    assert.is((await signIn()).to, '/app/sign-in?problem=name-taken')
    assert.is((await comeBack(await begin({}, own, '/me/identity'))).headers.location, '/app/profile')
    assert.equal((await own.call('GET', '/me/identity')).json, { is_connected: true, label: 'Example' })
    const { own: again } = await signIn()
    assert.is((await again.call('GET', '/session')).json.user.name, 'ada@example.com')
    // Begun by one, ended by another.
    const journey = await begin({}, own, '/me/identity')
    const bob = await invited(service, 'viewer', 'bob')
    assert.is((await comeBack({ ...journey, own: bob })).headers.location, '/app/sign-in?problem=expired')
    assert.is((await comeBack(await begin({}, bob, '/me/identity'))).headers.location, '/app/profile?problem=identity-taken')
    assert.is((await own.call('DELETE', '/me/identity')).status, 204)
    assert.is((await signIn()).to, '/app/sign-in?problem=name-taken')
  })

  oidc('an invitation lets somebody in whom the rules give no team', async () => {
    assert.is((await signIn()).to, '/app/sign-in?problem=no-team')
    const link = secretOf(await it.service.accounts.invite((await it.service.store.addTeam('Guests')).id, 'editor', ''))
    assert.equal(await rolesOf((await signIn({ link })).own), ['Guests editor'])
    assert.is((await signIn({ link })).to, '/app/sign-in?problem=link-invalid')
    const { own } = await signIn()
    assert.equal(await rolesOf(own), ['Guests editor'])
    // Without a password nothing else is left.
    assert.is((await own.call('DELETE', '/me/identity')).status, 409)
  })

  oidc('an account that is not made by itself', async () => {
    await it.close()
    it = await startTestService({
      ...(await settings()),
      ...{ PLATEN_OIDC_ISSUER: provider.issuer, PLATEN_OIDC_CLIENT_ID: CLIENT.id, PLATEN_OIDC_CLIENT_SECRET: CLIENT.secret },
      ...{ PLATEN_OIDC_ROLES: '*=Acme:owner', PLATEN_OIDC_PROVISION: 'no' },
    })
    assert.is((await signIn()).to, '/app/sign-in?problem=unknown')
    const setup = secretOf(await it.service.accounts.setupLink(it.acme.id))
    assert.equal(await rolesOf((await signIn({ link: setup })).own), ['Acme owner'])
  })

  oidc('signing in rotates the session; signing out ends it at the provider too; it lives a day', async () => {
    provider.person = { ...provider.person, groups: ['admins'] }
    const { own } = await signIn()
    const before = own.cookie
    const journey = await begin({}, own)
    await comeBack(journey)
    assert.is.not(own.cookie, before)
    const stolen = { ...appBrowser(service), cookie: before }
    assert.is((await it.call({ path: '/app/api/session', token: null, headers: { Cookie: stolen.cookie } })).status, 401)
    it.clock.advance(23 * 3600_000)
    assert.is((await own.call('GET', '/session')).status, 200)
    const out = await own.call('DELETE', '/session')
    assert.match(out.json.url, new RegExp(`^${provider.issuer}/end\\?`))
    assert.match(out.json.url, encodeURIComponent(`${it.service.publicUrl}/app/`))
    const { own: again } = await signIn()
    it.clock.advance(24 * 3600_000)
    assert.is((await again.call('GET', '/session')).status, 401)
  })

  oidc('it leads to pages of the application alone', async () => {
    provider.person = { ...provider.person, groups: ['admins'] }
    for (const to of [
      ...['https://evil.example', '//evil.example', '/\\evil.example', '/app/../../evil', '/app//evil.example', '/app/api/session'],
      ...['javascript:alert(1)', '/app/\r\nSet-Cookie: a=b', '/app/x?to=//evil', ' /app/members', '/application'],
    ])
      assert.is((await signIn({ to })).to, '/app/templates', to)
    assert.is((await signIn({ to: '/app/templates/a-b_c' })).to, '/app/templates/a-b_c')
  })

  if (store === Object.keys(STORES).at(-1)) oidc.after(() => closeStores())
  oidc.run()
}

const none = suite('sign-in provider: none')
none('without one there is no way to it', async () => {
  it = await startTestService()
  try {
    const own = await owner(service)
    assert.is((await own.call('GET', '/provider')).json.label, null)
    for (const [method, path] of [
      ['POST', '/provider/sign-in'],
      ['POST', '/me/identity'],
    ] as const)
      assert.is((await own.call(method, path, {})).status, 404)
    assert.is((await it.call({ path: '/app/sign-in/callback?code=x&state=y', token: null })).status, 404)
  } finally {
    await it.close()
  }
})
none.run()
