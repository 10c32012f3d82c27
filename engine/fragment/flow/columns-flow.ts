// Multi-column containers as block flow: column sets (the columns between spanners) and the spanners (`column-span: all`) between them, below each other.
import { largest } from '../../collections/lists.ts'
import { itemsOf, type Sequence, sequenceOf } from '../../collections/sequence.ts'
import type { FlowChild, Laid, LaidBlock, LaidColumns } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import { bottomInsetOf } from '../cut.ts'

const flows = new WeakMap<LaidColumns, Sequence<FlowChild>>()
/** The boxes made for column sets. */
export const columnSets = new WeakSet<Laid>()
/** Column sets of containers that have other column sets or spanners: the container's given height is not theirs. */
const parts = new WeakSet<Laid>()

export function flowOf(laid: LaidColumns): Sequence<FlowChild> {
  let flow = flows.get(laid)
  if (flow === undefined) {
    flow = sequenceOf(split(laid))
    flows.set(laid, flow)
  }
  return flow
}

/** Column sets and spanners. Only the last bottom is right: the others follow from the heights of the pieces before them. */
function split(laid: LaidColumns): FlowChild[] {
  const top = laid.border.top + laid.padding.top + laid.contentShift
  const bottom = laid.height - bottomInsetOf(laid)
  const result: FlowChild[] = []
  let columnSet: FlowChild[] = []
  let columnSetCount = 0
  let y = top
  /** Where the last spanner ends in the flow. */
  let spannerEnd: number | undefined
  const endColumnSet = (style: Style): void => {
    const first = columnSet[0]
    if (first === undefined) return
    if (spannerEnd !== undefined) y += first.y - first.marginTop - spannerEnd
    const own = { leastHeights: laid.leastHeights.slice(columnSetCount), balancedHeights: laid.balancedHeights.slice(columnSetCount) }
    columnSetCount++
    const box = { ...laid.box, style, isAnonymous: true }
    const child = columnSetOf({ ...laid, ...own, box }, columnSet, y)
    result.push(child)
    y += child.laid.height
    columnSet = []
  }
  for (const child of itemsOf(laid.flow.children)) {
    if (child.laid.box.style.columnSpan !== 'all' || child.role === 'float') columnSet.push(child)
    else {
      if (columnSet.length > 0) endColumnSet({ ...laid.box.style, ...BALANCED })
      else if (spannerEnd !== undefined) y += child.y - child.marginTop - spannerEnd
      result.push({ ...child, x: child.x + laid.border.left + laid.padding.left, y: y + child.marginTop })
      y += child.marginTop + child.laid.height
      spannerEnd = child.y + child.laid.height
    }
  }
  endColumnSet(laid.box.style)
  const last = result.pop()
  if (last === undefined) return []
  // Columns that `align-content` moves end above the container's own height.
  const end = laid.contentShift === 0 ? bottom : last.y + (laid.balancedHeights.at(-1) ?? 0)
  return [...result, endingAt(last, end)]
}

/** Columns that a spanner ends are of equal height, whatever `column-fill` says (CSS Multi-column 1 §7.1). */
const BALANCED = { columnFill: 'balance' } as const

function endingAt(child: FlowChild, bottom: number): FlowChild {
  if (!columnSets.has(child.laid)) return child
  const laid = { ...child.laid, height: Math.max(0, bottom - child.y) }
  columnSets.add(laid)
  if (parts.has(child.laid)) parts.add(laid)
  return { ...child, laid }
}

function columnSetOf(laid: LaidColumns, children: readonly FlowChild[], y: number): FlowChild {
  const first = children[0]!
  const top = first.y - first.marginTop
  const height =
    largest(
      children.map((child) => child.y + child.laid.height),
      Number.NEGATIVE_INFINITY,
    ) - top
  const isAll = first === laid.flow.children.at(0) && laid.flow.children.at(children.length) === undefined
  const flow: LaidBlock = isAll
    ? laid.flow
    : { ...laid.flow, height, children: sequenceOf(children.map((child) => ({ ...child, y: child.y - top }))), positioned: [] }
  const box: LaidColumns = {
    ...laid,
    height: laid.balancedHeights[0] ?? height / laid.columnCount,
    border: NO_INSETS,
    padding: NO_INSETS,
    positioned: [],
    flow,
  }
  columnSets.add(box)
  if (!isAll) parts.add(box)
  return { x: 0, y, laid: box, role: 'in-flow', marginTop: 0 }
}

const NO_INSETS = { top: 0, right: 0, bottom: 0, left: 0 }

/** The container has a height of its own, and this column set is all of it: its columns are as tall. */
export function hasHeight(laid: LaidColumns): boolean {
  return laid.isHeightDefinite && laid.contentShift === 0 && isWhole(laid)
}

/** The column set is all of its container. */
export function isWhole(laid: LaidColumns): boolean {
  return !parts.has(laid)
}
