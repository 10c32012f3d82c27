import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bindTemplate } from '../../../engine/bind/bind.ts'
import type { BoundNode } from '../../../engine/bind/bound.ts'
import { DiagnosticList } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import type { SourceDocument } from '../../../engine/source/source.ts'
import { compileTemplate } from '../../../engine/template/compile.ts'
import { partsText, sourceText } from '../../support/source-text.ts'

type Json = Record<string, unknown>

function parse(source: string | object): { document: SourceDocument; reporter: DiagnosticList } {
  const reporter = new DiagnosticList()
  return { document: parseEditor(source, { reporter, limits: DEFAULT_LIMITS }), reporter }
}

/** The body of a document with these blocks, as text. */
function body(content: readonly Json[], page?: Json): string {
  const { document, reporter } = parse({ type: 'doc', attrs: page === undefined ? null : { page }, content })
  assert.equal(reporter.all, [])
  const element = document.root.children[1]
  return element?.kind === 'element' ? sourceText(element.children) : ''
}

const text = (value: string, ...marks: (string | Json)[]): Json => ({
  type: 'text',
  text: value,
  ...(marks.length === 0 ? {} : { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
})
const node = (type: string, attrs: Json | null, ...content: readonly Json[]): Json => ({ type, attrs, content })
const p = (...content: readonly Json[]): Json => node('paragraph', null, ...content)
const line = (...content: readonly Json[]): string => body([p(...content)])

const nodes = suite('editor nodes')

nodes('paragraphs and headings', () => {
  assert.is(body([p(text('Hello'))]), '<p>Hello</p>')
  assert.is(
    body([node('heading', { level: 2, textAlign: 'center', spaceBefore: 12 }, text('H'))]),
    '<h2 style="text-align: center; margin-top: 12px">H</h2>',
  )
  assert.is(body([node('paragraph', { textAlign: null, id: 'x' }, text('a'))]), '<p>a</p>')
})

nodes('an empty paragraph and a trailing break keep their line', () => {
  assert.is(body([{ type: 'paragraph' }]), '<p><br></br></p>')
  assert.is(line(text('a'), { type: 'hardBreak' }), '<p>a<br></br><br></br></p>')
})

nodes('lists, quotes, code, rules', () => {
  assert.is(
    body([node('orderedList', { start: 3, type: 'a' }, node('listItem', null, p(text('a'))))]),
    '<ol start="3" type="a"><li><p>a</p></li></ol>',
  )
  assert.is(body([node('bulletList', null, node('listItem', null, p(text('a'))))]), '<ul><li><p>a</p></li></ul>')
  assert.is(body([node('blockquote', null, p(text('a'))), { type: 'horizontalRule' }]), '<blockquote><p>a</p></blockquote><hr></hr>')
  assert.is(body([node('codeBlock', { language: 'js' }, text('a  b'))]), '<pre><code>a  b</code></pre>')
})

nodes('marks nest in order, and adjacent nodes share them', () => {
  assert.is(line(text('a', 'bold'), text('b', 'bold', 'italic'), text('c')), '<p><strong>a<em>b</em></strong>c</p>')
  assert.is(
    line(text('x', { type: 'link', attrs: { href: 'https://a.example/{{id}}', target: '_blank' } })),
    '<p><a href="https://a.example/{{id}}">x</a></p>',
  )
  assert.is(
    line(
      text('x', { type: 'textStyle', attrs: { color: '#f00', fontFamily: 'Open Sans, serif', fontSize: '12pt', backgroundColor: null } }),
    ),
    '<p><span style="color: #f00; font-family: "Open Sans", serif; font-size: 12pt">x</span></p>',
  )
  assert.is(
    line(text('x', { type: 'highlight', attrs: { color: '#ff0' } }, 'code')),
    '<p><mark style="background-color: #ff0"><code>x</code></mark></p>',
  )
})

nodes('images are inline or blocks', () => {
  const image = { type: 'image', attrs: { src: '{{logo}}', alt: 'Logo of {{name}}', width: 120, height: null, align: 'right' } }
  assert.is(line(image), '<p><img src="{{logo}}" alt="Logo of {{name}}" style="width: 120px"></img></p>')
  assert.is(
    body([image]),
    '<div class="platen-figure" style="text-align: right"><img src="{{logo}}" alt="Logo of {{name}}" style="width: 120px"></img></div>',
  )
})

const cell = (type: string, attrs: Json | null, value: string): Json => node(type, attrs, p(text(value)))

nodes('tables: head rows, widths, spans, repeats', () => {
  const table = node(
    'table',
    { widths: ['auto', '30mm'], border: '1px solid #ccc' },
    node('tableRow', null, cell('tableHeader', null, 'A'), cell('tableHeader', { align: 'right' }, 'B')),
    node(
      'tableRow',
      { repeat: 'items', if: 'shown' },
      cell('tableCell', { colspan: 1, rowspan: 1, colwidth: null }, '{{a}}'),
      cell('tableCell', { verticalAlign: 'middle', border: false }, 'b'),
    ),
    node('tableRow', null, cell('tableCell', { colspan: 2 }, 'sum')),
  )
  const border = 'border: 1px solid #ccc'
  assert.is(
    body([table]),
    '<table class="platen-table"><colgroup><col style="width: auto"></col><col style="width: 30mm"></col></colgroup>' +
      `<thead><tr><th style="${border}"><p>A</p></th><th style="text-align: right; ${border}"><p>B</p></th></tr></thead>` +
      `<tbody><tr data-repeat="items" data-if="shown"><td style="${border}"><p>{{a}}</p></td><td style="vertical-align: middle; border: none"><p>b</p></td></tr>` +
      `<tr><td colspan="2" style="${border}"><p>sum</p></td></tr></tbody></table>`,
  )
})

nodes('column widths in pixels become percentages when all are known', () => {
  const widths = (...cells: Json[]): string[] =>
    body([node('table', null, node('tableRow', null, ...cells))]).match(/<col(?: [^>]*)?>/g) ?? []
  // 100 / (100 + 300) and 300 / (100 + 300)
  assert.equal(widths(cell('tableCell', { colwidth: [100] }, 'a'), cell('tableCell', { colwidth: [300] }, 'b')), [
    '<col style="width: 25%">',
    '<col style="width: 75%">',
  ])
  assert.equal(widths(cell('tableCell', { colspan: 2, colwidth: [100, 0] }, 'a')), ['<col style="width: 100px">', '<col>'])
  assert.equal(widths(cell('tableCell', null, 'a')), [])
})

nodes('columns, sections, breaks, spacers', () => {
  assert.is(
    body([node('columns', { gap: '5mm' }, node('column', { width: '40mm' }, p(text('a'))), node('column', null, p(text('b'))))]),
    '<div class="platen-columns" style="gap: 5mm"><div class="platen-column" style="flex: 0 1 40mm"><p>a</p></div><div class="platen-column"><p>b</p></div></div>',
  )
  assert.is(
    body([
      node(
        'section',
        { padding: '4mm', background: '#eee', border: '1pt solid red', radius: 4, keepTogether: true, breakBefore: true },
        p(text('a')),
      ),
    ]),
    '<div class="platen-section" style="padding: 4mm; background: #eee; border: 1pt solid red; border-radius: 4px; break-inside: avoid; break-before: page"><p>a</p></div>',
  )
  assert.is(
    body([{ type: 'pageBreak' }, { type: 'spacer', attrs: { height: '8mm' } }]),
    '<div class="platen-page-break"></div><div class="platen-spacer" style="height: 8mm"></div>',
  )
})

nodes('header and footer are running elements', () => {
  assert.is(
    body([p(text('x'))], { header: [p(text('H {{a}}'))], footer: [p({ type: 'pageNumber' }, text('/'), { type: 'pageCount' })] }),
    '<div class="platen-running platen-header"><p>H {{a}}</p></div>' +
      '<div class="platen-running platen-footer"><p><span class="platen-page-number"></span>/<span class="platen-page-count"></span></p></div><p>x</p>',
  )
})

const placeholders = suite('editor placeholders')

placeholders('variables become placeholders', () => {
  const variable = (attrs: Json): string => line({ type: 'variable', attrs })
  assert.is(variable({ name: 'customer.name' }), '<p>{{customer.name}}</p>')
  assert.is(variable({ name: 'total', format: 'currency EUR' }), '<p>{{currency total "EUR"}}</p>')
  assert.is(variable({ name: 'd', format: 'date d MMMM yyyy locale=de' }), '<p>{{date d "d MMMM yyyy" locale="de"}}</p>')
  assert.is(variable({ name: 'n', format: 'number decimals=2' }), '<p>{{number n decimals=2}}</p>')
  assert.is(variable({ name: 'a', fallback: '–' }), '<p>{{#if a includeZero=true}}{{a}}{{else}}–{{/if}}</p>')
  assert.is(
    variable({ name: 'a', format: 'upper', fallback: 'say "x"' }),
    '<p>{{#if a includeZero=true}}{{upper a}}{{else}}say "x"{{/if}}</p>',
  )
})

placeholders('repeats and conditions', () => {
  assert.is(body([node('repeat', { items: 'orders' }, p(text('{{no}}')))]), '{{#each orders}}<p>{{no}}</p>{{/each}}')
  assert.is(
    body([node('condition', { if: 'paid' }, p(text('a'))), node('condition', { unless: 'paid' }, p(text('b')))]),
    '{{#if paid}}<p>a</p>{{/if}}{{#unless paid}}<p>b</p>{{/unless}}',
  )
  assert.is(
    body([node('bulletList', null, node('repeat', { items: 'tags' }, node('listItem', null, p(text('{{this}}')))))]),
    '<ul>{{#each tags}}<li><p>{{this}}</p></li>{{/each}}</ul>',
  )
})

placeholders('blocks nest across marks and paragraphs', () => {
  assert.is(
    line(text('a {{#if vip}}'), text('thanks', 'bold'), text('{{else}}no{{/if}} b')),
    '<p>a {{#if vip}}<strong>thanks</strong>{{else}}no{{/if}} b</p>',
  )
  assert.is(body([p(text('{{#each items}}')), p(text('{{name}}')), p(text(' {{/each}} '))]), '{{#each items}}<p>{{name}}</p>{{/each}}')
})

placeholders('a block that opens in one paragraph and closes inside another is reported with its pointer', () => {
  const { reporter } = parse({ type: 'doc', content: [p(text('x {{#if a}}')), p(text('y {{/if}}'))] })
  assert.equal(
    reporter.all.map(({ code, at }) => [code, at]),
    [['block-unbalanced', { kind: 'pointer', pointer: '/content/0/content/0/text' }]],
  )
})

placeholders('placeholders have JSON pointers', () => {
  const { document } = parse({ type: 'doc', content: [p(text('a'), text('b {{c}}', 'bold'))] })
  const found = JSON.stringify(document.root).match(/"code":"c"[^}]*"at":\{[^}]*\}/)?.[0] ?? ''
  assert.match(found, '/content/0/content/1/text')
})

