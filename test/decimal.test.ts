import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDecimals, decimalFrom, decimalText, decimalValue, ZERO } from '../engine/decimal.ts'

const decimals = suite('decimals')

const sum = (...values: unknown[]): string =>
  decimalText(values.reduce<typeof ZERO>((total, value) => addDecimals(total, decimalFrom(value) ?? ZERO), ZERO))

decimals('add up as they are written', () => {
  assert.is(sum(0.1, 0.2), '0.3')
  assert.is(sum(...Array.from({ length: 10 }, () => 0.1)), '1')
  assert.is(sum(1e15, 0.01, '0.01'), '1000000000000000.02')
  assert.is(sum(-1.5, 1), '-0.5')
  assert.is(sum(-0.05), '-0.05')
  assert.is(sum('12345678901234567890.12', '0.88'), '12345678901234567891')
  assert.is(sum(10n, '+2', '.5', '3.'), '15.5')
})

decimals('read exponents, but no infinite number', () => {
  assert.is(sum(1e21, 1e-7), '1000000000000000000000.0000001')
  assert.is(sum('1e3', '2E-2'), '1000.02')
  assert.is(decimalFrom('1e999999999'), undefined)
  assert.is(decimalText(decimalFrom('1e-999999999') ?? { units: 1n, scale: 0 }), '0')
  assert.is(decimalFrom(Number.NaN), undefined)
  assert.is(decimalFrom('1,5'), undefined)
  assert.is(decimalFrom(''), undefined)
  assert.is(decimalFrom(null), undefined)
})

decimals('are numbers where a number holds all digits', () => {
  const value = (text: string): number | string => decimalValue(decimalFrom(text) ?? ZERO)
  assert.is(value('0.30'), 0.3)
  assert.is(value('-123456789012.345'), -123456789012.345)
  assert.is(value('1234567890123456.78'), '1234567890123456.78')
})

decimals.run()
