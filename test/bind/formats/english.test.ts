// The built-in English formats must equal those of Intl.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { englishDate, englishNumber } from '../../../engine/bind/formats/english.ts'

const english = suite('english')

const FORMS: readonly Intl.NumberFormatOptions[] = [
  {},
  { useGrouping: false },
  { minimumFractionDigits: 0, maximumFractionDigits: 15 },
  { minimumFractionDigits: 0, maximumFractionDigits: 20 },
  { minimumFractionDigits: 2, maximumFractionDigits: 2 },
  { minimumFractionDigits: 1, maximumFractionDigits: 4, useGrouping: false },
  { minimumFractionDigits: 5 },
  { maximumFractionDigits: 0 },
  { style: 'percent' },
  { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: 2 },
  { style: 'percent', minimumFractionDigits: 3, maximumFractionDigits: 3 },
  ...['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'INR', 'AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'NOK', 'PLN', 'SEK'].flatMap((currency) => [
    { style: 'currency' as const, currency, currencyDisplay: 'symbol' as const },
    { style: 'currency' as const, currency, currencyDisplay: 'symbol' as const, minimumFractionDigits: 3, maximumFractionDigits: 3 },
    { style: 'currency' as const, currency, maximumFractionDigits: 0 },
  ]),
]

/** The same in every run: halves of the last digit, carries, all sizes, and doubles of any bits. */
function* numbers(): Generator<number> {
  yield* [
    0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, 1.005, 2.675, 1.0049999999999999, 0.125, 0.375, 999.995, 9999.5, -999_999.995, 0.0005, 0.000001,
  ]
  yield* [
    123456789.125,
    1e20,
    123456789012345680000,
    2 ** 53,
    -(2 ** 53),
    1e21,
    1e-7,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    0.994999999999999,
    0.29,
  ]
  yield* [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let state = 99
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32
  for (let i = 0; i < 400; i++) {
    const size = 10 ** Math.floor(next() * 12)
    yield (next() < 0.5 ? -1 : 1) * next() * size
    yield Math.round(next() * size) / 10 ** Math.floor(next() * 6)
    yield (Math.floor(next() * size) + 0.5) / 10 ** Math.floor(next() * 5)
  }
}

for (const locale of ['en', 'en-US']) {
  english(`numbers, percentages and money of ${locale}`, () => {
    for (const options of FORMS) {
      const ours = englishNumber(locale, options)
      assert.ok(ours !== undefined, JSON.stringify(options))
      const intl = new Intl.NumberFormat(locale, options)
      for (const value of numbers()) assert.is(ours.format(value), intl.format(value), `${value} ${JSON.stringify(options)}`)
    }
  })

  english(`dates of ${locale}`, () => {
    for (const dateStyle of ['short', 'medium', 'long', 'full'] as const) {
      const options = { dateStyle, timeZone: 'UTC' }
      const ours = englishDate(locale, options)
      assert.ok(ours !== undefined)
      const intl = new Intl.DateTimeFormat(locale, options)
      for (let time = -9e13; time < 2.6e14; time += 4.3e9 * 37.7) assert.is(ours.format(time), intl.format(time))
      for (let day = 0; day < 800; day++) assert.is(ours.format(Date.UTC(2027, 0, day)), intl.format(Date.UTC(2027, 0, day)))
      assert.equal(ours.formatToParts(0), intl.formatToParts(0))
    }
  })
}

english('numbers in text keep all their digits', () => {
  const text = '12345678901234567890.123456789' as unknown as number // as `formatNumber` passes them
  assert.is(englishNumber('en', { maximumFractionDigits: 9 })?.format(text), '12,345,678,901,234,567,890.123456789')
})

english('other locales, zones and formats fall back to Intl', () => {
  for (const locale of ['de', 'en-GB', 'en-IN', 'en-u-nu-arab']) assert.is(englishNumber(locale, {}), undefined)
  assert.is(englishNumber('en', { style: 'currency', currency: 'XAU' }), undefined)
  assert.is(englishNumber('en', { style: 'currency', currency: 'EUR', currencyDisplay: 'name' }), undefined)
  assert.is(englishNumber('en', { notation: 'compact' }), undefined)
  assert.is(englishNumber('en', { minimumFractionDigits: 3, maximumFractionDigits: 1 }), undefined)
  assert.is(englishDate('en', { dateStyle: 'long', timeZone: 'Europe/Berlin' }), undefined)
  assert.is(englishDate('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }), undefined)
  assert.is(englishDate('en-GB', { dateStyle: 'long', timeZone: 'UTC' }), undefined)
})

english.run()
