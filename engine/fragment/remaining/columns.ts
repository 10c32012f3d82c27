// What remains of a multi-column container: its flow continues in columns of the new width.
import type { BlockBox, Box } from '../../box/box.ts'
import { sequenceOf } from '../../collections/sequence.ts'
import type { LaidColumns } from '../../layout/laid.ts'
import { flowOf } from '../flow/columns-flow.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, ParallelToken } from '../fragment.ts'
import { CONTINUED_TOP, continuedStyle } from './continued-style.ts'
import type { FlowToken, Remaining, RemainingChildren, RemainingFlow, RemainingFunction } from './contract.ts'
import { boxesOf, hasEnded, progressOf, remainingPositioned, withParallel, withPositioned } from './positioned.ts'

type ChildToken = Extract<BreakToken, { at: 'child' }>

export function remainingColumns(
  laid: LaidColumns,
  token: FlowToken,
  { remainingOf, remainingChildren }: RemainingFunctions,
): Remaining | undefined {
  // What `max-height` left over keeps the width of its columns.
  if (token.at === 'rest' && token.parallel.some(({ role }) => role !== 'positioned')) return undefined
  const at = token.at === 'child' ? placeInFlow(laid, token) : undefined
  const flow = at === undefined ? EMPTY : remainingChildren(laid.flow, at)
  if (flow === undefined || (token.at === 'child' && flow.token.at !== 'child')) return undefined
  const done = token.at === 'rest' ? Math.min(token.y, laid.height) : doneBefore(laid, token)
  const progress = progressOf(laid, token, done, boxesOf(flow))
  const positioned = remainingPositioned(laid, progress, remainingOf)
  if (positioned === undefined) return undefined
  const { origin, isAnonymous } = laid.box
  const box: BlockBox = {
    kind: 'block',
    style: continuedStyle(laid, Math.max(0, laid.height - done) + CONTINUED_TOP),
    origin,
    isAnonymous,
    marks: [],
    marker: undefined,
    children: withPositioned(flow, positioned),
    isStreamed: false,
    continued: { done: positioned.above, placed: positioned.placed },
  }
  return { box, token: withParallel(nextOf(token, flow), positioned.tokens) }
}

interface RemainingFunctions {
  readonly remainingOf: RemainingFunction
  readonly remainingChildren: RemainingChildren
}

const EMPTY: RemainingFlow = {
  parallel: [],
  first: [],
  rest: sequenceOf<Box>([]),
  from: 0,
  token: { at: 'rest', y: CONTINUED_TOP, parallel: [] },
}

function nextOf(token: FlowToken, flow: RemainingFlow): FlowToken {
  if (flow.token.at === 'rest') return { at: 'rest', y: hasEnded(token) ? Number.MAX_SAFE_INTEGER : CONTINUED_TOP, parallel: [] }
  const isSpanner = flow.parallel.length === 0 && (flow.first[0]?.style.columnSpan ?? 'none') === 'all'
  // Boxes at the top of what remains have not begun.
  const inner: BreakToken | null = isSpanner ? flow.token.inner : { at: 'columns', done: 0, inner: flow.token }
  return { at: 'child', index: 0, inner, isForced: flow.token.isForced, parallel: [] }
}

/** Where the flow continues: column sets and the spanners between them are its children, one after another. */
function placeInFlow(laid: LaidColumns, token: ChildToken): ChildToken | undefined {
  const part = flowOf(laid).at(token.index)
  if (part === undefined || token.parallel.some(({ role }) => role !== 'positioned')) return undefined
  const isRun = part.laid.kind === 'columns' && part.laid.box.origin === laid.box.origin && part.laid.box.isAnonymous
  const head = isRun && part.laid.kind === 'columns' ? part.laid.flow.children.at(0)?.laid : part.laid
  const start = head === undefined ? -1 : indexOf(laid, head)
  if (start < 0) return undefined
  if (!isRun || token.inner === null) return { ...token, index: start, parallel: [] }
  const inner = token.inner.at === 'columns' ? token.inner.inner : null
  if (inner?.at !== 'child') return undefined
  const parallel = inner.parallel.map((each): ParallelToken => (each.role === 'positioned' ? each : { ...each, index: each.index + start }))
  return { ...inner, index: inner.index + start, parallel }
}

function indexOf({ flow }: LaidColumns, laid: object): number {
  for (let i = 0; ; i++) {
    const child = flow.children.at(i)
    if (child === undefined) return -1
    if (child.laid === laid) return i
  }
}
