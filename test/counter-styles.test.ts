import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CounterStyleRule, counterText, markerText } from '../engine/counter-styles.ts'

const counters = suite('counter styles')

const texts = (name: string, ...values: number[]): string => values.map((value) => counterText(value, name)).join(' ')

counters('numeric and alphabetic styles', () => {
  assert.is(texts('decimal', 0, 7, -12), '0 7 -12')
  assert.is(texts('decimal-leading-zero', 7, 12, -3), '07 12 -3')
  assert.is(texts('lower-alpha', 1, 26, 27, 703), 'a z aa aaa')
  assert.is(texts('upper-latin', 28), 'AB')
  assert.is(texts('arabic-indic', 1234), '١٢٣٤')
  assert.is(texts('lower-greek', 1, 24, 25), 'α ω αα')
})

counters('additive styles', () => {
  assert.is(texts('lower-roman', 1, 4, 9, 1994, 3999), 'i iv ix mcmxciv mmmcmxcix')
  assert.is(texts('upper-roman', 49), 'XLIX')
  assert.is(texts('hebrew', 15, 16, 321), 'טו טז שכא')
  assert.is(texts('armenian', 1), 'Ա')
  assert.is(texts('lower-armenian', 1), 'ա')
  assert.is(texts('georgian', 11), 'ია')
  assert.is(texts('japanese-informal', 11, 1010, 9999), '十一 千十 九千九百九十九')
  assert.is(texts('korean-hangul-formal', 10), '일십')
})

counters('Chinese and Ethiopic have their own algorithms', () => {
  assert.is(texts('simp-chinese-informal', 0, 10, 11, 20, 105, 1010), '零 十 十一 二十 一百零五 一千零一十')
  assert.is(texts('trad-chinese-formal', 15), '壹拾伍')
  assert.is(texts('simp-chinese-informal', -3), '负三')
  assert.is(texts('ethiopic-numeric', 1, 100, 78010092), '፩ ፻ ፸፰፻፩፼፺፪')
})

counters('out of range falls back', () => {
  assert.is(texts('lower-alpha', 0, -1), '0 -1')
  assert.is(texts('lower-roman', 4000), '4000')
  assert.is(texts('cjk-earthly-branch', 12, 13), '亥 一三')
  assert.is(texts('no-such-style', 5), '5')
})

counters('markers have prefix and suffix', () => {
  assert.is(markerText(3, 'decimal'), '3. ')
  assert.is(markerText(1, 'disc'), '• ')
  assert.is(markerText(1, 'hiragana'), 'あ、')
})

const rule = (more: Partial<CounterStyleRule>): CounterStyleRule => ({
  system: 'symbolic',
  symbols: [],
  additiveSymbols: [],
  prefix: '',
  suffix: '. ',
  negative: ['-', ''],
  range: 'auto',
  pad: [0, ''],
  fallback: 'decimal',
  ...more,
})
const custom = (style: Partial<CounterStyleRule>, ...values: number[]): string =>
  values.map((value) => counterText(value, 'x', new Map([['x', rule(style)]]))).join(' ')

counters('rules of the author', () => {
  assert.is(custom({ symbols: ['*', '†'] }, 1, 2, 3, 4), '* † ** ††')
  assert.is(custom({ system: 'cyclic', symbols: ['a', 'b', 'c'] }, 0, 1, 4), 'c a a')
  assert.is(custom({ system: 'fixed 5', symbols: ['a', 'b'] }, 5, 6, 7), 'a b 7')
  assert.is(custom({ system: 'numeric', symbols: ['0', '1'], pad: [4, '0'], negative: ['(', ')'] }, 5, -1), '0101 (01)')
  assert.is(custom({ system: 'extends decimal', pad: [3, '0'] }, 7), '007')
})

counters('neither circles nor floods', () => {
  const a = rule({ system: 'extends b', fallback: 'b' })
  const b = rule({ system: 'extends a', fallback: 'a' })
  assert.is(
    counterText(
      3,
      'a',
      new Map([
        ['a', a],
        ['b', b],
      ]),
    ),
    '3',
  )
  assert.is(custom({ symbols: ['x'] }, 1_000_000), '1000000')
  assert.is(custom({ system: 'numeric', symbols: ['0', '1'], pad: [1_000_000, '0'] }, 1), '1')
})

counters.run()
