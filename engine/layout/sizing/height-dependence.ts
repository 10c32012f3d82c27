// Whether the widths that a box asks for follow its height: pictures, ratios and orthogonal flows whose heights are percentages of it (CSS Sizing 3 §5.2).

import type { Box } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage, isLength } from '../../style/value.ts'
import type { LayoutContext } from '../context.ts'

/** Whether something in the box turns the height of its content box into a width. Found once for each box. */
export function dependsOnHeight(box: Box, context: LayoutContext): boolean {
  const known = context.heightDependence.get(box)
  if (known !== undefined) return known
  const depends = hasDependent(box, context)
  context.heightDependence.set(box, depends)
  return depends
}

function hasDependent(box: Box, context: LayoutContext): boolean {
  switch (box.kind) {
    case 'paragraph':
      return box.items.some((item) => (item.kind === 'atomic' || item.kind === 'float') && isDependent(item.box, context))
    case 'block':
      if (box.isStreamed) return false
      for (const child of itemsOf(box.children)) if (isDependent(child, context)) return true
      return false
    case 'grid':
      return box.children.some((child) => isDependent(child, context) || isStretchedDependent(child, context))
    case 'flex':
      // Where columns break follows the height.
      if (box.style.flexWrap !== 'nowrap' && box.style.flexDirection.startsWith('column')) return true
      return box.children.some((child) => isDependent(child, context) || (isOneRow(box) && isStretchedDependent(child, context)))
    default:
      return false
  }
}

function isOneRow({ style }: Box): boolean {
  return style.flexWrap === 'nowrap' && (style.flexDirection === 'row' || style.flexDirection === 'row-reverse')
}

/** Items of a row that may be as high as it. */
function isStretchedDependent(child: Box, context: LayoutContext): boolean {
  const { style, kind } = child
  if (isAbsolute(style) || style.height !== 'auto') return false
  return kind === 'replaced' || style.aspectRatio !== 'auto' || dependsOnHeight(child, context)
}

function isDependent(child: Box, context: LayoutContext): boolean {
  const { style, kind } = child
  if (isAbsolute(style)) return false
  const isRelative = isRelativeHeight(style.height)
  if (kind === 'replaced' || style.aspectRatio !== 'auto') {
    return isRelative || isRelativeHeight(style.minHeight) || isRelativeHeight(style.maxHeight)
  }
  return (isRelative || child.isAnonymous) && (kind === 'turned' || dependsOnHeight(child, context))
}

/** A percentage of the container's height, or all of it. */
function isRelativeHeight(height: Style['height'] | Style['maxHeight']): boolean {
  return height === 'stretch' || (isLength(height) && hasPercentage(height))
}
