import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ContentStream } from '../../../engine/paint/pdf/content-stream.ts'

const stream = suite('content stream')

function written(...values: number[]): string {
  const content = new ContentStream(1)
  for (const value of values) content.number(value)
  return Buffer.from(content.view).toString('latin1')
}

stream('numbers have at most three decimals and no superfluous digits', () => {
  assert.is(written(0, 1, 10, 123, 1234, 98765), '0 1 10 123 1234 98765 ')
  assert.is(written(0.5, -0.25, 1.125, 0.001, 100.01), '.5 -.25 1.125 .001 100.01 ')
})

stream('numbers are rounded once, to thousandths', () => {
  assert.is(written(0.1 + 0.2, 1.23456, 0.0004, -0.0004), '.3 1.235 0 0 ')
})

stream('NaN is written as 0, infinity is clamped', () => {
  assert.is(written(Number.NaN, Number.POSITIVE_INFINITY), '0 0 ')
  assert.is(written(1e15), '1000000000 ')
})

stream('every thousandth survives a round trip', () => {
  for (let thousandth = -20_000; thousandth <= 20_000; thousandth += 7) {
    assert.is(Number(written(thousandth / 1000)), thousandth / 1000)
  }
})

stream('whole numbers and references of any length', () => {
  const values = [0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 0x3fffffff, 0x40000000, 12_345_678_901]
  const content = new ContentStream(1)
  for (const value of values) {
    content.integer(value)
    content.byte(0x2c)
    content.reference(value)
    content.byte(0x2c)
  }
  assert.is(Buffer.from(content.view).toString('latin1'), values.map((value) => `${value},${value} 0 R,`).join(''))
})

stream('short and long slices are copied alike', () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, i) => i)
  const content = new ContentStream(4)
  content.slice(bytes, 3, 7)
  content.raw(bytes)
  assert.equal([...content.view], [3, 4, 5, 6, ...bytes])
})

stream.run()
