// Font services for tests: bundled faces, or the toy font alone.

import { DiagnosticList } from '../../engine/diagnostic.ts'
import type { FontService, FontSource } from '../../engine/font/font.ts'
import { createFonts } from '../../engine/font/registry.ts'
import { loadShaper } from '../../engine/font/shape.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { toyFont } from './toy-font.ts'

/** The toy font in four styles, as the only family, `Toy`. */
export const TOY_FONTS: readonly FontSource[] = [400, 700].flatMap((weight) =>
  (['normal', 'italic'] as const).map((style) => {
    const data = toyFont({ weight, isItalic: style === 'italic' })
    return { family: 'Toy', weight, style, data: () => data }
  }),
)

export async function fontsForTest(
  sources: readonly FontSource[] = BUNDLED_FONTS,
): Promise<{ fonts: FontService; reporter: DiagnosticList }> {
  const reporter = new DiagnosticList()
  return { fonts: createFonts(sources, { reporter, shaper: await loadShaper() }), reporter }
}
