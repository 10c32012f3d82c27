import type { TableBox } from '../box/box.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from './context.ts'
import type { LaidTable } from './laid.ts'
export function layoutTable(_box: TableBox, _size: LayoutSize, _context: LayoutContext): LaidTable {
  throw new Error('no tables yet')
}
export function tableWidths(_box: TableBox, _context: LayoutContext): ContentWidths {
  throw new Error('no tables yet')
}
