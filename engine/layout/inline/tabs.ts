// Preserved tabs: their widths depend on where they stand, so they are known only once the start of their line is (CSS Text 4 §4.2).

import { reachOf, type sumWidths } from './measure.ts'
import type { PreparedText, TabUnit, Unit } from './prepared-text.ts'

type Sums = Pick<ReturnType<typeof sumWidths>, 'reach' | 'hangs' | 'contentEnds'>

/**
 * Gives the tabs of a line that begins at slot `start` their widths, as far as is asked for: a line looks no further than the word that does not
 * fit, and what is settled for one line is settled anew for the next. Changes the sums in place. Where it stops, a tab follows, of which sums
 * before and after may not be compared until it is settled for a line.
 */
export class LineTabs {
  readonly #prepared: PreparedText
  readonly #sums: Sums
  readonly #start: number
  /** Index of the unit to continue with. */
  #unit: number
  /** Index of the first break whose hanging spaces are not known. */
  #break: number
  /** Slots up to this one are where they are on the line. */
  #end: number
  /** By how much what follows has moved. */
  #added = 0

  constructor(prepared: PreparedText, sums: Sums, start: number) {
    const { units, breaks } = prepared
    this.#prepared = prepared
    this.#sums = sums
    this.#start = start
    this.#unit = firstAfter(units.length, (k) => units[k]!.to > start)
    this.#break = firstAfter(breaks.at.length, (b) => breaks.at[b]! > start)
    this.#end = start
  }

  /** At least up to this slot, and to the next forced break at the most. */
  settle(slot: number): void {
    if (slot <= this.#end) return
    const { units, breaks } = this.#prepared
    const { reach, hangs, contentEnds } = this.#sums
    let unit = units[this.#unit]
    for (; unit !== undefined && unit.kind !== 'break'; unit = units[++this.#unit]) {
      if (unit.kind === 'tab' && unit.from >= slot) break
      this.#settleUnit(unit)
      this.#end = unit.to
    }
    // The slot behind a forced break reaches as far as what is before it (`reachOf`).
    const last = this.#end + (unit?.kind === 'tab' ? 0 : 1)
    for (; breaks.at[this.#break]! <= last; this.#break++) {
      hangs[this.#break] = reachOf(breaks, reach, this.#break) - reach[contentEnds[this.#break]!]!
    }
    if (unit?.kind !== 'tab') this.#end = Number.POSITIVE_INFINITY
  }

  #settleUnit(unit: Unit): void {
    const { reach } = this.#sums
    for (let slot = Math.max(unit.from, this.#start); slot < unit.to; slot++) {
      const old = reach[slot + 1]! + this.#added - reach[slot]!
      const width = unit.kind === 'tab' ? tabWidth(unit, reach[slot]! - reach[this.#start]!) : old
      this.#added += width - old
      reach[slot + 1] = reach[slot]! + width
    }
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
