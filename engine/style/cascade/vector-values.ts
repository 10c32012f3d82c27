// Properties of drawings, which are kept as text: drawings read them themselves.

import type { ComputedStyle } from '../computed.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { substitute } from '../values/substitute.ts'
import type { Entry } from './cascaded.ts'

/** What declarations say of them, substituted; undefined where none does. */
export function vectorValues(
  view: BoundElementView,
  entries: readonly Entry[],
  style: ComputedStyle,
): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined
  for (const { declaration } of entries) {
    if (declaration.target.kind !== 'vector') continue
    const text = substitute(declaration.text, { variable: (name) => style.custom.get(name), attribute: (name) => view.attribute(name) })
    found ??= new Map()
    if (text !== undefined) found.set(declaration.target.name, text)
  }
  return found
}
