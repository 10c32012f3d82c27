import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, describe } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS, type Limits } from '../../engine/limits.ts'
import { parseFragmentNodes, parseHtml, parseVector } from '../../engine/source/html.ts'
import type { SourceDocument, SourceElement } from '../../engine/source/source.ts'
import { partsText, sourceText } from '../support/source-text.ts'

const html = suite('html')

interface Parsed {
  readonly document: SourceDocument
  /** The body's content. */
  readonly body: string
  readonly problems: readonly string[]
}

function parse(text: string, limits: Partial<Limits> = {}): Parsed {
  const list = new DiagnosticList()
  const document = parseHtml(text, { reporter: list, limits: { ...DEFAULT_LIMITS, ...limits } })
  const body = document.root.children.find((child): child is SourceElement => child.kind === 'element' && child.tag === 'body')
  return { document, body: sourceText(body?.children ?? []), problems: list.all.map(describe) }
}

/** The body of a template without problems. */
function body(text: string): string {
  const parsed = parse(text)
  assert.equal(parsed.problems, [])
  return parsed.body
}

html('a document has its mode, language and title', () => {
  const { document } = parse('<!doctype html><html lang="de"><title>Invoice {{no}}</title>x')
  assert.is(document.mode, 'standards')
  assert.is(document.language, 'de')
  assert.is(partsText(document.title), 'Invoice {{no}}')
  assert.is(parse('x').document.mode, 'quirks')
  assert.is(
    parse('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">').document.mode,
    'limited-quirks',
  )
})

html('a byte order mark is dropped', () => {
  assert.is(parse('\uFEFF<!doctype html><p>a').document.mode, 'standards')
})

