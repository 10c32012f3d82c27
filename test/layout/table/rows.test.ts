import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { itemsOf } from '../../../engine/collections/sequence.ts'
import { cellsOf, layTable, openTable, px, tableBox } from '../../support/tables.ts'

const rows = suite('rows')

rows('a row is as tall as its tallest cell, and the others align in it', () => {
  const html = `<table><tr><td>a<br>b<br>c<td style="vertical-align: top">d<td style="vertical-align: middle">e
    <td style="vertical-align: bottom">f</table>`
  // 30 tall; 20 are left for a cell of one line
  assert.equal(cellsOf(layTable(html)), ['0 0 10 30', '10 0 10 30', '20 0 10 30 +10', '30 0 10 30 +20'])
})

rows('first lines stand on one baseline', () => {
  const html = '<table><tr style="vertical-align: baseline"><td>a<td style="padding-top: 7px">b</table>'
  assert.equal(cellsOf(layTable(html)), ['0 0 10 17 +7', '10 0 10 17'])
})

rows('heights of rows and cells are least heights', () => {
  assert.equal(cellsOf(layTable('<table><tr style="height: 40px"><td>a<tr><td style="height: 15px; padding: 1px">b</table>')), [
    // the wider cell is 1 + 10 + 1
    '0 0 12 40 +15',
    // 15 and padding 2
    '0 40 12 17 +2.5',
  ])
})

rows('a cell over several rows makes them taller by their size', () => {
  const html = '<table><tr><td rowspan=2>a<br>b<br>c<br>d<br>e<br>f<td>x<tr><td>y<br>z</table>'
  // 60 over 10 and 20: 20 and 40
  assert.equal(
    cellsOf(layTable(html)).map((cell) => cell.split(' +')[0]),
    ['0 0 10 60', '10 0 10 20', '10 20 10 40'],
  )
})

rows('a row span ends with its group', () => {
  const html = '<table><tbody><tr><td rowspan=9>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>'
  const table = layTable(html)
  assert.equal(
    [...itemsOf(table.rows)].map((row) => [row.spanned, row.cells[0]!.rowSpan]),
    [
      [2, 2],
      [1, 1],
      [1, 1],
    ],
  )
})

rows('a table taller than its rows gives the rest to its body', () => {
  const html = '<table style="height: 100px"><thead><tr><td>h<tbody><tr><td>a<tr><td>b<br>c</table>'
  // 100 - 40 = 60: by 10 and 20 of 30
  assert.equal(
    cellsOf(layTable(html)).map((cell) => cell.split(' +')[0]),
    ['0 0 10 10', '0 10 10 30', '0 40 10 60'],
  )
})

rows('head stands first and foot last, wherever they are written', () => {
  const html = '<table><tfoot><tr><td>f<tbody><tr><td>a<thead><tr><td>h</table>'
  const table = layTable(html)
  assert.equal([px(table.headY), table.head.length, px(table.footY), table.foot.length, px(table.height)], [0, 1, 20, 1, 30])
})

rows('a collapsed row takes no room', () => {
  const html = '<table style="border-spacing: 2px"><tr><td>a<tr style="visibility: collapse"><td>b<tr><td>c</table>'
  // 2 + 10 + 2 + 10 + 2
  assert.is(px(layTable(html).height), 26)
})

rows('captions stand outside the grid', () => {
  const table = layTable(
    '<table style="border: 1px solid"><caption>top</caption><caption style="caption-side: bottom">end</caption><tr><td>aaa</table>',
  )
  assert.equal([table.gridY, table.gridHeight, table.height, table.bottomCaptions[0]!.y].map(px), [10, 12, 32, 22])
})

rows('percentages in a cell mean its height when that, or the table’s, is given; a row’s does not count, as in Chromium', () => {
  const heightIn = (table: string, row: string, cell: string): number => {
    const html = `<table style="${table}"><tr style="${row}"><td style="vertical-align: top; ${cell}"><div style="height: 100%">a</div></table>`
    const { laid } = [...itemsOf(layTable(html).rows)][0]!.cells[0]!
    return laid.kind === 'block' ? px(laid.children.at(0)!.laid.height) : 0
  }
  assert.equal([heightIn('', '', 'height: 50px'), heightIn('height: 50px', '', ''), heightIn('', 'height: 50px', '')], [50, 50, 10])
})

