// What a box is to the boxes around it: in flow or out of it, a containing block, the root of a formatting context. One home for these tests: layout and
// fragmentation ask them of every box.
import { itemsOf } from '../collections/sequence.ts'
import type { Style } from '../style/style.ts'
import type { Box, TableBox, TableRowGroup } from './box.ts'

// ── In flow or out of it ────────────────────────────────────────────────────────────────────────────────────────────────

export function isOutOfFlow(style: Style): boolean {
  return isAbsolute(style) || isFloat(style)
}

/** Absolutely positioned, fixed boxes among them. */
export function isAbsolute(style: Style): boolean {
  return style.position === 'absolute' || style.position === 'fixed'
}

export function isFloat(style: Style): boolean {
  return (style.float === 'left' || style.float === 'right') && !isAbsolute(style)
}

/** Its place down the page is its static position (CSS Position 3 §3.5.1). */
export function isPlacedByFlow({ top, bottom }: Style): boolean {
  return top === 'auto' && bottom === 'auto'
}

/** Of a box that is positioned in `holder`: it is on every page from the one on which the content around it stands (CSS2 9.6.1). */
export function isRepeatedFromItsPage(style: Style, holder: Style): boolean {
  return style.position === 'fixed' && isPlacedByFlow(style) && !isFixedContainingBlock(holder)
}

// ── Containing blocks ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Whether absolutely positioned descendants are positioned against this box. */
export function isContainingBlock(style: Style): boolean {
  return (style.position !== 'static' && typeof style.position === 'string') || isFixedContainingBlock(style)
}

/** Whether even fixed descendants are (CSS Transforms 1 §6, Filter Effects 1 §5, CSS Containment 2 §3.2, §3.4). */
export function isFixedContainingBlock({ transform, filter, containment }: Style): boolean {
  return transform.length > 0 || filter.length > 0 || (containment !== undefined && (containment.layout || containment.paint))
}

// ── Formatting contexts ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Whether an in-flow block-level box begins a block formatting context: no margin and no float passes through its edge. */
export function isFormattingRoot(box: Box): boolean {
  if ((box.kind !== 'block' && box.kind !== 'paragraph') || isRootElement(box)) return true
  const { style } = box
  if (box.origin.tag === 'fieldset' && !box.isAnonymous) return true
  if (isScrollContainer(style) || isMultiColumn(style) || style.columnSpan === 'all') return true
  const { containment } = style
  if (containment !== undefined && (containment.layout || containment.paint || containment.isIndependent === true)) return true
  return (
    style.display === 'flow-root' || style.display === 'table-cell' || style.display === 'inline-block' || style.alignContent !== 'normal'
  )
}

/** The margins of the root element's box collapse with no others (CSS2 8.3.1). */
export const isRootElement = (box: Box): boolean => box.origin.tag === 'html' && !box.isAnonymous

/** A scroll container, though nothing scrolls on paper. */
export function isScrollContainer({ overflowX, overflowY }: Style): boolean {
  return (overflowX !== 'visible' && overflowX !== 'clip') || (overflowY !== 'visible' && overflowY !== 'clip')
}

export function isMultiColumn({ columnCount, columnWidth }: Style): boolean {
  return columnCount !== 'auto' || columnWidth !== 'auto'
}

// ── Cells of tables ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Where the content of a cell stands in it: `align-content` decides, and `vertical-align` where that is `normal` (CSS Align 3 §5.1.1). */
export function cellAlignment({ alignContent, verticalAlign }: Style): 'start' | 'center' | 'end' | 'baseline' {
  // As in browsers, `last baseline` is no value of its own here.
  if (alignContent !== 'normal' && alignContent !== 'last baseline') return contentAlignment(alignContent)
  if (verticalAlign === 'top') return 'start'
  if (verticalAlign === 'middle') return 'center'
  return verticalAlign === 'bottom' ? 'end' : 'baseline'
}

function contentAlignment(keyword: Style['alignContent']): 'start' | 'center' | 'end' | 'baseline' {
  const align = keyword.replace(/^(?:un)?safe /, '')
  if (align === 'baseline') return 'baseline'
  if (align === 'center' || align === 'space-around' || align === 'space-evenly') return 'center'
  return align === 'end' || align === 'flex-end' ? 'end' : 'start'
}

/** An inline box with such an edge makes a line even when it is empty (CSS2 9.4.2), and where the edge is a percentage of nothing, as in browsers. */
export function hasInlineEdge(style: Style): boolean {
  return hasEdgeAt(style, 'left') || hasEdgeAt(style, 'right')
}

export function hasEdgeAt(style: Style, side: 'left' | 'right'): boolean {
  const edges =
    side === 'left'
      ? [style.marginLeft, style.borderLeftWidth, style.paddingLeft]
      : [style.marginRight, style.borderRightWidth, style.paddingRight]
  return edges.some((edge) =>
    typeof edge === 'object' ? !(edge.kind === 'sum' && edge.length === 0 && edge.percent === 0) : edge !== 0 && edge !== 'auto',
  )
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** No cell is in it. Rows of a streamed table are not asked for. */
export function isWithoutCells({ head, bodies, foot, isStreamed }: TableBox): boolean {
  const isEmpty = (group: TableRowGroup | undefined): boolean => {
    if (group !== undefined) for (const { cells } of itemsOf(group.rows)) if (cells.length > 0) return false
    return true
  }
  if (isStreamed || !isEmpty(head)) return false
  for (const group of itemsOf(bodies)) if (!isEmpty(group)) return false
  return isEmpty(foot)
}

/** Lines go through or along the text of the box. */
export function hasDecoration({ textDecorationLine: line }: Style): boolean {
  return line.underline || line.overline || line.lineThrough || line.error !== 'none'
}
