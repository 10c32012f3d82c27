import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../../engine/geometry.ts'
import { INITIAL_STYLE } from '../../../engine/style/cascade/compute.ts'
import { LONGHANDS } from '../../../engine/style/longhands.ts'
import type { Style } from '../../../engine/style/style.ts'
import { supportedProperties } from '../../../engine/style/support.ts'
import { styleHtml } from '../document.ts'

const shorthands = suite('shorthands')

function computed(css: string): Style {
  const page = styleHtml(`<div id=x style="${css.replaceAll('"', '&quot;')}">`)
  assert.equal(page.warnings, [], css)
  return page.style('x')
}

/** Some keys of what `css` computes to. */
const pick = (css: string, ...keys: (keyof Style)[]): unknown[] => keys.map((key) => computed(css)[key])
const percent = (value: number): object => ({ kind: 'sum', length: 0, percent: value })

shorthands('one to four sides', () => {
  const keys = ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'] as const
  assert.equal(pick('margin: 1pt', ...keys), [1, 1, 1, 1])
  assert.equal(pick('margin: 1pt 2pt', ...keys), [1, 2, 1, 2])
  assert.equal(pick('margin: 1pt auto 3pt', ...keys), [1, 'auto', 3, 'auto'])
  assert.equal(pick('margin: 1pt 2pt 3pt 4pt', ...keys), [1, 2, 3, 4])
  assert.equal(pick('inset: 1pt 2pt', 'top', 'right', 'bottom', 'left'), [1, 2, 1, 2])
})

shorthands('borders in any order, with omitted parts reset', () => {
  const style = computed('border-top-color: red; border: dashed 3px; border-left: none')
  assert.is(style.borderTopStyle, 'dashed')
  assert.is(style.borderTopWidth, 3 * PX)
  assert.is(style.borderLeftWidth, 0)
  assert.equal(style.borderTopColor, style.color)
  assert.equal(pick('border-style: solid dotted; border-width: 1px 2px', 'borderRightWidth', 'borderRightStyle'), [1.5, 'dotted'])
})

shorthands('radii with and without a slash', () => {
  const style = computed('border-radius: 1pt 2pt / 3pt')
  assert.equal(style.borderTopLeftRadius, { x: 1, y: 3 })
  assert.equal(style.borderTopRightRadius, { x: 2, y: 3 })
  assert.equal(computed('border-radius: 50%').borderBottomLeftRadius, { x: percent(50), y: percent(50) })
  assert.equal(computed('border-bottom-left-radius: 1pt 2pt').borderBottomLeftRadius, { x: 1, y: 2 })
})

shorthands('backgrounds in layers', () => {
  const style = computed(
    'background: url(a) right 5pt top / cover no-repeat content-box, linear-gradient(red, blue) fixed border-box padding-box, #fff',
  )
  assert.is(style.backgroundLayers.length, 3)
  const [first, second] = style.backgroundLayers
  assert.equal(first?.image, { kind: 'url', url: 'a' })
  assert.equal(first?.size, 'cover')
  assert.equal(first?.repeat, { x: 'no-repeat', y: 'no-repeat' })
  assert.is(first?.origin, 'content-box')
  assert.is(first?.clip, 'content-box')
  assert.is(second?.attachment, 'fixed')
  assert.equal([second?.origin, second?.clip], ['border-box', 'padding-box'])
  assert.is(style.backgroundColor.alpha, 1)
  assert.equal(computed('background: none').backgroundLayers, [])
  assert.equal(computed('background-image: url(a), url(b); background-size: 1pt').backgroundLayers[1]?.size, { width: 1, height: 'auto' })
})

shorthands('positions of backgrounds can be set by axis', () => {
  const position = (css: string): unknown => computed(`background-image: url(a); ${css}`).backgroundLayers[0]?.position
  assert.equal(position('background-position: 1pt 2pt; background-position-x: 3pt'), { x: 3, y: 2 })
  assert.equal(position('background-position-y: bottom; background-position: 1pt 2pt'), { x: 1, y: 2 })
  assert.equal(position('background-position-y: bottom 5pt'), { x: percent(0), y: { kind: 'sum', length: -5, percent: 100 } })
  assert.equal(position('background-position-y: 5pt; background: url(b) 7pt 8pt'), { x: 7, y: 8 })
})

