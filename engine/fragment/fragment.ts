// Contract of stage 7: pieces of laid boxes, positioned on a page, and the tokens that say where to go on.
import type { Decimal } from '../decimal.ts'
import type { GridBorder, Laid, LaidCell, LaidRow, LaidTable, Line } from '../layout/laid.ts'

/** Room on the page. `full` is what an empty page has; `forced`: top of an empty page, a piece must come out. */
export interface Space {
  readonly height: number
  readonly full: number
  readonly forced: boolean
  /** What is positioned and hangs out when the box has ended does so here, instead of going on in another piece. */
  readonly keepsOverflow?: boolean
}

/** Plain data: loggable, comparable in tests. Only `fragment` reads them. */
export type BreakToken =
  /** Goes on with child `index`, whose part `inner` is still to come (`null`: all of it). */
  | {
      readonly at: 'child'
      readonly index: number
      readonly inner: BreakToken | null
      /** The break before the child was forced: its margin stays. */
      readonly isForced: boolean
      /** Floats and positioned boxes that are not finished. */
      readonly parallel: readonly ParallelToken[]
      readonly positionedDone?: number
    }
  /** All children or lines are done, and `y` points of the box: empty space, its end, and what stands beside go on. */
  | { readonly at: 'rest'; readonly y: number; readonly parallel: readonly ParallelToken[]; readonly positionedDone?: number }
  /** `positionedDone`, here and above: how many of the box's positioned boxes earlier pages have placed or left to `parallel`; absent for none. */
  | { readonly at: 'line'; readonly line: number; readonly parallel: readonly ParallelToken[]; readonly positionedDone?: number }
  | RowToken
  /** The children of a flex line or grid row go on together. `done` points of the band are on earlier pages. */
  | { readonly at: 'band'; readonly done: number; readonly inner: readonly CellToken[] }
  /** Columns: `done` points of them are on earlier pages; `null`: all of their flow is, and only their own height goes on. */
  | { readonly at: 'columns'; readonly done: number; readonly inner: BreakToken | null }
  /** A table whose captions are cut as blocks are. `done` points of it are on earlier pages. */
  | { readonly at: 'wrapper'; readonly done: number; readonly inner: BreakToken }
  /** A monolithic box that had to be cut, or a line taller than a page: `y` points are done. */
  | { readonly at: 'slice'; readonly y: number }

/** A box that goes on beside the flow; `index` counts children (floats, boxes whose content overflows them) or positioned boxes. */
export interface ParallelToken {
  readonly role: 'float' | 'positioned' | 'overflow'
  readonly index: number
  /** `null`: all of it is still to come. */
  readonly inner: BreakToken | null
  /** Of a positioned box that is still to come: how far below the top of the next piece it begins, on that page or on one after it. */
  readonly y?: number
}

/** Goes on in a table. Head and foot rows occur only where they are too tall to be repeated. */
export interface RowToken {
  readonly at: 'row'
  readonly group: 'head' | 'body' | 'foot'
  readonly row: number
  /** Points of this row that are on earlier pages. */
  readonly done: number
  /** Where its cells go on when the row was cut; `null` when all of it is still to come. */
  readonly cells: readonly CellToken[] | null
  /** Cells of earlier rows of the group that reach into this one. */
  readonly spans: readonly SpanToken[]
  /** Positioned boxes that are not finished; absent when there are none. */
  readonly parallel?: readonly ParallelToken[]
  /** How many positioned boxes earlier pages met; absent for none. */
  readonly positionedDone?: number
  /** Body rows, by index, that head groups which go on: they are repeated at the top of the page. */
  readonly headers?: readonly number[]
  /** What the rows of earlier pages add up to, by key; only where something repeated may ask. */
  readonly sums?: ReadonlyMap<string, Decimal>
}

export interface SpanToken {
  readonly group: RowToken['group']
  readonly row: number
  readonly cell: number
  /** Points of the cell that are on earlier pages. */
  readonly done: number
  readonly inner: CellToken
}

/** `null`: finished, only its box goes on; 'later': not begun. */
export type CellToken = BreakToken | 'later' | null

export type Outcome =
  | { readonly kind: 'whole'; readonly piece: Fragment }
  | {
      readonly kind: 'part'
      readonly piece: Fragment
      readonly next: BreakToken
      readonly forcedBreak: ForcedBreak | undefined
      /** Nowhere better could the box be cut: the break parts what should stay together (`avoid`, orphans, widows). */
      readonly isFlawed: boolean
    }
  /** Nothing fits here; only legal when !space.forced. */
  | { readonly kind: 'none' }

/** Why the page ends: a forced break and which page must follow. */
export interface ForcedBreak {
  readonly side: 'any' | 'left' | 'right'
  /** Named page type of what follows; empty for the default. */
  readonly page: string
  /** What follows names its page type itself: a group of pages begins (GCPM 3 §4.1). */
  readonly beginsGroup: boolean
}

/**
 * A piece of a laid box. `x`, `y` are relative to the parent fragment's border box (the root's: to the page area).
 * `isFirst`/`isLast` say whether the box's start and end are in this piece (borders, padding and radii there).
 */
export interface Fragment {
  readonly laid: Laid
  readonly x: number
  readonly y: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly content: FragmentContent
}

export type FragmentContent =
  /** The whole box: its `laid` says everything; offsets inside are the laid ones. */
  | { readonly kind: 'whole' }
  /** Children in paint order; positioned ones last. */
  | { readonly kind: 'children'; readonly children: readonly Fragment[] }
  /** Lines `from`–`to` of a paragraph, moved up by `lift` from where they were laid. */
  | {
      readonly kind: 'lines'
      readonly lines: readonly Line[]
      readonly lift: number
      readonly children: readonly Fragment[]
    }
  | {
      readonly kind: 'table'
      readonly table: LaidTable
      readonly rows: readonly RowFragment[]
      /** Collapsed borders above each row, and below the last, of each column; undefined with separate borders. */
      readonly lines: readonly (readonly GridBorder[])[] | undefined
      readonly captions: readonly Fragment[]
      /** Absolutely positioned boxes that the table contains. */
      readonly positioned: readonly Fragment[]
      readonly gridY: number
      readonly gridHeight: number
    }
  /** `height` points of the box from `from` on, clipped. */
  | { readonly kind: 'slice'; readonly from: number }

/** A row on a page. `y` is relative to the grid's border box in this fragment. */
export interface RowFragment {
  readonly row: LaidRow
  readonly role: 'head' | 'body' | 'foot'
  /** Of a head or foot: it stood on an earlier page too. */
  readonly isRepeated: boolean
  readonly y: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly cells: readonly CellFragment[]
}

/** `content` is undefined when the whole cell is here: paint `cell.laid` with `cell.contentShift`. */
export interface CellFragment {
  readonly cell: LaidCell
  /** Of the cell on this page, over all rows it spans here. */
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly content: Fragment | undefined
}
