// The statement with 1,000 rows: every row once and in order, the header on every page, "Page x of y" right on every page.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { statementData } from '../bench/documents.ts'
import { createEngine } from '../engine/index.ts'
import { textByPoppler } from './support/pdf-tools.ts'
import { sampleSource } from './support/samples.ts'

const ROWS = 1000
const statement = suite('statement of 1,000 rows')

statement('keeps every row, header and page number', async () => {
  const engine = await createEngine()
  const template = engine.compile({ type: 'html', source: sampleSource('statement.html') })
  const { pdf, pages, warnings } = await engine.render(template, statementData(1, ROWS))
  assert.equal(warnings, [])
  const text = textByPoppler(pdf, '-layout')
  if (text === undefined) return
  const sheets = text.split('\f').filter((sheet) => sheet.trim() !== '')
  assert.is(sheets.length, pages)
  assert.ok(pages > 10)
  sheets.forEach((sheet, i) => {
    assert.match(sheet, /Date\s+Reference\s+Description\s+In\s+Out\s+Balance/)
    assert.match(sheet, new RegExp(`Page ${i + 1} of ${pages}\\b`))
  })
  const references = [...text.matchAll(/R(\d{7})/g)].map((match) => Number(match[1]))
  assert.equal(
    references,
    Array.from({ length: ROWS }, (_, i) => i + 1),
  )
})

statement.run()
