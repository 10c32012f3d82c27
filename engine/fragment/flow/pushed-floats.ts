// Problem: a float for which the page has no room begins on the next one (CSS Break 3 §4.1: floats are parallel flows), while the content beside which it was laid
// out goes on here, as wide as if it were not there. Approach: fragmentation finds the first such float, and asks in its token that the page be laid out without it
// (`render/relayout.ts`); in that layout the float and all later ones are marked as pushed (`Placed.isPushed`), are left to the next page without a look at the room,
// and whatever clears them begins there too. Limits: not in columns, nor many at a time, and not where what remains cannot be laid out again.
import type { Box } from '../../box/box.ts'
import { isFormattingRoot } from '../../box/box-kinds.ts'
import type { Sequence } from '../../collections/sequence.ts'
import type { FlowChild, Laid, Placed } from '../../layout/laid.ts'
import type { Cutter, Room } from '../cut.ts'
import type { BreakToken, CellToken, ParallelToken } from '../fragment.ts'
import { rowAt } from '../row-at.ts'
import { flowOf as flexGridFlowOf } from './flex-grid-flow.ts'
import { flowOf as blockFlowOf } from './float-wrappers.ts'

/** A float that does not fit may be pushed to the next page alone. */
export function mayPush(room: Room, cutter: Cutter): boolean {
  return maySeparate(room, cutter) && !room.isBacktracking
}

/** Floats of one box that wait together: each page lays out all that wait, so that of more than this none is pushed. */
export const MOST_WAITING = 64

/** A float, and content beside which it was laid out, may be on different pages. */
export function maySeparate({ context }: Room, { pushes }: Cutter): boolean {
  return pushes && context === 'page'
}

/** The first float that asks to be pushed. */
export function askingFloat(laid: Laid, token: BreakToken): Box | undefined {
  switch (token.at) {
    case 'child': {
      const own = askingAmong(token.parallel, laid)
      const child = own === undefined && token.inner !== null ? childrenOf(laid)?.at(token.index) : undefined
      return child === undefined ? own : askingIn(child, token.inner)
    }
    case 'rest':
    case 'line':
      return askingAmong(token.parallel, laid)
    case 'band':
      return laid.kind === 'flex-grid' ? firstOf(laid.children, (item, i) => askingIn(item, token.inner[i] ?? null)) : undefined
    case 'row':
      return askingInRow(laid, token)
    case 'columns':
    case 'wrapper':
    case 'slice':
      return undefined
  }
}

function askingInRow(laid: Laid, { group, row, cells, spans }: Extract<BreakToken, { at: 'row' }>): Box | undefined {
  if (laid.kind !== 'table') return undefined
  return (
    firstOf(spans, (span) => askingIn(rowAt(laid, span.group, span.row)?.cells[span.cell], span.inner)) ??
    (cells === null ? undefined : firstOf(cells, (state, i) => askingIn(rowAt(laid, group, row)?.cells[i], state)))
  )
}

function askingAmong(tokens: readonly ParallelToken[], laid: Laid): Box | undefined {
  return firstOf(tokens, (token) => {
    const placed = placedOf(laid, token)
    return token.asksToMove === true ? placed?.laid.box : askingIn(placed, token.inner)
  })
}

function askingIn(placed: Pick<Placed, 'laid'> | undefined, token: CellToken): Box | undefined {
  return placed === undefined || token === null || token === 'later' ? undefined : askingFloat(placed.laid, token)
}

function firstOf<T>(items: readonly T[], find: (item: T, index: number) => Box | undefined): Box | undefined {
  for (const [i, item] of items.entries()) {
    const found = find(item, i)
    if (found !== undefined) return found
  }
  return undefined
}

/** A float that was pushed to the next page stands in this box, which continues at `token`, and in the formatting context around it. */
export function holdsPushed(laid: Laid, token: BreakToken): boolean {
  if (isFormattingRoot(laid.box) || (token.at !== 'child' && token.at !== 'rest' && token.at !== 'line')) return false
  for (const each of token.parallel) {
    const placed = each.role === 'positioned' ? undefined : placedOf(laid, each)
    if (placed === undefined) continue
    if (each.role === 'float' ? placed.isPushed === true : each.inner !== null && holdsPushed(placed.laid, each.inner)) return true
  }
  const child = token.at === 'child' && token.inner !== null ? childrenOf(laid)?.at(token.index) : undefined
  return child !== undefined && token.at === 'child' && token.inner !== null && holdsPushed(child.laid, token.inner)
}

function placedOf(laid: Laid, { role, index }: ParallelToken): Placed | undefined {
  if (role === 'positioned') return laid.positioned[index]
  return laid.kind === 'paragraph' ? laid.floats[index] : childrenOf(laid)?.at(index)
}

function childrenOf(laid: Laid): Sequence<FlowChild> | undefined {
  return laid.kind === 'block' ? blockFlowOf(laid) : laid.kind === 'flex-grid' ? flexGridFlowOf(laid) : undefined
}
