import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { itemsOf } from '../../../engine/collections/sequence.ts'
import type { GridBorder, LaidCell, LaidRow, LaidTable } from '../../../engine/layout/laid.ts'
import { cellsOf, layTable, px } from '../../support/tables.ts'

/** `2 solid` for each side of each cell: top, right, bottom, left; `2 solid|6 solid` where a side has several, nothing inside of a cell. */
function bordersOf(table: LaidTable): string[] {
  return rowsOf(table).flatMap((row) => row.cells.map((cell) => sidesOf(table, row, cell).map(named).join(', ')))
}

function rowsOf(table: LaidTable): LaidRow[] {
  return [...table.head, ...itemsOf(table.rows), ...table.foot]
}

function sidesOf(table: LaidTable, { borders }: LaidRow, { column, colSpan }: LaidCell): (readonly GridBorder[])[] {
  const { vertical, top, bottom } = borders!
  const end = column + colSpan
  const sides = [vertical.slice(end, end + 1), vertical.slice(column, column + 1)]
  const [right, left] = table.box.style.direction === 'rtl' ? sides.reverse() : sides
  return [top.slice(column, end), right!, bottom.slice(column, end), left!]
}

function named(side: readonly GridBorder[]): string {
  const names = side.map((border) => (border === undefined ? '' : border.style === 'none' ? '-' : `${px(border.width)} ${border.style}`))
  return [...new Set(names)].join('|')
}

const collapsed = (attributes: string, rows: string) => layTable(`<table style="border-collapse: collapse; ${attributes}">${rows}</table>`)

const borders = suite('collapsed borders')

borders('the wider border wins', () => {
  const table = collapsed('border: 1px solid', '<tr><td style="border: 4px solid">a<td style="border: 2px solid">b')
  assert.equal(bordersOf(table), ['4 solid, 4 solid, 4 solid, 4 solid', '2 solid, 2 solid, 2 solid, 4 solid'])
})

borders('of equal widths the stronger style wins: double, solid, dashed, dotted, ridge, outset, groove, inset', () => {
  const order = ['double', 'solid', 'dashed', 'dotted', 'ridge', 'outset', 'groove', 'inset']
  order.slice(1).forEach((weak, i) => {
    const table = collapsed('', `<tr><td style="border: 3px ${weak}">a<td style="border: 3px ${order[i]}">b`)
    assert.is(bordersOf(table)[0], `3 ${weak}, 3 ${order[i]}, 3 ${weak}, 3 ${weak}`)
  })
})

borders('hidden beats all, none loses to all', () => {
  const table = collapsed('', '<tr><td style="border: 9px solid">a<td style="border: hidden">b<td style="border: 1px dotted">c')
  assert.equal(bordersOf(table), [
    '9 solid, 0 hidden, 9 solid, 9 solid',
    '0 hidden, 0 hidden, 0 hidden, 0 hidden',
    '1 dotted, 1 dotted, 1 dotted, 0 hidden',
  ])
})

borders('a cell goes before its row, group, column and table', () => {
  const color = (side: readonly GridBorder[] | undefined): string => {
    const { red, green, blue } = side![0]!.color
    return `${red}${green}${blue}`
  }
  const table = collapsed(
    'border: 2px solid #00f',
    '<col style="border: 2px solid #0f0"><tbody style="border: 2px solid #ff0"><tr style="border: 2px solid #f00"><td style="border: 2px solid #fff">a<tr><td>b',
  )
  const [first, second] = rowsOf(table).map((row) => sidesOf(table, row, row.cells[0]!))
  assert.equal([first![0], first![3], second![3], second![2]].map(color), ['111', '111', '110', '110'])
})

borders('half of each border is inside the cell', () => {
  const table = collapsed('', '<tr><td style="border: 4px solid">a<td style="border: 2px solid">b')
  // 2 + 10 + 2 | 2 + 10 + 1; 2 + 10 + 2 high; the table’s own border is the outer half: 2 and 1
  assert.equal(cellsOf(table), ['2 2 14 14', '16 2 13 14 +1'])
  assert.equal([px(table.border.left), px(table.border.right), px(table.width)], [2, 1, 30])
})

