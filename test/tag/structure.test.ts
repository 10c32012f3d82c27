// Structure trees of tagged PDFs, as pdf.js reads them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CompiledTemplate, createEngine, type RenderOptions } from '../../engine/index.ts'
import { checkPdf } from '../support/checker/check.ts'
import { fileText } from '../support/file-text.ts'
import { structureByPoppler, structureTextByPoppler } from '../support/pdf-tools.ts'
import { structureOutline, textByStructure } from '../support/structure.ts'

const structure = suite('structure tree')
const engine = await createEngine()

async function tagged(body: string): Promise<Uint8Array> {
  const source = `<html lang="en"><title>T</title><body>${body}</body></html>`
  const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {}, { tagged: true })
  return pdf
}

/** What readers take for words where the text is set apart without a space, or a line ends. */
const words: Readonly<Record<string, readonly [body: string, text: string]>> = {
  'lines of a paragraph': ['<p style="width:60px">one two three four five <b>six</b> seven</p>', 'one two three four five six seven'],
  'forced breaks': ['<p>one<br>two</p>', 'one two'],
  'a margin within a line': ['<p><b style="margin-right:1em">1.</b>Subject</p>', '1. Subject'],
  'units of a line': ['<p><i style="display:inline-block">Name</i><i style="display:inline-block">Value</i></p>', 'Name Value'],
  'blocks of a cell': ['<table><tr><th>h<th>i<tr><td><div>one</div><div>two</div><td>x</table>', 'h i one two x'],
  'hyphens are no spaces': ['<p style="width:30px">well-known</p>', 'well-known'],
  'translucent units of a line': ['<p>one <i style="display:inline-block;opacity:.5">two</i> three</p>', 'one two three'],
  'items of a list on one line': ['<style>li{display:inline}</style><ul><li>a</li> <li>b</li></ul>', 'a b'],
}

for (const [name, [body, text]] of Object.entries(words)) {
  structure(`words: ${name}`, async () => {
    const read = structureTextByPoppler(await tagged(body))
    if (read !== undefined) assert.is(read.replace(/\s+/g, ' ').trim(), text)
  })
}

const ROW_LATER =
  '<style>@page{size:200pt 120pt;margin:10pt}th,td{height:40pt}p{position:absolute;top:5pt}</style><table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td><p>early</p>late</table>'

structure('a row keeps its place where something in it is painted on a page before', async () => {
  assert.is(
    (await structureOutline(await tagged(ROW_LATER))).split('--- page 2\n')[1],
    'Table\n  TBody\n    TR\n      TH\n      TH\n    TR\n      TD\n      TD\n    TR\n      TD "3"\n      TD "late"',
  )
})

structure('a row stays open over pages on which nothing of it is painted', async () => {
  const manyElements = `<p>${'<b>x</b> '.repeat(420)}</p>`
  const rows = '<tr><th>h<th>i<tr><td rowspan="3">s<td>a<div style="height:280pt"></div>e<tr><td>b<tr><td>c'
  const body = `<style>@page{size:200pt 120pt;margin:10pt}p{font-size:1pt}</style>${manyElements}<table>${rows}</table>`
  const pdf = await tagged(body)
  const shown = structureByPoppler(pdf)
  if (shown !== undefined) assert.is(shown.match(/\bTable\b/g)?.length, 1)
  assert.equal(
    checkPdf(pdf, 'ua-1').map(({ rule }) => rule),
    ['5-t1'],
  )
})

const CONTENTS = '<style>a::after{content: target-counter(attr(href), page)}ul,ol{list-style:none}</style>'

