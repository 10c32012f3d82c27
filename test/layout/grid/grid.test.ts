// Grid containers: placement, track sizes, areas, alignment, bands.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box, GridBox } from '../../../engine/box/box.ts'
import type { GridLine, TrackBreadth, TrackItem, TrackList } from '../../../engine/style/value.ts'
import { block, grid, percent, type StyleChange, text } from '../../support/boxes.ts'
import { boxesOf, layOut } from '../layout-tools.ts'

const AREA = { width: 200, height: 300 }
/** Boxes inside the container, which is the first child of the root. */
const inside = (container: Box): string[] => boxesOf(layOut(block({}, container), AREA).root).slice(2)

const fr = (value: number): TrackBreadth => ({ kind: 'fr', value })
const track = (
  max: TrackBreadth,
  min: TrackBreadth = typeof max === 'object' && max.kind === 'fr' ? 'auto' : max,
  ...names: string[]
): TrackItem => ({
  kind: 'track',
  size: { kind: 'minmax', min, max },
  names,
})
const tracks = (...items: (TrackBreadth | TrackItem)[]): TrackList => ({
  items: items.map((item) =>
    typeof item === 'object' && 'kind' in item && (item.kind === 'track' || item.kind === 'repeat') ? item : track(item),
  ),
  endNames: [],
})
const line = (number: number, name?: string): GridLine => ({ kind: 'line', number, name })
const named = (name: string): GridLine => ({ kind: 'line', number: undefined, name })
const span = (number: number): GridLine => ({ kind: 'span', number, name: undefined })
const cell = (change: StyleChange = {}): Box => block({ height: 10, ...change })

const placement = suite('grid placement')

placement('items fill row after row, and rows are made as needed', () => {
  const box = grid({ gridTemplateColumns: tracks(60, 80) }, cell(), cell(), cell())
  assert.equal(inside(box), ['0 0 60 10', '60 0 80 10', '0 10 60 10'])
})

placement('sparse packing leaves holes that dense packing fills', () => {
  const items = (): Box[] => [cell(), cell({ gridColumnStart: span(2) }), cell()]
  const columns = { gridTemplateColumns: tracks(50, 50) }
  assert.equal(inside(grid(columns, ...items())), ['0 0 50 10', '0 10 100 10', '0 20 50 10'])
  assert.equal(inside(grid({ ...columns, gridAutoFlow: { axis: 'row', isDense: true } }, ...items())), [
    '0 0 50 10',
    '50 0 50 10',
    '0 10 100 10',
  ])
})

placement('grid-auto-flow: column fills columns first', () => {
  const box = grid(
    {
      gridTemplateRows: tracks(10, 10),
      gridAutoColumns: [{ kind: 'minmax', min: 30, max: 30 }],
      gridAutoFlow: { axis: 'column', isDense: false },
    },
    cell(),
    cell(),
    cell(),
  )
  assert.equal(inside(box).sort(), ['0 0 30 10', '0 10 30 10', '30 0 30 10'])
})

placement('negative lines count from the end, spans from their line', () => {
  const columns = { gridTemplateColumns: tracks(20, 30, 40) }
  assert.equal(inside(grid(columns, cell({ gridColumnStart: line(2), gridColumnEnd: line(-1) }))), ['20 0 70 10'])
  assert.equal(inside(grid(columns, cell({ gridColumnStart: span(2), gridColumnEnd: line(3) }))), ['0 0 50 10'])
})

placement('areas name their lines', () => {
  const box = grid(
    {
      gridTemplateColumns: tracks(50, 100),
      gridTemplateAreas: [
        ['head', 'head'],
        ['.', 'main'],
      ],
    },
    cell({ gridRowStart: named('main'), gridRowEnd: named('main'), gridColumnStart: named('main'), gridColumnEnd: named('main') }),
    cell({ gridRowStart: named('head'), gridRowEnd: named('head'), gridColumnStart: named('head'), gridColumnEnd: named('head') }),
  )
  assert.equal(inside(box), ['0 0 150 10', '50 10 100 10'])
})

placement('named lines are found by name and number', () => {
  const columns: TrackList = { items: [track(20, 20, 'col'), track(30, 30, 'col'), track(40, 40, 'col')], endNames: [] }
  assert.equal(inside(grid({ gridTemplateColumns: columns }, cell({ gridColumnStart: line(2, 'col'), gridColumnEnd: line(-1, 'col') }))), [
    '20 0 30 10',
  ])
})

placement.run()

const sizing = suite('track sizing')

const widths = (columns: TrackList, ...items: Box[]): string[] =>
  inside(grid({ gridTemplateColumns: columns }, ...items)).map((box) => box.split(' ')[2] ?? '')

sizing('fractions share what fixed tracks leave, gaps taken off', () => {
  const box = grid({ gridTemplateColumns: tracks(50, fr(1), fr(2)), columnGap: 15 }, cell(), cell(), cell())
  assert.equal(inside(box), ['0 0 50 10', '65 0 40 10', '120 0 80 10']) // (200 − 50 − 30) by 1 : 2
})

