// What font-relative units measure (CSS Values 4 §6.1).
import type { Face, FontRequest, Fonts } from './font.ts'

const ZERO = 0x30
/** U+6C34, by which `ic` measures ideographs. */
const WATER = 0x6c34

/**
 * Average advance and width of all glyphs together of Liberation Sans, Serif and Mono, in em. Text fields of browsers are as wide as these say; Arimo, Tinos and
 * Cousine stand for those fonts, and are like them but for this.
 */
const STOOD_FOR: ReadonlyMap<string, readonly [average: number, widest: number]> = new Map([
  ['Arimo', [0.58984, 1.25342]],
  ['Tinos', [0.56787, 1.18359]],
  ['Cousine', [0.6001, 0.6333]],
])

type Measure =
  | 'xHeight'
  | 'capHeight'
  | 'zeroAdvance'
  | 'ideographAdvance'
  | 'averageAdvance'
  | 'widestGlyph'
  | 'ascent'
  | 'descent'
  | 'lineGap'

/** Of the first face for a request, in em, as styles ask for it (`FontMeasures`); `descent` is positive. */
export function measuresOf(request: FontRequest, fonts: Fonts): Record<Measure, number> {
  const { face, metrics } = fonts.primary(request)
  const size = metrics?.size ?? 1
  const em = (units: number): number => (size * units) / face.unitsPerEm
  const line = (override: number | undefined, units: number): number => (override === undefined ? em(units) : size * override)
  return {
    xHeight: em(face.xHeight),
    capHeight: em(face.capHeight),
    zeroAdvance: em(face.nominalAdvance(ZERO)) || 0.5,
    ideographAdvance: ideographAdvance(fonts.forCluster(request, String.fromCodePoint(WATER), '')?.face) || 1,
    averageAdvance: (STOOD_FOR.get(face.family)?.[0] ?? em(face.averageAdvance)) || em(face.nominalAdvance(ZERO)) || 0.5,
    widestGlyph: STOOD_FOR.get(face.family)?.[1] ?? em(face.bounds[2] - face.bounds[0]),
    ascent: line(metrics?.ascent, face.ascent),
    descent: line(metrics?.descent, -face.descent),
    lineGap: line(metrics?.lineGap, face.lineGap),
  }
}

/** `ic` goes by the font that ideographs are shown in, which need not be the first one (CSS Values 4 §6.1.1). */
function ideographAdvance(face: Face | undefined): number {
  return face === undefined ? 0 : face.nominalAdvance(WATER) / face.unitsPerEm
}
