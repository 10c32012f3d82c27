// An ICC profile of sRGB (IEC 61966-2-1) for output intents, made from its published primaries, white point and curve (ICC.1:2010, profile version 4.2): about 470 bytes.
// Colorants are adapted from D65 to the white of the profile connection space, D50, by the Bradford transform.
import { lazy } from '../../collections/lazy.ts'

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Chromaticities of red, green, blue and white. */
const PRIMARIES = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
] as const
const WHITE_D65 = [0.3127, 0.329] as const
const D50: Triple = [0.9642, 1, 0.8249]

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Parameters of `((a·x + b) ^ g` from `d` on, `c·x` below. */
const CURVE = { g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045 }

/** The same bytes every time. */
export const srgbProfile: () => Uint8Array = lazy(makeProfile)

function makeProfile(): Uint8Array {
  const white = fromChromaticity(WHITE_D65)
  const adaptation = adapt(white, D50)
  const [red, green, blue] = colorants(white).map((color) => times(adaptation, color)) as [Triple, Triple, Triple] // of three
  const curve = parametricCurve()
  const tags: readonly (readonly [string, Uint8Array])[] = [
    ['desc', localized('sRGB IEC61966-2.1')],
    ['cprt', localized('CC0')],
    ['wtpt', xyz(D50)],
    ['chad', fixedArray('sf32', adaptation.flat())],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  return assemble(tags)
}

function assemble(tags: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  const bodies: Uint8Array[] = []
  const places = new Map<Uint8Array, number>()
  let at = 128 + table.length
  for (const [i, [name, body]] of tags.entries()) {
    if (!places.has(body)) {
      places.set(body, at)
      bodies.push(body)
      at += body.length
    }
    table.write(name, 4 + i * 12, 'latin1')
    table.writeUInt32BE(places.get(body) ?? 0, 8 + i * 12)
    table.writeUInt32BE(body.length, 12 + i * 12)
  }
  return Buffer.concat([header(at), table, ...bodies])
}

function header(size: number): Buffer {
  const head = Buffer.alloc(128)
  head.writeUInt32BE(size)
  head.writeUInt32BE(0x04200000, 8)
  head.write('mntrRGB XYZ ', 12, 'latin1')
  // The day IEC 61966-2-1 was published: a date of today would change the bytes of every document.
  for (const [i, part] of [1999, 10, 18, 0, 0, 0].entries()) head.writeUInt16BE(part, 24 + i * 2)
  head.write('acsp', 36, 'latin1')
  for (const [i, part] of D50.entries()) head.writeInt32BE(fixed(part), 68 + i * 4)
  return head
}

function fixed(value: number): number {
  return Math.round(value * 65536)
}

function fixedArray(type: string, values: readonly number[]): Uint8Array {
  const body = Buffer.alloc(8 + values.length * 4)
  body.write(type, 'latin1')
  for (const [i, value] of values.entries()) body.writeInt32BE(fixed(value), 8 + i * 4)
  return body
}

function xyz(color: Triple): Uint8Array {
  return fixedArray('XYZ ', color)
}

/** `para`, function type 3. */
function parametricCurve(): Uint8Array {
  const { g, a, b, c, d } = CURVE
  const body = fixedArray('para', [0, g, a, b, c, d])
  body[9] = 3
  return body
}

/** `mluc` with one English text. */
function localized(text: string): Uint8Array {
  const body = Buffer.alloc(28 + Math.ceil(text.length / 2) * 4)
  body.write('mluc', 'latin1')
  body.writeUInt32BE(1, 8)
  body.writeUInt32BE(12, 12)
  body.write('enUS', 16, 'latin1')
  body.writeUInt32BE(text.length * 2, 20)
  body.writeUInt32BE(28, 24)
  for (let i = 0; i < text.length; i++) body.writeUInt16BE(text.charCodeAt(i), 28 + i * 2)
  return body
}

// ── Colorimetry ─────────────────────────────────────────────────────────────────────────────────────────────────────

function fromChromaticity([x, y]: readonly [number, number]): Triple {
  return [x / y, 1, (1 - x - y) / y]
}

/** The XYZ of full red, green and blue, whose sum is white. */
function colorants(white: Triple): Triple[] {
  const colors = PRIMARIES.map(fromChromaticity) as [Triple, Triple, Triple] // of three
  const shares = times(inverse(transposed(colors)), white)
  return colors.map((color, i) => color.map((value) => value * (shares[i] ?? 0)) as unknown as Triple) // of three values each
}

function adapt(from: Triple, to: Triple): Matrix {
  const source = times(BRADFORD, from)
  const target = times(BRADFORD, to)
  const scaled = BRADFORD.map((row, i) => row.map((value) => (value * (target[i] ?? 0)) / (source[i] ?? 1))) as unknown as Matrix // same shape
  return product(inverse(BRADFORD), scaled)
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  const [a, b, c] = matrix
  return [a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z, c[0] * x + c[1] * y + c[2] * z]
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ]
}

function product(a: Matrix, b: Matrix): Matrix {
  const [x, y, z] = transposed(b)
  return transposed([times(a, x), times(a, y), times(a, z)])
}

function inverse([a, b, c]: Matrix): Matrix {
  const cross = (p: Triple, q: Triple): Triple => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
  const columns = [cross(b, c), cross(c, a), cross(a, b)] as const
  const determinant = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2]
  const scaled = columns.map((column) => column.map((value) => value / determinant)) as unknown as Matrix // same shape
  return transposed(scaled)
}
