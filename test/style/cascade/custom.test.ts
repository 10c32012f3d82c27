import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../../engine/geometry.ts'
import { styleHtml } from '../document.ts'

const custom = suite('custom properties')

const width = (css: string, body = '<p id=x>'): unknown => styleHtml(`<style>${css}</style>${body}`).style('x').width

custom('inherit, and are substituted for var()', () => {
  assert.is(width(':root { --w: 5pt } p { width: var(--w) }'), 5)
  assert.is(width(':root { --w: 5 } p { width: calc(var(--w) * 1pt + 1pt) }'), 6)
  assert.equal(width('p { --a: 5; --b: pt; width: var(--a)var(--b) }'), 'auto') // two tokens do not become one
})

custom('shorthands with var() are expanded after substitution', () => {
  const style = styleHtml(
    '<style>:root { --m: 1pt 2pt; --b: 3px solid red } p { margin: var(--m); border: var(--b); margin-left: 7pt }</style><p>',
  ).style('p')
  assert.equal([style.marginTop, style.marginRight, style.marginLeft], [1, 2, 7])
  assert.is(style.borderTopWidth, 3 * PX)
  assert.is(style.borderTopColor.red, 1)
})

custom('fallbacks', () => {
  assert.is(width('p { width: var(--none, 3pt) }'), 3)
  assert.is(width('p { width: var(--none, var(--also, 4pt)) }'), 4)
  assert.is(width('p { --w: 1pt; width: var(--w, 9pt) }'), 1)
  assert.equal(styleHtml('<style>p { font-family: var(--none, "A, B", serif) }</style><p>').style('p').fontFamily, ['A, B', 'serif'])
  assert.is(width('p { --e:; width: 5pt var(--e) }'), 5)
})

custom('declarations that are invalid after substitution are unset', () => {
  assert.is(width('p { width: 5pt; width: var(--none) }'), 'auto')
  assert.is(width('p { --w: red; width: var(--w) }'), 'auto')
  assert.is(styleHtml('<style>body { color: red } p { color: var(--none) }</style><p>').style('p').color.red, 1)
  assert.is(width('div { --w: 5pt } p { --w: initial; width: var(--w, 1pt) }', '<div><p id=x>'), 1)
  assert.is(width('div { --w: 5pt } p { --w: inherit; width: var(--w) }', '<div><p id=x>'), 5)
  assert.is(width('p { --w: inherit; width: 3pt; } p { width: var(--w, unset) }'), 'auto')
})

custom('cycles are invalid, and nothing else', () => {
  assert.is(width('p { --a: var(--b); --b: var(--a); --c: 2pt; width: var(--a, 1pt); height: var(--c) }'), 1)
  assert.is(width('p { --a: var(--a, 4pt); width: var(--a, 1pt) }'), 1)
  assert.is(width('p { --a: var(--b, 3pt); --b: var(--b); width: var(--a) }'), 3)
})

custom('growth by nested references is limited', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i}) var(--v${i})`)
  assert.is(width(`p { --v0: a; ${lines.join(';')}; width: var(--v40, 1pt) }`), 1)
  const chain = Array.from({ length: 5000 }, (_, i) => `--c${i}: var(--c${i + 1})`)
  assert.ok(width(`p { ${chain.join(';')}; --c5000: 2pt; width: var(--c0, 1pt) }`) !== undefined)
})

custom('inherited maps are shared, not copied', () => {
  const names = (prefix: string, count: number): string => Array.from({ length: count }, (_, i) => `--${prefix}${i}: ${i}pt`).join('; ')
  const page = styleHtml(`<style>div { ${names('a', 500)} } section { ${names('b', 40)}; --a7: initial } p { --own: 1pt }</style>
    <div><section><p id=x style="--c: 2pt; --a8: 3pt"><b id=y style="width: calc(var(--a8) + var(--c) + var(--a9) + var(--b1))"></b>
    <i id=z style="width: var(--a7, 99pt); height: var(--own)"></i></p><p id=q></p><p id=r></p></section></div>`)
  assert.is(page.style('y').width, 3 + 2 + 9 + 1)
  assert.equal([page.style('z').width, page.style('z').height], [99, 1])
  assert.ok([...page.style('x').custom.own.keys()].length < 50)
  assert.is(page.style('q').custom, page.style('r').custom)
})

custom('a declaration of the inherited value changes nothing', () => {
  const page = styleHtml('<style>div { --a: 1pt; --b: 2pt } p { --a: 1pt; --b: var(--b) }</style><div id=d><p id=p>')
  assert.is(page.style('p').custom.get('--a'), '1pt')
  const again = styleHtml('<style>div { --a: 1pt } p { --a: 1pt }</style><div id=d><p id=p>')
  assert.is(again.style('p').custom, again.style('d').custom)
})

custom('@property gives types, defaults and inheritance', () => {
  const css = `@property --w { syntax: "<length>"; inherits: false; initial-value: 3pt }
    @property --l { syntax: "a | b"; inherits: true; initial-value: a }`
  assert.is(width(`${css} p { width: var(--w) }`), 3)
  assert.is(width(`${css} div { --w: 5pt } p { width: var(--w) }`, '<div><p id=x>'), 3)
  assert.is(width(`${css} p { --w: red; width: var(--w) }`), 3)
  assert.is(width(`${css} p { --w: 4pt; width: var(--w) }`), 4)
  assert.is(styleHtml('<style>@property --x { syntax: "<length>"; inherits: false }</style>').warnings.length, 1)
})

custom('attr() and env()', () => {
  const page = styleHtml(
    '<style>p::before { content: attr(data-t) attr(none, "!") } p { width: attr(data-w pt); height: attr(data-h type(<length>), 1pt); margin: env(safe-area-inset-top, 9pt) env(x, 2pt) }</style><p data-t="<&quot;a>" data-w=5 data-h="red">',
  )
  const [before] = page.find('p').children
  assert.equal(before?.kind === 'element' && before.style.content, [
    { kind: 'text', text: '<"a>' },
    { kind: 'text', text: '!' },
  ])
  const style = page.style('p')
  assert.is(style.width, 5)
  assert.is(style.height, 1)
  assert.equal([style.marginTop, style.marginRight], [0, 2])
})

custom('placeholders in sheets', () => {
  const page = styleHtml(
    '<style>p { color: {{color}}; width: {{w}}pt } p::before { content: "No. {{n}}" } @page { size: {{size}} }</style><p>',
    {
      data: { color: 'red', w: 5, n: '"7', size: '100pt 200pt' },
    },
  )
  assert.is(page.style('p').color.red, 1)
  assert.is(page.style('p').width, 5)
  const [before] = page.find('p').children
  assert.equal(before?.kind === 'element' && before.style.content, [{ kind: 'text', text: 'No. "7' }])
  const { width: across, height } = page.document.pageStyle({
    name: '',
    number: 1,
    inGroup: 1,
    side: 'right',
    isFirst: true,
    isBlank: false,
  })
  assert.equal([across, height], [100, 200])
})

custom.run()
