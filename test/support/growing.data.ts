// Inputs of any length that make careless parsers, matchers and layouts take more than a proportionate time.

export interface GrowingInput {
  readonly type?: 'html' | 'editor'
  readonly source: string
  readonly data?: unknown
}

/** Makes an input of about `length` characters. */
export type Grow = (length: number) => GrowingInput

/** The unit again and again, to at least the length. */
const again = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length))

/** What `make` gives for 0, 1, 2 …, one after the other, to at least the length. */
function numbered(make: (i: number) => string, length: number): string {
  const parts: string[] = []
  for (let i = 0, total = 0; total < length; i++) total += parts[parts.push(make(i)) - 1]!.length
  return parts.join('')
}

const page = (source: string): GrowingInput => ({ source: `<!DOCTYPE html>${source}` })
/** The unit again and again as the body of a page, between a start and an end. */
const markup =
  (unit: string, before = '', after = ''): Grow =>
  (length) =>
    page(before + again(unit, length) + after)
const eachMarkup =
  (make: (i: number) => string, before = '', after = ''): Grow =>
  (length) =>
    page(before + numbered(make, length) + after)
/** As the text of a style sheet for a few elements. */
const sheet =
  (unit: string, before = '', after = ''): Grow =>
  (length) =>
    page(`<style>${before}${again(unit, length)}${after}</style><div class=a id=b><p class=a>x<p title=y>z</div>`)
/** As the value of a property. */
const value = (property: string, unit: string, before = '', after = ''): Grow => sheet(unit, `p { ${property}: ${before}`, `${after} }`)
/** As a value of the data, in a template. */
const datum =
  (template: string, unit: string, before = '', after = ''): Grow =>
  (length) => ({ ...page(template), data: { a: before + again(unit, length) + after } })
/** So many items, a hundredth of the length, in a template. */
const items =
  (template: string, characters = 16): Grow =>
  (length) => ({ ...page(template), data: { a: Array.from({ length: Math.ceil(length / characters) }, (_, i) => ({ n: i, s: `s${i}` })) } })
const editor =
  (unit: (i: number) => object, wrap: (content: object[]) => object[] = (content) => content): Grow =>
  (length) => {
    const content: object[] = []
    for (let total = 0; total < length; total += JSON.stringify(content.at(-1)).length) content.push(unit(content.length))
    return { type: 'editor', source: JSON.stringify({ type: 'doc', content: wrap(content) }) }
  }

const MARKUP: Readonly<Record<string, Grow>> = {
  'open angles': markup('<'),
  'start tags cut off': markup('<p '),
  'ends without beginning': markup('</p'),
  ampersands: markup('&'),
  'named references cut off': markup('&amp'),
  'numbers of references': markup('1', '&#'),
  'comments open': markup('<!--'),
  'ends of comments': markup('--!', '<!--'),
  'sections of data': markup('<![CDATA['),
  'processing instructions': markup('<?x '),
  paragraphs: markup('<p>'),
  breaks: markup('<br>'),
  'marks of form left open': markup('<b><p>', ''),
  'different marks left open': eachMarkup((i) => `<b x=${i}><p>`),
  'links in blocks': markup('<a href=#x><div>'),
  'text in tables': markup('x', '<table>'),
  'elements in tables': markup('<b>', '<table>'),
  'rows in tables': markup('<tr>', '<table>'),
  'cells in tables': markup('<td>', '<table>'),
  'tables in tables': markup('<table>'),
  options: markup('<option>', '<select>'),
  templates: markup('<template>'),
  'equal attributes': markup('a ', '<p ', '>x'),
  'different attributes': eachMarkup((i) => `a${i} `, '<p ', '>x'),
  'attributes without value': markup('=', '<p a', '>x'),
  'quotes of attributes': markup('"', '<p a', '>x'),
  'raw text ends': markup('</styl', '<style>'),
  'title ends': markup('</titl', '<title>'),
  'text area ends': markup('</textare', '<textarea>'),
  scripts: markup('<!--<script>', '<script>'),
  'classes of one element': eachMarkup((i) => `c${i} `, '<p class="', '">x'),
  ids: eachMarkup((i) => `<p id=i${i}>x`),
  'inner links': eachMarkup((i) => `<p id=i${i}><a href=#i${i + 1}>x</a>`),
  'inline elements': markup('<b>x</b> '),
  'line ends': markup('\n', '<pre>', 'x'),
  doctypes: markup('<!DOCTYPE html SYSTEM "x'),
  'source sets': markup('a 1x,', '<img srcset="', '">'),
  'media lists': markup('(min-width:1px) and ', '<style media="', '">p{color:red}</style>x'),
  'language tags': markup('en-', '<p lang="', '">x'),
  'list starts': markup('<li value=1>x', '<ol>'),
  ruby: markup('<rt>x', '<ruby>'),
  headings: eachMarkup((i) => `<h1>a${i}</h1>`),
}

