import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { share } from '../../engine/page/margin-boxes.ts'

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

marginBoxes.run()
