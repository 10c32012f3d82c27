import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { GridBorder } from '../../../engine/layout/laid.ts'
import { collapsedEdges, type GridLines } from '../../../engine/paint/decoration/collapsed-borders.ts'
import { dashedStroke } from '../../../engine/paint/decoration/line-style.ts'
import { tileAxis } from '../../../engine/paint/decoration/tiling.ts'
import { placeStops, repeatStops } from '../../../engine/paint/gradient/color-stops.ts'
import { radialGradient } from '../../../engine/paint/gradient/css-gradient.ts'
import type { Color, LineStyle } from '../../../engine/style/value.ts'
import type { StyleChange } from '../../support/boxes.ts'
import { percent } from '../../support/boxes.ts'
import { laidBlock, listOf } from '../../support/paint-boxes.ts'
import { BLACK, BLUE, RED, rgb } from '../../support/paint-tools.ts'

const decoration = suite('decoration')

/** Display list of a box of 30 × 30 at the corner of the page. */
const box = (style: StyleChange): readonly string[] => listOf(laidBlock(300, 300, {}, [0, 0, laidBlock(30, 30, { style })]))

function borders(style: LineStyle, color = RED): StyleChange {
  return {
    ...{ borderTopStyle: style, borderRightStyle: style, borderBottomStyle: style, borderLeftStyle: style },
    ...{ borderTopColor: color, borderRightColor: color, borderBottomColor: color, borderLeftColor: color },
  }
}

const ROUND = { x: 6, y: 6 }

// ── Borders ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

decoration('four equal sides are one ring, fewer are rectangles', () => {
  assert.equal(box({ border: 3, ...borders('solid') }), ['stroke 3 [1.5,1.5 27×27] #ff0000'])
  const uneven = ['fill M0,0 L30,0 L30,30 L0,30 Z M6,3 L27,3 L27,27 L6,27 Z #ff0000 evenodd']
  assert.equal(box({ border: 3, ...borders('solid'), borderLeftWidth: 6 }), uneven)
  assert.equal(box({ ...borders('solid'), borderBottomWidth: 3 }), ['rect 0,27 30×3 #ff0000'])
})

decoration('sides meet other colours that are painted already on the diagonal', () => {
  const style = { border: 3, ...borders('solid'), borderTopColor: BLUE }
  const rows = ['rect 0,0 30×3 #0000ff', 'rect 0,27 30×3 #ff0000']
  assert.equal(box(style), [...rows, 'fill M30,0 L30,30 L27,30 L27,3 Z #ff0000', 'fill M0,0 L0,30 L3,30 L3,3 Z #ff0000'])
})

decoration('a transparent side keeps its share of the corner: triangles', () => {
  const clear = rgb(0, 0, 0, 0)
  const style = { ...borders('solid', clear), borderTopColor: RED, borderTopWidth: 30, borderLeftWidth: 30 }
  assert.equal(box(style), ['fill M0,0 L30,0 L30,30 L30,30 Z #ff0000'])
})

decoration('a double border is two strokes of whole pixels', () => {
  // 3 pt are 4 px: lines of 1 px, and a gap of 2.
  assert.equal(box({ border: 3, ...borders('double') }), [
    'stroke 0.75 [0.38,0.38 29.25×29.25] #ff0000',
    'stroke 0.75 [2.63,2.63 24.75×24.75] #ff0000',
  ])
})

decoration('a side starts and ends with a whole dash', () => {
  // 30 long, 3 wide: dashes of 6 with gaps of 3: four dashes leave 6 for three gaps of 2, three leave 12 for two of 6; 2 is nearer to 3.
  assert.equal(dashedStroke('dashed', 3, 30, false).dash, [6, 2])
  assert.equal(dashedStroke('solid', 3, 10, false).dash, [])
  // Thick dots are round: 30 long, 3 wide: five dots leave 15 for four gaps.
  const dots = dashedStroke('dotted', 3, 30, false)
  assert.is(dots.cap, 'round')
})

decoration('overlapping radii are reduced in proportion', () => {
  const radius = { x: 30, y: 30 }
  const style = { backgroundColor: RED, borderTopLeftRadius: radius, borderTopRightRadius: radius }
  assert.match(box(style)[0] ?? '', 'fill M15,0 L15,0 C')
})

// ── Backgrounds and shadows ─────────────────────────────────────────────────────────────────────────────────────────────

const LAYER = {
  position: { x: percent(0), y: percent(0) },
  size: { width: 'auto', height: 'auto' },
  repeat: { x: 'repeat', y: 'repeat' },
  origin: 'padding-box',
  clip: 'border-box',
  attachment: 'scroll',
  blendMode: 'normal',
} as const
const STOPS = [
  { color: RED, at: undefined, isHint: false },
  { color: BLUE, at: undefined, isHint: false },
]

decoration('a gradient fills its box along its angle', () => {
  const image = { kind: 'linear', angle: 90, stops: STOPS, isRepeating: false } as const
  assert.equal(box({ backgroundLayers: [{ ...LAYER, image }] }), [
    'save',
    '  clip [0,0 30×30]',
    '  fill [0,0 30×30] linear 0,15,30,15 0:#ff0000 1:#0000ff',
  ])
})

decoration('many small tiles become a pattern', () => {
  const image = { kind: 'linear', angle: 180, stops: STOPS, isRepeating: false } as const
  const lines = box({ backgroundLayers: [{ ...LAYER, image, size: { width: 6, height: 6 } }] })
  assert.ok(lines.some((line) => line.trim() === 'cell 0,0 6×6 every 6,6'))
})