const TEMPLATES: Readonly<Record<string, Grow>> = {
  'open braces': markup('{'),
  'pairs of braces': markup('{{'),
  'triples of braces': markup('{{{'),
  'closing braces': markup('}'),
  placeholders: markup('{{a}}'),
  'placeholders cut off': markup('{{a '),
  'raw placeholders': markup('{{{a}}}'),
  'comments of templates': markup('{{!--'),
  'short comments of templates': markup('{{!'),
  'escaped braces': markup('\\{{'),
  backslashes: markup('\\', '', '{{a}}'),
  'path segments': markup('a.', '{{', 'a}}'),
  parents: markup('../', '{{', 'a}}'),
  'bracketed segments': markup('[a].', '{{', 'a}}'),
  'brackets open': markup('[', '{{a.', '}}'),
  'expressions open': markup('(eq ', '{{', '}}'),
  arguments: markup('a ', '{{concat ', '}}'),
  'named arguments': eachMarkup((i) => `a${i}=1 `, '{{qrcode a ', '}}'),
  'strings open': markup('"', '{{concat a ', '}}'),
  'escaped quotes': markup('\\"', '{{concat a "', '"}}'),
  digits: markup('1', '{{concat ', '}}'),
  spaces: markup(' ', '{{a', '}}'),
  blocks: markup('{{#if a}}x{{/if}}'),
  'blocks left open': markup('{{#if a}}'),
  'blocks closed only': markup('{{/if}}'),
  alternatives: markup('{{else if a}}x', '{{#if a}}y', '{{/if}}'),
  'bare alternatives': markup('{{else}}', '{{#if a}}', '{{/if}}'),
  sections: eachMarkup((i) => `{{#a${i}}}{{b}}{{/a${i}}}`),
  'blocks across elements': markup('<b>{{#if a}}</b>', ''),
  'blocks in attributes': markup('{{#if a}}x{{/if}}', '<p title="', '">'),
  'guarded attributes': eachMarkup((i) => `{{#if a}}a${i}{{/if}} `, '<p ', '>'),
  'different variables': eachMarkup((i) => `{{a${i}}}`),
  'fields of an object': eachMarkup((i) => `{{a.b${i}}}`),
  'unknown helpers': eachMarkup((i) => `{{helper${i} a}}`),
  'placeholders in styles': markup('color:{{a}};', '<p style="', '">x'),
  'placeholders in sheets': markup('p{color:{{a}}}', '<style>', '</style><p>x'),
  'trimming marks': markup('{{~a~}} '),
  partials: markup('{{> a}}'),
  'data repeats': markup('<p data-repeat="a">x</p>'),
}

