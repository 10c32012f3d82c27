// Absolutely positioned boxes: the equations of CSS2 10.3.7 and 10.6.4, static positions, containing blocks.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../engine/box/box.ts'
import { block, image, percent, type StyleChange, text } from '../../support/boxes.ts'
import { boxesOf, layOut } from '../layout-tools.ts'

/** The last box of a 200 × 100 containing block with these children. */
function last(...children: Box[]): string | undefined {
  const holder = block({ position: 'relative', height: 100 }, ...children)
  return boxesOf(layOut(block({}, holder), { width: 200, height: 300 }).root).at(-1)
}

const absolute = (change: StyleChange, ...children: Box[]): Box => block({ position: 'absolute', ...change }, ...children)

const positioned = suite('positioned boxes')

positioned('a specified size leaves one margin to take the rest', () => {
  assert.is(last(absolute({ left: 10, right: 20, width: 50, marginLeft: 'auto', top: 0, height: 5 })), '130 0 50 5') // 200 − 20 − 50
  assert.is(last(absolute({ top: 10, bottom: 0, height: 30, marginTop: 'auto', marginBottom: 'auto', width: 5 })), '0 40 5 30') // 10 + 60/2
})

positioned('automatic margins never push a box out at its start', () => {
  assert.is(last(absolute({ left: 0, right: 0, width: 300, marginLeft: 'auto', marginRight: 'auto', height: 5, top: 0 })), '0 0 300 5')
})

positioned('over-constrained: the end inset is ignored, the start one from right to left', () => {
  const given = { left: 10, right: 10, width: 50, height: 5, top: 0 }
  assert.is(last(absolute(given)), '10 0 50 5')
  assert.is(last(absolute({ ...given, direction: 'rtl' })), '140 0 50 5')
})

positioned('percentages are of the padding box', () => {
  assert.is(last(absolute({ left: percent(10), top: percent(10), width: percent(50), height: percent(20) })), '20 10 100 20')
})

positioned('height between insets is definite for children', () => {
  assert.is(last(absolute({ top: 10, bottom: 10, width: 5 }, block({ height: percent(50) }))), '0 10 5 40')
})

positioned('an image keeps its size between insets', () => {
  assert.is(
    last({ ...image(40, 20), style: { ...image(40, 20, { position: 'absolute', left: 0, right: 0, top: 0, bottom: 0 }).style } }),
    '0 0 30 15',
  )
})

positioned('a ratio gives the side that insets leave open', () => {
  const ratio = { ratio: 2, isAuto: false }
  assert.is(last(absolute({ top: 10, bottom: 50, aspectRatio: ratio })), '0 10 80 40')
  assert.is(last(absolute({ left: 0, right: 100, top: 0, aspectRatio: ratio })), '0 0 100 50')
})

positioned('limits apply', () => {
  assert.is(last(absolute({ left: 0, right: 0, maxWidth: 50, top: 0, bottom: 0, minHeight: 120 })), '0 0 50 120')
})

positioned('an inline-level box stands where its line would begin', () => {
  const inline = { position: 'absolute', originalDisplay: 'inline', width: 20, height: 5 } as const
  assert.is(last(block({ float: 'left', width: 50, height: 50 }), block(inline)), '50 0 20 5')
})

positioned('a static position inside lines', () => {
  const child = absolute({ width: 10, height: 10 })
  const paragraph = text('aaaa bbbb')
  assert.is(
    last({
      ...paragraph,
      kind: 'paragraph',
      items: paragraph.kind === 'paragraph' ? [...paragraph.items, { kind: 'positioned', box: child }] : [],
    }),
    '0 10 10 10',
  )
})

positioned('positioned boxes inside of positioned boxes', () => {
  assert.is(
    last(absolute({ right: 10, top: 10, width: 50, height: 50 }, absolute({ right: 0, bottom: 0, width: 5, height: 5 }))),
    '185 55 5 5',
  )
})

positioned('a fixed box without insets stands where a relative ancestor was moved', () => {
  const { root, fixed } = layOut(
    block({}, block({ position: 'relative', left: 30, top: 5 }, block({ position: 'fixed', width: 10, height: 10 }))),
  )
  // It is in the flow of pages, which repeat it.
  assert.is(fixed.length, 0)
  assert.equal(
    root.positioned.map(({ x, y }) => [x, y]),
    [[30, 5]],
  )
})

positioned('a transform is a containing block even for fixed boxes', () => {
  const fixed = block({ position: 'fixed', right: 0, top: 0, width: 10, height: 10 })
  const { root, fixed: kept } = layOut(block({}, block({ width: 100, height: 50, transform: [{ kind: 'translate', x: 0, y: 0 }] }, fixed)))
  assert.is(kept.length, 0)
  assert.is(boxesOf(root).at(-1), '90 0 10 10')
})

positioned.run()
