// The box of every element on its pages: the pipeline as far as pages, measured instead of painted. For debugging and fixtures.
import type { Origin } from './box/box.ts'
import type { Diagnostic, Position } from './diagnostic.ts'
import type { CellFragment, Fragment } from './fragment/fragment.ts'
import { PX, type Rect } from './geometry.ts'
import type { Laid, LaidCell, Line, LineItem } from './layout/laid.ts'
import type { Page } from './page/page.ts'
import { columnReach, emptyGroupsIn } from './paint/empty-groups.ts'
import { lineFrame, onPage, type PageFrame } from './paint/geometry/page-frame.ts'
import { fragmentChild, frameOnPage, innerPiece, type PaintedPiece, pieceOfFragment, rectOf, wholeChild } from './paint/piece.ts'
import { slicedPiece } from './paint/slice.ts'
import type { TableGrid } from './paint/table-parts.ts'
import { cellPiece, gridOfPiece, relativeShift, shiftOfRow } from './paint/table-pieces.ts'
import { wholeColumns } from './paint/whole-columns.ts'
import { pagesOf } from './render/pages.ts'
import { type DocumentPart, openPart } from './render/part.ts'
import type { RenderContext } from './services.ts'

/**
 * The border box of an element on one page, in CSS pixels from the top left corner of the page area, as `getBoundingClientRect` of a
 * browser whose window is that area; transforms do not move it. A document that was shrunk to fit is measured as it was laid out.
 * An element on several lines or in several columns has the rectangle around its pieces.
 */
export interface ElementBox {
  /** `html>body>div:nth-child(2)`; pseudo-elements end in `::before`. */
  readonly path: string
  /** Its `id` attribute; absent without one. */
  readonly id?: string
  /** From 1. An element that is split, or repeated, has one box a page. */
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An element on one page, in points from the top left corner of the sheet. */
export interface PlacedElement extends Rect {
  /** Where it begins in the template; for one of a shared part, where the element around the part does. */
  readonly at: Position
}

export interface Inspection {
  /** In document order. Elements without boxes (`display: none`) are not there. */
  readonly boxes: readonly ElementBox[]
  readonly warnings: readonly Diagnostic[]
}

/** Lays out a document, and gives the boxes of its elements. */
export function inspectPart(part: DocumentPart, context: RenderContext, signal: AbortSignal | undefined): Inspection {
  const found: Found[] = []
  for (const page of pagesOf(openPart(part, context), context.limits.pages, context)) {
    for (const [origin, rect] of rectsOf([page.root, ...page.footnotes, ...page.fixed], frameOnPage(page)))
      found.push({ origin, place: origin.place ?? [], page: page.number, rect })
    signal?.throwIfAborted()
  }
  found.sort((a, b) => comparePlaces(a.place, b.place) || a.page - b.page)
  return { boxes: found.map(elementBox), warnings: context.reporter.all }
}

/** The elements of a page on its sheet, in the order of painting. Those that no template has (anonymous ones, shared parts at the top) are left out. */
export function elementsOn(page: Page): readonly PlacedElement[] {
  const { area, scale, root, fixed, footnotes } = page
  const frame = frameOnPage(page)
  const elements: PlacedElement[] = []
  const add = (rects: ReadonlyMap<Origin, Rect>, points: number): void => {
    for (const [origin, { x, y, width, height }] of rects) {
      const at = ownPosition(origin)
      if (at === undefined) continue
      elements.push({ at, x: area.x + x * points, y: area.y + y * points, width: width * points, height: height * points })
    }
  }
  add(rectsOf([root, ...fixed], frame), scale)
  add(rectsOf(footnotes, frame), 1)
  return elements
}

function ownPosition(origin: Origin): Position | undefined {
  const isElsewhere = origin.at?.kind === 'text' && origin.at.file !== undefined
  if (!isElsewhere) return origin.at
  return origin.parent === undefined ? undefined : ownPosition(origin.parent)
}

function rectsOf(fragments: readonly (Fragment | undefined)[], frame: PageFrame | undefined): ReadonlyMap<Origin, Rect> {
  const collector = new PageBoxes()
  for (const fragment of fragments) if (fragment !== undefined) collector.enter(pieceOfFragment(fragment, 0, 0, frame), undefined)
  return collector.rects
}

interface Found {
  readonly origin: Origin
  readonly place: readonly number[]
  readonly page: number
  readonly rect: Rect
}

function elementBox({ origin: { path, id }, page, rect }: Found): ElementBox {
  const { x, y, width, height } = rect
  return { path, ...(id === undefined ? {} : { id }), page, x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height) }
}