const SHEETS: Readonly<Record<string, Grow>> = {
  semicolons: sheet(';'),
  'semicolons of a rule': sheet(';', 'p {', '}'),
  'open blocks': sheet('{'),
  'closed blocks': sheet('}'),
  'open parentheses': sheet('(', 'p { width: ', '}'),
  'open brackets': sheet('['),
  'comments in sheets': sheet('/*'),
  'whole comments': sheet('/**/'),
  'strings in sheets': sheet('"'),
  'backslashes in sheets': sheet('\\'),
  'at signs': sheet('@'),
  'at rules': sheet('@x '),
  'media nested': sheet('@media print {'),
  'supports nested': sheet('(', '@supports ', '{}'),
  'rules nested': sheet('p {'),
  layers: sheet('a.', '@layer ', 'a;'),
  imports: sheet('@import "x";'),
  pages: sheet('@page :first{margin:1px}'),
  'page names': (length) => page(`<style>${numbered((i) => `@page n${i}{margin:1px}`, length)}</style>x`),
  selectors: sheet('p,', '', 'p{color:red}'),
  descendants: sheet('div ', '', 'p{color:red}'),
  children: sheet('div>', '', 'p{color:red}'),
  siblings: sheet('p~', '', 'p{color:red}'),
  'classes of a selector': sheet('.a', 'p', '{color:red}'),
  negations: sheet(':not(', 'p', '{color:red}'),
  matches: sheet(':is(p,', '', '{color:red}'),
  has: sheet(':has(', 'p', '{color:red}'),
  'nth of': sheet(':nth-child(2n+1 of ', '', 'p{color:red}'),
  'nth digits': sheet('1', 'p:nth-child(', 'n){color:red}'),
  'attributes of a selector': sheet('[title]', 'p', '{color:red}'),
  'attribute brackets open': sheet('[title='),
  colons: sheet(':', 'p', '{color:red}'),
  'empty rules': sheet('p{}'),
  'universal rules': sheet('*{color:red}'),
  'class rules': (length) => page(`<style>${numbered((i) => `.c${i}{color:red}`, length)}</style><p class="c0 c1">x`),
  declarations: sheet('color:red;', 'p{', '}'),
  'unknown declarations': sheet('colour:red;', 'p{', '}'),
  bangs: value('color', '!'),
  important: value('color', '!important'),
  'custom properties': (length) => page(`<style>p{${numbered((i) => `--a${i}:var(--a${i + 1});`, length)}color:var(--a0)}</style><p>x`),
  'custom properties, backwards': (length) => page(`<style>p{--a0:red;${numbered((i) => `--a${i + 1}:var(--a${i});`, length)}}</style><p>x`),
  fallbacks: value('color', 'var(--a,'),
  references: value('font-family', 'var(--a) ', '', '; --a: x'),
  'calculations nested': value('width', 'calc('),
  sums: value('width', '1px + ', 'calc(', '1px)'),
  products: value('width', '1*', 'calc(1px*', '1)'),
  signs: value('width', '-', 'calc(', '1px)'),
  'least of many': value('width', '1px,', 'min(', '1px)'),
  numbers: value('width', '1', '', 'px'),
  fractions: value('width', '1', '0.', 'px'),
  exponents: value('width', 'e1', '1', 'px'),
  points: value('width', '.'),
  hashes: value('color', '#'),
  addresses: value('background', 'url('),
  address: value('background', 'x', 'url(', ')'),
  pictures: value('background', 'url(x),', '', 'url(x)'),
  'colour stops': value('background', 'red,', 'linear-gradient(', 'red)'),
  gradients: value('background', 'linear-gradient(red,blue),', '', 'none'),
  shadows: value('box-shadow', '1px 1px red,', '', '1px 1px red'),
  families: value('font-family', 'a,', '', 'a'),
  features: value('font-feature-settings', '"a111" 1,', '', '"a111" 1'),
  'strings of content': value('content', '"x" '),
  'counters reset': (length) => page(`<style>p{counter-reset:${numbered((i) => `c${i} `, length)}}</style><p>x<p>y`),
  'counters of content': value('content', 'counter(a) '),
  transforms: value('transform', 'rotate(1deg) '),
  filters: value('filter', 'opacity(1) '),
  'columns of a grid': value('grid-template-columns', '1px ', '', '; display: grid'),
  'areas of a grid': value('grid-template-areas', '"a" ', '', '; display: grid'),
  'repeats of a grid': value('grid-template-columns', 'repeat(2,', '', '; display: grid'),
  'names of a grid': (length) => page(`<style>div{display:grid;grid-template-columns:${numbered((i) => `[n${i}] 1px `, length)}}</style><div><p>x</div>`),
  'sides of a border': value('border', 'solid '),
  'layers of a mask': value('mask', 'linear-gradient(red, #0000) exclude,', '', 'none; height: 9px'),
  polygon: value('clip-path', '1px 1px,', 'polygon(', '1px 1px)'),
  'ranges of a font': sheet('U+1,', '@font-face{font-family:F;src:url(x);unicode-range:', 'U+1}'),
  'sources of a font': sheet('url(x),', '@font-face{font-family:F;src:', 'url(x)}'),
  quotes: value('quotes', '"a" "b" '),
  'attribute values': value('content', 'attr(title) '),
}