html('blocks nest between rows, with and without a tbody', () => {
  const rows = '{{#each items}}<tr><td>{{name}}</td></tr>{{else}}<tr><td>none</td></tr>{{/each}}'
  assert.is(body(`<table>${rows}</table>`), `<table><tbody>${rows}</tbody></table>`)
  assert.is(body(`<table><tbody>${rows}</tbody></table>`), `<table><tbody>${rows}</tbody></table>`)
  assert.is(
    body(`<table><thead><tr><th>a</th></tr></thead>${rows}</table>`),
    `<table><thead><tr><th>a</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
})

html('blocks nest around parts of a table', () => {
  assert.is(
    body('<table>{{#if a}}<thead><tr><th>h</th></tr></thead>{{/if}}<tr><td>x</td></tr></table>'),
    '<table>{{#if a}}<thead><tr><th>h</th></tr></thead>{{/if}}<tbody><tr><td>x</td></tr></tbody></table>',
  )
  assert.is(
    body('<table>{{#if a}}<caption>c</caption><tr><td>x</td></tr>{{/if}}</table>'),
    '<table>{{#if a}}<caption>c</caption><tbody><tr><td>x</td></tr></tbody>{{/if}}</table>',
  )
  assert.is(
    body('<table><tr>{{#each a}}<td>{{this}}</td>{{/each}}</tr></table>'),
    '<table><tbody><tr>{{#each a}}<td>{{this}}</td>{{/each}}</tr></tbody></table>',
  )
  assert.is(
    body('<table>{{#each w}}<col width="{{this}}">{{/each}}<tr><td>'),
    '<table><colgroup>{{#each w}}<col width="{{this}}"></col>{{/each}}</colgroup><tbody><tr><td></td></tr></tbody></table>',
  )
})

html('blocks nest across omitted end tags', () => {
  assert.is(body('<ul>{{#each a}}<li>{{this}}{{/each}}</ul>'), '<ul>{{#each a}}<li>{{this}}</li>{{/each}}</ul>')
  assert.is(body('<ul><li>first{{#each a}}<li>{{this}}{{/each}}</ul>'), '<ul><li>first</li>{{#each a}}<li>{{this}}</li>{{/each}}</ul>')
  assert.is(
    body('<table>{{#each a}}<tr><td>1<td>2{{/each}}</table>'),
    '<table><tbody>{{#each a}}<tr><td>1</td><td>2</td></tr>{{/each}}</tbody></table>',
  )
  assert.is(body('{{#if a}}<p>1{{else}}<p>2{{/if}}<p>3'), '{{#if a}}<p>1</p>{{else}}<p>2</p>{{/if}}<p>3</p>')
  assert.is(body('<p>{{#if a}}<div>x</div>{{/if}}'), '<p></p>{{#if a}}<div>x</div>{{/if}}')
})

html('nested and adjacent blocks keep their order across implied tags', () => {
  assert.is(body('{{#each a}}{{#each b}}x{{/each}}{{/each}}'), '{{#each a}}{{#each b}}x{{/each}}{{/each}}')
  assert.is(
    body('<table>{{#a}}{{#b}}<tr><td>x{{/b}}{{/a}}</table>'),
    '<table><tbody>{{#a}}{{#b}}<tr><td>x</td></tr>{{/b}}{{/a}}</tbody></table>',
  )
  assert.is(
    body('<ul><li>0{{#a}}{{#b}}<li>1{{else}}{{/b}}{{/a}}{{#c}}<li>2{{/c}}</ul>'),
    '<ul><li>0</li>{{#a}}{{#b}}<li>1</li>{{/b}}{{/a}}{{#c}}<li>2</li>{{/c}}</ul>',
  )
})

html('blocks nest around the content of an implied body', () => {
  assert.is(body('<title>t</title>{{#if a}}<p>x</p>{{/if}}y'), '{{#if a}}<p>x</p>{{/if}}y')
  assert.is(body('{{#each a}}\n<p>{{b}}</p>\n{{/each}}'), '{{#each a}}<p>{{b}}</p>\n{{/each}}')
})

html('a block around the whole document is moved inside of it', () => {
  const { document, body: content } = parse(
    '{{#with inv}}<!doctype html><html lang="{{l}}"><head><title>{{t}}</title></head><body>{{x}}</body></html>{{/with}}',
  )
  assert.is(content, '{{#with inv}}{{x}}{{/with}}')
  assert.is(partsText(document.title), '{{#with inv}}{{t}}{{/with}}')
  assert.is(partsText(document.root.attributes[0]!.parts), '{{#with inv}}{{l}}{{/with}}')
})

html('blocks nest in selects, attributes, textareas and around attributes', () => {
  assert.is(body('<select>{{#each o}}<option>{{this}}{{/each}}</select>'), '<select>{{#each o}}<option>{{this}}</option>{{/each}}</select>')
  assert.is(body('<p class="a {{#if b}}c {{else}} d{{/if}} e">'), '<p class="a {{#if b}}c {{else}} d{{/if}} e"></p>')
  assert.is(body('<textarea>{{#if a}}<b>{{/if}}</textarea>'), '<textarea>{{#if a}}<b>{{/if}}</textarea>')
})

function guardsOf(text: string): readonly string[] {
  const { document, problems } = parse(text)
  assert.equal(problems, [])
  const element = (document.root.children[1] as SourceElement).children[0] as SourceElement
  return element.attributes.map(
    ({ name, parts, guards }) => `${name}=${partsText(parts)}${(guards ?? []).map((g) => ` ${g.isNegated ? '!' : ''}${g.code}`).join('')}`,
  )
}

html('attributes can be conditional', () => {
  assert.equal(guardsOf('<p {{#if a}}hidden{{/if}}>'), ['hidden= if a'])
  assert.equal(guardsOf('<p{{#if a}} class="x"{{/if}} id="{{i}}">'), ['class=x if a', 'id={{i}}'])
  assert.equal(guardsOf('<p {{#if a}} class="x" {{else}} class="y" {{/if}}>'), ['class=x if a', 'class=y !if a'])
  assert.equal(guardsOf('<p {{#if a}}title="1"{{else if b}}title="2"{{else}}title="3"{{/if}}>'), [
    'title=1 if a',
    'title=2 !if a if b',
    'title=3 !if a !if b',
  ])
  assert.equal(guardsOf('<p {{#unless a}}lang=de{{/unless}}>'), ['lang=de unless a'])
})

html('comments are dropped, except for block tags with partners outside', () => {
  assert.is(
    body('<table><!-- {{#each a}} --><tr><td>{{b}}</td></tr><!-- {{/each}} --></table>'),
    '<table><tbody>{{#each a}}<tr><td>{{b}}</td></tr>{{/each}}</tbody></table>',
  )
  assert.is(body('a<!-- {{#if x}}{{y}}{{/if}} -->b'), 'ab')
})

html('private use characters of the author are preserved', () => {
  assert.is(
    body('<p title="&#xF0001;">\u{F0000}{{a}}\u{10FFFD}&#983041;&#x2014;</p>'),
    '<p title="\u{F0001}">\u{F0000}{{a}}\u{10FFFD}\u{F0001}—</p>',
  )
  assert.is(parse('<style>.a::after{content:"&#xF0001;"}</style>').document.stylesheets[0]!.text, '.a::after{content:"&#xF0001;"}')
})

html('svg keeps the case of names and self-closing tags', () => {
  assert.is(
    body('<svg viewBox="0 0 1 1"><linearGradient/><path d="M{{x}} 0"/></svg>'),
    '<svg viewBox="0 0 1 1"><linearGradient></linearGradient><path d="M{{x}} 0"></path></svg>',
  )
})

html('positions refer to the author’s text', () => {
  const { document } = parse('<p>\n  é{{a}} &amp;\r\n <b class="{{ c }}">{{! x\n }}{{#if d}}{{e}}{{/if}}</b>')
  const p = (document.root.children[1] as SourceElement).children[0] as SourceElement
  const at = (node: unknown): string => {
    const { line, column } = (node as { at: { line: number; column: number } }).at
    return `${line}:${column}`
  }
  const [text, b] = p.children as [{ parts: unknown[] }, SourceElement]
  assert.is(at(text.parts[1]), '2:6') // two spaces, é, two braces
  assert.is(at(b), '3:2')
  assert.is(at(b.attributes[0]), '3:5')
  assert.is(at(b.attributes[0]!.parts[0]), '3:15') // <b class=" is ten characters from column 2; two braces, a space
  const [block] = b.children as readonly unknown[] as [{ block: { at: unknown; body: { parts: unknown[] }[] } }]
  assert.is(at(block.block), '4:7') // ` }}` ends the comment, then {{# from column 4
  assert.is(at(block.block.body[0]!.parts[0]), '4:15')
})

html('a block that crosses elements is reported where it opens', () => {
  const { problems } = parse('<p>\n<b>{{#if a}}x</b>{{/if}}</p>')
  assert.equal(problems, ['2:4: block {{#if}} opens in <b> and closes in another element (open and close a block in the same element)'])
  assert.is(parse('<p title="{{#if a}}">{{/if}}</p>').problems.length, 1)
  assert.is(parse('<p>{{#if a}}<b>{{else}}</b>{{/if}}</p>').problems.length, 1)
})

html('content that a table moves out of a block is an error', () => {
  const rest = 'is not allowed directly in a table and is moved before it'
  assert.equal(parse('<table>{{#if a}}<div>x</div>{{/if}}<tr><td>').problems, [
    `1:17: <div> ${rest}, out of its block (put it into a cell)`,
  ])
  assert.equal(parse('<table><tr>{{#if a}}{{b}}{{/if}}').problems, [`1:21: a placeholder ${rest}, out of its block (put it into a cell)`])
  assert.equal(parse('<table>{{b}}<tr><td>').problems, [`1:8: a placeholder ${rest} (put it into a cell)`])
  assert.equal(parse('{{#if a}}<table><div>x</div><tr><td>{{b}}</table>{{/if}}').problems, [])
  assert.equal(parse('<table>{{#if a}}<tr><td><div>{{b}}</div></td></tr>{{/if}}</table>').problems, [])
})

html('placeholders name neither elements nor attributes', () => {
  assert.equal(parse('<h{{n}}>x</h{{n}}>').problems, [
    '1:1: a placeholder cannot name an element (write the elements out in {{#if}} blocks)',
  ])
  assert.equal(parse('<p {{a}}>').problems, [
    '1:4: a placeholder cannot name an attribute (put the placeholder into the value, as in class="{{x}}")',
  ])
  assert.match(parse('<p {{#each a}}x="1"{{/each}}>').problems[0]!, '{{#each}} cannot enclose attributes')
})

html('elements that are never rendered are kept without content', () => {
  const { body: content, problems } = parse(
    '<p>a<script>x({{y}})</script><noscript>n</noscript><template>t</template><iframe src="x"></iframe>b',
  )
  assert.is(content, '<p>a<script></script><noscript></noscript><template></template><iframe src="x"></iframe>b</p>')
  assert.equal(problems, [
    '1:5: <script> has no effect (scripts do not run; use placeholders and blocks)',
    '1:74: <iframe> has no effect (frames are not loaded; put the content into the template)',
  ])
  assert.equal(parse('<script type="application/ld+json">{}</script>').problems, [])
})

html('linked style sheets come from the embedding program or are reported', () => {
  const text = '<link rel=stylesheet href="a.css" media=print><link rel="icon" href="x"><link rel="Stylesheet" href="http://a/b.css">'
  const list = new DiagnosticList()
  const document = parseHtml(text, {
    reporter: list,
    limits: DEFAULT_LIMITS,
    styleSheet: (file) => (file === 'a.css' ? { file, text: 'a{}' } : undefined),
  })
  assert.equal(
    document.stylesheets.map((sheet) => `${sheet.media}|${sheet.text}`),
    ['print|a{}'],
  )
  assert.equal(list.all.map(describe), ['1:73: style sheet "http://a/b.css" is not loaded (put the CSS into a <style> element)'])
})

/** The sheet, and the values of its placeholders. */
function sheet(css: string): readonly string[] {
  const { document, problems } = parse(`<style>${css}</style>`)
  const [first] = document.stylesheets
  return [first!.text, ...first!.values.map(({ name, styleContext, parts }) => `${name} ${styleContext} ${partsText(parts)}`), ...problems]
}

html('placeholders in style sheets become custom properties', () => {
  assert.equal(sheet('a{color:{{c}};margin:0 {{ m }}mm}'), [
    'a{color:var(--platen-0);margin:0 var(--platen-1)}',
    '--platen-0 value {{c}}',
    '--platen-1 value {{m}}mm',
  ])
  assert.equal(sheet('a::before{content:"No. {{n}} \\"x\\""}'), ['a::before{content:var(--platen-0)}', '--platen-0 string No. {{n}} "x"'])
  assert.equal(sheet("a{background:url('{{u}}.png') no-repeat}"), ['a{background:var(--platen-0) no-repeat}', '--platen-0 url {{u}}.png'])
  assert.equal(sheet('a{background:url({{u}})}'), ['a{background:var(--platen-0)}', '--platen-0 url {{u}}'])
  assert.equal(sheet('@page{size:{{w}} {{h}}}/* {{x}} */'), [
    '@page{size:var(--platen-0) var(--platen-1)}/*  */',
    '--platen-0 value {{w}}',
    '--platen-1 value {{h}}',
  ])
  assert.equal(sheet('a{color:{{#if x}}red{{else}}blue{{/if}}!important}'), [
    'a{color:var(--platen-0)!important}',
    '--platen-0 value {{#if x}}red{{else}}blue{{/if}}',
  ])
})

html('custom properties are numbered across all sheets', () => {
  const { document } = parse('<style>a{b:{{c}}}</style><style>d{e:{{f}}}</style>')
  assert.equal(
    document.stylesheets.map((each) => each.text),
    ['a{b:var(--platen-0)}', 'd{e:var(--platen-1)}'],
  )
})

html('elsewhere in a style sheet placeholders are errors', () => {
  const hint = '(in a style sheet it is allowed in the value of a property only; elsewhere use a class, as in class="{{x}}")'
  assert.is(sheet('.{{a}}{}')[1], `1:11: a placeholder cannot replace selectors, rules or declarations of a style sheet ${hint}`)
  assert.is(sheet('a{ {{p}}: red }')[1], `1:13: a placeholder cannot replace selectors, rules or declarations of a style sheet ${hint}`)
  assert.is(sheet('{{#if a}}b{}{{/if}}')[1], `1:11: a block cannot replace selectors, rules or declarations of a style sheet ${hint}`)
})

html('limits are errors, not crashes', () => {
  assert.match(parse('x'.repeat(100), { templateBytes: 99 }).problems[0]!, 'larger than 99 bytes')
  assert.match(parse('é'.repeat(50), { templateBytes: 99 }).problems[0]!, 'larger than 99 bytes')
  // html, body and 48 of them are 50: the next begins at 48 × 5 + 1
  assert.match(parse('<div>'.repeat(60), { depth: 50 }).problems[0]!, '1:241: elements are nested deeper than 50')
  assert.match(parse('<br>'.repeat(60), { nodes: 50 }).problems[0]!, 'more than 50 elements')
  assert.match(parse('<b>'.repeat(100_000), { depth: 50 }).problems[0]!, 'nested deeper')
})

html('fragments are parsed as the content of a div', () => {
  assert.is(sourceText(parseFragmentNodes('<b>x</b> &amp; <tr><td>y')), '<b>x</b> & y')
  assert.is(sourceText(parseFragmentNodes('{{a}} \u{F0000}')), '{{a}} \u{F0000}')
  assert.is(sourceText(parseFragmentNodes('<p>'.repeat(10))), '<p></p>'.repeat(10))
})

html('an svg file is parsed to its root element', () => {
  const svg = parseVector(
    '<?xml version="1.0"?><!DOCTYPE svg><!-- c --><svg viewBox="0 0 2 1"><g><use xlink:href="#a"/>t</g><style><![CDATA[a{}]]></style></svg>',
  )
  assert.is(svg?.attributes.get('viewBox'), '0 0 2 1')
  const [group, style] = svg!.children as readonly unknown[] as [
    { children: [{ attributes: ReadonlyMap<string, string> }, string] },
    { children: string[] },
  ]
  assert.is(group.children[0].attributes.get('xlink:href'), '#a')
  assert.is(group.children[1], 't')
  assert.equal(style.children, ['a{}'])
  assert.is(parseVector('no'), undefined)
})

html.run()
