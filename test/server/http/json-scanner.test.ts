// The scanner must agree with JSON.parse on every text, whatever the size of its steps.

import { isUtf8 } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { JsonScanner, JsonSyntaxError, type Outline, type Shape } from '../../../server/http/json-scanner.ts'

const scanner = suite('json scanner')

const ANY: Shape = { kind: 'object', fields: {} }

function scan(text: string | Uint8Array, shape: Shape = ANY, step = Number.POSITIVE_INFINITY): JsonScanner {
  const it = new JsonScanner(Buffer.from(text), shape)
  while (!it.run(step));
  return it
}

function offsetOfError(text: string | Uint8Array, step?: number): number | undefined {
  try {
    scan(text, ANY, step)
    return undefined
  } catch (thrown) {
    if (thrown instanceof JsonSyntaxError) return thrown.offset
    throw thrown
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const textOf = (text: string, outline: Outline | undefined): string | undefined =>
  outline && Buffer.from(text).subarray(outline.start, outline.end).toString()

scanner('agrees with JSON.parse on mutations of valid texts', () => {
  const seeds = [
    '{"a":[1,-2.5e+3,true,false,null,"x\\u00e9\\n\\\\\\"é"],"b":{"c":{}},"d":[]}',
    ' [ 0 , [ [ ] , { } ] , "" ] ',
    '-0.0e-0',
    '"\\ud800"',
  ]
  const letters = '{}[],:"\\0123456789eE+-.tfnu \n\té\u0001a'
  let state = 1
  const chance = (below: number): number => (state = (state * 48271) % 2147483647) % below
  for (let i = 0; i < 20_000; i++) {
    const seed = seeds[chance(seeds.length)]!
    const at = chance(seed.length + 1)
    const letter = letters[chance(letters.length)]!
    const text = [
      seed.slice(0, at) + seed.slice(at + 1),
      seed.slice(0, at) + letter + seed.slice(at),
      seed.slice(0, at) + letter + seed.slice(at + 1),
    ][chance(3)]!
    const isGood = offsetOfError(text) === undefined
    assert.is(isGood, parses(text), `${JSON.stringify(text)} scanned as ${isGood ? 'good' : 'bad'}`)
    assert.is(offsetOfError(text, 1 + chance(9)), offsetOfError(text), `steps matter for ${JSON.stringify(text)}`)
  }
})

scanner('reports the offset of the first invalid byte', () => {
  const cases: readonly [string, number][] = [
    ['', 0],
    ['{"a":1,}', 7],
    ['[1,,2]', 3],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['01', 1],
    ['1.', 2],
    ['"\\x"', 2],
    ['"\\u12g4"', 5],
    ['"abc', 4],
    ['[1]]', 3],
    ['nul', 0],
    ['{a:1}', 1],
  ]
  for (const [text, offset] of cases) assert.is(offsetOfError(text), offset, text)
})

scanner('counts the deepest nesting', () => {
  assert.is(scan('1').deepest, 0)
  assert.is(scan('{}').deepest, 1)
  assert.is(scan('[[],[[{}]],[]]').deepest, 4)
  assert.is(scan('['.repeat(100_000) + ']'.repeat(100_000)).deepest, 100_000)
})

scanner('keeps the requested spans, of duplicate names the last', () => {
  const shape: Shape = {
    kind: 'object',
    fields: { data: undefined, list: { kind: 'array', most: 2, items: { kind: 'object', fields: { id: undefined } } } },
  }
  const text = '{"x":{"data":0},"data":[1,2],"list":[{"id":"a","data":9},7,{"id":"c"}],"d\\u0061ta": {"y":[{}]} ,"z":1}'
  for (const step of [1, 5, 1000]) {
    const { outline } = scan(text, shape, step)
    assert.is(textOf(text, outline.fields.get('data')), '{"y":[{}]}')
    assert.equal(outline.unknown, ['x', 'z'])
    const list = outline.fields.get('list')
    assert.is(list?.count, 3)
    assert.equal(
      list?.items.map((item) => textOf(text, item)),
      ['{"id":"a","data":9}', '7'],
    )
    assert.is(textOf(text, list?.items[0]?.fields.get('id')), '"a"')
    assert.is(outline.end, text.length)
  }
})

scanner('an array knows whether it is empty without keeping its items', () => {
  const shape: Shape = { kind: 'object', fields: { data: undefined } }
  assert.is(scan('{"data":[ ]}', shape).outline.fields.get('data')?.count, 0)
  assert.is(scan('{"data":[0,1]}', shape).outline.fields.get('data')?.count, 2)
})

const corpora = process.env['PLATEN_CORPORA']
const folder = join(corpora ?? '', 'json')
if (corpora !== undefined && existsSync(folder)) {
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    scanner(`corpus ${file}`, () => {
      const bytes = readFileSync(join(folder, file))
      // Invalid UTF-8 is rejected before the scan.
      const isGood = isUtf8(bytes) && offsetOfError(bytes) === undefined
      if (file.startsWith('y_')) assert.ok(isGood)
      if (file.startsWith('n_')) assert.not.ok(isGood)
    })
  }
}

scanner.run()
