// Block formatting: margins, widths, floats, and the open spine.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BlockBox, Box } from '../../../engine/box/box.ts'
import { sequenceFrom } from '../../../engine/collections/sequence.ts'
import { layoutRoot } from '../../../engine/layout/layout.ts'
import { block, image, percent, text } from '../../support/boxes.ts'
import { boxesOf, layOut, linesOf, testContext } from '../layout-tools.ts'

const AREA = { width: 200, height: 300 }
const rects = (root: Box): string[] => boxesOf(layOut(root, AREA).root)

const flow = suite('block flow')

flow('siblings collapse their margins to the larger one', () => {
  const root = block({}, block({ height: 10, marginBottom: 20 }), block({ height: 10, marginTop: 30 }))
  // 10 + max(20, 30) + 10
  assert.equal(rects(root), ['0 0 200 50', '0 0 200 10', '0 40 200 10'])
})

flow('a negative margin is taken off the largest positive one', () => {
  const root = block({}, block({ height: 10, marginBottom: 20 }), block({ height: 10, marginTop: -5 }))
  assert.equal(rects(root), ['0 0 200 35', '0 0 200 10', '0 25 200 10']) // 10 + (20 − 5)
})

flow('margins of first and last child move out of their parent', () => {
  const inner = block({ height: 10, marginTop: 15, marginBottom: 25 })
  const root = block({}, block({ marginTop: 5 }, inner), block({ height: 10 }))
  // max(5, 15), 10, 25
  assert.equal(rects(root), ['0 0 200 60', '0 15 200 10', '0 15 200 10', '0 50 200 10'])
})

flow('padding keeps margins inside', () => {
  const inner = block({ height: 10, margin: 15 })
  assert.equal(rects(block({}, block({ padding: 3 }, inner))), ['0 0 200 46', '0 0 200 46', '18 18 164 10']) // 3 + 15 + 10 + 15 + 3
})

flow('an empty block lets margins through', () => {
  const root = block({}, block({ height: 10 }), block({ marginTop: 10, marginBottom: 30 }), block({ height: 10, marginTop: 20 }))
  // max(10, 30, 20) between the two
  assert.equal(rects(root).at(-1), '0 40 200 10')
})

flow('a minimum height that grows the parent keeps the last margin from leaving it', () => {
  const root = block({}, block({ minHeight: 40 }, block({ height: 10, marginBottom: 20 })), block({ height: 5 }))
  assert.equal(rects(root).at(-1), '0 40 200 5')
})

flow('auto margins centre, and over-constrained boxes keep to the start', () => {
  const root = block(
    {},
    block({ width: 50, height: 1, marginLeft: 'auto', marginRight: 'auto' }),
    block({ width: 50, height: 1, marginLeft: 'auto' }),
  )
  assert.equal(rects(root).slice(1), ['75 0 50 1', '150 1 50 1']) // (200 − 50) / 2, 200 − 50
  const rtl = block({ direction: 'rtl' }, block({ width: 50, height: 1, marginRight: 10 }))
  assert.equal(rects(rtl).at(-1), '140 0 50 1') // 200 − 10 − 50
})

flow('HTML alignment moves blocks as well as text', () => {
  assert.equal(rects(block({ textAlign: '-platen-center' }, block({ width: 50, height: 1 }))).at(-1), '75 0 50 1')
})

flow('percentage heights need a definite containing block', () => {
  const child = (): Box => block({ height: percent(50) }, block({ height: 7 }))
  assert.equal(rects(block({}, block({ height: 100 }, child()))).at(-2), '0 0 200 50')
  assert.equal(rects(block({}, block({}, child()))).at(-2), '0 0 200 7')
})

flow('sizes are clamped: maximum first, then minimum', () => {
  const root = block({}, block({ width: 150, maxWidth: 100, minWidth: 120, height: 50, maxHeight: 20, minHeight: 30 }))
  assert.equal(rects(root).at(-1), '0 0 120 30')
})

flow('an aspect ratio gives the missing side', () => {
  const ratio = { ratio: 2, isAuto: false }
  assert.equal(rects(block({}, block({ width: 60, aspectRatio: ratio }))).at(-1), '0 0 60 30')
  assert.equal(rects(block({}, block({ height: 60, aspectRatio: ratio }))).at(-1), '0 0 120 60')
})

flow('images keep their ratio under a maximum', () => {
  // 400 px = 300 pt wide, at most 150
  assert.equal(rects(block({}, image(400, 200, { maxWidth: percent(75) }))).at(-1), '0 0 150 75')
})

flow('relative boxes are shifted without moving their followers', () => {
  const root = block({}, block({ height: 10, position: 'relative', top: 5, right: 3 }), block({ height: 10 }))
  assert.equal(rects(root).slice(1), ['-3 5 200 10', '0 10 200 10'])
})

flow.run()

