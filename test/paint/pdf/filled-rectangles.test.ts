// Neighbours of one colour are filled as one rectangle, others by themselves.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ContentStream } from '../../../engine/paint/pdf/content-stream.ts'
import { FilledRectangles } from '../../../engine/paint/pdf/filled-rectangles.ts'

const filled = suite('filled rectangles')

/** Rectangles as x, y, width, height; text is written between them. */
function written(...steps: readonly (readonly [number, number, number, number] | string)[]): readonly string[] {
  const stream = new ContentStream()
  const rectangles = new FilledRectangles(stream)
  for (const step of steps) {
    if (typeof step === 'string') stream.operator(step)
    else rectangles.fill({ x: step[0], y: step[1], width: step[2], height: step[3] })
  }
  return Buffer.from(stream.view).toString('latin1').trimEnd().split('\n')
}

filled('adjacent cells of a row are merged', () => {
  assert.equal(written([0, 10, 20, 5], [20, 10, 7.5, 5], [27.5, 10, 2.5, 5]), ['0 10 30 5 re f'])
})

filled('adjacent rows of one width are merged', () => {
  assert.equal(written([0, 10, 20, 5], [0, 15, 20, 2]), ['0 10 20 7 re f'])
})

filled('edges meet in thousandths', () => {
  // 0.1 + 0.2 is 0.30000000000000004
  assert.equal(written([0.1, 0, 0.2, 1], [0.3, 0, 1, 1]), ['.1 0 1.2 1 re f'])
  assert.equal(written([0, 0, 0.3, 1], [0.302, 0, 1, 1]), ['0 0 .3 1 re f', '.302 0 1 1 re f'])
})

filled('rectangles that touch at a corner, overlap or are empty are not merged', () => {
  assert.equal(written([0, 0, 10, 10], [10, 5, 10, 10]), ['0 0 10 10 re f', '10 5 10 10 re f'])
  assert.equal(written([0, 0, 10, 10], [9, 0, 10, 10]), ['0 0 10 10 re f', '9 0 10 10 re f'])
  assert.equal(written([0, 0, 10, 10], [10, 0, 0, 10]), ['0 0 10 10 re f', '10 0 0 10 re f'])
  assert.equal(written([0, 0, 10, 10], [0, 10, 5, 10]), ['0 0 10 10 re f', '0 10 5 10 re f'])
})

filled('rectangles with other operators in between are not merged', () => {
  assert.equal(written([0, 0, 10, 10], '1 0 0 rg', [10, 0, 10, 10]), ['0 0 10 10 re f', '1 0 0 rg', '10 0 10 10 re f'])
})

filled.run()
