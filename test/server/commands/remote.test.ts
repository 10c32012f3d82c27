// `platen templates` over HTTP: single templates, and folders that are made like a service.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createClient, type PlatenClient } from '../../../server/client/index.ts'
import type { CommandContext } from '../../../server/commands/command.ts'
import { readRemote } from '../../../server/commands/templates/plan.ts'
import { loadEngine } from '../../../server/local-engine.ts'
import { run } from '../../../server/program.ts'
import { hashSecret, SCOPES } from '../../../server/tokens.ts'
import { startTestService, type TestService } from '../support/service.ts'

const remote = suite('templates over HTTP')
let test: TestService
let client: PlatenClient
let url = ''
let token = ''
let scratch = ''
remote.before(async () => {
  test = await startTestService()
  url = `http://127.0.0.1:${test.service.port}`
  scratch = mkdtempSync(join(tmpdir(), 'platen-test-'))
})
remote.after(async () => {
  await test.close()
  rmSync(scratch, { recursive: true })
})
// A team for each test.
remote.before.each(async () => {
  const { id } = await test.service.store.addTeam('Team')
  token = (await test.addToken(id, SCOPES)).token
  client = createClient({ url, token })
})

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function platen(words: readonly string[], more: Partial<CommandContext> = {}): Promise<Result> {
  let [out, err] = ['', '']
  const code = await run(words, {
    environment: { PLATEN_URL: url, PLATEN_TOKEN: token },
    out: (what) => void (out += Buffer.from(what).toString()),
    err: (text) => void (err += text),
    input: () => Promise.reject(new Error('nothing is read')),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine,
    ...more,
  })
  return { code, out, err }
}

const folder = (files: Readonly<Record<string, string>> = {}): string => {
  const path = mkdtempSync(join(scratch, 'folder-'))
  for (const [name, text] of Object.entries(files)) put(path, name, text)
  return path
}
const put = (path: string, name: string, text: string): void => {
  mkdirSync(dirname(join(path, name)), { recursive: true })
  writeFileSync(join(path, name), text)
}
const read = (path: string, name: string): string => readFileSync(join(path, name), 'utf8')
const ok = async (...words: readonly string[]): Promise<Result> => {
  const result = await platen(words)
  assert.is(result.code, 0, result.err)
  return result
}
const fails = async (code: number, what: string | RegExp, ...words: readonly string[]): Promise<void> => {
  const result = await platen(words)
  assert.is(result.code, code, result.err)
  assert.match(result.err, what)
}

remote('push, list, pull, versions, publish, remove and undelete', async () => {
  const dir = folder({ 'invoice.html': 'Hello {{name}}' })
  const file = join(dir, 'invoice.html')
  const pushed = await ok('templates', 'push', file, '--description', 'greets')
  assert.match(pushed.err, 'Stored "invoice", version 1.')
  const id = pushed.out.trim()
  assert.match((await ok('templates', 'list')).out, new RegExp(`\\n${id}  html  .* invoice\\n`))
  put(dir, 'invoice.html', 'Good day {{name}}')
  assert.match((await ok('templates', 'push', file, '--draft', '--note', 'politer')).err, 'Updated "invoice", version 2, a draft.')
  assert.is((await ok('templates', 'pull', id)).out, 'Hello {{name}}')
  assert.is((await ok('templates', 'pull', id, '2')).out, 'Good day {{name}}')
  assert.match((await ok('templates', 'versions', id)).out, /\n2 .* politer\n1 .* published/)
  assert.match((await ok('templates', 'publish', id, '2')).err, 'Version 2 of "invoice" is published.')
  assert.is((await ok('templates', 'pull', id)).out, 'Good day {{name}}')
  await ok('templates', 'remove', id)
  await fails(1, 'template_not_found', 'templates', 'pull', id)
  await ok('templates', 'undelete', id)
  assert.is((await ok('templates', 'pull', id)).out, 'Good day {{name}}')
})

