// The command line: input, output and exit codes of each command.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeFont, describeProblem, fontSources, switchCaches } from '../../../engine/index.ts'
import type { CommandContext } from '../../../server/commands/command.ts'
import { loadEngine } from '../../../server/local-engine.ts'
import { run } from '../../../server/program.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { hashSecret } from '../../../server/tokens.ts'
import { fileText } from '../../support/file-text.ts'
import { attachedFilesOf, outlineOf } from '../../support/merged.ts'
import { programFile } from '../../support/programs.ts'
import { toyFont } from '../../support/toy-font.ts'
import { fakeEngine } from '../support/fake-engine.ts'
import { FAKE_CHILD } from '../support/service.ts'

const cli = suite('cli')
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
const file = (name: string): string => join(folder, name)
const put = (name: string, text: string): string => {
  writeFileSync(file(name), text)
  return file(name)
}

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function platen(words: readonly string[], more: Partial<CommandContext> & { stdin?: string } = {}): Promise<Result> {
  const [out, err]: [Uint8Array[], string[]] = [[], []]
  const code = await run(words, {
    environment: { PLATEN_DATA_DIR: file('data'), PLATEN_CHILDREN: '2' },
    out: (what) => out.push(Buffer.from(what)),
    err: (text) => err.push(text),
    input: async () => Buffer.from(more.stdin ?? ''),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine: async () => ({ ...fakeEngine, describeFont, describeProblem, fontSources, switchCaches }),
    childScript: FAKE_CHILD,
    ...more,
  })
  return { code, out: Buffer.concat(out).toString(), err: err.join('') }
}

cli.after(() => rmSync(folder, { recursive: true }))

cli('render: file to file, with data', async () => {
  const template = put('invoice.html', 'Hello {{name}}')
  const data = put('data.json', '{"name":"Ann"}')
  assert.equal(await platen(['render', template, '--data', data, '--out', file('a.pdf')]), { code: 0, out: '', err: '' })
  assert.match(readFileSync(file('a.pdf'), 'utf8'), 'Hello Ann')
})

cli('render: standard streams', async () => {
  const template = file('invoice.html')
  assert.match((await platen(['render', '-', '--out', '-'], { stdin: 'Hi {{name}}' })).out, '%PDF-1.7 fake\nHi \n')
  assert.match((await platen(['render', template, '--data', '-'], { stdin: '{"name":"Bob"}' })).out, 'Hello Bob')
  assert.is((await platen(['render', '-', '--data', '-'])).code, 2)
  assert.is((await platen(['render', template], { isOutTerminal: true })).code, 2)
})

cli('render, merge, check: tags and claims reach the engine', async () => {
  const page = put('page.html', '<html lang="en"><title>T</title><p>text</p>')
  const made = async (...words: readonly string[]): Promise<string> => {
    const { code, err } = await platen([...words, '--out', file('tags.pdf')], { loadEngine })
    assert.is(code, 0, err)
    return fileText(readFileSync(file('tags.pdf')))
  }
  assert.match(await made('render', page), '/StructTreeRoot')
  assert.not.match(await made('render', page, '--no-tags'), '/StructTreeRoot')
  assert.not.match(await made('merge', page, page, '--no-tags'), '/StructTreeRoot')
  assert.match(await made('render', page, '--conformance', 'ua-1', '--conformance', 'a-3u'), 'pdfuaid:part')
  const picture = put(
    'picture.html',
    `<html lang="en"><title>T</title><img width=9 height=9 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>">`,
  )
  const { code, err } = await platen(['check', picture, '--conformance', 'ua-1'], { loadEngine })
  assert.is(code, 1)
  assert.match(err, /picture\.html:1:\d+: error: .*\[ua-alt\]/)
  assert.is((await platen(['check', picture], { loadEngine })).code, 0)
})

cli('--attach puts files into the PDF', async () => {
  const page = put('page.html', '<html lang="en"><title>T</title><h1>T</h1></html>')
  const order = put('order.xml', '<order/>')
  const out = file('attached.pdf')
  for (const command of ['render', 'merge']) {
    const words = [command, page, '--out', out, '--attach', `${order}#alternative`, '--attach', page, '--conformance', 'a-3u']
    const { code, err } = await platen(words, { loadEngine })
    assert.is(code, 0, err)
    assert.equal(Object.keys(await attachedFilesOf(readFileSync(out))), ['order.xml', 'page.html'])
  }
  const refused = await platen(['render', page, '--out', out, '--attach', `${order}#twin`], { loadEngine })
  assert.is(refused.code, 1)
  assert.match(refused.err, /"twin" is no relationship/)
})