borders('rows are resolved against both neighbours', () => {
  const table = collapsed('', '<tr><td style="border-bottom: 6px solid">a<tr><td style="border: 2px solid">b<tr><td>c')
  assert.equal(bordersOf(table), ['-, -, 6 solid, -', '6 solid, 2 solid, 2 solid, 2 solid', '2 solid, -, -, -'])
})

borders('there is no border inside of a spanning cell', () => {
  const table = collapsed('', '<tr><td colspan=2 style="border: 2px solid">a<tr><td>b<td>c')
  assert.equal(bordersOf(table), ['2 solid, 2 solid, 2 solid, 2 solid', '2 solid, -, -, -', '2 solid, -, -, -'])
})

borders('a side with several neighbours is laid out for the widest', () => {
  const table = collapsed('', '<tr><td colspan=2>a<tr><td style="border-top: 2px solid">b<td style="border-top: 6px solid">c')
  assert.is(bordersOf(table)[0], '-, -, 2 solid|6 solid, -')
  const [row] = [...itemsOf(table.rows)]
  assert.is(px(row!.height), 13) // 10 + 6 / 2
})

borders('a cell that spans rows has the widest border along any of them, and that below its last', () => {
  const table = collapsed('', '<tr><td rowspan=2 style="border-bottom: 4px solid">a<td>b<tr><td style="border-left: 6px solid">c')
  const [cell] = rowsOf(table)[0]!.cells
  assert.equal([px(cell!.laid.border.right), px(cell!.laid.border.bottom)], [3, 2])
  assert.is(px(cell!.width), 13) // 10 + 6 / 2
})

borders('the table’s sides are half of the widest borders of all rows', () => {
  const table = collapsed('', '<tr><td style="border-left: 2px solid">a<tr><td style="border-left: 6px solid; border-right: 2px solid">b')
  assert.equal([px(table.border.left), px(table.border.right)], [3, 1])
})

borders('the table’s border is where no cell is', () => {
  const table = collapsed('border: 2px solid', '<tr><td>a<td>b<tr><td>c')
  const { vertical, bottom } = rowsOf(table)[1]!.borders!
  // c | nothing | the end of the table
  assert.equal([vertical.map((border) => named([border])), named(bottom)], [['2 solid', '-', '2 solid'], '2 solid'])
})

borders('cells that overlap have no border inside of either', () => {
  const table = collapsed(
    '',
    '<tr><td style="border: 1px solid">a<td rowspan=2 style="border: 1px solid">b<tr><td colspan=2 style="border: 1px solid">c',
  )
  const [first, second] = rowsOf(table).map((row) => row.borders!)
  assert.equal(
    first!.bottom.map((border) => named([border])),
    ['1 solid', ''],
  )
  assert.equal(
    second!.vertical.map((border) => named([border])),
    ['1 solid', '', '1 solid'],
  )
})

borders('a row that is left out is no neighbour', () => {
  const table = collapsed(
    '',
    '<tr><td style="border-bottom: 4px solid">a<tr style="visibility: collapse"><td style="border: 9px solid">b<tr><td style="border-top: 2px dotted">c',
  )
  const [first, second, third] = rowsOf(table)
  assert.equal([named(first!.borders!.bottom), second!.borders, named(third!.borders!.top)], ['4 solid', undefined, '4 solid'])
})

borders('rows that meet at a break are resolved anew', () => {
  const table = collapsed(
    '',
    '<thead><tr><th style="border-bottom: 1px solid">h<tbody><tr><td>a<tr><td style="border-top: 3px solid">b<tr><td rowspan=2>c<td>d<tr><td>e',
  )
  const [first, second, , last] = [...itemsOf(table.rows)].map((row) => row.borders!)
  const head = { borders: table.head[0]!.borders!, isCut: false }
  const below = (borders: typeof first, isCut: boolean): string =>
    named(table.collapsed!.between(head, { borders: borders!, isCut }).slice(0, 1))
  assert.is(below(first, false), '1 solid')
  assert.is(below(second, false), '3 solid')
  // A row or cell that continues has no border there: the head's alone counts.
  assert.is(below(second, true), '1 solid')
  assert.is(below(last, false), '1 solid')
})

borders('from right to left the sides change places', () => {
  const table = collapsed('direction: rtl', '<tr><td style="border-left: 4px solid">a<td>b')
  // a stands on the right; its left border is between them
  assert.equal(bordersOf(table), ['-, -, -, 4 solid', '-, 4 solid, -, -'])
})

borders.run()