remote('what is wrong with a template is said with its place', async () => {
  const file = join(folder({ 'bad.html': 'ok\n  {{#bad' }), 'bad.html')
  await fails(1, `${file}:2:3: error: cannot parse [template-syntax]\n  hint: mend it\n`, 'templates', 'push', file)
  await fails(1, 'template_not_found', 'templates', 'versions', 'nothing')
  await fails(2, 'a version is a number', 'templates', 'publish', 'x', 'y')
  await fails(2, '--team is for the store', 'templates', 'list', '--team', 'x')
  await fails(2, 'restore is for the store', 'templates', 'restore', 'x', '1')
  const half = await platen(['templates', 'list'], { environment: { PLATEN_URL: url } })
  assert.equal([half.code, half.err], [2, 'platen: PLATEN_URL names a service, so PLATEN_TOKEN must hold an API token of it\n'])
  assert.is((await platen(['templates', 'list'], { environment: { PLATEN_TOKEN: token } })).code, 2)
  assert.is((await platen(['templates', 'list'], { environment: { PLATEN_URL: 'nowhere', PLATEN_TOKEN: token } })).code, 2)
  const wrong = await platen(['templates', 'list'], { environment: { PLATEN_URL: url, PLATEN_TOKEN: 'pdft_wrong' } })
  assert.is(wrong.code, 1)
  assert.match(wrong.err, /\[unauthenticated\] \(request \S+\)/)
})

const FILES = {
  'invoice.html': 'Hello {{name}}\n<img src="img/logo.svg">',
  'letter.json': '{ "type": "doc", "content": [{ "type": "paragraph" }] }',
  'invoice.examples/one.json': '{"name": "Ann"}',
  'platen.json': '{ "templates": { "invoice": { "name": "The invoice", "description": "to customers" } } }',
  'assets/brand.css': 'h1 { color: red }',
  'assets/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
}

remote('a folder is pushed, and nothing differs afterwards', async () => {
  const dir = folder(FILES)
  const asked = await platen(['templates', 'push', '--dir', dir])
  assert.is(asked.code, 1)
  assert.is(
    asked.out,
    '+ asset brand.css\n+ asset img/logo.svg\n+ template invoice "The invoice"\n+ template letter "letter"\n+ example invoice/one\n',
  )
  assert.match(asked.err, 'say --yes')
  assert.equal(await client.templates(), [])
  await fails(1, '5 differences (--check)', 'templates', 'push', '--dir', dir, '--check')

  const { err } = await ok('templates', 'push', '--dir', dir, '--yes')
  assert.match(err, 'Pages of the examples of invoice are kept.\n5 changes made.')
  assert.equal(await client.example('invoice', 'one'), { name: 'Ann' })
  assert.is((await ok('templates', 'verify', dir)).out, '1 example, 1 page: as kept.\n')
  assert.is((await client.template('invoice')).name, 'The invoice')
  assert.is((await client.template('invoice')).meta.description, 'to customers')
  assert.equal(
    (await client.call('listAssets', {})).map(({ name }) => name),
    ['brand.css', 'img/logo.svg'],
  )
  assert.is((await ok('templates', 'push', '--dir', dir, '--check')).err, 'Nothing differs.\n')
  assert.is((await ok('templates', 'pull', '--dir', dir, '--check')).err, 'Nothing differs.\n')
})

remote('what changed is shown by lines; consent may be asked for', async () => {
  const dir = folder(FILES)
  await ok('templates', 'push', '--dir', dir, '--yes')
  put(dir, 'invoice.html', 'Hello {{name}}!\n<img src="img/logo.svg">')
  put(dir, 'assets/brand.css', 'h1 { color: blue }')
  // Written in another way, the document says the same.
  put(dir, 'letter.json', JSON.stringify(JSON.parse(FILES['letter.json'])))
  const questions: string[] = []
  const refuse = { confirm: async (question: string) => questions.push(question) > 1 }
  const shown = await platen(['templates', 'push', '--dir', dir], refuse)
  assert.equal([shown.code, questions], [0, ['Do this?']])
  const lines = [
    '~ asset brand.css',
    '~ template invoice "The invoice" (version 1)',
    '    line 1:',
    '    - Hello {{name}}',
    '    + Hello {{name}}!',
    '',
  ]
  assert.is(shown.out, lines.join('\n'))
  assert.match((await ok('templates', 'pull', 'invoice')).out, 'Hello {{name}}\n')
  assert.is((await platen(['templates', 'push', '--dir', dir, '--note', 'louder'], refuse)).code, 0)
  assert.match((await ok('templates', 'pull', 'invoice')).out, 'Hello {{name}}!\n')
  assert.match((await ok('templates', 'versions', 'invoice')).out, 'louder')
})

