// A line taller than a page as a paragraph of its own, which slices show: the lines around it, and what is beside them, have pieces of their own.
import type { LaidParagraph, Placed } from '../../layout/laid.ts'
import { EPSILON } from '../cut.ts'

const slicedLines = new WeakMap<LaidParagraph, Map<number, LaidParagraph>>()

/** Line `index` alone, where it stands in the paragraph, with the floats that begin beside it and the positioned boxes from there on. */
export function slicedLine(laid: LaidParagraph, index: number): LaidParagraph {
  let lines = slicedLines.get(laid)
  if (lines === undefined) slicedLines.set(laid, (lines = new Map()))
  let alone = lines.get(index)
  if (alone === undefined) lines.set(index, (alone = lineAlone(laid, index)))
  return alone
}

function lineAlone(laid: LaidParagraph, index: number): LaidParagraph {
  const line = laid.lines[index]
  if (line === undefined) return laid
  const begun = laid.box.kind === 'paragraph' ? (laid.box.continued?.floats ?? 0) : 0
  const isBelowTop = ({ y }: Placed): boolean => index === 0 || y >= line.y - EPSILON
  const next = laid.lines[index + 1]
  const isBeside = (placed: Placed): boolean => isBelowTop(placed) && (next === undefined || placed.y < next.y - EPSILON)
  return {
    ...laid,
    lines: [line],
    floats: laid.floats.filter((placed, i) => i >= begun && isBeside(placed)),
    positioned: laid.positioned.filter(isBelowTop),
    marker: index === 0 ? laid.marker : undefined,
  }
}
