// Shared parts: budgets, names, and what a compiled template says of the assets it uses.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CompileOptions, createEngine, type Diagnostic, describe, InputError, type TemplateSource } from '../../engine/index.ts'

const parts = suite('shared parts')
const engine = await createEngine()

const html = (source: string): TemplateSource => ({ type: 'html', source })
const bytes = (files: Readonly<Record<string, string>>): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))

function problemsOf(source: string, options: CompileOptions): readonly Diagnostic[] {
  try {
    engine.compile(html(source), options)
  } catch (thrown) {
    if (thrown instanceof InputError) return thrown.diagnostics
    throw thrown
  }
  return []
}

const variables = (source: string, files: Readonly<Record<string, string>>): readonly string[] =>
  engine.compile(html(source), { assets: bytes(files) }).variables.map(({ name, type }) => `${name}:${type}`)

parts('variables of parts are those of the template, in the order of their use', () => {
  const files = {
    'footer.html': '<style>p { color: {{tone}} }</style>{{company.name}}',
    'row.html': '{{name}}{{unit}}{{#each tags}}{{this}}{{/each}}',
    'wide.html': '{{class}}{{x}}',
  }
  assert.equal(variables('{{a}}{{> footer}}{{b}}', files), ['a:string', 'tone:string', 'company:object', 'company.name:string', 'b:string'])
  assert.equal(variables('{{#each items}}{{> row this unit=../unit}}{{/each}}', files), [
    ...['items:array', 'items[]:object', 'unit:string', 'items[].name:string', 'items[].tags:array', 'items[].tags[]:string'],
  ])
  assert.equal(variables('{{> wide person class="c"}}', files), ['person:object', 'person.x:string'])
})

parts('a style sheet of a part keeps its values behind those of the template before it', () => {
  const files = { 'a.html': '<style>p { color: {{second}} }</style><p>{{third}}</p>' }
  assert.equal(variables('<style>b { color: {{first}} }</style>\n<b>x</b>{{> a}}<i>{{last}}</i>', files), [
    ...['first:string', 'second:string', 'third:string', 'last:string'],
  ])
})

parts('a part is the asset of that name, else the one with .html; texts that are handed in come first', () => {
  const text = (options: CompileOptions): string => JSON.stringify(engine.compile(html('{{> a}}'), options).root)
  assert.match(text({ assets: bytes({ a: 'plain', 'a.html': 'html' }) }), 'plain')
  assert.match(text({ assets: bytes({ 'a.html': 'html' }) }), 'html')
  assert.match(text({ assets: bytes({ 'a.html': 'html' }), parts: { a: 'own' } }), 'own')
  assert.match(text({ parts: (name) => (name === 'a.html' ? 'found' : undefined) }), 'found')
  assert.is(problemsOf('{{> ../a}}', { assets: () => Buffer.from('x') })[0]?.code, 'unknown-part')
  assert.is(problemsOf('{{> constructor}}{{> __proto__}}', { assets: {}, parts: {} }).length, 2)
})

parts('a part that is no text is an error', () => {
  const assets = { bad: Buffer.from([0xff, 0xfe, 0x00]), nul: Buffer.from('a\0b') }
  assert.equal(problemsOf('{{> bad}} {{> nul}}', { assets }).map(describe), [
    '1:3: "bad" is no text in UTF-8 (a shared part is a text of HTML)',
    '1:13: "nul" is no text (a shared part is a text of HTML)',
  ])
})

parts('the hint for an unknown part knows the names of all assets', () => {
  const hint = (options: CompileOptions): string | undefined => problemsOf('{{> fotter}}', options)[0]?.hint
  assert.is(hint({ assets: () => undefined, assetNames: () => ['footer.html', 'logo.png'] }), 'did you mean "footer"?')
  assert.is(hint({ assets: () => undefined, assetNames: () => ['a.html', 'logo.png'] }), 'there are a.html')
})

parts('parts of parts are limited in depth', () => {
  const chain = (length: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`p${i}`, i === length - 1 ? 'end' : `{{> p${i + 1}}}`]))
  assert.equal(problemsOf('{{> p0}}', { parts: chain(64) }), [])
  const [problem] = problemsOf('{{> p0}}', { parts: chain(65) })
  assert.equal(problem && describe(problem), 'p63:1:3: shared parts are nested deeper than 64')
})