/** To a thousandth: finer than layout counts, and without the noise of sums. */
function pixels(points: number): number {
  return Math.round((points / PX) * 1000) / 1000 + 0
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Collects the boxes of one page. `around`: the element of the parent box, whose anonymous parts share its origin. */
class PageBoxes {
  readonly rects = new Map<Origin, Rect>()

  enter(piece: PaintedPiece, around: Origin | undefined): void {
    const { box } = piece.laid
    if (!box.isAnonymous) this.#add(box.origin, piece, piece)
    this.#content(piece, box.isAnonymous ? (around ?? box.origin) : box.origin)
  }

  /** `rect` is in the frame of `piece`, a part of the element's box there or all of it; the piece's clip is a slice of it: the part between two pages. */
  #add(origin: Origin, rect: Rect, { clip, frame }: Pick<PaintedPiece, 'clip' | 'frame'>, isPart = false): void {
    const shown = frame === undefined ? cut(rect, clip?.rect) : cutAcross(onPage(rect, frame), clip?.rect)
    if (origin.tag === '::marker' || origin.isBoxless === true || shown === undefined) return
    const before = this.rects.get(origin)
    this.rects.set(origin, before === undefined ? shown : isPart ? union(before, shown) : joined(before, shown))
  }

  #content(piece: PaintedPiece, origin: Origin): void {
    const { content } = piece
    switch (content.kind) {
      case 'whole':
        this.#whole(piece, origin)
        return
      case 'children':
        for (const child of content.children) this.enter(fragmentChild(piece, child), origin)
        return
      case 'lines':
        this.#lines(piece, content.lines, content.lift)
        for (const child of content.children) this.enter(fragmentChild(piece, child), origin)
        return
      case 'table':
        for (const caption of content.captions) this.enter(fragmentChild(piece, caption), origin)
        this.#table(piece, gridOfPiece(piece, content), origin)
        for (const placed of content.positioned) this.enter(fragmentChild(piece, placed), origin)
        return
      case 'slice': {
        const sliced = slicedPiece(piece, content)
        const clip = { outer: undefined, rect: narrowed(sliced.clip?.rect ?? rectOf(piece), piece), path: undefined }
        this.#whole({ ...sliced, isFirst: piece.isFirst, isLast: piece.isLast, clip }, origin)
      }
    }
  }

  #whole(piece: PaintedPiece, origin: Origin): void {
    const { laid } = piece
    switch (laid.kind) {
      case 'block':
        for (let i = 0; ; i++) {
          const child = laid.children.at(i)
          if (child === undefined) break
          this.#child(piece, child, origin)
        }
        break
      case 'paragraph':
        for (const float of laid.floats) this.#child(piece, float, origin)
        this.#lines(piece, laid.lines, 0)
        break
      case 'flex-grid':
        for (const child of laid.children) this.#child(piece, child, origin)
        break
      case 'columns':
        for (const slice of wholeColumns(piece, laid)?.slices ?? []) this.enter(slice, origin)
        break
      case 'table':
        for (const caption of [...laid.topCaptions, ...laid.bottomCaptions]) this.#child(piece, caption, origin)
        this.#table(piece, gridOfPiece(piece, undefined), origin)
        break
      case 'replaced':
        break
      case 'turned':
        this.enter(innerPiece(piece, laid), origin)
        break
    }
    for (const placed of laid.positioned) this.#child(piece, placed, origin)
  }

  #child(parent: PaintedPiece, { laid, x, y }: { readonly laid: Laid; readonly x: number; readonly y: number }, origin: Origin): void {
    this.enter(wholeChild(parent, laid, x, y), origin)
  }

  #table(piece: PaintedPiece, grid: TableGrid, around: Origin): void {
    const { left, right } = columnReach(grid.table)
    const groups = new Map<Origin, Rect>()
    for (const row of grid.rows) {
      const shift = shiftOfRow(row.row, grid.table)
      const moved = shift === undefined ? grid : { ...grid, x: grid.x + shift.x, y: grid.y + shift.y }
      const rect = { x: moved.x + left, y: moved.y + row.y, width: right - left, height: row.height }
      // An anonymous row, or group, shares its origin with what is around it. A group is not moved with its rows.
      const group = row.row.group.origin
      const own = row.row.row.origin
      const whole = relativeShift(row.row.group.style, grid.table.gridWidth)
      const inGroup = { ...rect, x: grid.x + left + whole.x, y: grid.y + row.y + whole.y }
      const before = groups.get(group)
      if (group !== around) groups.set(group, before === undefined ? inGroup : union(before, inGroup))
      if (own !== group && own !== around) this.#add(own, rect, piece)
      for (const cell of row.row.leftOut?.map(leftOutCell) ?? row.cells) this.enter(cellPiece(piece, moved, row, cell), own)
    }
    // From their first row to the last one, also where these are empty.
    for (const [group, rect] of groups) this.#add(group, rect, piece)
    for (const { group, rect } of emptyGroupsIn(piece, grid)) this.#add(group.origin, rect, piece)
  }

  #lines(piece: PaintedPiece, lines: readonly Line[], lift: number): void {
    const { origin } = piece.laid.box
    const y = piece.y + piece.contentShift - lift
    for (const line of lines) {
      const frame = lineFrame(piece.frame, y + line.y, line.height)
      for (const item of line.items) {
        const around = inlinesAround(item.kind === 'atomic' ? item.laid.box.origin : (item.origin.textOf ?? item.origin), origin)
        const rect = itemRect(item, line)
        const moved = { ...rect, x: piece.x + rect.x, y: y + rect.y }
        if (item.kind === 'atomic') this.enter(wholeChild({ ...piece, y, contentShift: 0, frame }, item.laid, item.x, item.y), origin)
        for (const inline of item.kind === 'atomic' ? around.slice(1) : around) this.#add(inline, moved, { clip: piece.clip, frame }, true)
      }
    }
  }
}

