import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { loadBarcodes } from '../../../engine/bind/helpers/barcode.ts'
import { BUILT_IN } from '../../../engine/bind/helpers/built-in.ts'
import { cleanNumber, printNumber } from '../../../engine/bind/print.ts'
import { addDecimals, type Decimal, decimalFrom, decimalText, multiplyDecimals } from '../../../engine/decimal.ts'
import { HELPERS } from '../../../engine/template/helpers.data.ts'
import { bind, show } from '../../support/binding.ts'
import { makeRandom } from '../../support/random/random.ts'

const helpers = suite('helpers')

const print = (code: string, data: unknown = {}, locale = 'en-US', timeZone = 'UTC'): string =>
  show(`{{${code}}}`, data, { locale, timeZone })

/** The printed text of a placeholder with one warning, and the warning. */
function warned(code: string, data: unknown = {}): readonly string[] {
  const { text, problems } = bind(`{{${code}}}`, data)
  return [text, ...problems]
}

/** NBSP and narrow NBSP as a plain space: they differ between versions of CLDR. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

helpers('the compiler and the binder have the same helpers', () => {
  // Page sums are not functions of values: the compiler replaces them by `@pagesum` and `@carry`.
  const ofValues = Object.keys(HELPERS).filter((name) => name !== 'pagesum' && name !== 'carry')
  assert.equal([...BUILT_IN.keys()].filter((name) => !name.startsWith('@')).sort(), ofValues.sort())
})

helpers('money', () => {
  assert.is(print('currency 1234.5 "EUR"'), '€1,234.50')
  assert.is(plain(print('currency 1234.5 "EUR"', {}, 'de-DE')), '1.234,50 €')
  assert.is(plain(print('currency 1234.5 "EUR" locale="fr_FR"')), '1 234,50 €')
  assert.is(print('currency 1234.5 "jpy"'), '¥1,235')
  assert.is(print('currency n "USD" decimals=0', { n: '-99.5' }), '-$100')
  assert.is(plain(print('currency 1 "EUR" display="code"')), 'EUR 1.00')
  assert.is(print('currency 0.285 "USD"'), '$0.29')
  assert.is(print('currency 1.005 "USD"'), '$1.01')
  assert.is(print('currency 5'), '5.00')
  assert.is(print('currency a "EUR"', { a: null }), '')
})

helpers('numbers and percentages', () => {
  assert.is(print('number 1234567.891'), '1,234,567.891')
  assert.is(print('number 1234.5 2'), '1,234.50')
  assert.is(print('number 1234.5 decimals=0'), '1,235')
  assert.is(print('number 1234.5 grouping=false'), '1234.5')
  assert.is(print('number 0.30000000000000004'), '0.3')
  assert.is(print('number "12"'), '12')
  assert.is(print('percent 0.19'), '19%')
  assert.is(print('percent 0.1955 1'), '19.6%')
  assert.is(plain(print('percent 0.195', {}, 'de')), '19,5 %')
})

helpers('a value that is not a number is printed unchanged, and reported', () => {
  assert.equal(warned('number "abc"'), [
    'abc',
    '1:3: "abc" is not a number (numbers are written without separators, with a dot, as in 1234.5)',
  ])
  assert.equal(warned('currency 1 "euro"'), ['1.00', '1:3: "EURO" is not a currency (write a code of three letters such as "EUR")'])
  assert.equal(warned('number 1 locale="!"'), ['1', '1:3: "!" is not a locale (write a language tag such as "de" or "en-GB")'])
  assert.equal(warned('currency a "EUR"'), ['', '1:3: no value for {{a}}'])
})

helpers('dates by style', () => {
  const d = '2026-01-31'
  assert.is(print('date d', { d }), 'Jan 31, 2026')
  assert.is(print('date d "short"', { d }), '1/31/26')
  assert.is(print('date d "long"', { d }, 'de'), '31. Januar 2026')
  assert.is(print('date d "full"', { d }, 'en-GB').replace(',', ''), 'Saturday 31 January 2026')
  assert.is(print('date d "iso"', { d }), d)
  assert.is(plain(print('date d "short" time="short"', { d: '2026-01-31T17:05:00Z' })), '1/31/26, 5:05 PM')
  assert.is(plain(print('date d "time"', { d: '2026-01-31T17:05:00Z' }, 'de')), '17:05')
  assert.is(plain(print('date d "datetime"', { d: '2026-01-31T17:05:00Z' }, 'de')), '31.01.2026, 17:05')
})

helpers('dates by pattern', () => {
  const d = '2026-03-05T07:08:09Z'
  assert.is(print('date d "dd.MM.yyyy"', { d }), '05.03.2026')
  assert.is(print('date d "d.M.yy HH:mm:ss"', { d }), '5.3.26 07:08:09')
  assert.is(print('date d "EEE, d MMM y"', { d }), 'Thu, 5 Mar 2026')
  assert.is(print('date d "EEEE, d. MMMM"', { d }, 'de'), 'Donnerstag, 5. März')
  assert.is(print('date d "d MMMM"', { d }, 'ru'), '5 марта')
  assert.is(print('date d "LLLL"', { d }, 'ru'), 'март')
  assert.is(print(`date d "'on' d 'o''clock' h a"`, { d: '2026-03-05T19:08:09Z' }), "on 5 o'clock 7 PM")
  assert.is(print('date d "dd.MM.yyyy"', { d }, 'ar-EG'), '05.03.2026')
})

helpers('an instant is converted to the time zone, a calendar day is not', () => {
  const moment = '2026-01-31T23:30:00Z'
  assert.is(print('date d "dd.MM. HH:mm"', { d: moment }, 'de', 'Europe/Berlin'), '01.02. 00:30')
  assert.is(print('date d "dd.MM. HH:mm" timeZone="America/New_York"', { d: moment }), '31.01. 18:30')
  assert.is(print('date d "dd.MM."', { d: '2026-01-31' }, 'de', 'America/New_York'), '31.01.')
  assert.is(print('date d "dd.MM. HH:mm"', { d: '2026-01-31 23:30' }, 'de', 'America/New_York'), '31.01. 23:30')
  assert.is(print('date d "HH:mm"', { d: '2026-01-31T12:00+02:00' }), '10:00')
  assert.is(print('date d "iso"', { d: 0 }), '1970-01-01')
})

helpers('a value that is not a date is printed unchanged, and reported', () => {
  const hint = '(dates are written as 2026-01-31 or 2026-01-31T12:00:00Z)'
  for (const d of ['soon', '2026-02-30', '2026-13-01', '31.01.2026', 'NaN'])
    assert.equal(warned('date d', { d }), [d, `1:3: "${d}" is not a date, at d ${hint}`])
  assert.match(warned('date d "#"', { d: '2026-01-31' })[1]!, '"#" is not a date format')
  assert.match(warned('date d timeZone="Mars"', { d: '2026-01-31T00:00Z' })[1]!, '"Mars" is not a time zone')
})

helpers('letter case by locale, defaults, joins', () => {
  assert.is(print('upper "istanbul ß"'), 'ISTANBUL SS')
  assert.is(print('upper "i"', {}, 'tr'), 'İ')
  assert.is(print('lower "ÄB"'), 'äb')
  assert.is(print('default a "–"'), '–')
  assert.is(print('default a "–"', { a: '' }), '–')
  assert.is(print('default a "–"', { a: 0 }), '0')
  assert.is(print('default (currency a "EUR") "–"'), '–')
  assert.is(print('default a b "c"', { b: 'x' }), 'x')
  assert.is(print('join a', { a: [1, '', 'b'] }), '1, b')
  assert.is(print('join a " / " "n"', { a: [{ n: 1 }, { n: 2 }] }), '1 / 2')
  assert.is(print('concat "a" 1 b', { b: 'c' }), 'a1c')
  assert.is(print('lookup a b', { a: { x: 1 }, b: 'x' }), '1')
  assert.is(print('lookup a 1', { a: ['p', 'q'] }), 'q')
})

helpers('sums and counts', () => {
  const items = [{ price: 0.1, a: { b: 1 } }, { price: '0.2', a: { b: 2 } }, { price: null }]
  assert.is(print('sum items "price"', { items }), '0.3')
  assert.is(print('sum items "a.b"', { items }), '3')
  assert.is(print('sum n', { n: [1, 2] }), '3')
  assert.is(print('count items', { items }), '3')
  assert.is(print('count items', { items: { a: 1 } }), '1')
  assert.equal(warned('sum items "price"'), ['0', '1:3: no value for {{items}}'])
  assert.match(warned('count items', { items: 5 })[1]!, '"5" is not a list')
})

helpers('arithmetic', () => {
  assert.is(print('add 0.1 0.2 a', { a: '1' }), '1.3')
  assert.is(print('subtract 5.93 5.03'), '0.9') // 0.8999… in binary fractions
  assert.is(print('sum list "v"', { list: [{ v: 5.93 }, { v: -5.03 }] }), '0.9')
  assert.is(print('subtract 5 7.5'), '-2.5')
  assert.is(print('multiply 1.1 3'), '3.3')
  assert.is(print('divide 1 3'), '0.333333333333333')
  assert.is(print('round 2.345 2'), '2.35')
  assert.is(print('round 1.005 2'), '1.01')
  assert.is(print('round -2.5'), '-3')
  assert.is(print('round 1234 -2'), '1200')
  assert.is(print('add @root.a 1', { a: 1 }), '2')
  assert.equal(warned('divide 1 0'), ['', '1:3: division by zero prints nothing'])
})

helpers('comparisons', () => {
  const test = (code: string, data: unknown = {}): boolean => show(`{{#if (${code})}}1{{/if}}`, data) === '1'
  assert.is(test('eq a "paid"', { a: 'paid' }), true)
  assert.is(test('eq a "1"', { a: 1 }), true)
  assert.is(test('eq a b'), true)
  assert.is(test('eq a b', { a: {}, b: {} }), false)
  assert.is(test('ne a 1', { a: 2 }), true)
  assert.is(test('gt "10" 9'), true)
  assert.is(test('lt "a" "b"'), true)
  assert.is(test('gte 2 2'), true)
  assert.is(test('lte 3 2'), false)
  assert.is(test('gt a 1'), false)
  assert.is(test('and 1 (not a) (or a 2)'), true)
  assert.is(test('and 1 0'), false)
})

helpers('pictures', () => {
  assert.is(
    show('{{image a alt="Logo" width=20 height="5mm"}}', { a: 'logo.png' }),
    '<img src="logo.png" alt="Logo" style="width:20px;height:5mm"></img>',
  )
  assert.is(show('<img src="{{image a}}">', { a: 'data:image/png;base64,AA' }), '<img src="data:image/png;base64,AA"></img>')
  assert.is(show('{{image a}}', { a: null }), '')
})

helpers('QR codes', () => {
  const svg = show('{{qrcode a size="30mm" color="navy"}}', { a: 'https://example.com/' })
  assert.match(
    svg,
    /^<svg class="qrcode" role="img" aria-label="https:\/\/example.com\/" viewBox="0 0 25 25" style="width:30mm;height:30mm"><path d="M0 0h7v1h-7z[^"]*" fill="navy" shape-rendering="crispEdges"><\/path><\/svg>$/,
  )
  assert.match(show('<img src="{{qrcode a}}">', { a: 'x' }), '<img src="data:image/svg+xml,%3Csvg%20xmlns')
  assert.match(bind('{{qrcode a}}', { a: 'x'.repeat(5000) }).problems[0]!, '5000 characters do not fit into a QR code')
  assert.match(bind('{{qrcode a level="H"}}', { a: 'é'.repeat(1200) }).problems[0]!, 'do not fit')
  assert.match(bind('{{qrcode a size="x"}}', { a: 'x' }).problems[0]!, '"x" is not a length')
  assert.match(bind('{{qrcode a color="red;}"}}', { a: 'x' }).problems[0]!, 'is not a colour')
})

helpers('barcodes', async () => {
  const encodeBarcode = await loadBarcodes()
  const options = { encodeBarcode }
  assert.match(
    show('{{barcode a}}', { a: 'AB-12' }, options),
    /^<svg class="barcode" role="img" aria-label="AB-12" viewBox="0 0 \d+ \d+" width="[\d.]+" height="[\d.]+"><path /,
  )
  assert.match(show('{{barcode a type="EAN-13" height="10mm" color="navy"}}', { a: '4006381333931' }, options), 'stroke="navy"')
  assert.match(show('{{barcode a type="datamatrix" height="10mm"}}', { a: 'x' }, options), 'style="height:10mm"')
  assert.match(show('{{barcode a width="4cm" text=false}}', { a: 'x' }, options), 'style="width:4cm"')
  assert.equal(bind('{{barcode a type="ean13"}}', { a: '12' }, options).problems, [
    '1:3: "12" cannot be a barcode of type "ean13", at a (EAN-13 must be 12 or 13 digits)',
  ])
  assert.match(bind('{{barcode a type="foo"}}', { a: '12' }, options).problems[0]!, 'there is no barcode "foo"')
  assert.match(bind('{{barcode a}}', { a: '1'.repeat(1001) }, options).problems[0]!, 'at most 1000 characters')
})

helpers('rounding noise is removed as by rounding to fifteen digits', () => {
  const random = makeRandom(3)
  /** At most fifteen significant digits, except for exact integers. */
  const byPrinting = (value: number): number =>
    Number.isSafeInteger(value) || String(value).length <= 16 ? value : Number(value.toPrecision(15))
  for (let i = 0; i < 20_000; i++) {
    const cents = Math.round((random.next() - 0.5) * 10 ** random.int(1, 16))
    for (const value of [cents / 100, cents / 100 + random.pick([0, 1e-9, 2 ** -40, 0.1 + 0.2]), random.next() * 10 ** random.int(0, 14)])
      assert.is(cleanNumber(value), byPrinting(value), String(value))
  }
})

