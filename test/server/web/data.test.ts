// What the data pane of the web application knows of JSON: where errors and values stand, which values a template cannot read, and data made up.
import { Text } from '@codemirror/state'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkData, type DataSchema } from '../../../server/web/template/data/check-data.ts'
import { formatJson, placesIn, readJson } from '../../../server/web/template/data/json-text.ts'
import { makeUp } from '../../../server/web/template/data/made-up.ts'
import { makeDataParser, parseData } from '../../../server/web/template/data/parse-data.ts'
import { changeTeller } from '../../../server/web/template/source/change-teller.ts'

const data = suite('data pane')

const problem = (text: string): string => {
  const found = readJson(text)
  return found === undefined ? '' : `${found.kind} ${found.at}`
}

data('an error of JSON has its kind and its place', () => {
  assert.is(problem('{"a": [1, 2.5e3, "x\\u00e4", null]}'), '')
  assert.is(problem('{"a" 1}'), 'colon 5')
  assert.is(problem('{"a": 1 "b": 2}'), 'separator 8')
  assert.is(problem('{"a": 1,}'), 'key 8')
  assert.is(problem('[1,]'), 'value 3')
  assert.is(problem('{"a": 01}'), 'separator 7')
  assert.is(problem('{"a": -}'), 'number 6')
  assert.is(problem('{"a": "x\ny"}'), 'string 6')
  assert.is(problem('{} {}'), 'end 3')
  assert.is(problem('nulls'), 'value 0')
  assert.is(problem('['.repeat(80)), 'deep 65')
})

data('what JSON.parse reads is read, and nothing else', () => {
  const letters = '{}[]",:1-.e\\u \nabtrue'
  let seed = 7
  const next = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648)
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: next() % 7 }, () => letters[next() % letters.length]).join('')
    assert.is(readJson(text) === undefined, parses(text), JSON.stringify(text))
  }
})

data('values have places by their paths', () => {
  const text = '{"before": ["\\\\", {"x": "}\\"]"}, -1.5e3, null], "items": [{"name": "Ink"}, {"na\\u006de": 7}], "after":true}'
  const wanted = ['', 'items', 'items[0]', 'items[0].name', 'items[1]', 'items[1].name', 'after', 'nothing']
  const places = placesIn(text, new Set(wanted))
  const shown = (path: string): string => {
    const { from, keyFrom } = places.get(path)!
    return `${text.slice(keyFrom, from)}|${text[from]}`
  }
  assert.is(shown('items[0].name'), '"name": |"')
  assert.is(shown('items[1].name'), '"na\\u006de": |7')
  assert.is(shown('items[1]'), '|{')
  assert.is(shown('after'), '"after":|t')
  assert.equal([...places.keys()].sort(), wanted.filter((path) => path !== 'nothing').sort())
})

data('places of values are found in the work of those values, however long the data are', () => {
  const visitsOf = (rows: number): number => {
    const text = JSON.stringify({
      number: 1,
      rows: Array.from({ length: rows }, (_, i) => ({ name: `row ${i}`, parts: [1, 2, { x: i }] })),
    })
    let visits = 0
    const places = placesIn(text, new Set(['', 'rows', 'rows[3]', 'rows[3].name', 'number']), () => visits++)
    assert.is(text.slice(places.get('rows[3].name')?.from).slice(0, 7), '"row 3"')
    return visits
  }
  assert.equal([visitsOf(10), visitsOf(1000)], [5, 5])
})

