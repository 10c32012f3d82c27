import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Styled, styleHtml, styleText } from '../document.ts'

const selectors = suite('selectors')

const RED = 1
const isRed = (page: Styled, id: string): boolean => page.style(id).color.red === RED

/** Ids of the elements of `html` that a selector matches. */
function matched(selector: string, html: string, data?: unknown): string {
  const page = styleHtml(
    `<style>${selector} { color: red } * { color: black }</style>${html}`.replace('{ color: red }', '{ color: red !important }'),
    { data },
  )
  assert.equal(page.warnings, [], selector)
  return idsOf(page)
}

function idsOf(page: Styled): string {
  const ids: string[] = []
  const visit = (element: Styled['document']['root']): void => {
    const id = element.element.attributes.get('id')
    if (id !== undefined && element.style.color.red === RED) ids.push(id)
    for (const child of element.children) if (child.kind === 'element' && child.pseudo === 'none') visit(child)
  }
  visit(page.document.root)
  return ids.join(' ')
}

const LIST =
  '<ul id=l><li id=a class="x y" title="Hello world"><li id=b lang=en-GB><b id=c></b><li id=d dir=rtl><i id=e>t</i><b id=f></b></ul><p id=g></p>'

selectors('types, classes, ids, attributes', () => {
  const cases: Record<string, string> = {
    li: 'a b d',
    LI: 'a b d',
    '.x.y': 'a',
    '#b': 'b',
    'li#b': 'b',
    '[title]': 'a',
    '[title="Hello world"]': 'a',
    '[title=hello\\ world i]': 'a',
    '[title~=world]': 'a',
    '[lang|=en]': 'b',
    '[title^=Hel]': 'a',
    '[title$=rld]': 'a',
    '[title*="o w"]': 'a',
    '[title*=""]': '',
    '*|li': 'a b d',
  }
  for (const [selector, ids] of Object.entries(cases)) assert.is(matched(selector, LIST), ids, selector)
})

selectors('combinators', () => {
  const cases: Record<string, string> = {
    'ul b': 'c f',
    'li > b': 'c f',
    'ul > b': '',
    'i + b': 'f',
    'li + li': 'b d',
    'li ~ li b': 'c f',
    '#a ~ #d': 'd',
    'ul + p': 'g',
    'body ul > li ~ li > i + b': 'f',
  }
  for (const [selector, ids] of Object.entries(cases)) assert.is(matched(selector, LIST), ids, selector)
})

selectors('structure', () => {
  const cases: Record<string, string> = {
    'li:first-child': 'a',
    'li:last-child': 'd',
    'b:only-child': 'c',
    'b:only-of-type': 'c f',
    'li:nth-child(2)': 'b',
    'li:nth-child(odd)': 'a d',
    'li:nth-child(-n + 2)': 'a b',
    'li:nth-last-child(1)': 'd',
    'li:nth-last-child(n+2)': 'a b',
    'b:first-of-type': 'c f',
    'b:nth-of-type(1)': 'c f',
    'b:nth-last-of-type(1)': 'c f',
    'li:nth-child(1 of [lang], [dir])': 'b',
    'li:nth-last-child(2 of li)': 'b',
    'b:empty': 'c f',
    'i:empty': '',
    ':root #a': 'a',
  }
  for (const [selector, ids] of Object.entries(cases)) assert.is(matched(selector, LIST), ids, selector)
})

selectors('logic', () => {
  const cases: Record<string, string> = {
    ':is(#a, #b, :nonsense)': 'a b',
    'li:not(#a, .y)': 'b d',
    'li:not(:first-child)': 'b d',
    'li:where(#d)': 'd',
    'li:has(b)': 'b d',
    'li:has(> i + b)': 'd',
    'li:has(+ #d)': 'b',
    'li:has(~ #d)': 'a b',
    'ul:has(+ p)': 'l',
    'li:has(b):not(:has(i))': 'b',
  }
  for (const [selector, ids] of Object.entries(cases)) assert.is(matched(selector, LIST), ids, selector)
})

selectors('language, direction, states', () => {
  const form = '<a id=a href=x></a><a id=b></a><input id=c checked><input id=d disabled><input id=e required readonly>'
  assert.is(matched(':lang(en) b', LIST), 'c')
  assert.is(matched(':dir(rtl)', LIST), 'd e f')
  assert.is(matched('a:link', form), 'a')
  assert.is(matched(':any-link', form), 'a')
  assert.is(matched(':checked', form), 'c')
  assert.is(matched(':disabled', form), 'd')
  assert.is(matched('input:enabled', form), 'c e')
  assert.is(matched(':required', form), 'e')
  assert.is(matched('a:hover, :focus-visible, :visited', form), '')
})

selectors('disabled by a fieldset or a group of options', () => {
  const form = `<fieldset id=a disabled><legend id=b><input id=c></legend><legend><input id=d></legend><div><select id=e><option id=f></select></div>
    <fieldset id=g><legend><button id=h></button></legend></fieldset></fieldset><fieldset id=i><input id=j></fieldset>
    <select id=k><optgroup id=l disabled><option id=m></optgroup><option id=n></select>`
  assert.is(matched(':disabled', form), 'a d e g h l m')
  assert.is(matched(':enabled', form), 'c f i j k n')
  assert.is(matched('input:read-write', form), 'c j')
})

selectors('one invalid selector invalidates the rule, with one warning', () => {
  const page = styleHtml('<style>p, p:nonsense { color: red } p:foo(1) { color: red } ::-moz-focus-inner { color: red }</style><p id=a>')
  assert.is(isRed(page, 'a'), false)
  assert.is(page.warnings.length, 2)
})

