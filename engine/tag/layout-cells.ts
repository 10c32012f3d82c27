// Rows and cells as tables are laid out, and the places of content that has no cell of its own.
import type { Box, Origin } from '../box/box.ts'
import type { LaidCell } from '../layout/laid.ts'
import type { Node } from './node.ts'

/** The element of a row; one that is laid out as if it were not there has its cells in an anonymous row. */
export function elementOfRow(origin: Origin, cells: readonly LaidCell[]): Origin {
  const first = cells[0] && elementOfCell(cells[0])?.parent
  if (first === undefined || first === origin || first.tag !== 'tr' || first.parent !== origin) return origin
  return cells.every((cell) => elementOfCell(cell)?.parent === first) ? first : origin
}

/** The element of a cell; one that is laid out as something else has an anonymous cell around it. Undefined: content of the row itself. */
export function elementOfCell({ laid: { box } }: LaidCell): Origin | undefined {
  if (!box.isAnonymous) return box.origin
  const [first, second] = insideOf(box)
  return first !== undefined && second === undefined && isCell(first, box) ? first.origin : undefined
}

/** A row of which something stands beside the table gets nodes of its own when the table comes to it: those of what was painted before stay where they are. */
export function leaveBeside(row: Origin, cells: readonly LaidCell[]): void {
  if ((row.tagged as Node | undefined)?.isBeside !== true) return // written by the tree alone
  row.tagged = undefined
  for (const cell of cells) {
    const element = elementOfCell(cell)
    if (element !== undefined) element.tagged = undefined
  }
}

/** An anonymous cell around several: the grid is not that of the elements. */
export function isUnlikeTree({ laid: { box } }: LaidCell): boolean {
  if (!box.isAnonymous) return false
  const [first, second] = insideOf(box)
  return first !== undefined && second !== undefined && (isCell(first, box) || isCell(second, box))
}

function insideOf(box: Box): readonly (Box | undefined)[] {
  return box.kind === 'block' ? [box.children.at(0), box.children.at(1)] : []
}

function isCell({ origin, isAnonymous }: Box, around: Box): boolean {
  return !isAnonymous && origin.parent === around.origin && (origin.tag === 'td' || origin.tag === 'th')
}

/** Place in the row of an anonymous cell. */
export function rankOfStray(cells: readonly LaidCell[], index: number): number {
  const first = insideOf(cells[index]!.laid.box)[0]?.origin.order
  if (first !== undefined) return first
  const before = cells.slice(0, index).findLast(({ laid }) => !laid.box.isAnonymous)
  return (before?.laid.box.origin.order ?? 0) + 0.25
}

/** The part of a row or group for content at this place that has none of its own. */
export function strayAt({ kids }: Node, rank: number): Node | undefined {
  const strays = kids.filter((kid) => kid.kind === 'node' && kid.isStray) as readonly Node[]
  return strays.findLast((part) => part.rank <= rank) ?? strays[0]
}

/** The same of a row group, or of a table: a cell. */
export function strayCell(group: Node, rank: number): Node | undefined {
  const groups =
    group.type === 'Table' ? (group.kids.filter((kid) => kid.kind === 'node' && kid.type === 'TBody') as readonly Node[]) : [group]
  const rows = groups.flatMap((each) => strayAt(each, rank) ?? [])
  const row = rows.findLast((each) => each.rank <= rank) ?? rows[0]
  return row && strayAt(row, rank)
}
