// A colour written alone: what the attributes of drawings hold.

import { parseComponents } from '../syntax/tokens.ts'
import type { Color } from '../value.ts'
import { color } from '../values/color.ts'
import { parseAll } from '../values/values.ts'
import { neutralEnvironment } from './declarations.ts'

/** Any CSS colour but `currentcolor` means itself; undefined for what is none. */
export function parseColorText(text: string): Color | undefined {
  return parseAll(color, parseComponents(text), neutralEnvironment(false))
}