placeholders('codes', () => {
  assert.is(
    body([{ type: 'qrcode', attrs: { value: '{{url}}', size: '20mm' } }]),
    '<div class="platen-qrcode">{{qrcode url size="20mm"}}</div>',
  )
  assert.is(
    line({ type: 'qrcode', attrs: { value: 'https://a.example/{{id}}?x' } }),
    '<p><span class="platen-qrcode">{{qrcode (concat "https://a.example/" id "?x") size="25mm"}}</span></p>',
  )
  assert.is(
    body([{ type: 'barcode', attrs: { value: '4006381333931', symbology: 'ean13', height: 40 } }]),
    '<div class="platen-barcode">{{barcode "4006381333931" type="ean13" height="40px"}}</div>',
  )
})

placeholders('raw html has its own sheets, with values numbered through the document', () => {
  const raw = (size: string): Json => ({ type: 'rawHtml', attrs: { html: `<style>b { width: {{${size}}} }</style><b>{{x}}</b>` } })
  const { document, reporter } = parse({ type: 'doc', content: [raw('a'), raw('c')] })
  assert.equal(reporter.all, [])
  const [, first, second] = document.stylesheets
  assert.match(first?.text ?? '', /var\(--platen-0\)/)
  assert.match(second?.text ?? '', /var\(--platen-1\)/)
  assert.is(partsText(second?.values[0]?.parts ?? []), '{{c}}')
  assert.is(second?.values[0]?.name, '--platen-1')
  assert.match(sourceText([document.root]), '<b>{{x}}</b>')
})

