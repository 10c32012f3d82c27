// `platen templates verify`: pages kept beside examples, and what is said when they differ.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { comparePages } from '../../../server/commands/templates/compare.ts'
import { type PaintedPage, recordPages } from '../../../server/commands/templates/page-record.ts'
import { loadEngine } from '../../../server/local-engine.ts'
import { run } from '../../../server/program.ts'

const verify = suite('templates verify')
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
verify.after(() => rmSync(folder, { recursive: true }))

let home = ''
const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), text)
}
verify.before.each(() => {
  home = mkdtempSync(join(folder, 'templates-'))
})

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function platen(...words: readonly string[]): Promise<Result> {
  let [out, err] = ['', '']
  const code = await run(['templates', 'verify', home, ...words], {
    environment: {},
    out: (what) => void (out += String(what)),
    err: (text) => void (err += text),
    input: () => Promise.reject(new Error('nothing is read')),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine,
  })
  return { code, out, err }
}

const PAGE = '<style>@page { size: 200px 100px; margin: 10px }</style>'

verify('what was kept is the same afterwards, and what moves is named and drawn', async () => {
  put('invoice.html', `${PAGE}<p style="padding: 0">Total {{total}}</p>`)
  put('invoice.examples/small.json', '{"total": 7}')
  put('invoice.examples/large.json', '{"total": 7000}')
  const first = await platen()
  assert.is(first.code, 1)
  assert.match(first.err, 'invoice/large: no pages are kept')
  assert.equal(await platen('--keep'), { code: 0, out: '2 examples, 2 pages kept.\n', err: '' })
  assert.equal(await platen(), { code: 0, out: '2 examples, 2 pages: as kept.\n', err: '' })

  put('invoice.html', `${PAGE}<p style="padding: 8px 0 0">Total {{total}}</p>`)
  const { code, out, err } = await platen('--pictures', join(home, 'seen'))
  assert.is(code, 1)
  assert.is(out, '2 examples, 2 pages: 2 different.\n')
  assert.match(err, 'invoice/small: 1 of 1 pages differ (the template, its data or an asset changed since)')
  // 8px // 6 pt
  assert.match(err, /page 1: 2 moved or resized \(by 6 pt at most\), 0 gone, 0 new\n {4}"Total" from 13\.5, [\d.]+ /)
  assert.equal(readdirSync(join(home, 'seen')), ['invoice.large.page-1.svg', 'invoice.small.page-1.svg'])
  assert.match(readFileSync(join(home, 'seen/invoice.small.page-1.svg'), 'utf8'), /^<svg [\s\S]*>Total<\/text>/)
  assert.equal(await platen('--tolerance', '7'), { code: 0, out: '2 examples, 2 pages: as kept.\n', err: '' })
})

verify('new, missing and larger pages, other texts and colors are differences', async () => {
  const shown = async (source: string): Promise<string> => {
    put('a.html', source)
    const { code, err } = await platen()
    assert.is(code, 1)
    return err
  }
  put('a.html', `${PAGE}<p style="color: #f00">One</p><p style="break-before: page">Two</p>`)
  put('a.examples/x.json', '{}')
  await platen('--keep')
  assert.match(await shown(`${PAGE}<p style="color: #f00">One</p>`), 'page 2 is gone')
  assert.match(await shown(`${PAGE}<p style="color: #f00">One</p>${'<p style="break-before: page">Two</p>'.repeat(2)}`), 'page 3 is new')
  const blue = await shown(`${PAGE}<p style="color: #00f">One</p><p style="break-before: page">Two</p>`)
  assert.match(blue, /gone: "One" at [^\n]*\n {4}new: "One"/)
  const wide = await shown(`${PAGE.replace('200px', '210px')}<p style="color: #f00">One</p><p style="break-before: page">Two</p>`)
  assert.match(wide, 'the sheet was 150 × 75 pt, it is 157.5 × 75 pt')
})