const TEXTS: Readonly<Record<string, Grow>> = {
  'one long word': markup('x', '<p>'),
  words: markup('word ', '<p>'),
  'balanced words': markup('word ', '<p style="text-wrap: balance">'),
  'pretty words': markup('word ', '<p style="text-wrap: pretty">'),
  'justified words': markup('word ', '<p style="text-align: justify">'),
  'hyphenated word': markup('representation', '<p lang=en style="hyphens: auto; text-align: justify">'),
  'soft hyphens': markup('a\u00ad', '<p>'),
  'zero width spaces': markup('a\u200b', '<p>'),
  joiners: markup('\u{1F468}\u200d', '<p>'),
  'combining marks': markup('\u0301', '<p>a'),
  flags: markup('\u{1F1E9}', '<p>'),
  'directions by turns': markup('a\u05d0', '<p>'),
  embeddings: markup('\u202a', '<p>', 'x'),
  overrides: markup('\u202e', '<p>', 'x'),
  isolates: markup('\u2067', '<p>', 'x'),
  'isolates closed': markup('\u2067a\u2069', '<p>', 'x'),
  'brackets of both directions': markup('(\u05d0[', '<p>', 'x'),
  'isolates that look for their direction': markup('\u2068\u2068\u2069\u2069', '<p>', 'x'),
  'isolating elements': markup('<bdi>\u05d0</bdi>', '<p>'),
  'digits from right to left': markup('1 ', '<p dir=rtl>', 'x'),
  'brackets without letters': markup('(1)', '<p dir=rtl>'),
  'tabs from right to left': markup('\t', '<pre dir=rtl>', 'x'),
  'lines that turn': markup('a\n\u05d0\n', '<pre style="unicode-bidi:plaintext">'),
  syllables: markup('\u1100\u1161\u11a8', '<p>'),
  ideographs: markup('\u6f22', '<p>'),
  thai: markup('\u0e01\u0e34', '<p>'),
  arabic: markup('\u0628', '<p>'),
  tabs: markup('\t', '<pre>', 'x'),
  'tabs in lines that wrap': markup('a\t', '<p style="white-space: pre-wrap">'),
  'preformatted lines': markup('x\n', '<pre>'),
  capitals: markup('\u00df', '<p style="text-transform: uppercase">'),
  'letters apart': markup('ab', '<p style="letter-spacing: 1px">'),
  'broken anywhere': markup('ab', '<p style="overflow-wrap: anywhere; width: 1px">'),
  ellipsis: markup('ab', '<p style="white-space: nowrap; overflow: hidden; text-overflow: ellipsis; width: 9px">'),
  'hanging punctuation': markup('",', '<p style="hanging-punctuation: first last">'),
  'right to left words': markup('\u05d0\u05d1 ', '<p dir=rtl>'),
  'first letter': markup('"', '<style>p::first-letter{color:red}</style><p>', 'x'),
  'first line': markup('x ', '<style>p::first-line{font-size:9pt}</style><p>', 'x'),
}