remote('a folder is pulled, with names of files for people', async () => {
  const { id } = await client.call('createTemplate', {
    body: { name: 'Rechnung für Köln', type: 'html', source: 'A {{b}}', description: 'x' },
  })
  const document = { type: 'doc', content: [] }
  await client.call('createTemplate', { body: { name: 'Letter', type: 'editor', source: document } })
  await client.call('putAsset', { path: { name: 'img/logo.svg' }, body: Buffer.from(FILES['assets/img/logo.svg']) })
  const dir = folder()
  const pulled = await ok('templates', 'pull', '--dir', dir)
  assert.match(pulled.out, '+ asset img/logo.svg\n')
  assert.is(read(dir, 'rechnung-fur-koln.html'), 'A {{b}}')
  assert.equal(JSON.parse(read(dir, 'letter.json')), document)
  assert.is(read(dir, 'assets/img/logo.svg'), FILES['assets/img/logo.svg'])
  const { templates } = JSON.parse(read(dir, 'platen.json'))
  assert.equal(templates['rechnung-fur-koln'], { id, name: 'Rechnung für Köln', description: 'x' })
  assert.is((await ok('templates', 'push', '--dir', dir, '--check')).err, 'Nothing differs.\n')

  put(dir, 'letter.json', '{"type":"doc","content":[],"mine":1}')
  assert.is((await platen(['templates', 'pull', '--dir', dir])).code, 1)
  assert.match(read(dir, 'letter.json'), 'mine')
  await ok('templates', 'pull', '--dir', dir, '--yes')
  assert.not.match(read(dir, 'letter.json'), 'mine')
})

remote('nobody is overwritten: what others changed since the last pull is refused', async () => {
  const dir = folder(FILES)
  await ok('templates', 'push', '--dir', dir, '--yes')
  await client.call('saveTemplate', { path: { id: 'invoice' }, body: { source: 'Of a colleague' } })
  put(dir, 'invoice.html', 'Mine')
  await fails(1, 'template invoice: version 2, not 1', 'templates', 'push', '--dir', dir, '--yes')
  assert.is((await ok('templates', 'pull', 'invoice')).out, 'Of a colleague')
  await ok('templates', 'push', '--dir', dir, '--yes', '--force')
  assert.is((await ok('templates', 'pull', 'invoice')).out, 'Mine')
  // Between the comparison and the change as well.
  put(dir, 'invoice.html', 'Mine again')
  const raced = await platen(['templates', 'push', '--dir', dir], {
    confirm: async () => {
      await client.call('saveTemplate', { path: { id: 'invoice' }, body: { source: 'In between' } })
      return true
    },
  })
  assert.is(raced.code, 1)
  assert.match(raced.err, 'version_conflict')
  assert.is((await ok('templates', 'pull', 'invoice')).out, 'In between')
})

remote('nothing is removed unless asked for', async () => {
  const dir = folder(FILES)
  await ok('templates', 'push', '--dir', dir, '--yes')
  for (const name of ['letter.json', 'assets/brand.css']) rmSync(join(dir, name))
  const kept = await ok('templates', 'push', '--dir', dir, '--yes')
  assert.match(
    kept.err,
    'only in the service: asset brand.css (--prune removes it)\nonly in the service: template letter (--prune removes it)\nNothing differs.\n',
  )
  assert.is((await ok('templates', 'push', '--dir', dir, '--yes', '--prune')).out, '- asset brand.css\n- template letter "letter"\n')
  assert.equal(
    (await client.templates()).map(({ id }) => id),
    ['invoice'],
  )
  await ok('templates', 'undelete', 'letter')
  const other = folder({ 'mine.html': 'x' })
  assert.match((await ok('templates', 'pull', '--dir', other)).err, 'only in the folder: template mine (--prune removes it)')
  await ok('templates', 'pull', '--dir', other, '--prune', '--yes')
  assert.not.ok(existsSync(join(other, 'mine.html')))
  assert.equal(readdirSync(other).sort(), [
    '.platen.json',
    'assets',
    'letter.json',
    'platen.json',
    'the-invoice.examples',
    'the-invoice.html',
  ])
})

