// What remains of a paragraph: its items from where a line begins, inside the inline boxes that are open there.
import type { Box, InlineItem } from '../../box/box.ts'
import type { LaidParagraph } from '../../layout/laid.ts'
import type { Style } from '../../style/style.ts'
import { leastHeightLeft } from '../flow/given-height.ts'
import { beginsAbove } from '../flow/line-walk.ts'
import { NO_SIDES } from '../flow/side-by-side.ts'
import type { BreakToken, ParallelToken } from '../fragment.ts'
import { CONTINUED_TOP, continuedFloat, continuedStyle } from './continued-style.ts'
import type { Remaining, RemainingFunction } from './contract.ts'
import { hasEnded, remainingPositioned } from './positioned.ts'

type LineToken = Extract<BreakToken, { at: 'line' | 'rest' }>
type OpenItem = Extract<InlineItem, { kind: 'open' }>

export function remainingLines(laid: LaidParagraph, token: LineToken, remainingOf: RemainingFunction): Remaining | undefined {
  const { box } = laid
  if (box.kind !== 'paragraph') return undefined
  const items: InlineItem[] = []
  const parallel: ParallelToken[] = []
  for (const { role, index, inner } of token.parallel) {
    if (role === 'positioned') continue
    const placed = role === 'float' ? laid.floats[index] : undefined
    const own = placed === undefined || inner === null ? undefined : remainingOf(placed.laid, inner)
    if (placed === undefined || (inner !== null && own === undefined)) return undefined
    items.push({ kind: 'float', box: own === undefined ? placed.laid.box : continuedFloat(own.box, placed.laid) })
    parallel.push({ role: 'float', index: parallel.length, inner: own?.token ?? null })
  }
  const from = token.at === 'line' ? laid.lines[token.line]?.from : undefined
  const begun = new Set(
    laid.floats.flatMap((float) => (token.at === 'line' && beginsAbove(float, laid, token.line) ? [float.laid.box] : [])),
  )
  const isLeft = (item: InlineItem): boolean => item.kind !== 'float' || !begun.has(item.box)
  const after = from === undefined ? [] : itemsAfter(box.items, from).filter(isLeft)
  const waiting = from === undefined ? [] : laid.floats.filter(({ slot, laid: { box } }) => slot < from && !begun.has(box))
  const done = token.at === 'line' ? (laid.lines[token.line]?.y ?? laid.height) : Math.min(token.y, laid.height)
  const progress = {
    done,
    beside: NO_SIDES,
    parallel: token.parallel,
    positionedDone: token.positionedDone ?? 0,
    isEnded: hasEnded(token),
    rest: [...waiting.map((float) => float.laid.box), ...boxesIn(after)],
  }
  const positioned = remainingPositioned(laid, progress, remainingOf)
  if (positioned === undefined || (positioned.tokens.length > 0 && hasInlineBlocks(box.items))) return undefined
  const floats = parallel.length
  const positionedDone = positioned.tokens.length === 0 ? {} : { positionedDone: positioned.tokens.length }
  for (const each of positioned.tokens) parallel.push(each)
  for (const each of positioned.boxes) items.push({ kind: 'positioned', box: each })
  for (const float of waiting) items.push({ kind: 'float', box: float.laid.box })
  for (const item of after) items.push(item)
  const height = leastHeightLeft(laid, token)
  const style = continuedStyle(laid, height + CONTINUED_TOP)
  const { lineClamp } = style
  const remains: Box = {
    ...box,
    style: {
      ...style,
      textIndent: style.textIndentLines.startsWith('hanging') ? style.textIndent : 0,
      lineClamp: token.at === 'line' && lineClamp !== 'none' ? Math.max(1, lineClamp - token.line) : lineClamp,
    },
    items,
    marks: [],
    marker: undefined,
    firstLineStyle: undefined,
    continued: { done: positioned.above, placed: positioned.placed, floats },
    cachedText: undefined,
  }
  const y = token.at === 'rest' && token.y >= Number.MAX_SAFE_INTEGER ? token.y : CONTINUED_TOP
  return {
    box: remains,
    token: token.at === 'line' ? { at: 'line', line: 0, parallel, ...positionedDone } : { at: 'rest', y, parallel, ...positionedDone },
  }
}

function boxesIn(items: readonly InlineItem[]): readonly Box[] {
  return items.flatMap((item) => ('box' in item ? [item.box] : []))
}

/** Some inline box may contain positioned boxes: in which order they come, only layout knows. */
function hasInlineBlocks(items: readonly InlineItem[]): boolean {
  return items.some((item) => item.kind === 'open' && item.style.position !== 'static')
}

/** The items from slot `from` on: a text has a slot for each character, every other item one. */
function itemsAfter(all: readonly InlineItem[], from: number): readonly InlineItem[] {
  const open: OpenItem[] = []
  let slot = 0
  for (const [i, item] of all.entries()) {
    const end = slot + (item.kind === 'text' ? item.text.length : 1)
    if (slot >= from) return [...open.map(reopened), ...all.slice(i)]
    if (end > from && item.kind === 'text') return [...open.map(reopened), cutText(item, from - slot), ...all.slice(i + 1)]
    if (item.kind === 'open') open.push(item)
    else if (item.kind === 'close') open.pop()
    slot = end
  }
  return []
}

/** The author's text can be cut where it is as long as the text shown. */
function cutText(item: Extract<InlineItem, { kind: 'text' }>, at: number): InlineItem {
  const source = item.source?.length === item.text.length ? item.source.slice(at) : undefined
  return { ...item, text: item.text.slice(at), source }
}

/** An inline box that began on an earlier line has no edge at its start. */
function reopened(item: OpenItem): OpenItem {
  const { style } = item
  if (style.boxDecorationBreak === 'clone') return { ...item, marks: [] }
  const edges: Partial<Style> =
    style.direction === 'rtl'
      ? { marginRight: 0, paddingRight: 0, borderRightWidth: 0 }
      : { marginLeft: 0, paddingLeft: 0, borderLeftWidth: 0 }
  return { ...item, marks: [], style: { ...style, ...edges } }
}