const floats = suite('floats')

floats('text wraps around a float and returns below it', () => {
  const root = block({}, block({ float: 'left', width: 50, height: 15 }), text('aaaa bbbbbbbbbb cccc dddd'))
  // 150 wide beside the float: two lines; then 200
  assert.equal(linesOf(layOut(root, AREA).root), ['aaaa bbbbbbbbbb@50,0', 'cccc dddd@50,10'])
})

floats('floats stand side by side while they fit', () => {
  const box = (width: number): Box => block({ float: 'left', width, height: 20 })
  assert.equal(rects(block({}, box(90), box(90), box(90))).slice(1), ['0 0 90 20', '90 0 90 20', '0 20 90 20'])
})

floats('no float is higher than an earlier one', () => {
  const root = block(
    {},
    block({ float: 'left', width: 150, height: 10 }),
    block({ float: 'left', width: 150, height: 10 }),
    block({ float: 'right', width: 40, height: 5 }),
  )
  assert.equal(rects(root).slice(1), ['0 0 150 10', '0 10 150 10', '160 10 40 5'])
})

floats('a float shrinks to fit its content', () => {
  assert.equal(rects(block({}, block({ float: 'right' }, text('abc def')))).slice(1), ['130 0 70 10', '130 0 70 10'])
  assert.equal(rects(block({}, block({ float: 'left' }, text('abcdefghijkl mnopqrst'))))[1], '0 0 200 20') // min 120, max 210
})

floats('clear moves a block below floats and absorbs its margin', () => {
  const root = block(
    {},
    block({ float: 'left', width: 20, height: 30 }),
    block({ height: 10 }),
    block({ clear: 'left', marginTop: 5, height: 10 }),
  )
  assert.equal(rects(root).at(-1), '0 30 200 10')
})

floats('a formatting root contains its floats; a plain block does not', () => {
  const float = (): Box => block({ float: 'left', width: 20, height: 30 })
  assert.equal(rects(block({}, block({}, float())))[1], '0 0 200 0')
  assert.equal(rects(block({}, block({ overflowX: 'hidden', overflowY: 'hidden' }, float())))[1], '0 0 200 30')
})

floats('a formatting root stands beside floats, or below when it does not fit', () => {
  const float = (): Box => block({ float: 'left', width: 50, height: 30 })
  const root = (width: number | 'auto'): Box => block({ display: 'flow-root', height: 10, width })
  assert.equal(rects(block({}, float(), root('auto'))).at(-1), '50 0 150 10')
  assert.equal(rects(block({}, float(), root(160))).at(-1), '0 30 160 10')
})

floats('a float after an empty first child stands where its parent begins', () => {
  const inner = block({}, block({ float: 'left', width: 20, height: 20 }), block({ marginTop: 25, height: 5 }))
  assert.equal(rects(block({}, block({ height: 10 }), inner)).slice(-3), ['0 35 200 5', '0 35 20 20', '0 35 200 5'])
})

floats('clearance beside an adjoining float keeps the margin out of the parent', () => {
  const inner = block({}, block({ float: 'left', width: 20, height: 20 }), block({ clear: 'left', marginTop: 25, height: 5 }))
  // the parent begins at 10: the float too; the cleared child right below it, whatever its margin
  assert.equal(rects(block({}, block({ height: 10 }), inner)).slice(-3), ['0 10 200 25', '0 10 20 20', '0 30 200 5'])
})

floats.run()

const overflow = suite('overflow to the right')

const edge = (...children: Box[]): number | undefined => layOut(block({}, ...children), AREA).overflowRight()

overflow('the widest box that is not clipped counts', () => {
  assert.is(edge(block({ width: 50 })), 200)
  assert.is(edge(block({ marginLeft: 30 }, block({ width: 250 }))), 280)
  assert.is(edge(block({ overflowX: 'hidden', overflowY: 'hidden' }, block({ width: 250 }))), 200)
  assert.is(edge(block({ position: 'absolute', left: 190, width: 40, height: 5 })), 230)
  assert.is(edge(block({ position: 'relative', left: 15 })), 215)
})

overflow('is unknown in a streamed document', () => {
  assert.is(layOut({ ...block({}, block()), isStreamed: true }, AREA).overflowRight(), undefined)
})

overflow.run()

const positioned = suite('positioned boxes')

positioned('insets are counted from the padding box of the nearest positioned ancestor', () => {
  const absolute = block({ position: 'absolute', right: 5, bottom: 10, width: 20, height: 20 })
  const root = block({}, block({ position: 'relative', margin: 10, border: 1, height: 100 }, block({}, absolute)))
  // padding box: 11..189 × 11..111
  assert.equal(rects(root).at(-1), '164 81 20 20')
})

positioned('both insets stretch, one shrinks to fit', () => {
  const holder = (child: Box): Box => block({}, block({ position: 'relative', height: 100 }, child))
  assert.equal(rects(holder(block({ position: 'absolute', left: 10, right: 20, top: 30, bottom: 40 }))).at(-1), '10 30 170 30')
  assert.equal(rects(holder(block({ position: 'absolute', right: 0, top: 0 }, text('abc')))).at(-1), '170 0 30 10')
})

positioned('auto margins centre between insets', () => {
  const centred = block({ position: 'absolute', left: 0, right: 0, top: 0, bottom: 0, width: 50, height: 50, margin: 0, ...AUTO })
  assert.equal(rects(block({}, block({ position: 'relative', height: 100 }, centred))).at(-1), '75 25 50 50')
})

const AUTO = { marginTop: 'auto', marginRight: 'auto', marginBottom: 'auto', marginLeft: 'auto' } as const

positioned('without insets a box stays where it would have been', () => {
  const root = block(
    {},
    block({ height: 30, marginBottom: 10 }),
    block({ position: 'absolute', width: 10, height: 10 }),
    block({ height: 5 }),
  )
  assert.equal(rects(root).at(-1), '0 40 10 10')
})

positioned('without a positioned ancestor the first page is the containing block', () => {
  assert.equal(rects(block({}, block({ position: 'absolute', bottom: 0, width: 10, height: 10 }))).at(-1), '0 290 10 10')
})

positioned('fixed boxes are listed apart, relative to the page', () => {
  const { root, fixed } = layOut(
    block({}, block({ padding: 20 }, block({ position: 'fixed', top: 0, right: 0, width: 10, height: 10 }))),
    AREA,
  )
  assert.is(root.positioned.length, 0)
  assert.equal(
    fixed.map(({ x, y }) => [x, y]),
    [[190, 0]],
  )
})

positioned.run()

const spine = suite('open spine')

function streamed(count: number, log: number[]): BlockBox {
  function* rows(): Generator<Box, undefined> {
    for (let i = 0; i < count; i++) {
      log.push(i)
      yield block({ height: 10, marginTop: 5, marginBottom: 5 })
    }
    return undefined
  }
  return { ...block(), children: sequenceFrom(rows()), isStreamed: true }
}

spine('children are made as they are pulled, and heights are known at the end', () => {
  const log: number[] = []
  const body = streamed(3, log)
  const root: BlockBox = { ...block({}, block({ height: 20 }), body), isStreamed: true }
  const laid = layOut(root, AREA).root
  if (laid.kind !== 'block') throw new Error('not a block')
  assert.is(laid.children.at(0)?.laid.height, 20)
  const inner = laid.children.at(1)
  if (inner?.laid.kind !== 'block') throw new Error('not a block')
  assert.is(inner.y, 25) // 20 + the first row's margin
  assert.equal(log, [0])
  assert.throws(() => inner.laid.height, /before its end/)
  assert.equal(
    [0, 1, 2].map((i) => inner.laid.kind === 'block' && inner.laid.children.at(i)?.y),
    [0, 15, 30],
  )
  assert.is(inner.laid.children.at(3), undefined)
  assert.is(inner.laid.height, 40)
  assert.is(laid.children.at(2), undefined)
  assert.ok(isAbout(laid.height, 25 + 40 + 5))
})

/** Margins are whole layout units, which are finer than this. */
function isAbout(length: number | undefined, expected: number): boolean {
  return length !== undefined && Math.abs(length - expected) < 0.05
}

spine('pulling the next child pulls the rest of an open one before it', () => {
  const root: BlockBox = { ...block({}, streamed(4, []), block({ height: 1 })), isStreamed: true }
  const laid = layOut(root, AREA).root
  if (laid.kind !== 'block') throw new Error('not a block')
  assert.is(laid.children.at(0)?.y, 5)
  assert.ok(isAbout(laid.children.at(1)?.y, 5 + 4 * 15))
})

spine('a box on a page of another type is as wide as that page', () => {
  const wide = block({ page: 'wide' }, block({ height: 5 }))
  const root = block({}, block({ height: 5 }), wide)
  const { root: laid } = layoutRoot(
    root,
    { page: '', fixedBoxes: [], ...AREA },
    { ...testContext(), pageWidth: (name) => (name === 'wide' ? 300 : 200) },
  )
  assert.equal(boxesOf(laid).slice(1), ['0 0 200 5', '0 5 300 5', '0 5 300 5'])
})

spine('released children are freed', () => {
  const body = streamed(1000, [])
  const { root } = layOut({ ...block({}, body), isStreamed: true }, AREA)
  if (root.kind !== 'block') throw new Error('not a block')
  const inner = root.children.at(0)?.laid
  if (inner?.kind !== 'block') throw new Error('not a block')
  for (let i = 0; inner.children.at(i) !== undefined; i++) inner.children.release(i)
  assert.throws(() => body.children.at(900), /released/)
})

spine.run()
