import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Laid, Placed } from '../../../engine/layout/laid.ts'
import { OpenPositioned } from '../../../engine/layout/positioned/open.ts'
import { block, paragraph } from '../../support/laid.ts'

const open = suite('positioned boxes of open boxes')

const gone: Laid = block([])
const at = (y: number): Placed => ({ x: 0, y, laid: paragraph(1) })
const opened = (...ys: number[]): OpenPositioned => {
  const boxes = new OpenPositioned()
  for (const y of ys) boxes.add(at(y))
  return boxes
}
const alive = (boxes: OpenPositioned): number[] => boxes.placed.flatMap(({ y, laid }) => (laid === gone ? [] : [y]))

open('boxes of finished pages are released', () => {
  const boxes = opened(0, 50, 150, 90)
  boxes.forget(100, new Set(), gone)
  assert.equal([alive(boxes), boxes.first, boxes.placed.length], [[150], 2, 4])
})

open('a box that continues stays, at its index', () => {
  const boxes = opened(0, 50, 60)
  boxes.forget(100, new Set([1]), gone)
  assert.equal([alive(boxes), boxes.first, boxes.placed[1]!.y], [[50], 1, 50])
  boxes.forget(200, new Set(), gone)
  assert.equal([alive(boxes), boxes.first], [[], 3])
})

open('a box that comes too late for its page goes to the top of the next', () => {
  const boxes = opened(0)
  boxes.forget(100, new Set(), gone)
  boxes.add(at(20))
  boxes.add(at(120))
  assert.equal(alive(boxes), [100, 120])
})

open.run()
