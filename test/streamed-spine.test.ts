// Documents whose boxes are made while their pages are pulled, as those of more than ten thousand nodes are.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { paintedWords } from './support/check-document.ts'

const SHEET =
  '<!DOCTYPE html><style>@page { size: 100pt 63pt; margin: 0 } html { font: 4pt/5.25pt Toy } body { margin: 0 } table { border-spacing: 0 } td { padding: 0 }</style>'
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `r${i}`)

/** The words of each page. */
function pagesOf(source: string, data: Readonly<Record<string, unknown>>): string[] {
  const { words, sheets } = paintedWords({ source: SHEET + source, data, nodesAhead: 5 })
  return sheets.map((_, page) => words.flatMap((word) => (word.page === page ? [word.text] : [])).join(' '))
}

const spine = suite('streamed spine')

spine('a table in a box with padding, and what follows it there', () => {
  const source =
    '<div style="padding: 10pt 0">{{#if yes}}<table>{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>{{/if}}<div>x</div></div>'
  const all = names(40)
  const pages = pagesOf(source, { yes: true, rows: all })
  assert.is(pages.join(' '), [...all, 'x'].join(' '))
  // (63 − 10 of padding) // 5.25 = 10 rows on the first page
  assert.is(pages[0], all.slice(0, 10).join(' '))
})

spine('a block in a box with padding, and what follows it there', () => {
  const source = '<div style="padding: 10pt 0"><div>{{#each rows}}<div>{{this}}</div>{{/each}}</div><div>x</div></div>'
  assert.is(pagesOf(source, { rows: names(40) }).join(' '), [...names(40), 'x'].join(' '))
})

spine('a table as wide as the page below a float, as it has no room beside it', () => {
  const source =
    '<div style="float: left; width: 40pt">f</div>{{#if yes}}<table style="width: 100%">{{#each rows}}<tr><td>{{this}}</td></tr>{{/each}}</table>{{/if}}'
  const pages = pagesOf(source, { yes: true, rows: names(40) })
  assert.is(pages.join(' '), ['f', ...names(40)].join(' '))
  // (63 − 5.25 of the float) // 5.25 = 11 rows
  assert.is(pages[0], ['f', ...names(11)].join(' '))
})

spine('a box with a height of its own continues on pages of another width', () => {
  const all = names(40)
  const blocks = all.map((name) => `<div>${name}</div>`).join('')
  const table = `<table>${all.map((name) => `<tr><td>${name}</td></tr>`).join('')}</table>`
  for (const height of ['100%', '230pt'])
    for (const inner of [blocks, table, `<p>y</p>${blocks}`, `<p>y</p><div>${table}</div>`]) {
      const source = `<style>@page :first { margin-right: 20pt }</style><main style="height: ${height}"><div><div style="float: left">f</div><div>z<div>${inner}</div></div></div></main><p>end</p>`
      const words = pagesOf(source, {}).flatMap((page) => page.split(' '))
      const expected = ['f', 'z', ...(inner.includes('y') ? ['y'] : []), ...all, 'end']
      assert.equal(words.sort(), expected.sort(), source)
    }
})

spine('a positioned box in a flex container that continues over pages', () => {
  const items = names(20).map((name) => `<p style="margin: 0">${name}</p>`)
  const source = `<div style="display: flex; flex-direction: column"><p style="margin: 0">z<span style="position: absolute">y</span></p>${items.join('')}</div><p>end</p>`
  const words = pagesOf(source, {}).join(' ').split(' ')
  assert.equal(words.sort(), [...names(20), 'z', 'y', 'end'].sort())
})

spine('a positioned box continues after its containing block has ended', () => {
  const tall = names(15)
    .map((name) => `<div>${name}</div>`)
    .join('')
  const source = `<div><div style="position: relative"><div>a</div><div style="position: absolute; top: 0; left: 50%">${tall}</div></div></div><div>b</div>`
  const pages = pagesOf(source, {})
  assert.is(pages[0], ['b', 'a', ...names(12)].join(' '))
  assert.is(pages[1], names(15).slice(12).join(' '))
})

spine('a positioned box whose page is written is placed on the next', () => {
  const source = `${names(40)
    .map((name) => `<div>${name}</div>`)
    .join('')}<div style="position: absolute; top: 0; left: 50%">late</div>`
  const pages = pagesOf(source, {})
  assert.is(
    pages
      .join(' ')
      .split(' ')
      .filter((word) => word === 'late').length,
    1,
  )
})

spine('a positioned box in a row of which other pages show the beginning', () => {
  const inner = '<table><tr><td>a</td></tr><tr style="break-before: page"><td>b<span style="position: absolute">y</span></td></tr></table>'
  const source = `<table><tr style="position: relative"><td>${inner}</td><td>c</td></tr><tr><td>end</td></tr></table>`
  assert.equal(
    pagesOf(source, {}).map((page) => page.split(' ').sort().join(' ')),
    ['a c', 'b end y'],
  )
})

spine.run()
