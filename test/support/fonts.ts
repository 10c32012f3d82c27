// Font services for tests: bundled faces, or the toy font alone.

import { DiagnosticList } from '../../engine/diagnostic.ts'
import type { FontService, FontSource } from '../../engine/font/font.ts'
import { createFonts } from '../../engine/font/registry.ts'
import { loadShaper } from '../../engine/font/shape.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { toyFont } from './toy-font.ts'

/** The toy font in four styles, as the only family, `Toy`. */
export const TOY_FONTS = toyFonts(false)

/** The same, with characters of 10 pt exactly at 10 pt. */
export const TEN_POINT_FONTS = toyFonts(true)

function toyFonts(isExactAtTenPoints: boolean): readonly FontSource[] {
  return [400, 700].flatMap((weight) =>
    (['normal', 'italic'] as const).map((style) => {
      const data = toyFont({ weight, isItalic: style === 'italic', isExactAtTenPoints })
      return { family: 'Toy', weight, style, data: () => data }
    }),
  )
}

export async function fontsForTest(
  sources: readonly FontSource[] = BUNDLED_FONTS,
): Promise<{ fonts: FontService; reporter: DiagnosticList }> {
  const reporter = new DiagnosticList()
  return { fonts: createFonts(sources, { reporter, shaper: await loadShaper() }), reporter }
}
