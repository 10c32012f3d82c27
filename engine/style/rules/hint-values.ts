// What presentational hints read: attributes of an element, by the rules of HTML for their values.
import { NAMED_COLORS } from '../values/colors.data.ts'
import { lookup } from '../values/lookup.ts'

/** An element as hints read it. */
export interface HintedElement {
  readonly tag: string
  /** undefined for an attribute that is absent. */
  attribute(name: string): string | undefined
  /** Nearest element above with one of these tags. */
  above(...tags: readonly string[]): HintedElement | undefined
}

/** CSS text; empty for most elements. */
export type Hint = (element: HintedElement) => string

/** Rules for parsing dimension values (HTML §2.4.4.4): a number, optionally %, and ignored text. */
export function dimension(text: string | undefined, isZeroIgnored = false): string | undefined {
  const match = /^\s*\+?(\d+\.?\d*|\.\d+)\s*(%?)/.exec(text ?? '')
  if (match === null) return undefined
  const [, number, percent] = match
  if (isZeroIgnored && Number(number) === 0) return undefined
  return percent === '%' ? `${Number(number)}%` : `${Number(number)}px`
}

export function integer(text: string | undefined): number | undefined {
  const match = /^\s*([+-]?\d+)/.exec(text ?? '')
  return match === null ? undefined : Math.max(-1e6, Math.min(1e6, Number(match[1])))
}

/** Rules for parsing a legacy colour value (HTML §2.4.6), by which almost any text is some colour. */
export function legacyColor(text: string | undefined): string | undefined {
  const value = text?.trim().toLowerCase()
  if (value === undefined || value === '' || value === 'transparent') return undefined
  if (lookup(NAMED_COLORS, value) !== undefined) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value
  let digits = value
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/g, '0')
  while (digits.length === 0 || digits.length % 3 !== 0) digits += '0'
  const width = digits.length / 3
  let parts = [0, 1, 2].map((i) => digits.slice(i * width, (i + 1) * width).slice(-8))
  while (parts[0]!.length > 2 && parts.every((part) => part.startsWith('0'))) parts = parts.map((part) => part.slice(1))
  return `#${parts.map((part) => part.slice(0, 2).padStart(2, '0')).join('')}`
}
export const declare = (property: string, value: string | undefined): string => (value === undefined ? '' : `${property}:${value};`)
export const lower = (text: string | undefined): string => text?.trim().toLowerCase() ?? ''
