// Resolving flexible lengths (CSS Flexbox 1 §9.7), the exact loop. Yoga freezes clamped items in one pass only; where a minimum or
// maximum was met, these are the sizes that hold.

/** An item on its main axis; all sizes are border boxes. */
export interface FlexibleItem {
  readonly base: number
  readonly min: number
  readonly max: number
  readonly grow: number
  readonly shrink: number
  /** Base size of the content box: what shrinking is weighed by. */
  readonly innerBase: number
}

interface Length {
  readonly item: FlexibleItem
  size: number
  isFrozen: boolean
  violation: number
}

/** Main sizes of the items of one line that share `room` (margins and gaps already taken off). */
export function resolveFlexibleLengths(items: readonly FlexibleItem[], room: number): number[] {
  const hypothetical = items.map((item) => clampTo(item.base, item))
  const isGrowing = hypothetical.reduce((sum, size) => sum + size, 0) < room
  const lengths: Length[] = items.map((item, i) => {
    const target = hypothetical[i] ?? 0
    const isInflexible = (isGrowing ? item.grow : item.shrink) === 0 || (isGrowing ? item.base > target : item.base < target)
    return { item, size: isInflexible ? target : item.base, isFrozen: isInflexible, violation: 0 }
  })
  const initialFree = freeRoom(lengths, room)
  while (lengths.some((length) => !length.isFrozen)) {
    const open = lengths.filter((length) => !length.isFrozen)
    const factors = open.reduce((sum, { item }) => sum + (isGrowing ? item.grow : item.shrink), 0)
    let free = freeRoom(lengths, room)
    if (factors < 1 && Math.abs(initialFree * factors) < Math.abs(free)) free = initialFree * factors
    share(open, free, isGrowing)
    freeze(open)
  }
  return lengths.map((length) => length.size)
}

function clampTo(size: number, { min, max }: FlexibleItem): number {
  return Math.max(min, Math.min(max, size))
}

function freeRoom(lengths: readonly Length[], room: number): number {
  return lengths.reduce((free, { isFrozen, size, item }) => free - (isFrozen ? size : item.base), room)
}

function share(open: readonly Length[], free: number, isGrowing: boolean): void {
  const weight = (item: FlexibleItem): number => (isGrowing ? item.grow : item.shrink * item.innerBase)
  const total = open.reduce((sum, { item }) => sum + weight(item), 0)
  for (const length of open) {
    const { item } = length
    length.size = item.base + (total > 0 && free !== 0 ? (free * weight(item)) / total : 0)
    const clamped = clampTo(length.size, item)
    length.violation = clamped - length.size
    length.size = clamped
  }
}

function freeze(open: readonly Length[]): void {
  const total = open.reduce((sum, { violation }) => sum + violation, 0)
  // Sizes that are no numbers violate nothing either: no loop may depend on them.
  const isMet = total === 0 || Number.isNaN(total)
  for (const length of open) {
    if (isMet || (total > 0 ? length.violation > 0 : length.violation < 0)) length.isFrozen = true
  }
}
