// Lines chosen together (`text-wrap: pretty`), what hangs out of lines and what is indented. The toy font: every glyph is one em, 10 points.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StyleChange } from '../../support/boxes.ts'
import { contextForTest, lay, lineTexts, paragraph, places } from '../../support/paragraphs.ts'

const lines = suite('lines chosen and placed')
const { context } = await contextForTest()

const texts = (style: StyleChange, text: string, width: number): string[] => lineTexts(lay(paragraph(style, text), width, context))

lines('pretty: a longer line is given up for a better next one', () => {
  assert.equal(texts({}, 'aaa bb cc ddddd', 60), ['aaa bb', 'cc', 'ddddd'])
  assert.equal(texts({ textWrapStyle: 'pretty' }, 'aaa bb cc ddddd', 60), ['aaa', 'bb cc', 'ddddd'])
})

lines('pretty: no single short word at the end where a line before can spare one', () => {
  assert.equal(texts({}, 'aaaa bbb ccc d', 125), ['aaaa bbb ccc', 'd'])
  assert.equal(texts({ textWrapStyle: 'pretty' }, 'aaaa bbb ccc d', 125), ['aaaa bbb', 'ccc d'])
})

lines('pretty: parts between forced breaks are by themselves', () => {
  const style: StyleChange = { textWrapStyle: 'pretty', whiteSpaceCollapse: 'preserve' }
  assert.equal(texts(style, 'aaa bb cc ddddd\naaa bb cc ddddd', 60), ['aaa', 'bb cc', 'ddddd', 'aaa', 'bb cc', 'ddddd'])
  assert.equal(texts(style, 'a\n\nb', 60), ['a', '', 'b'])
})

lines('pretty: a word too long for any line is left to the ordinary way', () => {
  assert.equal(texts({ textWrapStyle: 'pretty', overflowWrap: 'anywhere' }, 'aaa bbbbbbbb c', 60), ['aaa', 'bbbbbb', 'bb c'])
})

lines('pretty: hyphens are not on top of each other where that can be helped', () => {
  const style: StyleChange = { hyphens: 'auto', language: 'en', textAlign: 'justify' }
  const text = 'considerable hyphenation considerable hyphenation of considerable words'
  const hyphens = (found: readonly string[]): number =>
    found.filter((line, i) => line.endsWith('‐') && (found[i - 1] ?? '').endsWith('‐')).length
  const [greedy, pretty] = [texts(style, text, 170), texts({ ...style, textWrapStyle: 'pretty' }, text, 170)]
  assert.ok(hyphens(pretty) <= hyphens(greedy), `${pretty.join('|')} against ${greedy.join('|')}`)
  assert.is(pretty.join(' ').replaceAll('‐ ', '').replaceAll(/ +/g, ' '), text)
})

lines('pretty: the first line has its own room', () => {
  assert.equal(lay(paragraph({ textWrapStyle: 'pretty', textIndent: 20 }, 'aa bb cc dd'), 60, context).lines.flatMap(places), [
    '20 "aa" 20',
    '0 "bb cc" 50',
    '0 "dd" 20',
  ])
})

lines('text-indent hanging and each-line', () => {
  const at = (textIndentLines: 'hanging' | 'each-line' | 'hanging each-line'): number[] =>
    lay(paragraph({ textIndent: 15, textIndentLines, whiteSpaceCollapse: 'preserve' }, 'aa bb\ncc dd'), 40, context).lines.map(
      ({ items }) => items[0]!.x,
    )
  assert.equal(at('hanging'), [0, 15, 15, 15])
  assert.equal(at('each-line'), [15, 0, 15, 0])
  assert.equal(at('hanging each-line'), [0, 15, 0, 15])
})

lines('hanging-punctuation', () => {
  const at = (hangingPunctuation: readonly string[], text: string, width: number, more: StyleChange = {}): string[] =>
    lay(paragraph({ hangingPunctuation, ...more }, text), width, context).lines.flatMap(places)
  assert.equal(at(['first'], '“aa” bb', 50), ['-10 "“aa”" 40', '0 "bb" 20'])
  assert.equal(at(['last'], 'aa “bb”', 50, { textAlign: 'right' }), ['30 "aa" 20', '20 "“bb”" 40'])
  assert.equal(at(['allow-end'], 'aa bb. c', 50), ['0 "aa bb." 60', '0 "c" 10'])
  assert.equal(at(['allow-end'], 'aa. bb', 40, { textAlign: 'right' }), ['10 "aa." 30', '20 "bb" 20'])
  assert.equal(at(['force-end'], 'aa. bb', 40, { textAlign: 'right' }), ['20 "aa." 30', '20 "bb" 20'])
  assert.equal(at([], 'aa bb. c', 50), ['0 "aa" 20', '0 "bb. c" 50'])
})

lines('text-overflow with a text of its own, in either direction', () => {
  const style: StyleChange = { textOverflow: { marker: '--' }, overflowX: 'hidden', textWrapMode: 'nowrap' }
  assert.equal(texts(style, 'aaa bbb ccc', 60), ['aaa --'])
  assert.equal(texts({ ...style, textOverflow: 'ellipsis', direction: 'rtl' }, 'אבג דהו', 50), ['… גבא'])
})

lines.run()
