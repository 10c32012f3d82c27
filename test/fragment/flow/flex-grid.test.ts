import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bands, block, monolith, paragraph, picture, stack } from '../../support/laid.ts'
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

flexGrid('an item far down a tall container comes on its page', () => {
  const late = { ...monolith([p('b', 3)]), children: [{ x: 0, y: 150, laid: p('b', 3) }], height: 300 }
  // 150 = 120 + 30; 300 = 120 + 120 + 60
  const { pages } = cutPages(late)
  assert.equal(
    pages.map(({ piece }) => spotsOf(piece).map((spot) => `${spot.name}@${spot.y}`)),
    [[], ['b@30'], []].slice(0, pages.length),
  )
})

flexGrid.run()
