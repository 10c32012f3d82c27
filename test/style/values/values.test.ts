import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../../engine/geometry.ts'
import type { Style } from '../../../engine/style/style.ts'
import { styleHtml } from '../document.ts'

const values = suite('values')

/** The computed style of `<p style="…">` with a font of 10pt in a body of 20pt. */
function computed(css: string): Style {
  const page = styleHtml(
    `<html style="font-size: 8pt"><body style="font-size: 20pt"><p id=x style="font-size: 10pt; ${css.replaceAll('"', '&quot;')}">`,
    {
      mediaPage: { width: 400, height: 1000 },
    },
  )
  assert.equal(page.warnings, [], css)
  return page.style('x')
}

const warningsOf = (css: string): readonly string[] => styleHtml(`<p style="${css.replaceAll('"', '&quot;')}">`).warnings

const sum = (length: number, percent: number): object => ({ kind: 'sum', length, percent })

values('lengths are converted to points', () => {
  const cases: Record<string, number> = {
    '8px': 6, // 8 × 0.75
    '3pt': 3,
    '2pc': 24,
    '1in': 72,
    '2.54cm': 72,
    '25.4mm': 72,
    '101.6q': 72,
    '2em': 20,
    '2rem': 16,
    '1ex': 5, // 0.5em
    '1ch': 5,
    '2lh': 24, // 2 × 1.2 × 10
    '10vw': 40,
    '10vh': 100,
    '10vmin': 40,
    '10vmax': 100,
    '1dvh': 10,
    '10vi': 40,
    '10vb': 100,
    '0': 0,
    '-4px': -3,
    '+.5in': 36,
    '1e1pt': 10,
  }
  for (const [text, points] of Object.entries(cases))
    assert.ok(Math.abs((computed(`margin-top: ${text}`).marginTop as number) - points) < 1e-9, text)
})

values('viewport units are zoomed once, and follow the writing mode', () => {
  const names = ['vw', 'vh', 'vi', 'vb', 'vmin', 'vmax']
  const lengths = (css: string): readonly unknown[] => names.map((unit) => computed(`${css}; letter-spacing: 10${unit}`).letterSpacing)
  assert.equal(lengths('zoom: 2'), [80, 200, 80, 200, 80, 200])
  assert.equal(lengths('writing-mode: vertical-rl'), [40, 100, 100, 40, 40, 100])
})

values('calculations mix lengths and percentages exactly', () => {
  const cases: Record<string, unknown> = {
    'calc(100% - 10pt)': sum(-10, 100),
    'calc(2 * (1em + 5%) / 4)': sum(5, 2.5),
    'calc(1px + 1pt)': 1.75,
    'calc(-1 * -2pt)': 2,
    'min(10pt, 2em)': 10,
    'max(10pt, 50%)': { kind: 'max', values: [10, sum(0, 50)] },
    'clamp(10pt, 50%, 30pt)': { kind: 'max', values: [10, { kind: 'min', values: [sum(0, 50), 30] }] },
    'clamp(none, 40pt, 30pt)': 30,
    'calc(10pt + min(5pt, 10%))': { kind: 'min', values: [15, sum(10, 10)] },
    'calc(-1 * max(5pt, 10%))': { kind: 'min', values: [-5, sum(-0, -10)] },
    'round(13pt, 5pt)': 15,
    'round(down, 13pt, 5pt)': 10,
    'round(up, 11pt, 5pt)': 15,
    'mod(-7pt, 5pt)': 3,
    'rem(-7pt, 5pt)': -2,
    'abs(-7pt)': 7,
    'calc(sign(-3px) * 4pt)': -4,
    'calc(sin(90deg) * 4pt)': 4,
    'calc(pow(2, 3) * 1pt)': 8,
    'hypot(3pt, 4pt)': 5,
    'calc(sqrt(16) * 1pt)': 4,
    'calc(10pt / 2px * 1pt)': 20 / 3, // 10 / 1.5
    'calc(pi * 0pt)': 0,
  }
  for (const [text, expected] of Object.entries(cases)) assert.equal(computed(`margin-top: ${text}`).marginTop, expected, text)
})

values('padding clamps calculated negative lengths and rejects literal ones', () => {
  assert.is(computed('padding-top: calc(1px - 10px)').paddingTop, 0)
  assert.is(warningsOf('padding-top: -1px').length, 1)
})

