// What remains of a table with tall captions (table/captions.ts): the remaining captions, and the grid unless it has ended.
import type { Box, TableBox, TableRowGroup } from '../../box/box.ts'
import { sequenceOf } from '../../collections/sequence.ts'
import type { LaidTable } from '../../layout/laid.ts'
import type { BreakToken } from '../fragment.ts'
import { CONTINUED_TOP, continuedStyle } from './continued-style.ts'
import type { Remaining, RemainingFunction } from './contract.ts'
import { isAwaitingPositioned } from './positioned.ts'
import { remainingTable } from './table.ts'

type WrapperToken = Extract<BreakToken, { at: 'wrapper' }>
type Inside = Extract<BreakToken, { at: 'child' | 'rest' }>

/** Its children are the captions above, the grid, and the captions below. */
export function remainingWithCaptions(table: LaidTable, token: WrapperToken, remainingOf: RemainingFunction): Remaining | undefined {
  const { inner } = token
  if ((inner.at !== 'child' && inner.at !== 'rest') || inner.parallel.length > 0 || isAwaitingPositioned(table, token.done))
    return undefined
  const remains = remainingAt(table, inner, remainingOf)
  return remains && { box: remains.box, token: { at: 'wrapper', done: CONTINUED_TOP, inner: remains.token } }
}

interface RemainingWrapper {
  readonly box: TableBox
  readonly token: Inside
}

function remainingAt(table: LaidTable, at: Inside, remainingOf: RemainingFunction): RemainingWrapper | undefined {
  const { box, topCaptions, bottomCaptions } = table
  if (box.kind !== 'table') return undefined
  const below = bottomCaptions.map(({ laid }) => laid)
  if (at.at === 'rest') return { box: { ...ended(table, box), captions: [] }, token: { at: 'rest', y: CONTINUED_TOP, parallel: [] } }
  const { index, inner, isForced } = at
  const grid = topCaptions.length
  if (index === grid && inner?.at === 'row') {
    const rows = remainingTable(table, inner, remainingOf)
    return rows && { box: rows.box, token: { at: 'child', index: 0, inner: rows.token, isForced, parallel: [] } }
  }
  const left = index < grid ? topCaptions.slice(index).map(({ laid }) => laid) : below.slice(Math.max(0, index - grid - 1))
  const first = left[0]
  const own = first === undefined || inner === null ? undefined : remainingOf(first, inner)
  if (inner !== null && own === undefined) return undefined
  const captions = left.map((caption, i): Box => (i > 0 || index === grid ? caption.box : (own?.box ?? withoutMargin(caption.box))))
  const token: Inside = { at: 'child', index: index > grid ? 1 : 0, inner: own?.token ?? null, isForced, parallel: [] }
  if (index > grid) return { box: { ...ended(table, box), captions }, token }
  const later = index < grid ? below.map((caption) => caption.box) : []
  return { box: { ...withoutMargin(box), marks: [], captions: [...captions, ...later] }, token }
}

function withoutMargin<T extends Box>(box: T): T {
  return { ...box, style: { ...box.style, marginTop: 0 } }
}

/** All rows are on earlier pages. */
function ended(table: LaidTable, box: TableBox): TableBox {
  const style = { ...continuedStyle(table, undefined), height: 'auto', minHeight: 'auto' } as const
  const bodies = sequenceOf<TableRowGroup>([])
  return { ...box, style, marks: [], head: undefined, bodies, foot: undefined, isStreamed: false, columnsOf: box.columnsOf ?? box }
}
