// Images and other replaced boxes: a size and nothing inside.
import type { ReplacedBox } from '../../box/box.ts'
import type { ContentWidths, LayoutSize } from '../context.ts'
import type { LaidReplaced } from '../laid.ts'
import { replacedHeight, replacedSize } from './replaced-size.ts'
import { usedEdges } from './sizing.ts'

export function layoutReplaced(box: ReplacedBox, size: LayoutSize): LaidReplaced {
  const { border, padding } = usedEdges(box.style, size.containingWidth, size.border)
  return {
    kind: 'replaced',
    box,
    width: size.width,
    height: size.height ?? replacedHeight(box, size),
    border,
    padding,
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: [],
    shift: undefined,
  }
}

/** A replaced box does not wrap: both widths are its own. */
export function replacedWidths(box: ReplacedBox): ContentWidths {
  const { width } = replacedSize(box, { containingWidth: undefined, containingHeight: undefined, available: Number.POSITIVE_INFINITY })
  return { min: width, max: width }
}
