// Transforms in space (CSS Transforms 2 §4–6), seen from the front: without a perspective what is turned stays a parallelogram, which one matrix of the plane says.
import type { Matrix } from './geometry.ts'

/** 16 numbers, column by column, as `matrix3d()` has them. */
export type SpaceMatrix = readonly number[]

export const turn = (axis: readonly [x: number, y: number, z: number], degrees: number): SpaceMatrix | undefined => {
  const length = Math.hypot(...axis)
  if (length === 0) return undefined
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length]
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const rest = 1 - cos
  return [
    x * x * rest + cos,
    x * y * rest + z * sin,
    x * z * rest - y * sin,
    0,
    x * y * rest - z * sin,
    y * y * rest + cos,
    y * z * rest + x * sin,
    0,
    x * z * rest + y * sin,
    y * z * rest - x * sin,
    z * z * rest + cos,
    0,
    0,
    0,
    0,
    1,
  ]
}

export const move = (x: number, y: number, z: number): SpaceMatrix => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]

export const inSpace = ([a, b, c, d, e, f]: Matrix): SpaceMatrix => [a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1]

/** `second` applied to the points first. */
export function product(first: SpaceMatrix, second: SpaceMatrix): SpaceMatrix {
  return first.map((_, at) => {
    const [row, column] = [at % 4, at - (at % 4)]
    let sum = 0
    for (let i = 0; i < 4; i++) sum += (first[row + 4 * i] ?? 0) * (second[column + i] ?? 0)
    return sum
  })
}

/** As the page shows it: depth is left out. */
export const flattened = (m: SpaceMatrix): Matrix => [m[0] ?? 1, m[1] ?? 0, m[4] ?? 0, m[5] ?? 1, m[12] ?? 0, m[13] ?? 0]

/** Whether the back of the plane faces the reader: its normal, turned, points away (CSS Transforms 2 §9). */
export function showsBack(m: SpaceMatrix): boolean {
  const at = (row: number, column: number): number => m[row + 4 * column] ?? 0
  const minor = (r: number, s: number): number => at(0, r) * at(1, s) - at(0, s) * at(1, r)
  const determinant = at(2, 0) * minor(1, 2) - at(2, 1) * minor(0, 2) + at(2, 2) * minor(0, 1)
  return minor(0, 1) * determinant < 0
}