values('huge numbers stay finite', () => {
  assert.is(computed('margin-top: calc(0 / 0 * 1px)').marginTop, 0)
  assert.is(computed('margin-top: calc(infinity * 1px)').marginTop, 1e7)
  assert.is(computed('margin-top: -1e999px').marginTop, -1e7)
  assert.is(computed('z-index: 9999999999').zIndex, 2 ** 31 - 1)
})

values('invalid values are skipped with one warning', () => {
  for (const css of [
    'width: 10',
    'width: 10foo',
    'width: calc(1px+2px)',
    'width: calc(1px + 2)',
    'color: nocolor',
    'display: blok',
    'display: block block',
    'display: grid list-item',
    'margin: 1px 2px 3px 4px 5px',
  ]) {
    assert.is(warningsOf(css).length, 1, css)
  }
})

values('display by its outer and its inner type, in any order', () => {
  for (const [css, used] of [
    ['flow', 'block'],
    ['inline flow-root', 'inline-block'],
    ['flow block list-item', 'list-item'],
    ['grid inline', 'inline-grid'],
  ] as const)
    assert.is(computed(`display: ${css}`).display, used, css)
})

values('names of inherited fields are not values', () => {
  for (const css of [
    'color: constructor',
    'color: constructor(1)',
    'width: 1constructor',
    'background: toString(1)',
    'transform: valueOf()',
    'display: __proto__',
  ]) {
    assert.is(warningsOf(css).length, 1, css)
  }
})

const close = (css: string, [red, green, blue, alpha = 1]: readonly number[]): void => {
  const { color } = computed(`color: ${css}`)
  const far = Math.max(
    Math.abs(color.red - red!),
    Math.abs(color.green - green!),
    Math.abs(color.blue - blue!),
    Math.abs(color.alpha - alpha),
  )
  assert.ok(far < 0.003, `${css} is ${JSON.stringify(color)}`)
}

values('colours in all notations', () => {
  close('#f80', [1, 0.533, 0])
  close('#ff880080', [1, 0.533, 0, 0.502])
  close('rebeccapurple', [0.4, 0.2, 0.6])
  close('RGB(255 0 0 / 50%)', [1, 0, 0, 0.5])
  close('rgba(255, 127.5, 0, .5)', [1, 0.5, 0, 0.5])
  close('rgb(100%, 50%, 0%)', [1, 0.5, 0])
  close('hsl(120, 100%, 25%)', [0, 0.5, 0])
  close('hsl(120deg 100 25)', [0, 0.5, 0])
  close('hwb(0 20% 40%)', [0.6, 0.2, 0.2])
  close('lab(54.29 80.8 69.89)', [1, 0, 0])
  close('lch(54.29 106.84 40.86)', [1, 0, 0])
  close('oklab(0.628 0.2249 0.1258)', [1, 0, 0])
  close('oklch(62.8% 0.2577 29.23)', [1, 0, 0])
  close('color(srgb 0.5 0.25 1)', [0.5, 0.25, 1])
  close('color(display-p3 1 1 1)', [1, 1, 1])
  close('color-mix(in srgb, red, blue)', [0.5, 0, 0.5])
  close('color-mix(in srgb, red 25%, blue)', [0.25, 0, 0.75])
  close('color-mix(in srgb, red 20%, transparent 20%)', [1, 0, 0, 0.2]) // half red, with an alpha of 40 %
  close('color-mix(in oklab, white, black)', [0.389, 0.389, 0.389])
  close('color-mix(in hsl, red, blue)', [1, 0, 1])
  close('color-mix(in hsl longer hue, red, blue)', [0, 1, 0])
  close('rgb(from red r g 255)', [1, 0, 1])
  close('hsl(from red h s calc(l / 2))', [0.5, 0, 0])
  close('light-dark(red, blue)', [1, 0, 0])
  close('canvastext', [0, 0, 0])
  close('transparent', [0, 0, 0, 0])
  assert.equal(computed('color: device-cmyk(0 1 1 0)').color, { red: 1, green: 0, blue: 0, alpha: 1, cmyk: [0, 1, 1, 0] })
})

