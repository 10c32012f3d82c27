// Row groups without rows: they take the height that their style or the table gives them, with no spacing around them, as in browsers (CSS Tables 3 §3.10 says
// nothing of them). Limits: only of closed tables; of one that is cut they show nothing.
import type { TableBox, TableRowGroup } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { EmptyGroup, LaidRow } from '../laid.ts'
import { specifiedSize } from '../sizing/sizing.ts'
import type { Role } from './grid.ts'

/** One whose height is being found. */
export interface EmptyDraft {
  readonly group: TableRowGroup
  readonly role: Role
  height: number
}

export function emptyDrafts({ head, bodies, foot }: TableBox): EmptyDraft[] {
  const drafts: EmptyDraft[] = []
  const add = (group: TableRowGroup | undefined, role: Role): void => {
    if (group === undefined || group.onPage !== undefined || group.rows.at(0) !== undefined) return
    drafts.push({ group, role, height: specifiedSize(group.style.height, undefined, 0, 'border-box') ?? 0 })
  }
  add(head, 'head')
  for (const group of itemsOf(bodies)) add(group, 'body')
  add(foot, 'foot')
  return drafts
}

export function heightOfEmpty(drafts: readonly EmptyDraft[], role?: Role): number {
  return drafts.reduce((sum, draft) => (role === undefined || draft.role === role ? sum + draft.height : sum), 0)
}

/** Rows of one role that were placed without its empty groups: from `top` on, `gap` below what is above them. */
interface PlacedRows {
  readonly groups: Iterable<TableRowGroup>
  readonly rows: readonly LaidRow[]
  readonly top: number
  readonly gap: number
}

/** The rows below each empty group moved down by its height, and the empty groups between them. */
export function placeEmpty({ groups, rows, top, gap }: PlacedRows, drafts: readonly EmptyDraft[]) {
  const empty: EmptyGroup[] = []
  const moved: LaidRow[] = []
  let end = top - gap
  let shift = 0
  let next = 0
  for (const group of groups) {
    const draft = drafts.find((each) => each.group === group)
    if (draft !== undefined) {
      empty.push({ group, y: end, height: draft.height })
      shift += draft.height
      end += draft.height
    }
    for (let row = rows[next]; row?.group === group; row = rows[++next]) {
      moved.push(shift === 0 ? row : { ...row, y: row.y + shift })
      end = row.y + shift + row.height
    }
  }
  return { rows: moved, empty }
}