shorthands('border images', () => {
  const cut = (value: number, kind = 'pixels'): object => ({ kind, value })
  const image = computed('border-image: url(a) 30 fill / 2pt 1 auto / 3pt round stretch').borderImage
  assert.equal(image?.source, { kind: 'url', url: 'a' })
  assert.equal(image?.slice, [cut(30), cut(30), cut(30), cut(30)])
  assert.is(image?.isFilled, true)
  assert.equal(image?.width, [2, { kind: 'factor', value: 1 }, 'auto', { kind: 'factor', value: 1 }])
  assert.equal(image?.outset, [3, 3, 3, 3])
  assert.equal(image?.repeat, { x: 'round', y: 'stretch' })
  assert.equal(computed('border-image-source: url(a); border-image-slice: 10% 20').borderImage?.slice, [
    cut(10, 'percent'),
    cut(20),
    cut(10, 'percent'),
    cut(20),
  ])
  assert.is(computed('border-image: url(a) 1; border: none').borderImage, undefined)
  assert.is(computed('border-image: none').borderImage, undefined)
})

shorthands('font', () => {
  const style = computed('font: italic small-caps bold condensed 20pt/1.5 "A B", serif')
  assert.is(style.fontStyle, 'italic')
  assert.is(style.fontVariantCaps, 'small-caps')
  assert.is(style.fontWeight, 700)
  assert.is(style.fontStretch, 75)
  assert.is(style.fontSize, 20)
  assert.equal(style.lineHeight, { factor: 1.5 })
  assert.equal(style.fontFamily, ['A B', 'serif'])
  assert.equal(pick('line-height: 3; font: 10pt x', 'lineHeight', 'fontWeight'), ['normal', 400])
  assert.is(styleHtml('<p style="font: bold">').warnings.length, 1)
  assert.equal(pick('font: caption', 'fontFamily'), [['sans-serif']])
})

shorthands('flex', () => {
  const keys = ['flexGrow', 'flexShrink', 'flexBasis'] as const
  assert.equal(pick('flex: 2', ...keys), [2, 1, percent(0)])
  assert.equal(pick('flex: none', ...keys), [0, 0, 'auto'])
  assert.equal(pick('flex: auto', ...keys), [1, 1, 'auto'])
  assert.equal(pick('flex: initial', ...keys), [0, 1, 'auto'])
  assert.equal(pick('flex: 10pt', ...keys), [1, 1, 10])
  assert.equal(pick('flex: 1 0 10%', ...keys), [1, 0, percent(10)])
  assert.equal(pick('flex: 10pt 2 3', ...keys), [2, 3, 10])
  assert.equal(pick('flex: 1 1 0', ...keys), [1, 1, 0])
  assert.equal(pick('flex-flow: wrap column', 'flexDirection', 'flexWrap'), ['column', 'wrap'])
})

shorthands('grid', () => {
  const line = (number: number): object => ({ kind: 'line', number, name: undefined })
  const named = { kind: 'line', number: undefined, name: 'a' }
  assert.equal(pick('grid-area: a', 'gridRowStart', 'gridColumnStart', 'gridRowEnd', 'gridColumnEnd'), [named, named, named, named])
  assert.equal(pick('grid-column: 1 / 3', 'gridColumnStart', 'gridColumnEnd'), [line(1), line(3)])
  assert.is((pick('grid-row: 2', 'gridRowEnd')[0] as { kind: string }).kind, 'auto')
  const style = computed('grid-template: [r] "a b" 10pt "c c" / 1fr 2fr')
  assert.equal(style.gridTemplateAreas, [
    ['a', 'b'],
    ['c', 'c'],
  ])
  assert.is(style.gridTemplateRows.items.length, 2)
  assert.is(style.gridTemplateColumns.items.length, 2)
  assert.equal(pick('grid: auto-flow dense 10pt / 1fr', 'gridAutoFlow'), [{ axis: 'row', isDense: true }])
  assert.equal(pick('grid: 10pt / auto-flow', 'gridAutoFlow'), [{ axis: 'column', isDense: false }])
  assert.equal(pick('gap: 1pt 2pt', 'rowGap', 'columnGap'), [1, 2])
  assert.equal(pick('place-items: center', 'alignItems', 'justifyItems'), ['center', 'center'])
  assert.equal(pick('place-content: space-between center', 'alignContent', 'justifyContent'), ['space-between', 'center'])
})