selectors('prefixed names that browsers do not know invalidate the rule', () => {
  const styled = (selector: string): ReturnType<typeof styleHtml> => styleHtml(`<style>${selector} { color: red }</style><a id=a href=x>`)
  for (const name of [':-moz-placeholder', ':-ms-input-placeholder', ':-webkit-unknown', '::-moz-selection', ':-moz-any(b)']) {
    const beside = styled(`a, a${name}`)
    assert.is(isRed(beside, 'a'), false, name)
    assert.is(beside.warnings.length, 1, name)
    // Rules for another browser alone are no mistake.
    assert.equal(styled(`a${name}, b${name}`).warnings, [], name)
  }
  assert.is(isRed(styled('a:not(:-moz-placeholder-shown)'), 'a'), false)
  for (const name of [':-webkit-autofill', '::-webkit-unknown', '::-webkit-scrollbar:horizontal', ':-webkit-drag'])
    assert.is(isRed(styled(`a, a${name}`), 'a'), true, name)
  assert.is(isRed(styled('a:is(:-moz-x, a)'), 'a'), true) // a forgiving list
  assert.is(isRed(styled('a:-webkit-any-link'), 'a'), true)
})

selectors('specificity', () => {
  const winner = (first: string, second: string): boolean =>
    isRed(styleHtml(`<style>${first} { color: red } ${second} { color: black }</style><div class=q><p id=a class="x y" title=t>`), 'a')
  assert.is(winner('#a', '.x.y[title]'), true)
  assert.is(winner(':is(p, #a)', '.x.y'), true)
  assert.is(winner(':where(#a)', 'p'), false)
  assert.is(winner('p:not(#b)', '.x.y'), true)
  assert.is(winner('div p', 'p'), true)
  assert.is(winner('p:nth-child(1 of #a)', '.x.y'), true)
  assert.is(winner('p::before', 'p'), false)
})

selectors('positions among repeated rows', () => {
  const rows = '<table><tr id=h>{{#each rows}}<tr id="r{{@index}}"></tr>{{/each}}<tr id=t></table>'
  const data = { rows: [1, 2, 3] }
  const cases: Record<string, string> = {
    'tr:first-child': 'h',
    'tr:last-child': 't',
    'tr:nth-child(even)': 'r0 r2',
    'tr:nth-last-child(2)': 'r2',
    'tr:nth-last-child(odd)': 'h r1 t',
    'tr + tr': 'r0 r1 r2 t',
    '#r0 ~ tr': 'r1 r2 t',
    '#r0 + tr': 'r1',
    'tr:not(:nth-child(2), :last-child)': 'h r1 r2',
    'tr:nth-of-type(4)': 'r2',
    'tr:last-of-type': 't',
    'tr:nth-child(2 of [id^=r])': 'r1',
    'tr:nth-last-child(1 of [id^=r])': 'r2',
    'tbody:has(#r1) tr': 'h r0 r1 r2 t',
    'tr:has(+ #t)': 'r2',
    'tr:has(~ #r2)': 'h r0 r1',
    'tr:empty': 'h r0 r1 r2 t',
  }
  for (const [selector, ids] of Object.entries(cases)) assert.is(matched(selector, rows, data), ids, selector)
})

selectors('bound classes and conditions', () => {
  const html =
    '{{#each rows}}<p id="p{{@index}}" class="{{c}}"><b id="b{{@index}}"></b></p>{{#if c}}<i id="i{{@index}}"></i>{{/if}}{{/each}}'
  const data = { rows: [{ c: 'x' }, { c: '' }, { c: 'x y' }] }
  assert.is(matched('.x', html, data), 'p0 p2')
  assert.is(matched('.x.y b', html, data), 'b2')
  assert.is(matched('p:not(.x) > b', html, data), 'b1')
  assert.is(matched('i + p', html, data), 'p1')
  assert.is(matched('.x ~ .x', html, data), 'p2')
})

selectors('quirks mode ignores the case of classes and ids', () => {
  const html = '<style>.Foo, #BAR { color: red }</style><p id=a class=fOO><p id=bar>'
  assert.is(idsOf(styleText(html)), 'a bar')
  assert.is(idsOf(styleText(`<!doctype html>${html}`)), '')
})

selectors('nesting', () => {
  const css =
    '.a { color: black; & .b { color: red } > .c { color: red } .d & { color: red } &.e { color: red } @media print { .f { color: red } } & + & { color: red } }'
  const page =
    styleHtml(`<style>${css}</style><div class=a id=1><p class=b id=2></p><p class=c id=3></p><div><p class=c id=4></p></div><p class=f id=5></p></div>
    <div class=d><div class="a" id=6></div></div><div class="a e" id=7></div><div class=a id=8></div>`)
  assert.equal(page.warnings, [])
  assert.is(idsOf(page), '2 3 5 6 7 8')
})

selectors('pseudo-elements', () => {
  const page =
    styleHtml(`<style>p::before { content: "a" } p:after { content: "b"; display: block } i::before { color: red } b::before { content: none }
    li::marker { color: red } p::first-line { color: red } p::first-letter { font-size: 2em }</style><p id=p>x</p><i id=i>y</i><b id=b>z</b><ul><li id=l></ul>`)
  const kinds = (id: string): string[] => [...page.find(id).children].map((child) => (child.kind === 'text' ? child.text : child.pseudo))
  assert.equal(kinds('p'), ['before', 'x', 'after'])
  assert.equal(kinds('i'), ['y'])
  assert.equal(kinds('b'), ['z'])
  assert.is(page.find('l').markerStyle?.color.red, 1)
  assert.is(page.find('p').firstLineStyle?.color.red, 1)
  assert.is(page.find('p').firstLetterStyle?.fontSize, 24)
  assert.is(page.find('i').markerStyle, undefined)
})

selectors.run()
