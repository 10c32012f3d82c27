// Documents that mean harm: numbers without end, trees without bottom, things that contain themselves. None of them may cost more than an
// answer that says so.

export interface HostileDocument {
  readonly type?: 'html' | 'editor'
  readonly source: string
  readonly data?: object
}

const again = (text: string, count: number): string => text.repeat(count)
const of = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const html = (source: string, data?: object): HostileDocument => ({ source: `<!DOCTYPE html>${source}`, ...(data === undefined ? {} : { data }) })
const editor = (content: unknown, attrs?: object): HostileDocument => ({
  type: 'editor',
  source: JSON.stringify({ type: 'doc', ...(attrs === undefined ? {} : { attrs }), content }),
})

/** Lengths and counts that no design has. */
const NUMBERS = ['0', '-1', '1e9', '-1e9', '1e308', '-1e308', '1e400', 'NaN', 'Infinity', '-Infinity', '0.0000001', '99999999999999999999', '-0']
const lengths = NUMBERS.flatMap((number) => [`${number}px`, `${number}em`, `${number}%`, `calc(${number}px * 1e300 * 1e300)`, `calc(1px / 0 * ${number})`])

const LENGTH_PROPERTIES =
  'width height min-width max-width min-height max-height margin margin-left padding border-width border-radius outline-width outline-offset font-size line-height letter-spacing word-spacing text-indent tab-size top left column-width column-gap column-rule-width gap row-gap flex-basis border-spacing text-underline-offset text-decoration-thickness vertical-align background-size background-position object-position perspective transform-origin'.split(
    ' ',
  )
const COUNT_PROPERTIES =
  'column-count orphans widows z-index order flex-grow flex-shrink opacity font-weight line-clamp initial-letter counter-reset counter-increment bookmark-level aspect-ratio zoom scale'.split(' ')

function withProperty(property: string, values: readonly string[]): HostileDocument {
  const boxes = values.map((value, i) => {
    const more = i % 4 === 0 ? 'display:flex;' : i % 4 === 1 ? 'display:grid;' : i % 4 === 2 ? 'position:relative;' : ''
    return `<div style="${more}border:1px solid;${property}:${value.replace('NaN', 'calc(NaN)')}"><p style="${property}:${value}">x <i>y</i><b style="float:left;${property}:${value}">z</b></div>`
  })
  return html(boxes.join(''))
}

const nested = (open: string, close: string, depth: number, inner = 'x'): string => again(open, depth) + inner + again(close, depth)
/** Elements that repeat the one before twice: 2^count in the end. */
const doubling = (count: number, make: (name: string, inner: string) => string, inner: (name: string) => string): string =>
  of(count, (i) => make(`a${i}`, inner(`a${i + 1}`))).join('') + make(`a${count}`, '<rect width="1" height="1"/>')

const PAGES: Readonly<Record<string, HostileDocument>> = Object.fromEntries(
  [
    ...NUMBERS.map((number) => [`page size ${number}`, `size: ${number}px ${number}px`]),
    ...NUMBERS.map((number) => [`page margin ${number}`, `margin: ${number}px`]),
    ...NUMBERS.map((number) => [`page margin of ${number} per cent`, `margin: ${number}%`]),
    ['page without room', 'size: 1px 1px; margin: 5in'],
    ['page smaller than a line', 'size: 10px 1px; margin: 0'],
    ['page with margins beyond its side', 'size: 100px 100px; margin: 99px'],
    ['page with huge borders', 'border: 1e6px solid; padding: 1e6px'],
  ].map(([name, declarations]) => [name!, html(`<style>@page { ${declarations}; @top-left { content: counter(page) } }</style><p>one two three<p style="break-before: page">x`)]),
)