const outlines: Readonly<Record<string, readonly [body: string, outline: string]>> = {
  'headings and paragraphs, text of plain divs': [
    '<h1>One <em>two</em> three</h1><section><h2>Sub</h2><p>Text <b>bold</b></p></section><div>Loose<p>para</p>tail</div>',
    'H1 "One" "three"\n  Span "two"\nSect\n  H2 "Sub"\n  P "Text bold"\nP "Loose"\nP "para"\nP "tail"',
  ],
  'a float stands in the paragraph where the author wrote it': [
    '<style>i{float:right}</style><p>before <i>floated</i> after</p>',
    'P "before" "floated" "after"',
  ],
  lists: [
    '<ul><li>One<li>Two<ol><li>Nested</ol></ul><dl><dt>term<dd>text</dl>',
    'L\n  LI\n    Lbl ""\n    LBody "One"\n  LI\n    Lbl ""\n    LBody "Two"\n      L\n        LI\n          Lbl "1."\n          LBody "Nested"\nL\n  LI\n    Lbl "term"\n    LBody "text"',
  ],
  'parts of description lists stand behind their names, also those that are known before': [
    '<dl><dt>a<dd>1<dd>2<dt>b<dt>c<dd>3<ul><li>4</ul><dt>d<dd><table><tr><th>5<th>6<tr><td>7<td>8</table></dl>',
    'L\n  LI\n    Lbl "a"\n    LBody "1"\n    LBody "2"\n  LI\n    Lbl "b"\n    Lbl "c"\n    LBody "3"\n      L\n        LI\n          Lbl ""\n          LBody "4"\n  LI\n    Lbl "d"\n    LBody\n      Table\n        TBody\n          TR\n            TH "5"\n            TH "6"\n          TR\n            TD "7"\n            TD "8"',
  ],
  'elements in lines with blocks in them stand around their blocks, not in paragraphs beside them': [
    '<span>a<div>b</div>c</span><a href="https://e.com/">d<b>e</b><p>f</p><img alt="P" width="5" height="5"></a> g <i>h<a href="https://e.com/2">i<div>j</div>k</a>l</i><em lang="de">m<h2>n</h2>o</em>',
    'P "a"\nP "b"\nP "c"\nLink "de" @ @ @\n  P "f"\n  Figure alt=P "P"\nP "g"\nP "h"\nLink "i" "" "j" "k" @ @ @\nP "l"\nDiv lang=de\n  P "m"\n  H2 "n"\n  P "o"',
  ],
  'letters that stand apart are in the paragraph of their word': [
    '<style>div::first-letter{float:left;font-size:2em}.i::first-letter{float:none;initial-letter:2}.v{writing-mode:vertical-rl}</style><div>Drop</div><div class="i">Initial</div><div class="v i">Turned</div><div><i>in</i> it</div>',
    'P "D" "rop"\nP "I" "nitial"\nP "T" "urned"\nP "i" "n" "it"',
  ],
  'links in drawings stand beside their figure': [
    '<p>a <svg width="90" height="30" aria-label="map"><a href="https://example.com/1" aria-label="place"><rect width="20" height="20"/></a><a xlink:href="https://example.com/2"><text y="30">word</text></a></svg> b</p>',
    'P "a" "b"\n  Figure alt=map "word"\n  Link @\n  Link @',
  ],
  'a table with a foot before its body, an empty and a missing cell': [
    '<table><caption>Cap</caption><tfoot><tr><td>f<td>g</tfoot><thead><tr><th>A<th>B</thead><tbody><tr><th>r<td></tr><tr><td>x</tbody></table>',
    'Table\n  Caption "Cap"\n  THead\n    TR\n      TH "A"\n      TH "B"\n  TBody\n    TR\n      TH "r"\n      TD\n    TR\n      TD "x"\n      TD\n  TFoot\n    TR\n      TD "f"\n      TD "g"',
  ],
  'plain cells in a head are head cells': [
    '<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2<tr><td>3<td>4</table>',
    'Table\n  THead\n    TR\n      TH "a"\n      TH "b"\n  TBody\n    TR\n      TD "1"\n      TD "2"\n    TR\n      TD "3"\n      TD "4"',
  ],
  'translucent rows and groups stand in their order': [
    '<style>.f{opacity:.5}</style><table><tr class="f"><th>a<th>b<tr><td>1<td>2<tr class="f"><td>3<td>4<tbody class="f"><tr><td>5<td>6</table>',
    'Table\n  TBody\n    TR\n      TH "a"\n      TH "b"\n    TR\n      TD "1"\n      TD "2"\n    TR\n      TD "3"\n      TD "4"\n  TBody\n    TR\n      TD "5"\n      TD "6"',
  ],
  'two captions of a table are one': [
    '<table><caption>One</caption><caption>Two</caption><tr><th>h<td>d</table>',
    'Table\n  Caption "One"\n    Div\n      P "Two"\n  TBody\n    TR\n      TH "h"\n      TD "d"',
  ],
  'tables that arrange': ['<table role="presentation"><tr><td>a<td>b</table><table><tr><td>c<td>d</table>', 'P "a"\nP "b"\nP "c"\nP "d"'],
  'pictures, decoration and roles': [
    '<svg width="9" height="9" aria-label="ring"><circle r="4" cx="4" cy="4"/></svg><div role="img" aria-label="all"><p>in</p></div><div aria-hidden="true">no</div><div role="heading" aria-level="3">H</div><span lang="de">Wort</span>',
    'P\n  Figure alt=ring ""\nFigure alt=all "in"\nH3 "H"\nP\n  Span lang=de "Wort"',
  ],
  'a link over two lines is one element': [
    '<p style="width:90px">see <a href="https://example.com">the long link text</a> end</p>',
    'P "see" "end"\n  Link "the long link text" @ @',
  ],
  'a footnote is where it is called': [
    '<p>text<span style="float:footnote">The note</span> after</p>',
    'P "text" "after"\n  Reference "1"\n  Note "The note"\n    Lbl "1."',
  ],
  'a table of contents': [
    `${CONTENTS}<ul><li><a href="#c">Chapter</a></ul><h1 id="c">Chapter</h1>`,
    'TOC\n  TOCI\n    NonStruct\n      Link "Chapter" "1" @\nH1 "Chapter"',
  ],
  'lists directly in lists are all of contents': [
    `${CONTENTS}<ul><ol><li><a href="#c">Deep</a></ol><li><a href="#c">Chapter</a><ul></ul></ul><h1 id="c">Chapter</h1>`,
    'TOC\n  TOC\n    TOCI\n      NonStruct\n        Link "Deep" "1" @\n  TOCI\n    NonStruct\n      Link "Chapter" "1" @\nH1 "Chapter"',
  ],
  'or none is, where an item of the outer list has no number': [
    `${CONTENTS}<ul><li>Plain<ol></ol></li><ol><li><a href="#c">Deep</a></ol></ul><h1 id="c">Chapter</h1>`,
    'L\n  LI\n    LBody "Plain"\n  L\n    LI\n      LBody\n        Link "Deep" "1" @\nH1 "Chapter"',
  ],
  'where an item of the inner list has no number': [
    `${CONTENTS}<ul><li><a href="#c">Chapter</a></li><div><ol><li>Plain</ol></div></ul><h1 id="c">Chapter</h1>`,
    'L\n  LI\n    LBody\n      Link "Chapter" "1" @\n  L\n    LI\n      LBody "Plain"\nH1 "Chapter"',
  ],
  'where the outer list has no items': [
    `${CONTENTS}<ul><ol><li><a href="#c">Deep</a></ol></ul><h1 id="c">Chapter</h1>`,
    'TOC\n  TOC\n    TOCI\n      NonStruct\n        Link "Deep" "1" @\nH1 "Chapter"',
  ],
}

