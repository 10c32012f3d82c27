// What remains of a flex or grid container: its items keep their shares of the width (Chromium keeps their widths, and clips them on a narrower page).
import type { Box, ContinuedBand, FlexBox } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { FlowChild, LaidFlexGrid, Placed } from '../../layout/laid.ts'
import { bands as bandBoxes, flowOf } from '../flow/flex-grid-flow.ts'
import { leastHeightLeft } from '../flow/given-height.ts'
import { doneBefore } from '../flow/progress.ts'
import type { BreakToken, CellToken } from '../fragment.ts'
import { CONTINUED_TOP, continuedStyle } from './continued-style.ts'
import type { Remaining, RemainingFunction } from './contract.ts'
import { isAwaitingPositioned } from './positioned.ts'

export function remainingFlexGrid(
  laid: LaidFlexGrid,
  token: Extract<BreakToken, { at: 'child' | 'rest' }>,
  remainingOf: RemainingFunction,
): Remaining | undefined {
  if (token.parallel.length > 0) return undefined
  const done = token.at === 'rest' ? Math.min(token.y, laid.height) : doneBefore(laid, token)
  if (isAwaitingPositioned(laid, done)) return undefined
  const start = token.at === 'child' ? token.index : Number.POSITIVE_INFINITY
  const flow = [...itemsOf(flowOf(laid))].slice(start)
  const bands: ContinuedBand[] = []
  let inner: BreakToken | null = null
  for (const [i, child] of flow.entries()) {
    const state = i === 0 && token.at === 'child' ? token.inner : null
    const before = flow[i - 1]
    const gap = before === undefined ? 0 : child.y - before.y - before.laid.height
    const band = bandOf(child, state, gap, remainingOf)
    if (band === undefined) return undefined
    if (i === 0) inner = band.token
    bands.push(band.band)
  }
  const isStack = laid.breaks.kind === 'stack'
  const box: FlexBox = {
    kind: 'flex',
    style: continuedStyle(laid, leastHeightLeft(laid, token) + CONTINUED_TOP),
    origin: laid.box.origin,
    isAnonymous: laid.box.isAnonymous,
    marks: [],
    children: bands.flatMap(({ items }) => items.map((item) => item.box)),
    continued: { width: laid.width, isStack, bands },
  }
  const isForced = token.at === 'child' && token.isForced
  const above = token.at === 'child' && token.above !== undefined ? { above: token.above } : {}
  const next: BreakToken =
    token.at === 'rest'
      ? { at: 'rest', y: CONTINUED_TOP, parallel: [] }
      : { at: 'child', index: 0, inner, isForced, ...above, parallel: [] }
  return { box, token: next }
}

interface Band {
  readonly band: ContinuedBand
  readonly token: BreakToken | null
}

function bandOf(child: FlowChild, state: BreakToken | null, gap: number, remainingOf: RemainingFunction): Band | undefined {
  const { laid } = child
  if (laid.kind !== 'flex-grid' || !bandBoxes.has(laid)) return stackedItem(child, state, gap, remainingOf)
  if (state !== null && state.at !== 'band') return undefined
  const items: ContinuedBand['items'][number][] = []
  const tokens: CellToken[] = []
  const done = state?.done ?? 0
  for (const [i, item] of laid.children.entries()) {
    const cell: CellToken = state === null ? 'later' : (state.inner[i] ?? null)
    if (cell === null) continue
    const own = cell === 'later' ? undefined : remainingOf(item.laid, cell)
    if (cell !== 'later' && own === undefined) return undefined
    items.push(own === undefined ? itemOf(item, Math.max(0, item.y - done)) : { ...itemOf(item, 0), height: 0, box: own.box })
    tokens.push(own?.token ?? 'later')
  }
  const band = { gap, height: Math.max(0, laid.height - done), items }
  return { band, token: state === null ? null : { at: 'band', done: CONTINUED_TOP, inner: tokens } }
}

/** A child of a column. */
function stackedItem(child: FlowChild, state: BreakToken | null, gap: number, remainingOf: RemainingFunction): Band | undefined {
  if (state === null) return { band: { gap, height: child.laid.height, items: [itemOf(child, 0)] }, token: null }
  const own = remainingOf(child.laid, state)
  return own && { band: { gap, height: 0, items: [{ ...itemOf(child, 0), height: 0, box: own.box }] }, token: own.token }
}

function itemOf({ x, laid }: Placed, y: number): { x: number; y: number; width: number; height: number; box: Box } {
  return { x, y, width: laid.width, height: laid.height, box: laid.box }
}
