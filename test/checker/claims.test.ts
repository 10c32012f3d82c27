// What is claimed holds by the checker; what cannot be kept is an error before a byte leaves.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError, type RenderOptions } from '../../engine/index.ts'
import { checkPdf, describeFindings } from '../support/checker/check.ts'
import type { Profile } from '../support/checker/rules.ts'
import { SAMPLES, sampleData, sampleSource } from '../support/samples.ts'

const engine = await createEngine()
const claims = suite('claims')

const PAGE = `<html lang="en"><title>Report</title><style>@page { size: 200pt } td { border: 1pt solid }</style><h1>Report</h1>
<p>Text with <a href="https://example.com/">a link</a> and <em>more</em>.</p>
<img alt="A square" width="10" height="10" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1' opacity='.5'/></svg>">
<table><thead><tr><th>Name<th>Sum<tbody><tr><td>One<td>1<tr><td>Two<td>2</table>`

async function codesOf(source: string, options: RenderOptions): Promise<readonly string[]> {
  try {
    await engine.render(engine.compile({ type: 'html', source }), {}, options)
    return []
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.map(({ code }) => code)
  }
}

for (const names of [['ua-1'], ['a-2b'], ['a-2u'], ['a-2a'], ['a-3u', 'ua-1'], ['a-3a', 'ua-1'], ['a-3b'], ['a-4']]) {
  claims(`a document that claims ${names.join(' and ')} keeps it`, async () => {
    const template = engine.compile({ type: 'html', source: PAGE })
    const options = { conformance: names, metadata: { author: 'Ann', keywords: ['a', 'b'], creationDate: '2026-01-31' } }
    const { pdf } = await engine.render(template, {}, options)
    for (const name of names) assert.is(describeFindings(checkPdf(pdf, name as Profile)), '')
    assert.equal(Buffer.from((await engine.render(template, {}, options)).pdf), Buffer.from(pdf))
  })
}

claims('PDF/A-4 is of PDF 2.0, without an information dictionary', async () => {
  const template = engine.compile({ type: 'html', source: PAGE })
  const files = [{ name: 'data.csv', data: new TextEncoder().encode('a,b') }]
  const { pdf } = await engine.render(template, {}, { conformance: ['a-4f'], attachments: files, metadata: { author: 'Ann' } })
  assert.is(describeFindings(checkPdf(pdf, 'a-4f')), '')
  assert.ok(checkPdf(pdf, 'a-4').some(({ rule }) => rule === '6.9-t3'))
  assert.match(Buffer.from(pdf).toString('latin1'), /^%PDF-2\.0/)
  const other = await engine.render(template, {}, { conformance: ['a-3b'] })
  const broken = checkPdf(other.pdf, 'a-4').map(({ rule }) => rule)
  assert.equal(
    ['6.1.2-t1', '6.1.3-t4', '6.7.3-t2', '6.7.3-t3', '6.7.3-t5'].filter((rule) => !broken.includes(rule)),
    [],
  )
  const refused: readonly RenderOptions[] = [
    { conformance: ['a-4', 'ua-1'] },
    { conformance: ['a-4', 'a-2b'] },
    { conformance: ['a-4f'] },
    { conformance: ['a-4'], attachments: files },
    { conformance: ['a-4'], objectStreams: false },
    { conformance: ['a-4e'] },
    { conformance: ['ua-2'] },
  ]
  for (const options of refused) assert.equal(await codesOf(PAGE, options), ['conformance'], JSON.stringify(options))
})

claims('nothing is claimed that was not asked for', async () => {
  const { pdf } = await engine.render(engine.compile({ type: 'html', source: PAGE }), {})
  assert.not.match(Buffer.from(pdf).toString('latin1'), /pdfaid|pdfuaid|OutputIntent/)
  assert.ok(checkPdf(pdf, 'a-2b').some(({ rule }) => rule === '6.6.4-t1'))
})

