import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compile } from '../support/binding.ts'

const variables = suite('variables')

/** `name:type` of every variable; a string has no type. */
function read(html: string): string {
  const { template, list } = compile(html)
  if (list.all.length > 0) throw new Error(list.all.map((d) => d.message).join('\n'))
  return template.variables.map(({ name, type }) => (type === 'string' ? name : `${name}:${type}`)).join(' ')
}

variables('a placeholder is a string', () => {
  assert.is(read('{{name}} {{total}} {{name}}'), 'name total')
})

variables('a dotted name adds its object', () => {
  assert.is(read('{{customer.name}}'), 'customer:object customer.name')
  assert.is(read('{{a.b.c}}'), 'a:object a.b:object a.b.c')
})

variables('an array adds itself, its element and the fields', () => {
  const items = 'items:array items[]:object items[].name items[].price'
  assert.is(read('{{#each items}}{{name}} {{price}}{{/each}}'), items)
  assert.is(read('{{#items}}{{name}} {{price}}{{/items}}'), items)
  assert.is(read('<p data-repeat="items">{{name}} {{this.price}}</p>'), items)
  assert.is(read('{{#each items as |item i|}}{{item.name}} {{i}} {{item.price}}{{/each}}'), items)
  assert.is(read('{{items.0.name}} {{items.[1].price}}'), items)
})

variables('arrays nest', () => {
  assert.is(
    read('{{#each items}}{{#each parts}}{{sku}}{{/each}}{{/each}}'),
    'items:array items[]:object items[].parts:array items[].parts[]:object items[].parts[].sku',
  )
})

variables('an element used only as this is a string', () => {
  assert.is(read('{{#each tags}}{{this}}{{/each}}'), 'tags:array tags[]')
  assert.is(read('{{#tags}}{{.}}{{/tags}}'), 'tags:array tags[]')
  assert.is(read('{{#each tags as |t|}}{{t}}{{/each}}'), 'tags:array tags[]')
  assert.is(read('{{#each rows}}{{#each this}}{{this}}{{/each}}{{/each}}'), 'rows:array rows[]:array rows[][]')
})

variables('an unused element is an object', () => {
  assert.is(read('{{#each items}}x{{@index}}{{/each}}'), 'items:array items[]:object')
})

variables('a section is an array if its content uses fields or this, else a string', () => {
  assert.is(read('{{#note}}<b>Note</b>{{/note}}'), 'note')
  assert.is(read('{{#note}}{{text}}{{/note}}'), 'note:array note[]:object note[].text')
  assert.is(read('{{#a}}{{../b}} {{@root.c}}{{/a}}'), 'a b c')
  assert.is(read('{{#a}}{{#if b}}x{{/if}}{{/a}}'), 'a:array a[]:object a[].b')
  assert.is(read('{{#a}}<p title="{{b}}"></p>{{/a}}'), 'a:array a[]:object a[].b')
  assert.is(read('{{#a}}{{#each b}}{{../c}}{{/each}}{{/a}}'), 'a:array a[]:object a[].b:array a[].b[]:object a[].c')
  assert.is(read('<title>{{#a}}{{b}}{{/a}}</title>'), 'a:array a[]:object a[].b')
})

variables('a section whose name has fields of its own is an object', () => {
  assert.is(read('{{#customer}}{{name}}{{/customer}} {{customer.city}}'), 'customer:object customer.name customer.city')
  assert.is(read('{{customer.city}} {{#customer}}{{name}}{{/customer}}'), 'customer:object customer.city customer.name')
})

variables('with adds an object', () => {
  assert.is(read('{{#with customer}}{{name}}{{/with}}'), 'customer:object customer.name')
  assert.is(read('{{#with customer as |c|}}{{c.name}}{{/with}}'), 'customer:object customer.name')
  assert.is(read('{{#with name}}{{this}}{{/with}}'), 'name')
})

variables('parents, root and block parameters refer to scopes around', () => {
  assert.is(read('{{#each items}}{{../total}} {{@root.currency}}{{/each}}'), 'items:array items[]:object total currency')
  assert.is(
    read('{{#each a as |x|}}{{#each b}}{{x.c}} {{d}}{{/each}}{{/each}}'),
    'a:array a[]:object a[].b:array a[].b[]:object a[].c a[].b[].d',
  )
})

variables('inside a repeat a bare name is the row’s', () => {
  assert.is(read('{{total}}{{#each items}}{{total}}{{/each}}'), 'total items:array items[]:object items[].total')
})

variables('an else branch is outside of the scope', () => {
  assert.is(read('{{#each items}}{{a}}{{else}}{{b}}{{/each}}'), 'items:array items[]:object items[].a b')
})

variables('conditions are strings, unless other uses say otherwise', () => {
  assert.is(read('{{#if a}}{{b}}{{else if c}}d{{/if}}{{#unless e}}f{{/unless}}'), 'a b c e')
  assert.is(read('{{#if items}}{{#each items}}{{n}}{{/each}}{{/if}}'), 'items:array items[]:object items[].n')
  assert.is(read('{{#if items.length}}x{{/if}}'), 'items:array items[]:object')
  assert.is(read('<p data-if="a" data-unless="b">'), 'a b')
  assert.is(read('<p {{#if a}}hidden{{/if}}>'), 'a')
})

variables('arguments of helpers have the types of the signature', () => {
  assert.is(read('{{sum items "price"}}'), 'items:array items[]:object items[].price')
  assert.is(read('{{count items}}'), 'items:array items[]:object')
  assert.is(read('{{join tags ", "}}'), 'tags:array tags[]')
  assert.is(read('{{join people ", " "name"}}'), 'people:array people[]:object people[].name')
  assert.is(read('{{sum numbers}}'), 'numbers:array numbers[]')
  assert.is(read('{{currency (multiply a b) code}}'), 'a b code')
  assert.is(read('{{default a b}} {{upper c locale=d}}'), 'a b c d')
  assert.is(read('{{lookup prices "small"}} {{lookup names key}}'), 'prices:object prices.small names:object key')
  assert.is(read('{{qrcode a}}{{barcode b}}{{image c}}{{{d}}}'), 'a b c d')
})

variables('variables are in the order of the text', () => {
  assert.is(
    read(
      '<html lang="{{l}}"><head><style>a{color:{{c}}}</style><title>{{t}}</title><style>b{width:{{w}}}</style></head><body class="{{k}}">{{x}}',
    ),
    'l c t w k x',
  )
})

variables('names of inherited fields are variables', () => {
  assert.is(read('{{constructor}} {{toString.x}}'), 'constructor toString:object toString.x')
})

variables.run()
