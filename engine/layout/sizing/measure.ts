// Items of flex and grid containers are laid out to measure them. What was laid out is remembered, so that measuring again at the same size, as nested
// containers do, costs nothing (without it, each level of nesting would double the work).

import type { Box, ParagraphBox } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength } from '../../style/value.ts'
import type { LayoutContext, LayoutSize, MeasuredBox } from '../context.ts'
import type { Laid } from '../laid.ts'

/** Sizes remembered per box: natural, stretched, and those of a measuring parent. */
const MOST_SIZES = 4

/** Lays out a box, or finds what it was before at this size. */
export function measureBox(box: Box, size: LayoutSize, context: LayoutContext): Laid {
  const entries = entriesOf(box, context)
  const known = entries.find((entry) => isSameSize(entry.size, size))
  if (known !== undefined) return known.laid
  const laid = stretchedLaid(box, size, entries) ?? context.layout.layoutBox(box, size, context)
  if (entries.length >= MOST_SIZES) entries.shift()
  entries.push({ size, laid })
  return laid
}

function entriesOf(box: Box, context: LayoutContext): MeasuredBox[] {
  const before = context.measured.get(box)
  if (before !== undefined) return before
  const entries: MeasuredBox[] = []
  context.measured.set(box, entries)
  return entries
}

function isSameSize(a: LayoutSize, b: LayoutSize): boolean {
  return a.height === b.height && (a.isHeightIndefinite ?? false) === (b.isHeightIndefinite ?? false) && isSameBasis(a, b)
}

function isSameBasis(a: LayoutSize, b: LayoutSize): boolean {
  return a.width === b.width && a.containingWidth === b.containingWidth && a.containingHeight === b.containingHeight
}

/** A box whose content does not care how high it is was laid out already, but for its height. */
function stretchedLaid(box: Box, size: LayoutSize, entries: readonly MeasuredBox[]): Laid | undefined {
  const { height } = size
  if (height === undefined) return undefined
  const natural = entries.find((entry) => entry.size.height === undefined && isSameBasis(entry.size, size))?.laid
  if (natural === undefined || natural.pending !== undefined || natural.positioned.length > 0 || isHeightSensitive(box)) return undefined
  return natural.kind === 'block' || natural.kind === 'paragraph' ? { ...natural, height } : undefined
}

/** Whether anything inside depends on the height of the box: percentages, and containers that distribute their room. */
function isHeightSensitive(box: Box): boolean {
  if (box.kind === 'paragraph') return isLineSensitive(box)
  if (box.kind !== 'block' || box.style.alignContent !== 'normal' || box.isStreamed) return true
  for (const child of itemsOf(box.children)) {
    if (isAbsolute(child.style) || hasPercentageHeight(child.style)) return true
    if ((child.kind === 'block' || child.kind === 'paragraph') && child.style.height === 'auto' && isHeightSensitive(child)) return true
  }
  return false
}

function isLineSensitive(box: ParagraphBox): boolean {
  return box.items.some((item) => {
    if (item.kind === 'positioned') return true
    return (item.kind === 'atomic' || item.kind === 'float') && hasPercentageHeight(item.box.style)
  })
}

function hasPercentageHeight({ height, minHeight, maxHeight }: Style): boolean {
  return [height, minHeight, maxHeight].some((value) => value === 'stretch' || (isLength(value) && hasPercentage(value)))
}

/** Where a content height is measured. */
interface HeightSpace {
  readonly width: number
  readonly containingWidth: number
  readonly containingHeight: number | undefined
}

/** The border-box height that the content needs; the box's own `height`, minimum and maximum do not count. */
export function contentHeight(box: Box, space: HeightSpace, context: LayoutContext): number {
  const { width, containingWidth, containingHeight } = space
  const size = { width, height: undefined, containingWidth, containingHeight }
  return measureBox(hasOwnHeight(box.style) ? naturalBox(box, context) : box, size, context).height
}

function hasOwnHeight({ height, minHeight, maxHeight, aspectRatio }: Style): boolean {
  return height !== 'auto' || (minHeight !== 'auto' && minHeight !== 0) || maxHeight !== 'none' || aspectRatio !== 'auto'
}

/** A copy of the box without heights of its own; always the same object, so that measures are found again. */
export function naturalBox(box: Box, context: LayoutContext): Box {
  const known = context.natural.get(box)
  if (known !== undefined) return known
  const aspectRatio = box.kind === 'replaced' ? box.style.aspectRatio : 'auto'
  const natural = { ...box, style: { ...box.style, height: 'auto', minHeight: 'auto', maxHeight: 'none', aspectRatio } } as const
  context.natural.set(box, natural)
  return natural
}

/** Percentages of columns do not widen what tables in here ask for: in cells, flex and grid containers, as in browsers. */
export function insideCell<T>(context: LayoutContext, work: () => T): T {
  context.cellDepth++
  try {
    return work()
  } finally {
    context.cellDepth--
  }
}

/** What is measured is a part of the width of a container. */
export function asContribution<T>(context: LayoutContext, work: () => T): T {
  context.contributions++
  try {
    return work()
  } finally {
    context.contributions--
  }
}
