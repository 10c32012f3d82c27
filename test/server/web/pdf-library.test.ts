// What the preview needs of pdf.js: a document that is opened leaves the one that is shown alone.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'

const library = suite('pdf.js')
const engine = await createEngine()

library('a shorter document that is opened leaves the longer one its pages', async () => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const open = async (pages: number) => {
    const source = Array.from({ length: pages }, (_, i) => `<p style="break-after: page">Page ${i + 1}</p>`).join('')
    const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {})
    return getDocument({ data: new Uint8Array(pdf) }).promise
  }
  // 5.4.624 keeps one count of pages for all documents; 5.6 gives Arabic marks before their letters (test/paint/text/extraction.test.ts).
  const shown = await open(3)
  const next = await open(1)
  assert.equal([shown.numPages, next.numPages], [3, 1])
  const { items } = await (await shown.getPage(3)).getTextContent()
  assert.is(items.map((item) => ('str' in item ? item.str : '')).join(''), 'Page 3')
  await Promise.all([shown.loadingTask.destroy(), next.loadingTask.destroy()])
})

library.run()
