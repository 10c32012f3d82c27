// Text is measured at the sizes that browsers have, and ends in the file where layout says.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { advanceSize, PX } from '../../../engine/geometry.ts'
import { createEngine } from '../../../engine/index.ts'

const sizes = suite('advance sizes')
const engine = await createEngine()

sizes('font sizes are cut to hundredths and then to 64ths of a pixel', () => {
  const in64ths = (points: number): number => (advanceSize(points) / PX) * 64
  assert.is(in64ths(10), 853) // 13.33 px
  assert.is(in64ths(8), 682) // 10.66 px
  assert.is(in64ths(16.96 * PX), 1084) // 16.95 px in single precision
  assert.is(in64ths(11.2 * PX), 716) // not 11.19 px
  assert.is(in64ths(12), 1024)
  assert.is(in64ths(10.5), 896)
})

for (const size of ['8pt', '10pt', '11pt', '12pt', '10.4px']) {
  sizes(`a long line at the right ends there: ${size}`, async () => {
    const text = 'Quick brown foxes jump over lazy dogs and back again'
    const source = `<!doctype html><style>@page { size: 600pt 100pt; margin: 0 } body { margin: 0 } p { font: ${size} Arimo; margin: 0 100pt; text-align: right; white-space: nowrap }</style><p>${text}`
    const { pdf } = await engine.render(engine.compile({ type: 'html', source }), {})
    const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS, disableFontFace: true })
    const { items } = await (await (await task.promise).getPage(1)).getTextContent()
    const ends = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.transform[4] + item.width] : []))
    assert.ok(Math.abs(Math.max(...ends) - 500) < 0.25, `${ends}`)
    await task.destroy()
  })
}

sizes.run()
