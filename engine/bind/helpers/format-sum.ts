// Formats of page sums in CSS: `carry(price, "currency EUR")` prints as `{{currency (carry "price") "EUR"}}` does.
import { type Decimal, decimalText, decimalValue } from '../../decimal.ts'
import type { Binding } from '../binding.ts'
import { FORMATTING } from './formatting.ts'
import { type BuiltIn, Site } from './helper.ts'

const HELPERS: ReadonlyMap<string, BuiltIn> = new Map(FORMATTING)
const NOWHERE = { kind: 'text', line: 1, column: 1 } as const

/** `format` is the name of a formatting helper and its arguments, separated by spaces. Without one, or with an unknown one, the digits are printed. */
export function formatSum(value: Decimal, format: string, binding: Binding): string {
  const [name = '', ...words] = format.trim().split(/\s+/)
  const helper = HELPERS.get(name)
  binding.leave()
  if (helper === undefined) {
    if (name !== '')
      binding.warn('bad-value', undefined, `"${format}" is not a format of sums`, 'write "currency EUR", "number 2" or "percent"')
    return decimalText(value)
  }
  const named = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('=', 2) as [string, string])) // two parts: it contains "="
  const args = words.filter((word) => !word.includes('='))
  return String(helper.call([decimalValue(value), ...args], named, { binding, at: NOWHERE, site: new Site() }))
}