shorthands('lists, columns, decorations, white space', () => {
  assert.equal(pick('list-style: none', 'listStyleType', 'listStyleImage'), ['none', undefined])
  assert.equal(pick('list-style: square inside url(a)', 'listStyleType', 'listStylePosition', 'listStyleImage'), [
    'square',
    'inside',
    { kind: 'url', url: 'a' },
  ])
  assert.equal(pick('columns: 2 10pt', 'columnCount', 'columnWidth'), [2, 10])
  assert.equal(pick('columns: auto 3', 'columnCount', 'columnWidth'), [3, 'auto'])
  assert.equal(pick('text-decoration: underline dotted red 2pt', 'textDecorationStyle', 'textDecorationThickness'), ['dotted', 2])
  assert.equal(computed('text-decoration: underline line-through').textDecorationLine, {
    underline: true,
    overline: false,
    lineThrough: true,
    error: 'none',
  })
  assert.equal(pick('white-space: pre-line', 'whiteSpaceCollapse', 'textWrapMode'), ['preserve-breaks', 'wrap'])
  assert.equal(pick('white-space: nowrap', 'whiteSpaceCollapse', 'textWrapMode'), ['collapse', 'nowrap'])
  assert.equal(pick('overflow: hidden', 'overflowX', 'overflowY'), ['hidden', 'hidden'])
  assert.equal(pick('overflow-x: hidden', 'overflowX', 'overflowY'), ['hidden', 'auto'])
  assert.equal(pick('border-spacing: 3px 6pt', 'borderSpacingX', 'borderSpacingY'), [2.25, 6])
  assert.equal(pick('border-spacing: 2pt 1.99px', 'borderSpacingX', 'borderSpacingY'), [1.5, 1.5])
})

shorthands('old names and prefixes', () => {
  assert.equal(pick('page-break-before: always; page-break-inside: avoid', 'breakBefore', 'breakInside'), ['page', 'avoid'])
  assert.equal(pick('word-wrap: break-word', 'overflowWrap'), ['break-word'])
  assert.equal(pick('-webkit-box-sizing: border-box; -moz-box-sizing: content-box', 'boxSizing'), ['border-box'])
  assert.equal(pick('display: -ms-flexbox; display: flex', 'display'), ['flex'])
  assert.equal(pick('width: -webkit-fit-content', 'width'), ['fit-content'])
  computed(
    '-webkit-font-smoothing: antialiased; cursor: pointer; mso-line-height-rule: exactly; transition: all 1s; *zoom: 1; filter: progid:DXImageTransform.Microsoft.gradient(x)',
  )
})

shorthands('logical properties follow the direction', () => {
  assert.equal(pick('margin-inline: 1pt 2pt', 'marginLeft', 'marginRight'), [1, 2])
  assert.equal(pick('direction: rtl; margin-inline: 1pt 2pt', 'marginLeft', 'marginRight'), [2, 1])
  assert.equal(pick('padding-block: 1pt 2pt; inline-size: 3pt', 'paddingTop', 'paddingBottom', 'width'), [1, 2, 3])
  assert.equal(
    pick('border-inline-start: 2px solid; margin-left: 5pt; margin-inline-start: 6pt', 'borderLeftWidth', 'marginLeft'),
    [1.5, 6],
  )
  assert.equal(pick('direction: rtl; border-start-start-radius: 2pt; inset-inline-start: 3pt', 'borderTopRightRadius', 'right'), [
    { x: 2, y: 2 },
    3,
  ])
})

shorthands('all and the CSS-wide keywords', () => {
  const page = styleHtml(`<style>#a { color: red; width: 5pt; border: 1px solid } #a { all: initial } #b { all: unset }
    #c { margin: inherit; padding: 1pt; padding: revert } #d { display: block; display: revert; margin: 1pt } @layer l { #d { margin: 2pt } } #d { margin: revert-layer }</style>
    <div style="color: blue; margin: 7pt"><p id=a><p id=b><p id=c><p id=d></div>`)
  assert.is(page.style('a').color.red, 0)
  assert.is(page.style('a').width, 'auto')
  assert.is(page.style('a').display, 'inline')
  assert.is(page.style('b').color.blue, 1)
  assert.is(page.style('c').marginTop, 7)
  assert.is(page.style('c').paddingTop, 0)
  assert.is(page.style('d').display, 'block')
  assert.is(page.style('d').marginTop, 2)
})

shorthands('every property is in the support table', () => {
  const rows = supportedProperties()
  assert.ok(rows.length > LONGHANDS.length)
  assert.ok(rows.every((row) => row.name !== '' && row.values !== ''))
  assert.equal(
    rows.find((row) => row.name === 'box-sizing'),
    { name: 'box-sizing', kind: 'longhand', isInherited: false, initial: 'content-box', values: 'content-box | border-box' },
  )
  assert.is(rows.find((row) => row.name === 'margin')?.kind, 'shorthand')
  assert.ok(LONGHANDS.every((key) => INITIAL_STYLE[key] !== undefined))
})

shorthands.run()
