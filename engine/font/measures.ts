// What font-relative units measure (CSS Values 4 §6.1).
import type { Face } from './font.ts'

const ZERO = 0x30
/** U+6C34, by which `ic` measures ideographs. */
const WATER = 0x6c34

/** In em, as styles ask for it (`FontMeasures`); `descent` is positive. */
export function measuresOf(
  face: Face,
): Record<'xHeight' | 'capHeight' | 'zeroAdvance' | 'ideographAdvance' | 'ascent' | 'descent' | 'lineGap', number> {
  const em = (units: number): number => units / face.unitsPerEm
  return {
    xHeight: em(face.xHeight),
    capHeight: em(face.capHeight),
    zeroAdvance: em(face.nominalAdvance(ZERO)) || 0.5,
    ideographAdvance: em(face.nominalAdvance(WATER)) || 1,
    ascent: em(face.ascent),
    descent: em(-face.descent),
    lineGap: em(face.lineGap),
  }
}