const TREES: Readonly<Record<string, HostileDocument>> = {
  'deep blocks': html(again('<div>', 5000)),
  'deep inline elements': html(`<p>${again('<span>', 5000)}x`),
  'deep tables': html(nested('<table><tr><td>', '</table>', 80)),
  'deep lists': html(nested('<ul><li>', '</ul>', 120)),
  'deep flex boxes': html(nested('<div style="display:flex">', '</div>', 200)),
  'deep grids': html(nested('<div style="display:grid">', '</div>', 200)),
  'deep flex boxes that wrap': html(nested('<div style="display:flex;flex-wrap:wrap"><p>a</p>', '</div>', 100)),
  'deep columns': html(nested('<div style="columns:2">', '</div>', 60, 'x y z')),
  'deep floats': html(nested('<div style="float:left">', '</div>', 200)),
  'deep inline blocks': html(nested('<div style="display:inline-block">', '</div>', 200)),
  'deep absolute boxes': html(nested('<div style="position:absolute">', '</div>', 200)),
  'deep unbreakable boxes': html(nested('<div style="break-inside:avoid">', '</div>', 200, again('<p>x</p>', 300))),
  'deep drawings': html(`<svg>${again('<g>', 5000)}<rect width="9" height="9"/>`),
  'drawings in drawings': html(nested('<svg width="90%" height="90%">', '</svg>', 200)),
  'deep quotes': html(again('<q>', 5000)),
  'deep fonts': html(nested('<font size="+1" color="red">', '</font>', 250)),
  'deep opacity': html(nested('<div style="opacity:.9">', '</div>', 240)),
  'deep transforms': html(nested('<div style="transform:scale(1e10)">', '</div>', 240)),
  'deep em': html(nested('<div style="font-size:9em">', '</div>', 240)),
  'deep percentages': html(nested('<div style="width:1000%;padding:50%">', '</div>', 240)),
  'deep counters': html(`<style>div{counter-reset:a}div::before{content:counters(a,".")}</style>${again('<div>', 240)}`),
  'deep filters': html(nested('<div style="filter:drop-shadow(1px 1px 1px red) drop-shadow(2px 2px 2px red)">', '</div>', 12)),
  'deep shadows': html(nested('<div style="box-shadow:0 0 50px red">', '</div>', 100)),
  'foot rows on foot rows': html(nested('<table><tfoot><tr data-on="last"><td>end</tfoot><tr><td>', '</table>', 24, again('<p>x</p>', 120))),
}

const SPANS: Readonly<Record<string, HostileDocument>> = {
  'a column across a thousand million': html('<table><tr><td colspan="1000000000">x<td>y</table>'),
  'a row across a thousand million': html('<table><tr><td rowspan="1000000000">x<td>y</table>'),
  'spans everywhere': html(`<table>${again('<tr><td colspan="1000" rowspan="10000">x<td colspan="1000" rowspan="10000">y', 60)}</table>`),
  'negative and empty spans': html('<table><tr><td colspan="-5" rowspan="0">x<td colspan="" rowspan="NaN">y<tr><td rowspan="1e9">z</table>'),
  'wide columns': html(`<table>${again('<col span="1000" width="9999999">', 50)}<tr>${again('<td>x', 500)}</table>`),
  'a grid of a thousand million columns': html('<div style="display:grid;grid-template-columns:repeat(1000000000,1px)"><p>x</div>'),
  'a grid in a grid of repeats': html('<div style="display:grid;grid-template-columns:repeat(10000,1px);grid-template-rows:repeat(10000,1px)"><p>x</div>'),
  'an item in a far line': html('<div style="display:grid"><p style="grid-area:1000000000/1000000000/2000000000/-1000000000">x</div>'),
  'an item across far lines': html('<div style="display:grid"><p style="grid-column:1/span 1000000000;grid-row:-1000000000/span 5">x</div>'),
  'dense grid of far items': html(`<div style="display:grid;grid-auto-flow:dense">${of(2000, (i) => `<p style="grid-column:span ${(i % 90) + 1};grid-row:span ${(i % 70) + 1}">x`).join('')}</div>`),
  'automatic columns': html('<div style="display:grid;grid-template-columns:repeat(auto-fill,0.0001px)"><p>x</div>'),
  'a million columns of text': html(`<div style="columns:1000000">${again('x ', 2000)}</div>`),
  'columns of no width': html(`<div style="column-width:0.0001px;column-gap:0">${again('x ', 2000)}</div>`),
  'lists that start far': html('<ol start="999999999999999999" type="I"><li>x<li value="-99999999999">y</ol><ol start="-2147483649" reversed><li>z</ol>'),
  'roman numbers': html('<style>p::before{content:counter(a,upper-roman) counter(a,lower-alpha) counter(a,georgian)}p{counter-set:a 2147483647}</style><p>x'),
  'lines of a table kept together': html(`<table>${again('<tr style="break-inside:avoid;break-after:avoid"><td>x', 3000)}</table>`),
}

