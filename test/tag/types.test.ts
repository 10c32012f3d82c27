// Structure types of the elements of HTML, as pdf.js reads them; each file keeps PDF/UA-1 by the checker.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { checkPdf, describeFindings } from '../support/checker/check.ts'
import { structureOutline } from '../support/structure.ts'

const types = suite('structure types')
const engine = await createEngine()

async function claimed(body: string, style = ''): Promise<Uint8Array> {
  const source = `<html lang="en"><title>T</title><style>${style}</style><body>${body}</body></html>`
  return (await engine.render(engine.compile({ type: 'html', source }), {}, { conformance: ['ua-1'] })).pdf
}

const outlines: Readonly<Record<string, readonly [body: string, outline: string]>> = {
  'ruby: an element for each base': [
    '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>',
    'P\n  Ruby\n    RB "漢"\n    RT "kan"\n  Ruby\n    RB "字"\n    RT "ji"',
  ],
  'ruby: a base of several elements, and one that is said': [
    '<p><ruby lang="ja">a<b>b</b><rt>c</rt></ruby><ruby><rb>d</rb><rt>e</rt><rb>f</rb><rt>g</rt></ruby>',
    'P\n  Span lang=ja\n    Ruby\n      RB "ab"\n      RT "c"\n  Ruby\n    RB "d"\n    RT "e"\n  Ruby\n    RB "f"\n    RT "g"',
  ],
  'ruby: bases before their texts': [
    '<p><ruby><rb>a</rb><rb>b</rb><rt>c</rt><rt>d</rt></ruby>',
    'P\n  Ruby\n    RB "a"\n    RT "c"\n  Ruby\n    RB "b"\n    RT "d"',
  ],
  'edits in a line and around blocks': [
    '<p>a <ins>new</ins> <del>old</del></p><ins><p>block</p></ins><p><s>gone</s></p>',
    'P "a" ""\n  Span "new"\n  Span "old" ""\nDiv\n  P "block"\nP\n  Span "gone" ""',
  ],
  'elements of lines around blocks are divisions': [
    '<em><p>one</p><strong><h1>two</h1></strong></em><blockquote><span lang="de"><p>drei</p></span></blockquote>',
    'Div\n  P "one"\n  Div\n    H1 "two"\nBlockQuote\n  Div lang=de\n    P "drei"',
  ],
  'details and its summary': ['<details open><summary>Sum</summary><p>Text</p></details>', 'P "Sum"\nP "Text"'],
  'names that share what they name, and groups of a description list': [
    '<dl><dt>a<dt>b<dd>1<dd>2<dt>c<dd>3</dl><dl><div><dt>d<dd>4</div></dl>',
    'L\n  LI\n    Lbl "a"\n    Lbl "b"\n    LBody "1"\n    LBody "2"\n  LI\n    Lbl "c"\n    LBody "3"\nL\n  LI\n    Lbl "d"\n    LBody "4"',
  ],
  'captions of figures stand where they are': [
    '<figure><p>one</p><figcaption>below</figcaption></figure><figure><figcaption>above</figcaption><p>two</p></figure>',
    'Div\n  P "one"\n  Caption "below"\nDiv\n  Caption "above"\n  P "two"',
  ],
  'quotations, code and abbreviations': [
    '<blockquote>q</blockquote><p><q>a <q>b</q></q> <code>c</code> <abbr title="long">l</abbr></p><pre><code>x\ny</code></pre>',
    'BlockQuote\n  P "q"\nP "" ""\n  Quote "“a" "”"\n    Quote "‘b’"\n  Code "c"\n  Span "l"\nP\n  Code "x y"',
  ],
  'lists in lists, in items and beside them': [
    '<ul><li>a<ol><li>b</ol><li><p>c</p></li></ul><ul><ul><li>d</ul></ul>',
    'L\n  LI\n    Lbl ""\n    LBody "a"\n      L\n        LI\n          Lbl "1."\n          LBody "b"\n  LI\n    Lbl ""\n    LBody\n      P "c"\nL\n  L\n    LI\n      Lbl ""\n      LBody "d"',
  ],
  'tables in cells: without head cells they arrange, and roles make head cells as th does': [
    '<table><tr><th>a<td><table><tr><td>b<td>c<tr><td>d<td>e</table><tr><td>f<td><table><tr><td role="columnheader">g<td role="columnheader">h<tr><td>i<td>j</table></table>',
    'Table\n  TBody\n    TR\n      TH "a"\n      TD\n        P "b"\n        P "c"\n        P "d"\n        P "e"\n    TR\n      TD "f"\n      TD\n        Table\n          TBody\n            TR\n              TH "g"\n              TH "h"\n            TR\n              TD "i"\n              TD "j"',
  ],
  'controls of a group': [
    '<fieldset><legend>All</legend><label>Name <input value="v"></label><button>Go</button></fieldset>',
    'P "All"\nP "Name"\n  Form "v"\n  Form "Go"',
  ],
}

for (const [name, [body, outline]] of Object.entries(outlines)) {
  types(name, async () => {
    const pdf = await claimed(body)
    assert.is(await structureOutline(pdf), outline)
    assert.is(describeFindings(checkPdf(pdf, 'ua-1')), '')
  })
}

types('a row without an element that comes again, in a layer of its own, is one row', async () => {
  const body = '<table style="filter:drop-shadow(1px 1px red)"><tr><th>a<tr style="display:contents"><td rowspan=0>b</td></tr><td>c</table>'
  const pdf = await claimed(body)
  assert.is(describeFindings(checkPdf(pdf, 'ua-1')), '')
  assert.is((await structureOutline(pdf)).match(/ TR/g)?.length, 3)
})

// A table that moves to the next page leaves there what of it is positioned: it is painted before the rows of the grid are known.
const PAGE = '@page { size: 200pt 100pt; margin: 10pt } table { break-inside: avoid } p { margin: 0 0 4pt } b { position: fixed }'
const early: Readonly<Record<string, string>> = {
  'a group out of flow whose rows are not boxes':
    '<p>a<table><tr><th><div style="height:70pt">b</div><td>c<tbody style="position:absolute;top:10pt"><tr style="display:contents"><td>d</table>',
  'a row below a cell that spans it and pages': `<p>a<table><tr><th rowspan=2>h<td>${'<p>b'.repeat(20)}<tr><td style="position:fixed">c</table>`,
  'a cell of a row in a nested table':
    '<p style="height:50pt">a<table><tr><th><table><thead><th>b</thead><tr><td style="position:absolute"><td style="position:fixed">c<td><div style="height:70pt">d</table></table>',
}

for (const [name, body] of Object.entries(early)) {
  types(`tables stay regular where parts are painted before them: ${name}`, async () => {
    assert.is(describeFindings(checkPdf(await claimed(body, PAGE), 'ua-1')), '')
  })
}

types.run()
