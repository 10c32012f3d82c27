// Values of drawing attributes: lists of numbers, transforms, references.
import { concatMatrix, IDENTITY, type Matrix, PX_PER_UNIT } from '../../geometry.ts'

const LENGTH = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%|[a-z]*)\s*$/i

/** Numbers separated by white space and commas, up to the first error. At most a million. */
export function parseNumbers(text: string | undefined): number[] {
  const numbers: number[] = []
  if (text === undefined) return numbers
  const pattern = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/giy
  for (let match = pattern.exec(text); match !== null && numbers.length < 1_000_000; match = pattern.exec(text))
    numbers.push(Number(match[1]))
  return numbers
}

/** A number or percentage, clamped to 0–1. */
export function parseProportion(text: string | undefined): number | undefined {
  const match = text === undefined ? null : LENGTH.exec(text)
  if (match === null || (match[2] !== '' && match[2] !== '%')) return undefined
  const value = Number(match[1]) / (match[2] === '%' ? 100 : 1)
  return Math.max(0, Math.min(1, value))
}

/** The id in `url(#id)` or `#id`, and what follows it. */
export function parseReference(text: string | undefined): { id: string; rest: string } | undefined {
  const match = text === undefined ? null : /^\s*url\(\s*["']?#([^"')]+)["']?\s*\)\s*(.*)$/s.exec(text)
  return match === null ? undefined : { id: (match[1] ?? '').trim(), rest: (match[2] ?? '').trim() }
}

/** Degrees in other units of angle. */
const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }

/** The matrix of a `transform` attribute or of the CSS property with lengths in px, up to the first error. */
export function parseTransform(text: string | undefined): Matrix {
  let matrix = IDENTITY
  if (text === undefined) return matrix
  for (const [, name = '', list = ''] of text.matchAll(/([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    const values = list
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map((part) => transformNumber(part))
    const step = transformStep(name.toLowerCase(), values)
    if (step === undefined || values.some(Number.isNaN)) return matrix
    matrix = concatMatrix(step, matrix)
  }
  return matrix
}

function transformNumber(text: string): number {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text)
  if (match === null) return Number.NaN
  const unit = (match[2] ?? '').toLowerCase()
  return Number(match[1]) * (DEGREES[unit] ?? PX_PER_UNIT[unit] ?? Number.NaN)
}

function transformStep(name: string, values: readonly number[]): Matrix | undefined {
  const [a = 0, b, c] = values
  switch (name) {
    case 'matrix': {
      const [, , , d = 0, e = 0, f = 0] = values
      return values.length === 6 ? [a, b ?? 0, c ?? 0, d, e, f] : undefined
    }
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0]
    case 'translatex':
      return [1, 0, 0, 1, a, 0]
    case 'translatey':
      return [1, 0, 0, 1, 0, a]
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0]
    case 'scalex':
      return [a, 0, 0, 1, 0, 0]
    case 'scaley':
      return [1, 0, 0, a, 0, 0]
    case 'rotate':
      return rotation(a, b ?? 0, c ?? 0)
    case 'skewx':
      return [1, 0, Math.tan(radians(a)), 1, 0, 0]
    case 'skewy':
      return [1, Math.tan(radians(a)), 0, 1, 0, 0]
    default:
      return undefined
  }
}

/** Rotates clockwise (y down) about a point. */
export function rotation(degrees: number, x: number, y: number): Matrix {
  const cos = Math.cos(radians(degrees))
  const sin = Math.sin(radians(degrees))
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
