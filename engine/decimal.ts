// Exact decimal numbers: sums must agree to the last digit with what a reader adds up on paper, which binary fractions do not.

/** `units` × 10^−`scale`. */
export interface Decimal {
  readonly units: bigint
  /** Never negative. */
  readonly scale: number
}

export const ZERO: Decimal = Object.freeze({ units: 0n, scale: 0 })

/** Longer texts are read as doubles: no sum of money needs more digits, and their cost must be bounded. */
const MAX_LENGTH = 100
/** Digits that a double holds whatever they are. */
const EXACT_DIGITS = 15

const PLAIN = /^\s*([+-]?)(\d*)\.?(\d*)\s*$/

/** The number as it is written: 0.1 is one tenth. Undefined for what is no number, or has no end. */
export function decimalFrom(value: unknown): Decimal | undefined {
  if (typeof value === 'bigint') return { units: value, scale: 0 }
  if (typeof value === 'number') return Number.isFinite(value) ? fromText(String(value)) : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return undefined
  return value.length > MAX_LENGTH ? decimalFrom(Number(value)) : fromText(value)
}

function fromText(text: string): Decimal | undefined {
  const [mantissa = '', exponent] = text.split(/e/i)
  const match = PLAIN.exec(mantissa)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const scale = fraction.length - (exponent === undefined ? 0 : Number(exponent))
  // Beyond what doubles reach there is nothing to add up: `1e999999999` must not become a billion digits.
  if (Math.abs(scale) > 400) return decimalFrom(Number(text))
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  const scale = Math.max(a.scale, b.scale)
  return { units: atScale(a, scale) + atScale(b, scale), scale }
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

function atScale({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale)
}

/** All digits, without zeros at the end of the fraction. */
export function decimalText({ units, scale }: Decimal): string {
  const isNegative = units < 0n
  const digits = String(isNegative ? -units : units).padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '')
  const text = digits.slice(0, digits.length - scale) + (fraction === '' ? '' : `.${fraction}`)
  return isNegative ? `-${text}` : text
}

/** As helpers take numbers: a double where it prints the same digits, else the digits as text. */
export function decimalValue(decimal: Decimal): number | string {
  const text = decimalText(decimal)
  return text.replace(/^-?0*\.?0*|\./g, '').length <= EXACT_DIGITS ? Number(text) : text
}

/** The double is the nearest to a number of hundredths of at most fifteen digits, so it prints exactly. Far cheaper to test than to print. */
export function isAmount(value: number): boolean {
  return Math.abs(value) < 1e12 && Math.round(value * 100) / 100 === value
}
