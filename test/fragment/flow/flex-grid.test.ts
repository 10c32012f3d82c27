import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bands, block, columns, monolith, paragraph, picture, stack } from '../../support/laid.ts'
import { cutPages, show, spotsOf } from '../../support/pieces.ts'

const p = (name: string, lines: number, style = {}) => paragraph(lines, { name, style })

const flexGrid = suite('flex and grid containers')

flexGrid('bands move whole where they fit a page', () => {
  const grid = bands([
    [p('a', 5), p('b', 3)],
    [picture(60), p('c', 5)],
    [p('d', 2), p('e', 4)],
  ])
  // band 2 is 60: 50 + 60 = 110; the third of 40 can leave nothing legal of d
  assert.equal(show(grid), ['a0-5@0 b0-3@0 img@50 c0-5@50', 'd0-2@0 e0-4@0'])
})

flexGrid('one cut goes through all items of a band', () => {
  // 70 + 50: five lines of b and c stay
  const root = block([p('a', 7), bands([[p('b', 9), p('c', 7)]])])
  assert.equal(show(root), ['a0-7@0 b0-5@70 c0-5@70', 'b5-9@0 c5-7@0'])
})

flexGrid('a band moves whole when one of its items cannot be cut', () => {
  const root = block([p('a', 7), bands([[p('b', 9), picture(60)]])])
  assert.equal(show(root), ['a0-7@0', 'b0-9@0 img@0'])
})

flexGrid('a heading stays with the band below it', () => {
  const root = block([p('a', 7), p('h', 1, { breakAfter: 'avoid' }), bands([[picture(60)]])])
  assert.equal(show(root), ['a0-7@0', 'h0-1@0 img@10'])
})

flexGrid('break-before of an item is that of its band', () => {
  const root = bands([[p('a', 2)], [p('b', 1), p('c', 1, { breakBefore: 'page' })]])
  assert.equal(show(root), ['a0-2@0', 'b0-1@0 c0-1@0'])
})

flexGrid('a stack breaks like block flow', () => {
  const root = block([p('a', 7), stack([p('b', 3), p('c', 4), picture(20)])])
  assert.equal(show(root), ['a0-7@0 b0-3@70 c0-2@100', 'c2-4@0 img@20'])
})

flexGrid('a monolithic container moves whole; taller than the page it is cut between its lines', () => {
  assert.equal(show(block([p('a', 7), monolith([p('b', 6)])])), ['a0-7@0', 'b0-6@0'])
  const { warnings } = cutPages(monolith([p('b', 15)]))
  assert.equal(warnings, [])
  assert.equal(show(monolith([p('b', 15)])), ['b0-12@0', 'b12-15@0'])
})

flexGrid('an item far down a tall container waits for its page', () => {
  const late = { ...monolith([p('b', 3)]), children: [{ x: 0, y: 150, laid: p('b', 3) }], height: 300 }
  // 150 = 120 + 30; 300 = 120 + 120 + 60
  const { pages } = cutPages(late)
  assert.equal(
    pages.map(({ piece }) => spotsOf(piece).map((spot) => `${spot.name}@${spot.y}`)),
    [[], ['b@30'], []].slice(0, pages.length),
  )
})

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

multicol('what follows stands below the tallest column', () => {
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

const floats = suite('floats')

floats('what overflows a box continues beside what follows the box', () => {
  const box = block([p('a', 20)], { height: 30 })
  // 20 lines in a box of 30: the box ends on page 1, its lines continue beside b
  assert.equal(show(block([box, p('b', 2)])), ['a0-12@0 b0-2@30', 'a12-20@0'])
})

floats('a float stands beside what follows', () => {
  const root = block([[picture(40), { float: 'left' }], p('a', 6)])
  assert.equal(show(root), ['img@0 a0-6@0'])
})

floats('a float that does not fit moves with what stands beside it', () => {
  const root = block([p('a', 9), [picture(50), { float: 'left' }], p('b', 6)])
  assert.equal(show(root), ['a0-9@0', 'img@0 b0-6@0'])
})

floats('a float of text continues beside the flow', () => {
  const root = block([[p('f', 20), { float: 'left' }], [p('g', 16), { float: 'right', x: 50 }], p('a', 14)])
  assert.equal(show(root), ['f0-12@0 g0-12@0 a0-12@0', 'f12-20@0 g12-16@0 a12-14@0'])
})

floats('what clears a float waits for its end', () => {
  const cleared = [p('c', 1), { marginTop: 0 }] as const
  const float = p('f', 20)
  const root = block([[float, { float: 'left' }], p('a', 2), [cleared[0], { marginTop: 180 }]])
  // c stands below f: 20 + 180 = 200
  assert.equal(show(root), ['f0-12@0 a0-2@0', 'f12-20@0 c0-1@80'])
})

floats('a box does not end before its floats', () => {
  const box = block([[p('f', 20), { float: 'left' }], p('a', 2)], { height: 200 })
  assert.equal(show(block([box, p('b', 1)])), ['f0-12@0 a0-2@0', 'f12-20@0 b0-1@80'])
})

floats('a float anchored in a paragraph keeps its line', () => {
  const q = paragraph(6, { name: 'q', floats: [{ x: 0, y: 20, laid: picture(40) }] })
  // the float would end at 80 + 20 + 40 = 140: it and line 2 move; 2 lines stay
  assert.equal(show(block([p('a', 8), q])), ['a0-8@0 q0-2@80', 'img@0 q2-6@0'])
})

floats('a positioned box that does not fit continues while its containing block does, and comes once', () => {
  const note = { x: 0, y: 100, laid: p('n', 5) }
  // 20 are left below 100: two lines; the block of 300 has two more pages
  assert.equal(show(block([p('a', 2)], { height: 300, positioned: [note] })), ['a0-2@0 n0-2@100', 'n2-5@0', ''])
})

flexGrid.run()
multicol.run()
floats.run()