data('long data are parsed once after many keys, short ones with each', async () => {
  for (const [length, most] of [
    [20, 11],
    [60_000, 2],
  ] as const) {
    let count = 0
    const told: string[] = []
    const start = JSON.stringify({ text: 'x'.repeat(length) })
    const parser = makeDataParser(
      start,
      ({ text }) => told.push(text),
      (text) => {
        count++
        return parseData(text)
      },
    )
    let text = start
    for (let i = 0; i < 10; i++) {
      text = text.replace('x', 'yx')
      const { text: known } = parser.take(text)
      // Of long data the marks of the last known text would stand at wrong places: the text tells which it is.
      assert.is(known, length > 50_000 ? start : text)
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal([parser.take(text).text, count], [text, most])
    assert.equal(told, length > 50_000 ? [text] : [])
    parser.stop()
  }
})

data('formatting keeps every token as it is written', () => {
  const text = '{"a":[1.00,12345678901234567890,{}],"b":"x, {y}\\"","c":[]}'
  assert.is(formatJson(text), '{\n  "a": [\n    1.00,\n    12345678901234567890,\n    {}\n  ],\n  "b": "x, {y}\\"",\n  "c": []\n}')
  assert.is(formatJson(formatJson(text)), formatJson(text))
})

const SCALAR = { type: ['string', 'number', 'boolean', 'null'] }
const SCHEMA: DataSchema = {
  type: 'object',
  properties: {
    total: SCALAR,
    customer: { type: 'object', properties: { name: SCALAR } },
    items: { type: 'array', items: { type: 'object', properties: { price: SCALAR } } },
  },
}

data('data that a template cannot read is found with its path', () => {
  assert.equal(checkData({ total: 1, customer: { name: 'Ann' }, items: [{ price: 2 }], other: [] }, SCHEMA), [])
  assert.equal(checkData({ total: [], customer: 'Ann', items: [3, { price: null }] }, SCHEMA), [
    { kind: 'type', path: 'total', expected: 'scalar' },
    { kind: 'type', path: 'customer', expected: 'object' },
    { kind: 'type', path: 'items[0]', expected: 'object' },
  ])
  assert.equal(checkData({ Customer: { nmae: 'x' }, items: [{ prise: 1 }] }, SCHEMA), [
    { kind: 'name', path: 'Customer', name: 'Customer', meant: 'customer' },
    { kind: 'name', path: 'items[0].prise', name: 'prise', meant: 'price' },
  ])
  assert.is(checkData({ items: Array.from({ length: 5000 }, () => 1) }, SCHEMA).length, 100)
})

const SAMPLE = {
  number: 'A-1001',
  date: '2026-01-29',
  name: 'Ada Lovelace',
  items: [{ name: 'Paper', price: 1.5, parts: ['a', 'b', 'c'] }],
}

data('data is made up for each case in which layouts break', () => {
  assert.equal(makeUp('empty', SAMPLE), { number: null, date: null, name: null, items: [] })
  const many = makeUp('many', SAMPLE) as typeof SAMPLE
  // Lists in lists stay short.
  assert.equal([many.items.length, many.items[199]?.parts.length], [200, 3])
  const one = makeUp('one', SAMPLE) as typeof SAMPLE
  assert.equal([one.items.length, one.items[0]?.parts.length], [1, 1])
  const long = makeUp('long', SAMPLE) as typeof SAMPLE
  assert.equal([long.number, long.date, long.items[0]?.price], ['A-1001', '2026-01-29', 1.5])
  assert.ok(long.name.length > 300)
  assert.match((makeUp('rtl', SAMPLE) as typeof SAMPLE).name, /[\u0590-\u06ff]/)
})

data('a long text is put together once for many keys, and at once when it is asked for', async () => {
  for (const [length, most] of [
    [100, 10],
    [300_000, 1],
  ] as const) {
    const told: string[] = []
    const changes = changeTeller((text) => told.push(text))
    const start = Text.of([`${'x'.repeat(length)}`, 'end'])
    for (let i = 1; i <= 10; i++) changes.note(start.replace(0, 0, Text.of(['y'.repeat(i)])))
    await new Promise((resolve) => setTimeout(resolve, 250))
    assert.equal([told.length, told.at(-1)?.slice(0, 11)], [most, `${'y'.repeat(10)}x`])
    changes.note(start)
    changes.flush()
    assert.is(told.at(-1), start.toString())
  }
})

data.run()