helpers('amounts are added and multiplied in decimal fractions', () => {
  const random = makeRandom(5)
  const amount = (): number => Math.round((random.next() - 0.5) * 10 ** random.int(1, 16)) / random.pick([1, 10, 100, 1000])
  const print = (value: Decimal): string => printNumber(Number(decimalText(value)))
  for (let i = 0; i < 1000; i++) {
    const [a, b] = [amount(), random.pick([amount(), random.int(-9, 9), -0, 0.005])]
    // Integers are computed in doubles.
    if (Number.isInteger(a) && Number.isInteger(b)) continue
    const [x, y] = [decimalFrom(a)!, decimalFrom(b)!]
    const expected = [multiplyDecimals(x, y), addDecimals(x, y), addDecimals(x, { ...y, units: -y.units })].map(print).join(' ')
    assert.is(show('{{multiply a b}} {{add a b}} {{subtract a b}}', { a, b }), expected, `${a} and ${b}`)
  }
})

helpers('a repeated date prints the same, at each call site in its own format', () => {
  const data = { rows: ['2026-10-01', '2026-10-02', '2026-10-01', '2026-10-01'] }
  const text = '{{#each rows}}{{date this "iso"}} {{date this "dd.MM."}};{{/each}}'
  const once = '2026-10-01 01.10.;'
  assert.is(show(text, data), `${once}2026-10-02 02.10.;${once}${once}`)
})

helpers('an invalid date is reported for each call', () => {
  const { text, problems } = bind('{{#each rows}}{{date this}};{{/each}}', { rows: ['soon', '2026-10-01', 'soon'] })
  assert.is(text, 'soon;Oct 1, 2026;soon;')
  assert.ok(problems.length > 0)
})

helpers.run()
