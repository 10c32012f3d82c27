// Containers with very many items, or asking for very many tracks or columns: no stack overflow, no endless loop.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../engine/box/box.ts'
import { block, flex, grid, type StyleChange } from '../support/boxes.ts'
import { boxesOf, layOut } from './layout-tools.ts'

const items = (count: number, change: (index: number) => StyleChange): Box[] =>
  Array.from({ length: count }, (_, i) => block({ height: 5, ...change(i) }))
const count = (container: Box): number => boxesOf(layOut(block({}, container)).root).length - 2
const at = (number: number) => ({ kind: 'line', number, name: undefined }) as const
const span = (number: number) => ({ kind: 'span', number, name: undefined }) as const

const hostile = suite('hostile containers')

hostile('a flex line of very many items', () => {
  assert.is(count(flex({ alignItems: 'baseline' }, ...items(15_000, () => ({ width: 1, flexShrink: 0 })))), 15_000)
})

hostile('very many flex lines', () => {
  assert.is(count(flex({ flexWrap: 'wrap' }, ...items(5_000, () => ({ width: 300 })))), 5_000)
})

hostile('grid items that span all there is, at the far end of it', () => {
  const far = items(2_000, (i) => ({ gridColumnStart: at(1_000_000 - i), gridRowStart: span(1_000_000) }))
  assert.is(count(grid({}, ...far)), 2_000)
})

hostile('dense packing of very many items', () => {
  const columns = {
    items: [1, 2, 3, 4].map(() => ({ kind: 'track', size: { kind: 'minmax', min: 10, max: 10 }, names: [] }) as const),
    endNames: [],
  }
  const packed = items(800, (i) => ({ gridColumnEnd: span(1 + (i % 4)), gridRowEnd: span(1 + (i % 3)) }))
  assert.is(count(grid({ gridTemplateColumns: columns, gridAutoFlow: { axis: 'row', isDense: true } }, ...packed)), 800)
})

hostile('columns without number', () => {
  const { root } = layOut(block({}, block({ columnWidth: 0, columnGap: 0, width: 5_000 }, block({ height: 5 }))))
  const laid = root.kind === 'block' ? root.children.at(0)?.laid : undefined
  assert.is(laid?.kind === 'columns' && laid.columnCount, 1000)
})

hostile('very many floats', () => {
  assert.is(count(block({}, ...items(5_000, () => ({ float: 'left', width: 90 })))), 5_000)
})

hostile('very many positioned boxes', () => {
  assert.is(count(block({ position: 'relative' }, ...items(20_000, () => ({ position: 'absolute', left: 0 })))), 20_000)
})

hostile.run()