const SHEETS: Readonly<Record<string, HostileDocument>> = {
  'properties that double': html(`<style>:root{--a0:xxxxxxxxxx;${of(60, (i) => `--a${i + 1}:var(--a${i}) var(--a${i});`).join('')}}p{font-family:var(--a60)}</style><p>x`),
  'properties in a circle': html('<style>:root{--a:var(--b);--b:var(--c,var(--a));--c:var(--a)}p{color:var(--a,red)}</style><p>x'),
  'many long properties': html(`<style>:root{--big:${again('x', 60_000)};${of(8000, (i) => `--a${i}:var(--big);`).join('')}}</style>${again('<p>x', 50)}`),
  'many long properties, each element its own': html(
    `<style>:root{--big:${again('x', 60_000)}}p{${of(100, (i) => `--a${i}:attr(id) var(--big);`).join('')}}</style>${of(500, (i) => `<p id=i${i}>x`).join('')}`,
  ),
  'fallbacks in fallbacks': html(`<style>p{color:${again('var(--a,', 5000)}red${again(')', 5000)}}</style><p>x`),
  'calculations in calculations': html(`<style>p{width:${again('calc(', 3000)}1px${again(')', 3000)}}</style><p>x`),
  'parentheses in calculations': html(`<style>p{width:calc(${again('(', 3000)}1px${again(')', 3000)})}</style><p>x`),
  'minima of maxima': html(`<style>p{width:${again('min(max(', 1500)}1px${again(',2px))', 1500)}}</style><p>x`),
  'selectors in selectors': html(`<style>${again(':is(', 3000)}p${again(')', 3000)}{color:red}</style><p>x`),
  'negations in negations': html(`<style>p${again(':not(', 3000)}b${again(')', 3000)}{color:red}</style><p>x`),
  'rules in rules': html(`<style>${again('p{&', 3000)}{color:red}${again('}', 3000)}</style><p>x`),
  'media in media': html(`<style>${again('@media all{', 3000)}p{color:red}${again('}', 3000)}</style><p>x`),
  'layers in layers': html(`<style>@layer ${of(20_000, (i) => `a${i}`).join('.')};${again('@layer x{', 500)}p{color:red}${again('}', 500)}</style><p>x`),
  'conditions in conditions': html(`<style>@supports ${again('(', 3000)}color:red${again(')', 3000)}{p{color:red}}</style><p>x`),
  'lists of selectors that multiply': html(`<style>${again('p,b,i{', 14)}color:red${again('}', 14)}</style><p>x`),
  'selectors that try everything': html(`<style>${of(40, () => 'div div div div div div div p{color:red}').join('')}</style>${again('<div>', 200)}${again('<p>x</p>', 500)}`),
  'siblings that try everything': html(`<style>p~p~p~p~p~b{color:red}:has(p~p~p~b){color:red}</style>${again('<p>x</p>', 3000)}`),
  'gradients of many stops': html(`<p style="height:9cm;background:conic-gradient(${of(5000, (i) => `rgb(${i % 255},0,0)`).join(',')})">x`),
  'gradients that repeat without width': html(
    '<p style="height:9cm;background:repeating-linear-gradient(red 0,blue 1e-9px),repeating-conic-gradient(red 0 1e-9deg,blue 0 2e-9deg),repeating-radial-gradient(red 0,blue 1e-9px)">x',
  ),
  'tiles without size': html(
    '<p style="height:9cm;background:linear-gradient(red,blue) 0 0/0.001px 0.001px">x<p style="height:9cm;background:linear-gradient(red,blue) 0 0/0.1px 0.1px space">y<p style="height:99cm;background:linear-gradient(red,blue) 0 0/1px 1px round">z',
  ),
  'dashes without length': html('<p style="border:0.0001px dotted;width:900cm;height:900cm">x<p style="border:0.01px dashed;border-radius:50%;height:9999cm">y'),
  'blur without end': html('<p style="box-shadow:0 0 1e9px 1e9px red,inset 0 0 1e9px blue;text-shadow:0 0 1e9px red">x'),
  'shadows by the thousand': html(`<p style="box-shadow:${of(2000, (i) => `${i}px 0 9px red`).join(',')};text-shadow:${of(2000, (i) => `${i}px 0 9px red`).join(',')}">x`),
  'content without end': html(`<style>p::before{content:${again('"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" ', 10_000)}}</style>${again('<p>x', 200)}`),
  'strings that copy themselves': html(`<style>p{string-set:a content() string(a) string(a)}@page{@top-left{content:string(a)}}</style>${again('<p>xxxxxxxxxxxxxxxxxxxxxxxx', 60)}`),
  'markers that grow': html(`<style>@counter-style a{system:symbolic;symbols:"x";range:1 infinite}li{list-style:a}</style><ol start="999999999"><li>x</ol>`),
  'counter styles in a circle': html('<style>@counter-style a{system:extends b}@counter-style b{system:extends a;fallback:a}li{list-style:a}</style><ol><li>x</ol>'),
  'counter styles of padding': html('<style>@counter-style a{system:numeric;symbols:"0" "1";pad:1000000000 "x";negative:"-----"}li{list-style:a}</style><ol start="-5"><li>x</ol>'),
  'footnotes in footnotes': html(`<style>i{float:footnote}</style><p>x${nested('<i>', '</i>', 100)}`),
  'footnotes larger than pages': html(`<style>i{float:footnote}</style><p>x<i>${again('x<br>', 900)}</i> y<i>${again('x<br>', 900)}</i>`),
  'margin boxes of all kinds': html(
    '<style>@page{@top-left{content:"x";width:1e9px}@top-center{content:"y";width:calc(NaN * 1px)}@top-right{content:"z";min-width:1e300px}@bottom-left-corner{content:"w";margin:-1e9px;height:1e300px}}</style>x',
  ),
  'zoom without end': html(nested('<div style="zoom:1000">', '</div>', 100)),
  'indents beyond': html(`<p style="text-indent:-1e9px">${again('x ', 500)}<p style="text-indent:1e9px hanging">${again('x ', 500)}`),
  'text one letter wide': html(`<p style="width:0;overflow-wrap:anywhere;hyphens:auto" lang="de">${again('Donaudampfschifffahrt', 500)}`),
  'initial letters': html('<style>p::first-letter{initial-letter:1e9 1e9;font-size:1e9px;float:left}</style><p>Xyz'),
  'pages forced by all': html(`<style>*{break-before:page;break-after:page;page:a}p{page:b}</style>${again('<div><p>x</p></div>', 900)}`),
  'sides that never come': html(`<style>p{break-before:left}b{display:block;break-before:right}</style>${again('<p>x<b>y</b>', 300)}`),
  'page names without end': html(of(1200, (i) => `<p style="page:p${i}">x`).join('')),
  'running elements in running elements': html(`<style>p,b{position:running(a)}@page{@top-left{content:element(a)}@top-right{content:element(a,last)}}</style>${again('<p>x<b>y</b></p>', 300)}`),
  'targets in a circle': html('<style>a::after{content:target-text(attr(href),content) target-counter(attr(href),page)}</style><p id=a><a href="#b">x</a><p id=b><a href="#a">y</a>'),
  leaders: html(`<p>${again('<span style="content:leader(\'.\')">x</span>', 50)}<style>i::after{content:leader("") leader(dotted)}</style><i>x</i>`),
  'element of itself': html('<p id=a style="background:element(#a);mask:element(#a);content:element(a)">x'),
}