const LAYOUTS: Readonly<Record<string, Grow>> = {
  floats: markup('<i style="float:left">x</i>'),
  'floats by turns': markup('<i style="float:left">x</i><i style="float:right;clear:left">x</i>'),
  'wide floats': markup('<i style="float:left;width:60%">x</i>', '<div>', 'x'),
  'floats without room': markup('<i>x</i><b>x</b>', '<style>i,b{float:left;width:30%;height:70pt;break-inside:avoid}b{height:90pt}</style>'),
  'floats in lines': markup('x <i style="float:left;width:1px;height:9px"></i>', '<p>'),
  'absolute boxes': markup('<i style="position:absolute">x</i>'),
  'inline blocks': markup('<i style="display:inline-block">x</i>'),
  'flex items': markup('<i>x</i>', '<div style="display:flex;flex-wrap:wrap">'),
  'flex items of a width': markup('<div style="width:90px">x</div>', '<div style="display:flex;flex-wrap:wrap">'),
  'flex items in one line': markup('<i>x</i>', '<div style="display:flex">'),
  'grid items': markup('<i>x</i>', '<div style="display:grid;grid-template-columns:repeat(3,1fr)">'),
  'dense grid items': markup('<i style="grid-column:span 2">x</i>', '<div style="display:grid;grid-template-columns:repeat(3,1fr);grid-auto-flow:dense">'),
  'spanning grid items': eachMarkup((i) => `<i style="grid-row:${i + 1}/span 50">x</i>`, '<div style="display:grid">'),
  'columns of a table': markup('<td>x', '<table><tr>'),
  'spanning columns': eachMarkup((i) => `<tr><td colspan=${(i % 9) + 1}>x<td>y`, '<table>'),
  'spanning rows': markup('<tr><td rowspan=1000>x<td>y', '<table>'),
  'collapsed borders': markup('<tr><td style="border:1px solid">x', '<table style="border-collapse:collapse">'),
  'rows of a body': markup('<tr><td>x', '<table><thead><tr><td>h</thead><tbody>'),
  bodies: markup('<tbody><tr><td>x', '<table>'),
  'table columns': markup('<col width=1>', '<table>', '<tr><td>x'),
  'text columns': markup('<p>x', '<div style="columns:3">'),
  'balanced columns': markup('<p>x', '<div style="columns:3;column-fill:balance;height:9cm">'),
  'headings kept with what follows': markup('<p style="break-after:avoid">x'),
  unbreakable: markup('<p style="break-inside:avoid">x'),
  'forced pages': markup('<p style="break-before:page">x'.padEnd(64, ' ')),
  margins: markup(`${'<div style="margin:1px">'.padEnd(40, ' ')}</div>`),
  'negative margins': markup('<p style="margin-top:-9px">x'),
  orphans: markup('x<br>', '<p style="orphans:99;widows:99">'),
  footnotes: markup('<span style="float:footnote">x</span> '.padEnd(64, 'y ')),
  'running elements': markup('<p style="position:running(a)">x', '<style>@page{@top-left{content:element(a)}}</style>'),
  'named strings': markup('<p>x', '<style>p{string-set:a content()}@page{@top-left{content:string(a)}}</style>'),
  bookmarks: markup('<p style="bookmark-level:1">x'),
  'bookmarks ever deeper': eachMarkup((i) => `<p style="bookmark-level:${(i % 99) + 1}">x`),
  'numbers of target pages': eachMarkup((i) => `<p id=i${i}><a href=#i${i}>x</a>`, '<style>a::after{content:target-counter(attr(href),page)}</style>'),
  'scopes of counters': markup('<p>x', '<style>p{counter-reset:a b c;counter-increment:d}p::before{content:counters(a,".")}</style>'),
  'last of kind': markup('<p>x', '<style>p:nth-last-child(2n),p:last-of-type,p:only-of-type{color:red}</style>'),
  'later siblings': markup('<p>x', '<style>p~p~p~p~p{color:red}</style>'),
  'has siblings': markup('<p>x', '<style>p:has(~b){color:red}</style>'),
  'has descendants': markup('<p>x', '<style>body:has(b) p,p:has(b){color:red}</style>'),
  'nth of selectors': markup('<p>x', '<style>p:nth-child(2n of .a){color:red}</style>'),
  'empty elements': markup('<p></p>', '<style>p:empty{height:1px}</style>'),
  baselines: markup('<i style="vertical-align:top">x</i>', '<p>'),
  stacking: eachMarkup((i) => `<i style="position:relative;z-index:${i % 7}">x</i>`),
  'sticky headings': markup('<h1>x</h1>'),
  rules: markup('<hr>'),
}

