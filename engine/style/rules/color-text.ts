// Parses a colour outside of a declaration, as in attributes of svg.

import { parseComponents } from '../syntax/tokens.ts'
import type { Color } from '../value.ts'
import { color } from '../values/color.ts'
import { parseAll } from '../values/values.ts'
import { neutralEnvironment } from './declarations.ts'

/** Any CSS colour; `currentcolor` is black. Undefined for an invalid one. */
export function parseColorText(text: string): Color | undefined {
  return parseAll(color, parseComponents(text), neutralEnvironment(false))
}
