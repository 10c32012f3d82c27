// What a template or its data could reach through the running service, with the real engine.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeSecret, wasIssued } from '../../server/outputs/secret.ts'
import { hashSecret } from '../../server/tokens.ts'
import { programUrl } from '../support/programs.ts'
import { portOf } from './support/port.ts'
import { saveTemplate } from './support/save-template.ts'
import { type Answer, startTestService, type TestService } from './support/service.ts'
import { until } from './support/until.ts'

const security = suite('security')
let test: TestService
let listener: Server
let folder: string
let connects = 0
security.before(async () => {
  test = await startTestService({}, programUrl('server/pool/child'))
  folder = mkdtempSync(join(tmpdir(), 'platen-marker-'))
  listener = createServer((socket) => {
    connects++
    socket.destroy()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
})
security.after(async () => {
  await test.close()
  listener.close()
  rmSync(folder, { recursive: true })
})

/** A document with a URL in every place that takes one. */
const FORMS: readonly ((url: string) => string)[] = [
  ...['img', 'iframe', 'embed', 'audio', 'video', 'track', 'frame', 'script', 'source', 'input type=image'].map(
    (tag) => (url: string) => `<${tag} src="${url}">`,
  ),
  (url) => `<img srcset="${url} 1x, ${url} 2x">`,
  (url) => `<picture><source srcset="${url}"><img alt=x></picture>`,
  (url) => `<video poster="${url}"></video>`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<applet archive="${url}"></applet>`,
  (url) => `<body background="${url}"><table background="${url}"><tr><td background="${url}">x</table>`,
  (url) => `<base href="${url}"><img src="x.png">`,
  (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  (url) => `<html manifest="${url}">x`,
  (url) => `<a href="${url}" ping="${url}">x</a>`,
  (url) => `<form action="${url}"><input></form>`,
  ...['stylesheet', 'icon', 'preload', 'prefetch', 'dns-prefetch', 'preconnect', 'import', 'alternate stylesheet'].map(
    (rel) => (url: string) => `<link rel="${rel}" href="${url}">`,
  ),
  ...['@import "URL";', '@import url(URL) print;', '@font-face { font-family: F; src: url(URL) } p { font-family: F }'].map(
    (css) => (url: string) => `<style>${css.replace('URL', url)}</style><p>x</p>`,
  ),
  ...[
    'background',
    'background-image',
    'list-style-image',
    'border-image-source',
    'mask-image',
    'mask',
    'cursor',
    'filter',
    'clip-path',
  ].map((property) => (url: string) => `<p style="display: list-item; border: 5px solid; ${property}: url('${url}')">x</p>`),
  ...['image-set("URL" 1x)', 'cross-fade(url(URL), url(URL))', '-webkit-image-set(url(URL) 1x)', 'image("URL")', 'src("URL")'].map(
    (image) => (url: string) => `<p style="background: ${image.replaceAll('URL', url).replaceAll('"', '&quot;')}">x</p>`,
  ),
  (url) =>
    `<style>p::before { content: url(${url}) } @page { background: url(${url}); @top-left { content: url(${url}) } }</style><p>x</p>`,
  (url) => `<p style="--u: url(${url}); background: var(--u)">x</p>`,
  (url) => `<p style="background: \\75 rl(${url})">x</p>`,
  ...['href', 'xlink:href'].flatMap((name) =>
    ['image', 'use', 'feImage', 'script', 'linearGradient', 'pattern', 'textPath', 'mpath'].map(
      (tag) => (url: string) =>
        `<svg width=9 height=9><defs><filter id=f><${tag} ${name}="${url}#x" width=9 height=9 /></filter></defs><${tag} ${name}="${url}#x" width=9 height=9 /></svg>`,
    ),
  ),
  (url) =>
    `<svg width=9 height=9><style>@import "${url}"; rect { fill: url(${url}#x) }</style><rect width=9 height=9 filter="url(${url}#f)" fill="url(${url}#x)" /></svg>`,
  (url) =>
    `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${url}" width="9" height="9"/></svg>`)}">`,
  (url) => `<?xml-stylesheet href="${url}"?><p>x</p>`,
  (url) => `<!DOCTYPE html SYSTEM "${url}"><p>x</p>`,
]

async function render(source: string, data: object): Promise<Answer> {
  const template = await saveTemplate(test.service.store, test.acme.id, { name: 'T', type: 'html', source, meta: {}, variables: [] })
  const answer = await test.call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, body: { data } })
  await test.service.store.removeTemplate(test.acme.id, template!.id)
  return answer
}

/** The contents of a PDF, with its streams inflated. */
function contentsOf(pdf: Buffer): string {
  const parts = [pdf.toString('latin1')]
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      parts.push(inflateSync(pdf.subarray(at + 7), { finishFlush: 2 }).toString('latin1'))
    } catch {
      // Not a deflated stream, or the keyword elsewhere.
    }
  }
  return parts.join('\n')
}

