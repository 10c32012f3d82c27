import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { VectorElement, VectorImage } from '../../../engine/image/image.ts'
import { createEngine } from '../../../engine/index.ts'
import { parsePathData } from '../../../engine/paint/geometry/path-data.ts'
import { parseTransform } from '../../../engine/paint/svg/values.ts'
import { ListCanvas } from '../../support/list-canvas.ts'
import { laidReplaced, paintOn, wholePage } from '../../support/paint-boxes.ts'

const svg = suite('svg')

type Children = readonly (VectorElement | string)[]

function element(tag: string, attributes: Readonly<Record<string, string | number>> = {}, ...children: Children): VectorElement {
  return { tag, attributes: new Map(Object.entries(attributes).map(([name, value]) => [name, String(value)])), children }
}

/** Display list of a drawing of 100 × 100 units shown at 75 × 75 pt: one unit is 0.75 pt. */
function drawn(...children: Children): { lines: string[]; codes: string[] } {
  const root = element('svg', { viewBox: '0 0 100 100' }, ...children)
  const image: VectorImage = { kind: 'vector', id: 'x', width: undefined, height: undefined, ratio: 1, root }
  const canvas = new ListCanvas()
  const reporter = paintOn(canvas, wholePage(laidReplaced(75, 75, image)))
  // Less the page, the clip to the viewport and the units.
  const lines = canvas.lines
    .map((line) => line.trim())
    .filter((line) => !/^(save|move 0,0|clip 0,0 75×75|transform 0.75 0 0 0.75 0 0)$/.test(line))
  return { lines, codes: reporter.all.map((d) => d.code) }
}

const lines = (...children: Children): string[] => drawn(...children).lines

svg('shapes become paths with the paint of their element', () => {
  assert.equal(lines(element('rect', { x: 1, y: 2, width: 3, height: 4 })), ['fill [1,2 3×4] #000000'])
  assert.equal(lines(element('polygon', { points: '0,0 10,0 10,10', fill: 'rebeccapurple' })), ['fill M0,0 L10,0 L10,10 Z #663399'])
  assert.equal(lines(element('line', { x1: 0, y1: 0, x2: 9, y2: 0, stroke: 'red', 'stroke-width': 2 })), ['stroke 2 M0,0 L9,0 #ff0000'])
  assert.equal(lines(element('rect', { width: 0, height: 4 }), element('circle', { r: -1 }), element('polygon', { points: '' })), [])
})

svg('properties are inherited, opacity is not', () => {
  const group = element(
    'g',
    { fill: 'lime', 'fill-opacity': 0.5 },
    element('rect', { width: 1, height: 1 }),
    element('rect', { width: 2, height: 2, fill: 'currentColor', color: 'blue' }),
  )
  assert.equal(lines(group), ['fill [0,0 1×1] #00ff00 0.5', 'fill [0,0 2×2] #0000ff 0.5'])
  assert.equal(lines(element('g', { opacity: 0.5 }, element('rect', { width: 1, height: 1 }))), ['group 0.5', 'fill [0,0 1×1] #000000'])
})

svg('a missing paint server is replaced by its fallback, or by no paint', () => {
  const rect = (fill: string): VectorElement => element('rect', { width: 1, height: 1, fill })
  assert.equal(lines(rect('url(#none) red')), ['fill [0,0 1×1] #ff0000'])
  assert.equal(lines(rect('url(#none)')), [])
})

svg('gradients inherit attributes and stops from their template', () => {
  const stops = [
    element('stop', { offset: '0%', 'stop-color': 'red' }),
    element('stop', { offset: 1, 'stop-color': 'blue', 'stop-opacity': 0.5 }),
  ]
  const base = element('linearGradient', { id: 'a', gradientUnits: 'userSpaceOnUse', x2: 50 }, ...stops)
  const own = element('linearGradient', { id: 'b', href: '#a', x1: 10 })
  assert.equal(lines(base, own, element('rect', { width: 5, height: 5, fill: 'url(#b)' })), [
    'fill [0,0 5×5] linear 10,0,50,0 0:#ff0000 1:#0000ff/0.5',
  ])
})

svg('use paints its target at its position', () => {
  const rect = element('rect', { id: 'r', width: 1, height: 1 })
  assert.equal(lines(element('defs', {}, rect), element('use', { href: '#r', x: 5, y: 6, fill: 'red' })), [
    'move 5,6',
    'fill [0,0 1×1] #ff0000',
  ])
  const symbol = element('symbol', { id: 's', viewBox: '0 0 10 10' }, rect)
  assert.equal(lines(symbol, element('use', { 'xlink:href': '#s', width: 20, height: 20 })), [
    'clip 0,0 20×20',
    'transform 2 0 0 2 0 0',
    'fill [0,0 1×1] #000000',
  ])
})

