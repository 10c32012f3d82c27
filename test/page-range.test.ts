// Rendering some pages of a document: the others are laid out and counted, not painted.
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, InputError } from '../engine/index.ts'
import { textByPdfJs } from './support/extract.ts'
import { faultsOf } from './support/pdf-tools.ts'

const engine = await createEngine()
const range = suite('page range')

const SOURCE = `<style>@page { size: 400px 300px; margin: 50px; @bottom-right { content: counter(page) "/" counter(pages) } } section { break-after: page }</style>
<a href="#four">jump</a>{{#each names}}<section id="{{this}}">page of {{this}}</section>{{/each}}<p>end</p>`
const template = engine.compile({ type: 'html', source: SOURCE })
const data = { names: ['one', 'two', 'three', 'four'] }

const sizeOf = async (pdf: Uint8Array): Promise<number> => (await PDFDocument.load(pdf)).getPageCount()

range('a range has its pages, with the numbers of the whole document', async () => {
  const { pdf, pages, warnings } = await engine.render(template, data, { pageRange: { first: 2, last: 3 } })
  assert.equal([pages, await sizeOf(pdf), warnings], [5, 2, []])
  assert.equal(faultsOf(pdf), [])
  const text = await textByPdfJs(pdf)
  for (const shown of ['page of two', '2/5', 'page of three', '3/5']) assert.match(text, shown)
  for (const hidden of ['page of one', 'page of four', 'end']) assert.not.match(text, hidden)
})

range('a range without an end goes to the last page', async () => {
  assert.is(await sizeOf((await engine.render(template, data, { pageRange: { first: 4 } })).pdf), 2)
  assert.is(await sizeOf((await engine.render(template, data, { pageRange: { first: 1, last: 99 } })).pdf), 5)
})

range('the whole range gives the same bytes as no range', async () => {
  const [all, whole] = await Promise.all([engine.render(template, data), engine.render(template, data, { pageRange: { first: 1 } })])
  assert.ok(Buffer.from(all.pdf).equals(whole.pdf))
})

range('a range beyond the end is an error', async () => {
  const thrown = await engine.render(template, data, { pageRange: { first: 6, last: 7 } }).catch((error: unknown) => error)
  assert.instance(thrown, InputError)
  assert.equal(
    (thrown as InputError).diagnostics.map(({ code, message }) => [code, message]),
    [['page-range', 'the document has 5 pages, none of them in the range']],
  )
})

range.run()