const use = (name: string): string => `<use href="#${name}"/>`.repeat(2)

const DRAWINGS: Readonly<Record<string, HostileDocument>> = {
  'uses that double': html(`<svg width="9" height="9">${doubling(40, (name, inner) => `<g id="${name}">${inner}</g>`, use)}</svg>`),
  'uses of themselves': html('<svg width="9" height="9"><g id="a"><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>'),
  'symbols that double': html(`<svg width="9" height="9">${doubling(40, (name, inner) => `<symbol id="${name}" viewBox="0 0 1 1">${inner}</symbol>`, use)}<use href="#a0"/></svg>`),
  'patterns that double': html(
    `<svg width="9" height="9">${doubling(
      30,
      (name, inner) => `<pattern id="${name}" width="1" height="1">${inner}</pattern>`,
      (name) => `<rect width="9" height="9" fill="url(#${name})"/>`.repeat(2),
    )}<rect width="9" height="9" fill="url(#a0)"/></svg>`,
  ),
  'patterns of themselves': html(
    '<svg width="9" height="9"><pattern id="a" width="1" height="1"><rect width="9" height="9" fill="url(#a)"/></pattern><rect width="9" height="9" fill="url(#a)"/></svg>',
  ),
  'patterns without size': html(
    '<svg width="900" height="900"><pattern id="a" width="1e-9" height="1e-9"><rect width="9" height="9"/></pattern><rect width="900" height="900" fill="url(#a)"/><pattern id="b" width="0.01" height="0.01" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern><rect width="900" height="900" fill="url(#b)"/></svg>',
  ),
  'masks that double': html(
    `<svg width="9" height="9">${doubling(
      30,
      (name, inner) => `<mask id="${name}">${inner}</mask>`,
      (name) => `<rect width="9" height="9" mask="url(#${name})"/>`.repeat(2),
    )}<rect width="9" height="9" mask="url(#a0)"/></svg>`,
  ),
  'clips that double': html(
    `<svg width="9" height="9">${doubling(
      30,
      (name, inner) => `<clipPath id="${name}">${inner}</clipPath>`,
      (name) => `<rect width="9" height="9" clip-path="url(#${name})"/>`.repeat(2),
    )}<rect width="9" height="9" clip-path="url(#a0)"/></svg>`,
  ),
  'clips of themselves': html(
    '<svg width="9" height="9"><clipPath id="a" clip-path="url(#a)"><rect width="9" height="9" clip-path="url(#a)"/></clipPath><rect width="9" height="9" clip-path="url(#a)"/></svg>',
  ),
  'markers that double': html(
    `<svg width="9" height="9">${doubling(
      20,
      (name, inner) => `<marker id="${name}">${inner}</marker>`,
      (name) => `<path d="M0 0L1 1L2 2L3 3" marker-mid="url(#${name})" marker-end="url(#${name})"/>`,
    )}<path d="M0 0L1 1L2 2" marker-mid="url(#a0)"/></svg>`,
  ),
  'markers of themselves': html('<svg width="9" height="9"><marker id="a"><path d="M0 0L1 1L2 2" marker-mid="url(#a)"/></marker><path d="M0 0L1 1L2 2" marker-mid="url(#a)"/></svg>'),
  'gradients of themselves': html('<svg width="9" height="9"><linearGradient id="a" href="#b"/><radialGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)" stroke="url(#b)"/></svg>'),
  'filters of all kinds': html(
    '<svg width="9" height="9"><filter id="a" width="1e9" height="1e9"><feTurbulence numOctaves="1000000000" baseFrequency="1e9"/><feGaussianBlur stdDeviation="1e9"/><feMorphology radius="1e9"/><feConvolveMatrix order="10000" kernelMatrix="1"/><feImage href="#a"/><feTile/><feComponentTransfer><feFuncR type="table" tableValues="1 2 3"/></feComponentTransfer></filter><rect width="9" height="9" filter="url(#a)"/></svg>',
  ),
  'dashes of a drawing without length': html(
    '<svg width="900" height="900"><path d="M0 0H1e9" stroke="red" stroke-dasharray="1e-9"/><path d="M0 0H900" stroke="red" stroke-dasharray="0 0 0"/><path d="M0 0H900" stroke="red" stroke-dasharray="-1 NaN"/><path d="M0 0H900" stroke="red" stroke-dashoffset="1e308" stroke-dasharray="1"/></svg>',
  ),
  'numbers of drawings': html(
    `<svg width="9" height="9" viewBox="0 0 0 0">${NUMBERS.map((n) => `<svg x="${n}" y="${n}" width="${n}" height="${n}" viewBox="${n} ${n} ${n} ${n}"><rect width="${n}" height="${n}" rx="${n}"/><circle r="${n}" cx="${n}"/><ellipse rx="${n}" ry="${n}"/><line x2="${n}" stroke="red" stroke-width="${n}"/><path d="M${n} ${n}A${n} ${n} ${n} 1 1 ${n} ${n}C${n} ${n} ${n} ${n} ${n} ${n}"/><text x="${n}" font-size="${n}" textLength="${n}" rotate="${n}" dx="${n}">x</text><g transform="scale(${n}) rotate(${n}) matrix(${n} ${n} ${n} ${n} ${n} ${n}) skewX(${n})"><rect width="1" height="1"/></g><polygon points="${n},${n} ${n}"/></svg>`).join('')}</svg>`,
  ),
  'text on a path of itself': html(
    '<svg width="9" height="9"><text id="a"><textPath href="#a">x</textPath><textPath href="#p" startOffset="1e300%">y</textPath></text><path id="p" d="M0 0L1e300 1e300"/></svg>',
  ),
  'a drawing in a picture in a drawing': html(
    `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="data:image/png;base64,AAAA"/></svg>')}" width="9" height="9"/></svg>`)}">`,
  ),
  'entities that double': html(
    `<img src="data:image/svg+xml,${encodeURIComponent(`<!DOCTYPE svg [<!ENTITY a0 "xxxxxxxxxx">${of(30, (i) => `<!ENTITY a${i + 1} "&a${i};&a${i};">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">&a30;</text></svg>`)}">`,
  ),
  'entities from a file': html(
    `<img src="data:image/svg+xml,${encodeURIComponent('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">&a;</text></svg>')}">`,
  ),
}

