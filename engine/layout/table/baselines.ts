// The baselines of a table, by which it is aligned on a line: those of its first and last row (CSS2 17.5.3, CSS Tables 3 §3.4).
import type { LaidRow } from '../laid.ts'
import { alignsBaseline, cellBaseline } from './heights.ts'

/** Baselines of the first and the last row, from the top of the wrapper (CSS2 17.5.1 and CSS Align 3 §9.1). */
export function baselines(gridY: number, groups: readonly (readonly LaidRow[])[], tops: readonly number[]) {
  const first = groups.findIndex((rows) => rows.length > 0)
  const last = groups.findLastIndex((rows) => rows.length > 0)
  const baselineOf = (i: number, row: LaidRow | undefined): number | undefined =>
    row === undefined ? undefined : gridY + tops[i]! + row.y + rowBaseline(row)
  return { firstBaseline: baselineOf(first, groups[first]?.[0]), lastBaseline: baselineOf(last, groups[last]?.at(-1)) }
}

/** From the top of the row: where its baseline-aligned cells stand; without such a cell, the bottom of the lowest content edge, were all cells as high as the row (CSS2 17.5.3). */
function rowBaseline({ cells, height }: LaidRow): number {
  let aligned: number | undefined
  let lowest = 0
  for (const { laid, contentShift } of cells) {
    const own = alignsBaseline(laid.box.style) ? cellBaseline(laid) : undefined
    if (own !== undefined) aligned = Math.max(aligned ?? Number.NEGATIVE_INFINITY, own + contentShift)
    lowest = Math.max(lowest, height - laid.border.bottom - laid.padding.bottom)
  }
  return aligned ?? lowest
}
