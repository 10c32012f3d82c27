import { execFileSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import { PX } from '../../engine/geometry.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { parseHtml } from '../../engine/source/html.ts'
import { compileStyles } from '../../engine/style/stylesheet.ts'
import { parseComponents } from '../../engine/style/syntax/tokens.ts'
import { compileTemplate } from '../../engine/template/compile.ts'
import { type Styled, styleHtml } from './document.ts'

const sheets = suite('style sheets')

const isRed = (page: Styled, id = 'p'): boolean => page.style(id).color.red === 1
const AREA = { width: 400 * PX, height: 600 * PX }
const matches = (query: string): boolean => isRed(styleHtml(`<style>@media ${query} { p { color: red } }</style><p>`, { mediaPage: AREA }))
const supports = (query: string): boolean => isRed(styleHtml(`<style>@supports ${query} { p { color: red } }</style><p>`))

sheets('media queries match print', () => {
  const yes = [
    'print',
    'all',
    'only print',
    'not screen',
    'print and (min-width: 400px)',
    '(max-width: 400px)',
    'screen, print',
    '(width: 400px)',
    '(orientation: portrait)',
    '(300px < width <= 400px)',
    '(width >= 300px)',
    '(400px >= width)',
    'not all and (min-width: 401px)',
    '(min-width: 10px) and (max-height: 600px)',
    '(min-width: 9999px) or (orientation: portrait)',
    'not (min-width: 9999px)',
    '(aspect-ratio: 2/3)',
    '(prefers-color-scheme: light)',
    '(color)',
    '(min-resolution: 1dppx)',
    '((min-width: 10px) and (not (hover)))',
    'not (hover)',
    'print and not (hover)',
    'not screen and (min-width: 10px)',
    '(hover) or (min-width: 10px)',
  ]
  const no = [
    'screen',
    'not print',
    'print and (min-width: 401px)',
    'speech',
    '(orientation: landscape)',
    '(prefers-color-scheme: dark)',
    '(hover)',
    '(unknown)',
    'not (unknown)',
    '(min-resolution: 2dppx)',
    '(width > 400px)',
    'not all',
    '(prefers-reduced-motion)',
    'print (min-width: 1px)',
    'not (hover) and (min-width: 10px)',
    'not (hover) or (min-width: 10px)',
    '(min-width: 10px) and not (hover)',
    'only (min-width: 10px)',
    'print and (min-width: 10px) or (hover)',
    'print and (min-width: 10px) and not (hover)',
    'print and not (hover) and (min-width: 10px)',
  ]
  for (const query of yes) assert.is(matches(query), true, query)
  for (const query of no) assert.is(matches(query), false, query)
})

sheets('the media attribute applies', () => {
  assert.is(isRed(styleHtml('<style media=screen>p { color: red }</style><p>')), false)
  assert.is(isRed(styleHtml('<style media=print>p { color: red }</style><p>')), true)
})

sheets('media queries match the area of a page without page rules', () => {
  const matchesOn = (query: string): boolean =>
    isRed(styleHtml(`<style>@page { size: 300px 400px; margin: 50px } @media ${query} { p { color: red } }</style><p>`))
  assert.is(matchesOn('(width: 190mm)'), true) // 210 − 2 × 10
  assert.is(matchesOn('(height: 277mm)'), true) // 297 − 2 × 10
  assert.is(matchesOn('(max-width: 300px)'), false)
})

sheets('@supports looks up the property table', () => {
  for (const query of [
    '(display: grid)',
    'not (display: magic)',
    '(color: red) and (width: calc(1px + 2em))',
    '(--x: 1)',
    'selector(a > b:has(c))',
    '(margin: var(--x))',
    '((color: red) or (x: y))',
  ])
    assert.is(supports(query), true, query)
  for (const query of [
    '(display: magic)',
    '(nonsense: 1)',
    'not (color: red)',
    'selector(:nonsense)',
    '(color: red) and (x: y)',
    'not (x: y) and (color: red)',
    '(color: red) and not (x: y)',
  ])
    assert.is(supports(query), false, query)
})

sheets('layers: later ones win, unlayered rules win over all, nested ones lose to their own', () => {
  const page =
    styleHtml(`<style>@layer a, b; @layer b { p { color: red } } @layer a { p { color: blue } i { color: red } } i { color: black }
    @layer c { b { color: red } @layer d { b { color: black } } } @layer c.e { u { color: red } } @layer c { @layer d { u { color: black } } }</style><p><i></i><b></b><u></u>`)
  assert.is(isRed(page), true)
  assert.is(isRed(page, 'i'), false)
  assert.is(isRed(page, 'b'), true)
  assert.is(isRed(page, 'u'), true)
})

sheets('unsupported CSS is reported once, at its position', () => {
  const page = styleHtml(`<style>
  p { colour: red;
      width: 10foo }
  @scope (p) { b { color: red } }
  @import "a.css";
</style><p style="wdth: 1px">`)
  const [colour, width, scope, load, inline] = page.warnings
  assert.match(colour!, /^2:7: property "colour" has no effect \(did you mean "color"\?\)$/)
  assert.match(width!, /^3:7: unknown value "10foo" of "width" \(it takes auto/)
  assert.match(scope!, /^4:3: "@scope" has no effect/)
  assert.match(load!, /^5:3: "@import .*" has no effect/)
  assert.match(inline!, /"wdth" has no effect \(did you mean "width"\?\)/)
  assert.is(page.warnings.length, 5)
})

sheets('CSS for screens and other programs is ignored without a warning', () => {
  const page = styleHtml(`<style>@charset "utf-8"; @keyframes x { from { top: 0 } } @-ms-viewport { width: device-width }
    p { cursor: pointer; transition: all 1s; -webkit-tap-highlight-color: red; mso-hide: all; -premailer-width: 5; will-change: top; animation: x 1s; user-select: none }
    a:hover, p::selection, input::-webkit-input-placeholder { color: red } ;; } </style>`)
  assert.is(page.warnings.length, 1) // the stray brace
})

sheets('an error drops one declaration or rule', () => {
  const page = styleHtml(
    '<style>p { color: red; nonsense; : x; margin 5px; width: 5pt } p { height: 5pt; i { } } ; b { color: red } /* open</style><p><b>',
  )
  assert.is(isRed(page), true)
  assert.is(page.style('p').width, 5)
  assert.is(page.style('p').height, 5)
})

sheets('escapes, comments, old comment marks', () => {
  const page = styleHtml(
    '<style><!-- .a\\:b { c\\6fl/**/or: red } --> #\\31 x { color: red } p::before { content: "\\201C\\"\\\n x" }</style><p class=a:b><i id=1x>',
  )
  assert.is(isRed(page, '1x'), true)
  assert.equal([...page.find('p').children].map((child) => child.kind === 'element' && child.pseudo !== 'none' && child.style.content)[0], [
    { kind: 'text', text: '“" x' },
  ])
})

sheets('font faces', () => {
  const { styles } = styleHtml(
    `<style>@font-face { font-family: "A B"; src: local("X Y"), url(a.woff2) format("woff2"), url("b.ttf"); font-weight: 100 900; font-stretch: condensed 110%; font-style: italic; unicode-range: U+26, U+0-7F, U+4?? }</style>`,
  )
  const [face] = styles.fontFaces
  assert.is(face?.family, 'A B')
  assert.equal(face?.weight, [100, 900])
  assert.equal(face?.stretch, [75, 110])
  assert.is(face?.style, 'italic')
  assert.equal(face?.sources, [
    { kind: 'local', name: 'X Y' },
    { kind: 'url', url: 'a.woff2', format: 'woff2' },
    { kind: 'url', url: 'b.ttf', format: undefined },
  ])
  assert.equal(face?.unicodeRange, [
    [0x26, 0x26],
    [0, 0x7f],
    [0x400, 0x4ff],
  ])
})

sheets('font faces without weight and width', () => {
  const { styles } = styleHtml('<style>@font-face { font-family: A; src: url(a); font-weight: auto }</style>')
  assert.equal([styles.fontFaces[0]?.weight, styles.fontFaces[0]?.stretch], [undefined, undefined])
})

sheets('counter styles', () => {
  const { document } =
    styleHtml(`<style>@counter-style box { system: fixed 3; symbols: "◰" B; suffix: " "; pad: 3 "0"; range: 1 5, 7 infinite; negative: "(" ")"; fallback: lower-roman }
    @counter-style sum { system: additive; additive-symbols: 5 V, 1 "I" }</style>`)
  const box = document.counterStyles.get('box')
  assert.is(box?.system, 'fixed 3')
  assert.equal(box?.symbols, ['◰', 'B'])
  assert.equal(box?.pad, [3, '0'])
  assert.equal(box?.range, [
    [1, 5],
    [7, Number.POSITIVE_INFINITY],
  ])
  assert.equal(box?.negative, ['(', ')'])
  assert.is(box?.fallback, 'lower-roman')
  assert.equal(document.counterStyles.get('sum')?.additiveSymbols, [
    [5, 'V'],
    [1, 'I'],
  ])
})

/** Codes of the problems of a sheet, where sheets may have `limit` bytes. */
function codesOf(css: string, limit: number): readonly string[] {
  const reporter = new DiagnosticList()
  const limits = { ...DEFAULT_LIMITS, templateBytes: Number.POSITIVE_INFINITY, cssBytes: limit }
  const template = compileTemplate(parseHtml(`<style></style><p>`, { reporter, limits }), { helpers: new Set(), reporter, limits })
  const sheet = { text: css, media: '', at: { kind: 'text', line: 1, column: 1 } } as const
  compileStyles({ ...template, stylesheets: [sheet] }, { reporter, limits })
  return reporter.all.map(({ code }) => code)
}

sheets('sheets larger than allowed are an error', () => {
  assert.equal(codesOf('p { color: red }', 10), ['limit-css'])
})

sheets('tokens of a large flat text are found in one pass', () => {
  assert.is(parseComponents(';'.repeat(1 << 20)).length, 1 << 20)
})

sheets('text after blocks that are nested too deeply is parsed', () => {
  const found = parseComponents(`${'(['.repeat(60)}x{;${'])'.repeat(60)} y`)
  assert.equal(
    found.map(({ kind }) => kind),
    ['block'],
  )
  const closed = parseComponents(`${'(['.repeat(60)}x{;}${'])'.repeat(60)} y`)
  assert.equal(
    closed.map(({ kind }) => kind),
    ['block', 'ident'],
  )
})

for (const open of ['{', '(', '[', 'calc(', ':is('] as const) {
  sheets(`two million characters of ${open} fit a small heap`, () => {
    const tokens = new URL('../../engine/style/syntax/tokens.ts', import.meta.url).href
    const script = `import(${JSON.stringify(tokens)}).then(({ parseComponents }) => console.log(String(parseComponents(${JSON.stringify(open)}.repeat(${(2_000_000 / open.length) | 0})).length)))`
    const output = execFileSync(process.execPath, ['--max-old-space-size=128', '--import', 'tsx', '-e', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    assert.ok(Number(output) > 0, output)
  })
}

sheets.run()
