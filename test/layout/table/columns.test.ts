import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Column,
  capPercentages,
  columnsWidths,
  distribute,
  distributeFixed,
  EMPTY_COLUMN,
  withDemand,
  withSpans,
} from '../../../engine/layout/table/columns.ts'
import { columnsOf, layTable, px, widthsOf } from '../../support/tables.ts'

const auto = (min: number, max: number): Column => ({ min, max, percent: undefined, isConstrained: false, isEmpty: false })
const length = (min: number, max: number): Column => ({ ...auto(min, max), isConstrained: true })
const percent = (min: number, max: number, share: number): Column => ({ ...auto(min, max), percent: share })

const columns = suite('columns')

columns('below their least widths columns overflow', () => {
  assert.equal(distribute([auto(30, 90), auto(50, 60)], 40), [30, 50])
})

columns('between least and greatest widths each column grows by the same part of its range', () => {
  // 80 … 200; 140 is half way: 30 + 60/2, 50 + 60/2
  assert.equal(distribute([auto(30, 90), auto(50, 110)], 140), [60, 80])
})

columns('above their greatest widths they grow in proportion', () => {
  // 100 over: 90/150 and 60/150 of it
  assert.equal(distribute([auto(30, 90), auto(50, 60)], 250), [150, 100])
})

columns('percentages come first, then lengths, then the rest', () => {
  const all = [percent(10, 20, 50), length(10, 60), auto(20, 80)]
  // 50 % of 100 is 50; 30 is left for the least widths of the others, 20 over: all of it to the length
  assert.equal(distribute(all, 100), [50, 30, 20])
  // 50 % of 200 is 100; 60 the length; 40 is left
  assert.equal(distribute(all, 200), [100, 60, 40])
  // 50 % of 400 is 200; 60; the rest
  assert.equal(distribute(all, 400), [200, 60, 140])
})

columns('without other columns lengths share what is over, without lengths percentages', () => {
  assert.equal(distribute([length(10, 60), length(10, 40)], 200), [120, 80])
  assert.equal(distribute([percent(10, 10, 20), percent(10, 10, 30)], 100), [40, 60])
})

columns('percentages above a hundred are cut from the end', () => {
  assert.equal(
    capPercentages([percent(0, 0, 80), percent(0, 0, 40)]).map((column) => column.percent),
    [80, 20],
  )
})

columns('a length overrules wider content of other cells', () => {
  const column = [
    { min: 20, max: 300, percent: undefined, isConstrained: false },
    { min: 10, max: 50, percent: undefined, isConstrained: true },
  ].reduce(withDemand, EMPTY_COLUMN)
  assert.equal(column, { min: 20, max: 50, percent: undefined, isConstrained: true, isEmpty: false })
})

columns('a spanning cell presses its needs onto its columns, narrow spans first', () => {
  const demand = { min: 60, max: 100, percent: undefined, isConstrained: false }
  const [a, b] = withSpans([auto(10, 20), auto(10, 30)], [{ ...demand, column: 0, span: 2 }], 0)
  // 60 is 10 over 50: by 20 and 30 of 50; 100 is 50 over
  assert.equal([a!.min, b!.min, a!.max, b!.max], [24, 36, 40, 60])
})

columns('lengths do not grow for the max-content width of a spanning cell', () => {
  const length = { ...auto(10, 30), isConstrained: true }
  const demand = { min: 0, max: 100, percent: undefined, isConstrained: false, column: 0, span: 2 }
  assert.equal(
    withSpans([length, percent(10, 20, 10)], [demand], 0).map(({ max }) => max),
    [30, 70],
  )
})

columns('a percentage of several columns goes to those in which something begins', () => {
  const empty = { ...auto(0, 0), isEmpty: true }
  const demand = { min: 10, max: 10, percent: 30, isConstrained: false, column: 0, span: 2 }
  assert.equal(
    withSpans([auto(5, 5), empty], [demand], 0).map((column) => column.percent),
    [30, undefined],
  )
})

columns('percentages make a table as wide as their content needs', () => {
  // A percentage of nothing is none: 90 beside 100 % want all there is.
  assert.is(columnsWidths([percent(5, 30, 100), percent(5, 90, 0)], true).max, 1e6)
  // 30 is 10 %: the table wants 300; 90 beside 10 % want 100
  assert.equal(columnsWidths([percent(5, 30, 10), auto(5, 90)], true), { min: 10, max: 300 })
  assert.equal(columnsWidths([percent(5, 30, 10), auto(5, 90)], false), { min: 10, max: 120 })
})

