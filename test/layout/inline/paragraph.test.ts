import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { block } from '../../support/boxes.ts'
import { contextForTest, lay, lineTexts, paragraph, places, span } from '../../support/paragraphs.ts'

const text = suite('paragraph')
const { context, reporter } = await contextForTest()

text('words wrap at spaces, and spaces at line ends vanish', () => {
  const laid = lay(paragraph({}, 'aaa bb cccc d'), 60, context)
  assert.equal(lineTexts(laid), ['aaa bb', 'cccc d'])
  assert.equal(
    laid.lines.map(({ y, height, baseline, isLast }) => [y, height, baseline, isLast]),
    // 10 pt are 13⅓ px: an ascent of 10⅔ px becomes 11, a descent of 2⅔ px 3, together 14 px or 10.5 pt.
    [
      [0, 10.5, 8.25, false],
      [10.5, 10.5, 10.5 + 8.25, true],
    ],
  )
})

text('a word that is too long overflows on a line of its own', () => {
  assert.equal(lineTexts(lay(paragraph({}, 'a bbbbbbbb c'), 50, context)), ['a', 'bbbbbbbb', 'c'])
})

text('forced breaks end lines, empty ones too', () => {
  assert.equal(lineTexts(lay(paragraph({}, 'a\n\nb'), 50, context)), ['a', '', 'b'])
  assert.equal(
    lay(paragraph({}, 'a\n\nb'), 50, context).lines.map((line) => line.height),
    [10.5, 10.5, 10.5],
  )
})

text('alignment', () => {
  const at = (textAlign: 'start' | 'end' | 'left' | 'right' | 'center' | 'justify'): string[] =>
    lay(paragraph({ textAlign }, 'aa b cc'), 60, context).lines.flatMap(places)
  assert.equal(at('left'), ['0 "aa b" 40', '0 "cc" 20'])
  assert.equal(at('right'), ['20 "aa b" 40', '40 "cc" 20'])
  assert.equal(at('center'), ['10 "aa b" 40', '20 "cc" 20'])
  assert.equal(at('justify'), ['0 "aa b" 60', '0 "cc" 20'])
})

text('justification widens spaces', () => {
  const laid = lay(paragraph({ textAlign: 'justify' }, 'a b c dddd'), 70, context)
  const [item] = laid.lines[0]!.items
  assert.ok(item?.kind === 'text')
  assert.is(item.wordSpacing, (70 - 50) / 2)
  assert.equal(places(lay(paragraph({ textAlign: 'justify', textAlignLast: 'justify' }, 'a b'), 70, context).lines[0]!), ['0 "a b" 70'])
})

text('letter and word spacing', () => {
  const laid = lay(paragraph({ letterSpacing: 2, wordSpacing: 5 }, 'ab c'), 100, context)
  assert.equal(places(laid.lines[0]!), ['0 "ab c" 53']) // 4 × (10 + 2) + 5
})

text('spans share a line and overflow together', () => {
  const laid = lay(paragraph({}, 'aa ', span({ paddingLeft: 6, paddingRight: 6, borderLeftWidth: 1.5 }, 'bb'), ' cc'), 100, context)
  assert.equal(places(laid.lines[0]!), ['0 "aa " 30', '37.5 "bb" 20', '63.5 " cc" 30'])
  assert.equal(lineTexts(lay(paragraph({}, 'aa', span({}, 'bb'), 'cc'), 30, context)), ['aabbcc'])
})

text('an inline box is painted on each of its lines, with edges where it begins and ends', () => {
  const laid = lay(paragraph({}, span({ paddingLeft: 6, paddingRight: 6, borderBottomWidth: 1.5 }, 'aaa bbb')), 45, context)
  const boxes = laid.lines.flatMap((line) => line.items.filter((item) => item.kind === 'inline-box'))
  assert.equal(
    boxes.map((item) => [item.x, item.width, item.padding.left, item.padding.right, item.isFirst, item.isLast]),
    [
      [0, 36, 6, 0, true, false],
      [0, 36, 0, 6, false, true],
    ],
  )
})

text('atomic boxes stand on the baseline with their bottom margin edge', () => {
  const box = block({ display: 'inline-block', width: 20, height: 30 })
  const laid = lay(paragraph({}, 'a', { atomic: box }, 'b'), 100, context)
  assert.equal(lineTexts(laid), ['a[]b'])
  const [line] = laid.lines
  assert.is(line!.baseline, 30) // the box is higher than the ascent
  assert.is(line!.height, 30 + 2.25) // and the descent hangs below
})

