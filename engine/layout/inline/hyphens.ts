// Where `hyphens: auto` may divide the words of a prepared text. Words continue across the edges of inline boxes.
import { canHyphenate, hyphenPoints } from '../line-break/hyphenate.ts'
import { NOTHING, type PreparedText, type TextUnit, type Unit } from './prepared-text.ts'

/** A place to divide a word at: the slot the next line begins with, and the text the hyphen follows. */
interface Division {
  readonly end: number
  readonly unit: TextUnit
}

const words = (): RegExp => /[\p{L}\p{M}]+/gu
const SOFT_HYPHEN = '\u00ad'

/** Divisions between two opportunities, in order. An author's own soft hyphens come before ours: such a stretch has none. */
export function divisionsBetween(prepared: PreparedText, from: number, to: number): readonly Division[] {
  if (!hyphenates(prepared)) return []
  const { text, units } = prepared
  const first = unitAt(units, from)
  if (first === undefined || (first.kind === 'text' && first.to >= to))
    return first?.kind === 'text' ? inOneText(prepared, first, from, to) : []
  const slots: number[] = []
  for (let slot = from; slot < to; slot++) if (text[slot] !== NOTHING) slots.push(slot)
  const stretch = slots.map((slot) => text[slot]).join('')
  if (stretch.includes(SOFT_HYPHEN)) return []
  const found: Division[] = []
  for (const { index, 0: word } of stretch.matchAll(words())) {
    const before = unitAt(units, slots[index]!)
    if (!divides(before)) continue
    for (const point of hyphenPoints(word, before.style.language, before.style.hyphenateLimitChars)) {
      const last = slots[index + point - 1]!
      const unit = unitAt(units, last)
      if (divides(unit)) found.push({ end: startAfter(units, last), unit })
    }
  }
  return found
}

const known = new WeakMap<PreparedText, boolean>()

/** Whether any text here is hyphenated by its language. */
function hyphenates(prepared: PreparedText): boolean {
  let found = known.get(prepared)
  if (found === undefined) known.set(prepared, (found = prepared.units.some(divides)))
  return found
}

function inOneText({ text }: PreparedText, unit: TextUnit, from: number, to: number): readonly Division[] {
  if (!divides(unit)) return []
  const stretch = text.slice(from, to)
  if (stretch.includes(SOFT_HYPHEN)) return []
  const found: Division[] = []
  for (const { index, 0: word } of stretch.matchAll(words())) {
    for (const point of hyphenPoints(word, unit.style.language, unit.style.hyphenateLimitChars))
      found.push({ end: from + index + point, unit })
  }
  return found
}

function divides(unit: Unit | undefined): unit is TextUnit {
  return unit?.kind === 'text' && unit.style.hyphens === 'auto' && unit.textStyle.wraps && canHyphenate(unit.style.language)
}

/** The slot a line begins with after slot `last`: boxes that end there stay behind. */
function startAfter(units: readonly Unit[], last: number): number {
  let slot = last + 1
  for (let unit = unitAt(units, slot); unit !== undefined && unit.from === slot && unit.kind === 'close'; unit = unitAt(units, slot)) slot++
  return slot
}

/** The unit a slot belongs to, by bisection. */
export function unitAt(units: readonly Unit[], slot: number): Unit | undefined {
  return units[unitIndexAt(units, slot)]
}

/** Its index; the last one for slots behind the end. */
export function unitIndexAt(units: readonly Unit[], slot: number): number {
  let low = 0
  let high = units.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (units[middle]!.to <= slot) low = middle + 1
    else high = middle
  }
  return low
}
