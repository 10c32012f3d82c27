// The vertical side of a line box (CSS2 10.8): where the baselines of inline boxes stand, and how high the line is.
import type { Box } from '../../box/box.ts'
import { nearestLayoutUnit, PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength, type TextEdges } from '../../style/value.ts'
import type { MeasuredText } from './measure.ts'
import type { AtomicUnit, InlineBox } from './prepared-text.ts'
import type { TextStyle } from './text-style.ts'

/** Extent around a baseline. */
export interface Extent {
  readonly above: number
  readonly below: number
}

/** An inline box on one line; the root one stands for the paragraph itself. */
export interface BoxState {
  readonly box: InlineBox | undefined
  readonly parent: BoxState | undefined
  readonly textStyle: TextStyle
  /** Its baseline below that of its group. */
  readonly shift: number
  readonly group: AlignedGroup
  /** Depth in the line's nesting, 0 for the root. */
  readonly depth: number
  /** `position: relative` of this box and those around it. */
  readonly dx: number
  readonly dy: number
}

/** What is aligned as one: the root and everything relative to it, or a subtree with `vertical-align: top` or `bottom` (or an atomic box). */
export interface AlignedGroup {
  readonly align: 'root' | 'top' | 'bottom'
  above: number
  below: number
  /** Its baseline below the line's, once the line's extent is known. */
  offset: number
}

export function makeGroup(align: AlignedGroup['align']): AlignedGroup {
  return { align, above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY, offset: 0 }
}

/** How far text reaches up and down to the metrics that `text-box-edge` names (CSS Inline 3 §5.2), in the units that browsers count in. */
export function edgeExtent(
  { ascent, descent, capHeight, xHeight, baselineShift: shift }: TextStyle,
  edges: Partial<TextEdges>,
): Partial<Extent> {
  const above =
    edges.over === 'cap' ? nearestLayoutUnit(capHeight - shift) : edges.over === 'ex' ? nearestLayoutUnit(xHeight - shift) : ascent
  return {
    ...(edges.over === undefined ? {} : { above }),
    ...(edges.under === undefined ? {} : { below: edges.under === 'alphabetic' ? shift : descent }),
  }
}

/** The sides of an inline box that its own `text-box-trim` moves. */
export function trimmedEdges({ textBoxTrim, textBoxEdge, writingMode }: Style): Partial<TextEdges> {
  const [over, under] = writingMode === 'vertical-lr' ? (['trim-end', 'trim-start'] as const) : (['trim-start', 'trim-end'] as const)
  return {
    ...(textBoxTrim === over || textBoxTrim === 'trim-both' ? { over: textBoxEdge.over } : {}),
    ...(textBoxTrim === under || textBoxTrim === 'trim-both' ? { under: textBoxEdge.under } : {}),
  }
}

/** The box whose height and font count around what stands in `state`: what draws the decoration of a block is no inline box (CSS Text Decoration 4 §2). */
export function strutOf(state: BoxState): BoxState {
  return state.box?.isDecoration === true && state.parent !== undefined ? strutOf(state.parent) : state
}

/** Makes a group reach around a part whose baseline is `shift` below the group's. */
export function reachAround(group: AlignedGroup, { above, below }: Extent, shift: number): void {
  group.above = Math.max(group.above, above - shift)
  group.below = Math.max(group.below, below + shift)
}

/** Group and baseline inside `parent` of something in this style that reaches so far around its own baseline. */
export function alignIn(
  parent: BoxState,
  { style, lineHeight }: TextStyle,
  extent: Extent,
  groups: AlignedGroup[],
): { readonly group: AlignedGroup; readonly shift: number } {
  const align = style.verticalAlign
  if (align === 'top' || align === 'bottom') {
    const group = makeGroup(align)
    groups.push(group)
    return { group, shift: 0 }
  }
  return { group: parent.group, shift: parent.shift + baselineShift(align, extent, strutOf(parent).textStyle, lineHeight) }
}

/** How far below the parent's baseline (CSS2 10.8.1; amounts for sub and super as browsers have them). */
function baselineShift(
  align: Exclude<Style['verticalAlign'], 'top' | 'bottom'>,
  { above, below }: Extent,
  parent: TextStyle,
  lineHeight: number,
): number {
  switch (align) {
    case 'baseline':
      return 0
    case 'sub':
      return parent.fontSize / 5 + PX
    case 'super':
      return -(parent.fontSize / 3 + PX)
    case 'text-top':
      return above - parent.ascent
    case 'text-bottom':
      return parent.descent - below
    case 'middle':
      return (above - below) / 2 - parent.xHeight / 2
    case '-webkit-baseline-middle':
      return (above - below) / 2
    default:
      return -resolveLength(align, lineHeight)
  }
}

/** Extent of the line, and the offset of every group in it. A group that does not fit makes the line grow at its far side. */
export function resolveGroups(root: AlignedGroup, groups: readonly AlignedGroup[]): Extent {
  if (root.above === Number.NEGATIVE_INFINITY) {
    root.above = 0
    root.below = 0
  }
  let { above, below } = root
  for (const group of groups) {
    const excess = group.above + group.below - (above + below)
    if (excess <= 0) continue
    if (group.align === 'bottom') above += excess
    else below += excess
  }
  for (const group of groups) group.offset = group.align === 'bottom' ? below - group.below : group.above - above
  return { above, below }
}

function isInlineBlock({ kind }: Box): boolean {
  return kind === 'block' || kind === 'paragraph'
}

/** A button, a field or a drop-down, which in browsers stands on its line whatever `overflow` says. List boxes and text areas do not. */
function isLineControl({ kind, origin }: Box): boolean {
  return origin.tag === 'button' || origin.tag === 'input' || (origin.tag === 'select' && kind === 'block')
}

/** Margin box of an atomic box around its baseline (CSS2 10.8.1): its last line, or the bottom margin edge (the middle, around a central baseline); of what only clips, still the line (CSS Overflow 3 §3.1). */
export function atomExtent(
  { atom }: AtomicUnit,
  { laid, margin }: NonNullable<ReturnType<MeasuredText['atoms']['get']>>,
  isCentral: boolean,
): Extent {
  const { style } = atom
  const isScroller = style.overflowY !== 'visible' && style.overflowY !== 'clip' && isInlineBlock(atom) && !isLineControl(atom)
  // An inline block that scrolls stands on its margin edge (CSS2 §10.8.1), unless its baseline is chosen, as in Chromium.
  const isScrolled = isScroller && style.baselineSource === 'auto'
  const isItems = atom.kind === 'table' || atom.kind === 'flex' || atom.kind === 'grid'
  // Inline blocks have their last line by default, other boxes their first (CSS Inline 3 §4.2.1).
  const usesFirst = style.baselineSource === 'auto' ? isItems : style.baselineSource === 'first'
  const baseline = atom.kind === 'replaced' || isScrolled ? undefined : usesFirst ? laid.firstBaseline : laid.lastBaseline
  const height = margin.top + laid.height + margin.bottom
  const ofControl = atom.kind === 'replaced' && atom.baseline !== undefined ? laid.height - atom.baseline : undefined
  const own = baseline ?? ofControl
  const above = own !== undefined ? margin.top + own : isCentral ? height / 2 : height
  return { above, below: height - above }
}
