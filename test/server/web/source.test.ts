// What the source editor of the web application knows of the place of the caret, and what the build takes from the engine's tables.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aroundOf, cssAroundOf, openLists } from '../../../server/web/template/source/context.ts'
import { formatSource } from '../../../server/web/template/source/format.ts'
import type { Language } from '../../../server/web/template/source/language.data.ts'

const source = suite('source editor')

source('what stands around the caret', () => {
  const kind = (text: string): string => {
    const around = aroundOf(text)
    return around === undefined ? '' : `${around.kind} ${around.text}`
  }
  assert.is(kind('<p>{{na'), 'placeholder na')
  assert.is(kind('<p>{{#each it'), 'placeholder #each it')
  assert.is(kind('<p>{{name}} x'), '')
  assert.is(kind('{{> foo'), 'part foo')
  assert.is(kind('<tr data-repeat="it'), 'directive it')
  assert.is(kind('<img src="lo'), 'asset lo')
  assert.is(kind('<style>p { background: url(lo'), 'asset lo')
  assert.is(kind('<img alt="lo'), '')
})

source('the lists whose rows are written', () => {
  assert.equal(openLists('{{#each items}}{{#if a}}x{{/if}}{{#each parts}}'), ['items', 'parts'])
  assert.equal(openLists('{{#each items}}{{/each}}{{#tags}}{{#with b}}'), ['tags'])
})

source('names and values of CSS', () => {
  const css = (text: string, isAttribute = false): string => {
    const around = cssAroundOf(text, isAttribute)
    return around === undefined ? '' : around.kind === 'name' ? `name ${around.text}` : `${around.property}: ${around.text}`
  }
  assert.is(css('p { col'), 'name col')
  assert.is(css('p { color: re'), 'color: re')
  assert.is(css('p { border: 1px so'), 'border: so')
  assert.is(css('p { color: red } h'), '')
  assert.is(css('@page { @bottom-left { co'), 'name co')
  assert.is(css('p { content: "}" ; fo'), 'name fo')
  assert.is(css('color: red; mar', true), 'name mar')
})

source('formatting changes white space alone, and none that prints', async () => {
  const text = '<p>Hello{{#if x}}!{{/if}} {{date d "dd  MM"}}</p><table>{{#each items}}<tr><td>{{name}}</td></tr>{{/each}}</table>'
  const formatted = formatSource(text) ?? ''
  assert.match(formatted, '<p>Hello{{#if x}}!{{/if}} {{date d "dd  MM"}}</p>')
  assert.match(formatted, '\n    <tr>')
  assert.is(formatSource(formatted), formatted)
})

source('the build takes properties and helpers from the engine', async () => {
  // A step of the build is plain JavaScript.
  const { languageData } = (await import(String(new URL('../../../.build/language.mjs', import.meta.url)))) as {
    languageData(): Promise<Language>
  }
  const { properties, helpers, colors, blocks } = await languageData()
  const property = (name: string): Language['properties'][number] | undefined => properties.find((found) => found.name === name)
  assert.ok(property('display')?.keywords.includes('inline-flex'))
  assert.ok(property('display')?.keywords.includes('table-row'))
  assert.equal(property('text-align')?.keywords.includes('red'), false)
  assert.equal([property('border')?.isColored, property('font-family')?.isColored], [true, undefined])
  assert.is(helpers.find(({ name }) => name === 'currency')?.signature, 'currency number [option] locale=… decimals=… display=…')
  assert.match(helpers.find(({ name }) => name === 'currency')?.about ?? '', 'an amount of money')
  assert.ok(colors.includes('rebeccapurple') && blocks.includes('each'))
})

source.run()