cli('merge: some pages of a finished PDF, and the outline that is asked for', async () => {
  const pages = put(
    'pages.html',
    '<title>T</title><h1>one</h1><h1 style="break-before: page">two</h1><h1 style="break-before: page">three</h1>',
  )
  assert.is((await platen(['render', pages, '--out', file('three.pdf')], { loadEngine })).code, 0)
  const merged = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { code, err } = await platen(['merge', ...words, '--out', file('merged.pdf')], { loadEngine })
    return code === 0 ? outlineOf(readFileSync(file('merged.pdf'))) : [String(code), err]
  }
  assert.equal(await merged(`${file('three.pdf')}#3,1-1`, file('three.pdf')), ['one 2', 'three 1', 'one 3', 'two 4', 'three 5'])
  assert.equal(await merged(`${file('three.pdf')}#2-`, '--outline', 'parts'), ['T 1', '  two 1', '  three 2'])
  assert.equal(await merged(file('three.pdf'), '--outline', 'none'), [])
  assert.is((await merged(`${file('three.pdf')}#x`))[0], '2')
  assert.match((await merged(`${file('three.pdf')}#7`))[1] ?? '', 'page-range')
  assert.is((await merged(file('three.pdf'), '--outline', 'all'))[0], '2')
})

cli('render: warnings go to standard error and do not fail', async () => {
  const { code, err } = await platen(['render', file('invoice.html'), '--out', file('b.pdf')])
  assert.is(code, 0)
  assert.match(err, /invoice\.html: warning: name \[missing-value\]\n$/)
})

cli('bad input: exit code 1', async () => {
  const bad = put('bad.html', 'ok\n  {{#bad')
  const wrong = put('wrong.json', '{"name":')
  const template = file('invoice.html')
  const { code, err } = await platen(['render', bad, '--out', file('c.pdf')])
  assert.is(code, 1)
  assert.match(err, `${bad}:2:3: error: cannot parse [template-syntax]\n  2 |   {{#bad\n    |   ^\n  hint: mend it\n`)
  assert.not.ok(existsSync(file('c.pdf')))
  assert.is((await platen(['render', file('nope.html'), '--out', '-'])).code, 1)
  assert.is((await platen(['render', template, '--data', wrong, '--out', '-'])).code, 1)
  assert.is((await platen(['render', template, '--data', put('list.json', '[1]'), '--out', '-'])).code, 1)
  writeFileSync(file('latin.html'), Buffer.from([0x68, 0xe9]))
  for (const path of [file('latin.html'), folder]) assert.is((await platen(['render', path, '--out', '-'])).code, 1)
  assert.is((await platen(['check', bad])).code, 1)
})

cli('wrong usage: exit code 2', async () => {
  const template = file('invoice.html')
  for (const words of [
    [],
    ['nope'],
    ['render'],
    ['render', template, '--nope'],
    ['render', template, 'more'],
    ['render', template, '--type', 'pdf', '--out', '-'],
    ['batch', template],
  ]) {
    const { code, err } = await platen(words)
    assert.is(code, 2, words.join(' '))
    assert.ok(err.length > 0)
  }
  assert.is((await platen(['render', template, '--base-dir', file('nowhere'), '--out', '-'])).code, 2)
  const help = await platen(['--help'])
  assert.is(help.code, 0)
  assert.match(help.out, 'Usage: platen')
  assert.not.match(help.out, 'worker')
  assert.match((await platen(['--version'])).out, /^\d+\.\d+\.\d+/)
})

cli('merge: parts with and without data', async () => {
  const template = file('invoice.html')
  const { out } = await platen(['merge', `${template}=${file('data.json')}`, template, '--out', '-'])
  assert.match(out, 'Hello Ann\n--page--\nHello \n')
})

cli('variables: one per line, or as JSON', async () => {
  const template = put('v.html', '{{a}} {{b.c}} {{a}}')
  assert.is((await platen(['variables', template])).out, 'a string\nb.c string\n')
  assert.equal(JSON.parse((await platen(['variables', template, '--json'])).out)[1], { name: 'b.c', type: 'string' })
})

cli('check: prints nothing for a correct template', async () => {
  assert.equal(await platen(['check', put('plain.html', 'x')]), { code: 0, out: '', err: '' })
})

