// Where grid items are placed, against the algorithm of the specification (CSS Grid 2 §8.5) done cell by cell.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../../engine/box/box.ts'
import type { GridLines } from '../../../engine/layout/grid/lines.ts'
import { placeItems } from '../../../engine/layout/grid/placement.ts'
import { block } from '../../support/boxes.ts'
import { makeRandom, type Random } from '../../support/random/random.ts'

const COLUMNS = 6
const NONE: GridLines = { count: 0, tracks: [], names: new Map() }
const SIX: GridLines = { ...NONE, count: COLUMNS }
const span = (number: number) => ({ kind: 'span', number, name: undefined }) as const
const line = (number: number) => ({ kind: 'line', number, name: undefined }) as const

/** Sizes, and lines for some. */
interface Item {
  readonly width: number
  readonly height: number
  readonly column: number | undefined
  readonly row: number | undefined
}

function randomItem(random: Random): Item {
  const [width, height] = [random.int(1, 4), random.int(1, random.chance(0.05) ? 70 : 4)]
  const column = random.chance(0.2) ? random.int(0, COLUMNS - width) : undefined
  // Where an item that is locked to a row alone goes beyond the last column, the grid grows, and with it the room of all: those are below.
  return { width, height, column, row: column !== undefined && random.chance(0.4) ? random.int(0, 8) : undefined }
}

const boxOf = ({ width, height, column, row }: Item): Box =>
  block({
    ...(column === undefined ? { gridColumnStart: span(width) } : { gridColumnStart: line(column + 1), gridColumnEnd: span(width) }),
    ...(row === undefined ? { gridRowStart: span(height) } : { gridRowStart: line(row + 1), gridRowEnd: span(height) }),
  })

/** `column row` of each item, cell by cell. Items locked to a row may go beyond the last column. */
function byCells(items: readonly Item[], isDense: boolean): string[] {
  const taken = new Set<string>()
  const places = new Map<Item, string>()
  const isFree = ({ width, height }: Item, x: number, y: number): boolean => {
    for (let i = 0; i < width * height; i++) if (taken.has(`${x + (i % width)} ${y + Math.floor(i / width)}`)) return false
    return true
  }
  const put = (item: Item, x: number, y: number): void => {
    for (let i = 0; i < item.width * item.height; i++) taken.add(`${x + (i % item.width)} ${y + Math.floor(i / item.width)}`)
    places.set(item, `${x} ${y}`)
  }
  for (const item of items) if (item.column !== undefined && item.row !== undefined) put(item, item.column, item.row)
  const cursors = new Map<number, number>()
  for (const item of items) {
    if (item.row === undefined || item.column !== undefined) continue
    let x = isDense ? 0 : (cursors.get(item.row) ?? 0)
    while (!isFree(item, x, item.row)) x++
    cursors.set(item.row, x + item.width)
    put(item, x, item.row)
  }
  let [x, y] = [0, 0]
  for (const item of items) {
    if (item.row !== undefined) continue
    if (isDense) [x, y] = [0, 0]
    if (item.column !== undefined) {
      if (item.column < x) y++
      x = item.column
      while (!isFree(item, x, y)) y++
    } else {
      while (x + item.width > COLUMNS || !isFree(item, x, y)) {
        if (++x + item.width <= COLUMNS) continue
        x = 0
        y++
      }
    }
    put(item, x, y)
    x += item.width
  }
  return items.map((item) => places.get(item) ?? '')
}

const placement = suite('grid placement by cells')

for (const isDense of [false, true]) {
  placement(`random items ${isDense ? 'packed densely' : 'in order'}`, () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = makeRandom(seed)
      const items = Array.from({ length: random.int(1, 40) }, () => randomItem(random))
      const { places } = placeItems(items.map(boxOf), { axis: 'row', isDense }, SIX, NONE)
      assert.equal(
        places.map(({ column, row }) => `${column.start} ${row.start}`),
        byCells(items, isDense),
        `seed ${seed}`,
      )
    }
  })

  placement(`random items locked to rows ${isDense ? 'packed densely' : 'in order'}`, () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = makeRandom(seed)
      const items = Array.from({ length: random.int(1, 40) }, () => ({ ...randomItem(random), column: undefined, row: random.int(0, 5) }))
      const { places } = placeItems(items.map(boxOf), { axis: 'row', isDense }, SIX, NONE)
      assert.equal(
        places.map(({ column, row }) => `${column.start} ${row.start}`),
        byCells(items, isDense),
        `seed ${seed}`,
      )
    }
  })
}

placement.run()
