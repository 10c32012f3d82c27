// The band that the ink of an underline, overline or line-through covers, and the gaps that glyphs leave in it.
import { PX } from '../../geometry.ts'
import type { Decoration } from '../../layout/laid.ts'

/** An interval of x on the page, ascending. */
export type Gap = readonly [from: number, to: number]
export const NO_GAPS: readonly Gap[] = Object.freeze([])

interface Wave {
  /** Half its length. */
  readonly step: number
  /** Distance of its control points from its middle. */
  readonly control: number
  /** From the middle of a straight line to that of the wave. */
  readonly shift: number
}

/** How far a curve bends of the distance of its control points from its middle. */
const BEND = Math.sqrt(3) / 6

/** Waves of browsers: lengths and control points at half pixels; an underline is as far below its place as the second line of a double one. */
export function waveOf({ thickness, line, style }: Pick<Decoration, 'thickness' | 'line' | 'style'>): Wave {
  const pixels = Math.max(thickness / PX, 1)
  const aside = line === 'underline' ? 1 : line === 'overline' ? -1 : 0
  if (style === 'error') return { step: 3 * thickness, control: (1.25 * thickness) / BEND, shift: aside * 2 * thickness }
  return {
    step: (Math.round(2 * pixels + 0.5) + 0.5) * PX,
    control: (Math.round(3 * pixels + 0.5) + 0.5) * PX,
    shift: (aside * (pixels + 1) + (1 - pixels) / 2) * PX,
  }
}

/** The band of a line's ink: the distance of its middle below the baseline, and half its height. */
export function inkBandOf(decoration: Decoration): { readonly middle: number; readonly reach: number } {
  const { style, thickness, offset } = decoration
  if (style !== 'wavy' && style !== 'error') return { middle: offset, reach: thickness / 2 }
  const { control, shift } = waveOf(decoration)
  return { middle: offset + shift, reach: control * BEND + thickness / 2 }
}
