// Flex containers: what Yoga solves, and the gaps closed around it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../engine/box/box.ts'
import { resolveFlexibleLengths } from '../../../engine/layout/flex/flexible-lengths.ts'
import { block, flex, image, percent, text } from '../../support/boxes.ts'
import { makeRandom } from '../../support/random/random.ts'
import { boxesOf, layOut } from '../layout-tools.ts'

const AREA = { width: 200, height: 300 }
/** Boxes inside the container, which is the first child of the root. */
const inside = (container: Box): string[] => boxesOf(layOut(block({}, container), AREA).root).slice(2)
const item = (width: number, height: number, change = {}): Box => block({ width, height, ...change })

const row = suite('flex rows')

row('free room is shared by grow factors, an overflow by weighted shrink factors', () => {
  assert.equal(inside(flex({}, item(20, 5, { flexGrow: 1 }), item(40, 5, { flexGrow: 3 }))), ['0 0 55 5', '55 0 145 5']) // 140 × 1/4, × 3/4
  assert.equal(inside(flex({}, item(100, 5), item(300, 5))), ['0 0 50 5', '50 0 150 5']) // −200 by 1 : 3
})

row('a growing item stops at its maximum and the others take the rest', () => {
  const items = [item(0, 5, { flexGrow: 1, maxWidth: 20 }), item(0, 5, { flexGrow: 1, maxWidth: 50 }), item(0, 5, { flexGrow: 1 })]
  assert.equal(inside(flex({}, ...items)), ['0 0 20 5', '20 0 50 5', '70 0 130 5'])
})

row('lengths that are no numbers end the loop', () => {
  const one = { base: 10, min: 0, max: Number.POSITIVE_INFINITY, grow: 1, shrink: 1, innerBase: 10 }
  for (const items of [[{ ...one, base: Number.NaN }, one], [{ ...one, base: Number.POSITIVE_INFINITY }]])
    for (const room of [5, 50, Number.NaN, Number.POSITIVE_INFINITY]) assert.is(resolveFlexibleLengths(items, room).length, items.length)
})

row('items that all reach their minimum stay there', () => {
  const items = [1, 2, 3].map(() => item(200, 5, { flexShrink: 0.5, minWidth: 60 }))
  assert.equal(inside(flex({ width: 100 }, ...items)), ['0 0 60 5', '60 0 60 5', '120 0 60 5'])
})

row('an item never shrinks below its longest word', () => {
  assert.equal(inside(flex({}, text('aaaaaaaaaa bb'), item(150, 5)))[0], '0 0 100 20') // 10 letters
  assert.equal(inside(flex({}, text('aaaaaaaaaa bb', { minWidth: 0 }), item(150, 5)))[0], '0 0 92.85 20') // 130 − 80 × 130/280
})

row('items stretch to the line, or align in it', () => {
  const items = [item(20, 30), block({ width: 20 }), item(20, 10, { alignSelf: 'center' }), item(20, 10, { alignSelf: 'flex-end' })]
  assert.equal(inside(flex({}, ...items)), ['0 0 20 30', '20 0 20 30', '40 10 20 10', '60 20 20 10'])
})

row('baselines of texts meet', () => {
  const padded = text('a', { paddingTop: 12 })
  assert.equal(inside(flex({ alignItems: 'baseline' }, padded, text('b'))), ['0 0 10 22', '10 12 10 10'])
})

row('auto margins take the free room before justification', () => {
  assert.equal(inside(flex({ justifyContent: 'center' }, item(20, 5), item(20, 5, { marginLeft: 'auto' }))), ['0 0 20 5', '180 0 20 5'])
})

row('any number of items is on the lines of a first fit', () => {
  // Lines of one item, of a few, and of more than Yoga is given at a time.
  const random = makeRandom(3)
  const widths = Array.from({ length: 1_500 }, (_, i) => (i >= 400 && i < 1_000 ? 0 : random.int(1, 24) * 10))
  const expected: string[] = []
  let [x, y] = [0, 0]
  for (const width of widths) {
    if (x > 0 && x + width > 200) [x, y] = [0, y + 5]
    expected.push(`${x} ${y} ${width} 5`)
    x += width
  }
  const items = widths.map((width) => item(width, 5, { flexShrink: 0 }))
  assert.equal(inside(flex({ flexWrap: 'wrap', alignContent: 'flex-start' }, ...items)), expected)
})

row('justification, gaps, order and direction', () => {
  const pair = [item(20, 5), item(30, 5)]
  assert.equal(inside(flex({ justifyContent: 'space-between' }, ...pair)), ['0 0 20 5', '170 0 30 5'])
  assert.equal(inside(flex({ columnGap: percent(10) }, ...pair)), ['0 0 20 5', '40 0 30 5'])
  assert.equal(inside(flex({ flexDirection: 'row-reverse' }, ...pair)), ['180 0 20 5', '150 0 30 5'])
  assert.equal(inside(flex({ direction: 'rtl' }, ...pair)), ['180 0 20 5', '150 0 30 5'])
  assert.equal(inside(flex({}, item(20, 5, { order: 1 }), item(30, 5))), ['0 0 30 5', '30 0 20 5'])
  assert.equal(inside(flex({ flexDirection: 'row-reverse', justifyContent: 'start' }, ...pair)), ['30 0 20 5', '0 0 30 5'])
})