decoration('space and round fit a whole number of tiles', () => {
  // 32 holds three of 10; the 2 left over are shared by two gaps.
  assert.equal(tileAxis('space', { start: 0, size: 32 }, 10, 0), { start: 0, size: 10, step: 11 })
  assert.equal(tileAxis('no-repeat', { start: 0, size: 32 }, 10, percent(50)), { start: 11, size: 10, step: 0 })
})

decoration('stops without a position are spaced evenly, repetition is unrolled', () => {
  const stop = (at: number | undefined) => ({ color: RED, at, isHint: false })
  assert.equal(
    placeStops([stop(undefined), stop(undefined), stop(50)], 100).map(({ offset }) => offset),
    [0, 0.25, 0.5],
  )
  const repeated = repeatStops(
    [
      { offset: 0, color: RED },
      { offset: 0.5, color: BLUE },
    ],
    0,
    1,
  )
  assert.equal(
    repeated.map(({ offset }) => offset),
    [0, 0.5, 0.5, 1],
  )
})

decoration('a shadow without blur is one shape, clipped out below the box', () => {
  const shadow = { color: BLACK, x: 3, y: 3, blur: 0, spread: 0, isInset: false }
  const lines = box({ boxShadow: [shadow] })
  assert.equal(lines[0], 'save')
  assert.match(lines[1] ?? '', 'evenodd')
  assert.match(lines[2] ?? '', /^ {2}fill M3,3 L33,3/)
})

decoration('round corners clip backgrounds', () => {
  const style = {
    backgroundColor: RED,
    borderTopLeftRadius: ROUND,
    borderTopRightRadius: ROUND,
    borderBottomRightRadius: ROUND,
    borderBottomLeftRadius: ROUND,
  }
  assert.match(box(style)[0] ?? '', /^fill M6,0 L24,0 C/)
})

// ── Collapsed borders ───────────────────────────────────────────────────────────────────────────────────────────────────

const line = (color: typeof RED | undefined, width = 2): GridBorder => color && { width, style: 'solid', color }

/** Rows and columns of 10 × 10; borders of black, 2 wide, but for those given. */
function grid(
  rows: number,
  columns: number,
  changed: Partial<Pick<GridLines, 'xs' | 'across'>> & { down?: GridBorder[][] } = {},
): string[] {
  const whole = (count: number): GridBorder[] => Array.from({ length: count }, () => line(BLACK))
  const lines: GridLines = {
    xs: changed.xs ?? Array.from({ length: columns + 1 }, (_, c) => c * 10),
    rows: Array.from({ length: rows }, (_, i) => ({ y: i * 10, height: 10, vertical: changed.down?.[i] ?? whole(columns + 1) })),
    across: changed.across ?? Array.from({ length: rows + 1 }, () => whole(columns)),
  }
  return collapsedEdges(lines).map(
    (e) => `${e.isHorizontal ? 'across' : 'down'} ${e.x},${e.y} ${e.length} ${e.border.color === RED ? 'red' : 'black'}`,
  )
}

decoration('each line of a grid is painted once, from end to end', () => {
  // From half a border before 0 to half a border behind 20.
  assert.equal(grid(2, 2).sort(), [
    'across -1,0 22 black',
    'across -1,10 22 black',
    'across -1,20 22 black',
    'down 0,-1 22 black',
    'down 10,-1 22 black',
    'down 20,-1 22 black',
  ])
})

decoration('grid lines end at spanning cells', () => {
  const across = [
    [line(BLACK), line(BLACK)],
    [line(BLACK), undefined],
    [line(BLACK), line(BLACK)],
  ]
  assert.ok(grid(2, 2, { across }).includes('across -1,10 12 black'))
  const down = [[line(BLACK), undefined, line(BLACK)]]
  assert.ok(grid(2, 2, { down }).includes('down 10,9 12 black'))
})

decoration('a line without crossing lines ends with its rows', () => {
  const across = [
    [undefined, undefined],
    [line(BLACK), line(BLACK)],
    [undefined, undefined],
  ]
  assert.ok(grid(2, 2, { across }).includes('down 0,0 20 black'))
})

decoration('the wider border is painted last, over the others', () => {
  const across = [
    [line(BLACK), line(BLACK)],
    [line(BLACK), line(RED, 3)],
    [line(BLACK), line(BLACK)],
  ]
  const edges = grid(2, 2, { across })
  assert.is(edges.at(-1), 'across 9,10 12 red')
  assert.ok(edges.includes('across -1,10 12 black'))
})

decoration('columns of a right-to-left table start at the right', () => {
  const across = [
    [line(RED), line(BLACK)],
    [line(BLACK), line(BLACK)],
  ]
  assert.ok(grid(1, 2, { xs: [20, 10, 0], across }).includes('across 9,0 12 red'))
})

decoration('a radial gradient that ends before its centre shows its last colour', () => {
  const stop = (color: Color, share: number) => ({ color, at: percent(share), isHint: false })
  const value = { kind: 'radial', shape: 'ellipse', size: 'farthest-corner', isRepeating: false } as const
  const gradient = (from: number, to: number) =>
    radialGradient(
      { ...value, position: { x: percent(50), y: percent(50) }, stops: [stop(RED, from), stop(BLUE, to)] },
      { x: 0, y: 0, width: 30, height: 30 },
    )
  assert.equal(
    gradient(-30, -10).stops.map(({ color }) => color),
    [BLUE, BLUE],
  )
  assert.ok((gradient(-30, -10).geometry[5] ?? 0) > 1)
  assert.ok((gradient(0, 0).geometry[5] ?? 0) >= 0.009) // a hard edge that readers still paint around
})

decoration.run()
