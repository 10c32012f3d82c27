import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { PageSelector } from '../../../engine/style/page-selector.ts'
import type { PageStyle } from '../../../engine/style/style.ts'
import { styleHtml } from '../document.ts'

const pages = suite('pages')

const pageOf = (css: string, selector: Partial<PageSelector> = {}): PageStyle =>
  styleHtml(`<style>${css}</style>`).document.pageStyle({
    name: '',
    number: 2,
    inGroup: 2,
    side: 'left',
    isFirst: false,
    isBlank: false,
    ...selector,
  })
const mm = (value: number): number => (value * 72) / 25.4
const size = (css: string, selector?: Partial<PageSelector>): number[] => {
  const page = pageOf(`@page { size: ${css} }`, selector)
  return [page.width, page.height]
}

pages('default page: A4 with margins of a centimetre', () => {
  const page = pageOf('')
  assert.equal([page.width, page.height], [mm(210), mm(297)])
  assert.is(page.margin.top, 72 / 2.54)
  assert.is(page.marginBoxes.size, 0)
})

pages('sizes', () => {
  assert.equal(size('A5'), [mm(148), mm(210)])
  assert.equal(size('a5 landscape'), [mm(210), mm(148)])
  assert.equal(size('landscape letter'), [792, 612])
  assert.equal(size('landscape'), [mm(297), mm(210)])
  assert.equal(size('auto'), [mm(210), mm(297)])
  assert.equal(size('100pt'), [100, 100])
  assert.equal(size('100pt 50pt'), [100, 50])
  assert.equal(size('99999pt 50pt'), [14400, 50])
  assert.is(styleHtml('<style>@page { size: huge }</style>').warnings.length, 1)
  assert.is(styleHtml('<style>@page { size: -1pt }</style>').warnings.length, 1)
})

pages('percentages of margins refer to the page', () => {
  const page = pageOf('@page { size: 200pt 400pt; margin: 10% 5% 1pt auto }')
  assert.equal(page.margin, { top: 40, right: 10, bottom: 1, left: 0 }) // 10 % of 400, 5 % of 200
})

pages('the zoom of the root applies to page margins and viewport units, not to the page size', () => {
  const css = '@page { size: 150pt 300pt; margin: 15pt } html { zoom: 50% } p { width: 100vw }'
  const page = pageOf(css)
  assert.equal([page.width, page.margin.top], [150, 7.5])
  assert.is(styleHtml(`<style>${css}</style><p>`).style('p').width, 67.5) // (150 − 2 × 7.5) / 2
  assert.is(pageOf('html { zoom: 50% }').margin.top, 72 / 2.54)
})

pages('the page area is counted in 64ths of a px, and content is as wide as the whole px above', () => {
  const widthOf = (css: string): number => pageOf(css).area.width / 0.75
  // Margins of 45.3543 px are 45 22/64, the sheet of 793.7008 px is 793 45/64: exactly it would be 702.9921.
  assert.is(widthOf('@page { size: A4; margin: 12mm }'), 703.015625)
  assert.is(widthOf('@page { size: 800px 500px; margin: 10px }'), 780)
  assert.is(widthOf('@page { size: 800px 500px; margin: 9.995px }'), 780.03125)
})

pages('selectors by specificity, then order', () => {
  const css =
    '@page :left { margin-top: 1pt } @page { margin-top: 2pt; margin-left: 7pt } @page :first { margin-top: 3pt } @page wide { margin-top: 4pt } @page wide:first { margin-top: 5pt } @page :blank { margin-top: 6pt } @page :nth(3n) { margin-top: 8pt }'
  const top = (selector: Partial<PageSelector>): number => pageOf(css, selector).margin.top
  assert.is(top({}), 1)
  assert.is(top({ side: 'right' }), 2)
  assert.is(top({ isFirst: true }), 3)
  assert.is(top({ name: 'wide' }), 4)
  assert.is(top({ name: 'wide', isFirst: true }), 5)
  assert.is(top({ isBlank: true }), 6)
  assert.is(top({ number: 6 }), 8)
  assert.is(pageOf(css, { name: 'wide', isFirst: true }).margin.left, 7)
})

pages('margin boxes appear with content, inherit from the page, and have their own alignment', () => {
  const page = pageOf(
    'html { color: red } @page { font-size: 7pt; @top-left { content: "a" counter(page) } @bottom-right-corner { content: "x"; color: blue } @top-right { color: red } }',
  )
  assert.equal([...page.marginBoxes.keys()], ['top-left', 'bottom-right-corner'])
  const box = page.marginBoxes.get('top-left')
  assert.is(box?.fontSize, 7)
  assert.is(box?.color.red, 1)
  assert.is(box?.textAlign, 'left')
  assert.is(box?.verticalAlign, 'middle')
  assert.is(page.marginBoxes.get('bottom-right-corner')?.color.blue, 1)
})

pages('page boxes have backgrounds and borders, and an area for footnotes', () => {
  const page = pageOf('@page { background: red; border: 1px solid; padding: 3pt; @footnote { border-top: 1px solid } }')
  assert.is(page.style.backgroundColor.red, 1)
  assert.is(page.style.paddingTop, 3)
  assert.is(page.footnoteArea.borderTopWidth, 0.75)
  assert.is(pageOf('').footnoteArea.borderTopWidth, 0)
})

pages('important declarations, media queries and layers apply', () => {
  assert.is(pageOf('@page { margin: 1pt !important } @page :left { margin: 2pt }').margin.top, 1)
  assert.is(pageOf('@media screen { @page { margin: 1pt } } @media print { @page { margin: 2pt } }').margin.top, 2)
  assert.is(pageOf('@page { margin: 1pt } @layer x { @page { margin: 2pt } }').margin.top, 1)
})

pages('equal pages share their style', () => {
  const { document } = styleHtml('<style>@page :left { margin: 1pt }</style>')
  const at = (number: number): PageStyle =>
    document.pageStyle({ name: '', number, inGroup: number, side: number % 2 === 0 ? 'left' : 'right', isFirst: false, isBlank: false })
  assert.is(at(2), at(4))
  assert.is.not(at(2), at(3))
})

pages.run()
