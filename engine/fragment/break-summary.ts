// What fragmentation must know about a closed box before it may take it as a whole. Found once for a box, and stored on it.

import { mayForce } from '../box/break-values.ts'
import { largest } from '../collections/lists.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { BreakSummary, FlowChild, Laid, LaidCell, LaidParagraph, LaidRow, LaidTable, Placed } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import { resolveLength } from '../style/value.ts'
import { EPSILON } from './cut.ts'

type Summary = Omit<BreakSummary, 'of'>

/** True when the box ends above `limit` (from its own top) and may be taken whole, by reference. Constant time after the first call. */
export function fitsWhole(laid: Laid, limit: number): boolean {
  if (laid.kind === 'paragraph' && laid.floats.length === 0 && laid.positioned.length === 0) return reachOfLines(laid) <= limit
  if (laid.kind === 'replaced' || laid.kind === 'turned' || isEmpty(laid)) return laid.height <= limit
  if (isOpenBox(laid)) return false
  if (laid.height > limit) return false
  const summary = breakSummaryOf(laid)
  return summary.isPlain && summary.reach <= limit && summary.positionedReach <= limit && summary.floatReach <= limit
}

/** Nothing in the row forces a break, and it holds no columns: its cells may be used by reference. */
export function isPlainRow(row: LaidRow): boolean {
  return row.isBare || row.cells.every(isPlainCell)
}

/** Lowest point of what is positioned in the row's cells, from the row's top; 0 when nothing is. */
export function positionedReachOfRow(row: LaidRow): number {
  if (row.isBare) return 0
  let lowest = 0
  for (const { laid, contentShift } of row.cells) {
    const reach = isSimple(laid) || isEmpty(laid) ? 0 : breakSummaryOf(laid).positionedReach
    if (reach > 0) lowest = Math.max(lowest, contentShift + reach)
  }
  return lowest
}

export function isPlainCell({ laid }: LaidCell): boolean {
  return fitsWhole(laid, Number.POSITIVE_INFINITY)
}

/** A block without children or positioned boxes: an empty cell. */
function isEmpty(laid: Laid): boolean {
  return laid.kind === 'block' && !laid.isOpen && laid.positioned.length === 0 && laid.children.at(0) === undefined
}

/** Not for open boxes. */
export function breakSummaryOf(laid: Laid): Summary {
  if (laid.breakSummary?.of === laid) return laid.breakSummary
  laid.breakSummary = { of: laid, ...summarise(laid) }
  return laid.breakSummary
}

/** Bottom of what is in flow in a closed box, from its top, also of what the box clips: where it would end if its height came from its content, or below. */
export function contentReach(laid: Laid): number {
  if (!clips(laid.box.style)) return breakSummaryOf(laid).reach
  if (laid.kind === 'block') return summariseChildren(laid, itemsOf(laid.children)).reach
  if (laid.kind === 'paragraph') return bottomOfLines(laid)
  return laid.kind === 'flex-grid' ? summariseChildren(laid, laid.children).reach : laid.height
}

function bottomOfLines(laid: LaidParagraph): number {
  const last = laid.lines[laid.lines.length - 1]
  return last === undefined ? laid.height : Math.max(laid.height, last.y + last.height)
}

function reachOfLines(laid: LaidParagraph): number {
  return clips(laid.box.style) ? laid.height : bottomOfLines(laid)
}

/** More of the box may follow: its height is not known. */
export function isOpenBox(laid: Laid): boolean {
  return (laid.kind === 'block' || laid.kind === 'table') && laid.isOpen
}

export function clips(style: Style): boolean {
  return style.overflowY !== 'visible'
}

function summarise(laid: Laid): Summary {
  const inFlow = summariseInFlow(laid)
  if (laid.positioned.length === 0) return inFlow
  // Forced breaks in positioned boxes do not count, but columns in them must still be distributed.
  const isPlain = inFlow.isPlain && laid.positioned.every((placed) => isPlainInside(placed.laid))
  const positionedReach = clips(laid.box.style) ? 0 : largest(laid.positioned.map(positionedReachOf), inFlow.positionedReach)
  return { ...inFlow, isPlain, positionedReach }
}

function positionedReachOf({ y, laid }: Placed): number {
  if (laid.box.style.position === 'fixed') return 0
  const { reach, positionedReach } = isSimple(laid) ? plain(simpleReach(laid)) : breakSummaryOf(laid)
  return y + Math.max(reach, positionedReach)
}