const ADDRESSES: Readonly<Record<string, HostileDocument>> = {
  'data addresses of all kinds': html(
    `${[
      'data:',
      'data:,',
      'data:;base64,',
      'data:image/png,',
      'data:image/png;base64,%',
      'data:image/png;base64,=',
      'data:image/svg+xml,<svg',
      'data:image/svg+xml;base64,PHN2Zw',
      'data:text/html,<script>',
      'data:application/pdf;base64,JVBERi0=',
      'data:image/gif;base64,R0lGODlh',
      'data:image/jpeg;base64,/9j/',
      'data:image/webp;base64,UklGRg==',
      'data:image/avif;base64,AAAAIGZ0eXBhdmlm',
      'data:font/woff2;base64,d09GMg==',
      'data:font/ttf,\u0000\u0001',
      'data:\u0000',
      'data:image/png;charset=utf-16;base64;base64,AAAA',
      'DATA:image/png;BASE64,AAAA',
      'data://x/y,z',
    ]
      .map(
        (url) =>
          `<img src="${url}"><p style="background:url('${url}')">x<style>@font-face{font-family:F;src:url("${url}")}@import "${url}";</style><a href="${url}">x</a><svg width=9 height=9><image href="${url}" width=9 height=9 /><use href="${url}"/></svg>`,
      )
      .join('')}<p style="font-family:F">x`,
  ),
  'names of files': html(
    ['/etc/passwd', '../../../etc/passwd', 'C:\\x', '\\\\host\\x', 'file:x', '\u0000', '%00', '.', '/', '//', 'con', 'a'.repeat(5000)]
      .map((url) => `<img src="${url}"><link rel=stylesheet href="${url}"><a href="${url}">x</a>`)
      .join(''),
  ),
  'links of all kinds': html(
    ['http://[::1', 'http://%', 'mailto:\r\nBcc:x', 'tel:()<>', '#', '#%', '#\u0000', 'https://x/)>>/JS(y)', 'https://x/\\', 'http://\u202e', `https://${'x'.repeat(70_000)}`]
      .map((url) => `<p><a href="${url.replaceAll('"', '&quot;')}">x</a>`)
      .join(''),
  ),
}

const TEMPLATES: Readonly<Record<string, HostileDocument>> = {
  'repeats in repeats': html(`${again('{{#each a}}', 8)}x${again('{{/each}}', 8)}`, { a: of(40, (i) => i) }),
  'rows in rows': html('<table>{{#each a}}<tr><td>{{#each ../a}}{{#each ../../a}}{{this}}{{/each}}{{/each}}{{/each}}</table>', { a: of(2000, (i) => i) }),
  'blocks in blocks': html(nested('{{#if a}}', '{{/if}}', 5000), { a: 1 }),
  'blocks in attributes of blocks': html(`<p class="${nested('{{#if a}}', '{{/if}}', 2000)}">x`, { a: 1 }),
  'expressions in expressions': html(`{{${again('(add 1 ', 3000)}1${again(')', 3000)}}}`),
  'reaching for prototypes': html(
    '{{constructor}}{{__proto__.x}}{{#each __proto__}}x{{/each}}{{#with constructor}}{{name}}{{/with}}{{lookup a "__proto__"}}{{a.constructor.name}}{{@root.__proto__.x}}{{#if a.toString}}y{{/if}}',
    { a: {} },
  ),
  'helpers that reach for prototypes': html(
    '{{concat __proto__ ""}}{{join __proto__ ","}}{{default __proto__ "x"}}{{sum __proto__ "x"}}{{count __proto__}}{{lookup (lookup this "constructor") "prototype"}}{{lookup "x" "constructor"}}{{eq constructor.name "Object"}}{{lookup l "length"}}',
    { l: [] },
  ),
  'code of other engines': html('{{constructor.constructor "return process.env"}}<p>{process.env}<%= 1 %>{% raw %}[[x]]#{x}'),
  'partials of themselves': html('{{> a}}{{#> a}}x{{/a}}{{#*inline "a"}}{{> a}}{{/inline}}'),
  'helpers with odd arguments': html(
    '{{number a}}{{number a "x"}}{{number b decimals=99999}}{{number b decimals=-1}}{{number b locale="x_y-z!"}}{{currency b "XXXX"}}{{currency b ""}}{{date a}}{{date b "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"}}{{date b timeZone="Mars/Olympus"}}{{date big}}{{round b 999}}{{round b -999}}{{divide b 0}}{{divide 0 0}}{{multiply big big}}{{add big big}}{{join b}}{{join l l l}}{{sum l "x"}}{{sum b}}{{percent big decimals=100}}{{upper o}}{{lower l}}{{qrcode o}}{{qrcode big size="1e9"}}{{barcode "x" type="nope"}}{{barcode l}}{{image o}}{{image big width="-5"}}{{lookup o l}}{{concat o l b big}}{{default null l}}{{count big}}{{eq o o}}{{gt "x" o}}',
    { a: 'x', b: 1, big: 1e308, l: [1, [2, [3]], null], o: { x: { y: {} } } },
  ),
  'numbers of data': html('{{#each a}}{{number this}} {{currency this "EUR"}} {{round this 2}} {{add this 1}} {{date this}} {{percent this}}{{/each}}', {
    a: [1e308, -1e308, 1e-320, 5e-324, 0, -0, 9007199254740992, '1e999', '-1e-999', '0x10', 'NaN', 'Infinity', '١٢٣', '1_000', ' 5 ', '', null, true, [], {}],
  }),
  'codes without end': html('{{qrcode a}}{{barcode a}}{{barcode a type="qrcode"}}{{barcode a type="pdf417"}}{{barcode a type="datamatrix"}}', { a: again('9', 50_000) }),
  'codes of odd texts': html('{{#each a}}{{qrcode this}}{{barcode this}}{{barcode this type="ean13"}}{{barcode this type="code39"}}{{/each}}', {
    a: ['', '\u0000', '\ud800', '\u{1F4A9}', '^FNC1', '(01)x', '-1', ' '],
  }),
  'data that names templates': html('{{a}}{{{a}}}<p style="{{a}}" class="{{a}}" id="{{a}}">{{a}}', { a: '{{a}}{{#each a}}<script>{{/each}}\u{F0000}\u{F0001}' }),
  'keys of data': html('{{#each a}}{{@key}}={{this}} {{/each}}', { a: JSON.parse('{"__proto__":1,"constructor":2,"":3,"\\u0000":4,"\\ud800":5,"length":6,"0":7}') as object }),
  'lone surrogates': html('<title>{{a}}</title><p title="{{a}}" id="{{a}}">{{a}}<a href="https://x/{{a}}">{{a}}</a>{{qrcode a}}', { a: '\ud800x\udc00\udc00\ud800' }),
  'control characters': html('<title>{{a}}</title><h1>{{a}}</h1><p id="{{a}}">{{a}}', { a: `${of(160, (i) => String.fromCharCode(i)).join('')}\ufffe\uffff\u2028\u2029\u202e` }),
  'long names': html(`{{${again('a', 60_000)}}}{{a.${of(3000, (i) => `b${i}`).join('.')}}}`),
}

