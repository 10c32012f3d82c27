// Problem: the words of a table may be wider than any page, and what lies beyond the paper is lost. Approach: find such tables in a layout, and what their columns
// need for their words; in the next layout words may break anywhere, and columns are as much narrower than their words as all others are.
// Limits: only closed documents; a table beyond the paper because of what is around it is left alone.
import type { Box } from '../../box/box.ts'
import { itemsOf } from '../../collections/sequence.ts'
import type { LayoutContext } from '../context.ts'
import type { Laid, LaidTable, Placed } from '../laid.ts'
import { rightEdge, type WiderBy } from '../overflow.ts'
import { wordWidths } from './measure.ts'

/** Tables that are too wide. */
export interface WideTables {
  /** Outermost ones. */
  readonly boxes: readonly Box[]
  /** Least widths of columns, words unbroken, of these tables and all in them, by the path of their elements. */
  readonly wordWidths: ReadonlyMap<string, readonly number[]>
}

/** The tables of a closed box that reach beyond `right`, from its own left edge, where nothing clips them; undefined when there are none. */
export function findWideTables(laid: Laid, right: number, widerBy: WiderBy, context: LayoutContext): WideTables | undefined {
  const found: LaidTable[] = []
  const enter = (child: Laid, x: number, limit: number): void => {
    if (child.kind === 'table' && x + (rightEdge(child, widerBy) ?? 0) > limit) found.push(child)
    else if (child.box.style.overflowX === 'visible') for (const placed of placedIn(child)) enterPlaced(placed, child, x, limit)
  }
  const enterPlaced = (placed: Placed, around: Laid, x: number, limit: number): void => {
    const wider = widerBy(placed.laid.box.style.page, around.box.style.page)
    enter(placed.laid, x + placed.x + (placed.laid.shift?.x ?? 0), limit + wider)
  }
  enter(laid, 0, right)
  if (found.length === 0) return undefined
  const widths = new Map<string, readonly number[]>()
  for (const table of found) {
    for (const { box } of tablesIn(table)) if (box.kind === 'table') widths.set(box.origin.path, wordWidths(box, context))
  }
  return { boxes: found.map(({ box }) => box), wordWidths: widths }
}

function* tablesIn(laid: Laid): Generator<LaidTable, undefined> {
  if (laid.kind === 'table') yield laid
  for (const placed of placedIn(laid)) yield* tablesIn(placed.laid)
  return undefined
}

/** Boxes right inside, of columns their one flow. */
function* placedIn(laid: Laid): Generator<Placed, undefined> {
  yield* laid.positioned
  switch (laid.kind) {
    case 'block':
      yield* itemsOf(laid.children)
      return undefined
    case 'paragraph':
      yield* laid.floats
      for (const { items } of laid.lines) for (const item of items) if (item.kind === 'atomic') yield item
      return undefined
    case 'flex-grid':
      yield* laid.children
      return undefined
    case 'columns':
      yield { x: laid.xs[0] ?? 0, y: 0, laid: laid.flow }
      return undefined
    case 'table':
      yield* laid.topCaptions
      yield* laid.bottomCaptions
      for (const rows of [laid.head, itemsOf(laid.rows), laid.foot]) {
        for (const { cells } of rows) for (const cell of cells) yield { x: laid.gridX + cell.x, y: 0, laid: cell.laid }
      }
      return undefined
    case 'replaced':
    case 'turned':
      return undefined
  }
}
