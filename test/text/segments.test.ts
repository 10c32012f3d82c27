import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { segmentStarts } from '../../engine/text/segments.ts'
import { makeRandom } from '../support/random/random.ts'

const segments = suite('segments')

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const THAI = new Intl.Segmenter('th', { granularity: 'word' })
const expected = (segmenter: Intl.Segmenter, text: string): number[] => [...segmenter.segment(text)].map(({ index }) => index)
const found = (segmenter: Intl.Segmenter, text: string): number[] => [...segmentStarts(segmenter, text)]

segments('are those of the whole text, wherever pieces of it end', () => {
  const parts = [
    'a',
    'e\u0301',
    '\u{1F1E9}',
    '\u{1F468}\u200d\u{1F469}',
    '\u1100\u1161\u11a8',
    '\r\n',
    '\u0915\u094d\u0937',
    '\u0301',
    '\ud83d',
  ]
  for (let seed = 1; seed <= 30; seed++) {
    const random = makeRandom(seed)
    const text = Array.from({ length: random.int(0, 2000) }, () => random.pick(parts)).join('')
    assert.equal(found(GRAPHEMES, text), expected(GRAPHEMES, text), `seed ${seed}`)
  }
  for (const part of parts) assert.equal(found(GRAPHEMES, part.repeat(1500)), expected(GRAPHEMES, part.repeat(1500)))
})

segments('of words that a dictionary finds, too', () => {
  const words = ['ภาษาไทย', 'เป็น', 'ภาษา', 'ที่', 'มี', 'ระดับ', 'เสียง', 'ของ', 'คำ', 'แน่นอน', 'กรุงเทพมหานคร', 'ตากลม']
  for (let seed = 1; seed <= 20; seed++) {
    const random = makeRandom(seed)
    const text = Array.from({ length: 600 }, () => random.pick(words)).join('')
    assert.equal(found(THAI, text), expected(THAI, text), `seed ${seed}`)
  }
})

segments('of nothing are none', () => assert.equal(found(GRAPHEMES, ''), []))

segments.run()
