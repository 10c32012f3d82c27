// The last step of every formatting context: the shift of relative positioning, and the positioned boxes whose containing block the box is.

import type { BlockBox } from '../../box/box.ts'
import { isContainingBlock, isScrollContainer } from '../../box/box-kinds.ts'
import type { Edges, Point, Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, resolveLength } from '../../style/value.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { Laid } from '../laid.ts'
import { resolveInlinePending, resolvePending, translatePending } from './positioned.ts'

/** How far `position: relative` moves a box (CSS2 9.4.3); undefined when it does not. */
export function relativeShift(style: Style, size: LayoutSize): Point | undefined {
  if (style.position !== 'relative') return undefined
  const x = inset(style.left, style.right, size.containingWidth, style.direction === 'rtl')
  const y = inset(style.top, style.bottom, size.containingHeight, false)
  return x === 0 && y === 0 ? undefined : { x, y }
}

function inset(start: Style['left'], end: Style['left'], basis: number | undefined, isEndFirst: boolean): number {
  const from = resolve(start, basis)
  const to = resolve(end, basis)
  if (from !== undefined && to !== undefined) return isEndFirst ? -to : from
  return from ?? (to === undefined ? 0 : -to)
}

function resolve(value: Style['left'], basis: number | undefined): number | undefined {
  if (value === 'auto' || (basis === undefined && hasPercentage(value))) return undefined
  return resolveLength(value, basis ?? 0)
}

/** The padding box of a border box, from its corner. */
export function paddingBox(width: number, height: number, border: Edges): Rect {
  return {
    x: border.left,
    y: border.top,
    width: Math.max(0, width - border.left - border.right),
    height: Math.max(0, height - border.top - border.bottom),
  }
}

/** The padding box of a block for what is positioned in it; what remains of a block began on earlier pages. */
export function containingBlock(
  { continued }: Pick<BlockBox, 'continued'>,
  { width, alignedIn }: Pick<LayoutSize, 'width' | 'alignedIn'>,
  height: number,
  border: Edges,
): Rect {
  const { y, ...block } = paddingBox(width, alignedIn?.height ?? height, border)
  const done = continued?.done ?? 0
  return { ...block, y: y + (alignedIn?.y ?? 0) - done, height: block.height + done }
}

/** The laid box with its shift, and with those pending boxes attached whose containing block it is. Open boxes see to that themselves. */
export function finishPositioned<T extends Laid>(laid: T, size: LayoutSize, context: LayoutContext): T {
  const isOpen = (laid.kind === 'block' || laid.kind === 'table') && laid.isOpen
  if (isOpen) return laid
  return attachPending(holdBaselines(laid), size, context)
}

/** Baselines of what scrolls stay within its edges (CSS Align 3 §9.1): lines further down are out of sight. */
function holdBaselines<T extends Laid>(laid: T): T {
  const { firstBaseline: first, lastBaseline: last, height } = laid
  // With layout containment a box has no baseline to the outside (CSS Containment 2 §3.2).
  if (laid.box.style.containment?.layout === true && (first !== undefined || last !== undefined)) {
    return { ...laid, firstBaseline: undefined, lastBaseline: undefined }
  }
  const isOutside = (first !== undefined && first > height) || (last !== undefined && last > height)
  if (!isOutside || !isScrollContainer(laid.box.style)) return laid
  return {
    ...laid,
    firstBaseline: first === undefined ? undefined : Math.min(first, height),
    lastBaseline: last === undefined ? undefined : Math.min(last, height),
  }
}

function attachPending<T extends Laid>(laid: T, size: LayoutSize, context: LayoutContext): T {
  const shift = laid.shift ?? relativeShift(laid.box.style, size)
  if (laid.pending === undefined || laid.pending.length === 0) return shift === laid.shift ? laid : { ...laid, shift }
  const isBlock = laid.box.kind === 'paragraph' || (laid.box.kind === 'block' && laid.kind === 'columns')
  const going: Pick<BlockBox, 'continued'> = isBlock ? laid.box : {}
  const placed = going.continued?.placed
  const pending = placed === undefined ? laid.pending : laid.pending.filter(({ box }) => !placed.has(box))
  const inline = resolveInlinePending(pending, context)
  const own = isContainingBlock(laid.box.style)
    ? resolvePending(inline.rest, containingBlock(going, { ...size, width: laid.width }, laid.height, laid.border), laid.box.style, context)
    : { placed: [], rest: inline.rest }
  // Block flow has moved its own already.
  const rest = shift === laid.shift ? own.rest : translatePending(own.rest, shift?.x ?? 0, shift?.y ?? 0)
  return { ...laid, shift, positioned: [...laid.positioned, ...inline.placed, ...own.placed], pending: rest }
}
