// What pseudo-elements of an element inherit from, and the order in which they are styled for that.
import type { ComputedStyle } from '../computed.ts'
import type { PseudoElement } from '../selectors/selectors.ts'

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
