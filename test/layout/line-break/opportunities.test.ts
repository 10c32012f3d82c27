// Where lines may end: browsers' rules between ASCII characters, UAX #14 elsewhere, and what CSS changes.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BREAK_KINDS, type BreakStyle, findBreaks } from '../../../engine/layout/line-break/opportunities.ts'

const breaking = suite('line breaks')

const PLAIN: BreakStyle = {
  textWrapMode: 'wrap',
  wordBreak: 'normal',
  lineBreak: 'auto',
  whiteSpaceCollapse: 'collapse',
  hyphens: 'manual',
  language: '',
}

/** The text with `|` at soft opportunities, `-|` for hyphens, `¶` at forced ones. */
const marked = (text: string, change: Partial<BreakStyle> = {}): string => {
  const found = findBreaks(text, () => ({ ...PLAIN, ...change }))
  const signs = { [BREAK_KINDS.NONE]: '', [BREAK_KINDS.SOFT]: '|', [BREAK_KINDS.HYPHEN]: '~|', [BREAK_KINDS.FORCED]: '¶' }
  return [...text.split('')].map((c, i) => (i === 0 ? '' : (signs[found[i] as 0] ?? '')) + c).join('')
}

for (const expected of [
  'one |two',
  'one   |two',
  'a-|b',
  '2024-|01-|15',
  '+1-|555-|0100',
  'INV-|2024',
  'a/b/c',
  '12/03/2024',
  '1,234.56',
  'a@b.example',
  'x=-1',
  ' |-1 |to |-5',
  'page?|id=1&x=2',
  'really?!',
  'f(x)',
  'a.|(b)',
  'word |(note) |end',
  'C++ |code',
  'en–|dash',
  'em|—|dash',
  'no\u00a0break',
  'price |€\u00a05',
  '100 |%',
  '“quoted” |text',
  'don’t',
  'a\u200b|b',
  'wait… |what',
  '日|本|語。',
  '「日|本」',
  'ア|ー',
]) {
  breaking(expected, () => assert.is(marked(expected.replaceAll('|', '')), expected))
}

breaking('forced breaks and soft hyphens', () => {
  assert.is(marked('a\nb'), 'a\n¶b')
  assert.is(marked('a\u00adb'), 'a\u00ad~|b')
  assert.is(marked('a\u00adb', { hyphens: 'none' }), 'a\u00adb')
})

breaking('nowrap has none', () => assert.is(marked('a b-c', { textWrapMode: 'nowrap' }), 'a b-c'))

breaking('break-all breaks between letters and digits, not before punctuation', () => {
  assert.is(marked('ab1, c', { wordBreak: 'break-all' }), 'a|b|1, |c')
})

breaking('break-all parts words from their hyphens, brackets and signs of amounts too, as browsers do', () => {
  assert.is(marked('ab-c', { wordBreak: 'break-all' }), 'a|b|-|c')
  assert.is(marked('f(x)=€5%', { wordBreak: 'break-all' }), 'f|(x)|=|€5%')
  assert.is(marked('e\u0301e', { wordBreak: 'break-all' }), 'e\u0301|e')
})

breaking('line-break: how strict kana, marks and dashes are depends on the language too', () => {
  const kana = 'アー、々ゝ〜ゃ'
  assert.is(marked(kana, { lineBreak: 'strict', language: 'ja' }), 'アー、々ゝ〜ゃ')
  assert.is(marked(kana, { lineBreak: 'normal' }), 'ア|ー、々ゝ〜|ゃ')
  assert.is(marked(kana, { lineBreak: 'normal', language: 'ja' }), 'ア|ー、々ゝ|〜|ゃ')
  assert.is(marked(kana, { lineBreak: 'loose' }), 'ア|ー、|々|ゝ〜|ゃ')
  assert.is(marked(kana, { lineBreak: 'loose', language: 'zh-Hant' }), 'ア|ー、|々|ゝ|〜|ゃ')
  assert.is(marked('日・日？日％', { lineBreak: 'normal', language: 'ja' }), '日・|日？|日％')
  assert.is(marked('日・日？日％', { lineBreak: 'loose', language: 'ja' }), '日|・|日|？|日|％')
  assert.is(marked('日“日”日', { language: 'ja' }), '日|“日”|日')
})

breaking('a soft hyphen before what cannot begin a line is none', () => {
  assert.is(marked('a\u00ad.b'), 'a\u00ad.b')
  assert.is(marked('-\u00a0x'), '-|\u00a0x')
})

breaking('a hyphen that begins a word holds on to it', () => {
  assert.is(marked('à ‐ön x-ö'), 'à |‐ön |x-|ö')
})

breaking('keep-all keeps ideographs together', () => {
  assert.is(marked('日本語 テスト', { wordBreak: 'keep-all' }), '日本語 |テスト')
})

breaking('line-break: anywhere breaks around every cluster', () => {
  assert.is(marked('ab.c', { lineBreak: 'anywhere' }), 'a|b|.|c')
  assert.is(marked('e\u0301x', { lineBreak: 'anywhere' }), 'e\u0301|x')
})

breaking('break-spaces breaks after every space', () => {
  assert.is(marked('a  b', { whiteSpaceCollapse: 'break-spaces' }), 'a | |b')
})

breaking('Thai, Lao and Khmer break between the words of a dictionary', () => {
  assert.is(marked('ภาษาไทยง่าย'), 'ภาษา|ไทย|ง่าย')
  assert.is(marked('ພາສາລາວ'), 'ພາສາ|ລາວ')
})

breaking.run()
