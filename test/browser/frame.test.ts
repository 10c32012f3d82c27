// A template in a frame of another application, as somebody works in it: typed, saved and published, and what the page around it is told.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from '../server/support/service.ts'
import { closeStores, STORES } from '../server/support/service-stores.ts'
import { programUrl } from '../support/programs.ts'
import { buildFolder } from '../support/shipped.ts'
import { type OtherApplication, startOtherApplication } from './support/crm.ts'
import { openTab, type Tab } from './support/devtools.ts'
import { isChromiumThere } from './support/page.ts'

const CHILD = programUrl('server/pool/child')

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

let it: TestService
let crm: OtherApplication
let tab: Tab

const sourceOf = async (): Promise<string> => (await it.call({ path: `/api/templates/${it.templateId}/source` })).json.source
const posted = (type: string): Promise<void> => tab.until(`messages.some((message) => message.type === '${type}' && message.isFrame)`)
const BUTTON = (name: string): string => `[...document.querySelectorAll('button')].find((button) => button.innerText === '${name}')`

async function openFrame(right: string, template = it.templateId): Promise<void> {
  const body = { template, origin: crm.origin, right, seconds: 3600, name: 'Ada of the CRM' }
  const { status, json, text } = await it.call({ method: 'POST', path: '/api/embed-sessions', body })
  assert.is(status, 201, text)
  crm.frameUrl = json.url
  await tab.open(crm.origin)
  await posted('platen:ready')
  await tab.until(`document.querySelector('.pane-source :is(.cm-content, .rich-document)') !== null`, 'frame')
  await tab.until(`document.querySelector('.sheet[data-painted]') !== null`, 'frame')
}

async function typeInFrame(text: string): Promise<void> {
  await tab.clickInFrame('.pane-source .cm-content')
  await tab.until(`document.activeElement?.classList.contains('cm-content')`, 'frame')
  await tab.type(text)
  await tab.until(`document.querySelector('.pane-source .cm-content').innerText.includes('${text}')`, 'frame')
}

for (const [store, settings] of isChromiumThere() ? Object.entries(STORES) : []) {
  const frame = suite(`a frame of another application: ${store}`)
  frame.before(async () => {
    buildFolder()
    crm = await startOtherApplication()
    it = await startTestService({ ...(await settings()), PLATEN_EMBED_ORIGINS: crm.origin }, CHILD)
    tab = await openTab()
  })
  frame.after(async () => {
    await tab.close()
    await it.close()
    await crm.close()
    if (store === Object.keys(STORES).at(-1)) await closeStores()
  })

  frame('what is typed is previewed, saved and published, and the page around hears of it', async () => {
    await openFrame('publish')
    await typeInFrame(' typed in a frame')
    await tab.until(`document.querySelector('.page-text')?.textContent.includes('typed in a frame')`, 'frame')
    await tab.evaluate(`${BUTTON('Save draft')}.click()`, 'frame')
    await posted('platen:saved')
    assert.match(await sourceOf(), 'typed in a frame')
    await tab.evaluate(`${BUTTON('Publish')}.click()`, 'frame')
    await tab.until(`document.querySelector('dialog button.primary') !== null`, 'frame')
    await tab.evaluate(`document.querySelector('dialog button.primary').click()`, 'frame')
    await posted('platen:published')
    const told = (await tab.evaluate('messages')) as readonly { readonly type: string; readonly from: string; readonly version?: number }[]
    assert.equal([...new Set(told.map(({ from }) => from))], [new URL(it.service.publicUrl).origin])
    // The draft as it was saved: nothing was typed since.
    for (const wanted of ['platen:saved', 'platen:published']) assert.is(told.find(({ type }) => type === wanted)?.version, 2, wanted)
    assert.is((await it.call({ path: `/api/templates/${it.templateId}/source` })).json.published_version, 2)
  })

  frame('who may edit publishes nothing, and goes on with another session when one ends', async () => {
    await openFrame('edit')
    assert.is(await tab.evaluate(`${BUTTON('Publish')} === undefined`, 'frame'), true)
    await typeInFrame(' before the end')
    it.clock.advance(2 * 3600_000)
    await tab.evaluate(`${BUTTON('Save draft')}.click()`, 'frame')
    await posted('platen:expired')
    const body = { template: it.templateId, origin: crm.origin, right: 'edit', seconds: 3600, name: 'Ada of the CRM' }
    const { json } = await it.call({ method: 'POST', path: '/api/embed-sessions', body })
    const message = JSON.stringify({ type: 'platen:session', session: json.session })
    await tab.evaluate(`template.contentWindow.postMessage(${message}, '*')`)
    await tab.until(`document.querySelector('.frame > .problem') === null`, 'frame')
    await tab.evaluate(`${BUTTON('Save draft')}.click()`, 'frame')
    await posted('platen:saved')
    assert.match(await sourceOf(), 'before the end')
  })

  frame('pictures of an editor document are shown', async () => {
    const asset = { path: '/api/assets/logo.png', token: it.acme.token, body: PNG, headers: { 'Content-Type': 'image/png' } }
    assert.ok((await it.call({ method: 'PUT', ...asset })).status < 300)
    const source = JSON.stringify({ type: 'doc', content: [{ type: 'image', attrs: { src: 'logo.png', alt: 'Logo' } }] })
    const { json } = await it.call({ method: 'POST', path: '/api/templates', body: { name: 'Letter', type: 'editor', source } })
    await openFrame('edit', json.id)
    await tab.until(`document.querySelector('.rich-document img')?.naturalWidth === 1`, 'frame')
  })

  frame.run()
}