rows('content with a percentage height is aligned in the remaining height', () => {
  const html = '<table style="height: 50px"><tr><td style="vertical-align: middle"><div style="height: 40%">a</div></table>'
  const { laid, contentShift } = [...itemsOf(layTable(html).rows)][0]!.cells[0]!
  assert.equal([laid.kind === 'block' && px(laid.children.at(0)!.laid.height), px(contentShift)], [20, 15])
})

rows('percentages of rows and cells mean all rows, 100 together at most', () => {
  const heights = (rows: string): number[] =>
    [...itemsOf(layTable(`<table style="height: 100px">${rows}</table>`).rows)].map(({ height }) => px(height))
  assert.equal(heights('<tr style="height: 70%"><td>a<tr><td>b'), [70, 30])
  assert.equal(heights('<tr><td style="height: 70%">a<tr><td>b'), [70, 30])
  assert.equal(heights('<tr style="height: 80%"><td>a<tr style="height: 80%"><td>b'), [80, 20])
})

rows('a row that is left out gives cells that span it no height, and has no spacing', () => {
  const table = layTable(
    '<table style="border-spacing: 2px"><tr><td rowspan=2>a<br>a<br>a<br>a<td>b<tr style="visibility: collapse"><td>c<br>c<br>c<tr><td>d</table>',
  )
  const shown = [...itemsOf(table.rows)].map(({ y, height }) => [px(y), px(height)])
  // 40 over 2 + 10 + 30: nothing is missing; the second row goes after that, with the spacing above it
  assert.equal(shown, [
    [2, 10],
    [12, 0],
    [14, 10],
  ])
})

const streamed = suite('streamed tables')

const rowsOf = (count: number) => ({ rows: Array.from({ length: count }, (_, i) => ({ i })) })
const STREAM = '<table style="table-layout: fixed; width: 100px"><thead><tr><td>h<tbody><tr data-repeat="rows"><td>{{i}}</tbody></table>'

streamed('a row is laid out when it is pulled, and freed when released', () => {
  const table = openTable(tableBox(STREAM, rowsOf(1000), 10), 100)
  assert.ok(table.isOpen)
  assert.is(px(table.rows.at(3)!.y), 40) // head, then three rows
  table.rows.release(3)
  assert.throws(() => table.rows.at(2), /released/)
  assert.throws(() => table.height, /came to an end/)
})

streamed('positioned boxes leave with their rows, not at the end', () => {
  const html = STREAM.replace('{{i}}', '{{i}}<i style="position: absolute; top: 0">x</i>')
  const tops: number[] = []
  const table = openTable(tableBox(html, rowsOf(50), 10), 100, (pending) => tops.push(...pending.map(({ rect }) => px(rect.y))))
  table.rows.at(2)
  assert.equal(tops, [10, 20, 30]) // below the head, a row each
})

streamed('a positioned table contains them: those that depend on its height wait for the end', () => {
  const html = STREAM.replace('width: 100px', 'width: 100px; position: relative').replace(
    '{{i}}',
    '{{i}}<i style="position: absolute; top: 5px">x</i><i style="position: absolute; bottom: 0">y</i>',
  )
  const table = openTable(tableBox(html, rowsOf(30), 10), 100)
  table.rows.at(1)
  assert.equal(
    table.positioned.map(({ y }) => px(y)),
    [5, 5],
  )
  for (let i = 0; table.rows.at(i) !== undefined; i++) table.rows.release(i)
  assert.is(table.positioned.length, 60)
  assert.is(px(table.positioned.at(-1)!.y), 300) // 10 + 30 · 10, less its own 10
})

streamed('its height is known at the end', () => {
  const table = openTable(tableBox(STREAM, rowsOf(50), 10), 100)
  for (let i = 0; table.rows.at(i) !== undefined; i++) table.rows.release(i)
  assert.is(px(table.height), 510) // 10 + 50 · 10
})

streamed('auto widths read every row and hold none in memory', () => {
  const html = '<table><tbody><tr data-repeat="rows"><td>{{name}}<td>x</tbody></table>'
  const names = Array.from({ length: 200 }, (_, i) => ({ name: i === 199 ? 'wwwwwwww' : 'a' }))
  const box = tableBox(html, { rows: names }, 10)
  assert.ok(box.isStreamed)
  assert.is(px(openTable(box, 90).columns[0]!.width), 80)
})

rows.run()
streamed.run()
