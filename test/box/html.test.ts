import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { INHERITED } from '../../engine/box/derived-style.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { PROPERTIES } from '../../engine/style/properties.data.ts'
import { htmlBoxes, htmlBoxText } from '../support/html-boxes.ts'
import { INITIAL } from '../support/styled.ts'

const html = suite('boxes of html')

html('anonymous boxes inherit what the cascade says is inherited', () => {
  // The cascade keeps these to itself; boxes see what was made of them.
  const inward = new Set([
    ...['fontSizeValue', 'fontVariantAlternates', 'fontVariantEastAsian', 'fontVariantLigatures', 'fontVariantNumeric'],
    ...['letterSpacingValue', 'wordSpacingValue', 'listStyleImageValue'],
  ])
  const inherited = Object.entries(PROPERTIES).filter(([name, property]) => property.isInherited && name in INITIAL && !inward.has(name))
  // Not properties of the table: several of them in one value, or no property at all.
  const others = [
    ...['fontSize', 'lineHeight', 'fontVariantFeatures', 'language', 'page', 'custom', 'textTransform'],
    ...['letterSpacing', 'wordSpacing', 'listStyleImage'],
  ]
  const expected = [...new Set([...inherited.map(([name]) => name), ...others])].sort()
  assert.equal([...INHERITED].sort(), expected)
})

html('lists as browsers number them', () => {
  assert.is(
    htmlBoxText('<ol start=3><li>a<li value=9>b<li>c</ol><ol reversed><li>x<li>y</ol>'),
    'block(ol para(li [3. ] "a") para(li [9. ] "b") para(li [10. ] "c")) block(ol para(li [2. ] "x") para(li [1. ] "y"))',
  )
  assert.is(htmlBoxText('<ul><li>a<ul><li>b</ul></ul>'), 'block(ul block(li [disc] para(- "a") block(ul para(li [circle] "b"))))')
})

html('numbered headings, nested counters', () => {
  const css = '<style>body{counter-reset:h}h2{counter-increment:h}h2::before{content:counter(h,upper-roman) ". "}</style>'
  assert.is(htmlBoxText(`${css}<h2>A</h2><h2>B</h2>`), 'para(h2 {h2 A} ::before< "I. " > "A") para(h2 {h2 B} ::before< "II. " > "B")')
  const nested = '<style>ol{counter-reset:n;list-style:none}li::before{counter-increment:n;content:counters(n,".") " "}</style>'
  assert.is(
    htmlBoxText(`${nested}<ol><li>a<ol><li>b</ol></ol>`),
    'block(ol block(li para(- ::before< "1 " > "a") block(ol para(li ::before< "1.1 " > "b"))))',
  )
})

html('quotes follow the language', () => {
  assert.is(
    htmlBoxText('<p lang=fr><q>a <q>b</q></q>'),
    'para(p q< ::before< "«" > "a " q< ::before< "«" > "b" ::after< "»" > > ::after< "»" > >)',
  )
  const inner = (html: string): string => htmlBoxText(html).replaceAll(/[^«»„“‚‘「」『』”’]/g, '')
  assert.is(inner('<p lang=de><q lang=fr>a <q>b</q></q>'), '„«»“') // the language around each
  assert.is(inner('<style>i::before { content: open-quote }</style><p lang=de><i lang=fr>'), '«')
  assert.is(inner('<p lang=zh-Hant-HK><q>a<q>b'), '「『』」')
})

html('controls print their values', () => {
  assert.is(
    htmlBoxText(
      '<p><input value="a b"><input type=hidden value=x><select><option>one<option selected>two</select><textarea>x\ny</textarea><button>Go</button>',
    ),
    'para(p atomic:para(input "a b") atomic:block(select para(- "one" br "two") para(- "two")) atomic:para(textarea "x" br "y") atomic:para(button "Go"))',
  )
  assert.is(
    htmlBoxText('<p><input type=checkbox checked><progress value=.5></progress>'),
    'para(p atomic:vector(input) atomic:vector(progress))',
  )
})

html('a control without its native look is an ordinary box, with what the author puts into it', () => {
  const css = '<style>.own { appearance: none } .own:checked::before { content: "x" }</style>'
  assert.is(
    htmlBoxText(`${css}<p><input type=checkbox class=own checked><input type=radio class=own value=never>`),
    'para(p atomic:para(input ::before< "x" >) atomic:block(input))',
  )
})

html('footnotes are called and numbered by the style sheet', () => {
  const css =
    '<style>.f{float:footnote}.f::footnote-call{content:"[" counter(footnote) "]"}.f::footnote-marker{content:counter(footnote) ") "}</style>'
  assert.is(
    htmlBoxText(`${css}<p>a<span class=f>x</span><p>b<span class=f>y</span>`),
    'para(p "a" ::footnote-call< "[1]" > {footnote para(span "1) " "x")}) para(p "b" ::footnote-call< "[2]" > {footnote para(span "2) " "y")})',
  )
})

