// The band that the ink of an underline, overline or line-through covers, and the gaps that glyphs leave in it.
import { PX } from '../../geometry.ts'
import type { Decoration } from '../../layout/laid.ts'

/** From and to, on the page; ascending. */
export type Gap = readonly [from: number, to: number]
export const NO_GAPS: readonly Gap[] = Object.freeze([])

/** Length of half a wave, and how far waves run from where the straight line would. */
export function waveOf(thickness: number, kind: Decoration['line']): { readonly step: number; readonly shift: number } {
  const step = 2 * Math.max(thickness, PX)
  return { step, shift: kind === 'underline' ? step / 2 : kind === 'overline' ? -step / 2 : 0 }
}

/** Where a line's ink is, from the baseline down: its middle, and how far it reaches to both sides. */
export function inkBandOf({ style, thickness, offset, line }: Decoration): { readonly middle: number; readonly reach: number } {
  if (style !== 'wavy') return { middle: offset, reach: thickness / 2 }
  const { step, shift } = waveOf(thickness, line)
  // Control points at ±1.5 steps bend a curve √3/6 as far.
  return { middle: offset + shift, reach: 1.5 * step * (Math.sqrt(3) / 6) + thickness / 2 }
}
