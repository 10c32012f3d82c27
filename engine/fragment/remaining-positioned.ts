// Absolutely positioned boxes of a block that goes on: those that go on with it, and those that are still to come.
import type { Box } from '../box/box.ts'
import type { Laid, LaidBlock, LaidParagraph, Placed } from '../layout/laid.ts'
import { resolveLength } from '../style/value.ts'
import { EPSILON, isCloned } from './cut.ts'
import type { BesideToken } from './fragment.ts'
import { START } from './remaining-style.ts'
import type { RemainingVerb } from './remains.ts'

export interface RemainingPositioned {
  /** As children of what remains, before those in flow. */
  readonly boxes: readonly Box[]
  readonly tokens: readonly BesideToken[]
  /** Boxes of the old tree that need no place any more. */
  readonly placed: ReadonlySet<Box>
  /** Points of the block above what remains of it. */
  readonly above: number
}

/** How far the block has come. */
interface Progress {
  readonly done: number
  readonly beside: readonly BesideToken[]
  readonly seen: number
  /** Boxes whose text is on earlier pages. */
  readonly consumed: readonly Box[]
}

export function remainingPositioned(
  laid: LaidBlock | LaidParagraph,
  progress: Progress,
  remainingOf: RemainingVerb,
): RemainingPositioned | undefined {
  const { done } = progress
  const before = laid.box.kind === 'block' || laid.box.kind === 'paragraph' ? laid.box.continued : undefined
  const start = isCloned(laid) ? laid.padding.top : START + laid.border.top
  const above = (before?.done ?? 0) + done - start
  if (laid.positioned.length === 0) return { boxes: [], tokens: [], placed: before?.placed ?? NONE, above }
  const placed = new Set(before?.placed)
  const begun: Box[] = []
  const tokens: BesideToken[] = []
  const later: Box[] = []
  const open = new Map(progress.beside.flatMap((token) => (token.role === 'positioned' ? [[token.index, token] as const] : [])))
  for (const [index, entry] of laid.positioned.entries()) {
    if (entry.y === Number.NEGATIVE_INFINITY) continue
    const token = open.get(index)
    const { box } = entry.laid
    if (token !== undefined) {
      const own = token.inner === null ? undefined : remainingOf(entry.laid, token.inner)
      if (token.inner !== null && own === undefined) return undefined
      const { y = 0 } = token
      tokens.push({ role: 'positioned', index: tokens.length, inner: own?.token ?? null, ...(y > 0 ? { y } : {}) })
      begun.push(atTop(own?.box ?? box, above + y))
    } else if (entry.y >= done - EPSILON && (index >= progress.seen || box.style.top === 'auto')) {
      if (isMetAgain(entry, laid.width, progress)) continue
      later.push({ ...box })
    }
    placed.add(box)
  }
  return { boxes: [...begun, ...later], tokens, placed, above }
}

const NONE: ReadonlySet<Box> = new Set()

/** It stands where the flow puts it, and that is still to come: what remains of the flow has it. */
function isMetAgain({ y, laid }: Placed, width: number, { done, consumed }: Progress): boolean {
  const { top, bottom, marginTop } = laid.box.style
  if (top !== 'auto' || bottom !== 'auto' || consumed.includes(laid.box)) return false
  return marginTop === 'auto' || y - resolveLength(marginTop, width) >= done - EPSILON
}

/** Whether boxes that the flow does not place are still to come below `done`. */
export function isAwaitingPositioned({ positioned }: Laid, done: number): boolean {
  return positioned.some(({ y, laid }) => y >= done - EPSILON && (laid.box.style.top !== 'auto' || laid.box.style.bottom !== 'auto'))
}

/** Goes on at the top of the page. */
function atTop(box: Box, above: number): Box {
  return { ...box, style: { ...box.style, top: above + START, bottom: 'auto', marginTop: 0 } }
}
