// Used sizes: box-sizing, limits, keywords, ratios, replaced boxes, shrink-to-fit.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../engine/box/box.ts'
import { PX } from '../../../engine/geometry.ts'
import { specifiedSize } from '../../../engine/layout/sizing/sizing.ts'
import { usedWidth, widthContribution } from '../../../engine/layout/sizing/width.ts'
import { block, image, percent, type StyleChange, text } from '../../support/boxes.ts'
import { boxesOf, layOut, testContext } from '../layout-tools.ts'

const context = testContext()
const AREA = { width: 200, height: 300 }
const sizes = (box: Box): string => (boxesOf(layOut(block({}, box), AREA).root)[1] ?? '').split(' ').slice(2).join(' ')
const width = (box: Box, auto: 'stretch' | 'shrink' = 'shrink', available = 100): number =>
  usedWidth(box, { containingWidth: 100, containingHeight: undefined, available, auto }, context)

const specified = suite('specified sizes')

specified('box-sizing says what a length measures', () => {
  assert.is(specifiedSize(50, undefined, 20, 'content-box'), 70)
  assert.is(specifiedSize(50, undefined, 20, 'border-box'), 50)
  assert.is(specifiedSize(10, undefined, 20, 'border-box'), 20) // never less than its edges
})

specified('percentages of an unknown basis are none', () => {
  assert.is(specifiedSize(percent(50), undefined, 0, 'content-box'), undefined)
  assert.is(specifiedSize({ kind: 'sum', length: 5, percent: 50 }, 100, 0, 'content-box'), 55)
  assert.is(specifiedSize({ kind: 'min', values: [percent(50), 30] }, 100, 0, 'content-box'), 30)
})

specified.run()

const widths = suite('widths')

const words = (change: StyleChange = {}): Box => text('aaa bbbb', change)

widths('keywords are of the content, edges included', () => {
  assert.is(width(words({ width: 'min-content', padding: 6 })), 52) // 4 × 10 + 12
  assert.is(width(words({ width: 'max-content' })), 80)
  assert.is(width(words({ width: 'fit-content' }), 'shrink', 60), 60)
  assert.is(width(words({ width: { kind: 'fit-content', limit: 50 } })), 50)
  assert.is(width(words({ width: 'stretch' })), 100)
})

widths('auto fills or shrinks to fit, between minimum and maximum', () => {
  assert.is(width(words(), 'stretch'), 100)
  assert.is(width(words(), 'shrink'), 80)
  assert.is(width(words({ maxWidth: 'min-content' }), 'stretch'), 40)
  assert.is(width(words({ minWidth: percent(90) }), 'shrink'), 90)
})

widths('a contribution counts margins, and percentages as auto', () => {
  assert.equal(widthContribution(words({ margin: 3 }), context), { min: 46, max: 86 })
  assert.equal(widthContribution(words({ width: percent(10) }), context), { min: 40, max: 80 })
  assert.equal(widthContribution(block({ width: 30, marginLeft: -40 }), context), { min: 0, max: 0 })
})

widths('an image limited by a percentage may shrink to nothing', () => {
  assert.equal(widthContribution(image(40, 20, { maxWidth: percent(100) }), context), { min: 0, max: 40 * PX })
})

widths('a ratio carries a definite height over, but not below the content', () => {
  const ratio = { ratio: 2, isAuto: false }
  assert.is(width(words({ height: 30, aspectRatio: ratio })), 60)
  assert.is(width(words({ height: 10, aspectRatio: ratio })), 40)
  assert.is(width(words({ height: 10, aspectRatio: ratio, minWidth: 0 })), 20)
})

widths.run()

const replaced = suite('replaced boxes')

replaced('one side follows the other', () => {
  assert.is(sizes(image(40, 20)), '30 15') // 40 px × 0.75
  assert.is(sizes(image(40, 20, { width: 100 })), '100 50')
  assert.is(sizes(image(40, 20, { height: 100 })), '200 100')
  assert.is(sizes(image(40, 20, { width: 100, height: 100 })), '100 100')
})

replaced('limits keep the ratio as long as they can', () => {
  assert.is(sizes(image(400, 200, { maxWidth: 100 })), '100 50')
  assert.is(sizes(image(400, 200, { maxWidth: 100, maxHeight: 20 })), '40 20') // the height is the harder limit
  assert.is(sizes(image(40, 20, { minWidth: 60 })), '60 30')
  assert.is(sizes(image(40, 20, { minWidth: 60, maxHeight: 10 })), '60 10') // no ratio fits both
})

replaced('box-sizing and a ratio of its own', () => {
  assert.is(sizes(image(40, 20, { width: 100, padding: 12, boxSizing: 'border-box' })), '100 62') // 76 × 38 + 24
  assert.is(sizes(image(40, 20, { width: 100, aspectRatio: { ratio: 1, isAuto: false } })), '100 100')
  assert.is(sizes(image(40, 20, { width: 100, aspectRatio: { ratio: 1, isAuto: true } })), '100 50')
})

replaced.run()