cli('teams, tokens and templates of the store', async () => {
  assert.is((await platen(['tokens', 'create'])).code, 1) // no team yet
  const team = (await platen(['teams', 'create', 'Acme'])).out.trim()
  assert.match((await platen(['teams', 'list'])).out, `${team}  Acme\n`)

  const made = await platen(['tokens', 'create', '--name', 'CI', '--scope', 'read', '--expires', '30d'])
  assert.match(made.out, /^pdft_\w{49}\n$/)
  const listed = (await platen(['tokens', 'list'])).out
  assert.match(listed, /ID +STATE +SCOPES .*\n\w{16} {2}works +read .* CI\n/)
  assert.not.match(listed, made.out.trim())
  assert.not.match(listed, hashSecret(made.out.trim()))
  const id = /\n(\w{16})/.exec(listed)![1]!
  assert.is((await platen(['tokens', 'revoke', id])).code, 0)
  assert.is((await platen(['tokens', 'revoke', id])).code, 1)
  assert.match((await platen(['tokens', 'list'])).out, 'revoked')
  for (const words of [
    ['--scope', 'write'],
    ['--expires', 'soon'],
    ['--expires', '2001-01-01'],
  ])
    assert.is((await platen(['tokens', 'create', ...words])).code, 2)

  const pushed = await platen(['templates', 'push', file('invoice.html'), '--description', 'greets'])
  assert.match(pushed.err, 'Stored "invoice", version 1.')
  const templateId = pushed.out.trim()
  put('invoice.html', 'Good day {{name}}')
  const again = await platen(['templates', 'push', file('invoice.html')])
  assert.is(again.out.trim(), templateId)
  assert.match(again.err, 'Updated "invoice", version 2.')
  assert.match((await platen(['templates', 'list'])).out, new RegExp(`\\n${templateId}  html  2 .* invoice\\n`))
  assert.is((await platen(['templates', 'pull', templateId])).out, 'Good day {{name}}')
  assert.is((await platen(['templates', 'push', file('bad.html')])).code, 1)
  assert.is((await platen(['templates', 'push', file('invoice.html'), '--id', 'nope'])).code, 1)
  put('invoice.html', 'A draft for {{name}}')
  const draft = await platen(['templates', 'push', file('invoice.html'), '--draft', '--note', 'for review'])
  assert.match(draft.err, /"invoice", version \d+, a draft\./)
  const number = /version (\d+)/.exec(draft.err)![1]!
  assert.is((await platen(['templates', 'pull', templateId])).out, 'Good day {{name}}')
  assert.is((await platen(['templates', 'pull', templateId, number])).out, 'A draft for {{name}}')
  assert.match((await platen(['templates', 'versions', templateId])).out, `${number}  `)
  assert.is((await platen(['templates', 'publish', templateId, '99'])).code, 1)
  assert.is((await platen(['templates', 'publish', templateId, number])).code, 0)
  assert.is((await platen(['templates', 'pull', templateId])).out, 'A draft for {{name}}')
  assert.is((await platen(['templates', 'remove', templateId])).code, 0)
  assert.is((await platen(['templates', 'undelete', templateId])).code, 0)
  assert.is((await platen(['templates', 'undelete', templateId])).code, 1)
  assert.is((await platen(['templates', 'remove', templateId])).code, 0)
  assert.is((await platen(['templates', 'pull', templateId])).code, 1)

  await platen(['teams', 'create', 'Other'])
  assert.is((await platen(['tokens', 'list'])).code, 2) // which team?
  assert.is((await platen(['tokens', 'list', '--team', 'Other'])).code, 0)
  assert.is((await platen(['tokens', 'list', '--team', 'Nope'])).code, 1)
})

cli('render: what is said of each row of a list is said once, with the number of rows', async () => {
  const template = put('rows.html', '{{#each rows}}<p>{{a}}</p>{{/each}}')
  const data = put('rows.json', JSON.stringify({ rows: Array.from({ length: 300 }, () => ({})) }))
  const { code, err } = await platen(['render', template, '--data', data, '--out', file('rows.pdf')], { loadEngine })
  assert.is(code, 0, err)
  assert.is(err.match(/missing-value/g)?.length, 1)
  assert.match(err, 'no value for {{a}}, at rows[0].a and 299 more values [missing-value]')
  const strict = await platen(['render', template, '--data', data, '--strict', '--out', file('rows.pdf')], { loadEngine })
  assert.is(strict.code, 1)
  assert.match(strict.err, '300 warnings (--strict)')
})

