// Everything that a document loses is a warning, once for each code and place: the path in the data, or the position in the template.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describe } from '../engine/diagnostic.ts'
import { createEngine, type RenderOptions } from '../engine/index.ts'
import { inexactOf, parseJsonData } from '../server/json-data.ts'
import { ListCanvas } from './support/list-canvas.ts'

const warnings = suite('warnings')
const engine = await createEngine()

/** Each warning as its code and its path, or its position where it has no path. */
async function placesOf(source: string, data: unknown, options: RenderOptions = {}): Promise<readonly string[]> {
  const rendered = await engine.render(engine.compile({ type: 'html', source }), data, options)
  const places = rendered.warnings.map(({ code, path, at }) => `${code} ${path ?? (at?.kind === 'text' ? `${at.line}:${at.column}` : '-')}`)
  const distinct = [...new Set(places)]
  assert.is(rendered.warningCount, distinct.length)
  return distinct
}

const ROWS = { items: [{ name: 'a' }, {}, { name: 'c' }, {}] }

warnings('a missing value is counted for each item that lacks it', async () => {
  for (const source of [
    '{{#each items}}<p>{{name}}</p>{{/each}}',
    '{{#items}}<p>{{name}} {{name}}</p>{{/items}}',
    '<p data-repeat="items">{{this.name}}</p>',
    '{{#each items as |item|}}<p>{{item.name}}</p>{{/each}}',
    '<p title="{{#each items}}{{name}}{{/each}}">x</p>',
    '<table><tr data-repeat="items"><td>{{upper name}}</td></tr></table>',
    '{{#each items}}{{#with this}}<p>{{name}}</p>{{/with}}{{/each}}',
    '{{#each @root.items}}<p>{{name}}</p>{{/each}}',
  ])
    assert.equal(await placesOf(source, ROWS), ['missing-value items[1].name', 'missing-value items[3].name'], source)
})

warnings('paths lead through lists, objects and outer scopes', async () => {
  const source = `
    {{#each orders}}{{#each parts}}{{sku}}{{../number}}{{/each}}{{/each}}
    {{#each prices}}{{net}}{{/each}}
    {{customer.name.first}} {{orders.[0].total}} {{@root.seller}}
    {{#with customer}}{{street}}{{/with}}
    {{#each grid}}{{#each this}}{{x}}{{/each}}{{/each}}
    {{#if flag}}{{note}}{{/if}}`
  const data = {
    orders: [{ parts: [{ sku: 1 }, {}] }],
    prices: { 'a b': { net: 1 }, 'c.d': {} },
    customer: { city: 'x' },
    grid: [[{ x: 1 }], [{}]],
    flag: true,
  }
  assert.equal([...(await placesOf(source, data))].sort(), [
    'missing-value customer.name.first',
    'missing-value customer.street',
    'missing-value grid[1][0].x',
    'missing-value note',
    'missing-value orders[0].number',
    'missing-value orders[0].parts[1].sku',
    'missing-value orders[0].total',
    'missing-value prices["c.d"].net',
    'missing-value seller',
  ])
})

warnings('a value found in an outer scope is of that scope', async () => {
  const data = { client: { city: 'x' }, items: [{}, {}] }
  assert.equal(await placesOf('{{#each items}}{{client}}{{client.name}}{{/each}}', data), ['bad-value client', 'missing-value client.name'])
})

warnings('a bad value has the path of the value', async () => {
  const data = {
    object: { a: 1 },
    list: [{ a: 1 }],
    text: 'abc',
    rows: [{ price: 1 }, { price: 'x' }, { price: { y: 1 } }],
    url: 'javascript:alert(1)',
    day: 'yesterday',
    color: 'red;}',
    rich: '<b>x</b><img src="y"><script>z</script><a href="file:///x">w</a>',
    code: 'ä',
  }
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{{object}}', ['bad-value object']],
    ['{{list}}', ['bad-value list']],
    ['{{add text 1}}', ['bad-value text']],
    ['{{currency text "EUR"}}', ['bad-value text']],
    ['{{sum rows "price"}}', ['bad-value rows[1].price', 'bad-value rows[2].price']],
    ['{{#each rows}}{{number price}} {{/each}}', ['bad-value rows[1].price', 'bad-value rows[2].price']],
    ['{{join rows ", " "price"}}', ['bad-value rows[2].price']],
    ['{{date day}}', ['bad-value day']],
    ['<a href="{{url}}">x</a>', ['blocked-url url']],
    ['<p style="color: {{color}}">x</p>', ['bad-value color']],
    ['{{{rich}}}', ['bad-value rich', 'blocked-url rich']],
    ['{{barcode code type="ean13"}}', ['bad-value code']],
    ['{{#each text}}x{{/each}}', ['not-a-list text']],
    ['{{#each rows}}{{#each price}}x{{/each}}{{/each}}', ['not-a-list rows[0].price', 'not-a-list rows[1].price']],
    ['{{currency text "EURO"}}', ['bad-value 1:3', 'bad-value text']],
    ['{{concat object}} {{upper (lower object)}}', ['bad-value object']],
  ]
  for (const [source, expected] of cases) assert.equal([...(await placesOf(source, data))].sort(), expected, source)
})

