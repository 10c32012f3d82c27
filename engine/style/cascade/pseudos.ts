// What pseudo-elements of an element inherit from, and the order in which they are styled for that.
import type { ComputedStyle } from '../computed.ts'
import type { Slot } from '../longhands.ts'
import { PROPERTIES } from '../properties.data.ts'
import type { PseudoElement } from '../selectors/selectors.ts'
import type { Entry } from './entry.ts'

/** Those that others inherit from come before them. */
export function inOrder<T extends string | undefined>(names: ReadonlySet<T>): readonly T[] {
  return [...names].sort((a, b) => depthOf(a) - depthOf(b))
}

function depthOf(name: string | undefined): number {
  return Number(name?.includes('::') === true || name === 'first-letter')
}

/** A first letter inherits from the first line that it is in (CSS Pseudo 4 §2.2), markers of pseudo-elements from these. Undefined: it is not made. */
export function baseOfPseudo(
  name: PseudoElement,
  own: ComputedStyle,
  known: ReadonlyMap<PseudoElement, ComputedStyle>,
): ComputedStyle | undefined {
  if (name === 'before::marker') return known.get('before')
  if (name === 'after::marker') return known.get('after')
  return name === 'first-letter' ? (known.get('first-line') ?? own) : own
}

/** The declarations that apply to a pseudo-element: markers and parts of lines take few (CSS Pseudo 4 §2.1.1, §2.2.1, §4.4). */
export function applicable(name: PseudoElement, entries: readonly Entry[]): readonly Entry[] {
  const applies = APPLIES.get(name)
  return applies === undefined
    ? entries
    : entries.filter(({ declaration: { target } }) => target.kind !== 'longhand' || applies(target.slot))
}

/** Text properties, which are inherited. */
function appliesToMarker({ name, ltr }: Slot): boolean {
  if (NO_TEXT.has(name) || name.startsWith('-webkit-text-stroke')) return false
  return PROPERTIES[ltr].isInherited || OF_MARKERS.has(name)
}

const NO_TEXT: ReadonlySet<string> = new Set(['visibility', 'writing-mode'])
const OF_MARKERS: ReadonlySet<string> = new Set(['content', 'unicode-bidi', 'counter-increment', 'counter-reset', 'counter-set'])

function appliesToLetter({ name }: Slot): boolean {
  return name !== 'zoom' && name !== 'writing-mode' && !name.startsWith('outline-')
}

function appliesToLine(slot: Slot): boolean {
  return appliesToLetter(slot) && slot.name !== 'direction' && slot.name !== 'unicode-bidi'
}

const APPLIES: ReadonlyMap<PseudoElement, (slot: Slot) => boolean> = new Map([
  ['marker', appliesToMarker],
  ['before::marker', appliesToMarker],
  ['after::marker', appliesToMarker],
  ['first-letter', appliesToLetter],
  ['first-line', appliesToLine],
])