security('no URL in a template or its data is ever requested', async () => {
  const port = portOf(listener)
  assert.ok(FORMS.length >= 60, `${FORMS.length} forms`)
  for (const form of FORMS) {
    for (const scheme of ['http:', '']) {
      const url = `${scheme}//127.0.0.1:${port}/x.png`
      assert.ok([200, 422].includes((await render(form(url), {})).status), form(url))
    }
    const byData = await render(form('{{url}}'), { url: `http://127.0.0.1:${port}/x.css` })
    assert.ok([200, 422].includes(byData.status), byData.text)
  }
  assert.is(connects, 0)
})

security('no file of the machine is ever read', async () => {
  const marker = 'MARKERTEXT'
  writeFileSync(join(folder, 'm.css'), `p::before { content: "${marker}" }`)
  writeFileSync(
    join(folder, 'm.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="9"><title>${marker}</title><text y="9">${marker}</text></svg>`,
  )
  writeFileSync(join(folder, 'm.html'), `<p>${marker}</p>`)
  const up = '../'.repeat(12)
  for (const name of ['m.css', 'm.svg', 'm.html']) {
    const path = join(folder, name)
    const urls = [`file://${path}`, `file:${path}`, path, up + path.slice(1), `file://localhost${path}`, `${path}%00.png`, `FILE://${path}`]
    for (const url of urls) {
      const { status, bytes, text } = await render(FORMS.map((form) => form(url)).join('\n'), { url })
      assert.ok([200, 422].includes(status), text)
      assert.not.match(contentsOf(bytes), marker)
      const { bytes: byData } = await render('<img src="{{url}}"><p style="background: url({{url}})">x</p>{{image url}}', { url })
      assert.not.match(contentsOf(byData), marker)
    }
  }
})

security('no document has actions', async () => {
  const bad = ['javascript:app.alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vbscript:x', ' java\nscript:x', 'JaVaScRiPt:x']
  const links = bad.map((url) => `<a href="${url.replaceAll('\n', '&#10;')}">x</a>`).join('')
  const { bytes } = await render(`<title>{{t}}</title>${links}<a href="{{u}}">y</a><a href="https://example.com/">z</a>`, {
    t: 'R&D <x> ) /JavaScript (',
    u: 'javascript:x',
  })
  const contents = contentsOf(bytes)
  for (const key of ['/JS', '/Launch', '/OpenAction', '/AA', '/SubmitForm', '/GoToR', '/ImportData', '/XFA', '/RichMedia'])
    assert.not.match(contents, new RegExp(`${key}\\b`))
  // The title contains the word; no dictionary has the key.
  assert.not.match(contents, /\/S\s*\/JavaScript/)
  assert.equal(contents.match(/\/URI \(([^)]*)\)/g), ['/URI (https://example.com/)'])
})

security('a hundred thousand guessed download secrets are rejected', async () => {
  const { json } = await test.call({ method: 'POST', path: `/api/templates/${test.templateId}/pdf`, body: { data: {}, output: 'url' } })
  const real = new URL(json.url).pathname
  const { store } = test.service
  // Made with the service's own key, so that the MAC is right and only the random bits are guessed.
  const key = await store.signingKey()
  assert.ok(wasIssued(key, real.slice('/d/'.length)))
  assert.is((await store.outputBySecretHash(hashSecret(real.slice('/d/'.length))))?.state, 'ready')
  for (let i = 0; i < 100_000; i++) assert.is(await store.outputBySecretHash(hashSecret(makeSecret(key))), undefined)
  const answerTo = async (path: string): Promise<number> => (await test.call({ path, token: null })).status
  for (let i = 0; i < 300; i++) {
    assert.is(await answerTo(`/d/${makeSecret('00'.repeat(32))}`), 404)
    // Such a secret may have been issued long ago.
    assert.is(await answerTo(`/d/${makeSecret(key)}`), 410)
  }
  assert.is(await answerTo(real), 200)
})

if (spawnSync('strace', ['-V']).status === 0) {
  security('a rendering process makes no connection and opens no file of ours', async () => {
    const children = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'pool/child'])
      .stdout.toString()
      .trim()
      .split('\n')
    const trace = join(folder, 'trace')
    const strace = spawn(
      'strace',
      ['-f', '-e', 'trace=connect,sendto,open,openat,write,writev', '-o', trace, ...children.flatMap((pid) => ['-p', pid])],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let said = ''
    strace.stderr.on('data', (chunk) => {
      said += chunk
    })
    await until(() => children.every((pid) => new RegExp(`Process ${pid} attached`).test(said)))
    const port = portOf(listener)
    for (const url of [`http://127.0.0.1:${port}/x`, `file://${folder}/m.css`]) await render(FORMS.map((form) => form(url)).join('\n'), {})
    const ended = new Promise((resolve) => strace.on('close', resolve))
    strace.kill('SIGINT')
    await ended
    const calls = readFileSync(trace, 'latin1').split('\n')
    // It writes its answers to the pipe.
    assert.ok(calls.some((line) => /writev?\(/.test(line)))
    assert.equal(
      calls.filter((line) => /connect\(|sendto\(/.test(line)),
      [],
    )
    assert.equal(
      calls.filter((line) => /open(at)?\(/.test(line) && line.includes(folder)),
      [],
    )
  })
}

security.run()
