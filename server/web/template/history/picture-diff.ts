// Where two pictures of a page differ.
//
// Problem: marks that a reader can follow, not a cloud of pixels. Approach: the page is parted into cells; cells in which a pixel differs by more than what smoothing of
// edges explains are joined with those near them, and each group is marked by the box around it. Limits: pictures of one size; groups that touch become one.

export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** In parts of the page, from 0 to 1. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels. */
const CELL = 8
/** Of 255. */
const LEAST_DIFFERENCE = 40
/** Of a cell: fewer are a speck that the browser's rasterizer left. */
const LEAST_PIXELS = 3
/** Cells apart that belong to one group. */
const REACH = 2

export function differingRegions(a: Pixels, b: Pixels): readonly Region[] {
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)]
  // Pages of two sizes differ as a whole.
  if (a.width !== b.width || a.height !== b.height) return [{ x: 0, y: 0, width: 1, height: 1 }]
  const columns = Math.ceil(width / CELL)
  const cells = differingCells(a, b, columns)
  const regions: Region[] = []
  for (const cell of cells) {
    const { left, right, top, bottom } = groupAround(cell, cells, columns)
    const clip = (value: number, most: number): number => Math.min(most, value * CELL) / most
    const [x, y] = [clip(left, width), clip(top, height)]
    regions.push({ x, y, width: clip(right + 1, width) - x, height: clip(bottom + 1, height) - y })
  }
  return regions
}

function differingCells(a: Pixels, b: Pixels, columns: number): Set<number> {
  const counts = new Map<number, number>()
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const at = (y * a.width + x) * 4
      const difference = (channel: number): number => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0))
      const isDifferent = difference(0) > LEAST_DIFFERENCE || difference(1) > LEAST_DIFFERENCE || difference(2) > LEAST_DIFFERENCE
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
      if (isDifferent) counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
  }
  return new Set([...counts].filter(([, count]) => count >= LEAST_PIXELS).map(([cell]) => cell))
}

interface Bounds {
  left: number
  right: number
  top: number
  bottom: number
}

/** Takes a cell and all that can be reached from it out of the set. */
function groupAround(first: number, cells: Set<number>, columns: number): Bounds {
  const bounds: Bounds = { left: columns, right: 0, top: Number.POSITIVE_INFINITY, bottom: 0 }
  const waiting = [first]
  cells.delete(first)
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    Object.assign(bounds, {
      ...{ left: Math.min(bounds.left, x), right: Math.max(bounds.right, x) },
      ...{ top: Math.min(bounds.top, y), bottom: Math.max(bounds.bottom, y) },
    })
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dx = -REACH; dx <= REACH; dx++) {
        const near = (y + dy) * columns + x + dx
        if (x + dx >= 0 && x + dx < columns && cells.delete(near)) waiting.push(near)
      }
    }
  }
  return bounds
}
