// The band that the ink of an underline, overline or line-through covers, and the gaps that glyphs leave in it.
import { PX } from '../../geometry.ts'
import type { Decoration } from '../../layout/laid.ts'

/** An interval of x on the page, ascending. */
export type Gap = readonly [from: number, to: number]
export const NO_GAPS: readonly Gap[] = Object.freeze([])

interface Wave {
  /** Half its length. */
  readonly step: number
  /** Distance of its control points from its middle: they bend a curve √3/6 as far. */
  readonly control: number
  /** From the middle of a straight line to that of the wave. */
  readonly shift: number
}

/** Waves of browsers: lengths and control points at half pixels; an underline is as far below its place as the second line of a double one. */
export function waveOf(thickness: number, kind: Decoration['line']): Wave {
  const pixels = Math.max(thickness / PX, 1)
  const aside = kind === 'underline' ? 1 : kind === 'overline' ? -1 : 0
  return {
    step: (Math.round(2 * pixels + 0.5) + 0.5) * PX,
    control: (Math.round(3 * pixels + 0.5) + 0.5) * PX,
    shift: (aside * (pixels + 1) + (1 - pixels) / 2) * PX,
  }
}

/** The band of a line's ink: the distance of its middle below the baseline, and half its height. */
export function inkBandOf({ style, thickness, offset, line }: Decoration): { readonly middle: number; readonly reach: number } {
  if (style !== 'wavy') return { middle: offset, reach: thickness / 2 }
  const { control, shift } = waveOf(thickness, line)
  return { middle: offset + shift, reach: control * (Math.sqrt(3) / 6) + thickness / 2 }
}