warnings('a picture is of the value that names it, each time', async () => {
  const bad = 'data:image/png;base64,AAAA'
  const data = { logo: bad, items: [{ photo: bad }, { photo: 'none.png' }, { photo: 'https://example.com/x.png' }] }
  assert.equal(await placesOf('<img src="{{logo}}" alt=""><div data-repeat="items">{{image photo}}</div>', data), [
    'bad-image logo',
    'bad-image items[0].photo',
    'missing-asset items[1].photo',
    'blocked-url items[2].photo',
  ])
  assert.equal(await placesOf(`<img src="${bad}"><img src="${bad}"><img src="https://example.com/x.png">`, {}), [
    'bad-image 1:1',
    'bad-image 1:39',
    'blocked-url 1:77',
  ])
})

// ── Missing glyphs ───────────────────────────────────────────────────────────────────────────────────────────────────────

const [A, B] = ['\u{10fffd}', '\u{10fffc}']

warnings('a missing glyph is counted for each place', async () => {
  assert.equal(await placesOf(`<p>${A}${A}</p><p>${A}</p>`, {}), ['missing-glyph 1:1', 'missing-glyph 1:12'])
})

warnings('a missing glyph of the data is of the value that holds it', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ name: i % 7 === 3 ? `x${A}` : 'ab', no: i }))
  const inRows = ['missing-glyph rows[3].name', 'missing-glyph rows[10].name', 'missing-glyph rows[17].name']
  const data = { a: A, b: `x ${B}`, rich: `<b>x${A}</b><ul><li>${B}</li></ul>`, small: '\u{10428}', rows, text: 'x' }
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['<p>{{text}} {{a}} {{b}}</p>', ['missing-glyph a', 'missing-glyph b']],
    [`<p>${A} {{a}} {{b}}</p>`, ['missing-glyph 1:1', 'missing-glyph a', 'missing-glyph b']],
    [`<p>${A} {{text}}</p>`, ['missing-glyph 1:1']],
    ['<p>{{text}} <b>{{a}}</b></p>', ['missing-glyph a']],
    ['<table><tr data-repeat="rows"><td>{{no}}</td><td>{{name}}</td></tr></table>', inRows],
    ['<ul>{{#each rows}}<li>{{no}} {{name}}</li>{{/each}}</ul>', inRows],
    ['<p>{{#rows}}{{name}} {{/rows}}</p>', inRows],
    ['<div>{{#each rows}}{{name}}<br>{{/each}}</div>', inRows],
    ['<p>{{#if a}}{{b}}{{else}}{{a}}{{/if}}</p>', ['missing-glyph b']],
    ['<div>{{{rich}}}</div>', ['missing-glyph rich']],
    ['<p style="text-transform: uppercase">{{small}}</p>', ['missing-glyph small']],
    ['<p>{{default text2 a}} {{concat text b}}</p>', ['missing-glyph a', 'missing-glyph b']],
    ['<p>{{upper (join rows "," "name")}}</p>', ['missing-glyph rows']],
    ['<style>p::before { content: attr(title) }</style><p title="{{a}}">{{text}}</p>', ['missing-glyph a']],
    ['<input value="{{a}}"><img src="data:," alt="{{b}}">', ['bad-image 1:22', 'missing-glyph a', 'missing-glyph b']],
    ['<svg width="9" height="9"><text>{{a}}<tspan>{{b}}</tspan></text></svg>', ['missing-glyph a', 'missing-glyph b']],
    ['<table><tr data-repeat="rows"><td>{{no}} {{carry "no"}} {{name}}</td></tr></table>', inRows],
  ]
  for (const [source, expected] of cases) assert.equal([...(await placesOf(source, data))].sort(), [...expected].sort(), source)
})