svg('circular references end, and multiplying references are cut off', () => {
  const self = element('g', { id: 'a' }, element('use', { href: '#a' }))
  assert.equal(drawn(self).codes, ['bad-image'])
  const layers = Array.from({ length: 30 }, (_, i) =>
    element('g', { id: `l${i}` }, ...Array(8).fill(element('use', { href: `#l${i + 1}` }))),
  )
  assert.equal(drawn(...layers).codes, ['bad-image'])
})

svg('clip paths join outlines, in their clipPathUnits', () => {
  const clip = element('clipPath', { id: 'c', clipPathUnits: 'objectBoundingBox' }, element('rect', { width: 0.5, height: 1 }))
  assert.equal(lines(clip, element('rect', { x: 10, width: 20, height: 20, 'clip-path': 'url(#c)' })), [
    'clip [10,0 10×20]',
    'fill [10,0 20×20] #000000',
  ])
})

svg('masks are painted as a group of their own', () => {
  const mask = element(
    'mask',
    { id: 'm', maskUnits: 'userSpaceOnUse', width: 50, height: 50 },
    element('rect', { width: 9, height: 9, fill: 'white' }),
  )
  assert.equal(lines(mask, element('rect', { width: 20, height: 20, mask: 'url(#m)' })), [
    'mask by luminance',
    'clip -10,-10 50×50',
    'fill [0,0 9×9] #ffffff',
    'fill [0,0 20×20] #000000',
  ])
})

svg('text is anchored by chunk, and its white space collapsed', () => {
  const text = element(
    'text',
    { x: 10, y: 20, 'font-size': 10 },
    '\n  one ',
    element('tspan', { fill: 'red' }, 'two'),
    '\n',
    element('tspan', { x: 30, dy: 5 }, 'three'),
  )
  assert.equal(
    lines(text).map((line) => line.replace(/ [\d.]+,/, ' x,')),
    ['text x,20 10pt "one "', 'text x,20 10pt "two" #ff0000', 'text x,20 10pt " "', 'text x,25 10pt "three"'],
  )
  // Arimo's digits are 1139 units of 2048 wide: two at 10 pt are 11.12; half of it left of 50.
  assert.equal(lines(element('text', { x: 50, y: 0, 'font-size': 10, 'text-anchor': 'middle' }, '12')), ['text 44.44,0 10pt "12"'])
})

svg('text is stroked over its fill, or under it', () => {
  const text = (more: object): string[] =>
    lines(element('text', { x: 10, y: 20, 'font-size': 10, stroke: 'red', 'stroke-width': 2, ...more }, 'ab'))
  assert.equal(text({}), ['text 10,20 10pt "ab" stroke 2 #ff0000'])
  assert.equal(text({ fill: 'none' }), ['text 10,20 10pt "ab" #000000/0 stroke 2 #ff0000'])
})

