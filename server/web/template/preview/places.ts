// Where elements of the source stand on the pages, as the service tells it: from a point to a place in the source, and back.

/** Compact, as the service sends it. */
export interface Places {
  /** `line:column` in an HTML source, or the JSON pointer of a node. */
  readonly at: readonly string[]
  /** For each of them its first and last page. */
  readonly spans: readonly number[]
  /** The page of the first list of boxes. */
  readonly first: number
  /** For each page five numbers a box: index of the place, left, top, width and height in points. */
  readonly boxes: readonly (readonly number[])[]
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const NUMBERS_A_BOX = 5
/** Points around a box that count as in it: thin rules are hard to hit. */
const NEAR = 2

export function knows({ first, boxes }: Places, page: number): boolean {
  return page >= first && page < first + boxes.length
}

/** The place of the innermost element at a point of a page; undefined where there is none. */
export function placeAt(places: Places, page: number, { x, y }: Pick<Box, 'x' | 'y'>): string | undefined {
  let found: string | undefined
  let area = Number.POSITIVE_INFINITY
  for (const [place, box] of boxesOn(places, page)) {
    const isIn = x >= box.x - NEAR && x <= box.x + box.width + NEAR && y >= box.y - NEAR && y <= box.y + box.height + NEAR
    // Of equal boxes the later one is inside.
    if (!isIn || box.width * box.height > area) continue
    found = places.at[place]
    area = box.width * box.height
  }
  return found
}

/** Of several places, from inside out, the first that stands on a page. */
export function firstShown({ at }: Places, wanted: readonly string[]): string | undefined {
  const known = new Set(at)
  return wanted.find((place) => known.has(place))
}

/** The first and the last page of a place. */
export function pagesOf({ at, spans }: Places, place: string): readonly [number, number] | undefined {
  const index = at.indexOf(place)
  return index < 0 ? undefined : [spans[2 * index] ?? 1, spans[2 * index + 1] ?? 1]
}

/** All boxes of a place, by page: a row of a repeat has many. */
export function boxesOf(places: Places, place: string): ReadonlyMap<number, readonly Box[]> {
  const found = new Map<number, Box[]>()
  for (let page = places.first; page < places.first + places.boxes.length; page++) {
    const boxes = [...boxesOn(places, page)].filter(([index]) => places.at[index] === place).map(([, box]) => box)
    if (boxes.length > 0) found.set(page, boxes)
  }
  return found
}

function* boxesOn({ first, boxes }: Places, page: number): Generator<readonly [number, Box]> {
  const numbers = boxes[page - first] ?? []
  for (let i = 0; i < numbers.length; i += NUMBERS_A_BOX) {
    const [place = 0, x = 0, y = 0, width = 0, height = 0] = numbers.slice(i, i + NUMBERS_A_BOX)
    yield [place, { x, y, width, height }]
  }
}
