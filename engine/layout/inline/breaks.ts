// Where the lines of prepared text may end, and by whose style.

import { hasInlineEdge } from '../../box/box-kinds.ts'
import { codeAt } from '../../text/code-at.ts'
import { BREAK_KINDS, type BreakStyle, findBreaks, isHangingSpace } from '../line-break/opportunities.ts'
import { BREAK, type BreakKind, type Breaks, type InlineBox, NOTHING, type PreparedText, type Unit } from './prepared-text.ts'

const KINDS: readonly (BreakKind | undefined)[] = [undefined, 'soft', 'hyphen', 'forced']

/** Where the lines of a text may end. */
export function breaksOf(text: string, units: readonly Unit[], rootStyle: BreakStyle): Breaks {
  const hasNothing = text.includes(NOTHING)
  const visible = hasNothing ? text.replaceAll(NOTHING, '') : text
  const styles = stylesOf(visible, units, rootStyle)
  const found = findBreaks(visible, styles)
  const at: number[] = []
  const kinds: BreakKind[] = []
  const slots = hasNothing ? slotsBefore(units) : undefined
  for (let i = 1; i <= visible.length; i++) {
    const kind = KINDS[found[i] ?? BREAK_KINDS.NONE]
    if (kind === undefined) continue
    if (i < visible.length) {
      at.push(slots?.[i] ?? i)
      kinds.push(kind)
      continue
    }
    if (slots !== undefined && visible.endsWith(BREAK) && hasBoxWithEdges(units, slots[i]!)) {
      at.push(slots[i]!)
      kinds.push('forced')
    }
    at.push(text.length)
    kinds.push(kind)
  }
  if (at.length === 0) {
    at.push(text.length)
    kinds.push('soft')
  }
  return { at, kinds }
}

/** A box without content that makes a line of its own behind the last break (CSS2 9.4.2). */
function hasBoxWithEdges(units: readonly Unit[], from: number): boolean {
  return units.some((unit) => unit.from >= from && unit.kind === 'open' && hasInlineEdge(unit.box.style))
}

/** Without those right before and right behind images. */
export function withoutBreaksAtImages({ breaks, units }: Pick<PreparedText, 'breaks' | 'units'>): Breaks {
  const edges = new Set<number>()
  for (const unit of units) if (unit.kind === 'atomic' && unit.atom.origin.tag === 'img') edges.add(unit.from).add(unit.to)
  const last = breaks.at.length - 1
  const kept = breaks.at.map((at, k) => k === last || breaks.kinds[k] === 'forced' || !edges.has(at))
  return { at: breaks.at.filter((_, k) => kept[k]), kinds: breaks.kinds.filter((_, k) => kept[k]) }
}

/** The style that rules over a break after a visible character. */
function stylesOf(visible: string, units: readonly Unit[], rootStyle: BreakStyle): (offset: number) => BreakStyle {
  const seen = units.filter(isVisible)
  const styleOf = (unit: Unit | undefined): BreakStyle => {
    if (unit === undefined) return rootStyle
    return unit.kind === 'text' || unit.kind === 'tab' ? unit.style : (unit.box?.style ?? rootStyle)
  }
  const first = styleOf(seen[0])
  if (seen.every((unit) => styleOf(unit) === first && unit.box === seen[0]?.box)) return () => first
  const styles: BreakStyle[] = []
  seen.forEach((unit, k) => {
    for (let i = unit.from; i < unit.to; i++) styles.push(styleOf(unit))
    const next = seen[k + 1]
    // Between characters of two boxes the box around both decides, unless one of them vanishes there: it goes by its own (CSS Text 4 §5.1).
    if (next === undefined || next.box === unit.box || vanishesAtBreak(codeAt(visible, styles.length - 1))) return
    styles[styles.length - 1] = commonBox(unit.box, next.box)?.style ?? rootStyle
  })
  if (styles.length !== visible.length) throw new Error('inline: visible slots and units disagree')
  return (offset) => styles[offset] ?? rootStyle
}

function isVisible({ kind }: Unit): boolean {
  return kind === 'text' || kind === 'tab' || kind === 'atomic' || kind === 'page-number' || kind === 'leader' || kind === 'break'
}

/**
 * By visible character, and behind the last: the slot a line begins with when it breaks before it. Ends of boxes stay with what is before, and so do empty boxes, but
 * not behind a forced break; all else goes along.
 */
function slotsBefore(units: readonly Unit[]): number[] {
  const slots: number[] = []
  let start = 0
  let open = 0
  let isAfterBreak = false
  for (const unit of units) {
    if (isVisible(unit)) {
      for (let i = unit.from; i < unit.to; i++) slots.push(i === unit.from ? start : i)
      start = unit.to
      open = 0
      isAfterBreak = unit.kind === 'break'
    } else if (unit.kind === 'open') open += isAfterBreak ? Number.POSITIVE_INFINITY : 1
    else if (unit.kind === 'float' || unit.kind === 'positioned') open = Number.POSITIVE_INFINITY
    else {
      if (unit.kind === 'close' && open > 0) open--
      if (open === 0) start = unit.to
    }
  }
  slots.push(start)
  return slots
}

function vanishesAtBreak(code: number): boolean {
  return isHangingSpace(code) || code === SOFT_HYPHEN
}

const SOFT_HYPHEN = 0xad

/** The innermost inline box that holds both; undefined: the paragraph itself. */
function commonBox(a: InlineBox | undefined, b: InlineBox | undefined): InlineBox | undefined {
  const outer = new Set<InlineBox>()
  for (let box = a; box !== undefined; box = box.parent) outer.add(box)
  let box = b
  while (box !== undefined && !outer.has(box)) box = box.parent
  return box
}
