import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../../engine/geometry.ts'
import { legacyColor } from '../../../engine/style/rules/hint-values.ts'
import type { Style } from '../../../engine/style/style.ts'
import { styleHtml, styleText } from '../document.ts'

const hints = suite('presentational attributes')

const styleOf = (html: string): Style => styleHtml(html).style('x')
const percent = (value: number): object => ({ kind: 'sum', length: 0, percent: value })

hints('sizes and colours', () => {
  const td = styleOf('<table><tr><td id=x width="50%" height=10 bgcolor=ffcc00 valign=TOP align=right nowrap>')
  assert.equal(td.width, percent(50))
  assert.is(td.height, 10 * PX)
  assert.equal([td.backgroundColor.red, td.backgroundColor.green, td.backgroundColor.blue], [1, 0.8, 0])
  assert.is(td.verticalAlign, 'top')
  assert.is(td.textAlign, '-platen-right')
  assert.is(td.textWrapMode, 'nowrap')
})

hints('align of any element, of its own text alone but for p and div', () => {
  assert.is(styleOf('<h2 align=middle id=x>').textAlign, 'center')
  assert.is(styleOf('<section align=right id=x>').textAlign, 'right')
  assert.is(styleOf('<center align=left id=x>').textAlign, 'left')
  assert.is(styleOf('<p align=center id=x>').textAlign, '-platen-center')
  assert.is(styleOf('<h2 align=start id=x>').textAlign, 'start')
  assert.is(styleOf('<math><mtable align=center id=x></mtable></math>').textAlign, 'start')
  assert.is(styleOf('<img align=middle id=x>').verticalAlign, '-webkit-baseline-middle')
})

hints('sides and sizes as browsers have them', () => {
  assert.is(styleOf('<table hspace=9 id=x>').marginLeft, 0)
  const framed = styleOf('<table border=5 frame=hsides id=x>')
  assert.equal([framed.borderTopWidth, framed.borderTopStyle, framed.borderLeftStyle], [PX, 'solid', 'hidden'])
  const rule = styleOf('<hr noshade size=5 id=x>')
  assert.equal([rule.height, rule.borderTopWidth, rule.borderTopStyle], [3 * PX, PX, 'solid'])
  assert.is(rule.backgroundColor.alpha, 1)
  const red = styleOf('<hr color=red id=x>')
  assert.equal(
    [red.backgroundColor, red.borderTopColor].map((color) => [color.red, color.green]),
    [
      [1, 0],
      [1, 0],
    ],
  )
  assert.equal([styleOf('<hr size=1 id=x>').borderBottomWidth, styleOf('<hr size=0 color=red id=x>').borderBottomWidth], [0, 0])
})

hints('any author rule overrides them', () => {
  assert.is(styleOf('<style>td { width: 5pt } * { background: none }</style><table><tr><td id=x width=100 bgcolor=red>').width, 5)
  assert.is(styleOf('<style>* { background: none }</style><table><tr><td id=x bgcolor=red>').backgroundColor.alpha, 0)
  assert.is(styleOf('<style>td { padding: revert }</style><table cellpadding=9><tr><td id=x>').paddingTop, PX)
})

hints('attributes of tables apply to their cells', () => {
  const td = styleOf('<table cellpadding=4 border=2 cellspacing=3><tr><td id=x>')
  assert.is(td.paddingLeft, 4 * PX)
  assert.equal([td.borderTopWidth, td.borderTopStyle], [PX, 'inset'])
  const table = styleOf('<table id=x border cellspacing=3 align=center width=0>')
  assert.equal([table.borderTopWidth, table.borderTopStyle], [PX, 'outset'])
  assert.equal([table.borderSpacingX, table.borderSpacingY], [3 * PX, 3 * PX])
  assert.equal([table.marginLeft, table.marginRight, table.width], ['auto', 'auto', 'auto'])
  assert.is(styleOf('<table border=0><tr><td id=x>').borderTopWidth, 0)
  assert.is(styleOf('<table cellpadding=0><tr><td id=x>').paddingTop, 0)
  assert.is(styleOf('<table rules=all id=x>').borderCollapse, 'collapse')
  assert.is(styleOf('<table cellpadding=5><tr><td><table><tr><td id=x>').paddingTop, PX)
})

