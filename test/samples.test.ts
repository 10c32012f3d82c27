// The samples a new store is seeded with: each renders without a warning, from its own data and from data made for it, into a file that other programs accept.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../engine/index.ts'
import { faultsOf, textByPoppler } from './support/pdf-tools.ts'
import { SAMPLES, sampleData, sampleSource } from './support/samples.ts'

const engine = await createEngine()
const samples = suite('samples')

for (const { name, type, file } of SAMPLES) {
  const template = engine.compile({ type, source: sampleSource(file) })

  samples(`${name} renders its data without a warning`, async () => {
    const { pdf, warnings } = await engine.render(template, sampleData(name))
    assert.equal(warnings, [])
    assert.equal(faultsOf(pdf), [])
  })

  samples(`${name} renders data made from its variables without a warning`, async () => {
    const { warnings } = await engine.render(template, engine.sampleData(template))
    assert.equal(warnings, [])
  })

  samples(`${name} streams the bytes it renders`, async () => {
    const { pdf } = await engine.render(template, sampleData(name))
    const chunks: Uint8Array[] = []
    for await (const chunk of engine.stream(template, sampleData(name))) chunks.push(chunk)
    assert.ok(Buffer.concat(chunks).equals(pdf))
  })
}

samples('the text of the invoice holds its data', async () => {
  const { pdf } = await engine.render(engine.compile({ type: 'html', source: sampleSource('invoice.html') }), sampleData('invoice'))
  const text = textByPoppler(pdf, '-layout')
  if (text === undefined) return
  for (const expected of ['INV-2026-0147', 'Harbour & Finch Ltd', 'Illustrations', '€1,337.00', '€12,655.81', 'Page 1 of 1']) {
    assert.ok(text.includes(expected), expected)
  }
})

samples('merged templates are one document whose parts count their own pages', async () => {
  const invoice = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
  const statement = engine.compile({ type: 'html', source: sampleSource('statement.html') })
  const single = await engine.render(statement, sampleData('statement'))
  const { pdf, pages } = await engine.merge([
    { template: invoice, data: sampleData('invoice') },
    { pdf: single.pdf },
    { template: statement, data: sampleData('statement') },
  ])
  assert.is(pages, 1 + single.pages + single.pages)
  assert.equal(faultsOf(pdf), [])
  const text = textByPoppler(pdf, '-layout')
  if (text === undefined) return
  const numbers = [...text.matchAll(/Page (\d+) of (\d+)/g)].map(([, page, of]) => `${page}/${of}`)
  const own = Array.from({ length: single.pages }, (_, i) => `${i + 1}/${single.pages}`)
  assert.equal(numbers, ['1/1', ...own, ...own])
})

samples.run()