verify('assets are found in the folder, and only there', async () => {
  writeFileSync(join(folder, 'secret.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  put('a.html', '<img src="logo.svg">\n<img src="../../secret.svg">')
  put('assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h5v5z"/></svg>')
  put('a.examples/x.json', '{}')
  const { code, err } = await platen('--keep')
  assert.is(code, 0)
  assert.match(err, 'secret.svg')
  assert.not.match(err, 'logo.svg')
  put('assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h9v9z"/></svg>')
  assert.match((await platen()).err, 'new: shape')
})

verify('templates without examples get one of made-up data, if asked for', async () => {
  put('a.html', '{{#each items}}<p>{{name}}</p>{{/each}}')
  put('b.html', 'Dear {{name}}')
  put('b.examples/own.json', '{"name": "Ann"}')
  assert.is((await platen('--keep', '--sample')).out, '2 examples, 2 pages kept.\n')
  assert.ok(Array.isArray(JSON.parse(readFileSync(join(home, 'a.examples/sample.json'), 'utf8')).items))
  assert.not.ok(existsSync(join(home, 'b.examples/sample.json')))
  assert.is((await platen()).code, 0)
  assert.is((await platen('--sample')).code, 2)
})

verify('bad folders and files are bad input', async () => {
  const refused = async (what: string | RegExp, ...words: readonly string[]): Promise<void> => {
    const { code, err } = await platen(...words)
    assert.is(code, 1, err)
    assert.match(err, what)
  }
  await refused('there is no example')
  put('a.html', 'x')
  await refused('a: no examples; put data into')
  put('a.examples/x.json', '[1]')
  await refused('must hold a JSON object')
  await refused('there is no template b', 'b')
  put('a.examples/x.json', '{}')
  put('a.examples/x.pages.json', '{"format": 9}')
  await refused('of another format')
  put('platen.json', '{"templates": {"a": {"name": 1}}}')
  await refused('"name" of "a" must be a string')
  put('platen.json', '{"templates": {"gone": {}}}')
  await refused('describes "gone"')
  put('platen.json', '{"templates": {"a": {"nmae": "x"}}}')
  await refused('unknown field "nmae"')
  rmSync(join(home, 'platen.json'))
  put('a.json', '{"type":"doc","content":[]}')
  await refused('is there as .html and as .json')
  assert.is((await platen('--tolerance', 'x')).code, 2)
  assert.not.ok(existsSync(join(home, 'moved')))
})

const engine = await createEngine()
const pagesOf = (source: string): readonly PaintedPage[] => {
  const template = engine.compile({ type: 'html', source: `${PAGE}${source}` })
  return recordPages((canvas) => void engine.paint(template, {}, canvas))
}

verify('words are the same however lines are cut into runs', () => {
  const words = (source: string): readonly string[] =>
    pagesOf(source)[0]!.items.map(({ identity, x, width }) => `${identity.split('\u0001')[0]} ${x.toFixed(1)} ${width.toFixed(1)}`)
  assert.equal(words('<p>One and two</p>'), words('<p>O<span>ne a</span>nd <span>two</span></p>'))
  assert.is(words('<p>One and two</p>').length, 3)
})

verify('of equal things the one that moved is found', () => {
  const rows = (margin: number): readonly PaintedPage[] => pagesOf(`<i>a</i><i>a</i><i style="margin-left: ${margin}px">a</i>`)
  const spaced = (margin: number): readonly PaintedPage[] => pagesOf(`<p>a a <span style="padding-left: ${margin}px">a</span></p>`)
  const [difference] = comparePages(spaced(0), spaced(4), 0.1)
  assert.is(difference?.moved.length, 1)
  assert.is(Math.round((difference!.moved[0]!.after.x - difference!.moved[0]!.before.x) * 100) / 100, 3) // 4px // 3pt
  assert.equal(comparePages(rows(0), rows(0), 0), [])
})

verify.run()
