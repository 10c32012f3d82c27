// Signing in to the web application and what each role may do there, over a socket, with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codeAt } from '../../../../server/accounts/one-time-code.ts'
import { ROLES, type Role } from '../../../../server/store/accounts.ts'
import { type AppBrowser, appBrowser, owner as firstOwner, invited as invite, OWN, PASSWORD, secretOf } from '../../support/app-browser.ts'
import { type Answer, startTestService, type TestService } from '../../support/service.ts'
import { closeStores, STORES } from '../../support/service-stores.ts'

let it: TestService
const service = (): TestService => it
const browser = (): AppBrowser => appBrowser(service)
const owner = (): Promise<AppBrowser> => firstOwner(service)
const invited = (role: Role, name: string, teamId?: string): Promise<AppBrowser> => invite(service, role, name, teamId)

const ofAcme = (path: string): string => `/t/${it.acme.id}${path}`

for (const [store, settings] of Object.entries(STORES)) {
  const app = suite(`accounts: ${store}`)
  app.before.each(async () => {
    it = await startTestService(await settings())
  })
  app.after.each(() => it.close())

  app('the set-up link makes the first user, once', async () => {
    const url = await it.service.accounts.setupLink(it.acme.id)
    assert.match(url!, /\/app\/setup#[\w-]{43}$/)
    const own = browser()
    assert.equal((await own.call('POST', '/links/inspect', { link: secretOf(url) })).json.kind, 'setup')
    const fields = { link: secretOf(url), name: ' Ada@Example.com ', password: PASSWORD }
    const made = await own.call('POST', '/links/register', fields)
    assert.equal([made.json.user.name, made.json.teams[0].role], ['Ada@Example.com', 'owner'])
    assert.match(made.headers['set-cookie']?.[0] ?? '', /^platen=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    assert.is((await own.call('GET', '/session')).json.user.display_name, 'Ada@Example.com')
    const again = await browser().call('POST', '/links/register', { ...fields, name: 'eve' })
    assert.equal([again.status, again.json.errors[0].path], [422, 'link'])
    assert.is(await it.service.accounts.setupLink(it.acme.id), undefined)
  })

  app('a set-up link dies after half an hour, and with the first user', async () => {
    const [first, second] = [await it.service.accounts.setupLink(it.acme.id), await it.service.accounts.setupLink(it.acme.id)]
    const register = (url: string): Promise<Answer> =>
      browser().call('POST', '/links/register', { link: secretOf(url), name: 'a', password: PASSWORD })
    it.clock.advance(30 * 60_000 + 1)
    assert.is((await register(first!)).status, 422)
    const third = await it.service.accounts.setupLink(it.acme.id)
    const fourth = await it.service.accounts.setupLink(it.acme.id)
    assert.is((await register(third!)).status, 200)
    assert.is((await register(fourth!)).status, 422)
    assert.is((await register(second!)).status, 422)
  })

  app('signing in tells nothing of which names exist, and is limited', async () => {
    await owner()
    const signIn = (name: string, password: string): Promise<Answer> => browser().call('POST', '/session', { name, password })
    const wrong = await signIn('ada@example.com', 'wrong password')
    const unknown = await signIn('nobody', 'wrong password')
    assert.equal({ ...wrong.json, request_id: 0 }, { ...unknown.json, request_id: 0 })
    assert.is(wrong.status, 401)
    assert.is((await signIn('ADA@example.com', PASSWORD)).status, 200)
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('ada@example.com', 'x')))
    assert.ok(answers.some(({ status }) => status === 429))
  })

  app('a session ends by signing out, by idling, and at the latest after thirty days', async () => {
    const own = await owner()
    const { cookie } = own
    assert.is((await own.call('DELETE', '/session')).status, 204)
    own.cookie = cookie
    assert.is((await own.call('GET', '/session')).status, 401)
    const other = browser()
    await other.call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })
    for (let day = 0; day < 29; day++) {
      it.clock.advance(24 * 3600_000)
      assert.is((await other.call('GET', '/session')).status, 200, `day ${day}`)
    }
    it.clock.advance(24 * 3600_000 + 1)
    assert.is((await other.call('GET', '/session')).status, 401)
    await other.call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })
    it.clock.advance(7 * 24 * 3600_000 + 1)
    assert.is((await other.call('GET', '/session')).status, 401)
  })

  app('a request of another site changes nothing', async () => {
    const own = await owner()
    const origin = new URL(it.service.publicUrl).origin
    const create = (headers: Record<string, string>): Promise<Answer> => own.call('POST', ofAcme('/tokens'), { name: 'x' }, headers)
    for (const headers of [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: origin },
      { Origin: 'https://evil.example' },
    ]) {
      assert.is((await create(headers as Record<string, string>)).status, 403, JSON.stringify(headers))
    }
    assert.is((await create({ Origin: origin })).status, 201)
    assert.equal((await own.call('GET', ofAcme('/tokens'))).json.filter(({ name }: { name: string }) => name === 'x').length, 1)
  })

  app('sessions and tokens never stand in for each other', async () => {
    const own = await owner()
    assert.is((await it.call({ path: '/api/templates', token: null, headers: { Cookie: own.cookie } })).status, 401)
    assert.is((await it.call({ path: `/app/api${ofAcme('/templates')}`, token: it.acme.token })).status, 401)
    assert.is((await own.call('GET', ofAcme('/templates'))).status, 200)
  })

  app('a team of others is not there', async () => {
    const own = await owner()
    for (const path of ['/templates', '/tokens', '/members', '/audit', `/templates/${it.foreignId}`]) {
      const foreign = await own.call('GET', `/t/${it.other.id}${path}`)
      const unknown = await own.call('GET', `/t/nothing${path}`)
      assert.is(foreign.status, 404)
      assert.equal({ ...foreign.json, request_id: 0 }, { ...unknown.json, request_id: 0 })
    }
    assert.is((await own.call('GET', ofAcme(`/templates/${it.foreignId}`))).status, 404)
  })

  app('each role may do what it says', async () => {
    await owner()
    const template = { name: 'T', type: 'html', source: '<p>x</p>' }
    const allowed = async (role: Role): Promise<Record<string, boolean>> => {
      const own = await invited(role, `${role}@example.com`)
      const status = async (method: string, path: string, body?: object): Promise<boolean> => {
        const answer = await own.call(method, ofAcme(path), body)
        assert.ok([200, 201, 204, 403].includes(answer.status), `${role} ${method} ${path}: ${answer.text}`)
        return answer.status !== 403
      }
      return {
        look: await status('GET', '/templates'),
        source: await status('GET', `/templates/${it.templateId}/source`),
        draft: await status('POST', '/templates', { ...template, publish: false }),
        publish: await status('POST', '/templates', { ...template, publish: true }),
        tokens: await status('GET', '/tokens'),
        makeToken: await status('POST', '/tokens', { name: role }),
        invite: await status('POST', '/invitations', { role: 'viewer' }),
        webhooks: await status('GET', '/webhooks'),
        audit: await status('GET', '/audit'),
        members: await status('GET', '/members'),
      }
    }
    const rights = Object.fromEntries(
      await Promise.all(
        ROLES.map(async (role) => [role, Object.entries(await allowed(role)).flatMap(([what, may]) => (may ? [what] : []))]),
      ),
    )
    assert.equal(rights, {
      viewer: ['look', 'source', 'members'],
      editor: ['look', 'source', 'draft', 'members'],
      publisher: ['look', 'source', 'draft', 'publish', 'members'],
      owner: ['look', 'source', 'draft', 'publish', 'tokens', 'makeToken', 'invite', 'webhooks', 'audit', 'members'],
    })
  })

  app('a token made on the page works at once, and not after it was revoked', async () => {
    const own = await owner()
    const made = await own.call('POST', ofAcme('/tokens'), { name: 'page', scopes: 'render read' })
    assert.equal([made.status, made.json.scopes], [201, ['render', 'read']])
    const list = (): Promise<Answer> => it.call({ path: '/api/templates', token: made.json.token })
    assert.is((await list()).status, 200)
    assert.is((await own.call('GET', ofAcme('/tokens'))).text.includes(made.json.token), false)
    assert.is((await own.call('DELETE', ofAcme(`/tokens/${made.json.id}`))).status, 204)
    assert.is((await list()).status, 401)
    const bad = await own.call('POST', ofAcme('/tokens'), { name: 'page', scopes: 'everything' })
    assert.equal([bad.status, bad.json.errors[0].path], [422, 'scopes'])
  })

  app('a session reads and writes data examples', async () => {
    const own = await invited('editor', 'examples@example.com')
    const path = ofAcme(`/templates/${it.templateId}/examples/${encodeURIComponent('Große Rechnung')}`)
    assert.is((await own.call('PUT', path, { name: 'Ann' })).status, 201)
    assert.equal((await own.call('GET', path)).json, { name: 'Ann' })
    const [listed] = (await own.call('GET', ofAcme(`/templates/${it.templateId}/examples`))).json
    assert.is(listed.name, 'Große Rechnung')
    const viewer = await invited('viewer', 'looks@example.com')
    assert.is((await viewer.call('GET', path)).status, 200)
    assert.is((await viewer.call('DELETE', path)).status, 403)
    assert.is((await own.call('DELETE', path)).status, 204)
  })

  app('the last owner stays one', async () => {
    const own = await owner()
    const me = (await own.call('GET', '/session')).json.user.id
    assert.is((await own.call('PUT', ofAcme(`/members/${me}`), { role: 'viewer' })).status, 409)
    assert.is((await own.call('DELETE', ofAcme(`/members/${me}`))).status, 409)
    const second = await invited('owner', 'bob')
    const bob = (await second.call('GET', '/session')).json.user.id
    const both = await Promise.all([
      own.call('PUT', ofAcme(`/members/${me}`), { role: 'viewer' }),
      second.call('PUT', ofAcme(`/members/${bob}`), { role: 'viewer' }),
    ])
    assert.equal(both.map(({ status }) => status).sort(), [204, 409])
  })

  app('an invitation is for one person, also for one who has an account', async () => {
    const own = await owner()
    const { json } = await own.call('POST', ofAcme('/invitations'), { role: 'editor', note: 'for Bob' })
    const listed = (await own.call('GET', ofAcme('/members'))).json.invitations
    assert.equal(
      listed.map(({ role, note }: { role: string; note: string }) => [role, note]),
      [['editor', 'for Bob']],
    )
    const bob = await invited('viewer', 'bob', it.other.id)
    assert.is((await bob.call('POST', '/links/join', { link: secretOf(json.url) })).json.team_id, it.acme.id)
    assert.equal((await bob.call('GET', '/session')).json.teams.length, 2)
    assert.is((await bob.call('POST', '/links/join', { link: secretOf(json.url) })).status, 422)
    const members = (await own.call('GET', ofAcme('/members'))).json.members
    // Of two teams: the owner of one must not make a link to the account.
    const id = members.find(({ name }: { name: string }) => name === 'bob').id
    assert.is((await own.call('POST', ofAcme(`/members/${id}/reset`))).status, 403)
    const taken = await own.call('POST', ofAcme('/invitations'), { role: 'viewer' })
    const again = await browser().call('POST', '/links/register', { link: secretOf(taken.json.url), name: 'BOB', password: PASSWORD })
    assert.equal([again.status, again.json.errors[0].path], [422, 'name'])
  })

  app('a new password ends all other sessions', async () => {
    const own = await owner()
    const other = browser()
    await other.call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })
    const change = (old: string, password: string): Promise<Answer> => own.call('PUT', '/me/password', { old, password })
    assert.is((await change('wrong', 'another long password')).json.errors[0].path, 'old')
    assert.is((await change(PASSWORD, 'short')).json.errors[0].path, 'password')
    assert.is((await change(PASSWORD, 'another long password')).status, 204)
    assert.is((await other.call('GET', '/session')).status, 401)
    assert.is((await own.call('GET', '/session')).status, 200)
    assert.is((await browser().call('POST', '/session', { name: 'ada@example.com', password: PASSWORD })).status, 401)
    const url = await it.service.accounts.resetLink((await own.call('GET', '/session')).json.user.id)
    const reset = await browser().call('POST', '/links/reset', { link: secretOf(url), password: 'a third long password' })
    assert.is(reset.status, 200)
    assert.is((await own.call('GET', '/session')).status, 401)
  })

  app('everybody sees where they are signed in, and ends one session', async () => {
    const own = await owner()
    const other = browser()
    it.clock.advance(60_000)
    await other.call('POST', '/session', { name: 'ada@example.com', password: PASSWORD }, { ...OWN, 'User-Agent': 'Phone' })
    const listed = (await own.call('GET', '/sessions')).json
    assert.equal(
      listed.map(({ is_current, agent, address }: Record<string, unknown>) => [is_current, agent, address]),
      [
        [false, 'Phone', '127.0.0.…'],
        [true, '', '127.0.0.…'],
      ],
    )
    // No secret, and not what the store looks up either.
    assert.match(listed[0].id, /^[0-9a-f]{16}$/)
    const bob = await invited('viewer', 'bob')
    assert.is((await bob.call('DELETE', `/sessions/${listed[0].id}`)).status, 404)
    assert.is((await own.call('DELETE', `/sessions/${listed[0].id}`)).status, 204)
    assert.is((await own.call('DELETE', `/sessions/${listed[0].id}`)).status, 404)
    assert.is((await other.call('GET', '/session')).status, 401)
    assert.is((await own.call('GET', '/session')).status, 200)
  })

  app('a second factor is asked for, and each code counts once', async () => {
    const own = await owner()
    const { secret, uri } = (await own.call('POST', '/me/second-factor', {})).json
    assert.match(uri, /^otpauth:\/\/totp\/Platen:ada%40example\.com\?secret=/)
    const code = (): string => codeAt(secret, Math.floor(it.clock.now() / 30_000))
    assert.is((await own.call('PUT', '/me/second-factor', { secret, code: '000000' })).status, 422)
    assert.is((await own.call('PUT', '/me/second-factor', { secret, code: code() })).status, 204)
    // Who has found an open browser must not put a factor of their own in its place.
    const another = (await own.call('POST', '/me/second-factor', {})).json.secret
    const replaced = await own.call('PUT', '/me/second-factor', {
      secret: another,
      code: codeAt(another, Math.floor(it.clock.now() / 30_000)),
    })
    assert.is(replaced.status, 409)
    const signIn = (code?: string): Promise<Answer> =>
      browser().call('POST', '/session', { name: 'ada@example.com', password: PASSWORD, ...(code && { code }) })
    const without = await signIn()
    assert.equal([without.status, without.json.errors[0].code], [401, 'required'])
    assert.is((await signIn(code())).status, 401)
    it.clock.advance(30_000)
    assert.is((await signIn(code())).status, 200)
    assert.is((await signIn(code())).status, 401)
    assert.is((await own.call('DELETE', '/me/second-factor', { password: PASSWORD })).status, 204)
    assert.is((await signIn()).status, 200)
  })

  app('the audit log says who did what, and holds no secret', async () => {
    const own = await owner()
    it.clock.advance(1000)
    const { json } = await own.call('POST', ofAcme('/tokens'), { name: 'logged' })
    it.clock.advance(1000)
    await own.call('DELETE', ofAcme(`/tokens/${json.id}`))
    const { json: log, text } = await own.call('GET', ofAcme('/audit'))
    assert.equal(log.map(({ user, action }: { user: string; action: string }) => [user, action]).slice(0, 2), [
      ['ada@example.com', 'token.revoke'],
      ['ada@example.com', 'token.create'],
    ])
    assert.is(text.includes(json.token), false)
  })

  app('owners see who signed in and who published, and export all of it', async () => {
    const own = await owner()
    const bob = await invited('publisher', '=cmd|"x", bob')
    await browser().call('POST', '/session', { name: '=cmd|"x", bob', password: 'wrong password' })
    await bob.call('PUT', ofAcme(`/templates/${it.templateId}`), { source: 'new', publish: true })
    await it.call({ method: 'DELETE', path: `/api/templates/${it.templateId}` })
    await invited('owner', 'stranger', it.other.id)
    it.clock.advance(1)
    const actions = (await own.call('GET', ofAcme('/audit'))).json.map(({ user, action }: Record<string, string>) => `${user} ${action}`)
    assert.equal(actions.sort(), [
      '=cmd|"x", bob member.join',
      '=cmd|"x", bob sign-in.failed',
      '=cmd|"x", bob template.publish',
      'ada@example.com member.join',
      'test template.delete',
    ])
    for (let i = 0; i < 1100; i++) {
      const entry = { at: it.clock.now() - 2, teamId: it.acme.id, userId: undefined, userName: 'u', action: 'many', subject: String(i) }
      await it.service.store.accounts.addAudit({ ...entry, address: '' })
    }
    const json = await own.call('GET', ofAcme('/audit/export?format=json'))
    assert.is(json.headers['content-disposition'], 'attachment; filename="audit-log.json"')
    assert.is(json.json.length, 1105)
    assert.is(new Set(json.json.map(({ action, subject }: Record<string, string>) => `${action} ${subject}`)).size, 1105)
    const { text, headers } = await own.call('GET', ofAcme('/audit/export'))
    assert.equal([headers['content-type'], text.split('\r\n').length], ['text/csv; charset=utf-8', 1107])
    assert.match(text, `,"'=cmd|""x"", bob",template.publish,${it.templateId} 2,127.0.0.1\r\n`)
    assert.is((await bob.call('GET', ofAcme('/audit/export'))).status, 403)
    assert.is((await own.call('GET', ofAcme('/audit/export?format=xml'))).status, 422)
  })

  app('behind a trusted proxy addresses are those of clients; others cannot pretend one', async () => {
    await it.close()
    it = await startTestService({ ...(await settings()), PLATEN_TRUSTED_PROXIES: '127.0.0.0/8' })
    const own = await owner()
    const signIn = (i: number, forwarded: string): Promise<Answer> =>
      browser().call('POST', '/session', { name: `nobody ${i}`, password: 'x' }, { ...OWN, 'X-Forwarded-For': forwarded })
    for (let i = 0; i < 100; i++) assert.is((await signIn(i, `198.51.100.${i}, 203.0.113.9`)).status, 401)
    assert.is((await signIn(100, '203.0.113.9')).status, 429)
    assert.is((await signIn(101, '203.0.113.10')).status, 401)
    // The log is in order of time.
    it.clock.advance(1)
    await own.call('POST', ofAcme('/tokens'), { name: 'x' }, { ...OWN, 'X-Forwarded-For': 'evil, 203.0.113.11' })
    assert.is((await own.call('GET', ofAcme('/audit'))).json[0].address, '203.0.113.11')
  })

  if (store === Object.keys(STORES).at(-1)) app.after(() => closeStores())
  app.run()
}
