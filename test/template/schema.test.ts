import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { loadBarcodes } from '../../engine/bind/helpers/barcode.ts'
import { sampleData } from '../../engine/template/sample.ts'
import { jsonSchema, missingVariables, typesOf } from '../../engine/template/schema.ts'
import { bind, compile } from '../support/binding.ts'

const schema = suite('schema')

const SCALAR = { type: ['string', 'number', 'boolean', 'null'] }
const INVOICE = '{{no}}{{customer.name}}{{#each items}}{{name}}{{#each tags}}{{this}}{{/each}}{{/each}}{{[unit price]}}'

schema('a JSON schema of the data', () => {
  assert.equal(jsonSchema(compile(INVOICE).template.variables), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      no: SCALAR,
      customer: { type: 'object', properties: { name: SCALAR } },
      items: { type: 'array', items: { type: 'object', properties: { name: SCALAR, tags: { type: 'array', items: SCALAR } } } },
      'unit price': SCALAR,
    },
  })
})

schema('types for TypeScript', () => {
  assert.is(
    typesOf(compile(INVOICE).template.variables),
    `export type Scalar = string | number | boolean | null

export interface Data {
  readonly no?: Scalar
  readonly customer?: {
    readonly name?: Scalar
  }
  readonly items?: readonly {
    readonly name?: Scalar
    readonly tags?: readonly Scalar[]
  }[]
  readonly "unit price"?: Scalar
}
`,
  )
})

schema('missing variables are looked up in scopes around', () => {
  const { variables } = compile(`${INVOICE}{{#each items}}{{currency}}{{/each}}`).template
  assert.equal(missingVariables(variables, {}), ['no', 'customer', 'items', 'unit price'])
  const data = { no: 1, customer: {}, items: [{ name: 'a', tags: [] }, { name: 'b' }], currency: 'EUR', 'unit price': null }
  assert.equal(missingVariables(variables, data), ['customer.name', 'items[].tags'])
})

schema('sample data has three elements in every list, of the expected kinds', () => {
  const html = `{{customer.email}}{{currency total "EUR"}}{{date due "long"}}<img src="{{logo}}"><a href="{{site}}">x</a>{{#if paid}}y{{/if}}
    {{#if (eq status "open")}}z{{/if}}{{#each lines}}{{description}}{{number qty}}{{/each}}{{#each tags}}{{this}}{{/each}}`
  const data = sampleData(compile(html).template)
  assert.equal(Object.keys(data), ['customer', 'total', 'due', 'logo', 'site', 'paid', 'status', 'lines', 'tags'])
  assert.equal(data['customer'], { email: 'ada@example.com' })
  assert.type(data['total'], 'number')
  assert.is(data['due'], '2026-01-29')
  assert.match(String(data['logo']), /^data:image\//)
  assert.is(data['paid'], true)
  assert.is(data['status'], 'open')
  assert.is((data['lines'] as unknown[]).length, 3)
  assert.type((data['lines'] as { qty: unknown }[])[0]!.qty, 'number')
  assert.equal(data['tags'], ['Tags', 'Tags', 'Tags'])
})

/** Templates that are hard to find sample data for. */
const TEMPLATES = [
  INVOICE,
  '<p style="color:{{c}};width:{{w}}%;height:{{h}};font-family:\'{{f}}\';background:url({{u}})">',
  '<style>a{color:{{brand}};width:{{w}}mm;content:"{{t}}";background:url({{u}})}@page{margin:{{m}}mm}</style>',
  '{{barcode a type="ean13"}}{{barcode b}}{{barcode c type="itf"}}{{qrcode d}}{{image e width=w}}{{barcode f type="upc-a"}}',
  '{{sum items "price"}}{{sum ns}}{{join tags}}{{join people ", " "name"}}{{count items}}{{divide a b}}{{round x places}}',
  '{{currency n code locale=l decimals=d}}{{date when form timeZone=z}}{{percent p}}{{number q}}{{upper u locale=k}}',
  '{{#with a}}{{this}}{{/with}}{{#with b}}{{c}}{{/with}}{{#d}}{{e}}{{/d}}{{#f}}x{{/f}}{{lookup g "h"}}{{lookup i j}}',
  '{{#each a}}{{#each b}}{{#each c}}{{d}}{{../e}}{{@root.f}}{{/each}}{{/each}}{{/each}}{{rows.0.x}}{{#if list.length}}y{{/if}}',
  '<table><tr data-repeat="rows"><td colspan="{{span}}">{{date day}}</td><td>{{{rich}}}</td></tr></table><html lang="{{l}}">',
]

schema('sample data gives no warnings', async () => {
  const encodeBarcode = await loadBarcodes()
  const folder = new URL('../../server/samples/', import.meta.url)
  const samples = readdirSync(folder).filter((name) => name.endsWith('.html'))
  for (const html of [...TEMPLATES, ...samples.map((name) => readFileSync(new URL(name, folder), 'utf8'))]) {
    const data = sampleData(compile(html).template)
    assert.equal(bind(html, data, { encodeBarcode }).problems, [], html.slice(0, 200))
  }
})

schema.run()
