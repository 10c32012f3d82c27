// What font-relative units measure (CSS Values 4 §6.1).
import type { Face, FontRequest, Fonts } from './font.ts'

const ZERO = 0x30
/** U+6C34, by which `ic` measures ideographs. */
const WATER = 0x6c34

/** Of the first face for a request, in em, as styles ask for it (`FontMeasures`); `descent` is positive. */
export function measuresOf(
  request: FontRequest,
  fonts: Fonts,
): Record<'xHeight' | 'capHeight' | 'zeroAdvance' | 'ideographAdvance' | 'ascent' | 'descent' | 'lineGap', number> {
  const { face, metrics } = fonts.primary(request)
  const size = metrics?.size ?? 1
  const em = (units: number): number => (size * units) / face.unitsPerEm
  const line = (override: number | undefined, units: number): number => (override === undefined ? em(units) : size * override)
  return {
    xHeight: em(face.xHeight),
    capHeight: em(face.capHeight),
    zeroAdvance: em(face.nominalAdvance(ZERO)) || 0.5,
    ideographAdvance: ideographAdvance(fonts.forCluster(request, String.fromCodePoint(WATER), '')?.face) || 1,
    ascent: line(metrics?.ascent, face.ascent),
    descent: line(metrics?.descent, -face.descent),
    lineGap: line(metrics?.lineGap, face.lineGap),
  }
}

/** `ic` goes by the font that ideographs are shown in, which need not be the first one (CSS Values 4 §6.1.1). */
function ideographAdvance(face: Face | undefined): number {
  return face === undefined ? 0 : face.nominalAdvance(WATER) / face.unitsPerEm
}
