import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { block, paragraph, picture } from '../../support/laid.ts'
import { show } from '../../support/pieces.ts'

const p = (name: string, lines: number, style = {}) => paragraph(lines, { name, style })

const floats = suite('parallel flows')

floats('overflowing content continues beside the content that follows the box', () => {
  const box = block([p('a', 20)], { height: 30 })
  // 20 lines in a box of 30: the box ends on page 1, its lines continue beside b
  assert.equal(show(block([box, p('b', 2)])), ['a0-12@0 b0-2@30', 'a12-20@0'])
})

floats('a float is beside the content that follows', () => {
  const root = block([[picture(40), { float: 'left' }], p('a', 6)])
  assert.equal(show(root), ['img@0 a0-6@0'])
})

floats('a float that does not fit moves with the content beside it', () => {
  const root = block([p('a', 9), [picture(50), { float: 'left' }], p('b', 6)])
  assert.equal(show(root), ['a0-9@0', 'img@0 b0-6@0'])
})

floats('a float of text continues beside the flow', () => {
  const root = block([[p('f', 20), { float: 'left' }], [p('g', 16), { float: 'right', x: 50 }], p('a', 14)])
  assert.equal(show(root), ['f0-12@0 g0-12@0 a0-12@0', 'f12-20@0 g12-16@0 a12-14@0'])
})

floats('a box that clears a float is below its end', () => {
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

floats('a positioned box that does not fit continues with its containing block, and is placed once', () => {
  const note = { x: 0, y: 100, laid: p('n', 5) }
  // 20 are left below 100: two lines; the block of 300 has two more pages
  assert.equal(show(block([p('a', 2)], { height: 300, positioned: [note] })), ['a0-2@0 n0-2@100', 'n2-5@0', ''])
})

floats.run()
