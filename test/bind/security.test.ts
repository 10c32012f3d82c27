import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { escapeStyleString, isSafeLink, isSafeSource, isSafeStyleValue } from '../../engine/bind/helpers/safety.ts'
import { bind, show } from '../support/binding.ts'

const security = suite('security')

// ── prototypes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

security('inherited fields are out of reach', () => {
  const paths = [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'a.constructor',
    'a.__proto__.b',
    'constructor.constructor',
    'l.map',
    's.length.constructor',
    's.big',
    '@root.constructor',
    'this.constructor',
    'a.[__proto__]',
  ]
  for (const path of paths) {
    assert.is(bind(`[{{${path}}}]`, { a: { b: 1 }, l: [1], s: 'x' }).text, '[]', path)
  }
  assert.is(show('{{lookup a "constructor"}}{{lookup a "__proto__"}}{{lookup l "map"}}', { a: {}, l: [] }), '')
})

security('own fields of such names are data, but __proto__ never is', () => {
  const data = JSON.parse(
    '{"constructor": "c", "a": {"toString": "t", "__proto__": {"b": "evil"}}, "__proto__": {"x": "evil"}, "l": [{"__proto__": {"x": "evil"}}]}',
  ) as unknown
  assert.is(
    bind('{{constructor}}{{a.toString}}[{{x}}{{a.b}}{{__proto__.x}}{{a.__proto__.b}}{{#each l}}{{x}}{{__proto__.x}}{{/each}}]', data).text,
    'ct[]',
  )
  assert.is(show('{{#each a}}{{@key}} {{/each}}', data), 'toString ')
  assert.is(({} as Record<string, unknown>)['b'], undefined)
})

security('helper names are own properties only', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'valueOf', '@style-value']) {
    assert.ok(
      bind(`{{(${name} a)}}`, {}).diagnostics.some(({ severity }) => severity === 'error'),
      name,
    )
  }
})

security('objects without a prototype are data', () => {
  const data = Object.assign(Object.create(null) as object, { a: Object.assign(Object.create(null) as object, { b: 1 }) })
  assert.is(show('{{a.b}}{{#each a}}{{@key}}{{/each}}', data), '1b')
})

security('functions in the data are never called', () => {
  let called = 0
  const trap = () => ++called
  const data = { f: trap, o: { toString: trap, valueOf: trap, toJSON: trap, [Symbol.toPrimitive]: trap } }
  bind('{{f}}{{o}}{{f.call}}{{number o}}{{eq o "x"}}{{upper f}}{{date o}}<p title="{{o}}" style="color:{{o}}">{{{o}}}', data)
  assert.is(called, 0)
})

// ── markup ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

const NAUGHTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '</title></style></table>',
  '<!--',
  '&lt;b&gt;',
  '{{a}}',
  '{{#each a}}',
  '\u{F0000}',
  ']]>',
  '\0',
  '$' + '{a}',
  '</textarea>',
]

security('data adds no markup in any position', () => {
  for (const value of NAUGHTY) {
    const { document, text } = bind(
      '<title>{{v}}</title><p title="{{v}}" class={{v}}>{{v}}</p><textarea>{{v}}</textarea><table><tr><td>{{v}}</table>',
      { v: value },
    )
    const p = `<p title="${value}" class="${value}">${value}</p>`
    assert.is(text, `${p}<textarea>${value}</textarea><table><tbody><tr><td>${value}</td></tr></tbody></table>`)
    assert.is(document.title, value)
  }
})

