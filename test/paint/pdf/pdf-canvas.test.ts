import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, InputError } from '../../../engine/diagnostic.ts'
import { IDENTITY } from '../../../engine/geometry.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import type { Gradient } from '../../../engine/paint/canvas.ts'
import { rectPath } from '../../../engine/paint/geometry/path.ts'
import { createPdfCanvas } from '../../../engine/paint/pdf/pdf-canvas.ts'
import { fileText } from '../../support/file-text.ts'
import { KIT_SUBSETTER } from '../../support/kit-fonts.ts'
import { BLUE, paintDocument, paintPdf, RED, rgb, textAt } from '../../support/paint-tools.ts'
import { faultsOf, pixelAt, pixelsOf, textByMupdf, textByPoppler } from '../../support/pdf-tools.ts'

const canvas = suite('pdf canvas')

/** Colour in the middle of the 10 × 10 pt square whose corner is (x, y), at 72 dpi. */
function colorIn(pdf: Uint8Array, x: number, y: number): string | undefined {
  const pixels = pixelsOf(pdf, 72)
  return pixels && pixelAt(pixels, x + 5, y + 5)
}

function isColor(pdf: Uint8Array, x: number, y: number, expected: string): void {
  const actual = colorIn(pdf, x, y)
  if (actual !== undefined) assert.is(actual, expected)
}

canvas('Poppler and MuPDF extract text with parentheses and backslashes', () => {
  const { pdf } = paintPdf(300, 100, (page) => page.glyphs(textAt('Größe (a\\b) €', 20, 50)))
  assert.equal(faultsOf(pdf), [])
  assert.is(textByPoppler(pdf)?.trim() ?? 'Größe (a\\b) €', 'Größe (a\\b) €')
  assert.is(textByMupdf(pdf)?.trim() ?? 'Größe (a\\b) €', 'Größe (a\\b) €')
})

canvas('y grows downwards', () => {
  const { pdf } = paintPdf(100, 100, (page) => page.fillRect({ x: 0, y: 0, width: 10, height: 10 }, RED))
  isColor(pdf, 0, 0, '#ff0000')
  isColor(pdf, 0, 90, '#ffffff')
})

canvas('equal calls give equal bytes', () => {
  const draw = (): Buffer => paintPdf(100, 100, (page) => page.glyphs(textAt('Same', 10, 50)), { title: 'T' }).pdf
  assert.equal(draw(), draw())
})

