// Lengths in attributes of drawings (SVG 2 §7.10 and §8.9), which layout of what stands in them and painting both read.
import { PX_PER_UNIT } from './geometry.ts'

const SUM = /^\s*calc\(\s*([^()\s]+)\s+([+-])\s+([^()\s]+)\s*\)\s*$/i
const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%|[a-z]*)\s*$/i

/** A length in user units; 100 % is `basis`, an em is `fontSize`. Undefined for invalid text. */
export function parseLength(text: string | undefined, basis: number, fontSize: number): number | undefined {
  const match = text === undefined ? null : LENGTH.exec(text)
  if (match === null) return text?.includes('calc(') === true ? parseSum(text, basis, fontSize) : undefined
  const value = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  if (unit === '%') return (value * basis) / 100
  if (unit === 'em' || unit === 'rem') return value * fontSize
  if (unit === 'ex' || unit === 'ch') return (value * fontSize) / 2
  const factor = PX_PER_UNIT[unit]
  return factor === undefined ? undefined : value * factor
}

/** `calc()` of two lengths: the form of computed lengths besides `min()` and `max()`. */
function parseSum(text: string, basis: number, fontSize: number): number | undefined {
  const [, first, sign, second] = SUM.exec(text) ?? []
  const [a, b] = [parseLength(first, basis, fontSize), parseLength(second, basis, fontSize)]
  return a === undefined || b === undefined ? undefined : sign === '-' ? a - b : a + b
}