placeholders('everything compiles and binds', () => {
  const source = {
    type: 'doc',
    content: [
      p({ type: 'variable', attrs: { name: 'total', format: 'currency EUR locale=en-IE' } }, text(' '), {
        type: 'variable',
        attrs: { name: 'none', format: 'upper', fallback: '–' },
      }),
      { type: 'qrcode', attrs: { value: 'https://a.example/{{id}}' } },
      node('table', null, node('tableRow', { repeat: 'items' }, cell('tableCell', null, '{{name}}'))),
      p(text('{{#each items}}')),
      p(text('{{name}}!', 'bold')),
      p(text('{{/each}}')),
    ],
  }
  const { document, reporter } = parse(source)
  const template = compileTemplate(document, { helpers: new Set(), reporter, limits: DEFAULT_LIMITS })
  const bound = bindTemplate(
    template,
    { total: 12.5, id: 7, items: [{ name: 'A' }, { name: 'B' }] },
    { helpers: new Map(), locale: 'en', timeZone: 'UTC', reporter, limits: DEFAULT_LIMITS, parseRich: () => [] },
  )
  const texts: string[] = []
  const labels: string[] = []
  const visit = (bound: BoundNode): void => {
    if (bound.kind === 'text') return void texts.push(bound.text)
    const label = bound.attributes.get('aria-label')
    if (label !== undefined) labels.push(label)
    for (const child of bound.children) visit(child)
  }
  visit(bound.root)
  assert.is(texts.join('|'), '€12.50 –|A|B|A!|B!')
  assert.equal(labels, ['https://a.example/7'])
  assert.equal(reporter.all, [])
})

