// Outlines that HarfBuzz drew, as `glyf` has them.
import type { ByteWriter } from './bytes.ts'
import type { GlyphOutline } from './font.ts'
import { writeSimpleOutline } from './glyf-writer.ts'

const NO_INSTRUCTIONS = new Uint8Array(0)

/** Appends an outline of lines and quadratic curves in whole font units; gives its left edge, 0 for nothing. */
export function writeDrawnOutline(outline: GlyphOutline, out: ByteWriter): number {
  const [xs, ys, isOnCurve, ends]: [number[], number[], number[], number[]] = [[], [], [], []]
  const add = (x: number, y: number, on: 0 | 1): void => {
    xs.push(Math.round(x))
    ys.push(Math.round(y))
    isOnCurve.push(on)
  }
  const endContour = (): void => {
    const first = (ends.at(-1) ?? -1) + 1
    const last = xs.length - 1
    if (last < first) return
    // A contour is closed by itself: a last point on the first one is one too many.
    if (last > first && isOnCurve[last] === 1 && xs[last] === xs[first] && ys[last] === ys[first]) {
      for (const list of [xs, ys, isOnCurve]) list.pop()
    }
    ends.push(xs.length - 1)
  }
  for (const { type, values } of outline) {
    if (type === 'M') endContour()
    if (type === 'Q') add(values[0]!, values[1]!, 0)
    if (type !== 'Z') add(values.at(-2)!, values.at(-1)!, 1)
  }
  endContour()
  if (xs.length === 0) return 0
  return writeSimpleOutline({ ends, points: { xs, ys, isOnCurve }, instructions: NO_INSTRUCTIONS, overlaps: true, box: undefined }, out)
}
