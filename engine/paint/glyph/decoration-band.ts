// The band that the ink of an underline, overline or line-through covers, and the gaps that glyphs leave in it.
import { PX } from '../../geometry.ts'
import type { Decoration } from '../../layout/laid.ts'

/** An interval of x on the page, ascending. */
export type Gap = readonly [from: number, to: number]
export const NO_GAPS: readonly Gap[] = Object.freeze([])

/** Half the length of a wave, and the shift of its middle from that of a straight line. */
export function waveOf(thickness: number, kind: Decoration['line']): { readonly step: number; readonly shift: number } {
  const step = 2 * Math.max(thickness, PX)
  return { step, shift: kind === 'underline' ? step / 2 : kind === 'overline' ? -step / 2 : 0 }
}

/** The band of a line's ink: the distance of its middle below the baseline, and half its height. */
export function inkBandOf({ style, thickness, offset, line }: Decoration): { readonly middle: number; readonly reach: number } {
  if (style !== 'wavy') return { middle: offset, reach: thickness / 2 }
  const { step, shift } = waveOf(thickness, line)
  // Control points at ±1.5 steps bend a curve √3/6 as far.
  return { middle: offset + shift, reach: 1.5 * step * (Math.sqrt(3) / 6) + thickness / 2 }
}