sizing('a fraction is no narrower than its longest word', () => {
  assert.equal(widths(tracks(fr(1), fr(1)), text('aaaaaaaaaaaaaaa'), cell()), ['150', '50'])
  assert.equal(widths(tracks(track(fr(1), 0), fr(1)), text('aaaaaaaaaaaaaaa'), cell()), ['100', '100'])
})

sizing('auto tracks fit their content and stretch over the rest', () => {
  assert.equal(widths(tracks('auto', 'auto'), text('aaaa'), text('bbbbbbbb')), ['80', '120']) // 40 + 40, 80 + 40
  assert.equal(widths(tracks('min-content', 'max-content'), text('aa bbb'), text('cc ddd')), ['30', '60'])
})

sizing('minmax keeps to its limits, fit-content to its argument', () => {
  assert.equal(widths(tracks(track(60, 20), fr(1)), cell(), cell()), ['60', '140'])
  const fit: TrackItem = { kind: 'track', size: { kind: 'fit-content', limit: 50 }, names: [] }
  assert.equal(widths(tracks(fit, fr(1)), text('aaa bbb ccc'), cell()), ['50', '150'])
})

sizing('a spanning item grows the tracks it needs', () => {
  const items = [text('aaaaaaaaaa', { gridColumnStart: span(2) }), text('a'), text('bbb')]
  assert.equal(widths(tracks('max-content', 'max-content'), ...items).slice(1), ['40', '60']) // 10 + 30, 60 more
})

sizing('automatic repeats fill the width; empty ones collapse', () => {
  const repeat = (count: 'auto-fill' | 'auto-fit'): TrackList => ({
    items: [{ kind: 'repeat', count, tracks: [{ size: { kind: 'minmax', min: 60, max: fr(1) }, names: [] }], endNames: [] }],
    endNames: [],
  })
  assert.equal(widths(repeat('auto-fill'), cell(), cell()), ['66.65', '66.65']) // three fit
  assert.equal(widths(repeat('auto-fit'), cell(), cell()), ['100', '100'])
})

sizing('rows take the highest item, percentages the height that comes out', () => {
  assert.equal(inside(grid({ gridTemplateColumns: tracks(50, 50) }, cell(), cell({ height: 30 }), cell())).at(-1), '0 30 50 10')
  const rows = grid({ gridTemplateRows: tracks(percent(50), percent(50)) }, cell({ height: 'auto' }), cell({ height: 40 }))
  assert.equal(inside(rows), ['0 0 200 20', '0 20 200 40']) // 0 + 40 high, half each
})

sizing.run()

const alignment = suite('grid alignment')

alignment('items stretch, or align in their area', () => {
  const columns = { gridTemplateColumns: tracks(100, 100), gridTemplateRows: tracks(40) }
  assert.equal(inside(grid(columns, block({}), block({ width: 20, height: 10, justifySelf: 'end', alignSelf: 'center' }))), [
    '0 0 100 40',
    '180 15 20 10',
  ])
})

alignment('tracks are distributed in the container', () => {
  const box = grid({ gridTemplateColumns: tracks(50, 50), justifyContent: 'space-between' }, cell(), cell())
  assert.equal(inside(box), ['0 0 50 10', '150 0 50 10'])
})

alignment('columns run from right to left', () => {
  assert.equal(inside(grid({ direction: 'rtl', gridTemplateColumns: tracks(50, 60) }, cell(), cell())), ['150 0 50 10', '90 0 60 10'])
})

alignment('an absolute child takes its area as containing block', () => {
  const child = block({ position: 'absolute', left: 0, right: 0, top: 0, bottom: 0, gridColumnStart: line(2) })
  assert.equal(inside(grid({ position: 'relative', gridTemplateColumns: tracks(50, 60), height: 30, padding: 6 }, child)), ['56 0 144 42'])
})

alignment.run()

const breaks = suite('grid breaks')

breaks('rows are bands, those that an item spans are one', () => {
  const items = [cell({ gridRowStart: span(2), height: 30 }), cell(), cell(), cell()]
  const { root } = layOut(block({}, grid({ gridTemplateColumns: tracks(50, 50) }, ...items)), AREA)
  const laid = root.kind === 'block' ? root.children.at(0)?.laid : undefined
  assert.equal(laid?.kind === 'flex-grid' && laid.breaks, {
    kind: 'bands',
    bands: [
      { y: 0, height: 30, first: 0, end: 3, rowTops: [0, 0, 15] },
      { y: 30, height: 10, first: 3, end: 4 },
    ],
  })
})

breaks('a hostile placement stays small', () => {
  const far: GridBox = grid({}, cell({ gridColumnStart: line(1_000_000), gridRowStart: span(1_000_000) }))
  assert.is(inside(far).length, 1)
})

breaks.run()
