// Images and other replaced boxes: a size, and nothing inside but HTML in drawings.
import type { ForeignContent, ReplacedBox } from '../../box/box.ts'
import { PX, type Size } from '../../geometry.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from '../context.ts'
import type { Laid, LaidReplaced } from '../laid.ts'
import { replacedHeight, replacedSize } from './replaced-size.ts'
import { usedEdges } from './sizing.ts'

export function layoutReplaced(box: ReplacedBox, size: LayoutSize, context: LayoutContext): LaidReplaced {
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const { border, padding } = edges
  const height = size.height ?? replacedHeight(box, size, context)
  const around = { width: (size.width - edges.width) / PX, height: (height - edges.height) / PX }
  return {
    kind: 'replaced',
    box,
    width: size.width,
    height,
    foreign: box.foreign?.map((content) => ({ element: content.element, laid: layoutForeign(content, around, context) })),
    border,
    padding,
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: [],
    shift: undefined,
  }
}

/** As large as its attributes say, with a formatting context of its own. */
function layoutForeign(content: ForeignContent, around: Size, context: LayoutContext): Laid {
  const { width, height } = content.size(around)
  return context.layout.layoutBox(content.box, { width, height, containingWidth: width, containingHeight: height }, context)
}

/** A replaced box does not wrap: both widths are its own. */
export function replacedWidths(box: ReplacedBox, context: LayoutContext): ContentWidths {
  const space = { containingWidth: undefined, containingHeight: undefined, available: Number.POSITIVE_INFINITY }
  const { width } = replacedSize(box, space, context)
  return { min: width, max: width }
}