canvas('different content gives a different identifier', () => {
  const id = (text: string): string | undefined =>
    /\/ID \[<([0-9a-f]{32})>/.exec(fileText(paintPdf(100, 100, (page) => page.glyphs(textAt(text, 10, 50))).pdf))?.[1]
  assert.ok(id('a') !== undefined && id('a') !== id('b'))
})

canvas('no date is written unless one is given', () => {
  assert.not.match(fileText(paintPdf(9, 9, () => undefined).pdf), /Date/)
  const dated = fileText(paintPdf(9, 9, () => undefined, { creationDate: '2026-01-31T12:30:00' }).pdf)
  assert.match(dated, 'D:20260131123000Z')
  assert.match(dated, '<xmp:CreateDate>2026-01-31T12:30:00Z<')
})

canvas('titles are escaped in both places', () => {
  const { pdf } = paintPdf(9, 9, () => undefined, { title: 'R&D <x> (1)' })
  assert.equal(faultsOf(pdf), [])
  assert.match(fileText(pdf), 'R&amp;D &lt;x&gt; (1)')
  assert.match(fileText(pdf), '(R&D <x> \\(1\\))')
})

canvas('links of schemes that could run code are left out', () => {
  const { pdf, diagnostics } = paintPdf(100, 100, (page) => {
    const rect = { x: 10, y: 20, width: 30, height: 10 }
    for (const url of [
      'https://a.example/ü?b=(1)',
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'file:///etc/passwd',
      'MAILTO:a@b.example',
    ]) {
      page.link(rect, { kind: 'url', url })
    }
  })
  assert.equal(faultsOf(pdf), [])
  const text = fileText(pdf)
  assert.match(text, '(https://a.example/%C3%BC?b=\\(1\\))')
  assert.match(text, '(MAILTO:a@b.example)')
  assert.not.match(text, /javascript|passwd/)
  // Left 10, bottom 100 − 30, right 40, top 100 − 20.
  assert.match(text, '[10 70 40 80]')
  assert.equal(
    diagnostics.all.map((d) => d.code),
    ['blocked-url', 'blocked-url', 'blocked-url'],
  )
})

canvas('link rectangles follow the current transform', () => {
  const { pdf } = paintPdf(100, 100, (page) => {
    page.save()
    page.transform([2, 0, 0, 2, 10, 0])
    page.beginGroup({ opacity: 0.5, blendMode: 'normal', isIsolated: true, bounds: { x: 0, y: 0, width: 50, height: 50 } })
    page.link({ x: 5, y: 5, width: 10, height: 10 }, { kind: 'url', url: 'https://x' })
    page.endGroup()
    page.restore()
  })
  // x 10 + 2 × 5 … + 2 × 10; y 100 − 2 × 15 … 100 − 2 × 5.
  assert.match(fileText(pdf), '[20 70 40 90]')
})

canvas('inner links are kept when their target exists on any page', () => {
  const { pdf } = paintPdf(100, 100, (page) => {
    page.link({ x: 0, y: 0, width: 10, height: 10 }, { kind: 'id', id: 'later' })
    page.link({ x: 0, y: 20, width: 10, height: 10 }, { kind: 'id', id: 'nowhere' })
    page.destination('later', 50)
  })
  assert.equal(faultsOf(pdf), [])
  assert.match(fileText(pdf), '/Dest (later)')
  assert.not.match(fileText(pdf), 'nowhere')
})

canvas('destinations and outline entries may have any name', () => {
  const { pdf } = paintDocument((doc) => {
    doc.beginPage(100, 100)
    for (const id of ['zebra', 'ä', 'a(b)', ...Array.from({ length: 100 }, (_, i) => `n${i}`)]) doc.destination(id, 50)
    doc.bookmark(1, 'Äpfel & (Birnen)', 10, true)
    doc.bookmark(3, 'deep', 20, true)
    doc.bookmark(2, 'sibling', 30, false)
    doc.bookmark(1, 'second', 40, true)
    doc.endPage()
  })
  assert.equal(faultsOf(pdf), [])
  assert.match(fileText(pdf), /\/Count 4/)
})

canvas('a layer is painted over a page that was ended', () => {
  const { pdf } = paintDocument((doc) => {
    for (let i = 0; i < 2; i++) {
      doc.beginPage(100, 100)
      doc.transform([3, 0, 0, 3, 50, 50])
      doc.glyphs(textAt(`body ${i}`, 0, 0))
      doc.endPage()
    }
    doc.beginLayer(0)
    doc.fillRect({ x: 0, y: 0, width: 10, height: 10 }, BLUE)
    doc.glyphs(textAt('one of two', 10, 90))
    doc.endLayer()
  })
  assert.equal(faultsOf(pdf), [])
  isColor(pdf, 0, 0, '#0000ff')
  assert.match(textByPoppler(pdf, '-l', '1') ?? 'one of two', 'one of two')
})

canvas('a group is composited as one: overlaps do not show through', () => {
  const { pdf } = paintPdf(40, 40, (page) => {
    page.fillRect({ x: 0, y: 0, width: 40, height: 40 }, rgb(0, 0, 0))
    page.beginGroup({ opacity: 0.5, blendMode: 'normal', isIsolated: true, bounds: { x: 0, y: 0, width: 40, height: 40 } })
    page.fillRect({ x: 0, y: 0, width: 30, height: 30 }, BLUE)
    page.fillRect({ x: 10, y: 10, width: 30, height: 30 }, RED)
    page.endGroup()
  })
  assert.equal(faultsOf(pdf), [])
  // Half of 255 over black.
  isColor(pdf, 10, 10, '#800000')
  isColor(pdf, 0, 0, '#000080')
})

const FADE: Gradient = {
  kind: 'linear',
  geometry: [0, 0, 100, 0],
  stops: [
    { offset: 0, color: RED },
    { offset: 1, color: rgb(255, 0, 0, 0) },
  ],
  matrix: IDENTITY,
}

canvas('gradients fade through soft masks', () => {
  const { pdf } = paintPdf(100, 20, (page) =>
    page.fillPath(rectPath({ x: 0, y: 0, width: 100, height: 20 }), 'nonzero', { kind: 'gradient', gradient: FADE }, 1),
  )
  assert.equal(faultsOf(pdf), [])
  const middle = colorIn(pdf, 45, 5)
  // Half of red on white at the middle: green and blue within 3 of 127.
  if (middle !== undefined) assert.ok(Math.abs(Number.parseInt(middle.slice(3, 5), 16) - 127) <= 3, middle)
})

canvas('a pattern repeats its cell upright', () => {
  const { pdf } = paintPdf(40, 40, (page) => {
    page.transform([1, 0, 0, 1, 0, 10])
    const pattern = { x: 0, y: 0, width: 20, height: 20, stepX: 20, stepY: 20, matrix: IDENTITY }
    const draw = (cell: typeof page): void => cell.fillRect({ x: 0, y: 0, width: 10, height: 10 }, RED)
    page.fillPath(rectPath({ x: 0, y: 0, width: 40, height: 30 }), 'nonzero', { kind: 'pattern', pattern: { ...pattern, draw } }, 1)
  })
  assert.equal(faultsOf(pdf), [])
  isColor(pdf, 0, 10, '#ff0000')
  isColor(pdf, 20, 10, '#ff0000')
  isColor(pdf, 10, 10, '#ffffff')
  isColor(pdf, 0, 20, '#ffffff')
})

canvas('letter and word spacing, kerning and actual text keep the words', () => {
  const { pdf } = paintPdf(400, 100, (page) => {
    page.glyphs(textAt('spaced words here', 10, 20, { wordSpacing: 8 }))
    page.glyphs(textAt('let ters', 10, 40, { letterSpacing: 0.5 }))
    page.glyphs(textAt('TOTAL', 10, 60, { actualText: 'Total' }))
    page.glyphs(textAt('leaning', 10, 80, { syntheticOblique: true, syntheticBold: true }))
  })
  assert.equal(faultsOf(pdf), [])
  const lines = textByPoppler(pdf, '-raw')?.trim().split('\n')
  if (lines !== undefined) assert.equal(lines, ['spaced words here', 'let ters', 'Total', 'leaning'])
})

canvas('chunks that are taken page by page make the same file', () => {
  const draw = (take: boolean): Buffer => {
    const chunks: Uint8Array[] = []
    const doc = createPdfCanvas({ metadata: {}, fonts: KIT_SUBSETTER, reporter: new DiagnosticList(), limits: DEFAULT_LIMITS })
    for (let i = 0; i < 5; i++) {
      doc.beginPage(100, 100)
      doc.glyphs(textAt(`page ${i}`, 10, 50))
      doc.endPage()
      if (take) chunks.push(...doc.takeChunks())
    }
    doc.finish()
    chunks.push(...doc.takeChunks())
    return Buffer.concat(chunks)
  }
  assert.equal(draw(true), draw(false))
})

canvas('output beyond the limit stops with a coded error', () => {
  const doc = createPdfCanvas({
    metadata: {},
    fonts: KIT_SUBSETTER,
    reporter: new DiagnosticList(),
    limits: { ...DEFAULT_LIMITS, outputBytes: 2000 },
  })
  assert.throws(
    () => {
      for (let i = 0; i < 100; i++) {
        doc.beginPage(100, 100)
        doc.endPage()
      }
      doc.finish()
    },
    (thrown: unknown) => thrown instanceof InputError && thrown.diagnostics[0]?.code === 'limit-output',
  )
})

canvas('unbalanced calls throw an internal error', () => {
  assert.throws(() => paintPdf(10, 10, (page) => page.save()), /open groups or states/)
  assert.throws(() => paintPdf(10, 10, (page) => page.endGroup()), /endGroup/)
})

canvas.run()
