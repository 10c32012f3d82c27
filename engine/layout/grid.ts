// Grid formatting contexts (CSS Grid 2).
import type { GridBox } from '../box/box.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from './context.ts'
import type { LaidIsland } from './laid.ts'
import { layoutStack, stackWidths } from './stack.ts'

export function layoutGrid(box: GridBox, size: LayoutSize, context: LayoutContext): LaidIsland {
  return layoutStack(box, size, context)
}

export function gridWidths(box: GridBox, context: LayoutContext): ContentWidths {
  return stackWidths(box, context)
}