parts('parts of parts are limited in size, also when they are nothing but parts', () => {
  // 2 ** 40 parts, each of which contains the next twice and nothing else.
  const doubling = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, i === 39 ? '' : `{{> p${i + 1}}}{{> p${i + 1}}}`]))
  assert.equal(
    problemsOf('{{> p0}}', { parts: doubling }).map(({ code }) => code),
    ['limit-template'],
  )
  const large = { a: 'x'.repeat(1_100_000) }
  assert.equal(problemsOf('{{> a}}', { parts: large }), [])
  assert.equal(
    problemsOf('{{> a}}{{> a}}', { parts: large }).map(({ code }) => code),
    ['limit-template'],
  )
  const blocks = { frame: '{{> @partial-block}}'.repeat(1000) }
  assert.equal(
    problemsOf(`{{#> frame}}${'y'.repeat(100_000)}{{/frame}}`, { parts: blocks }).map(({ code }) => code),
    ['limit-template'],
  )
})

parts('a compiled template names its assets, whether they exist or not', () => {
  const source = `<link rel=stylesheet href="./css/brand.css?v=1"><style>@font-face { font-family: f; src: url(fonts/f.woff2) }
    @import "late.css"; p { background: url("../out.png"), url(data:image/png;base64,AA) } /* url(no.png) */</style>
    <img src="logo.png"><img src="http://a/b.png"><img src="{{name}}.png"><img src="{{#if a}}x.png{{else}}y.png{{/if}}">
    <img srcset="a.png 1x, b.png 2x"><p style="list-style: url('dot.png')">{{image "helper.png"}}</p><table background=bg.png></table>
    <svg><image href="in.svg#x"/><use href="#local"/></svg>{{#if c}}{{> footer}}{{/if}}<a href="page.html">`
  const files = { 'css/brand.css': '@import "base.css"; b { background: url(../img/dot.png) }', 'footer.html': '<img src=foot.png>' }
  assert.equal(engine.compile(html(source), { assets: bytes(files) }).assets, [
    ...['a.png', 'b.png', 'bg.png', 'css/base.css', 'css/brand.css', 'dot.png', 'fonts/f.woff2', 'foot.png', 'footer.html'],
    ...['helper.png', 'img/dot.png', 'in.svg', 'late.css', 'logo.png', 'x.png', 'y.png'],
  ])
  assert.equal(engine.compile(html('<p>{{a}}</p>')).assets, [])
})

parts('the place of a missing picture of a style sheet is told', async () => {
  const template = engine.compile(html('<link rel=stylesheet href=a.css><p>x</p>'), {
    assets: bytes({ 'a.css': '\np { background: url(gone.png) }' }),
  })
  const { warnings } = await engine.render(template, {})
  assert.equal(warnings.map(describe), [
    'a.css:2:21: there is no asset "gone.png" (hand it in under this name, on the command line with --base-dir)',
  ])
})

parts('editor documents have no parts in attributes and around texts', () => {
  const document = (content: readonly object[]): TemplateSource => ({ type: 'editor', source: { type: 'doc', content } })
  const codes = (source: TemplateSource): readonly string[] => {
    try {
      engine.compile(source, { parts: { a: 'x' } })
      return []
    } catch (thrown) {
      return thrown instanceof InputError ? thrown.diagnostics.map(describe) : [String(thrown)]
    }
  }
  assert.equal(codes(document([{ type: 'paragraph', content: [{ type: 'text', text: '{{> a}} {{> b}}' }] }])), [
    '/content/0/content/0/text: there is no shared part "b" (did you mean "a"?)',
  ])
  assert.match(codes(document([{ type: 'image', attrs: { src: '{{> a}}' } }]))[0]!, 'a shared part cannot be in an attribute')
  assert.match(
    codes(document([{ type: 'paragraph', content: [{ type: 'text', text: '{{#> a}}x{{/a}}' }] }]))[0]!,
    'a shared part cannot enclose texts',
  )
})

parts.run()