html('css reaches into drawings', () => {
  const { root } = htmlBoxes(
    '<style>.x{fill:red}</style><p><svg viewBox="0 0 4 2" style="color:blue"><path class=x d="M0 0" fill="green"/></svg>',
  )
  const [body] = [...itemsOf(root.children)]
  const p = body?.kind === 'block' ? body.children.at(0) : undefined
  const item = p?.kind === 'paragraph' ? p.items[0] : undefined
  assert.ok(item?.kind === 'atomic' && item.box.kind === 'replaced' && item.box.image?.kind === 'vector')
  const [path] = item.box.image.root.children
  assert.ok(typeof path === 'object')
  assert.is(path.attributes.get('fill'), 'red')
  assert.is(item.box.image.root.attributes.get('color'), 'rgba(0, 0, 255, 1)')
})

html('a closed details shows its summary, which has a triangle', () => {
  assert.is(htmlBoxText('<details><summary>s</summary><p>x</details>'), 'block(details para(summary atomic:vector(-) "s"))')
})

html('first letter and first line', () => {
  const { root } = htmlBoxes('<style>p::first-letter{float:left;font-size:3em}p::first-line{color:red}</style><p>Once upon')
  const [body] = [...itemsOf(root.children)]
  const p = body?.kind === 'block' ? body.children.at(0) : undefined
  assert.ok(p?.kind === 'paragraph')
  assert.is(p.items[0]?.kind, 'float')
  assert.is(p.firstLineStyle?.color.red, 1)
})

html('a first letter inherits from the inline box it stands in', () => {
  const { root } = htmlBoxes('<style>p::first-letter{color:red}b{font-size:30px}</style><p><b>Once</b>')
  const body = root.children.at(0)
  const p = body?.kind === 'block' ? body.children.at(0) : undefined
  const letter = p?.kind === 'paragraph' ? p.items.find((item) => item.kind === 'text') : undefined
  assert.ok(letter?.kind === 'text')
  assert.equal([letter.text, letter.style.fontSize, letter.style.color.red], ['O', 30 * 0.75, 1])
})

html('items count only when they are list items', () => {
  const css = '<style>li{display:block}li::before{display:list-item;content:"x"}</style>'
  assert.is(
    htmlBoxText(`${css}<ol><li>a<li>b</ol>`),
    'block(ol block(li para(::before [1. ] "x") para(- "a")) block(li para(::before [2. ] "x") para(- "b")))',
  )
})

html('a table in a centred cell begins its own cells at the start, as browsers have it', () => {
  const { root } = htmlBoxes('<table><tr><td align=center><table><tr><td>x</table></table>')
  const body = root.children.at(0)
  const outer = body?.kind === 'block' ? body.children.at(0) : undefined
  const cell = outer?.kind === 'table' ? outer.bodies.at(0)?.rows.at(0)?.cells[0]?.box : undefined
  const inner = cell?.kind === 'block' ? cell.children.at(0) : undefined
  assert.is(cell?.style.textAlign, '-platen-center')
  assert.is(inner?.style.textAlign, 'start')
})

html('generated content is a part of a table when it says so', () => {
  const css = (display: string): string => `<style>div::after{content:"x";display:${display}}</style><div>a</div>`
  assert.is(htmlBoxText(css('table-footer-group')), 'block(div para(- "a") table(- foot(row[para(- ::after< "x" >)])))')
  assert.is(htmlBoxText(css('table-row')), 'block(div para(- "a") table(- body(row[para(- ::after< "x" >)])))')
  assert.is(htmlBoxText(css('table')), 'block(div para(- "a") table(::after body(row[para(- ::after< "x" >)])))')
})

html('a relatively positioned inline box shifts the blocks in it', () => {
  const { root } = htmlBoxes('<div><span style="position:relative;top:5px"><p>x</p></span></div>')
  const body = root.children.at(0)
  const div = body?.kind === 'block' ? body.children.at(0) : undefined
  const shifted = div?.kind === 'block' ? div.children.at(0) : undefined
  assert.ok(shifted?.kind === 'block' && shifted.isAnonymous)
  assert.equal([shifted.style.position, shifted.style.top, shifted.children.at(0)?.origin.tag], ['relative', 5 * 0.75, 'p'])
})

html('rows of data stream through real templates', () => {
  const rows = Array.from({ length: 3000 }, (_, i) => ({ n: i }))
  const { root } = htmlBoxes('<table><tr data-repeat=rows><td>{{n}}</td></tr></table><p>end', { rows }, 500)
  const [body] = [root.children.at(0)]
  assert.ok(body?.kind === 'block' && body.isStreamed)
  const table = body.children.at(0)
  assert.ok(table?.kind === 'table' && table.isStreamed)
  let count = 0
  for (const _ of itemsOf(table.bodies.at(0)!.rows)) count++
  assert.is(count, 3000)
  assert.is(body.children.at(1)?.kind, 'paragraph')
})

html.run()
