// Flex and grid containers as block flow: their bands (flex lines, grid rows) below each other, each a box of its own, or the stacked items of a column.

import { type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidFlexGrid, Placed } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'
import { marginAbove } from '../break-summary.ts'
import { EPSILON } from '../cut.ts'

const flows = new WeakMap<LaidFlexGrid, Sequence<FlowChild>>()
/** The boxes made for bands. */
export const bands = new WeakSet<Laid>()

/** What the container breaks between: its bands, or its children where they are stacked. */
export function flowOf(laid: LaidFlexGrid): Sequence<FlowChild> {
  let flow = flows.get(laid)
  if (flow === undefined) {
    flow = sequenceOf(laid.breaks.kind === 'stack' ? stackOf(laid) : bandsOf(laid))
    flows.set(laid, flow)
  }
  return flow
}

function stackOf(laid: LaidFlexGrid): FlowChild[] {
  return laid.children.map((child): FlowChild => ({ ...child, role: 'in-flow', marginTop: 0 })).sort((a, b) => a.y - b.y)
}

function bandsOf(laid: LaidFlexGrid): FlowChild[] {
  if (laid.breaks.kind === 'bands') return laid.breaks.bands.map((band) => bandBox(laid, band))
  const top = laid.border.top + laid.padding.top
  const height = laid.height - top - laid.border.bottom - laid.padding.bottom
  return [bandBox(laid, { y: top, height, first: 0, end: laid.children.length })]
}

type Band = Extract<LaidFlexGrid['breaks'], { kind: 'bands' }>['bands'][number]

function bandBox(laid: LaidFlexGrid, band: Band): FlowChild {
  const items = laid.children.slice(band.first, band.end)
  const marginTop = isFlex(laid) ? sharedMarginAbove(items, band.y, laid.width) : 0
  const y = band.y + marginTop
  const height = band.height - marginTop
  const children = items.map((child) => ({ ...child, y: child.y - y }))
  const box: LaidFlexGrid = {
    ...laid,
    box: { ...laid.box, isAnonymous: true },
    height,
    border: NO_INSETS,
    padding: NO_INSETS,
    positioned: [],
    children,
    breaks: { kind: 'bands', bands: [{ ...band, y: 0, height, first: 0, end: children.length }] },
  }
  bands.add(box)
  return { x: 0, y, laid: box, role: 'in-flow', marginTop }
}

/** A flex container whose items follow each other in one column. */
export function isStack(laid: Laid): laid is LaidFlexGrid {
  return laid.kind === 'flex-grid' && laid.breaks.kind === 'stack'
}

export function isFlex({ box }: LaidFlexGrid): boolean {
  return box.style.display === 'flex' || box.style.display === 'inline-flex'
}

/** A grid, or a flex container of lines: boxes stand side by side in it. */
export function hasBands(laid: Laid): laid is LaidFlexGrid {
  return laid.kind === 'flex-grid' && laid.breaks.kind !== 'stack'
}

/** A grid or a multi-column container is not cut for the sake of what is below it: it moves whole, or what is below moves alone, as in Chromium. */
export function isUncut(laid: Laid): boolean {
  return laid.kind === 'columns' || (laid.kind === 'flex-grid' && !isFlex(laid))
}

/** Margins of flex items, also those that all items of a line have above them, are not cut short by the end of a page. */
export function keepsMargins(laid: Laid): laid is LaidFlexGrid {
  return laid.kind === 'flex-grid' && (isStack(laid) || isFlex(laid))
}

/** The margins that all items of a flex line have above them vanish at an unforced break (CSS Fragmentation 3 §5.2). Grid items keep theirs, as in Chromium. */
function sharedMarginAbove(items: readonly Placed[], y: number, width: number): number {
  return Math.max(0, Math.min(...items.map((item) => Math.min(item.y - y, marginAbove(item.laid, width)))))
}

/**
 * Whether a page may end between the top of the container and its first item or grid row. CSS Break 3 §3.1 allows no break between the padding of a block and its
 * first child; for flex columns and grids Chromium does break there. `limit`: where the page ends in the container. Padding and borders of a flex column move with it
 * when they do not fit; those of a grid are cut. Above a flex line only a margin that all its items share is broken.
 */
export function mayBreakAboveFirst(laid: LaidFlexGrid, first: FlowChild, limit: number): boolean {
  if (isStack(laid)) return first.y > EPSILON && laid.border.top + laid.padding.top < limit - EPSILON
  if (!isFlex(laid)) return first.y > EPSILON
  return first.marginTop > EPSILON && first.y - first.marginTop < limit - EPSILON
}

/** A break before an item of a flex column. */
interface StackBreak {
  readonly index: number
  /** Of the item in the piece. */
  readonly y: number
  /** Where the piece ends. */
  readonly limit: number
  readonly isForced: boolean
}

/**
 * How much of the space above the item is left for the next page. Margins of flex items continue over a break (CSS Flexbox 1 §10 leaves it open; as in
 * Chromium), and the item's own stays whole at a forced one; gaps, and space that `justify-content` puts between items, vanish below the end of the page.
 */
export function spaceLeftAbove(laid: LaidFlexGrid, { index, y, limit, isForced }: StackBreak): number {
  const { own, between } = spaceAbove(laid, index)
  const end = y - own
  if (isForced) return Math.max(0, own + Math.max(0, end - between - limit))
  return Math.max(0, y - limit) - Math.min(between, Math.max(0, end - limit))
}

/** The margin of an item of a flex column, or above a flex line, and what is between it and what is before. */
function spaceAbove(laid: LaidFlexGrid, index: number): { readonly own: number; readonly between: number } {
  const flow = flowOf(laid)
  const [before, item] = [index === 0 ? undefined : flow.at(index - 1), flow.at(index)]
  if (item === undefined) return { own: 0, between: 0 }
  if (!isStack(laid))
    return { own: item.marginTop, between: before === undefined ? 0 : item.y - item.marginTop - before.y - before.laid.height }
  if (before === undefined) return { own: marginAbove(item.laid, laid.width), between: 0 }
  const above = item.laid.box.style.marginTop
  const below = before.laid.box.style.marginBottom
  const space = item.y - before.y - before.laid.height
  if (above === 'auto' || below === 'auto') {
    const { rowGap } = laid.box.style
    const between = rowGap === 'normal' ? 0 : resolveLength(rowGap, laid.height)
    return { own: above === 'auto' ? space - between : marginAbove(item.laid, laid.width), between }
  }
  const own = resolveLength(above, laid.width)
  return { own, between: Math.max(0, space - own - resolveLength(below, laid.width)) }
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }
