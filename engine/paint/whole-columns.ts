// Columns that were not fragmented, inside of boxes that never break: each shows a slice of the flow.
import type { LaidColumns } from '../layout/laid.ts'
import { type PaintedPiece, wholeChild } from './piece.ts'

interface WholeColumns {
  /** Inside of the container's edges, from its top. */
  readonly top: number
  readonly bottom: number
  /** One for each column, in their order. */
  readonly slices: readonly PaintedPiece[]
  /** Left sides of the columns, from the container's. */
  readonly xs: readonly number[]
}

export function wholeColumns(piece: PaintedPiece, laid: LaidColumns): WholeColumns | undefined {
  const top = laid.border.top + laid.padding.top
  const bottom = laid.height - laid.border.bottom - laid.padding.bottom
  if (!(bottom > top)) return undefined
  const starts = laid.columnStarts()
  // What has no room in the columns continues beside them (CSS Multi-column 1 §8.2).
  const step = (laid.columnWidth + laid.columnGap) * (laid.box.style.direction === 'rtl' ? -1 : 1)
  const xs = starts.map((_, i) => laid.xs[i] ?? (laid.xs[0] ?? 0) + i * step)
  const slices = starts.map((from, i): PaintedPiece => {
    const child = wholeChild(piece, laid.flow, xs[i]!, top + laid.contentShift)
    return { ...child, height: (starts[i + 1] ?? laid.flow.height) - from, content: { kind: 'slice', from, isEnd: false } }
  })
  return { top, bottom, slices, xs }
}