cli('all rendering commands take the same options, and --strict makes warnings errors', async () => {
  const template = put('strict.html', 'Hello {{unknown}}')
  for (const words of [
    ['render', template, '--out', file('strict.pdf')],
    ['merge', template, '--out', file('strict.pdf')],
    ['check', template],
  ]) {
    const { code, err } = await platen([...words, '--strict', '--locale', 'de', '--time-zone', 'Asia/Tokyo', '--base-dir', folder])
    assert.equal([words[0], code], [words[0], 1])
    assert.match(err, 'strict.html: warning: unknown [missing-value]\nplaten: 1 warning (--strict)\n')
    assert.not.ok(existsSync(file('strict.pdf')))
    assert.is((await platen([...words, '--locale', 'not a language'])).code, 2)
    assert.is((await platen([...words, '--time-zone', 'Mars'])).code, 2)
    const nowhere = await platen([...words, '--base-dir', file('nowhere')])
    assert.equal([nowhere.code, nowhere.err], [2, `platen: there is no folder ${file('nowhere')} (--base-dir)\n`])
  }
  const { code, err } = await platen(['render', template, '--out', file('nowhere/x.pdf')])
  assert.is(code, 1)
  assert.match(err, `cannot write ${file('nowhere/x.pdf')}: there is no folder ${file('nowhere')}\n`)
})

cli('shared parts are files below --base-dir, and their problems are told with their names', async () => {
  const dir = file('with-parts')
  mkdirSync(join(dir, 'parts'), { recursive: true })
  writeFileSync(join(dir, 'a.html'), '{{> parts/sum}}{{> row n=1}}')
  writeFileSync(join(dir, 'parts/sum.html'), '<p>Sum {{sum}}</p>')
  writeFileSync(join(dir, 'row.html'), 'Row {{n}}\n{{monny n}}')
  const check = (): Promise<{ readonly code: number; readonly err: string }> =>
    platen(['check', join(dir, 'a.html'), '--base-dir', dir], { loadEngine })
  assert.match((await check()).err, /^row\.html:2:3: error: unknown helper "monny" \[unknown-helper\]$/m)
  writeFileSync(join(dir, 'row.html'), 'Row {{n}}')
  assert.is((await check()).code, 0)
  const { out } = await platen(['variables', join(dir, 'a.html'), '--base-dir', dir], { loadEngine })
  assert.match(out, 'sum')
  assert.match((await platen(['check', join(dir, 'a.html')], { loadEngine })).err, 'unknown-part')
})

cli('templates push prints what check prints', async () => {
  const template = put('warned.html', 'Hello {{unknown}}')
  const { err } = await platen(['check', template])
  assert.match(err, 'missing-value')
  const pushed = await platen(['templates', 'push', template, '--team', 'Other'])
  assert.is(pushed.err.replace(/Stored .*\n$/, ''), err)
})

cli('batch: one file per row; a second run continues', async () => {
  const template = put('row.html', 'Row {{n}}')
  const rows = put('rows.jsonl', `${Array.from({ length: 20 }, (_, i) => JSON.stringify({ n: i, id: `R-${i}` })).join('\n')}\n\nnot json\n`)
  const dir = file('batch')
  const first = await platen(['batch', template, rows, '--out-dir', dir])
  assert.is(first.code, 1)
  assert.match(first.err, 'row 22: it is not a JSON object')
  assert.match(first.err, '20 made, 1 failed')
  assert.is(readdirSync(dir).length, 20)
  assert.match(readFileSync(join(dir, '000007.pdf'), 'utf8'), 'Row 6')
  rmSync(join(dir, '000007.pdf'))
  assert.match((await platen(['batch', template, rows, '--out-dir', dir])).err, '1 made, 19 were there, 1 failed')
  const named = file('named')
  assert.is((await platen(['batch', template, put('two.jsonl', '{"id":"a/b"}\n{"id":"c"}'), '--out-dir', named, '--name', 'id'])).code, 0)
  assert.equal(readdirSync(named).sort(), ['a', 'c.pdf'])
  assert.is((await platen(['batch', template, file('nope.jsonl'), '--out-dir', named])).code, 1)
})

cli('the program itself: exit codes and a closed pipe', () => {
  const program = programFile('server/cli')
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const call = (...words: string[]): number | null => spawnSync(process.execPath, [program, ...words], { cwd: root }).status
  assert.is(call('--version'), 0)
  assert.is(call('nope'), 2)
  assert.is(call('render', file('nope.html'), '--out', file('x.pdf')), 1)
})