remote('examples go both ways, byte for byte', async () => {
  const dir = folder({ ...FILES, 'invoice.examples/Zweite Mahnung.json': '{\n  "number": 12345678901234567890\n}\n' })
  await ok('templates', 'push', '--dir', dir, '--yes')
  assert.is(await client.exampleText('invoice', 'Zweite Mahnung'), '{\n  "number": 12345678901234567890\n}')
  const other = folder()
  assert.match((await ok('templates', 'pull', '--dir', other)).out, '+ example invoice/Zweite Mahnung\n')
  assert.is(read(other, 'the-invoice.examples/Zweite Mahnung.json'), '{\n  "number": 12345678901234567890\n}\n')
  for (const [path, command] of [
    [dir, 'push'],
    [dir, 'pull'],
    [other, 'push'],
    [other, 'pull'],
  ] as const)
    assert.is((await ok('templates', command, '--dir', path, '--check')).err, 'Nothing differs.\n')
  await ok('templates', 'verify', other, '--keep')
  assert.is((await ok('templates', 'verify', other)).out, '2 examples, 2 pages: as kept.\n')

  // One is changed, one is removed, and one is new.
  put(dir, 'invoice.examples/one.json', '{"name": "Bob"}')
  put(dir, 'invoice.examples/empty.json', ' [ ] ')
  rmSync(join(dir, 'invoice.examples/Zweite Mahnung.json'))
  await fails(1, '2 differences (--check)', 'templates', 'push', '--dir', dir, '--check')
  const pushed = await ok('templates', 'push', '--dir', dir, '--yes')
  assert.is(pushed.out, '+ example invoice/empty\n~ example invoice/one\n')
  assert.match(pushed.err, 'only in the service: example invoice/Zweite Mahnung (--prune removes it)')
  assert.is((await ok('templates', 'push', '--dir', dir, '--yes', '--prune')).out, '- example invoice/Zweite Mahnung\n')
  assert.is((await client.call('getTemplateSource', { path: { id: 'invoice' } })).version, 1)

  assert.is((await platen(['templates', 'pull', '--dir', other])).code, 1)
  await ok('templates', 'pull', '--dir', other, '--yes', '--prune')
  assert.equal(readdirSync(join(other, 'the-invoice.examples')).sort(), ['empty.json', 'one.json', 'one.pages.json'])
  assert.equal(
    [read(other, 'the-invoice.examples/one.json'), read(other, 'the-invoice.examples/empty.json')],
    ['{"name": "Bob"}\n', '{}\n'],
  )
})

remote('an example that others changed is not overwritten; one that is refused is named', async () => {
  const dir = folder(FILES)
  await ok('templates', 'push', '--dir', dir, '--yes')
  await client.putExample('invoice', 'one', { name: 'of a colleague' })
  put(dir, 'invoice.examples/one.json', '{"name": "mine"}')
  await fails(1, 'pull them, or say --force:\n  example invoice/one', 'templates', 'push', '--dir', dir, '--yes')
  assert.equal(await client.example('invoice', 'one'), { name: 'of a colleague' })
  await ok('templates', 'push', '--dir', dir, '--yes', '--force')
  put(dir, 'invoice.examples/one.json', '{"name": "mine too"}')
  await ok('templates', 'push', '--dir', dir, '--yes')
  put(dir, 'invoice.examples/list.json', '[1]')
  put(dir, 'invoice.examples/one.json', '{"name": "last"}')
  const refused = await platen(['templates', 'push', '--dir', dir, '--yes'])
  assert.is(refused.code, 1)
  assert.match(refused.err, `${join(dir, 'invoice.examples/list.json')}`)
  assert.match(refused.err, '1 of 2 changes were refused')
  assert.equal(await client.example('invoice', 'one'), { name: 'last' })
})

