// Where a page may break a grid: between rows that no item spans, and through the items of such a row.

import type { LaidFlexGrid, Placed } from '../laid.ts'
import type { GridPositions } from './axis.ts'
import type { TrackRange } from './placement.ts'

interface RowEntry {
  readonly item: { readonly row: TrackRange }
  readonly placed: Placed
}

/** The children sorted by row, and the bands of rows that belong together. `top` is where the content box begins. */
export function bandsOf(
  entries: readonly RowEntry[],
  { starts, ends }: GridPositions,
  top: number,
): Pick<LaidFlexGrid, 'children' | 'breaks'> {
  const sorted = [...entries].sort((a, b) => a.item.row.start - b.item.row.start)
  const bands: { y: number; height: number; first: number; end: number; rowTops?: number[] }[] = []
  let reach = Number.NEGATIVE_INFINITY
  sorted.forEach(({ item: { row } }, i) => {
    const last = bands.at(-1)
    const bottom = top + (ends[row.start + row.span - 1] ?? 0)
    if (last === undefined || row.start >= reach) {
      const y = top + (starts[row.start] ?? 0)
      bands.push({ y, height: bottom - y, first: i, end: i + 1 })
    } else {
      last.end = i + 1
      last.height = Math.max(last.height, bottom - last.y)
      const rowTop = top + (starts[row.start] ?? 0) - last.y
      if (last.rowTops === undefined && rowTop > 0) last.rowTops = new Array<number>(i - last.first).fill(0)
      last.rowTops?.push(rowTop)
    }
    reach = Math.max(reach, row.start + row.span)
  })
  return { children: sorted.map(({ placed }) => placed), breaks: { kind: 'bands', bands } }
}
