// Problem: what overflows a box that cannot be cut for it (an inline block, a cell, a caption), and a box that was shifted, may reach over the end of the page,
// where it was lost. Approach: monolithic overflow is sliced (CSS Break 3 §4.3), as in browsers' print, where pages are windows on one strip: of a finished page,
// the deepest boxes that reach over its end are found; they are cut off there, and the next page shows the rest of them above its own content.
// Limits: boxes with transforms stay where they are, and what was positioned or shifted into the margin of the page is meant to be there.
import { isRepeatedFromItsPage } from '../box/box-kinds.ts'
import { itemsOf } from '../collections/sequence.ts'
import type { Laid, LaidRow, LaidTable, Line, LineItem, Placed } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import { clips } from './break-summary.ts'
import type { CellFragment, Fragment, Overhang, PageEnd, RowFragment } from './fragment.ts'

/** Less of a box than this is not worth a place on the next page, in points. */
const LEAST = 1

/** The deepest boxes on a page that show something below its end. */
export function overhangsOf(root: Fragment, end: PageEnd): Overhang[] {
  const search = new Search(end)
  if (!clips(root.laid.box.style))
    search.inside({ ...root, x: root.x + (root.laid.shift?.x ?? 0), y: root.y + (root.laid.shift?.y ?? 0) }, false)
  return search.found
}

class Search {
  readonly found: Overhang[] = []
  readonly #end: PageEnd

  constructor(end: PageEnd) {
    this.#end = end
  }

