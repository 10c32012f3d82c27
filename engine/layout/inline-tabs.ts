// Preserved tabs: their widths depend on where they stand, so they are known only once the start of their line is (CSS Text 4 §4.2).
import type { PreparedText, TabUnit } from './inline.ts'
import type { sumWidths } from './inline-measure.ts'

type Sums = Pick<ReturnType<typeof sumWidths>, 'reach' | 'hangs' | 'contentEnds'>

/** Gives the tabs after slot `start`, up to the next forced break, their widths on a line that begins there. Changes the sums in place. */
export function settleTabs({ units, breaks }: PreparedText, { reach, hangs, contentEnds }: Sums, start: number): void {
  let added = 0
  let end = reach.length - 1
  for (const unit of units) {
    if (unit.to <= start) continue
    if (unit.kind === 'break') {
      end = unit.from
      break
    }
    for (let slot = Math.max(unit.from, start); slot < unit.to; slot++) {
      if (unit.kind !== 'tab') {
        reach[slot + 1]! += added
        continue
      }
      const old = reach[slot + 1]! - (reach[slot]! - added)
      const width = tabWidth(unit, reach[slot]! - reach[start]!)
      added += width - old
      reach[slot + 1] = reach[slot]! + width
    }
  }
  for (let slot = end + 1; slot < reach.length; slot++) reach[slot]! += added
  breaks.at.forEach((at, k) => {
    if (at > start && at <= end + 1) hangs[k] = reach[at]! - reach[contentEnds[k]!]!
  })
}

function tabWidth({ style, textStyle }: TabUnit, at: number): number {
  const { face } = textStyle.primary
  const space = face.nominalAdvance(0x20) * textStyle.scale + style.letterSpacing + style.wordSpacing
  const interval = 'points' in style.tabSize ? style.tabSize.points : style.tabSize.spaces * space
  if (interval <= 0) return 0
  const half = (face.nominalAdvance(0x30) * textStyle.scale) / 2
  const next = Math.floor(at / interval + 1 + 1e-9) * interval - at
  return next < half ? next + interval : next
}
