// The em box of a text, on which emphasis marks and annotations stand.
import type { Face } from '../../font/font.ts'
import { PX } from '../../geometry.ts'
import type { TextStyle } from './text-style.ts'
import type { Extent } from './vertical.ts'

/** Extent of the em box of a text in this face, in whole pixels, and not more than the ascent and descent of its style. */
export function emExtent({ ascent, descent }: Pick<TextStyle, 'ascent' | 'descent'>, fontSize: number, { emAscent }: Face): Extent {
  const cut = (reach: number, part: number): number => reach - Math.floor(Math.max(0, reach - part * fontSize) / PX + 1e-6) * PX
  return { above: cut(ascent, emAscent), below: cut(descent, 1 - emAscent) }
}

/** Around the alphabetic baseline. */
export function alphabetic({ ascent, descent, baselineShift }: TextStyle): Pick<TextStyle, 'ascent' | 'descent'> {
  return { ascent: ascent + baselineShift, descent: descent - baselineShift }
}

/** The em box of a text around the baseline of its line. */
export function emAround(textStyle: TextStyle, fontSize: number, face: Face): Extent {
  const em = emExtent(alphabetic(textStyle), fontSize, face)
  return { above: em.above - textStyle.baselineShift, below: em.below + textStyle.baselineShift }
}
