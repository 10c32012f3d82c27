// Where two pictures of a page differ.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { differingRegions, type Pixels } from '../../../server/web/template/history/picture-diff.ts'

const pictures = suite('differing pictures')

const WIDTH = 128
const HEIGHT = 64

/** A white page with black rectangles. */
function page(...rectangles: readonly (readonly [x: number, y: number, width: number, height: number])[]): Pixels {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  for (const [left, top, width, height] of rectangles) {
    for (let y = top; y < top + height; y++) data.fill(0, (y * WIDTH + left) * 4, (y * WIDTH + left + width) * 4)
  }
  return { data, width: WIDTH, height: HEIGHT }
}

pictures('equal pages have no region, and a slight change of shade is none', () => {
  const shaded = page()
  shaded.data[0] = 230
  assert.equal(differingRegions(page([8, 8, 16, 8]), page([8, 8, 16, 8])), [])
  assert.equal(differingRegions(page(), shaded), [])
})

pictures('a region is the box around cells that are near each other', () => {
  // Cells have 8 pixels: 8 / 128 = 0.0625 and 24 / 128 = 0.1875 of the width, 8 / 64 = 0.125 of the height. The rectangles are one cell apart.
  assert.equal(differingRegions(page(), page([8, 8, 8, 8], [24, 8, 8, 8])), [{ x: 0.0625, y: 0.125, width: 0.1875, height: 0.125 }])
  assert.is(differingRegions(page(), page([8, 8, 8, 8], [80, 48, 8, 8])).length, 2)
})

pictures('pages of two sizes differ as a whole', () => {
  assert.equal(differingRegions(page(), { ...page(), height: HEIGHT / 2 }), [{ x: 0, y: 0, width: 1, height: 1 }])
})

pictures.run()
