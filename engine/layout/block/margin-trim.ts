// `margin-trim` of block containers (CSS Box 4 §3.3.1): the margins at their start and end, with those of descendants that would collapse into them.

import type { BlockBox, Box } from '../../box/box.ts'
import { isFormattingRoot, isOutOfFlow } from '../../box/box-kinds.ts'
import { itemsOf, type Sequence, sequenceOf } from '../../collections/sequence.ts'
import { usedEdges } from '../sizing/sizing.ts'

type Side = 'top' | 'bottom'

/** The box with its children as `margin-trim` has them; the same one where it has none. */
export function withTrimmedMargins(box: BlockBox): BlockBox {
  const { marginTrim } = box.style
  if (marginTrim.length === 0 || box.isStreamed || box.isAnonymous) return box
  const isTrimmed = (side: 'top' | 'bottom'): boolean => marginTrim.includes(side === 'top' ? 'block-start' : 'block-end')
  return { ...box, children: trimmedChildren(box.children, isTrimmed) }
}

/** The children of a block container, those at trimmed edges without their margins there. */
function trimmedChildren(children: Sequence<Box>, isTrimmed: (side: Side) => boolean): Sequence<Box> {
  const list = [...itemsOf(children)]
  if (isTrimmed('top')) trim(list, 'top')
  if (isTrimmed('bottom')) trim(list, 'bottom')
  return sequenceOf(list)
}

/** Trims the first box in flow from a side, and goes on behind boxes whose margins collapse through. */
function trim(list: Box[], side: Side): void {
  const order = [...list.keys()]
  for (const i of side === 'top' ? order : order.reverse()) {
    const child = list[i]
    if (child === undefined || isOutOfFlow(child.style)) continue
    const isThrough = collapsesThrough(child)
    list[i] = withoutMargin(isThrough ? withoutMargin(child, 'top') : child, isThrough ? 'bottom' : side)
    if (!isThrough) return
  }
}

function withoutMargin(box: Box, side: Side): Box {
  const style = side === 'top' ? { ...box.style, marginTop: 0 } : { ...box.style, marginBottom: 0 }
  if (box.kind !== 'block' || !isOpenAt(box, side)) return { ...box, style }
  return { ...box, style, children: trimmedChildren(box.children, (inner) => inner === side) }
}

/** Whether the margins of its children collapse with its own on a side. */
function isOpenAt(box: Box, side: Side): boolean {
  const { inset } = usedEdges(box.style, 0)
  return !isFormattingRoot(box) && inset[side] === 0 && (side === 'top' || box.style.height === 'auto')
}

function collapsesThrough(box: Box): boolean {
  const { height, minHeight } = box.style
  const isFlat = (height === 'auto' || height === 0) && (minHeight === 'auto' || minHeight === 0)
  if (box.kind !== 'block' || !isFlat || isFormattingRoot(box) || usedEdges(box.style, 0).height > 0) return false
  return [...itemsOf(box.children)].every((child) => isOutOfFlow(child.style) || collapsesThrough(child))
}