/** Groups are forms, with marked content of their own. */
const groups: typeof outlines = {
  'translucent elements stand where the author wrote them': [
    '<h1>Plain</h1><div style="opacity:.5"><h2>Faded</h2><p>one</p><p>two <a href="https://example.com">link</a></p></div><p style="mix-blend-mode:multiply">blended</p><p style="mask-image:linear-gradient(#000,transparent)">masked</p><p style="transform:rotate(3deg)">turned</p>',
    'H1 "Plain"\nH2 "Faded"\nP "one"\nP "two"\n  Link "link" @\nP "blended"\nP "masked"\nP "turned"',
  ],
  'groups in groups, and between texts of a line': [
    '<div style="opacity:.5"><p>before <i style="display:inline-block;opacity:.3">inner</i> after</p><svg width="9" height="9" aria-label="ring"><circle r="4" cx="4" cy="4"/></svg></div>',
    'P "before" "inner" "after"\nP\n  Figure alt=ring ""',
  ],
}

/** Labels by reference, roles, links in what has no elements inside. */
const roles: typeof outlines = {
  'labels by reference': [
    '<h1 id="h">Sales</h1><svg width="9" height="9" aria-labelledby="l h"><circle r="4"/></svg><p id="l">Chart of</p><div role="img" aria-labelledby="none h"><p>x</p></div>',
    'H1 "Sales"\nP\n  Figure alt=Chart of Sales ""\nP "Chart of"\nFigure alt=Sales "x"',
  ],
  'roles of widgets, landmarks and lists': [
    '<div role="main"><div role="menu"><div role="menuitem">a</div></div><div role="meter" aria-label="m">3</div><span role="superscript">s</span></div>',
    'Sect\n  L\n    LI\n      LBody "a"\n  Form "3"\n  P\n    Span "s"',
  ],
  'what can be followed is a link': [
    '<p id="n">see <a role="doc-noteref" href="#n">1</a></p><div role="img" aria-label="all"><a href="https://example.com">in</a></div><div aria-hidden="true"><a href="https://example.com">no</a></div>',
    'P "see"\n  Link "1" @\nFigure alt=all "in"\nP\n  Link @\nP\n  Link @',
  ],
}

for (const [name, [body, outline]] of Object.entries({ ...outlines, ...groups, ...roles })) {
  structure(name, async () => {
    assert.is(await structureOutline(await tagged(body)), outline)
  })
}

const CHAPTER = '<li><a href="#c">Chapter</a></li>'
const CHAPTERS = CHAPTER.repeat(300)

/** Their first items are written before the last are laid out. */
const longLists: Readonly<Record<string, string>> = {
  'plain items in a division a page before others': `<p>${'<b>x</b> '.repeat(420)}</p><ul><div><li>Plain</div>${CHAPTER.replace('<li', '<li style="break-before:page"')}</ul>`,
  'a plain list before others': `<ul><ol><li>Plain</ol>${CHAPTERS}<ol>${CHAPTER}</ol></ul>`,
  'a plain list behind others': `<ul>${CHAPTERS}<ol><li>Plain</ol></ul>`,
  'contents in a plain list': `<ul><li>Plain<ol>${CHAPTERS}</ol><div><ol>${CHAPTERS}</ol></div><li>Plain</ul>`,
  'lists of lists alone': `<ul><ol>${CHAPTERS}</ol><ol><ol><li>Plain</ol></ol></ul>`,
}

for (const [name, list] of Object.entries(longLists)) {
  structure(`over pages, elements stand where they may: ${name}`, async () => {
    const page = '<style>@page{size:200pt 120pt;margin:10pt}p{font-size:1pt}</style>'
    const pdf = await tagged(`${page}${CONTENTS}<h1 id="c">Chapter</h1>${list}`)
    assert.equal(
      checkPdf(pdf, 'ua-1').filter(({ rule }) => rule.startsWith('7.2-')),
      [],
    )
  })
}

structure('placeholders of a label mean what they mean in its own repeat', async () => {
  const repeat =
    '<section data-repeat="rows"><h2 id="t">{{name}}</h2><svg width="9" height="9" aria-labelledby="t"><circle r="4"/></svg></section>'
  const outside = '<svg width="9" height="9" aria-labelledby="t" aria-label="own"><circle r="4"/></svg>'
  const template = engine.compile({ type: 'html', source: `<html lang="en"><title>T</title>${repeat}${outside}</html>` })
  const { pdf } = await engine.render(template, { rows: [{ name: 'one' }, { name: 'two' }], name: 'no' }, { tagged: true })
  const figures = (await structureOutline(pdf)).match(/Figure alt=\w+/g)
  assert.equal(figures, ['Figure alt=one', 'Figure alt=two', 'Figure alt=own'])
})

structure('fields are described by their labels, else by what else names them', async () => {
  const fields = [
    '<label>Name <input value="Ann"></label>',
    '<label for="mail">Mail of {{who}}</label><input id="mail">',
    '<label>Outer <input> and <input name="second"></label>',
    '<label>Chosen <select><option>one</select></label>',
    '<label>By reference <input aria-labelledby="h"></label><h1 id="h">Head</h1>',
    '<label>Not this <input aria-label="Own"></label>',
    '<label for="none">Nowhere <input placeholder="hint"></label>',
    '<label>{{#if who}}block{{/if}} <input title="titled"></label>',
  ]
  const template = engine.compile({ type: 'html', source: `<html lang="en"><title>T</title>${fields.join('')}</html>` })
  const { pdf } = await engine.render(template, { who: 'Bob' }, { objectStreams: false })
  const described = [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/Desc \(([^)]*)\)/g),
  ].map(([, text]) => text)
  assert.equal(described, ['Name', 'Mail of Bob', 'Outer and', 'second', 'Chosen', 'Head', 'Own', 'hint', 'titled'])
  assert.not.match(Buffer.from(pdf).toString('latin1'), /\/Alt\(/) // it would hide the values
})