const sheet = suite('editor page')

const css = (page: Json): string => parse({ type: 'doc', attrs: { page } }).document.stylesheets[0]?.text ?? ''

sheet('size, orientation, margins, background', () => {
  assert.match(css({}), /@page \{ size: A4; margin: 20mm 18mm 20mm 18mm \}/)
  assert.match(
    css({ size: 'Letter', orientation: 'landscape', margins: { top: '1in', left: 10 } }),
    /size: Letter landscape; margin: 1in 18mm 20mm 10px/,
  )
  assert.match(css({ size: { width: '80mm', height: '200mm' } }), /size: 80mm 200mm;/)
  assert.match(css({ size: { width: '80mm', height: '200mm' }, orientation: 'landscape' }), /size: 200mm 80mm;/)
  assert.match(css({ background: '#fafafa' }), /background: #fafafa/)
})

sheet('header and footer fill the width of the margin', () => {
  assert.match(
    css({ header: [p()], margins: { top: '30mm' } }),
    /@top-center \{ content: element\(platen-header\); width: 100%;.* padding-top: min\(10mm, calc\(30mm \/ 2\)\) \}/,
  )
  assert.not.match(css({}), /@top-center/)
})

sheet('fonts and language', () => {
  assert.match(css({ font: 'Open Sans', fontSize: '9pt' }), /html \{ font-family: "Open Sans", sans-serif; font-size: 9pt \}/)
  const { document } = parse({ type: 'doc', attrs: { page: { lang: 'de' } } })
  assert.is(document.language, 'de')
  assert.is(partsText(document.root.attributes[0]?.parts ?? []), 'de')
})

nodes.run()
placeholders.run()
sheet.run()
