// Heights of boxes with size containment (CSS Containment 2 §3.1).
import type { Box } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutSize } from '../context.ts'
import { clampHeight, definiteHeight, type UsedEdges, usedEdges } from './sizing.ts'

/**
 * The border-box height of a box with size containment whose height is the content's: that of an empty one (CSS Containment 2 §3.1), or of what
 * `contain-intrinsic-height` says. Undefined for others; what is in a turned box is contained itself.
 */
export function containedHeight({ kind, style }: Pick<Box, 'kind' | 'style'>, size: LayoutSize): number | undefined {
  if (style.containment?.size !== true || kind === 'turned' || size.height !== undefined) return undefined
  const edges = usedEdges(style, size.containingWidth, size.border)
  const own = definiteHeight(style, edges, size)
  // Percentages inside find a height that is given; least heights of content do not count against one by ratio.
  if (own !== undefined && style.aspectRatio === 'auto') return undefined
  const natural = containedContent(style, edges)
  return own ?? clampHeight(style, edges, size.containingHeight, natural, natural)
}

function containedContent({ containIntrinsicHeight: height }: Style, edges: UsedEdges): number {
  return (height === 'none' ? 0 : height) + edges.height
}

/**
 * A height of its own separates a block's bottom from its last child's (CSS2 8.3.1). That of a box with size containment is its content's, as in browsers,
 * where it is neither given nor bounded.
 */
export function isBottomApart(
  style: Style,
  edges: UsedEdges,
  size: LayoutSize,
  { height, natural }: { readonly height: number; readonly natural: number },
): boolean {
  const isContained = style.containment?.size === true && size.isHeightIndefinite === true
  const own = isContained ? { ...size, height: undefined } : size
  return definiteHeight(style, edges, own) !== undefined || height !== (isContained ? containedContent(style, edges) : natural)
}
