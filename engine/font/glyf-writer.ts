// Writes outlines as `glyf` has them, in the shortest form of each delta.
import { type ByteWriter, viewOf } from './bytes.ts'

/** Points of all contours of an outline, absolute. */
export interface OutlinePoints {
  readonly xs: ArrayLike<number>
  readonly ys: ArrayLike<number>
  /** 1 for a point on the curve, 0 for a control point. */
  readonly isOnCurve: ArrayLike<number>
}

interface SimpleOutline {
  /** Index of the last point of each contour. */
  readonly ends: readonly number[]
  readonly points: OutlinePoints
  readonly instructions: Uint8Array
  readonly overlaps: boolean
  /** Eight bytes; worked out from the points when absent. */
  readonly box: Uint8Array | undefined
}

/** Appends a simple outline; gives its left edge. */
export function writeSimpleOutline({ ends, points, instructions, overlaps, box }: SimpleOutline, out: ByteWriter): number {
  const xMin = writeOutlineHeader(ends.length, box ?? boxOf(points), out)
  for (const end of ends) out.u16(end)
  out.u16(instructions.length)
  out.append(instructions)
  writePoints(points, overlaps, out)
  return xMin
}

/** Appends the number of contours (−1 for a composite) and the box; gives the left edge. */
export function writeOutlineHeader(contours: number, box: Uint8Array, out: ByteWriter): number {
  out.u16(contours)
  out.append(box)
  return viewOf(box).getInt16(0)
}

function boxOf({ xs, ys }: OutlinePoints): Uint8Array {
  const box = new Uint8Array(8)
  if (xs.length === 0) return box
  let [left, bottom, right, top] = [xs[0]!, ys[0]!, xs[0]!, ys[0]!]
  for (let i = 1; i < xs.length; i++) {
    left = Math.min(left, xs[i]!)
    right = Math.max(right, xs[i]!)
    bottom = Math.min(bottom, ys[i]!)
    top = Math.max(top, ys[i]!)
  }
  const view = viewOf(box)
  for (const [i, value] of [left, bottom, right, top].entries()) view.setInt16(i * 2, value)
  return box
}

const ON_CURVE = 0x1
const SHORT = [0x2, 0x4] as const
const SAME_OR_POSITIVE = [0x10, 0x20] as const
const OVERLAPS = 0x40

function writePoints({ xs, ys, isOnCurve }: OutlinePoints, overlaps: boolean, out: ByteWriter): void {
  const [dxs, dys] = [deltasOf(xs), deltasOf(ys)]
  for (let i = 0; i < xs.length; i++) {
    const start = (isOnCurve[i] === 1 ? ON_CURVE : 0) | (i === 0 && overlaps ? OVERLAPS : 0)
    out.u8(start | flagOf(dxs[i]!, 0) | flagOf(dys[i]!, 1))
  }
  for (const delta of dxs) writeDelta(delta, out)
  for (const delta of dys) writeDelta(delta, out)
}

function deltasOf(values: ArrayLike<number>): Int32Array {
  const deltas = new Int32Array(values.length)
  for (let i = 0; i < values.length; i++) deltas[i] = values[i]! - (i === 0 ? 0 : values[i - 1]!)
  return deltas
}

function flagOf(delta: number, axis: 0 | 1): number {
  if (delta === 0) return SAME_OR_POSITIVE[axis]
  if (Math.abs(delta) > 255) return 0
  return SHORT[axis] | (delta > 0 ? SAME_OR_POSITIVE[axis] : 0)
}

function writeDelta(delta: number, out: ByteWriter): void {
  if (delta === 0) return
  if (Math.abs(delta) > 255) out.u16(delta)
  else out.u8(Math.abs(delta))
}
