import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Style, StyledElement } from '../../../engine/style/style.ts'
import { type Styled, styleHtml } from '../document.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of live objects. */
function alive(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const sharing = suite('sharing of styles')

const rows = (count: number): object => ({
  rows: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, amount: i, kind: i % 3 === 0 ? 'x' : 'y' })),
})

/** Number of distinct styles that were computed. */
const computed = (page: Styled): number => [...page.styles.prepared.values()].reduce((sum, { interner }) => sum + interner.count, 0)

const TABLE = `<style>td { padding: 2pt } tr:nth-child(even) td { background: #eee } td.x { color: red } tr:last-child td { font-weight: bold } .n { text-align: right }</style>
  <table><tr data-repeat=rows><td>{{name}}</td><td class="n {{kind}}">{{amount}}</td><td style="width: 5pt"><b>k</b></td></tr></table>`

function stylesOf(page: Styled): Set<Style> {
  const found = new Set<Style>()
  const visit = (element: StyledElement): void => {
    found.add(element.style)
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  visit(page.document.root)
  return found
}

sharing('rows share styles: a hundred times the rows need no further styles', () => {
  const few = styleHtml(TABLE, { data: rows(20) })
  const many = styleHtml(TABLE, { data: rows(2000) })
  assert.is(stylesOf(few).size, stylesOf(many).size)
  assert.is(computed(few), computed(many))
})

sharing('equal styles are one object, whichever rules they come from', () => {
  const page = styleHtml(
    '<style>.a { color: red; width: 5pt } .b { width: 5pt; color: #f00 }</style><p class=a id=1><p class=b id=2><p id=3 style="color: rgb(255 0 0); width: 5pt">',
  )
  assert.is(page.style('1'), page.style('2'))
  assert.is(page.style('1'), page.style('3'))
})

sharing("equal values are one object, and inherited ones are the parent's", () => {
  const page = styleHtml(
    '<style>p { font-family: A, B; width: calc(1% + 1pt) }</style><p id=a><b id=c></b></p><p id=b style="font-family: A, B"><b id=d></b></p>',
  )
  assert.is(page.style('a').fontFamily, page.style('d').fontFamily)
  assert.is(page.style('c').fontFamily, page.style('b').fontFamily)
})

sharing('a second document of the same data computes nothing', () => {
  const page = styleHtml(TABLE, { data: rows(10) })
  stylesOf(page)
  const before = computed(page)
  stylesOf(page)
  assert.is(computed(page), before)
})

sharing('static elements are styled once under the same parent', () => {
  const page = styleHtml('<div data-repeat=rows><p>a<b>c</b></p></div>', { data: rows(3) })
  const [first, second] = page.all('div').map((div) => [...div.children][0])
  assert.is(first, second)
})

sharing('children can be iterated again', () => {
  const page = styleHtml(TABLE, { data: rows(3) })
  const body = page.find('tbody')
  const once = [...body.children].map((row) => row.kind === 'element' && [...row.children].map((cell) => cell.style))
  const twice = [...body.children].map((row) => row.kind === 'element' && [...row.children].map((cell) => cell.style))
  assert.equal(once, twice)
})

sharing('rows can be read after later rows were styled', () => {
  const page = styleHtml('<style>tr + tr td { color: red } tr:last-child td { color: black }</style><table><tr data-repeat=rows><td>', {
    data: rows(3),
  })
  const [first, second, third] = [...page.find('tbody').children] as StyledElement[]
  const red = (row: StyledElement | undefined): number | undefined => [...row!.children][0]?.style.color.red
  assert.equal([red(third), red(second), red(first)], [0, 1, 0])
})

sharing('caches are bounded when every row differs', () => {
  const page = styleHtml('<p data-repeat=rows style="width: {{amount}}pt"><b>x</b></p>', { data: rows(6000) })
  const before = alive()
  let count = 0
  for (const row of page.find('body').children) {
    if (row.kind !== 'element') continue
    for (const child of row.children) if (child.kind === 'element') count += child.style.fontWeight / 700
  }
  assert.is(count, 6000)
  const grown = alive() - before
  assert.ok(grown < 50e6, `${grown} bytes`)
})

sharing('rules times elements have a budget', () => {
  const css = Array.from({ length: 3000 }, (_, i) => `:not(.c${i}){width:${i}pt}`).join('')
  assert.throws(() => styleHtml(`<style>${css}</style>${'<b></b>'.repeat(8000)}`), /selectors took more than/)
  assert.throws(() => styleHtml(`<style>b:has(~ i) { color: red }</style>${'<b></b>'.repeat(8000)}`), /selectors took more than/)
})

// As many elements as a template may have. Buttons and list items match the most user-agent rules.
for (const tag of ['p', 'button', 'li']) {
  sharing(`the browser's own rules cost no tests: 248,000 <${tag}>`, () => {
    styleHtml(`<!DOCTYPE html>${`<${tag}></${tag}>`.repeat(248_000)}`)
  })
}

sharing.run()
