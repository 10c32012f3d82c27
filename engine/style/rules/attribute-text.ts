// Parses values outside of declarations, as in attributes of svg.

import type { ClipPath } from '../basic-shape.ts'
import { parseComponents } from '../syntax/tokens.ts'
import type { Color, FilterFunction } from '../value.ts'
import { color } from '../values/color.ts'
import { filter } from '../values/effects.ts'
import { clipPath } from '../values/shapes.ts'
import { parseAll } from '../values/values.ts'
import { neutralEnvironment } from './declarations.ts'

/** Any CSS colour; `currentcolor` is black. Undefined for an invalid one. */
export function parseColorText(text: string): Color | undefined {
  return parseAll(color, parseComponents(text), neutralEnvironment(false))
}

/** A basic shape in its reference box, lengths in points (CSS Masking 1 §5.1); undefined for `none`, a reference or what is invalid. */
export function parseClipPathText(text: string): ClipPath | undefined {
  const value = parseAll(clipPath, parseComponents(text), neutralEnvironment(false))
  return value === undefined || value === 'none' || value.reference !== undefined ? undefined : value
}

/** Filter functions and elements, lengths in points (Filter Effects 1 §5); undefined for what is invalid. */
export function parseFilterText(text: string): readonly FilterFunction[] | undefined {
  return parseAll(filter, parseComponents(text), neutralEnvironment(false))
}
