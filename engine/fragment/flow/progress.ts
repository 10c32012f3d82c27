// How much of a box is on earlier pages, by its break token: as a height in the box as it was laid out, unbroken.

import { isWhole, type Sequence } from '../../collections/sequence.ts'
import type { FlowChild, Laid } from '../../layout/laid.ts'
import { breakSummaryOf, isOpenBox } from '../break-summary.ts'
import { EPSILON } from '../cut.ts'
import type { BreakToken } from '../fragment.ts'
import { flowOf as columnsFlowOf } from './columns-flow.ts'
import { flowOf } from './flex-grid-flow.ts'
import { flowOf as blockFlowOf } from './float-wrappers.ts'

/** Floats of a streamed box that are pulled to find what follows them. */
export const MOST_AHEAD = 16

type ChildToken = Extract<BreakToken, { at: 'child' }>

/** How many points of the box are on earlier pages: what is positioned above is on them too. */
export function doneBefore(laid: Laid, token: BreakToken): number {
  switch (token.at) {
    case 'slice':
    case 'rest':
      return token.y
    case 'band':
    case 'columns':
    case 'wrapper':
      return token.done
    case 'line':
      return laid.kind === 'paragraph' ? (laid.lines[token.line]?.y ?? laid.height) : 0
    case 'row':
      return doneRows(laid, token)
    case 'child':
      return doneChildren(laid, token)
  }
}

function doneRows(laid: Laid, token: Extract<BreakToken, { at: 'row' }>): number {
  if (laid.kind !== 'table') return 0
  const row = token.group === 'body' ? laid.rows.at(token.row) : undefined
  return row === undefined ? (token.group === 'head' ? 0 : laid.height) : laid.gridY + row.y + Math.min(token.done, row.height)
}

function doneChildren(laid: Laid, token: ChildToken): number {
  if (laid.kind === 'block') return doneInFlow(blockFlowOf(laid), token)
  if (laid.kind === 'flex-grid') return doneInFlow(flowOf(laid), token)
  return laid.kind === 'columns' ? doneInFlow(columnsFlowOf(laid), token) : laid.height
}

/** A token may point below the end of its box, where content was pushed to the next page: the box then ends where it was laid out. */
function doneInside(laid: Laid, token: BreakToken): number {
  const done = doneBefore(laid, token)
  return isOpenBox(laid) ? done : Math.min(done, laid.height)
}

/** Where the remaining children begin: margins vanish at an unforced break and stay after a forced one, unless `margin-break` says otherwise; those of floats always stay. */
export function doneInFlow(children: Sequence<FlowChild>, token: ChildToken): number {
  const first = children.at(token.index)
  if (first !== undefined && token.above !== undefined) return first.y - token.above
  if (first !== undefined && token.inner !== null) return first.y + doneInside(first.laid, token.inner)
  let from = Number.POSITIVE_INFINITY
  let collapsed: number | undefined
  // No float is higher than an earlier one: those of a streamed box are not pulled to the last, for what follows them.
  const end = isWhole(children) ? Number.POSITIVE_INFINITY : token.index + MOST_AHEAD
  for (let i = token.index; i < end; i++) {
    const child = children.at(i)
    if (child === undefined) break
    if (!token.isForced && collapsesThrough(child)) {
      collapsed ??= child.y
      continue
    }
    from = Math.min(from, child.y - (child.role === 'float' || keepsMargin(child, token) ? child.marginTop : 0))
    if (child.role === 'in-flow') break
  }
  return from === Number.POSITIVE_INFINITY ? (collapsed ?? from) : from
}

/** The margins of an empty box and of the box behind it are one, and vanish together. */
function collapsesThrough({ role, laid }: FlowChild): boolean {
  if (role === 'float' || (laid.kind !== 'block' && laid.kind !== 'paragraph') || isOpenBox(laid)) return false
  if (laid.height > EPSILON || laid.positioned.length > 0) return false
  const { overflowY, marginBreak, display } = laid.box.style
  if (overflowY !== 'visible' || marginBreak !== 'auto' || display !== 'block') return false
  const { reach, floatReach } = breakSummaryOf(laid)
  return reach <= EPSILON && floatReach <= EPSILON
}

function keepsMargin({ laid }: FlowChild, { isForced }: ChildToken): boolean {
  const { marginBreak } = laid.box.style
  if (laid.box.isAnonymous) return isForced
  return marginBreak === 'keep' || (isForced && marginBreak !== 'discard')
}