svg('gradients fill the glyphs of text', () => {
  const stops = [element('stop', { 'stop-color': 'red' }), element('stop', { offset: 1, 'stop-color': 'blue' })]
  const gradient = element('linearGradient', { id: 'g' }, ...stops)
  const found = lines(gradient, element('text', { x: 0, y: 20, fill: 'url(#g)' }, 'ab'))
  assert.equal(found[0], 'clip to text "ab"')
  assert.match(found[1] ?? '', /^fill .* linear 0,0,1,0 0:#ff0000 1:#0000ff$/)
})

svg('textLength spaces letters, or stretches them', () => {
  const [spaced] = lines(element('text', { textLength: 100, 'font-size': 10 }, 'abc'))
  assert.match(spaced ?? '', /letter \d/)
  const [stretched, text] = lines(element('text', { textLength: 100, lengthAdjust: 'spacingAndGlyphs', 'font-size': 10 }, 'abc'))
  assert.ok(Number(/^transform ([\d.]+) 0 0 1 0 0$/.exec(stretched ?? '')?.[1]) > 1)
  assert.not.match(text ?? '', 'letter')
})

svg('text follows a path glyph by glyph, and ends with it', () => {
  const path = element('path', { id: 'p', d: 'M0 50H30V100' })
  const along = (more: object): string[] =>
    lines(element('defs', {}, path), element('text', { 'font-size': 20 }, element('textPath', { href: '#p', ...more }, 'iiiiiiiiii')))
  const found = along({})
  assert.match(found[0] ?? '', /^move [\d.]+,50/)
  // Down the second side glyphs are turned by a quarter.
  assert.ok(found.some((line) => line.startsWith('transform 0 1 -1 0 30')))
  assert.is(along({ startOffset: '100%' }).length, 0)
  assert.is(along({ href: '#none' }).length, 0)
})

svg('rotate rotates glyphs, its last value all further ones', () => {
  const found = lines(element('text', { x: 0, y: 20, 'font-size': 10, rotate: '0 90' }, 'abc'))
  assert.is(found.filter((line) => line.startsWith('text')).length, 3)
  assert.is(found.filter((line) => line.startsWith('transform 0 1 -1 0')).length, 2)
})

svg('text decorations of drawings are painted', () => {
  const found = lines(element('text', { y: 20, 'font-size': 10, fill: 'red', 'text-decoration': 'underline line-through' }, 'a'))
  assert.equal(
    found.map((line) => line.split(' ')[0]),
    ['fill', 'text', 'fill'],
  )
})

svg('definitions inherit from their ancestors, not from elements that refer to them', () => {
  const pattern = element('pattern', { id: 'p', width: 1, height: 1 }, element('rect', { width: 9, height: 9 }))
  const rect = element('rect', { width: 10, height: 10, fill: 'url(#p)', stroke: 'red', 'stroke-width': 3 })
  const found = lines(element('g', { fill: 'lime' }, element('defs', {}, pattern)), rect)
  assert.ok(found.includes('fill [0,0 9×9] #00ff00'))
  assert.is(found.filter((line) => line.startsWith('stroke')).length, 1) // the rectangle's own
})

svg('unsupported content is reported', () => {
  assert.equal(drawn(element('foreignObject')).codes, ['unsupported-html'])
  const filtered = element('rect', { width: 1, height: 1, filter: 'url(#f)' })
  assert.equal(drawn(filtered).codes, [])
  assert.equal(drawn(element('filter', { id: 'f' }, element('feMorphology', { radius: 1 })), filtered).codes, ['unsupported-css'])
})

svg('filters that repeat their layers end', () => {
  const doubled = Array.from({ length: 40 }, () => element('feMerge', {}, element('feMergeNode'), element('feMergeNode')))
  const moved = Array.from({ length: 5_000 }, () => element('feOffset', { dx: 1 }))
  for (const primitives of [doubled, moved]) {
    const { lines: found, codes } = drawn(
      element('filter', { id: 'f' }, ...primitives),
      element('rect', { width: 1, height: 1, filter: 'url(#f)' }),
    )
    assert.equal([found.length, codes], [1, ['unsupported-css']])
  }
})

svg('paint-order is followed', () => {
  const rect = { width: 9, height: 9, stroke: 'red' }
  const kinds = (order: string): string[] =>
    lines(element('rect', { ...rect, 'paint-order': order })).map((line) => line.split(' ')[0] ?? '')
  assert.equal(kinds('normal'), ['fill', 'stroke'])
  assert.equal(kinds('stroke'), ['stroke', 'fill'])
  assert.equal(kinds('markers stroke'), ['stroke', 'fill'])
})

svg('markers are at the vertices, oriented along the path', () => {
  const marker = element(
    'marker',
    { id: 'm', orient: 'auto', refX: 1, refY: 1, overflow: 'visible' },
    element('rect', { width: 2, height: 2 }),
  )
  const path = element('path', { d: 'M0 0 L0 10', fill: 'none', stroke: 'red', 'marker-end': 'url(#m)' })
  assert.equal(lines(marker, path), ['stroke 1 M0,0 L0,10 #ff0000', 'transform 0 1 -1 0 0 10', 'move -1,-1', 'fill [0,0 2×2] #000000'])
})

const shape = (data: string): string =>
  parsePathData(data)
    .map((s) => (s.kind === 'close' ? 'Z' : `${s.kind[0]}${Math.round(s.x * 10) / 10},${Math.round(s.y * 10) / 10}`))
    .join(' ')

svg('path data: every command, relative and absolute, with and without separators', () => {
  assert.is(shape('M1 2 3 4l5-6.5.5z'), 'm1,2 l3,4 l8,-2.5')
  assert.is(shape('m1,1h2v3H0V0zm5,5'), 'm1,1 l3,1 l3,4 l0,4 l0,0 Z m6,6')
  assert.is(shape('M0 0C1 1 2 2 3 3S5 5 6 6Q7 7 8 8T10 10'), 'm0,0 c3,3 c6,6 c8,8 c10,10')
  assert.is(shape('M0 0a5 5 0 1110 0'), 'm0,0 c5,-5 c10,0')
  assert.is(shape('M0 0 L 5 5 L oops'), 'm0,0 l5,5')
  assert.is(shape('L 5 5'), '')
})

svg('drawings in drawings, as images, share one budget', async () => {
  const drawingOf = (inner: string): string =>
    `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}${'<use href="#a"/>'.repeat(20)}</svg>`).toString('base64')}`
  // 21 ** 4 = 194,481 rectangles, none of which is more than its own drawing may have.
  let url = drawingOf('<rect id="a" width="1" height="1"/>')
  for (let i = 0; i < 3; i++) url = drawingOf(`<image id="a" width="9" height="9" href="${url}"/>`)
  const engine = await createEngine()
  const { warnings } = await engine.render(engine.compile({ type: 'html', source: `<img src="${url}">` }), {})
  assert.equal(
    warnings.map(({ message }) => message),
    ['a drawing repeats or nests its parts too often; some are left out'],
  )
})

svg('transforms are applied from the right', () => {
  assert.equal(parseTransform('translate(10) scale(2)'), [2, 0, 0, 2, 10, 0])
  assert.equal(
    parseTransform('rotate(90, 5, 5)').map((value) => Math.round(value) + 0),
    [0, 1, -1, 0, 10, 0],
  )
  assert.equal(parseTransform('translate(3) nonsense(1)'), [1, 0, 0, 1, 3, 0])
})

/** Definitions that each refer twice to the next one. */
const REFERENCES: Readonly<Record<string, (at: string, next: string) => readonly VectorElement[]>> = {
  masks: (at, next) => [element('mask', { id: at }, ...[3, 4].map((r) => element('circle', { r, mask: `url(#${next})` })))],
  'masks in groups': (at, next) => [
    element('mask', { id: at }, element('g', { mask: `url(#${next})` }, element('circle', { r: 3, mask: `url(#${next})` }))),
  ],
  'clips by text': (at, next) => [
    element('clipPath', { id: at }, ...['a', 'b'].map((text) => element('text', { 'clip-path': `url(#${next})` }, text))),
  ],
  patterns: (at, next) => [
    element(
      'pattern',
      { id: at, width: 2, height: 2, patternUnits: 'userSpaceOnUse' },
      element('circle', { r: 3, fill: `url(#${next})`, stroke: `url(#${next})` }),
    ),
  ],
  groups: (at, next) => [element('g', { id: at, opacity: 0.5 }, ...[1, 2].map(() => element('use', { href: `#${next}` })))],
}

for (const [name, make] of Object.entries(REFERENCES)) {
  svg(`chains of ${name} end early: each would be a form of its own`, () => {
    const chain = Array.from({ length: 60 }, (_, i) => make(`a${i}`, `a${i + 1}`)).flat()
    const user = { fill: 'url(#a0)', mask: 'url(#a0)', 'clip-path': 'url(#a0)' }
    const { lines: painted, codes } = drawn(
      element('defs', {}, ...chain),
      element('rect', { width: 9, height: 9, ...user }),
      element('use', { href: '#a0' }),
    )
    assert.equal(codes, ['bad-image'])
    const forms = painted.filter((line) => /^(mask|group)|pattern/.test(line)).length
    assert.ok(forms > 10 && forms < 1_000, `${forms} forms`)
  })
}

svg('the budget is charged for each reference to an element', () => {
  const codes = (shapes: number): string[] => {
    const clip = element('clipPath', { id: 'c' }, ...Array.from({ length: shapes }, () => element('rect', { width: 1, height: 1 })))
    const users = Array.from({ length: 500 }, () => element('rect', { width: 9, height: 9, 'clip-path': 'url(#c)' }))
    return drawn(clip, ...users).codes
  }
  assert.equal(codes(50), [])
  assert.equal(codes(500), ['bad-image'])
})

svg('the budget is charged for the segments of a referenced path', () => {
  const codes = (segments: number): string[] => {
    const path = element('path', { id: 'p', d: `M0 0${'L1 1'.repeat(segments)}` })
    return drawn(element('defs', {}, path), ...Array.from({ length: 100 }, () => element('use', { href: '#p' }))).codes
  }
  assert.equal(codes(100), [])
  assert.equal(codes(40_000), ['bad-image'])
})

svg('masks without references are not charged', () => {
  const mask = element('mask', { id: 'm' }, element('rect', { width: 9, height: 9, fill: 'white' }))
  const masked = Array.from({ length: 5_000 }, () => element('circle', { r: 3, mask: 'url(#m)' }))
  const { lines: painted, codes } = drawn(mask, ...masked)
  assert.equal(codes, [])
  assert.is(painted.filter((line) => line.startsWith('mask')).length, 5_000)
})

svg.run()
