// One line of a flex container on its main axis: flexible lengths, auto margins, justification (CSS Flexbox 1 §9.7, §8.1, §8.2).
// Most containers have a single line, so lines cost no Yoga nodes; Yoga decides only which items are on which line.
import { spread } from '../sizing/alignment.ts'
import { resolveFlexibleLengths } from './flexible-lengths.ts'
import { type MainAxis, type MainItem, marginSize, type SolvedAxis } from './main-axis.ts'

/** Sizes and offsets of items that share one line. */
export function solveLine(axis: MainAxis): SolvedAxis {
  const { items, room, gap } = axis
  const gaps = gap * Math.max(0, items.length - 1)
  let around = gaps
  for (const { before, after } of items) around += marginSize(before) + marginSize(after)
  const sizes = resolveFlexibleLengths(items, room - around)
  let free = room - around
  for (const size of sizes) free -= size
  return { lines: items.length === 0 ? [] : [{ items: items.map((_, i) => i) }], sizes, offsets: place(axis, sizes, free) }
}

/** `free` is negative when the line overflows. */
function place(axis: MainAxis, sizes: readonly number[], free: number): number[] {
  const { items, isReversed, gap } = axis
  const autos = free > 0 ? items.reduce((count, item) => count + autoMargins(item), 0) : 0
  const perAuto = autos === 0 ? 0 : free / autos
  const { lead, between } = autos > 0 ? { lead: 0, between: 0 } : justified(axis, free)
  const offsets: number[] = []
  let x = lead
  for (let k = 0; k < items.length; k++) {
    const i = isReversed ? items.length - 1 - k : k
    const { before, after } = items[i]!
    x += before === 'auto' ? perAuto : before
    offsets[i] = x
    x += sizes[i]! + (after === 'auto' ? perAuto : after) + gap + between
  }
  return offsets
}

function autoMargins({ before, after }: MainItem): number {
  return (before === 'auto' ? 1 : 0) + (after === 'auto' ? 1 : 0)
}

/** Room to the left of the first item and between two. */
function justified({ justify, items, isReversed, safeSide }: MainAxis, free: number): { readonly lead: number; readonly between: number } {
  const { before, between } = spread(justify, free, items.length, { normal: isReversed ? 'end' : 'start', safe: safeSide })
  return { lead: before, between }
}