const text = (text: string): object => ({ type: 'text', text })
const paragraph = (...content: unknown[]): object => ({ type: 'paragraph', content })
const deep = (type: string, depth: number): unknown => of(depth, () => type).reduce<unknown>((inner, type) => ({ type, content: [inner] }), paragraph(text('x')))

const EDITOR: Readonly<Record<string, HostileDocument>> = {
  'editor: no JSON': { type: 'editor', source: '{"type":' },
  'editor: another value': { type: 'editor', source: '[1,2,3]' },
  'editor: null': { type: 'editor', source: 'null' },
  'editor: nothing': { type: 'editor', source: '' },
  'editor: deep quotes': editor([deep('blockquote', 900)]),
  'editor: deep JSON': { type: 'editor', source: `{"type":"doc","content":${again('[', 100_000)}` },
  'editor: prototype': {
    type: 'editor',
    source: '{"type":"doc","__proto__":{"type":"x"},"content":[{"type":"paragraph","__proto__":{"attrs":{}},"constructor":{"prototype":{}},"content":[{"type":"text","text":"x","__proto__":null}]}]}',
  },
  'editor: odd types': editor([{ type: '__proto__' }, { type: 'constructor' }, { type: 'toString' }, { type: 5 }, null, [], 'x', { type: {} }]),
  'editor: odd marks': editor([paragraph({ type: 'text', text: 'x', marks: [{ type: '__proto__' }, null, 5, { type: 'link', attrs: { href: 'javascript:x' } }] })]),
  'editor: odd texts': editor([paragraph(text(''), text('\u0000\ud800'), { type: 'text', text: 5 }, { type: 'text' })]),
  'editor: a link that acts': editor([
    paragraph(
      { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
      { type: 'text', text: 'y', marks: [{ type: 'link', attrs: { href: 'https://x/)>>/JS' } }] },
    ),
  ]),
  'editor: a sheet without size': editor([paragraph(text('x'))], { page: { size: { width: '0mm', height: '0mm' }, margin: '1e9mm' } }),
  'editor: a sheet without end': editor([paragraph(text('x'))], { page: { size: { width: '1e9mm', height: '1e300mm' } } }),
  'editor: odd numbers': editor([
    { type: 'heading', attrs: { level: 1e9 } },
    { type: 'spacer', attrs: { height: '1e300mm' } },
    { type: 'orderedList', attrs: { start: 1e300 }, content: [{ type: 'listItem', content: [paragraph(text('x'))] }] },
  ]),
  'editor: a table of spans': editor([
    { type: 'table', content: of(50, () => ({ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1e9, rowspan: 1e9 }, content: [paragraph(text('x'))] }] })) },
  ]),
  'editor: rows of no rows': editor([
    { type: 'table', content: [] },
    { type: 'table', content: [{ type: 'tableRow', content: [] }] },
    { type: 'columns', content: [] },
    { type: 'bulletList', content: [] },
  ]),
  'editor: raw html': editor([
    { type: 'rawHtml', attrs: { html: '<script>x</script><style>@import "file:///x"; *{background:url(http://x)}</style><img src="file:///etc/passwd"></body></html><p>{{#if a}}' } },
  ]),
  'editor: a picture of a file': editor([
    { type: 'image', attrs: { src: 'file:///etc/passwd' } },
    { type: 'image', attrs: { src: '../../etc/passwd', width: '1e9px' } },
  ]),
}

/** By name; every one of them is answered with a PDF or a coded refusal. */
export const HOSTILE: Readonly<Record<string, HostileDocument>> = {
  ...Object.fromEntries(LENGTH_PROPERTIES.map((property) => [`lengths of ${property}`, withProperty(property, lengths)])),
  ...Object.fromEntries(
    COUNT_PROPERTIES.map((property) => [
      `numbers of ${property}`,
      withProperty(
        property,
        NUMBERS.flatMap((n) => [n, `a ${n}`, `${n} / ${n}`]),
      ),
    ]),
  ),
  ...PAGES,
  ...TREES,
  ...SPANS,
  ...SHEETS,
  ...DRAWINGS,
  ...ADDRESSES,
  ...TEMPLATES,
  ...EDITOR,
}
