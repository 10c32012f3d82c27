// One-line painting for tests.
import { DiagnosticList } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import type { Canvas, DocumentMetadata, GlyphPaint } from '../../engine/paint/canvas.ts'
import { createPdfCanvas } from '../../engine/paint/pdf/pdf-canvas.ts'
import type { Color } from '../../engine/style/value.ts'
import { KIT_SUBSETTER, kitRun } from './kit-fonts.ts'

export function rgb(red: number, green: number, blue: number, alpha = 1): Color {
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha }
}

export const BLACK = rgb(0, 0, 0)
export const RED = rgb(255, 0, 0)
export const BLUE = rgb(0, 0, 255)

export interface Painted {
  readonly pdf: Buffer
  readonly diagnostics: DiagnosticList
}

/** A document painted by `draw`, which begins and ends its pages. */
export function paintDocument(draw: (canvas: Canvas) => void, metadata: DocumentMetadata = {}): Painted {
  const diagnostics = new DiagnosticList()
  const canvas = createPdfCanvas({ metadata, fonts: KIT_SUBSETTER, reporter: diagnostics, limits: DEFAULT_LIMITS })
  draw(canvas)
  canvas.finish()
  return { pdf: Buffer.concat(canvas.takeChunks()), diagnostics }
}

/** A document of one page. */
export function paintPdf(width: number, height: number, draw: (canvas: Canvas) => void, metadata: DocumentMetadata = {}): Painted {
  return paintDocument((canvas) => {
    canvas.beginPage(width, height)
    draw(canvas)
    canvas.endPage()
  }, metadata)
}

/** Black 10 pt Arimo at (x, baseline), or otherwise as `more` says. */
export function textAt(text: string, x: number, baseline: number, more: Partial<GlyphPaint> = {}): GlyphPaint {
  const run = more.run ?? kitRun(text)
  return {
    run,
    from: 0,
    to: run.glyphs.length,
    x,
    baseline,
    fontSize: 10,
    color: BLACK,
    letterSpacing: 0,
    wordSpacing: 0,
    syntheticBold: false,
    syntheticOblique: false,
    actualText: undefined,
    ...more,
  }
}
