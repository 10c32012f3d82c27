// Public collections of awkward inputs, sent to the running service. They are not part of the project: PLATEN_CORPORA is their folder.
import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { fileText } from '../support/file-text.ts'
import { textByPoppler } from '../support/pdf-tools.ts'
import { programUrl } from '../support/programs.ts'
import { saveTemplate } from './support/save-template.ts'
import { type Answer, startTestService, type TestService } from './support/service.ts'

const corpora = suite('corpora')
const root = process.env['PLATEN_CORPORA'] ?? ''
const json = join(root, 'json')
const strings = join(root, 'strings', 'blns.json')

if (root === '') process.stdout.write('PLATEN_CORPORA is not set: corpora are left out\n')

/** Workers with the real engine. */
const ENGINE = programUrl('server/pool/child')
/** Counts of answers by corpus and status, printed at the end. */
const statuses = new Map<string, Map<number, number>>()
const note = (corpus: string, ...answers: readonly Answer[]): void => {
  const counts = statuses.get(corpus) ?? new Map<number, number>()
  statuses.set(corpus, counts)
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
}

let test: TestService
corpora.before(async () => {
  if (root !== '') test = await startTestService({ PLATEN_JSON_DEPTH: '600' }, ENGINE)
})
corpora.after(async () => {
  await test?.close()
  for (const [corpus, counts] of statuses) {
    const parts = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`)
    process.stdout.write(`${corpus}: ${parts.join(', ')}\n`)
  }
})

if (root !== '' && existsSync(json)) {
  corpora('JSON texts as bodies and as data: never a 500, refused ones with their place', async () => {
    const path = `/api/templates/${test.templateId}/pdf`
    for (const file of readdirSync(json).filter((file) => file.endsWith('.json'))) {
      const bytes = readFileSync(join(json, file))
      const whole = await test.call({ method: 'POST', path, body: bytes })
      const inside = await test.call({
        method: 'POST',
        path,
        body: Buffer.concat([Buffer.from('{"data":{"name":'), bytes, Buffer.from('}}')]),
      })
      note('JSON texts', whole, inside)
      assert.ok(whole.status < 500 && inside.status < 500, file)
      if (file.startsWith('y_')) assert.is(inside.status, 200, file)
      if (!file.startsWith('n_')) continue
      assert.is(whole.status, 400, file)
      assert.is(whole.json.code, isUtf8(bytes) ? 'invalid_json' : 'invalid_encoding', file)
      if (isUtf8(bytes)) assert.match(whole.json.message, /line \d+, column \d+/, file)
    }
  })
}

if (root !== '' && existsSync(strings)) {
  corpora('naughty strings as values, names of templates and ids', async () => {
    const path = `/api/templates/${test.templateId}/pdf`
    for (const text of JSON.parse(readFileSync(strings, 'utf8')) as string[]) {
      const rendered = await test.call({ method: 'POST', path, body: { data: { name: text } } })
      assert.is(rendered.status, 200)
      const named = await saveTemplate(test.service.store, test.acme.id, {
        name: text,
        type: 'html',
        source: 'x',
        meta: { description: text },
        variables: [],
      })
      const answer = await test.call({ method: 'POST', path: `/api/templates/${named!.id}/pdf`, body: { data: {} } })
      assert.is(answer.status, 200)
      assert.match(answer.headers['content-disposition'] ?? '', /^attachment; filename=/)
      await test.service.store.removeTemplate(test.acme.id, named!.id)
      const id = await test.call({ path: `/api/templates/${encodeURIComponent(Buffer.from(text).toString())}` })
      assert.ok([200, 404].includes(id.status), text)
      note('naughty strings', rendered, answer, id)
    }
  })
}

/** A placeholder in every context. */
const EVERYWHERE =
  '<!DOCTYPE html><title>{{v}}</title><meta name=author content="{{v}}"><style>p::after { content: "{{v}}" }</style><h1 id="{{v}}" title="{{v}}">{{v}}</h1><p class="{{v}}" style="color: {{v}}">{{v}}</p><a href="https://example.com/{{v}}">x</a><a href="{{v}}">y</a><img alt="{{v}}" width=9 height=9>'

if (root !== '' && existsSync(strings)) {
  corpora('naughty strings in every place: the same boxes, the text as it is, no link but where one stands', async () => {
    const engine = await createEngine()
    const template = engine.compile({ type: 'html', source: EVERYWHERE })
    const boxesOf = async (v: string): Promise<readonly string[]> => {
      const { boxes } = await engine.inspect(template, { v })
      return [...new Set(boxes.map(({ path }) => path))]
    }
    const plain = await boxesOf('x')
    for (const text of JSON.parse(readFileSync(strings, 'utf8')) as string[]) {
      // An empty text makes no line, and so no box.
      if (text.trim() !== '') assert.equal(await boxesOf(text), plain, JSON.stringify(text))
      const { pdf } = await engine.render(template, { v: text })
      const bytes = fileText(pdf)
      assert.ok((bytes.match(/\/S \/URI/g) ?? []).length <= 2, JSON.stringify(text))
      assert.not.match(bytes, /\/S \/(?:JavaScript|Launch|SubmitForm|GoToR|ImportData)\b/)
    }
  })
}

/** A small corpus for machines without the others: every text must be printed unchanged. */
const OWN_STRINGS = [
  '<b>bold</b><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '{{v}} {{#each v}}x{{/each}} {{{v}}}',
  '&lt;b&gt; &amp;amp; &#60;',
  ') Tj ET /JavaScript (x) >> endobj',
  'undefined null NaN true false 0x1F 1e9 -0',
  '__proto__ constructor toString',
  '../../../etc/passwd C:\\temp %00 %s',
  'Ærøskøbing naïve façade Łódź Ελλάδα Москва “quoted” – …',
  '</p></body></html> ]]> --> <!-- x',
]

const wordsOf = (text: string): string => text.normalize('NFC').split(/\s+/).filter(Boolean).join(' ')

corpora('strings are printed unchanged', async () => {
  const engine = await createEngine()
  const template = engine.compile({ type: 'html', source: '<style>@page { size: 1000px 200px }</style><p>{{v}}</p>' })
  for (const v of OWN_STRINGS) {
    const { pdf, warnings } = await engine.render(template, { v })
    assert.equal(warnings, [], v)
    const text = textByPoppler(pdf)
    if (text !== undefined) assert.is(wordsOf(text), wordsOf(v))
  }
})

/** Files below a folder of the corpora with one of these endings. */
const filesOf = (folder: string, endings: RegExp): string[] => {
  if (root === '' || !existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && endings.test(entry.name)).map((entry) => join(entry.parentPath, entry.name))
}

const fontPage = (data: string): string =>
  `<style>@font-face { font-family: F; src: url(data:font/ttf;base64,${data}) }</style><p style="font-family: F">Hello AVfi é ابجد 漢 \u0e01</p>`
const picturePage = (data: string): string => `<p>{{name}}</p><img src="data:image/png;base64,${data}">`

const pictures = filesOf('png', /\.png$/i)
if (pictures.length > 0) {
  corpora('good pictures are shown, those broken on purpose are refused with a diagnostic', async () => {
    const engine = await createEngine()
    for (const file of pictures) {
      const source = picturePage(readFileSync(file).toString('base64'))
      const { warnings } = await engine.render(engine.compile({ type: 'html', source }), { name: 'x' })
      const codes = warnings.map(({ code }) => code)
      assert.equal(codes, /^x/.test(basename(file)) ? ['bad-image'] : [], file)
    }
  })
}

for (const [what, files, page] of [
  ['fonts', filesOf('fonts', /\.(ttf|otf|ttc|woff2?)$/i), fontPage],
  ['pictures', pictures, picturePage],
] as const) {
  if (files.length === 0) continue
  corpora(`${what} in templates: answered in time, never a 500, and no process dies of them`, async () => {
    const real = await startTestService({}, ENGINE)
    const bad: string[] = []
    for (const file of files) {
      const template = await saveTemplate(real.service.store, real.acme.id, {
        ...{ name: 'T', type: 'html', source: page(readFileSync(file).toString('base64')), meta: {}, variables: [] },
      })
      const answer = await real.call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, body: { data: { name: 'x' } } })
      note(what, answer)
      if (answer.status >= 500) bad.push(`${file}: ${answer.status}`)
      await real.service.store.removeTemplate(real.acme.id, template!.id)
    }
    const metrics = (await real.call({ path: '/metrics' })).text
    await real.close()
    assert.equal(bad, [])
    // In time: before their worker would have been killed.
    assert.not.match(metrics, 'platen_child_deaths_total')
  })
}

corpora.run()