remote('a service cannot name files elsewhere by the names of examples', async () => {
  const { id } = await client.call('createTemplate', { body: { name: 'Letter', type: 'html', source: 'x' } })
  await client.putExample(id, 'one', {})
  const lying: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init)
    return new Response((await answer.text()).replace('"one"', '"../../one"'), answer)
  }
  const failed = await readRemote(createClient({ url, token, fetch: lying })).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  )
  assert.match(failed ?? '', 'which is no name of an example')
})

remote('assets: push, list, pull and remove', async () => {
  const dir = folder(FILES)
  const svg = FILES['assets/img/logo.svg']
  assert.match((await ok('assets', 'push', join(dir, 'assets'))).err, 'Stored img/logo.svg')
  assert.match((await ok('assets', 'list')).out, /\nimg\/logo\.svg +image\/svg\+xml +\d+ /)
  assert.is((await ok('assets', 'pull', 'img/logo.svg', '--out', '-')).out, svg)
  const all = folder()
  await ok('assets', 'pull', '--dir', all)
  assert.is(read(all, 'img/logo.svg'), svg)
  // The fake engine names no assets of a template, so this one is told.
  const { id } = (await client.templates())[0] ?? (await client.call('createTemplate', { body: { name: 'x', type: 'html', source: 'x' } }))
  const { teamId } = (await test.service.store.tokenByHash(hashSecret(token)))!
  await test.service.store.saveTemplate(teamId, {
    kind: 'change',
    id,
    publish: true,
    content: { type: 'html', source: 'y', variables: [], assets: ['img/logo.svg'] },
  })
  await fails(1, '[asset_in_use]', 'assets', 'remove', 'img/logo.svg')
  await ok('assets', 'remove', 'img/logo.svg', '--force')
  await fails(1, 'not_found', 'assets', 'pull', 'img/logo.svg', '--out', '-')
  await fails(2, '--team is for the store', 'assets', 'list', '--team', 'x')
})

remote('render: a template of the service, published or not', async () => {
  const dir = folder({ 'invoice.html': 'Hello {{name}}', 'data.json': '{"name": "Ann"}' })
  const id = (await ok('templates', 'push', join(dir, 'invoice.html'))).out.trim()
  await client.call('saveTemplate', { path: { id }, body: { source: 'Draft for {{name}}', publish: false } })
  const out = join(dir, 'out.pdf')
  await ok('render', '--template', id, '--data', join(dir, 'data.json'), '--out', out)
  assert.match(read(dir, 'out.pdf'), 'Hello Ann')
  await ok('render', '--template', id, '--draft', '--data', join(dir, 'data.json'), '--out', out)
  assert.match(read(dir, 'out.pdf'), 'Draft for Ann')
  assert.match((await ok('render', '--template', id, '--out', out)).err, /^\S+: warning: .* \[missing-value\]\n$/)
  await fails(1, '[validation_failed]', 'render', '--template', id, '--strict', '--out', out)
  await fails(2, '--time-zone is for files that are rendered here', 'render', '--template', id, '--time-zone', 'UTC', '--out', out)
  await fails(2, 'say which file is rendered', 'render', join(dir, 'invoice.html'), '--template', id, '--out', out)
  await fails(2, '--draft is for --template', 'render', join(dir, 'invoice.html'), '--draft', '--out', out)
  assert.is((await platen(['render', '--template', id, '--out', out], { environment: {} })).code, 2)
})

remote('refused templates are named, and stop no others', async () => {
  const dir = folder({ 'bad.html': 'x {{#bad', 'good.html': 'x' })
  const { code, err } = await platen(['templates', 'push', '--dir', dir, '--yes'])
  assert.is(code, 1)
  assert.match(err, `${join(dir, 'bad.html')}:1:3: error: cannot parse`)
  assert.match(err, '1 of 2 changes were refused')
  assert.equal(
    (await client.templates()).map(({ id }) => id),
    ['good'],
  )
})

remote('shared parts that need one another are stored in one go', async () => {
  const dir = folder({ 'assets/a.html': 'A {{> z.html}}', 'assets/z.html': 'Z', 'invoice.html': '{{> a.html}}' })
  await ok('templates', 'push', '--dir', dir, '--yes')
  assert.equal(
    (await client.call('listAssets', {})).map(({ name }) => name),
    ['a.html', 'z.html'],
  )
})

remote.run()
