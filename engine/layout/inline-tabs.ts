// Preserved tabs: their widths depend on where they stand, so they are known only once the start of their line is (CSS Text 4 §4.2).
import type { PreparedText, TabUnit } from './inline.ts'
import { reachOf, type sumWidths } from './inline-measure.ts'

type Sums = Pick<ReturnType<typeof sumWidths>, 'reach' | 'hangs' | 'contentEnds'>

/**
 * Gives the tabs after slot `start`, up to the next forced break, their widths on a line that begins there. Changes the sums in place,
 * up to that break only: beyond it they go on as before, which no line notices (`reachOf`).
 */
export function settleTabs({ units, breaks }: PreparedText, { reach, hangs, contentEnds }: Sums, start: number): void {
  let added = 0
  let end = start
  for (let i = firstAfter(units.length, (k) => units[k]!.to > start); i < units.length; i++) {
    const unit = units[i]!
    end = unit.from
    if (unit.kind === 'break') break
    for (let slot = Math.max(unit.from, start); slot < unit.to; slot++) {
      const old = reach[slot + 1]! + added - reach[slot]!
      const width = unit.kind === 'tab' ? tabWidth(unit, reach[slot]! - reach[start]!) : old
      added += width - old
      reach[slot + 1] = reach[slot]! + width
    }
    end = unit.to
  }
  for (let k = firstAfter(breaks.at.length, (b) => breaks.at[b]! > start); k < breaks.at.length && breaks.at[k]! <= end + 1; k++) {
    hangs[k] = reachOf(breaks, reach, k) - reach[contentEnds[k]!]!
  }
}

/** The first of `count` indexes for which a condition holds that, once true, stays true. */
function firstAfter(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
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