const DRAWINGS: Readonly<Record<string, Grow>> = {
  'path moves': markup('M0 0', '<svg><path d="', '"/></svg>'),
  'path numbers': markup('1', '<svg><path d="M0 ', '"/></svg>'),
  'path points': markup('.', '<svg><path d="M0', '"/></svg>'),
  'path signs': markup('-1', '<svg><path d="M0 0L', '"/></svg>'),
  'path arcs': markup('a1 1 0 011 1', '<svg><path d="M0 0', '"/></svg>'),
  'path letters': markup('Z', '<svg><path d="M0 0', '"/></svg>'),
  points: markup('1,1 ', '<svg><polygon points="', '"/></svg>'),
  'transforms of drawings': markup('rotate(1) ', '<svg><g transform="', '"><rect width=1 height=1 /></g></svg>'),
  shapes: markup('<rect width=1 height=1 />', '<svg>', '</svg>'),
  'shapes used': markup('<use href="#a"/>', '<svg><g id=a><rect width=1 height=1 /></g>', '</svg>'),
  'uses in a chain': (length) => page(`<svg>${numbered((i) => `<g id=a${i}><use href="#a${i + 1}"/></g>`, length)}</svg>`),
  stops: markup('<stop offset=0 />', '<svg><linearGradient id=a>', '</linearGradient><rect fill="url(#a)" width=9 height=9 /></svg>'),
  'stops used': (length) => page(`<svg><linearGradient id=a>${again('<stop offset=.5 />', length / 2)}</linearGradient>${again('<rect fill="url(#a)" width=9 height=9 />', length / 2)}</svg>`),
  'text along a path': (length) => page(`<svg><path id=a d="M0 0${again('L9 9 1 1', length / 2)}"/><text><textPath href="#a">${again('x', length / 2)}</textPath></text></svg>`),
  'texts along a path': (length) => page(`<svg><path id=a d="M0 0${again('L9 9 1 1', length / 2)}"/>${again('<text><textPath href="#a">x</textPath></text>', length / 2)}</svg>`),
  'gradients in a chain': (length) => page(`<svg>${numbered((i) => `<linearGradient id=a${i} href="#a${i + 1}"/>`, length)}<rect fill="url(#a0)" width=9 height=9 /></svg>`),
  dashes: markup('1 ', '<svg><path d="M0 0H9" stroke="red" stroke-dasharray="', '"/></svg>'),
  'positions of letters': markup('1 ', '<svg><text x="', '">abc</text></svg>'),
  'spans of text': markup('<tspan>x</tspan>', '<svg><text>', '</text></svg>'),
  'clips in a chain': (length) =>
    page(`<svg>${numbered((i) => `<clipPath id=a${i} clip-path="url(#a${i + 1})"><rect width=9 height=9 /></clipPath>`, length)}<rect clip-path="url(#a0)" width=9 height=9 /></svg>`),
  markers: markup('L1 1', '<svg><marker id=a><rect width=1 height=1 /></marker><path marker-mid="url(#a)" d="M0 0', '"/></svg>'),
  'effects of a filter': markup('<feOffset/>', '<svg><filter id=a>', '</filter><rect filter="url(#a)" width=9 height=9 /></svg>'),
  'masks in a chain': (length) =>
    page(
      `<svg>${numbered((i) => `<mask id=a${i}><rect width=9 height=9 mask="url(#a${i + 1})"/><rect width=8 height=9 mask="url(#a${i + 1})"/></mask>`, length)}<rect mask="url(#a0)" width=9 height=9 /></svg>`,
    ),
  'patterns in a chain': (length) =>
    page(
      `<svg>${numbered((i) => `<pattern id=a${i} width=1 height=1><rect width=9 height=9 fill="url(#a${i + 1})" stroke="url(#a${i + 1})"/></pattern>`, length)}<rect fill="url(#a0)" width=9 height=9 /></svg>`,
    ),
  'markers in a chain': (length) =>
    page(
      `<svg>${numbered((i) => `<marker id=a${i}><path d="M0 0L1 1" marker-start="url(#a${i + 1})" marker-end="url(#a${i + 1})"/></marker>`, length)}<path d="M0 0L1 1" marker-end="url(#a0)"/></svg>`,
    ),
  'groups used in a chain': (length) => page(`<svg>${numbered((i) => `<g id=a${i} opacity=.5><use href="#a${i + 1}"/><use href="#a${i + 1}"/></g>`, length)}</svg>`),
  drawings: markup('<svg width=1 height=1><rect width=1 height=1 /></svg>'),
}