/** With size containment a box is monolithic (CSS Containment 2 §3.1). One that shows more than its own height continues as others do, so that all of it is shown. */
export function isMonolithicBlock(laid: Laid): boolean {
  const { style, isAnonymous } = laid.box
  if (style.containment?.size !== true || isAnonymous || ((laid.kind === 'block' || laid.kind === 'table') && laid.isOpen)) return false
  const { reach, positionedReach, floatReach } = breakSummaryOf(laid)
  return Math.max(reach, positionedReach, floatReach) <= laid.height + EPSILON
}

function summariseInFlow(laid: Laid): Summary {
  switch (laid.kind) {
    case 'paragraph': {
      const floats = summariseChildren(laid, laid.floats)
      return { ...floats, reach: Math.max(reachOfLines(laid), floats.reach) }
    }
    case 'block':
      return clipped(laid, summariseChildren(laid, itemsOf(laid.children)))
    case 'flex-grid':
      return clipped(laid, laid.breaks.kind === 'monolithic' ? plain(laid.height) : summariseChildren(laid, laid.children))
    case 'table':
      return summariseTable(laid)
    case 'columns':
      return { ...plain(laid.height), isPlain: false }
    case 'replaced':
    case 'turned':
      return plain(laid.height)
  }
}

function plain(reach: number): Summary {
  return { reach, positionedReach: 0, floatReach: 0, isPlain: true }
}

function clipped(laid: Laid, summary: Summary): Summary {
  return clips(laid.box.style) ? { ...plain(laid.height), isPlain: summary.isPlain } : summary
}

function summariseChildren({ kind, width, height }: Laid, children: Iterable<Placed | FlowChild>): Summary {
  let reach = height
  let positionedReach = 0
  let floatReach = 0
  let isPlain = true
  for (const child of children) {
    const { y, laid } = child
    const { style } = laid.box
    if (child.isPushed === true) isPlain = false
    if (child.isPushed === true && style.float !== 'none') continue
    if (mayForce(style) || style.page !== '') isPlain = false
    if (kind === 'paragraph' || ('role' in child && child.role === 'float')) floatReach = Math.max(floatReach, marginEdgeOf(child, width))
    if (isSimple(laid)) {
      reach = Math.max(reach, y + simpleReach(laid))
      continue
    }
    const summary = breakSummaryOf(laid)
    reach = Math.max(reach, y + summary.reach)
    if (summary.positionedReach > 0) positionedReach = Math.max(positionedReach, y + summary.positionedReach)
    if (summary.floatReach > 0) floatReach = Math.max(floatReach, y + summary.floatReach)
    if (!summary.isPlain) isPlain = false
  }
  return { reach, positionedReach, floatReach, isPlain }
}

/** Bottom margin edge of a float, in the box that it stands in and whose width is `width`. */
export function marginEdgeOf({ y, laid }: Placed, width: number): number {
  return y + laid.height + marginBelow(laid, width)
}

/** Margin above a box in one of this `width`; 0 for `auto`. */
export function marginAbove({ box }: Laid, width: number): number {
  return usedMargin(box.style.marginTop, width)
}

/** Margin below a box in one of this `width`; 0 for `auto`. */
export function marginBelow({ box }: Laid, width: number): number {
  return usedMargin(box.style.marginBottom, width)
}

function usedMargin(margin: Style['marginTop'], width: number): number {
  return margin === 'auto' ? 0 : resolveLength(margin, width)
}

/** Without floats or positioned boxes, as most boxes are: it needs no summary of its own. */
function isSimple(laid: Laid): boolean {
  return (
    laid.kind === 'replaced' ||
    laid.kind === 'turned' ||
    (laid.kind === 'paragraph' && laid.floats.length === 0 && laid.positioned.length === 0)
  )
}

function simpleReach(laid: Laid): number {
  return laid.kind === 'paragraph' ? reachOfLines(laid) : laid.height
}

function summariseTable(table: LaidTable): Summary {
  const whole = plain(table.height)
  if (table.isOpen || table.onPage !== undefined) return { ...whole, isPlain: false }
  let isPlain = [...table.topCaptions, ...table.bottomCaptions].every(({ laid }) => isPlainInside(laid))
  let positionedReach = 0
  const addRows = (rows: Iterable<LaidRow>, y: number): void => {
    for (const row of rows) {
      isPlain &&= !mayForce(row.row.style) && !mayForce(row.group.style) && row.cells.every((cell) => isPlainInside(cell.laid))
      const reach = positionedReachOfRow(row)
      if (reach > 0) positionedReach = Math.max(positionedReach, table.gridY + y + row.y + reach)
    }
  }
  addRows(table.head, table.headY)
  addRows(itemsOf(table.rows), 0)
  addRows(table.foot, table.footY)
  return { ...whole, positionedReach, isPlain }
}

function isPlainInside(laid: Laid): boolean {
  return isSimple(laid) || breakSummaryOf(laid).isPlain
}