/** A cell of a row that takes no room has a box all the same, as in browsers. */
function leftOutCell(cell: LaidCell): CellFragment {
  return { cell, height: 0, isFirst: true, isLast: true, content: undefined }
}

/** An element in a line and the inline elements around it: those that paint nothing are not in lines, and reach as far as what is in them. */
function inlinesAround(inner: Origin, paragraph: Origin): readonly Origin[] {
  const around: Origin[] = []
  for (let origin: Origin | undefined = inner; origin !== paragraph; origin = origin.parent) {
    if (origin === undefined) return [inner]
    around.push(origin)
  }
  return around
}

/** What an item gives the inline boxes around it, from its paragraph: the height of text is its font's, that of other things does not count. */
function itemRect(item: LineItem, line: Line): Rect {
  switch (item.kind) {
    case 'inline-box':
      return item
    case 'text': {
      const { face } = item.match
      const unit = item.fontSize / face.unitsPerEm
      const y = item.baseline - face.ascent * unit
      return { x: item.x, y, width: item.width, height: (face.ascent - face.descent) * unit }
    }
    case 'page-number':
      return { x: item.x, y: item.baseline, width: item.width, height: 0 }
    case 'atomic':
      return { x: item.x, y: line.baseline, width: item.laid.width, height: 0 }
  }
}

/** Pieces without an area do not count beside others, as in `getBoundingClientRect` of Chromium. */
function joined(a: Rect, b: Rect): Rect {
  return isEmpty(b) ? a : isEmpty(a) ? b : union(a, b)
}

function isEmpty({ width, height }: Rect): boolean {
  return width <= 0 || height <= 0
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}

/** The visible part of a slice inside another slice. */
function narrowed(rect: Rect, { clip, frame }: PaintedPiece): Rect {
  const { x, y, width, height } = rect
  if (frame !== undefined) return cutAcross(rect, clip?.rect) ?? { x, y, width: 0, height }
  return cut(rect, clip?.rect) ?? { x, y, width, height: 0 }
}

/** What of a rectangle is between the top and the bottom of another; undefined for nothing. */
function cut({ x, y, width, height }: Rect, clip: Rect | undefined): Rect | undefined {
  const top = clip === undefined ? y : Math.max(y, clip.y)
  const bottom = clip === undefined ? y + height : Math.min(y + height, clip.y + clip.height)
  return bottom < top ? undefined : { x, y: top, width, height: bottom - top }
}

/** The same between the left and the right side. */
function cutAcross({ x, y, width, height }: Rect, clip: Rect | undefined): Rect | undefined {
  const left = clip === undefined ? x : Math.max(x, clip.x)
  const right = clip === undefined ? x + width : Math.min(x + width, clip.x + clip.width)
  return right < left ? undefined : { x: left, y, width: right - left, height }
}
