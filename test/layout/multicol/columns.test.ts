// Multi-column containers: how many columns, how wide, how high.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../engine/box/box.ts'
import type { LaidColumns } from '../../../engine/layout/laid.ts'
import { block, text } from '../../support/boxes.ts'
import { layOut } from '../layout-tools.ts'

function columnsOf(box: Box): LaidColumns {
  const { root } = layOut(block({}, box), { width: 200, height: 300 })
  const laid = root.kind === 'block' ? root.children.at(0)?.laid : undefined
  if (laid?.kind !== 'columns') throw new Error('not columns')
  return laid
}

const columns = suite('columns')

columns('count and gap decide the width', () => {
  const laid = columnsOf(block({ columnCount: 3, columnGap: 10 }, block({ height: 30 })))
  assert.is(laid.columnWidth, 60) // (200 − 20) / 3
  assert.equal(laid.xs, [0, 70, 140])
})

columns('a column width makes as many columns as fit', () => {
  const laid = columnsOf(block({ columnWidth: 45, columnGap: 10, padding: 6 }, block({ height: 30 })))
  assert.is(laid.columnCount, 3) // floor((188 + 10) / 55)
  assert.is(laid.columnWidth, (188 - 20) / 3)
  assert.is(columnsOf(block({ columnWidth: 45, columnCount: 2, columnGap: 10 }, block())).columnCount, 2)
})

columns('lines are balanced; orphans win over widows', () => {
  const lines = (count: number): Box => text(Array.from({ length: count }, () => 'aaaaaaaa').join(' '))
  assert.is(columnsOf(block({ columnCount: 2, columnGap: 0 }, lines(7))).height, 40) // 4 + 3
  assert.is(columnsOf(block({ columnCount: 2, columnGap: 0 }, lines(3))).height, 20) // 2 + 1: orphans win over widows, as in Chromium
  assert.is(columnsOf(block({ columnCount: 2, columnGap: 0 }, lines(2))).height, 20) // 1 + 1 would leave an orphan
  assert.is(columnsOf(block({ columnCount: 3, columnGap: 0 }, lines(5))).height, 20) // 2 + 2 + 1
  assert.is(columnsOf(block({ columnCount: 2, columnGap: 0 }, block({ columnCount: 2, columnGap: 0 }, lines(4)))).height, 10) // 1 + 1 | 1 + 1
  assert.is(columnsOf(block({ columnCount: 2, columnGap: 0 }, lines(4), lines(4), block({ height: 5 }))).height, 45) // 80 | 5 or 40 | 45
})

columns('what cannot break makes a column high', () => {
  const tall = [block({ height: 50, breakInside: 'avoid' }), block({ height: 20, breakInside: 'avoid' })]
  assert.is(columnsOf(block({ columnCount: 2 }, ...tall)).height, 50)
})

columns('a spanner is as wide as the container, and columns begin anew below it', () => {
  const part = (): Box => block({ height: 20, breakInside: 'avoid' })
  const laid = columnsOf(block({ columnCount: 2, columnGap: 10 }, part(), part(), block({ columnSpan: 'all', height: 7 }), part(), part()))
  assert.is(laid.height, 20 + 7 + 20)
  assert.is(laid.flow.children.at(2)?.laid.width, 200)
})

columns('a spanner deep inside splits what is around it', () => {
  const part = (): Box => block({ height: 20, breakInside: 'avoid' })
  const laid = columnsOf(
    block({ columnCount: 2, columnGap: 10 }, part(), block({ paddingTop: 3 }, part(), block({ columnSpan: 'all', height: 7 }), part())),
  )
  assert.is(laid.flow.children.at(2)?.laid.width, 200)
  assert.is(laid.height, 23 + 7 + 20) // 20 | 3 + 20
})

columns('floats count in the balanced height', () => {
  assert.is(columnsOf(block({ columnCount: 1 }, block({ float: 'left', height: 40 }), block({ height: 10 }))).height, 40)
})

columns('the room below an empty box is broken, padding of an empty container is not', () => {
  assert.is(columnsOf(block({ columnCount: 4, columnGap: 0 }, block({ minHeight: 80 }, block()))).height, 20)
  assert.is(columnsOf(block({ columnCount: 4, columnGap: 0 }, block({ display: 'flex', padding: 6 }))).height, 12)
  assert.is(
    columnsOf(block({ columnCount: 4, columnGap: 0 }, block({ display: 'grid', paddingBottom: 6 }, block({ height: 40 })))).height,
    11.5,
  )
})

columns.run()
