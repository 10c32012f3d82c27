// `text-indent` (CSS Text 4 §8.1): which lines are indented, and by how much.
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'

/** Where a line stands in its paragraph. */
export interface LineOrder {
  readonly isFirst: boolean
  readonly isAfterBreak: boolean
}

/** Points by which a line begins further inside. */
export function indentOf({ textIndent, textIndentLines }: Style, { isFirst, isAfterBreak }: LineOrder, width: number): number {
  const isMarked = isFirst || (isAfterBreak && textIndentLines.endsWith('each-line'))
  return isMarked === textIndentLines.startsWith('hanging') ? 0 : resolveLength(textIndent, width)
}
