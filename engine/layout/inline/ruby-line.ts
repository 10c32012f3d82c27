// Ruby on a line (CSS Ruby 1 §3.1): annotations of one level share a baseline, the first level on the em boxes of all bases that have
// one, each further level on the one before.
import { emAround } from './em-box.ts'
import type { BoxSpan, Leaf, LineParts } from './line.ts'
import type { MeasuredText } from './measure.ts'
import type { InlineBox, PlacedAnnotation, RubyRoom } from './prepared-text.ts'
import { atomExtent, type Extent } from './vertical.ts'

interface AnnotationPlace {
  readonly annotation: PlacedAnnotation
  readonly x: number
  readonly y: number
}

/** Where the annotations of a line stand. */
export interface RubyLine {
  /** How far they reach over and under the baseline of the line; undefined on a side without any. */
  readonly over: number | undefined
  readonly under: number | undefined
  /** The annotations of a base whose content reaches from `left` to `right`: where their border boxes stand, below the baseline of the line. */
  placed(base: BoxSpan, left: number, right: number): readonly AnnotationPlace[]
}

/** Undefined on a line without annotations. */
export function rubyOf(parts: LineParts, measured: MeasuredText): RubyLine | undefined {
  const { rubies } = measured.prepared
  const bases = rubies === undefined ? [] : parts.spans.filter(({ box, isFirst }) => isFirst && rubies.has(box))
  if (rubies === undefined || bases.length === 0) return undefined
  const levels = levelsOf(bases, rubies)
  const over = stackOf('over', { levels, reach: reachOf('over', bases, { parts, measured, rubies }) })
  const under = stackOf('under', { levels, reach: reachOf('under', bases, { parts, measured, rubies }) })
  return {
    over: over?.reach,
    under: under?.reach,
    placed: ({ box, state, isFirst }, left, right) => {
      const room = isFirst ? rubies.get(box) : undefined
      // Where the line is justified, annotations stay in the middle of their base.
      const wider = room === undefined ? 0 : (right - left - room.width) / 2
      return (room?.annotations ?? []).map((annotation) => {
        const { laid, before, side, baseline } = annotation
        const x = box.style.direction === 'rtl' ? right - wider + before - laid.width : left + wider - before
        const shift = (side === 'over' ? over : under)?.baselines[levels.get(annotation) ?? 0] ?? 0
        return { annotation, x: x + state.dx, y: shift - baseline + state.dy }
      })
    },
  }
}

/** How far the annotations of the first and last base of a line would hang out of it. */
export function hangsAtEnds(
  { spans, leaves }: LineParts,
  { prepared: { rubies } }: MeasuredText,
): { readonly start: number; readonly end: number } {
  let [start, end] = [0, 0]
  if (rubies === undefined) return { start, end }
  for (const { box, first, end: after, isFirst, isLast } of spans) {
    const hang = rubies.get(box)?.hang
    if (hang !== undefined && isFirst && first === 0) start += hang.start
    if (hang !== undefined && isLast && after === leaves.length) end += hang.end
  }
  return { start, end }
}

type Rubies = ReadonlyMap<InlineBox, RubyRoom>

/** The level of each annotation on its side: those of bases inside come first. */
function levelsOf(bases: readonly BoxSpan[], rubies: Rubies): ReadonlyMap<PlacedAnnotation, number> {
  const levels = new Map<PlacedAnnotation, number>()
  const next = new Map<InlineBox, { readonly over: number; readonly under: number }>()
  for (const { box } of bases.toReversed()) {
    const own = { ...(next.get(box) ?? { over: 0, under: 0 }) }
    for (const annotation of rubies.get(box)!.annotations) levels.set(annotation, own[annotation.side]++)
    let outer = box.parent
    while (outer !== undefined && !rubies.has(outer)) outer = outer.parent
    if (outer === undefined) continue
    const known = next.get(outer) ?? { over: 0, under: 0 }
    next.set(outer, { over: Math.max(known.over, own.over), under: Math.max(known.under, own.under) })
  }
  return levels
}

interface BaseLine {
  readonly parts: LineParts
  readonly measured: MeasuredText
  readonly rubies: Rubies
}

/** How far the bases with annotations on a side reach there from the baseline of the line. */
function reachOf(side: PlacedAnnotation['side'], bases: readonly BoxSpan[], { parts, measured, rubies }: BaseLine): number {
  let reach = Number.NEGATIVE_INFINITY
  const add = ({ above, below }: Extent, down: number): void => {
    reach = Math.max(reach, side === 'over' ? above - down : below + down)
  }
  let done = 0
  for (const { box, state, first, end } of bases) {
    if (!rubies.get(box)!.annotations.some((annotation) => annotation.side === side)) continue
    const { textStyle, group, shift } = state
    if (first === end) add(emAround(textStyle, textStyle.fontSize, textStyle.primary.face), group.offset + shift)
    // Bases nest: what an outer one holds is looked at once.
    for (let i = Math.max(first, done); i < end; i++) {
      const leaf = parts.leaves[i]!
      add(extentOf(leaf, measured), leaf.group.offset + leaf.shift)
    }
    done = Math.max(done, end)
  }
  return reach
}

function extentOf({ unit, state }: Leaf, measured: MeasuredText): Extent {
  if (unit.kind === 'text') return emAround(unit.textStyle, unit.fontSize, unit.match.face)
  const atom = unit.kind === 'atomic' ? measured.atoms.get(unit) : undefined
  if (unit.kind === 'atomic' && atom !== undefined) return atomExtent(unit, atom, state.textStyle.isCentral)
  return emAround(state.textStyle, state.textStyle.fontSize, state.textStyle.primary.face)
}

interface Stacking {
  readonly levels: ReadonlyMap<PlacedAnnotation, number>
  readonly reach: number
}

/** Baselines by level, below that of the line, and how far all levels reach. */
function stackOf(
  side: PlacedAnnotation['side'],
  { levels, reach }: Stacking,
): { readonly baselines: readonly number[]; readonly reach: number } | undefined {
  const extents: { above: number; below: number }[] = []
  for (const [annotation, level] of levels) {
    if (annotation.side !== side) continue
    const extent = (extents[level] ??= { above: 0, below: 0 })
    extent.above = Math.max(extent.above, annotation.above)
    extent.below = Math.max(extent.below, annotation.below)
  }
  if (extents.length === 0) return undefined
  let at = reach
  const baselines = extents.map(({ above, below }) => {
    const [near, far] = side === 'over' ? [below, above] : [above, below]
    const baseline = at + near
    at = baseline + far
    return side === 'over' ? -baseline : baseline
  })
  return { baselines, reach: at }
}
