import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollapsedBorders, LaidTable } from '../../engine/layout/laid.ts'
import { itemsOf } from '../../engine/sequence.ts'
import { cellsOf, layTable, px } from '../support/tables.ts'

/** `2 solid` for each side of each cell: top, right, bottom, left. */
function bordersOf(table: LaidTable): string[] {
  const rows = [...table.head, ...itemsOf(table.rows), ...table.foot]
  return rows.flatMap((row) => row.cells.map((cell) => sides(cell.collapsed!)))
}

function sides({ top, right, bottom, left }: CollapsedBorders): string {
  return [top, right, bottom, left].map(({ width, style }) => (style === 'none' ? '-' : `${px(width)} ${style}`)).join(', ')
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
  const color = (side: { color: { red: number; green: number; blue: number } }): string =>
    `${side.color.red}${side.color.green}${side.color.blue}`
  const table = collapsed(
    'border: 2px solid #00f',
    '<col style="border: 2px solid #0f0"><tbody style="border: 2px solid #ff0"><tr style="border: 2px solid #f00"><td style="border: 2px solid #fff">a<tr><td>b',
  )
  const [first, second] = [...itemsOf(table.rows)].map((row) => row.cells[0]!.collapsed!)
  assert.equal([first!.top, first!.left, second!.left, second!.bottom].map(color), ['111', '111', '110', '110'])
})

borders('half of each border is inside the cell', () => {
  const table = collapsed('', '<tr><td style="border: 4px solid">a<td style="border: 2px solid">b')
  // 2 + 10 + 2 | 2 + 10 + 1; 2 + 10 + 2 high; the table’s own border is the outer half: 2 and 1
  assert.equal(cellsOf(table), ['2 2 14 14', '16 2 13 14 +1'])
  assert.equal([px(table.border.left), px(table.border.right), px(table.width)], [2, 1, 30])
})

borders('rows below look up and down', () => {
  const table = collapsed('', '<tr><td style="border-bottom: 6px solid">a<tr><td style="border: 2px solid">b<tr><td>c')
  assert.equal(bordersOf(table), ['-, -, 6 solid, -', '6 solid, 2 solid, 2 solid, 2 solid', '2 solid, -, -, -'])
})

borders('there is no border inside of a spanning cell', () => {
  const table = collapsed('', '<tr><td colspan=2 style="border: 2px solid">a<tr><td>b<td>c')
  assert.equal(bordersOf(table), ['2 solid, 2 solid, 2 solid, 2 solid', '2 solid, -, -, -', '2 solid, -, -, -'])
})

borders('a side with several neighbours is laid out for the widest and painted with the weakest', () => {
  const table = collapsed('', '<tr><td colspan=2>a<tr><td style="border-top: 2px solid">b<td style="border-top: 6px solid">c')
  assert.is(bordersOf(table)[0], '-, -, 2 solid, -')
  const [row] = [...itemsOf(table.rows)]
  assert.is(px(row!.height), 13) // 10 + 6 / 2
})

borders('from right to left the sides change places', () => {
  const table = collapsed('direction: rtl', '<tr><td style="border-left: 4px solid">a<td>b')
  // a stands on the right; its left border is between them
  assert.equal(bordersOf(table), ['-, -, -, 4 solid', '-, 4 solid, -, -'])
})

borders.run()