row('three thirds fit on one line', () => {
  const third = (): Box => block({ width: percent(100 / 3), height: 5 })
  assert.equal(
    inside(flex({ flexWrap: 'wrap' }, third(), third(), third())).map((box) => box.split(' ')[1]),
    ['0', '0', '0'],
  )
})

row('lines wrap, stretch over a definite height, and reverse', () => {
  const items = (): Box[] => [item(150, 10), item(100, 20)]
  assert.equal(inside(flex({ flexWrap: 'wrap', rowGap: 5 }, ...items())), ['0 0 150 10', '0 15 100 20'])
  assert.equal(inside(flex({ flexWrap: 'wrap', height: 50 }, ...items())), ['0 0 150 10', '0 20 100 20']) // 10 + 20/2
  assert.equal(inside(flex({ flexWrap: 'wrap-reverse' }, ...items())), ['0 0 100 20', '0 20 150 10'])
})

row('images are stretched, or keep their ratio', () => {
  assert.equal(inside(flex({}, image(40, 20), item(20, 60))), ['0 0 30 60', '30 0 20 60'])
  assert.equal(inside(flex({ alignItems: 'flex-start' }, image(40, 20), item(20, 60)))[0], '0 0 30 15')
})

row('percentages of a stretched item are definite', () => {
  assert.equal(inside(flex({}, item(20, 60), block({ width: 30 }, block({ height: percent(50) }))))[2], '20 0 30 30')
})

row('an absolute child stands as if it were alone', () => {
  const child = item(20, 10, { position: 'absolute' })
  assert.equal(inside(flex({ position: 'relative', height: 50, justifyContent: 'center', alignItems: 'flex-end' }, child)), ['90 40 20 10'])
})

row.run()

const column = suite('flex columns')

column('items stand below each other and fill the width', () => {
  const rects = inside(flex({ flexDirection: 'column', rowGap: 4 }, block({ height: 10 }), text('abc')))
  assert.equal(rects, ['0 0 200 10', '0 14 200 10'])
})

column('a definite height is shared; content is the least', () => {
  const items = [block({ flexGrow: 1, flexBasis: 0 }, item(5, 30)), block({ flexGrow: 1, flexBasis: 0 })]
  assert.equal(inside(flex({ flexDirection: 'column', height: 100 }, ...items)), ['0 0 200 50', '0 0 5 30', '0 50 200 50'])
  const high = [block({ flexShrink: 1 }, item(5, 90)), block({ height: 50 })]
  assert.equal(inside(flex({ flexDirection: 'column', height: 100 }, ...high)), ['0 0 200 90', '0 0 5 90', '0 90 200 10'])
})

column('a minimum height leaves room to an auto margin', () => {
  const rects = inside(flex({ flexDirection: 'column', minHeight: 100 }, item(5, 10), item(5, 10, { marginTop: 'auto' })))
  assert.equal(rects, ['0 0 5 10', '0 90 5 10'])
})

column('a nested column of growing items', () => {
  const inner = flex({ flexDirection: 'column', flexGrow: 1 }, block({ flexGrow: 1 }), item(5, 10))
  assert.equal(inside(flex({ flexDirection: 'column', height: 100 }, inner)), ['0 0 200 100', '0 0 200 90', '0 90 5 10'])
})

column.run()

const breaks = suite('flex breaks')

const breaksOf = (container: Box): unknown => {
  const { root } = layOut(block({}, container), AREA)
  const laid = root.kind === 'block' ? root.children.at(0)?.laid : undefined
  return laid?.kind === 'flex-grid' ? laid.breaks : undefined
}

breaks('each line of a row is a band', () => {
  const bands = [
    { y: 0, height: 10, first: 0, end: 1 },
    { y: 10, height: 20, first: 1, end: 2 },
  ]
  assert.equal(breaksOf(flex({ flexWrap: 'wrap' }, item(150, 10), item(100, 20))), { kind: 'bands', bands })
})

breaks('a column is a stack; columns side by side do not break', () => {
  assert.equal(breaksOf(flex({ flexDirection: 'column', height: 50, justifyContent: 'center' }, item(5, 5))), { kind: 'stack' })
  const columns = flex({ flexDirection: 'column', flexWrap: 'wrap', height: 50 }, item(5, 40), item(5, 40))
  assert.equal(breaksOf(columns), { kind: 'monolithic' })
})

breaks.run()

const deep = suite('deep nesting')

deep('costs no more than its depth', () => {
  let box: Box = item(5, 5)
  for (let i = 0; i < 120; i++) box = flex({ flexDirection: i % 2 === 0 ? 'column' : 'row' }, box)
  assert.is(inside(box).length, 120)
})

deep.run()