warnings('a missing glyph of rows that are read once is of its row', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => ({ name: i === 117 ? A : 'ab' }))
  const source = '<table><tr data-repeat="rows"><td>{{name}}</td></tr></table>'
  const sync = function* () {
    yield* rows
  }
  const late = async function* () {
    yield* rows
  }
  for (const streamed of [sync, late]) assert.equal(await placesOf(source, { rows: streamed() }), ['missing-glyph rows[117].name'])
})

warnings('a missing glyph of a merge is of its part, and names the place of the template too', async () => {
  const template = engine.compile({ type: 'html', source: '<h1>x</h1>\n<p>{{a}}</p>{{{b}}}' })
  const parts = [A, 'x', A].map((a) => ({ template, data: { a, b: `<i>${a}</i>` } }))
  const { warnings: list, warningCount } = await engine.merge(parts)
  assert.is(warningCount, 4)
  const places = list.map(({ part, path, at }) => `${part} ${path} ${at?.kind === 'text' ? at.line : ''}`)
  assert.equal(places, ['0 a 2', '0 b 1', '2 a 2', '2 b 1'])
})

warnings('of one character at one place twenty values are listed, the last with the number of the others; all are counted', async () => {
  const template = engine.compile({ type: 'html', source: '<table><tr data-repeat="rows"><td>{{a}}</td><td>{{b}}</td></tr></table>' })
  const rows = Array.from({ length: 1500 }, (_, i) => ({ a: A + B, b: i === 1400 ? A : '' }))
  const { warnings: list, warningCount } = await engine.render(template, { rows })
  assert.equal([list.length, warningCount], [20 + 20 + 1, 1501])
  const counted = list.filter(({ count }) => count !== undefined)
  assert.equal(
    counted.map(({ path, count }) => `${path} ${count}`),
    ['rows[19].a 1481', 'rows[19].a 1481'],
  )
  assert.is(list.at(-1)?.path, 'rows[1400].b')
  assert.match(describe(counted[0]!), /, at rows\[19\]\.a and 1480 more values/)
})

warnings('values are looked at again only where a glyph is missing, once for each element', async () => {
  let calls = 0
  const helpers = {
    seen: ([value]: readonly unknown[]) => {
      calls++
      return value
    },
  }
  const counting = await createEngine({ helpers })
  const template = counting.compile({ type: 'html', source: '<table><tr data-repeat="rows"><td>{{seen name}}</td></tr></table>' })
  const callsOf = async (rows: readonly object[]): Promise<number> => {
    calls = 0
    await counting.render(template, { rows })
    return calls
  }
  const whole = Array.from({ length: 500 }, () => ({ name: 'Żółw Ελλάδα №' }))
  const bound = await callsOf(whole)
  assert.is(bound % whole.length, 0)
  const many = `${A}${B} `.repeat(50)
  // Each time the row is bound.
  assert.is(await callsOf(whole.with(17, { name: many })), bound + bound / whole.length)
})

warnings('each code is counted once for each place, whatever the number of messages', async () => {
  const template = engine.compile({ type: 'html', source: '<p>{{text}}</p>' })
  const { warnings: list, warningCount } = await engine.render(template, { text: '\u{10fffd}\u{10fffc}' })
  assert.equal([list.length, warningCount], [2, 1])
})

warnings('all are counted, and the first thousand kept', async () => {
  const template = engine.compile({ type: 'html', source: '<table><tr data-repeat="rows"><td>{{a}}</td></tr></table>' })
  const { warnings: list, warningCount } = await engine.render(template, { rows: Array.from({ length: 2500 }, () => ({})) })
  assert.equal([list.length, warningCount], [1000, 2500])
  assert.is(list[999]?.path, 'rows[999].a')
})

warnings('in a merge each part has its own', async () => {
  const template = engine.compile({ type: 'html', source: '<p>{{a}}</p>{{image b}}' })
  const b = 'data:image/png;base64,AAAA'
  const parts = [
    { template, data: { b } },
    { template, data: { a: 1, b } },
    { template, data: { b: '' } },
  ]
  const { warnings: list, warningCount } = await engine.merge(parts)
  const places = list.map(({ code, part, path }) => `${part} ${code} ${path}`).sort()
  assert.equal(places, ['0 bad-image b', '0 missing-value a', '1 bad-image b', '2 missing-value a'])
  assert.is(warningCount, 4)
})

