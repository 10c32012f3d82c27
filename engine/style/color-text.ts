// A colour written alone: what the attributes of drawings hold.
import { color } from './color.ts'
import { neutralEnvironment } from './declarations.ts'
import { parseComponents } from './tokens.ts'
import type { Color } from './value.ts'
import { parseAll } from './values.ts'

/** Any CSS colour but `currentcolor` means itself; undefined for what is none. */
export function parseColorText(text: string): Color | undefined {
  return parseAll(color, parseComponents(text), neutralEnvironment(false))
}