text('vertical-align moves baselines and grows the line', () => {
  const raised = lay(paragraph({}, 'a', span({ verticalAlign: 4 }, 'b')), 100, context)
  const baselines = raised.lines[0]!.items.map((item) => (item.kind === 'text' ? item.baseline : 0))
  assert.equal(baselines, [8.25 + 4, 8.25])
  assert.is(raised.lines[0]!.height, 10.5 + 4)
  const sub = lay(paragraph({}, 'a', span({ verticalAlign: 'sub' }, 'b')), 100, context).lines[0]!
  assert.is(sub.height, 10.5 + 10 / 5 + 0.75)
})

text('vertical-align: top and bottom align with the line', () => {
  const tall = block({ display: 'inline-block', width: 10, height: 40 })
  const laid = lay(paragraph({}, { atomic: tall }, span({ verticalAlign: 'top' }, 'b')), 100, context)
  const item = laid.lines[0]!.items.find((each) => each.kind === 'text')
  assert.is(item?.kind === 'text' ? item.baseline : undefined, 8.25)
})

text('line-height: numbers, lengths', () => {
  assert.is(lay(paragraph({ lineHeight: { factor: 2 } }, 'a'), 100, context).height, 20 - (20 % (0.75 / 64)))
  assert.is(lay(paragraph({ lineHeight: { points: 30 } }, 'a'), 100, context).lines[0]!.baseline, 9.75 + 8.25) // (40 px − 14 px) / 2 = 13 px above
})

text('text-indent moves the first line', () => {
  assert.equal(lay(paragraph({ textIndent: 15 }, 'aa bb'), 40, context).lines.flatMap(places), ['15 "aa" 20', '0 "bb" 20'])
})

text('nowrap and pre keep lines together', () => {
  assert.equal(lineTexts(lay(paragraph({ textWrapMode: 'nowrap' }, 'aaa bbb'), 30, context)), ['aaa bbb'])
  assert.equal(lineTexts(lay(paragraph({ whiteSpaceCollapse: 'preserve' }, 'a   b  '), 30, context)), ['a', 'b'])
})

text('overflow-wrap breaks long words only when they cannot have a line of their own', () => {
  assert.equal(lineTexts(lay(paragraph({ overflowWrap: 'anywhere' }, 'aa bbbbbb'), 30, context)), ['aa', 'bbb', 'bbb'])
  assert.equal(lineTexts(lay(paragraph({ wordBreak: 'break-all' }, 'aa bbbbbb'), 40, context)), ['aa b', 'bbbb', 'b'])
})

text('soft hyphens show where a line ends at them', () => {
  assert.equal(lineTexts(lay(paragraph({}, 'aaa\u00adbbb'), 45, context)), ['aaa\u00ad‐', 'bbb'])
  assert.equal(lineTexts(lay(paragraph({ hyphens: 'none' }, 'aaa\u00adbbb'), 45, context)).length, 1)
})

text('automatic hyphens', () => {
  const laid = lay(paragraph({ hyphens: 'auto', language: 'en' }, 'hyphenation'), 80, context)
  assert.equal(lineTexts(laid), ['hyphen‐', 'ation'])
})

text('balanced lines are about equally long, and no more', () => {
  assert.equal(lineTexts(lay(paragraph({}, 'aaa bbb ccc ddd e'), 160, context)), ['aaa bbb ccc ddd', 'e'])
  const laid = lay(paragraph({ textWrapStyle: 'balance', textAlign: 'right' }, 'aaa bbb ccc ddd e'), 160, context)
  assert.equal(laid.lines.flatMap(places), ['90 "aaa bbb" 70', '70 "ccc ddd e" 90'])
})

text('content widths, in whole layout units', () => {
  const units = (points: number): number => Math.ceil(points / (0.75 / 64)) * (0.75 / 64)
  const widths = (...of: Parameters<typeof paragraph>): unknown => context.layout.paragraphWidths(paragraph(...of), context)
  assert.equal(widths({ paddingLeft: 3 }, 'aaa bb cccc'), { min: units(40) + 3, max: units(110) + 3 })
  assert.equal(widths({}, 'aaa\nbb'), { min: 30, max: 30 })
  assert.equal(widths({ overflowWrap: 'anywhere' }, 'aaa bb'), { min: units(10), max: 60 })
  assert.equal(widths({ overflowWrap: 'break-word' }, 'aaa bb'), { min: 30, max: 60 })
})

text('no line of these gave a warning', () => {
  assert.equal(reporter.all, [])
})

text.run()
