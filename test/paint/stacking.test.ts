import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StyleChange } from '../support/boxes.ts'
import { type At, laidBlock, laidText, listOf, place } from '../support/paint-boxes.ts'
import { BLUE, RED, rgb } from '../support/paint-tools.ts'

const GREEN = rgb(0, 255, 0)
const stacking = suite('stacking')

const box = (color: typeof RED, style: StyleChange = {}, ...children: At[]) =>
  laidBlock(30, 30, { style: { backgroundColor: color, ...style } }, ...children)

/** Colours in painting order. */
function colors(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /#[0-9a-f]{6}|"[^"]*"/.exec(line)?.[0] ?? [])
}

stacking('text is painted over the backgrounds of all blocks', () => {
  const root = laidBlock(100, 100, {}, [0, 0, laidText(50, ['under'], { style: { backgroundColor: RED } })], [0, -6, box(BLUE)])
  assert.equal(colors(listOf(root)), ['#ff0000', '#0000ff', '"under"'])
})

stacking('floats come between block backgrounds and text', () => {
  const root = laidBlock(100, 100, {}, [0, 0, box(GREEN, { float: 'left' })], [0, 0, laidText(50, ['text'])], [0, 0, box(RED)])
  assert.equal(colors(listOf(root)), ['#ff0000', '#00ff00', '"text"'])
})

stacking('z-index orders positioned boxes around the flow', () => {
  const at = (color: typeof RED, zIndex: number | 'auto') => place([0, 0, box(color, { position: 'absolute', zIndex })])
  const positioned = [at(RED, 2), at(GREEN, -1), at(BLUE, 'auto')]
  const root = laidBlock(100, 100, { positioned, style: { backgroundColor: rgb(9, 9, 9) } }, [0, 0, laidText(50, ['flow'])])
  assert.equal(colors(listOf(root)), ['#090909', '#00ff00', '"flow"', '#0000ff', '#ff0000'])
})

stacking('a stacking context keeps its descendants together, z-index auto does not', () => {
  const inner = (zIndex: number) => [place([0, 0, box(RED, { position: 'absolute', zIndex })])]
  const isolated = laidBlock(30, 30, { style: { position: 'relative', zIndex: 0, backgroundColor: BLUE }, positioned: inner(9) })
  const open = laidBlock(30, 30, { style: { position: 'relative', backgroundColor: BLUE }, positioned: inner(9) })
  const after = place([0, 0, box(GREEN, { position: 'absolute', zIndex: 5 })])
  assert.equal(colors(listOf(laidBlock(100, 100, { positioned: [after] }, [0, 0, isolated]))), ['#0000ff', '#ff0000', '#00ff00'])
  assert.equal(colors(listOf(laidBlock(100, 100, { positioned: [after] }, [0, 0, open]))), ['#0000ff', '#00ff00', '#ff0000'])
})

stacking('relative positioning moves the box and its descendants', () => {
  const shifted = laidBlock(30, 30, { style: { position: 'relative', backgroundColor: RED }, shift: { x: 6, y: 9 } }, [0, 0, box(BLUE)])
  assert.equal(listOf(laidBlock(100, 100, {}, [3, 3, shifted])), ['rect 9,12 30×30 #ff0000', 'rect 9,12 30×30 #0000ff'])
})

stacking('overflow clips content but not the box itself, and not twice', () => {
  const clipped = laidBlock(
    30,
    30,
    { style: { overflowX: 'hidden', overflowY: 'hidden', backgroundColor: RED, border: 3 } },
    [3, 3, box(BLUE)],
    [3, 33, box(GREEN)],
  )
  assert.equal(listOf(laidBlock(100, 100, {}, [0, 0, clipped])), [
    'rect 0,0 30×30 #ff0000',
    'save',
    '  clip 3,3 24×24',
    '  rect 3,3 30×30 #0000ff',
    '  rect 3,33 30×30 #00ff00',
  ])
})

stacking('opacity makes a group, transforms apply about the middle', () => {
  const turned = box(RED, { opacity: 0.5, transform: [{ kind: 'matrix', matrix: [0, 1, -1, 0, 0, 0] }] })
  assert.equal(listOf(laidBlock(100, 100, {}, [0, 0, turned])), [
    'save',
    // A quarter turn about (15, 15): x' = 30 − y, y' = x.
    '  transform 0 1 -1 0 30 0',
    '  group 0.5',
    '    rect 0,0 30×30 #ff0000',
  ])
})

stacking('a slice is the box clipped to its part', () => {
  const laid = laidBlock(30, 90, {}, [0, 60, box(RED)])
  const slice = { laid, x: 0, y: 0, height: 45, isFirst: false, isLast: false, content: { kind: 'slice', from: 45, isEnd: false } } as const
  assert.equal(listOf(slice), ['save', '  clip 0,0 30×45', '  rect 0,15 30×30 #ff0000'])
})

stacking('links cover blocks or texts, not both', () => {
  const link = 'https://a.example'
  const blockLink = laidText(90, ['all'], { origin: { link }, textOrigin: { link } })
  assert.equal(
    listOf(blockLink).filter((line) => line.startsWith('link')),
    ['link 0,0 90×12 https://a.example'],
  )
  const inline = laidText(90, ['a', 'b'], { textOrigin: { link: '#there%20' } })
  assert.is(listOf(inline).filter((line) => /^link .* #there $/.test(line)).length, 2)
})

stacking('anchors and bookmarks are at the top of their boxes', () => {
  const marks = [
    { kind: 'anchor', id: 'a' },
    { kind: 'bookmark', level: 1, title: 'T', isOpen: true },
  ] as const
  const root = laidBlock(100, 100, {}, [0, 24, laidBlock(10, 10, { marks })])
  assert.equal(listOf(root), ['destination a at 24', 'bookmark 1 "T" at 24'])
})

stacking.run()
