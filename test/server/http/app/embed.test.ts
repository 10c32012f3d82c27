// Frames in other applications: what their sessions reach, and who may hold them, over a socket, with either store.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { invited, OWN, owner } from '../../support/app-browser.ts'
import { saveTemplate } from '../../support/save-template.ts'
import { type Answer, startTestService, type TestService } from '../../support/service.ts'
import { closeStores, isError, STORES } from '../../support/service-stores.ts'

const CRM = 'https://crm.example.com'
let it: TestService

interface Frame {
  readonly session: string
  call(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

const make = (body: object, token = it.acme.token): Promise<Answer> =>
  it.call({ method: 'POST', path: '/api/embed-sessions', token, body: { template: it.templateId, origin: CRM, ...body } })

const frameOf = (session: string): Frame => ({
  session,
  call: (method, path, body, headers = {}) =>
    it.call({
      method,
      path: `/app/api${path}`,
      token: null,
      headers: { ...OWN, 'X-Embed-Session': session, ...headers },
      ...(body && { body }),
    }),
})

async function frame(right: string, more: object = {}): Promise<Frame> {
  const { status, json, text } = await make({ right, ...more })
  assert.is(status, 201, text)
  return frameOf(json.session)
}

const own = (path = ''): string => `/t/${it.acme.id}/templates/${it.templateId}${path}`

for (const [store, settings] of Object.entries(STORES)) {
  const embed = suite(`frames: ${store}`)
  embed.before(async () => {
    it = await startTestService({ ...(await settings()), PLATEN_EMBED_ORIGINS: CRM })
  })
  embed.after(() => it.close())

  embed('a token makes a session for one template, with rights that it has itself', async () => {
    const made = await make({ seconds: 600, name: 'Ada' })
    assert.is(made.status, 201)
    assert.is(made.json.url, `${it.service.publicUrl}/app/embed?origin=https%3A%2F%2Fcrm.example.com#${made.json.session}`)
    assert.equal(
      { ...made.json, url: '', session: '' },
      {
        ...{ url: '', session: '', template: it.templateId, origin: CRM, right: 'view' },
        expires_at: new Date(it.clock.now() + 600_000).toISOString(),
      },
    )
    const info = await frameOf(made.json.session).call('GET', '/embed')
    assert.equal([info.json.template, info.json.right, info.json.origin], [it.templateId, 'view', CRM])
    const { token } = await it.addToken(it.acme.id, ['templates:read', 'render', 'templates:write'])
    assert.is((await make({ right: 'edit' }, token)).status, 201)
    isError(await make({ right: 'publish' }, token), 403, 'forbidden')
    isError(await make({}, (await it.addToken(it.acme.id, ['templates:read'])).token), 403, 'forbidden')
    isError(await make({}, (await it.addToken(it.acme.id, ['render', 'read'])).token), 403, 'forbidden')
    isError(await make({ origin: 'https://evil.example' }), 422, 'validation_failed', 'origin')
    isError(await make({ origin: `${CRM}/` }), 422, 'validation_failed', 'origin')
    isError(await make({ template: it.foreignId }), 404, 'template_not_found')
    isError(await make({ seconds: 86_401 }), 422, 'validation_failed', 'seconds')
    isError(await make({ right: 'delete' }), 422, 'validation_failed', 'right')
  })

  embed('each right may do what it says', async () => {
    const reach = async (right: string): Promise<string[]> => {
      const it = await frame(right)
      const allowed: string[] = []
      const attempt = async (what: string, method: string, path: string, body?: object): Promise<void> => {
        const { status, text } = await it.call(method, path, body)
        assert.ok([200, 201, 204, 403].includes(status), `${right} ${what} ${text}`)
        if (status !== 403) allowed.push(what)
      }
      await attempt('look', 'GET', own())
      await attempt('source', 'GET', own('/source'))
      await attempt('history', 'GET', own('/versions'))
      await attempt('render', 'POST', own('/pdf'), { data: {} })
      await attempt('preview', 'POST', `/t/${acmeId()}/preview`, { id: templateId() })
      await attempt('preview typed', 'POST', `/t/${acmeId()}/preview`, { id: templateId(), type: 'html', source: 'typed' })
      await attempt('save', 'PUT', own(), { source: `by ${right}`, publish: false })
      await attempt('publish', 'PUT', own(), { source: `by ${right}!`, publish: true })
      await attempt('publish again', 'POST', own('/versions/1/publish'))
      return allowed
    }
    const view = ['look', 'source', 'history', 'render', 'preview']
    assert.equal(await reach('view'), view)
    assert.equal(await reach('edit'), [...view, 'preview typed', 'save'])
    assert.equal(await reach('publish'), [...view, 'preview typed', 'save', 'publish', 'publish again'])
  })

  embed('it reads the pictures and fonts that its template shows, and no other asset', async () => {
    for (const [name, type, body] of [
      ['shown.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
      ['other.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>'],
      ['part.html', 'text/html', '<p>terms</p>'],
    ] as const) {
      const { status, text } = await it.call({ method: 'PUT', path: `/api/assets/${name}`, body, headers: { 'Content-Type': type } })
      assert.ok(status < 300, text)
    }
    const saved = await saveTemplate(it.service.store, it.acme.id, {
      ...{ type: 'html', meta: { description: '' }, variables: [], name: 'Shows', source: '<img src=shown.svg>{{> part}}' },
      assets: ['shown.svg', 'part.html'],
    } as Parameters<typeof saveTemplate>[2])
    const { json } = await make({ right: 'view', template: saved!.id })
    const { call } = frameOf(json.session)
    const at = (name: string): string => `/t/${it.acme.id}/assets/${name}`
    const shown = await call('GET', at('shown.svg'))
    assert.is(shown.status, 200, shown.text)
    assert.match(shown.text, 'width="1"')
    assert.is((await call('HEAD', at('shown.svg'))).status, 200)
    for (const name of ['other.svg', 'part.html', 'none.svg', '..%2Fassets%2Fother.svg', 'x/../other.svg'])
      isError(await call('GET', at(name)), 404, 'not_found')
    for (const method of ['PUT', 'DELETE']) isError(await call(method, at('shown.svg'), {}), 404, 'not_found')
    isError(await call('GET', `/t/${it.other.id}/assets/shown.svg`), 404, 'not_found')
  })

  embed('it reaches nothing but its template', async () => {
    const second = (await saveTemplate(it.service.store, it.acme.id, {
      ...{ type: 'html', meta: { description: '' }, variables: [], name: 'Second', source: 'second' },
    } as Parameters<typeof saveTemplate>[2]))!.id
    const most = await frame('publish')
    const acme = `/t/${it.acme.id}`
    const unknown = await most.call('GET', `${acme}/templates/nothing`)
    for (const [method, path] of [
      ['GET', `${acme}/templates`],
      ['POST', `${acme}/templates`],
      ['GET', `${acme}/templates/${second}`],
      ['PUT', `${acme}/templates/${second}`],
      ['GET', `${acme}/templates/${second}/source`],
      ['POST', `${acme}/templates/${second}/pdf`],
      ['GET', `${acme}/templates/${it.templateId}/../${second}`],
      ['GET', `${acme}/templates/${it.templateId}%2f..%2f${second}`],
      ['DELETE', own()],
      ['POST', own('/undelete')],
      ['POST', `${acme}/templates/merge`],
      ['POST', `${acme}/render`],
      ['GET', `${acme}/assets`],
      ['GET', `${acme}/assets/logo.png`],
      ['POST', `${acme}/jobs`],
      ['GET', `${acme}/requests/x`],
      ['GET', `${acme}/tokens`],
      ['POST', `${acme}/tokens`],
      ['GET', `${acme}/members`],
      ['GET', `${acme}/audit`],
      ['GET', `/t/${it.other.id}/templates/${it.foreignId}`],
      ['GET', '/sessions'],
      ['GET', '/session'],
      ['POST', '/me/second-factor'],
      ['GET', '/samples'],
    ] as const) {
      const answer = await most.call(method, path, method === 'GET' || method === 'DELETE' ? undefined : { name: 'x', data: {} })
      assert.is(answer.status, 404, `${method} ${path} ${answer.text}`)
      assert.equal({ ...answer.json, request_id: 0 }, { ...unknown.json, request_id: 0 }, path)
    }
    for (const body of [{ id: second }, { id: it.foreignId }, { type: 'html', source: 'x' }, { id: 'nothing' }])
      isError(await most.call('POST', `${acme}/preview`, body), 404, 'template_not_found')
    assert.is((await it.call({ path: '/api/templates', token: null, headers: { 'X-Embed-Session': most.session } })).status, 401)
    assert.is((await it.call({ path: '/api/templates', token: most.session })).status, 401)
  })

  embed('it ends in time, with its token, and when it was altered; a cookie adds nothing', async () => {
    const { id, token } = await it.addToken(it.acme.id)
    const { json } = await make({ seconds: 60 }, token)
    const one = frameOf(json.session)
    assert.is((await one.call('GET', own())).status, 200)
    const flipped = json.session.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A'))
    for (const session of [flipped, json.session.slice(0, -4), '', 'x', '.', 'a'.repeat(6000)])
      assert.is((await frameOf(session).call('GET', own())).status, 401, session.slice(0, 20))
    await it.service.store.revokeToken(it.acme.id, id)
    assert.is((await one.call('GET', own())).status, 401)
    const other = await frame('view', { seconds: 60 })
    it.clock.advance(60_000)
    const ada = await owner(() => it)
    const expired = await other.call('GET', own(), undefined, { Cookie: ada.cookie })
    isError(expired, 401, 'unauthenticated')
    const most = await frame('view')
    assert.is((await most.call('GET', `/t/${it.acme.id}/members`, undefined, { Cookie: ada.cookie })).status, 404)
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site', Origin: CRM }])
      assert.is((await (await frame('edit')).call('PUT', own(), { name: 'x' }, headers)).status, 403)
  })

  embed('the audit log says who made it, and versions who wrote them', async () => {
    const ada = await invited(() => it, 'owner', 'auditor@example.com')
    it.clock.advance(1)
    const frame = frameOf((await make({ right: 'edit', name: 'Grace' })).json.session)
    await frame.call('PUT', own(), { source: 'by Grace', publish: false })
    assert.is((await frame.call('GET', own('/versions'))).json[0].author, 'Grace')
    const [entry] = (await ada.call('GET', `/t/${it.acme.id}/audit`)).json.filter(
      ({ action }: { action: string }) => action === 'embed.create',
    )
    assert.equal([entry.user, entry.subject], ['test', `${it.templateId} edit ${CRM}`])
  })

  if (store === Object.keys(STORES).at(-1)) embed.after(() => closeStores())
  embed.run()
}

function acmeId(): string {
  return it.acme.id
}

function templateId(): string {
  return it.templateId
}
