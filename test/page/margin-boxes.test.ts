import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { share, shareBounded, solveFixed } from '../../engine/page/margin-box-sizes.ts'

const auto = (min: number, max: number) => ({ definite: undefined, min, max })
const definite = (length: number) => ({ definite: length, min: length, max: length })

const marginBoxes = suite('margin boxes')

marginBoxes('one box alone takes the whole side', () => {
  assert.equal(share([auto(10, 20), undefined, undefined], 100), [100, 0, 0])
  assert.equal(share([undefined, auto(10, 20), undefined], 100), [0, 100, 0])
})

marginBoxes('two boxes share what is left by their max-content widths', () => {
  // 20 + 60 = 80 wanted, 20 left over: 20 * 20/80 = 5 to the first
  assert.equal(share([auto(10, 20), undefined, auto(10, 60)], 100), [25, 0, 75])
})

marginBoxes('two boxes that do not fit share by what they could shrink', () => {
  // min 10 + 30 = 40, room 60, differences 20 and 100: 10 + 60 * 20/120 = 20
  assert.equal(share([auto(10, 30), undefined, auto(30, 130)], 100), [20, 0, 80])
})

marginBoxes('the middle box is centred between outer boxes of equal width', () => {
  // imaginary outer box 2 * 30 = 60, middle 20: 20 left over, 20 * 20/80 = 5 to the middle
  assert.equal(share([auto(5, 30), auto(5, 20), auto(5, 10)], 100), [37.5, 25, 37.5])
})

marginBoxes('a definite width is kept', () => {
  assert.equal(share([definite(30), undefined, auto(5, 10)], 100), [30, 0, 70])
})

marginBoxes('two definite outer boxes leave the rest to the middle one', () => {
  // 100 - 2 * max(20, 10) = 60
  assert.equal(share([definite(20), auto(5, 10), definite(10)], 100), [20, 60, 10])
})

marginBoxes('a length beyond its bound is set to it, and the others share the rest', () => {
  // alone 25 and 75; 75 is held to 50, and the first gets 100 - 50
  assert.equal(
    shareBounded([{ ...auto(10, 20), least: 0, most: 1000 }, undefined, { ...auto(10, 60), least: 0, most: 50 }], 100),
    [50, 0, 50],
  )
  // 25 is raised to 40
  assert.equal(
    shareBounded([{ ...auto(10, 20), least: 40, most: 1000 }, undefined, { ...auto(10, 60), least: 0, most: 1000 }], 100),
    [40, 0, 60],
  )
})

const axis = (marginStart: number | undefined, size: number | undefined, marginEnd: number | undefined) => ({
  marginStart,
  size,
  marginEnd,
  least: 0,
  most: Number.POSITIVE_INFINITY,
})

marginBoxes('across its side, a box fills the margin, or is placed by its own margins', () => {
  assert.equal(solveFixed(axis(5, undefined, 10), 100, 'start'), { start: 5, size: 85 })
  assert.equal(solveFixed(axis(undefined, 40, undefined), 100, 'start'), { start: 30, size: 40 }) // (100 - 40) / 2
  assert.equal(solveFixed(axis(undefined, 40, 10), 100, 'start'), { start: 50, size: 40 })
})

marginBoxes('over-constrained, the margin at the edge of the sheet is adjusted', () => {
  assert.equal(solveFixed(axis(0, 40, 0), 100, 'start'), { start: 60, size: 40 })
  assert.equal(solveFixed(axis(0, 40, 0), 100, 'end'), { start: 0, size: 40 })
  assert.equal(solveFixed(axis(undefined, 120, undefined), 100, 'start'), { start: -20, size: 120 })
})

marginBoxes('a bound on the size across is kept', () => {
  assert.equal(solveFixed({ ...axis(0, undefined, 0), most: 30 }, 100, 'end'), { start: 0, size: 30 })
})

marginBoxes.run()
