import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Expression, Text } from '../../engine/template/template.ts'
import { compile, problemsOf } from '../support/binding.ts'

const expression = suite('expression')

/** The compiled expression of one placeholder, in a short notation. */
function read(code: string, helpers: readonly string[] = []): string {
  const { template, list } = compile(`<title>{{${code}}}</title>`, { helpers: Object.fromEntries(helpers.map((name) => [name, () => ''])) })
  if (list.all.length > 0) throw new Error(list.all.map((d) => `${d.message} (${d.hint})`).join('\n'))
  return textText(template.title)
}

function textText(text: Text): string {
  const [part] = text as Exclude<Text, string>
  return part?.kind === 'value' ? expressionText(part.value) : JSON.stringify(text)
}

function expressionText(value: Expression): string {
  if (value.kind === 'constant') return JSON.stringify(value.value) ?? 'undefined'
  if (value.kind === 'path') return `${value.source}${value.depth || ''}:${value.segments.join('/')}`
  const named = Object.entries(value.named).map(([key, argument]) => `${key}=${expressionText(argument)}`)
  return `${value.helper}(${[...value.positional.map(expressionText), ...named].join(', ')})`
}

expression('paths', () => {
  assert.is(read('name'), 'scope:name')
  assert.is(read('customer.name'), 'scope:customer/name')
  assert.is(read('customer/name'), 'scope:customer/name')
  assert.is(read('items.[0].name'), 'scope:items/0/name')
  assert.is(read('items.0.name'), 'scope:items/0/name')
  assert.is(read('[unit price]'), 'scope:unit price')
  assert.is(read('a.[b c].d'), 'scope:a/b c/d')
  assert.is(read('prénom-usuel'), 'scope:prénom-usuel')
})

expression('this, parents, root and locals', () => {
  assert.is(read('this'), 'this:')
  assert.is(read('.'), 'this:')
  assert.is(read('this.name'), 'this:name')
  assert.is(read('./name'), 'this:name')
  assert.is(read('../total'), 'scope1:total')
  assert.is(read('../../a.b'), 'scope2:a/b')
  assert.is(read('..'), 'this1:')
  assert.is(read('@root.x.y'), 'root:x/y')
  assert.is(read('@index'), 'local:index')
  assert.is(read('@../key'), 'local1:key')
})

expression('literals', () => {
  assert.is(read('"it\'s"'), '"it\'s"')
  assert.is(read('12.5'), '12.5')
  assert.is(read('-1'), '-1')
  assert.is(read('true'), 'true')
  assert.is(read('null'), 'null')
})

expression('calls with arguments, names and calls inside', () => {
  assert.is(read('currency total "EUR"'), 'currency(scope:total, "EUR")')
  assert.is(read('number n decimals=2'), 'number(scope:n, decimals=2)')
  assert.is(read('upper (default ../a "x")'), 'upper(default(scope1:a, "x"))')
  assert.is(read('(upper a)'), 'upper(scope:a)')
  assert.is(read('shout a loud=true', ['shout']), 'shout(scope:a, loud=true)')
  assert.is(read('(now)', ['now']), 'now()')
})

expression('a bare name is a field, whatever helper has the name', () => {
  for (const name of ['number', 'date', 'count', 'upper', 'each', 'if', 'lookup']) assert.is(read(name), `scope:${name}`)
  assert.is(read('shout', ['shout']), 'scope:shout')
})

/** The problem of one placeholder that begins at line 2, column 4. */
const problem = (code: string): string => problemsOf(`<p>\n  {{${code}}}</p>`).join('\n')

expression('unknown helpers get a suggestion', () => {
  assert.is(problem('curency total "EUR"'), '2:5: unknown helper "curency" (did you mean "currency"?)')
  assert.is(problem('upper (lwoer x)'), '2:12: unknown helper "lwoer" (did you mean "lower"?)')
  assert.match(problem('customer.name "x"'), 'unknown helper "customer.name"')
  assert.match(problem('toString x'), 'unknown helper "toString"')
  assert.match(problem('constructor x'), 'unknown helper "constructor"')
  assert.is(problem('each items'), '2:5: unknown helper "each" (open a block with {{#each …}})')
})

expression('the number of arguments and their names are checked', () => {
  assert.is(problem('divide a'), '2:5: helper "divide" takes 2 arguments, not 1')
  assert.is(problem('upper a b'), '2:5: helper "upper" takes 1 arguments, not 2')
  assert.is(problem('number n decimal=2'), '2:5: helper "number" has no argument "decimal" (did you mean "decimals"?)')
  assert.is(problem('add a b c=1'), '2:5: helper "add" has no argument "c" (it has no named arguments)')
})

expression('syntax of other languages gets a hint', () => {
  assert.match(problem('a + b'), 'cannot read "a + b" (there are no operators; write {{add a b}})')
  assert.match(problem('total > 5'), 'write {{gt a b}}')
  assert.match(problem('name | upper'), 'there are no pipes')
  assert.match(problem('concat a, b'), 'without commas')
  assert.match(problem('upper(name)'), 'write the helper first')
  assert.match(problem('upper "name'), 'a quotation mark is missing')
  assert.match(problem('upper (lower x'), 'a parenthesis is missing')
  assert.match(problem('unit price €'), 'names with spaces are written in brackets')
  assert.match(problem(''), 'an empty placeholder')
  assert.match(problem('@foo'), 'unknown name "@foo"')
  assert.is(problem('@indx'), '2:5: unknown name "@indx" (did you mean "index"?)')
  assert.match(problem('"a" b'), 'unknown helper')
})

expression('positions count from the start of the code, across lines', () => {
  assert.match(problem('upper\n   (foo x)'), '3:5: unknown helper "foo"')
})

expression('blocks take one value', () => {
  assert.is(problem('#each}}{{/each'), '2:6: {{#each}} takes one value, not 0 (write {{#each name}})')
  assert.match(problem('#each item in items}}{{/each'), 'write {{#each items as |item|}}')
  assert.match(problem('#if gt a b}}{{/if'), 'put a call into parentheses, as in {{#if (gt total 100)}}')
  assert.match(problem('#monney a}}{{/monney'), 'unknown helper "monney"')
  assert.match(problem('#qrcode a}}{{/qrcode'), 'cannot open a block')
  assert.match(problem('#if a b=1}}{{/if'), 'no argument "b"')
})

expression('directives are checked like blocks', () => {
  assert.equal(problemsOf('<p data-repeat="">'), ['1:4: data-repeat needs the name of a field (write data-repeat="items")'])
  assert.equal(problemsOf('<p data-if="gt a">'), ['1:13: helper "gt" takes 2 arguments, not 1'])
  assert.equal(problemsOf('<p data-repat="items">'), ['1:4: attribute data-repat has no effect (did you mean "data-repeat"?)'])
  assert.equal(problemsOf('<body data-if="x">'), ['1:7: data-if has no effect on <body> (put it on an element inside the body)'])
})

expression('nesting is limited', () => {
  assert.match(problem(`${'(upper '.repeat(200)}a${')'.repeat(200)}`), 'nested deeper than 50')
})

expression('all problems are reported together', () => {
  const problems = problemsOf('{{#if a}}<p>{{foo x}}</p>{{/each}}<b title="{{bar y}}">{{')
  assert.is(problems.length, 5) // {{ , {{/each}}, {{#if}}, foo, bar
})

expression.run()