security('rich values keep a few inline elements', () => {
  const rich = (value: string): string => bind('{{{v}}}', { v: value }).text
  assert.is(rich('a <b>b</b><br><i>c</i> &lt;d&gt; &amp;'), 'a <b>b</b><br></br><i>c</i> <d> &')
  assert.is(rich('<ul><li>1<li>2</ul><p class="x" style="color:red" onclick="y">p'), '<ul><li>1</li><li>2</li></ul><p>p</p>')
  assert.is(rich('<a href="https://x.y/" target=_blank onclick=z>l</a>'), '<a href="https://x.y/">l</a>')
  assert.is(rich('<img src=x><script>s</script><style>t</style><svg><a>u</a></svg><iframe>v</iframe>w'), 'w')
  assert.is(rich('<h1>a</h1><div>b <u>c</u></div>'), 'a<br></br>b <u>c</u><br></br>')
  assert.is(rich('{{v}} \u{F0000}<b>'), '{{v}} \u{F0000}<b></b>')
  assert.is(rich('<table><tr><td>x</table>'), 'x<br></br>')
  assert.is(rich('plain > text'), 'plain > text')
})

security('rich links are checked', () => {
  const { text, codes } = bind('{{{v}}}', {
    v: '<a href="java&#115;cript:x">a</a><a href=" JavaScript:x">b</a><a href="data:text/html,x">c</a><a href="#d">d</a>',
  })
  assert.is(text, '<a>a</a><a>b</a><a>c</a><a href="#d">d</a>')
  assert.equal(new Set(codes), new Set(['blocked-url']))
})

security('rich values are limited in nesting and length', () => {
  const { text } = bind('{{{v}}}', { v: `${'<b>'.repeat(100_000)}x` })
  assert.ok(text.length < 1000)
})

security('lone surrogates break neither codes nor URLs', () => {
  const { text } = bind('{{qrcode a}}{{qrcode "x" alt=a}}<a href="https://x/{{a}}">{{a}}</a>', { a: 'x\ud800' })
  assert.is(text.match(/<svg/g)?.length, 2)
})

// ── styles ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

security('values of styles', () => {
  for (const value of [
    'red',
    '#fff',
    '12.5mm',
    '50%',
    'rgb(1, 2, 3)',
    'calc(100% - (2 * 3px))',
    'Noto Sans',
    '1px solid #000',
    'größe',
    '',
    'translateX(3px) rotate(4deg)',
    '-1.5em',
    'linear-gradient(90deg, red 10%, blue)',
    'var(--x)',
  ]) {
    assert.ok(isSafeStyleValue(value), value)
  }
  for (const value of [
    'red;x:y',
    'a}b',
    'url(x)',
    'URL(x)',
    'image-set(x)',
    'u\\72l(x)',
    '"x"',
    "'",
    'a/*b',
    'a*/',
    'red!important',
    '@import',
    'expression(x)',
    'element(#x)',
    'attr(x)',
    'a)',
    '(a',
    ')(',
    '<x',
    'a:b',
    'src(x)',
    'image(x)',
    'a\0b',
    '-moz-element(#a)',
  ]) {
    assert.not.ok(isSafeStyleValue(value), value)
  }
})

/** The style attribute after binding, and the number of warnings. */
function style(text: string, value: unknown): readonly [string | undefined, number] {
  const { document, codes } = bind(`<p style="${text}">`, { v: value })
  const [, body] = [...document.root.children]
  const [p] = body?.kind === 'element' ? [...body.children] : []
  return [p?.kind === 'element' ? p.attributes.get('style') : undefined, codes.length]
}

security('a placeholder in a style attribute fills a value and nothing else', () => {
  assert.equal(style('color:{{v}};width:1px', 'red'), ['color:red;width:1px', 0])
  assert.equal(style('color:{{v}};width:1px', 'red;background:url(http://x)'), ['color:;width:1px', 1])
  assert.equal(style('width:{{v}}%', 5), ['width:5%', 0])
  assert.equal(style('color:{{#if v}}{{v}}{{else}}blue{{/if}}', 'a:b'), ['color:', 1])
  assert.equal(style('{{v}}', 'color:red'), ['', 1])
  assert.equal(style('{{v}}:red', 'color'), [':red', 1])
  assert.equal(style('{{#if v}}color:red{{/if}}', true), ['color:red', 0])
})