claims('translucent content, and links in pictures and decoration, keep PDF/UA-1 and PDF/A-3a', async () => {
  const source = `<html lang="en"><title>T</title><div style="opacity:.5"><h1>Faded</h1><p>one <a href="https://example.com">link</a></p>
    <table><tr><th>a<tr><td>b</table></div><p style="mix-blend-mode:multiply">blended</p><p style="mask-image:linear-gradient(#000,transparent)">masked</p>
    <div role="img" aria-label="all"><a href="https://example.com">in</a></div><div aria-hidden="true"><a href="https://example.com">no</a></div>
    <p id="n" style="background:url(data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Ccircle r='3'/%3E%3C/svg%3E)">see <a role="doc-noteref" href="#n">1</a></p><p style="background:linear-gradient(red,transparent);text-shadow:1px 1px 3px red">shadow</p></html>`
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { conformance: ['ua-1', 'a-3a'] })
  for (const profile of ['ua-1', 'a-3a'] as const) assert.is(describeFindings(checkPdf(pdf, profile)), '')
})

claims('samples keep PDF/A-2u and PDF/A-3u', async () => {
  for (const { name, type, file } of SAMPLES) {
    const template = engine.compile({ type, source: sampleSource(file) })
    for (const profile of ['a-2u', 'a-3u'] as const) {
      const { pdf } = await engine.render(template, sampleData(name), { conformance: [profile] })
      assert.is(describeFindings(checkPdf(pdf, profile)), '', name)
    }
  }
})

claims('a template claims by itself, and the caller has the last word', async () => {
  const source = PAGE.replace('<title>', '<meta name="platen:conformance" content="a-3u ua-1"><title>')
  const template = engine.compile({ type: 'html', source })
  const { pdf } = await engine.render(template, {})
  assert.is(describeFindings([...checkPdf(pdf, 'ua-1'), ...checkPdf(pdf, 'a-3u')]), '')
  const plain = await engine.render(template, {}, { conformance: [] })
  assert.not.match(Buffer.from(plain.pdf).toString('latin1'), 'pdfuaid')
})

claims('an editor document claims on its page', async () => {
  const doc = (title: string | null) => ({
    type: 'doc',
    attrs: { page: { lang: 'en', title, conformance: 'ua-1 a-2a' } },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
  })
  const { pdf } = await engine.render(engine.compile({ type: 'editor', source: JSON.stringify(doc('Letter')) }), {})
  assert.is(describeFindings([...checkPdf(pdf, 'ua-1'), ...checkPdf(pdf, 'a-2a')]), '')
  const untitled = engine.compile({ type: 'editor', source: JSON.stringify(doc(null)) })
  await engine.render(untitled, {}).then(
    () => assert.unreachable(),
    (thrown: InputError) => assert.is(thrown.diagnostics[0]?.code, 'ua-title'),
  )
})

const REFUSED: readonly (readonly [what: string, source: string, options: RenderOptions, code: string])[] = [
  ['PDF/A-1', PAGE, { conformance: ['a-1b'] }, 'conformance'],
  ['PDF/UA-2', PAGE, { conformance: ['ua-2'] }, 'conformance'],
  ['a standard that does not exist', PAGE, { conformance: ['ua-9'] }, 'conformance'],
  ['two parts of PDF/A', PAGE, { conformance: ['a-2b', 'a-3b'] }, 'conformance'],
  ['tags that are switched off', PAGE, { conformance: ['ua-1'], tagged: false }, 'conformance'],
  ['a picture without alternative', PAGE.replace('alt="A square"', ''), { conformance: ['ua-1'] }, 'ua-alt'],
  ['no title', PAGE.replace('<title>Report</title>', ''), { conformance: ['ua-1'] }, 'ua-title'],
  ['no language', PAGE.replace('lang="en"', ''), { conformance: ['ua-1'] }, 'ua-language'],
  ['a heading that skips levels', PAGE.replace('<p>', '<h4>Deep</h4><p>'), { conformance: ['ua-1'] }, 'ua-heading'],
  ['CMYK in PDF/A', PAGE.replace('<p>', '<p style="color: device-cmyk(0 1 0 0)">'), { conformance: ['a-2b'] }, 'conformance'],
  ['a character without a glyph', PAGE.replace('Text', '\u{10fffd}'), { conformance: ['a-2b'] }, 'missing-glyph'],
  ['a page that is too small for PDF/A', PAGE.replace('200pt', '2pt'), { conformance: ['a-2b'] }, 'conformance'],
]