warnings('a name from the data makes no path of any length', async () => {
  const data = { map: { ['k'.repeat(10_000)]: {}, 'a"]\n': {} } }
  const [long = '', odd = ''] = await placesOf('{{#each map}}{{x}}{{/each}}', data)
  assert.is(long.length, 'missing-value '.length + 201)
  assert.is(odd, 'missing-value map["a\\"]\\n"].x')
})

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

async function printed(source: string, json: string): Promise<readonly [string, readonly string[]]> {
  const data = parseJsonData(json)
  const canvas = new ListCanvas()
  const template = engine.compile({ type: 'html', source })
  const rendered = engine.paint(template, data, canvas, { inexact: inexactOf(data) })
  const text = [...canvas.text.matchAll(/text [^"]*"([^"]*)"/g)].map(([, each]) => each).join('')
  return [text, rendered.warnings.map(({ code, path }) => `${code} ${path}`)]
}

warnings('integers of JSON print exactly; those that no number holds are reported where they are printed', async () => {
  const big = '1234567890123456789'
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['{{a}}', `{"a":${big}}`, big, ['bad-value a']],
    ['{{a}}', `{"a":-${big}0}`, `-${big}0`, ['bad-value a']],
    ['{{a}}', `{"a":"${big}"}`, big, []],
    ['{{a}}', `{"a":9007199254740991}`, '9007199254740991', []],
    ['{{a}}', `{"a":9007199254740993}`, '9007199254740993', ['bad-value a']],
    ['{{a}}', `{"a":1234567890123456768}`, '1234567890123456768', []],
    ['{{a}}', `{"a":100000000000000000000}`, '100000000000000000000', []],
    ['{{a}}', `{"a":22.000000000000004}`, '22', []],
    ['{{a}}', `{"a":0.12345678901234567890}`, '0.123456789012346', []],
    ['{{b}}', `{"a":${big},"b":1}`, '1', []],
    [
      '{{#each l}}{{id}};{{/each}}',
      `{"l":[{"id":${big}},{"id":1},{"id":${big}}]}`,
      `${big};1;${big};`,
      ['bad-value l[0].id', 'bad-value l[2].id'],
    ],
    ['{{number a}}', `{"a":${big}}`, '1,234,567,890,123,456,789', ['bad-value a']],
    ['{{s}}|{{a}}', `{"s":"\\\\: 1234567890123456789, ","a":${big}}`, `\\: ${big}, |${big}`, ['bad-value a']],
    [`{{#if a}}{{eq a "${big}"}}{{/if}}`, `{"a":${big}}`, 'true', []],
    ['{{gt a 5}} {{add a 1}}', `{"a":${big}}`, 'true 1234567890123460000', ['bad-value a']],
  ]
  for (const [source, json, text, places] of cases) {
    const made = await printed(`<p>${source}</p>`, json)
    assert.equal([made[0].replaceAll('\\\\', '\\'), made[1]], [text, places], json)
  }
})

warnings('numbers that lose digits in print are reported', async () => {
  assert.equal(await placesOf('{{a}} {{b}} {{c}} {{d}}', { a: 2 ** 60, b: 1e20, c: Number.NaN, d: new Date(Number.NaN) }), [
    'bad-value a',
    'bad-value c',
    'bad-value d',
  ])
})

warnings('an integer beyond all numbers prints as it was written, and a longer one than is read is infinite', () => {
  const long = '9'.repeat(400)
  assert.is((parseJsonData(`{"a":${long}}`) as { a: unknown }).a, BigInt(long))
  assert.equal([...(inexactOf(parseJsonData(`[${long}]`)) ?? [])], [BigInt(long)])
  assert.is((parseJsonData(`{"a":${'9'.repeat(2000)}}`) as { a: unknown }).a, Number.POSITIVE_INFINITY)
})

warnings('JSON that is none is an error, with its place', () => {
  for (const json of ['{"a":12345678901234567890', '{"a":"12345678901234567890 , }', '{"a": 12345678901234567890 ,}', '"\\'])
    assert.throws(
      () => parseJsonData(json),
      (thrown: unknown) => thrown instanceof SyntaxError,
      json,
    )
})

warnings('a field cannot pass for an integer, and none reaches a prototype', () => {
  const data = parseJsonData('{"__proto__":12345678901234567890,"a":"x:12345678901234567890"}') as Record<string, unknown>
  assert.is(Object.getPrototypeOf(data), Object.prototype)
  assert.is(Object.getOwnPropertyDescriptor(data, '__proto__')?.value, 12345678901234567890n)
  assert.is(data['a'], 'x:12345678901234567890')
})

warnings.run()