columns('fixed columns keep lengths and percentages; the others share the rest', () => {
  const fixed = (value?: number, share?: number, padding = 0) => ({ length: value, percent: share, padding })
  assert.equal(distributeFixed([fixed(30), fixed(undefined, 20), fixed(), fixed()], 200), [30, 40, 65, 65])
  assert.equal(distributeFixed([fixed(30), fixed(60)], 180), [60, 120])
  // Padding comes on top of a percentage: 50 + 10 of 100, the rest is 40.
  assert.equal(distributeFixed([fixed(undefined, 50, 10), fixed()], 100), [60, 40])
  // 120 % beside a length of 40: 80 and 40 of 120 have 60 to share.
  assert.equal(distributeFixed([fixed(40), fixed(undefined, 80), fixed(undefined, 40), fixed()], 100), [40, 40, 20, 0])
})

const tables = suite('tables share out their width')

tables('content decides', () => {
  const html = '<table><tr><td>aaa bb<td>c</table>'
  // min: aaa and c; max: 6 letters and 1
  assert.equal(widthsOf(html), { min: 40, max: 70 })
  assert.equal(columnsOf(layTable(html)), [60, 10])
  // 60: 20 of the 30 between 40 and 70
  assert.equal(columnsOf(layTable(html, 60)), [50, 10])
})

tables('spacing, borders and padding count', () => {
  const html = '<table style="border: 3px solid; padding: 2px; border-spacing: 5px"><tr><td style="padding: 1px">aa<td>b</table>'
  // 3 + 2 + 5 | 22 | 5 | 10 | 5 + 2 + 3
  assert.equal(widthsOf(html), { min: 57, max: 57 })
})

tables('a column’s width is that of col, its group or any cell', () => {
  assert.equal(columnsOf(layTable('<table><col style="width: 50px"><tr><td>a<td>b</table>')), [50, 10])
  assert.equal(columnsOf(layTable('<table><colgroup span=2 style="width: 30px"></colgroup><tr><td>a<td>b</table>')), [30, 30])
  assert.equal(columnsOf(layTable('<table><tr><td>a<td>b<tr><td><td style="width: 40px">c</table>')), [10, 40])
})

tables('percentages are parts of the table', () => {
  assert.equal(columnsOf(layTable('<table style="width: 200px"><tr><td style="width: 25%">a<td>b</table>')), [50, 150])
})

tables('columns that nothing begins in take no room', () => {
  const table = layTable('<table style="border-spacing: 4px"><tr><td colspan=3>aaaa<td>b</table>')
  assert.equal(columnsOf(table), [40, 0, 0, 10])
  // 4 + 40 + 4 + 10 + 4
  assert.is(px(table.width), 62)
})

tables('fixed layout reads the first row only', () => {
  const html = '<table style="table-layout: fixed; width: 100px"><tr><td style="width: 30px">a<td>b<tr><td>cccccccccc<td>d</table>'
  assert.equal(columnsOf(layTable(html)), [30, 70])
})

tables('fixed columns wider than the table make it wider', () => {
  const html = '<table style="table-layout: fixed; width: 50px"><col style="width: 40px"><col style="width: 60px"><tr><td>a<td>b</table>'
  assert.is(px(layTable(html).width), 100)
})

tables('from right to left the first column is on the right', () => {
  const table = layTable('<table style="direction: rtl"><tr><td>aaa<td>b</table>')
  assert.equal(
    table.columns.map((column) => px(column.x)),
    [10, 0],
  )
})

tables('a collapsed column takes no room', () => {
  assert.equal(columnsOf(layTable('<table><col><col style="visibility: collapse"><tr><td>a<td>bbb<td>c</table>')), [10, 0, 10])
})

tables('a table in a cell is not bloated by its percentages', () => {
  const inner = '<table><tr><td style="width: 10%">aaa<td>b</table>'
  assert.equal(columnsOf(layTable(`<table><tr><td>${inner}<td>cc</table>`, 1000)), [40, 20])
})

columns.run()
tables.run()