for (const [what, source, options, code] of REFUSED) {
  claims(`refuses ${what}`, async () => {
    const codes = await codesOf(source, options)
    assert.ok(codes.includes(code), codes.join(' ') || 'no error')
  })
}

claims('a stream gives no byte of a document whose claim does not hold', async () => {
  const template = engine.compile({ type: 'html', source: PAGE.replace('alt="A square"', '') })
  let bytes = 0
  try {
    for await (const chunk of engine.stream(template, {}, { conformance: ['ua-1'] })) bytes += chunk.length
    assert.unreachable()
  } catch (thrown) {
    assert.instance(thrown, InputError)
  }
  assert.is(bytes, 0)
})

claims('a name that is no standard is an error of the template', () => {
  assert.throws(
    () => engine.compile({ type: 'html', source: '<meta name="platen:conformance" content="a-9">' }),
    (thrown: InputError) => {
      const [fault] = thrown.diagnostics
      return fault?.code === 'conformance' && fault.at?.kind === 'text' && fault.at.line === 1
    },
  )
})

/** What was painted outside of every sequence of marked content, or of a form field without a role. */
const MARKED: Readonly<Record<string, string>> = {
  'a line behind the text that it underlines': '<p style="text-decoration: line-through">text</p><p>more</p>',
  'text as a clip': '<p style="background: linear-gradient(red, blue); -webkit-background-clip: text; color: transparent">text</p>',
  'a mask of two layers':
    '<p style="background: lime; mask: linear-gradient(red, transparent) exclude, linear-gradient(red, red)">text</p>',
  'a translucent gradient': '<p style="background: linear-gradient(red, transparent)">text</p>',
  'form fields without attributes': '<textarea>text</textarea><select><option>one</select><button>go</button>',
}

for (const [what, body] of Object.entries(MARKED)) {
  claims(`content is tagged or an artifact: ${what}`, async () => {
    const template = engine.compile({ type: 'html', source: `<html lang="en"><title>T</title>${body}` })
    assert.is(describeFindings(checkPdf((await engine.render(template, {}, { conformance: ['ua-1'] })).pdf, 'ua-1')), '')
  })
}

claims('a head that comes later, between rows of a span, has its own columns', async () => {
  const source = `<html lang="en"><title>T</title><style>@page { size: 200pt 90pt; margin: 10pt }</style><table><thead><tr><th>one</th></tr><tr data-on="last"><th>two</th></tr></thead>
    <tr><td rowspan="4">a</td><td>b</td></tr><tr><td>c</td></tr><tr style="break-before: page"><td>d</td></tr><tr><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>`
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { conformance: ['ua-1'] })
  assert.is(describeFindings(checkPdf(pdf, 'ua-1')), '')
})

claims('finished PDFs are not merged into a document with claims', async () => {
  const template = engine.compile({ type: 'html', source: PAGE })
  const { pdf } = await engine.render(template, {})
  const merged = engine.merge([{ template, data: {} }, { pdf }], { conformance: ['ua-1'] })
  await merged.then(
    () => assert.unreachable(),
    (thrown: InputError) => assert.is(thrown.diagnostics[0]?.code, 'conformance'),
  )
})

claims('templates that are merged keep a claim together', async () => {
  const template = engine.compile({ type: 'html', source: PAGE })
  const { pdf } = await engine.merge(
    [
      { template, data: {} },
      { template, data: {} },
    ],
    { conformance: ['ua-1', 'a-2a'] },
  )
  assert.is(describeFindings([...checkPdf(pdf, 'ua-1'), ...checkPdf(pdf, 'a-2a')]), '')
})

claims('classic cross references are written on request', async () => {
  const template = engine.compile({ type: 'html', source: PAGE })
  const { pdf } = await engine.render(template, {}, { objectStreams: false, conformance: ['ua-1', 'a-2u'] })
  assert.match(Buffer.from(pdf).toString('latin1'), /\nxref\n0 \d+\n/)
  assert.is(describeFindings([...checkPdf(pdf, 'ua-1'), ...checkPdf(pdf, 'a-2u')]), '')
  const { pdf: small } = await engine.render(template, {}, { conformance: ['ua-1', 'a-2u'] })
  assert.ok(small.length < pdf.length * 0.85, `${small.length} of ${pdf.length}`)
})

claims.run()
