// Sizes of query containers (CSS Conditional 5 §5): layout finds them, and styles that ask for them are computed again.

import type { ContainerSize } from './value.ts'

/** The sizes of one document, by the places of its elements (`StyledElement.container`). */
export class ContainerSizes {
  #sizes: ReadonlyMap<string, ContainerSize> = new Map()
  #isAsked = false

  /** Whether any style asked for a size. */
  get isAsked(): boolean {
    return this.#isAsked
  }

  of(place: string): ContainerSize | undefined {
    this.#isAsked = true
    return this.#sizes.get(place)
  }

  /** Takes the sizes of another layout; false when they are the same. */
  replace(sizes: ReadonlyMap<string, ContainerSize>): boolean {
    const isSame = sizes.size === this.#sizes.size && [...sizes].every(([place, size]) => isEqual(size, this.#sizes.get(place)))
    if (isSame) return false
    this.#sizes = sizes
    return true
  }
}

/** Less is rounding. */
const TOLERANCE = 1e-3

function isEqual(one: ContainerSize, other: ContainerSize | undefined): boolean {
  return other !== undefined && isNear(one.width, other.width) && isNear(one.height, other.height)
}

function isNear(one: number | undefined, other: number | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && Math.abs(one - other) < TOLERANCE)
}