cli('fonts: names, axes and features of a font file', async () => {
  const path = file('toy.ttf')
  writeFileSync(path, toyFont())
  const json = await platen(['fonts', path, '--json'])
  assert.is(json.code, 0, json.err)
  const [font, ...more] = JSON.parse(json.out)
  assert.equal(more, [])
  assert.is(font.family, fontSources(toyFont())[0]?.family)
  assert.equal([font.weight, font.style, font.axes], [400, 'normal', []])
  assert.ok(font.characters > 0 && font.glyphs > font.characters)
  assert.match((await platen(['fonts', path])).out, /in CSS +font-family: ".+"; font-weight: 400; font-style: normal\n/)
  const bad = await platen(['fonts', put('bad.ttf', 'no font')])
  assert.is(bad.code, 1)
  assert.match(bad.err, /bad-font/)
})

cli('inspect: the boxes of elements, indented or as JSON', async () => {
  const template = put(
    'boxes.html',
    '<style>@page { margin: 0 } body { margin: 0 }</style><p id="{{id}}" style="margin: 8px; height: 20px">',
  )
  const data = put('boxes.json', '{"id":"a"}')
  const json = await platen(['inspect', template, '--data', data, '--json'], { loadEngine })
  assert.is(json.code, 0, json.err)
  const boxes: { readonly path: string }[] = JSON.parse(json.out)
  assert.equal(
    boxes.map(({ path }) => path),
    ['html', 'html>body', 'html>body>p:nth-child(1)'],
  )
  // A4 is 210 / 25.4 · 96 = 793.7 px wide, laid out in whole px: 794; the margins take 2 · 8
  const { width, ...rest } = { width: 0, ...boxes[2] }
  assert.equal(rest, { path: 'html>body>p:nth-child(1)', id: 'a', page: 1, x: 8, y: 8, height: 20 })
  assert.is(width, 794 - 2 * 8)
  const text = await platen(['inspect', template, '--data', data], { loadEngine })
  assert.match(text.out, `\n    p:nth-child(1) #a  page 1  at 8, 8  size ${width} × 20\n`)
  assert.is((await platen(['inspect', put('bad.html', '{{#bad'), '--json'], { loadEngine })).code, 1)
})

cli('users: links and lists', async () => {
  const environment = { PLATEN_DATA_DIR: file('users-data') }
  const users = (...words: string[]): Promise<Result> => platen(['users', ...words], { environment })
  assert.match((await users('setup-link')).err, 'there is no team yet')
  await platen(['teams', 'create', 'Acme'], { environment })
  const setup = await users('setup-link')
  assert.match(setup.out, /^http:\/\/localhost:3000\/app\/setup#[\w-]{43}\n$/)
  assert.match(setup.err, 'PUBLIC_URL is not set')
  const { store } = await openSqliteStore(file('users-data'), { now: () => Date.now() })
  const user = { name: 'Ada@example.com', displayName: 'Ada', passwordHash: 'x' }
  const made = await store.accounts.redeemForNewUser(hashSecret(setup.out.trim().split('#')[1]!), user)
  assert.is(made.kind, 'redeemed')
  assert.match((await users('setup-link')).err, 'somebody has an account already')
  assert.match((await users('list')).out, /Ada@example\.com +password +Acme \(owner\) +\d{4}-\d\d-\d\d +Ada\n$/)
  const invitation = await users('invite', '--role', 'owner', '--note', 'for Bob')
  const link = await store.accounts.linkByHash(hashSecret(invitation.out.trim().split('#')[1]!))
  assert.equal([link?.grant.kind, link?.note, link?.grant.kind === 'invite' && link.grant.role], ['invite', 'for Bob', 'owner'])
  assert.is((await users('invite', '--role', 'king')).code, 2)
  assert.is((await users('invite')).code, 2)
  assert.is((await users('reset-link', 'nobody')).code, 1)
  const id = made.kind === 'redeemed' ? made.user.id : ''
  await store.accounts.setSecondFactor(id, 'secret')
  assert.match((await users('list')).out, 'password + code')
  const reset = await users('reset-link', 'ada@EXAMPLE.com')
  assert.equal((await store.accounts.linkByHash(hashSecret(reset.out.trim().split('#')[1]!)))?.grant, { kind: 'reset', userId: id })
  assert.is((await store.accounts.user(id))?.totpSecret, 'secret')
  assert.match((await users('reset-link', 'ada@example.com', '--no-second-factor')).err, 'The second factor is switched off.')
  assert.is((await store.accounts.user(id))?.totpSecret, undefined)
  const [team] = await store.teams()
  const log = await store.accounts.audit(team!.id, { at: Number.MAX_SAFE_INTEGER, id: '' }, 10)
  assert.equal([...new Set(log.map(({ userName, action }) => `${userName} ${action}`))].sort(), [
    'platen users member.invite',
    'platen users member.reset',
    'platen users second-factor.remove',
  ])
  await store.close()
})

cli.run()