const DATA: Readonly<Record<string, Grow>> = {
  'long value': datum('<p>{{a}}', 'x '),
  'value in an attribute': datum('<p title="{{a}}">x', '"'),
  'value in a style': datum('<p style="color: {{a}}">x', '('),
  'value in a string of a style': datum(`<p style="font-family: '{{a}}'">x`, "'"),
  'value in an address': datum('<a href="{{a}}">x</a>', '\t'),
  'value in a picture': datum('<img src="{{a}}">', 'A', 'data:image/png;base64,'),
  'escapes in a picture': datum('<img src="{{a}}">', '%', 'data:image/png,'),
  'spaces in a picture': datum('<img src="{{a}}">', ' ', 'data:image/png;base64,', '!'),
  'parameters of a picture': datum('<img src="{{a}}">', ';a=b', 'data:image/png', ',x'),
  'rich elements': datum('{{{a}}}', '<b>'),
  'rich paragraphs': datum('{{{a}}}', '<p>'),
  'rich angles': datum('{{{a}}}', '<'),
  'rich references': datum('{{{a}}}', '&'),
  'rich links': datum('{{{a}}}', '<a href="x">'),
  'rich marks left open': (length) => ({ ...page('{{{a}}}'), data: { a: numbered((i) => `<b x=${i}><p>`, length) } }),
  'digits of a number': datum('{{number a}}', '1'),
  'spaces of a number': datum('{{number a}}', ' ', '1', 'x'),
  'digits of an amount': datum('{{currency a "EUR"}}', '1', '0.'),
  'digits of a date': datum('{{date a}}', '1'),
  'dashes of a date': datum('{{date a}}', '-1'),
  'spaces of a date': datum('{{date a}}', ' ', '2026-01-01', 'x'),
  'pattern of a date': datum('{{date "2026-01-01" a}}', 'yyyy'),
  'quotes in a pattern of a date': datum('{{date "2026-01-01" a}}', "'"),
  letters: datum('{{upper a}}{{lower a}}', '\u0130'),
  'digits to add': datum('{{add a 1}}{{multiply a a}}{{divide 1 a}}', '9'),
  'digits to round': datum('{{round a 2}}', '9', '0.'),
  'digits compared': datum('{{gt a 1}}', '9'),
  'digits of decimals': datum('{{number 1 decimals=a}}', '9'),
  'name of a locale': datum('{{number 1 locale=a}}', 'x-'),
  'name of a zone': datum('{{date "2026-01-01" timeZone=a}}', 'X/'),
  'name of a currency': datum('{{currency 1 a}}', 'X'),
  code: datum('{{qrcode a}}', 'x'),
  bars: datum('{{barcode a}}', '1'),
  'colour of a code': datum('{{qrcode "x" color=a}}', '#'),
  items: items('{{#each a}}<p>{{n}}{{/each}}'),
  'rows of items': items('<table>{{#each a}}<tr><td>{{n}}<td>{{s}}{{/each}}</table>'),
  'items in a line': items('<p>{{#each a}}{{s}} {{/each}}'),
  'items joined': items('{{join a ", " "s"}}'),
  'items summed': items('{{sum a "n"}}{{count a}}'),
  'items summed by page': items('<style>@page{@bottom-left{content:pagesum(n)}}</style><table>{{#each a}}<tr><td>{{n}}{{/each}}</table>'),
  'items in attributes': items('{{#each a}}<p title="{{s}}" class="{{s}}" style="width:{{n}}px">x{{/each}}', 32),
  'items in a chart': items('<svg>{{#each a}}<rect x="{{n}}" width=1 height=1 />{{/each}}</svg>', 32),
  keys: (length) => ({
    ...page('{{#each a}}{{@key}} {{/each}}'),
    data: { a: Object.fromEntries(Array.from({ length: Math.ceil(length / 16) }, (_, i) => [`k${i}`, i])) },
  }),
  'rules for values of items': (length) => ({
    ...page(`<style>${numbered((i) => `[title=s${i}]{color:red}.s${i}{margin:1px}`, length / 2)}</style>{{#each a}}<p title="{{s}}" class="{{s}}">x{{/each}}`),
    data: { a: Array.from({ length: Math.ceil(length / 32) }, (_, i) => ({ s: `s${i}` })) },
  }),
  'items missing': items('{{#each a}}{{missing}}{{../b}}{{/each}}'),
}