  /** `piece`: from the page area, without its shift. `isMoved`: it was positioned or shifted, or a box around it was. */
  #visit(piece: Fragment, around: Style, isMovedAround: boolean): void {
    const { laid, content } = piece
    const { style } = laid.box
    const { x = 0, y = 0 } = laid.shift ?? {}
    const top = piece.y + y
    if (content.kind === 'whole' && top + reachOf(laid) <= this.#end.flow + LEAST) return
    if (content.kind === 'slice') return this.#slice(piece, content, isMovedAround)
    if (style.transform.length > 0 || isRepeatedFromItsPage(style, around)) return
    const isMoved = isMovedAround || laid.shift !== undefined || style.position === 'absolute' || style.position === 'fixed'
    const bottom = top + piece.height
    if (isSeen(laid) && bottom > this.#end.flow + LEAST)
      return this.#take(piece, content.kind === 'whole' ? top + reachOf(laid) : bottom, isMoved)
    if (clips(style) && bottom <= this.#end.flow + LEAST) return
    const before = this.found.length
    this.inside({ ...piece, x: piece.x + x, y: top }, isMoved)
    if (this.found.length > before && isPaintedAsOne(style)) this.#takeInstead(piece, before)
  }

  /** What overflows the end of a box, or line, that was sliced. */
  #slice(piece: Fragment, { from, isEnd, line }: Extract<Fragment['content'], { kind: 'slice' }>, isMoved: boolean): void {
    const bottom = piece.y + (piece.laid.shift?.y ?? 0) - from + reachOf(line ?? piece.laid)
    if (isEnd && bottom > this.#end.flow + LEAST) this.#take(piece, bottom, isMoved)
  }

  /** One piece in place of those in it that were found. */
  #takeInstead(piece: Fragment, from: number): void {
    const bottom = Math.max(...this.found.splice(from).map((overhang) => overhang.bottom))
    this.found.push({ piece, bottom })
  }

  #take(piece: Fragment, bottom: number, isMoved: boolean): void {
    if (!isMoved || bottom > this.#end.paper) this.found.push({ piece, bottom })
  }

  /** What is in the piece, whose own place has its shift. */
  inside(piece: Fragment, isMoved: boolean): void {
    const { laid, content, x, y } = piece
    const { style } = laid.box
    const visit = (child: Fragment): void => this.#visit({ ...child, x: x + child.x, y: y + child.y }, style, isMoved)
    switch (content.kind) {
      case 'whole':
        if (laid.kind === 'paragraph' && this.#lines(piece, laid.lines, 0, isMoved)) return
        for (const child of childrenOf(laid)) visit(wholeOf(child))
        return
      case 'children':
        for (const child of content.children) visit(child)
        return
      case 'lines':
        if (this.#lines(piece, content.lines, content.lift, isMoved)) return
        for (const child of content.children) visit(child)
        return
      case 'table':
        for (const child of content.captions) visit(child)
        for (const row of content.rows)
          if (!this.#isBareAbove(row, y + content.gridY + row.y))
            for (const cell of row.cells)
              if (!this.#endsAbove(cell, y + content.gridY + row.y)) visit(cellPiece(cell, content.table, content.gridY + row.y))
        for (const child of content.positioned) visit(child)
        return
      case 'slice':
    }
  }

  /** Without a look at its cells: most rows of a page do. `y`: its top. */
  #isBareAbove({ row, isFirst, isLast }: RowFragment, y: number): boolean {
    return row.isBare && isFirst && isLast && y + row.height <= this.#end.flow + LEAST
  }

  /** Without a piece made for it: most cells of the other rows do. */
  #endsAbove({ cell: { laid, contentShift }, content }: CellFragment, y: number): boolean {
    return content === undefined && y + contentShift + (laid.shift?.y ?? 0) + reachOf(laid) <= this.#end.flow + LEAST
  }

  /** True when a text is below the end: then all of the paragraph hangs over. */
  #lines(piece: Fragment, lines: readonly Line[], lift: number, isMoved: boolean): boolean {
    const { laid } = piece
    const baseline = piece.y - lift + lowestText(lines)
    if (baseline > this.#end.flow + LEAST) {
      const { x = 0, y = 0 } = laid.shift ?? {}
      const bottom = piece.content.kind === 'whole' ? piece.y + reachOf(laid) : baseline
      this.#take({ ...piece, x: piece.x - x, y: piece.y - y }, bottom, isMoved)
      return true
    }
    if (hasAtomics(laid))
      for (const { items } of lines)
        for (const item of items)
          if (item.kind === 'atomic')
            this.#visit(wholeOf({ laid: item.laid, x: piece.x + item.x, y: piece.y - lift + item.y }), laid.box.style, isMoved)
    return false
  }
}

function wholeOf({ x, y, laid }: Placed): Fragment {
  return { laid, x, y, height: laid.height, isFirst: true, isLast: true, content: { kind: 'whole' } }
}

function cellPiece({ cell, content }: CellFragment, { gridX }: LaidTable, y: number): Fragment {
  const x = gridX + cell.x
  return content === undefined ? wholeOf({ laid: cell.laid, x, y: y + cell.contentShift }) : { ...content, x, y: y + content.y }
}

/** A group of its own in painting, whose parts cannot be shown apart. */
function isPaintedAsOne({ opacity, filter, mixBlendMode, clipPath, maskLayers, overflowY }: Style): boolean {
  return (
    opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || clipPath !== 'none' || maskLayers.length > 0 || overflowY !== 'visible'
  )
}

/** The box itself shows something, at its bottom too. */
function isSeen(laid: Laid): boolean {
  if (laid.kind === 'replaced' || laid.kind === 'turned') return true
  const { box } = laid
  if (box.isAnonymous) return false
  const { visibility, backgroundColor, backgroundLayers, borderBottomWidth, borderLeftWidth, borderRightWidth } = box.style
  if (visibility !== 'visible') return false
  return backgroundColor.alpha > 0 || backgroundLayers.length > 0 || borderBottomWidth + borderLeftWidth + borderRightWidth > 0
}

const reaches = new WeakMap<Laid, number>()

/** How far down, from its top, a closed box shows something. */
function reachOf(laid: Laid): number {
  if (laid.kind === 'replaced' || laid.kind === 'turned') return laid.height
  const isSimple = laid.kind === 'paragraph' && laid.floats.length === 0 && laid.positioned.length === 0 && !hasAtomics(laid)
  if (isSimple) return reachOfBox(laid, lowestText(laid.lines))
  let reach = reaches.get(laid)
  if (reach === undefined) reaches.set(laid, (reach = reachOfBox(laid, reachInside(laid))))
  return reach
}

function reachOfBox(laid: Laid, inside: number): number {
  if (clips(laid.box.style)) return isSeen(laid) ? laid.height : Math.min(inside, laid.height)
  return isSeen(laid) ? Math.max(laid.height, inside) : inside
}

function reachInside(laid: Laid): number {
  let reach = laid.kind === 'paragraph' ? lowestText(laid.lines) : 0
  if (laid.kind === 'paragraph' && hasAtomics(laid))
    for (const { items } of laid.lines) for (const item of items) if (item.kind === 'atomic') reach = Math.max(reach, reachOfPlaced(item))
  for (const child of childrenOf(laid))
    if (!isRepeatedFromItsPage(child.laid.box.style, laid.box.style)) reach = Math.max(reach, reachOfPlaced(child))
  return reach
}

function reachOfPlaced({ y, laid }: Placed): number {
  return y + (laid.shift?.y ?? 0) + reachOf(laid)
}

/** The lowest baseline of what is seen in the last of the lines: letters that reach below it are no text that is lost. */
function lowestText(lines: readonly Line[]): number {
  let lowest = 0
  for (let i = lines.length - 1; i >= 0 && lowest === 0; i--)
    for (const item of lines[i]!.items) if (isText(item)) lowest = Math.max(lowest, item.baseline)
  return lowest
}

function isText(item: LineItem): item is Extract<LineItem, { kind: 'text' | 'page-number' }> {
  if (item.kind !== 'text') return item.kind === 'page-number'
  return item.style.visibility === 'visible' && item.run.text.trim() !== ''
}

function hasAtomics({ box }: Laid): boolean {
  return box.kind === 'paragraph' && box.items.some(({ kind }) => kind === 'atomic')
}

/** Boxes right inside of a closed box, but for those in lines. */
function* childrenOf(laid: Laid): Generator<Placed, undefined> {
  if (laid.kind === 'block') yield* itemsOf(laid.children)
  else if (laid.kind === 'flex-grid') yield* laid.children
  else if (laid.kind === 'table') yield* insideTable(laid)
  else if (laid.kind === 'paragraph') yield* laid.floats
  yield* laid.positioned
  return undefined
}

function* insideTable(table: LaidTable): Generator<Placed, undefined> {
  yield* table.topCaptions
  yield* table.bottomCaptions
  yield* cellsOf(table, table.head, table.headY)
  yield* cellsOf(table, itemsOf(table.rows), 0)
  yield* cellsOf(table, table.foot, table.footY)
  return undefined
}

function* cellsOf({ gridX, gridY }: LaidTable, rows: Iterable<LaidRow>, top: number): Generator<Placed, undefined> {
  for (const { y, cells } of rows)
    for (const { x, laid, contentShift } of cells) yield { x: gridX + x, y: gridY + top + y + contentShift, laid }
  return undefined
}
