// Floated boxes: laid out shrunk to fit, placed among the floats of their formatting context (CSS2 9.5, 10.3.5).

import type { Box, ParagraphBox } from '../../box/box.ts'
import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { Rect } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { FloatSpace, LayoutContext, LayoutSize } from '../context.ts'
import { indentOf } from '../inline/indent.ts'
import type { FlowChild, Placed } from '../laid.ts'
import { childrenBasis, usedEdges, usedMargins } from '../sizing/sizing.ts'
import { usedWidth } from '../sizing/width.ts'
import { type Floats, type Gap, TOLERANCE } from './float.ts'
import { exclusionShape } from './float-shape.ts'
import type { Strut } from './margin.ts'

/** Where a block stands in its block formatting context. */
export interface FlowPlace {
  readonly floats: Floats
  /** Of the border box, from the border box of the formatting context's root. */
  readonly x: number
  readonly y: number
  /** Boxes moved below floats, decided while the margins of their ancestors were worked out. */
  readonly cleared: { has(box: Box): boolean; add(box: Box): unknown }
  /** Margins that have collapsed at the top of the block; only where a list item at its top counts them again (`TopChain`). */
  readonly above?: Strut | undefined
}

/** A set of boxes that is nearly always empty: most formatting contexts have no floats. */
export class ClearedBoxes {
  #boxes: Set<Box> | undefined

  has(box: Box): boolean {
    return this.#boxes?.has(box) === true
  }

  add(box: Box): void {
    this.#boxes ??= new Set()
    this.#boxes.add(box)
  }
}

/** Room for a float, in the coordinates of its formatting context. */
interface FloatRoom {
  /** Sides of the containing block's content box. */
  readonly within: Gap
  readonly containingHeight: number | undefined
  /** The float's margin box stands here or below. */
  readonly y: number
}

/** Lays out a float and puts it in its place. The offset is of its border box, in the coordinates of the formatting context. */
export function layoutFloat(box: Box, room: FloatRoom, floats: Floats, context: LayoutContext): Placed & { readonly marginTop: number } {
  const { style } = box
  const containingWidth = room.within.right - room.within.left
  const margins = usedMargins(style, containingWidth)
  const across = margins.left + margins.right
  const space = { containingWidth, containingHeight: room.containingHeight, available: containingWidth - across, auto: 'shrink' } as const
  const width = usedWidth(box, space, context)
  const size = { width, height: undefined, containingWidth, containingHeight: room.containingHeight }
  const laid = context.layout.layoutBox(box, size, context)
  const side = style.float === 'right' ? 'right' : 'left'
  const outer = { width: width + across, height: laid.height + margins.top + margins.bottom }
  const isLetter = box.kind === 'paragraph' && box.ink !== undefined
  if (floats.isPushing || context.pushedFloats?.has(box) === true) {
    const { x, y } = floats.push(side, outer.width, room.y, room.within)
    return { x: x + margins.left, y: y + margins.top, laid, isPushed: true, marginTop: margins.top }
  }
  const from = isLetter ? room.y : Math.max(room.y, floats.clearance(style.clear), floats.letterBottom)
  const corner = floats.place(side, outer, from, room.within)
  if (isLetter) floats.markLetter()
  const shape = exclusionShape({ laid, margins, corner, containingWidth })
  if (shape !== undefined) floats.shapeLast(shape)
  return { x: corner.x + margins.left, y: corner.y + margins.top, laid, marginTop: margins.top }
}

/** What a paragraph at `place` sees of the floats around it; undefined when there are none and it brings none. */
export function paragraphFloats(box: ParagraphBox, size: LayoutSize, place: FlowPlace, context: LayoutContext): FloatSpace | undefined {
  const { floats, x, y: top } = place
  if (floats.isEmpty && !box.items.some((item) => item.kind === 'float')) return undefined
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const { inset } = edges
  const containingHeight = childrenBasis(box, edges, size, context.isQuirks)
  const left = x + inset.left
  const within = { left, right: Math.max(left, x + size.width - inset.right) }
  return {
    lineAt(y, height) {
      const gap = floats.lineGap(top + y, height, within)
      return { left: gap.left - within.left, right: within.right - gap.right }
    },
    nextY(y) {
      const bottom = floats.nextLine(top + y)
      return bottom === undefined ? undefined : bottom - top
    },
    place(float, y) {
      const placed = layoutFloat(float, { within, containingHeight, y: top + y }, floats, context)
      return { ...placed, x: placed.x - x, y: placed.y - top }
    },
    belowLetters: (y) => Math.max(y, floats.letterBottom - top),
    clearY: (clear, y) => Math.max(y, floats.clearance(clear) - top),
  }
}

/** A child in flow. `isPushed`: it is to stand below a float that waits for the next page. */
export function inFlowChild(child: FlowChild, isPushed: boolean): FlowChild {
  return isPushed ? { ...child, isPushed } : child
}

export function clears(clear: Style['clear'], { style }: Box): boolean {
  return clear === 'both' || (clear !== 'none' && clear === style.float)
}

/** Whether a formatting root has no room beside floats that begin where it would, so that it and its margin go below them. */
export function isCrowdedOut(box: Box, floats: readonly Box[], containingWidth: number, context: LayoutContext): boolean {
  if (floats.length === 0 || !isFormattingRoot(box)) return false
  const space = { containingWidth, containingHeight: undefined, available: containingWidth, auto: 'shrink' } as const
  const outer = floats.map((float) => {
    const margins = usedMargins(float.style, containingWidth)
    return usedWidth(float, space, context) + margins.left + margins.right
  })
  const available = Math.max(0, containingWidth - outer.reduce((sum, width) => sum + width, 0))
  return usedWidth(box, { ...space, available, auto: 'stretch' }, context) > available + TOLERANCE
}

/** The point on a line beside floats, at `y` of the border box at `place`, where inline content would begin. */
export function emptyLine(style: Style, content: Gap, y: number, { floats, x: originX, y: originY }: FlowPlace): Rect {
  const gap = floats.lineGap(originY + y, 0, { left: originX + content.left, right: originX + content.right })
  const start = lineStart(style)
  const indent = indentOf(style, { isFirst: true, isAfterBreak: false }, content.right - content.left)
  // As a margin at the start of the line: it moves the middle by half.
  const inwards = indent * (style.direction === 'rtl' ? -start : 1 - start)
  return { x: gap.left - originX + (gap.right - gap.left) * start + inwards, y, width: 0, height: 0 }
}

/** How far along an empty line its content would begin. */
function lineStart({ textAlign, direction }: Style): number {
  if (textAlign === 'center' || textAlign === '-platen-center') return 1 / 2
  if (textAlign === 'left' || textAlign === '-platen-left') return 0
  if (textAlign === 'right' || textAlign === '-platen-right') return 1
  return (direction === 'rtl') !== (textAlign === 'end') ? 1 : 0
}