values('currentcolor is the colour of the element', () => {
  const style = computed('color: red; border: 1px solid; outline-color: currentcolor; box-shadow: 1px 1px')
  for (const color of [style.borderTopColor, style.outlineColor, style.boxShadow[0]?.color, style.textDecorationColor]) {
    assert.equal(color, { red: 1, green: 0, blue: 0, alpha: 1 })
  }
})

values('font sizes: keywords, and sizes relative to the parent', () => {
  const size = (css: string): number =>
    styleHtml(`<body style="font-size: 20px"><p id=x style="font-size: ${css}">`).style('x').fontSize / PX
  assert.is(size('small'), 13)
  assert.is(size('xx-large'), 32)
  assert.is(size('150%'), 30)
  assert.is(size('larger'), 24) // 20 × 1.2
  assert.is(size('calc(1em + 2px)'), 22)
})

values('monospace alone has a default size of 13 px, unless a length is given', () => {
  const size = (html: string): number => styleHtml(html).style('x').fontSize / PX
  assert.is(size('<code id=x>'), 13)
  assert.is(size('<code><b id=x>'), 13)
  assert.is(size('<code><span style="font-family: serif" id=x>'), 16)
  assert.is(size('<code id=x style="font-family: monospace, monospace">'), 16)
  assert.is(size('<body style="font-size: 20px"><code id=x>'), 20)
  assert.is(size('<pre style="font-size: 2em" id=x>'), 26) // 2 × 13
  assert.is(size('<code id=x style="font-size: large">'), 16)
})

values('line-height keeps factors and resolves the rest', () => {
  assert.equal(computed('line-height: 1.5').lineHeight, { factor: 1.5 })
  assert.equal(computed('line-height: 150%').lineHeight, { points: 15 })
  assert.equal(computed('line-height: 2em').lineHeight, { points: 20 })
  assert.equal(computed('line-height: normal').lineHeight, 'normal')
})

values('border widths are whole pixels, at least one, and 0 without a style', () => {
  assert.is(computed('border-top: 1.9px solid').borderTopWidth, PX)
  assert.is(computed('border-top: 0.1mm solid').borderTopWidth, PX)
  assert.is(computed('border-top: medium solid').borderTopWidth, 3 * PX)
  assert.is(computed('border-top: 5px none').borderTopWidth, 0)
  assert.is(computed('border-top-width: 5px').borderTopWidth, 0)
})

values('zoom multiplies lengths and inherited values', () => {
  const page = styleHtml(
    '<body style="font-size: 10pt; line-height: 12pt"><div style="zoom: 2"><p id=x style="width: 10px; margin: 1em; zoom: 150%">',
  )
  const style = page.style('x')
  assert.is(style.fontSize, 30) // 10 × 2 × 1.5
  assert.equal(style.lineHeight, { points: 36 })
  assert.is(style.width, 10 * PX * 3)
  assert.is(style.marginTop, 30)
})

values('gradients', () => {
  const image = (css: string): unknown => computed(`background-image: ${css}`).backgroundLayers[0]?.image
  const linear = image('linear-gradient(to top left, red, 20%, blue 50% 70%)') as {
    angle: unknown
    stops: { at: unknown; isHint: boolean }[]
  }
  assert.equal(linear.angle, { corner: ['top', 'left'] })
  assert.equal(
    linear.stops.map((stop) => stop.isHint),
    [false, true, false, false],
  )
  assert.equal(
    linear.stops.map((stop) => stop.at),
    [undefined, sum(0, 20), sum(0, 50), sum(0, 70)],
  )
  assert.is((image('linear-gradient(0.25turn, red, blue)') as { angle: number }).angle, 90)
  assert.is((image('-webkit-linear-gradient(left, red, blue)') as { angle: number }).angle, 90)
  const radial = image('radial-gradient(circle 10pt at 20% top, red, blue)') as object
  assert.equal(
    { ...radial, stops: 2 },
    { kind: 'radial', shape: 'circle', size: [10], position: { x: sum(0, 20), y: sum(0, 0) }, stops: 2, isRepeating: false },
  )
  const conic = image('repeating-conic-gradient(from 45deg, red 0 25%, blue 0deg 180deg)') as { from: number; isRepeating: boolean }
  assert.is(conic.from, 45)
  assert.is(conic.isRepeating, true)
  assert.equal(image('url(a.png)'), { kind: 'url', url: 'a.png' })
  assert.equal(image('image-set("a.png" 1x, "b.png" 2x)'), { kind: 'url', url: 'b.png', density: 2 })
})

