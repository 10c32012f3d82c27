import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LaidParagraph } from '../../engine/layout/laid.ts'
import { visualOrder } from '../../engine/text/bidi.ts'
import { contextForTest, lay, lineTexts, paragraph, places, span } from '../support/paragraphs.ts'

const bidi = suite('bidi')
const { context } = await contextForTest()

const first = (laid: LaidParagraph): string[] => places(laid.lines[0]!)

bidi('levels to visual order', () => {
  assert.equal(visualOrder([0, 1, 1, 0]), [0, 2, 1, 3])
  assert.equal(visualOrder([1, 2, 1]), [2, 1, 0])
  assert.equal(visualOrder([0, 0]), [0, 1])
})

bidi('Hebrew in English', () => {
  const laid = lay(paragraph({}, 'a אב c'), 100, context)
  assert.equal(first(laid), ['0 "a " 20', '20 "בא" 20', '40 " c" 20'])
})

bidi('a right-to-left paragraph starts at the right', () => {
  assert.equal(first(lay(paragraph({ direction: 'rtl' }, 'אבג'), 100, context)), ['70 "גבא" 30'])
  assert.equal(first(lay(paragraph({ direction: 'rtl', textAlign: 'end' }, 'אבג'), 100, context)), ['0 "גבא" 30'])
  assert.equal(first(lay(paragraph({ direction: 'rtl', textAlign: 'left' }, 'אב 12'), 100, context)), ['0 "12" 20', '20 " בא" 30'])
})

bidi('punctuation follows the base direction, and brackets are mirrored by shaping', () => {
  assert.equal(lineTexts(lay(paragraph({ direction: 'rtl' }, 'abc!'), 100, context)), ['!abc'])
  assert.equal(lineTexts(lay(paragraph({}, 'abc!'), 100, context)), ['abc!'])
})

bidi('lines are broken in logical order and reordered one by one', () => {
  assert.equal(lineTexts(lay(paragraph({ direction: 'rtl' }, 'אב גד הו'), 55, context)), ['דג בא', 'וה'])
})

bidi('isolates keep neighbours apart, embeddings and overrides do not', () => {
  const inner = (unicodeBidi: 'isolate' | 'embed' | 'bidi-override'): string =>
    lineTexts(lay(paragraph({}, 'א ', span({ unicodeBidi, direction: 'rtl' }, 'ab'), ' ב'), 100, context))[0]!
  assert.is(inner('isolate'), 'ב ab א')
  assert.is(inner('bidi-override'), 'ב ba א')
  assert.is(lineTexts(lay(paragraph({ unicodeBidi: 'plaintext' }, 'אב c\nab ג'), 100, context)).join('|'), 'c בא|ab ג')
})

bidi('an inline box around both directions is painted in pieces where it is not in one', () => {
  const edges = { borderTopWidth: 1.5 }
  const whole = lay(paragraph({}, 'a', span(edges, 'אב'), 'c'), 200, context).lines[0]!
  const boxes = (line: typeof whole): number[][] => line.items.flatMap((item) => (item.kind === 'inline-box' ? [[item.x, item.width]] : []))
  assert.equal(boxes(whole), [[10, 20]])
  // The ג joins the Hebrew before it on its left, the d stays at the right of both: א and ב come between.
  const split = lay(paragraph({}, 'אב', span(edges, 'ג d'), ' הו'), 200, context).lines[0]!
  assert.is(boxes(split).length, 2)
})

bidi('padding of a right-to-left span stands where it begins and ends', () => {
  const laid = lay(paragraph({ direction: 'rtl' }, span({ paddingRight: 6, paddingLeft: 3 }, 'אב')), 100, context)
  assert.equal(first(laid), ['74 "בא" 20']) // 100 − 6 − 20
})

bidi('plaintext: every paragraph of a text has its own direction and start', () => {
  const laid = lay(paragraph({ unicodeBidi: 'plaintext', whiteSpaceCollapse: 'preserve' }, 'abc\nאבג\nd'), 100, context)
  assert.equal(laid.lines.flatMap(places), ['0 "abc" 30', '70 "גבא" 30', '0 "d" 10'])
})

bidi.run()