const text = (text: string, ...marks: object[]): object => ({ type: 'text', text, ...(marks.length === 0 ? {} : { marks }) })
const paragraph = (...content: object[]): object => ({ type: 'paragraph', content })

const EDITOR: Readonly<Record<string, Grow>> = {
  'editor paragraphs': editor(() => paragraph(text('x'))),
  'editor texts': editor(
    (i) => text('x ', { type: i % 2 === 0 ? 'bold' : 'italic' }),
    (content) => [paragraph(...content)],
  ),
  'editor long text': (length) => ({ type: 'editor', source: JSON.stringify({ type: 'doc', content: [paragraph(text(again('{{a', length)))] }) }),
  'editor variables': editor((i) => paragraph(text(`{{a${i}}}`))),
  'editor blocks': editor(() => paragraph(text('{{#if a}}x{{/if}}'))),
  'editor blocks left open': editor(() => paragraph(text('{{#if a}}'))),
  'editor unknown nodes': editor(() => ({ type: 'paragraf' })),
  'editor wrong attributes': editor(() => ({ type: 'heading', attrs: { level: 9 } })),
  'editor raw html': (length) => ({
    type: 'editor',
    source: JSON.stringify({ type: 'doc', content: [{ type: 'rawHtml', attrs: { html: again('<b><p>', length) } }] }),
  }),
  'editor json': (length) => ({ type: 'editor', source: again('[', length) }),
  'editor strings': (length) => ({ type: 'editor', source: `"${again('\\u0041', length)}` }),
  'editor rows': editor(
    () => ({ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph(text('x'))] }] }),
    (content) => [{ type: 'table', content }],
  ),
}

/** By name. */
export const GROWING: Readonly<Record<string, Grow>> = {
  ...MARKUP,
  ...TEMPLATES,
  ...SHEETS,
  ...TEXTS,
  ...LAYOUTS,
  ...DRAWINGS,
  ...DATA,
  ...EDITOR,
}

/** Two of them in one document: what the first left open, or the sheets it brought, the second meets. Items of data are those of the second. */
export const pairOf =
  (first: Grow, second: Grow): Grow =>
  (length) => {
    const [a, b] = [first(length >> 1), second(length >> 1)]
    return { source: a.source + b.source.replace('<!DOCTYPE html>', ''), data: { ...Object(a.data), ...Object(b.data) } }
  }
