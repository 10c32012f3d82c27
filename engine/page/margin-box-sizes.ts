// Lengths of page margin boxes: the three on a side share it by their content (CSS Page 3 §5.3.2), across it each is solved by itself (§5.3.3).

/** The length that a margin box needs of its side, margins included: a definite one, or min-content and max-content. */
interface Wish {
  readonly definite: number | undefined
  readonly min: number
  readonly max: number
}

/** A wish with the bounds of `min-width` and `max-width`. */
export interface BoundedWish extends Wish {
  readonly least: number
  readonly most: number
}

type Three = readonly [number, number, number]

/** Lengths of the start, middle and end box along a side; 0 for absent ones. First without bounds, then lengths beyond them are set to them (§5.3.2.3). */
export function shareBounded(wishes: readonly (BoundedWish | undefined)[], available: number): Three {
  const tentative = share(wishes, available)
  const held = wishes.map((wish, i) => (wish !== undefined && tentative[i]! > wish.most ? fixedTo(wish, wish.most) : wish))
  const lengths = share(held, available)
  const raised = held.map((wish, i) => (wish !== undefined && lengths[i]! < wish.least ? fixedTo(wish, wish.least) : wish))
  return share(raised, available)
}

function fixedTo(wish: BoundedWish, length: number): BoundedWish {
  return { ...wish, definite: length, min: length, max: length }
}

/** The same without bounds. */
export function share(wishes: readonly (Wish | undefined)[], available: number): Three {
  const [start, middle, end] = wishes
  if (middle === undefined) {
    const [a, c] = shareTwo(start, end, available)
    return [a, 0, c]
  }
  const [b] = shareTwo(middle, imaginary([start, end]), available)
  const rest = Math.max(0, (available - b) / 2)
  return [start?.definite ?? (start ? rest : 0), b, end?.definite ?? (end ? rest : 0)]
}

/** The outer two as one box that keeps the middle one centred: twice as long as the longer. */
function imaginary(boxes: readonly (Wish | undefined)[]): Wish | undefined {
  const outer = boxes.filter((wish): wish is Wish => wish !== undefined)
  if (outer.length === 0) return undefined
  const min = 2 * Math.max(...outer.map((wish) => wish.definite ?? wish.min))
  const max = 2 * Math.max(...outer.map((wish) => wish.definite ?? wish.max))
  return { definite: outer.every((wish) => wish.definite !== undefined) ? max : undefined, min, max }
}

function shareTwo(first: Wish | undefined, second: Wish | undefined, available: number): readonly [number, number] {
  if (first === undefined || second === undefined) {
    const only = first ?? second
    const length = only === undefined ? 0 : (only.definite ?? available)
    return first === undefined ? [0, length] : [length, 0]
  }
  if (first.definite !== undefined && second.definite !== undefined) return [first.definite, second.definite]
  if (first.definite !== undefined) return [first.definite, Math.max(0, available - first.definite)]
  if (second.definite !== undefined) return [Math.max(0, available - second.definite), second.definite]
  const grown = flexFit(first, second, available)
  return [grown, available - grown]
}

/** Length of the first of two flexible boxes: room beyond max-content goes by max-content, between min and max by the difference. */
function flexFit(first: Wish, second: Wish, available: number): number {
  const max = first.max + second.max
  const min = first.min + second.min
  const [base, weight, other, room] =
    max <= available
      ? [first.max, first.max, second.max, available - max]
      : min <= available
        ? [first.min, first.max - first.min, second.max - second.min, available - min]
        : [first.min, first.min, second.min, available - min]
  const total = weight + other
  return base + (total === 0 ? room / 2 : (room * weight) / total)
}

/** One axis of a margin box across its side. `size` is of the border box; undefined means auto. */
export interface FixedAxis {
  readonly marginStart: number | undefined
  readonly size: number | undefined
  readonly marginEnd: number | undefined
  readonly least: number
  readonly most: number
}

/** Where the border box begins in a margin of this length, and its size. When over-constrained, the margin towards the outside of the sheet is adjusted. */
export function solveFixed(axis: FixedAxis, length: number, outside: 'start' | 'end'): { readonly start: number; readonly size: number } {
  let solved = solve(axis, length, outside)
  if (solved.size > axis.most) solved = solve({ ...axis, size: axis.most }, length, outside)
  if (solved.size < axis.least) solved = solve({ ...axis, size: axis.least }, length, outside)
  return solved
}

function solve(axis: FixedAxis, length: number, outside: 'start' | 'end'): { readonly start: number; readonly size: number } {
  const { size } = axis
  let { marginStart: start, marginEnd: end } = axis
  if (size === undefined) return { start: start ?? 0, size: Math.max(0, length - (start ?? 0) - (end ?? 0)) }
  if (size + (start ?? 0) + (end ?? 0) > length) {
    start ??= 0
    end ??= 0
  }
  if (start !== undefined && end !== undefined) {
    if (outside === 'start') start = undefined
    else end = undefined
  }
  if (start === undefined) return { start: end === undefined ? (length - size) / 2 : length - size - end, size }
  return { start, size }
}