values('positions of one to four parts', () => {
  const position = (css: string): unknown => computed(`object-position: ${css}`).objectPosition
  assert.equal(position('left'), { x: sum(0, 0), y: sum(0, 50) })
  assert.equal(position('top right'), { x: sum(0, 100), y: sum(0, 0) })
  assert.equal(position('10pt'), { x: 10, y: sum(0, 50) })
  assert.equal(position('right 10pt bottom 20%'), { x: sum(-10, 100), y: sum(-0, 80) })
  assert.equal(position('center bottom 5pt'), { x: sum(0, 50), y: sum(-5, 100) })
  assert.is(warningsOf('object-position: top 10px left').length, 0)
  assert.is(warningsOf('object-position: 10px left').length, 1)
})

values('adjacent transforms are multiplied where possible', () => {
  const { transform } = computed('transform: translate(10pt, 50%) rotate(90deg) scale(2)')
  assert.is(transform.length, 2)
  assert.equal(transform[0], { kind: 'translate', x: 10, y: sum(0, 50) })
  const matrix = (transform[1] as { matrix: readonly number[] }).matrix.map((v) => Math.round(v))
  assert.equal(matrix, [0, 2, -2, 0, 0, 0])
  assert.is(computed('rotate: 45deg; translate: 1pt; scale: 2').transform.length, 2)
})

values('grid tracks, areas and lines', () => {
  const style = computed(
    'grid-template-columns: [a] 1fr repeat(2, [b] minmax(10pt, auto) [c]) [d]; grid-template-areas: "x x" "y ."; grid-row: span 2 / -1',
  )
  assert.equal(
    style.gridTemplateColumns.items.map((item) => item.kind === 'track' && item.names),
    [['a'], ['b'], ['c', 'b']],
  )
  assert.equal(style.gridTemplateColumns.endNames, ['c', 'd'])
  assert.equal(style.gridTemplateAreas, [
    ['x', 'x'],
    ['y', '.'],
  ])
  assert.equal(style.gridRowStart, { kind: 'span', number: 2, name: undefined })
  assert.equal(style.gridRowEnd, { kind: 'line', number: -1, name: undefined })
  const repeat = computed('grid-template-columns: repeat(auto-fill, minmax(100pt, 1fr))').gridTemplateColumns.items[0]
  assert.equal(repeat?.kind === 'repeat' && repeat.count, 'auto-fill')
})

values('generated content', () => {
  const style = computed(
    `content: "a" counter(page) counters(x, ".", upper-roman) attr(id) leader(dotted) string(t, last) url(i.png) open-quote / "alt"`,
  )
  assert.equal(
    (style.content as readonly { kind: string }[]).map((item) => item.kind),
    ['text', 'counter', 'counter', 'text', 'leader', 'string', 'image', 'quote'],
  )
  assert.equal(computed('counter-increment: a b 3').counterIncrement, [
    { name: 'a', value: 1 },
    { name: 'b', value: 3 },
  ])
  assert.equal(computed('quotes: "«" "»"').quotes, [['«', '»']])
})

values('fonts', () => {
  const style = computed(
    'font-family: "A B", C  D, SANS-SERIF; font-feature-settings: "liga" off, "kern"; font-variant: small-caps tabular-nums',
  )
  assert.equal(style.fontFamily, ['A B', 'C D', 'sans-serif'])
  assert.equal(style.fontFeatureSettings, [
    ['kern', 1],
    ['liga', 0],
  ])
  assert.is(style.fontVariantCaps, 'small-caps')
  assert.equal(style.fontVariantFeatures, [['tnum', 1]])
})

values('a deep calculation or selector does not overflow', () => {
  assert.is(warningsOf(`width: ${'calc('.repeat(5000)}1px${')'.repeat(5000)}`).length, 1)
  assert.is(
    styleHtml(`<style>${':is('.repeat(5000)}a${')'.repeat(5000)} { color: red } ${'a '.repeat(50_000)} { color: red }</style>`).warnings
      .length,
    1,
  )
})

values.run()