hints('alignment', () => {
  assert.is(styleOf('<div align=center id=x>').textAlign, '-platen-center')
  assert.is(styleOf('<center id=x>').textAlign, '-platen-center')
  assert.is(styleOf('<table align=right id=x>').float, 'right')
  assert.is(styleOf('<img align=left hspace=4 id=x>').float, 'left')
  assert.is(styleOf('<img align=absmiddle hspace=4 id=x>').marginLeft, 4 * PX)
})

hints('table headings are centred unless an ancestor is aligned', () => {
  assert.is(styleOf('<table><tr><th id=x>').textAlign, 'center')
  assert.is(styleOf('<table><tr align=right><th id=x>').textAlign, '-platen-right')
  assert.is(styleOf('<table style="text-align: left"><tr><th id=x>').textAlign, 'left')
})

hints('fonts, lists, rules', () => {
  const font = styleOf('<font id=x size=5 color=#f00 face="Foo Bar, serif; color: blue">')
  assert.is(font.fontSize, 24 * PX)
  assert.is(font.color.red, 1)
  assert.equal(font.fontFamily, ['Foo Bar', 'serif; color: blue'])
  assert.is(styleOf('<font id=x size="-1">').fontSize, 13 * PX)
  assert.is(styleOf('<ol id=x type=a start=5>').listStyleType, 'lower-alpha')
  assert.equal(styleOf('<ol id=x type=a start=5>').counterReset, [{ name: 'list-item', value: 4 }])
  assert.equal(styleOf('<ol><li id=x value=7>').counterSet, [{ name: 'list-item', value: 7 }])
  const hr = styleOf('<hr id=x size=10 width=50% noshade align=left>')
  assert.equal([hr.borderTopWidth, hr.borderTopStyle, hr.marginLeft, hr.marginRight], [PX, 'solid', 0, 'auto'])
  assert.is(styleOf('<br clear=all id=x>').clear, 'both')
  assert.equal(styleOf('<body background="a b.png" text=red id=x>').backgroundLayers[0]?.image, { kind: 'url', url: 'a b.png' })
})

hints('direction, language, hidden', () => {
  const page = styleHtml('<html lang=de><body dir=rtl><p id=a lang=fr><b id=b></b><i id=c hidden></i>')
  assert.is(page.style('body').direction, 'rtl')
  assert.is(page.style('b').language, 'fr')
  assert.is(page.style('body').language, 'de')
  assert.is(page.style('c').display, 'none')
})

hints('bound attributes', () => {
  const page = styleHtml('<table cellpadding={{p}}><tr data-repeat=rows><td id="c{{@index}}" bgcolor="{{color}}" style="width: {{w}}pt">', {
    data: {
      p: 6,
      rows: [
        { color: 'red', w: 1 },
        { color: 'lime', w: 2 },
      ],
    },
  })
  assert.equal([page.style('c0').backgroundColor.red, page.style('c1').backgroundColor.green], [1, 1])
  assert.equal([page.style('c0').width, page.style('c1').width], [1, 2])
  assert.is(page.style('c1').paddingTop, 6 * PX)
})

hints('any text is a legacy colour', () => {
  assert.is(legacyColor('chucknorris'), '#c00000')
  assert.is(legacyColor('#FFF'), '#fff')
  assert.is(legacyColor('fff'), '#0f0f0f')
  assert.is(legacyColor('Red'), 'red')
  assert.is(legacyColor('#12345'), '#123450')
  assert.is(legacyColor(''), undefined)
})

hints('quirks mode: tables do not inherit fonts, and have the colour of the body', () => {
  const html =
    '<body style="color: red; font-size: 20px; text-align: right"><div style="color: blue"><table><tr><td id=x style="width: 100"></table>'
  const quirky = styleText(html).style('x')
  assert.equal([quirky.fontSize, quirky.color.red, quirky.textAlign, quirky.width], [12, 1, 'start', 75])
  const standard = styleHtml(html).style('x')
  assert.equal([standard.fontSize, standard.color.blue, standard.textAlign, standard.width], [15, 1, 'right', 'auto'])
  assert.is(styleText('<p id=x style="color: ff0000">').style('x').color.red, 1)
})

hints.run()
