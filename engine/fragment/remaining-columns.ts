// What remains of a multi-column container: its flow goes on in columns of the new width.
import type { BlockBox } from '../box/box.ts'
import type { LaidColumns } from '../layout/laid.ts'
import { sequenceAfter } from '../sequence.ts'
import { flowOf } from './columns.ts'
import type { BesideToken, BreakToken } from './fragment.ts'
import { doneBefore } from './progress.ts'
import { isAwaitingPositioned } from './remaining-positioned.ts'
import { continuedStyle, START } from './remaining-style.ts'
import type { Remaining, RemainingChildren } from './remains.ts'

type ChildToken = Extract<BreakToken, { at: 'child' }>

export function remainingColumns(
  laid: LaidColumns,
  token: Extract<BreakToken, { at: 'child' | 'rest' }>,
  remainingChildren: RemainingChildren,
): Remaining | undefined {
  const at = token.at === 'child' ? placeInFlow(laid, token) : undefined
  const flow = at && remainingChildren(laid.flow, at)
  if (flow === undefined || flow.token.at !== 'child') return undefined
  const { origin, isAnonymous } = laid.box
  const done = doneBefore(laid, token)
  const box: BlockBox = {
    kind: 'block',
    style: continuedStyle(laid, Math.max(0, laid.height - done) + START),
    origin,
    isAnonymous,
    marks: [],
    marker: undefined,
    children: sequenceAfter([...flow.beside, ...flow.first], flow.rest, flow.from),
    isStreamed: false,
  }
  const isSpanner = flow.beside.length === 0 && (flow.first[0]?.style.columnSpan ?? 'none') === 'all'
  const inner: BreakToken | null = isSpanner ? flow.token.inner : { at: 'columns', done: START, inner: flow.token }
  const next: ChildToken = { at: 'child', index: 0, inner, isForced: flow.token.isForced, beside: [] }
  return isAwaitingPositioned(laid, done) ? undefined : { box, token: next }
}

/** Where the flow goes on: runs of columns and the spanners between them are its children, one after another. */
function placeInFlow(laid: LaidColumns, token: ChildToken): ChildToken | undefined {
  const part = flowOf(laid).at(token.index)
  if (part === undefined || token.beside.length > 0) return undefined
  const isRun = part.laid.kind === 'columns' && part.laid.box.origin === laid.box.origin && part.laid.box.isAnonymous
  const head = isRun && part.laid.kind === 'columns' ? part.laid.flow.children.at(0)?.laid : part.laid
  const start = head === undefined ? -1 : indexOf(laid, head)
  if (start < 0) return undefined
  if (!isRun || token.inner === null) return { ...token, index: start, inner: token.inner }
  const inner = token.inner.at === 'columns' ? token.inner.inner : null
  if (inner?.at !== 'child') return undefined
  const beside = inner.beside.map((each): BesideToken => (each.role === 'positioned' ? each : { ...each, index: each.index + start }))
  return { ...inner, index: inner.index + start, beside }
}

function indexOf({ flow }: LaidColumns, laid: object): number {
  for (let i = 0; ; i++) {
    const child = flow.children.at(i)
    if (child === undefined) return -1
    if (child.laid === laid) return i
  }
}
