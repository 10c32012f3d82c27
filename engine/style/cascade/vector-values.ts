// Properties of svg elements that are cascaded as text: painting parses them.

import type { ComputedStyle } from '../computed.ts'
import { fitsSyntax } from '../rules/registered-property.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { substitute } from '../values/substitute.ts'
import type { Entry } from './entry.ts'

/** Their values after substitution; undefined where no declaration sets any. */
export function vectorValues(
  view: BoundElementView,
  entries: readonly Entry[],
  style: ComputedStyle,
): ReadonlyMap<string, string> | undefined {
  let found: Map<string, string> | undefined
  for (const { declaration } of entries) {
    if (declaration.target.kind !== 'vector') continue
    const text = substitute(declaration.text, {
      variable: (name) => style.custom.get(name),
      attribute: (name) => view.attribute(name),
      fits: fitsSyntax,
    })
    found ??= new Map()
    if (text !== undefined) found.set(declaration.target.name, text)
  }
  return found
}