security('in strings and urls of a style attribute values are escaped', () => {
  assert.equal(style("font-family:'{{v}}',serif", "O'Brien\\;\n}"), ["font-family:'O\\27 Brien\\5c ;\\a }',serif", 0])
  assert.equal(style("background:url('{{v}}')", "x') y;"), ["background:url('x%27%29%20y;')", 0])
  assert.equal(style('background:url({{v}})', 'logo.png'), ['background:url(logo.png)', 0])
  assert.equal(style('background:url({{v}})', 'javascript:x'), ['background:url()', 1])
  assert.equal(style('background:url({{v}})', 'file:///etc/passwd'), ['background:url()', 1])
  assert.equal(style('color:/* {{v}} : */{{v}}', ';'), ['color:/*  : */', 1])
})

security('values in style sheets are escaped and filtered', () => {
  const properties = (css: string, value: unknown): readonly string[] => [
    ...bind(`<style>a{${css}}</style>`, { v: value }).document.properties.values(),
  ]
  assert.equal(properties('color:{{v}}', 'red'), ['red'])
  assert.equal(properties('color:{{v}}', 'red}b{x:y'), [''])
  assert.equal(properties('width:calc({{v}} * 2)', '1px) url(x'), [''])
  assert.equal(properties('content:"{{v}}"', '"; } b { c: "d'), ['"\\22 ; } b { c: \\22 d"'])
  assert.equal(properties('background:url({{v}})', '") , url("http://x'), ['url("%22%29%20,%20url%28%22http://x")'])
  assert.equal(properties('background:url({{v}})', 'vbscript:x'), ['none'])
  assert.is(escapeStyleString('a"b\\c\n</style>'), 'a\\22 b\\5c c\\a \\3c /style\\3e ')
})

// ── addresses ───────────────────────────────────────────────────────────────────────────────────────────────────────────

security('schemes are parsed as in browsers', () => {
  for (const url of ['http://x', 'HTTPS://x', 'mailto:a@b', 'tel:+1', '#x', '', 'page.html', '/a:b', '?a=b:c', 'a b'])
    assert.ok(isSafeLink(url), url)
  for (const url of [
    'javascript:x',
    ' javascript:x',
    'java\nscript:x',
    'JAVASCRIPT:x',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'file:///x',
    'blob:x',
    'view-source:x',
    'C:\\x',
  ]) {
    assert.not.ok(isSafeLink(url), url)
  }
  for (const url of ['logo.png', 'data:image/png;base64,x', 'https://x/y.png', '']) assert.ok(isSafeSource(url), url)
  for (const url of ['data:text/html,x', 'file:///x', 'javascript:x', 'data:application/pdf,x', 'ftp://x', 'C:\\x.png'])
    assert.not.ok(isSafeSource(url), url)
})

security('URLs from data are checked after all their parts are joined', () => {
  const attributes = (html: string, value: unknown): string => bind(html, { v: value }).text
  assert.is(attributes('<a href="{{v}}">', 'https://x'), '<a href="https://x"></a>')
  assert.is(attributes('<a href="{{v}}">', 'javascript:x'), '<a></a>')
  assert.is(attributes('<a href="java{{v}}">', 'script:x'), '<a></a>')
  assert.is(attributes('<a href="https://x/{{v}}">', 'javascript:x'), '<a href="https://x/javascript:x"></a>')
  assert.is(attributes('<img src="{{v}}">', 'file:///etc/passwd'), '<img></img>')
  assert.is(
    attributes('<svg><image xlink:href="{{v}}"/><use href="{{v}}"/><a href="{{v}}"/></svg>', 'file:///x'),
    '<svg><image></image><use></use><a></a></svg>',
  )
  assert.is(attributes('{{image v}}', 'file:///x'), '')
  assert.is(attributes('<body background="{{v}}">x', 'file:///x'), 'x')
})

security.run()
