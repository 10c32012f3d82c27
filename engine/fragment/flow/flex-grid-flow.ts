// Flex and grid containers as block flow: their bands (flex lines, grid rows) below each other, each a box of its own, or the stacked items of a column.

import { type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidFlexGrid, Placed } from '../../layout/laid.ts'
import { resolveLength } from '../../style/value.ts'

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

function bandBox(laid: LaidFlexGrid, band: { y: number; height: number; first: number; end: number }): FlowChild {
  const items = laid.children.slice(band.first, band.end)
  const marginTop = isFlex(laid) ? marginAbove(items, band.y, laid.width) : 0
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
    breaks: { kind: 'bands', bands: [{ y: 0, height, first: 0, end: children.length }] },
  }
  bands.add(box)
  return { x: 0, y, laid: box, role: 'in-flow', marginTop }
}

export function isFlex({ box }: LaidFlexGrid): boolean {
  return box.style.display === 'flex' || box.style.display === 'inline-flex'
}

/** The margins that all items of a flex line have above them vanish at an unforced break (CSS Fragmentation 3 §5.2). Grid items keep theirs, as in Chromium. */
function marginAbove(items: readonly Placed[], y: number, width: number): number {
  return Math.max(0, Math.min(...items.map((item) => Math.min(item.y - y, marginOf(item.laid, width)))))
}

function marginOf({ box }: Laid, width: number): number {
  const { marginTop } = box.style
  return marginTop === 'auto' ? 0 : resolveLength(marginTop, width)
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }
