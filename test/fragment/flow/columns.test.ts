import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { block, columns, paragraph } from '../../support/laid.ts'
import { show } from '../../support/pieces.ts'

const p = (name: string, lines: number, style = {}) => paragraph(lines, { name, style })

const multicol = suite('columns')

multicol('columns are balanced on their last page', () => {
  // 9 lines in 3 columns: 3 each
  const root = columns(3, [p('a', 9)])
  assert.equal(show(root), ['a0-3@0 a3-6@0 a6-9@0'])
})

multicol('columns fill the page, and continue', () => {
  const root = columns(2, [p('a', 30)])
  // 12 + 12 lines, then 3 + 3
  assert.equal(show(root), ['a0-12@0 a12-24@0', 'a24-27@0 a27-30@0'])
})

multicol('a column break goes to the next column, a page break to the next page', () => {
  const root = columns(3, [p('a', 1), p('b', 1, { breakBefore: 'column' }), p('c', 1, { breakBefore: 'page' })])
  assert.equal(show(root), ['a0-1@0 b0-1@0', 'c0-1@0'])
})

multicol('content after the columns is below the tallest one', () => {
  const root = block([columns(2, [p('a', 5)]), p('b', 1)])
  assert.equal(show(root), ['a0-3@0 a3-5@0 b0-1@30'])
})

multicol('a spanner ends a run of columns', () => {
  const root = columns(2, [p('a', 4), p('s', 1, { columnSpan: 'all' }), p('b', 4)])
  assert.equal(show(root), ['a0-2@0 a2-4@0 s0-1@20 b0-2@30 b2-4@30'])
})

multicol('columns of a container with a height are as tall as it', () => {
  const root = columns(2, [p('a', 8)], { style: { height: 50, columnFill: 'auto' } })
  assert.equal(show(block([{ ...root, height: 50 }, p('b', 1)])), ['a0-5@0 a5-8@0 b0-1@50'])
})

multicol.run()