structure('a table over pages is one table, and its head is read once', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `<tr><td>row ${i}</td><td>${i}</td></tr>`).join('')
  const pdf = await tagged(`<table><thead><tr><th>Name<th>No</thead><tbody>${rows}</tbody></table>`)
  const text = await textByStructure(pdf)
  assert.is(text.match(/Name/g)?.length, 1)
  assert.equal(
    text.match(/row \d+/g),
    Array.from({ length: 120 }, (_, i) => `row ${i}`),
  )
})

structure('a letter that floats is a part of its word, unless a space follows', async () => {
  const style = '<style>p::first-letter{float:left;font-size:3em;padding-right:4px}</style>'
  const shown = structureByPoppler(await tagged(`${style}<p>Drop</p><p>A <b>b</b></p><p>C<b>ap</b></p>`))
  if (shown !== undefined) assert.equal(shown.match(/"[DAC].*"/g), ['"D"', '"A "', '"C"'])
})

structure('text of boxes in a line does not run into the text around them', async () => {
  const style = '<style>.f{float:right}.i{display:inline-block}.a{position:absolute}</style>'
  const boxes =
    '<div>ab<div class=f><div>cd</div><div>ef</div></div>gh<span class=a>ij</span>kl</div><div>mn<div class=i><div>op</div><div>qr</div></div>st</div>'
  const cells = '<table><tr><th>Sum<span class=f>12.50</span>net<td>x</table><h2>Head<div class=f>side</div></h2>'
  const read = structureByPoppler(await tagged(style + boxes + cells))
  const texts = ['ab', ' cd ', ' ef ', 'gh', ' ij ', 'kl', 'mn', ' op ', ' qr ', ' st', 'Sum', ' 12.50 ', 'net', 'x', 'Head', ' side ']
  if (read !== undefined) assert.equal(read.match(/(?<=").+(?=")/g), texts)
})

structure('right-to-left text has all its letters, those that read otherwise in sequences of their own', async () => {
  const read = structureTextByPoppler(await tagged('<p dir="rtl" style="width:60px">שלום עולם טוב מאוד</p>'))
  if (read !== undefined) assert.is(read.replace(/\s/g, ''), 'שלוםעולםטובמאוד')
})

const isTagged = (pdf: Uint8Array): boolean => fileText(pdf).includes('/StructTreeRoot')
const html = (head: string): CompiledTemplate => engine.compile({ type: 'html', source: `${head}<p>text` })
const NO_TAGS = '<meta name="platen:tagged" content="no">'

structure('tags are written by default, and not where caller or template say no', async () => {
  const render = async (head: string, options: RenderOptions = {}): Promise<boolean> =>
    isTagged((await engine.render(html(head), {}, options)).pdf)
  assert.is(await render(''), true)
  assert.is(await render('', { tagged: false }), false)
  assert.is(await render(NO_TAGS), false)
  assert.is(await render(NO_TAGS, { tagged: true }), true)
  const page = (tagged: unknown): string => JSON.stringify({ type: 'doc', attrs: { page: { tagged } }, content: [{ type: 'paragraph' }] })
  const editor = async (tagged: unknown): Promise<boolean> =>
    isTagged((await engine.render(engine.compile({ type: 'editor', source: page(tagged) }), {})).pdf)
  assert.is(await editor(false), false)
  assert.is(await editor(null), true)
})

structure('a merge has tags unless all its templates say no, and an engine decides where nobody else does', async () => {
  const parts = (...heads: readonly string[]): { template: CompiledTemplate; data: object }[] =>
    heads.map((head) => ({ template: html(head), data: {} }))
  assert.is(isTagged((await engine.merge(parts(NO_TAGS, ''))).pdf), true)
  assert.is(isTagged((await engine.merge(parts(NO_TAGS, NO_TAGS))).pdf), false)
  const untagged = await createEngine({ tagged: false })
  assert.is(isTagged((await untagged.render(html(''), {})).pdf), false)
  assert.is(isTagged((await untagged.render(html(''), {}, { tagged: true })).pdf), true)
})

structure('a word that is neither yes nor no is a warning', () => {
  const { warnings } = html('<meta name="platen:tagged" content="false">')
  assert.equal(
    warnings.map(({ code }) => code),
    ['unsupported-html'],
  )
})

structure('the same bytes twice', async () => {
  const body = '<h1>A</h1><p>text <a href="#x">inner</a></p><p id="x">target</p>'
  assert.equal(Buffer.compare(await tagged(body), await tagged(body)), 0)
})

structure.run()
