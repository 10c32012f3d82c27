// Contract of the fragment stage: pieces of laid boxes, positioned on a page, and break tokens, which say where the next piece begins.
import type { Decimal } from '../decimal.ts'
import type { GridBorder, Laid, LaidCell, LaidParagraph, LaidRow, LaidTable, Line } from '../layout/laid.ts'

/** Room on the page. `full` is the height of an empty page; `forced`: at the top of an empty page, where fragmentation must return a piece. */
export interface Space {
  readonly height: number
  readonly full: number
  readonly forced: boolean
  /** Floats that do not fit may ask to be laid out on the next page (`asksToMove`). */
  readonly pushes?: boolean
  /** Positioned boxes that reach below the end of the root box overflow here, instead of continuing in another piece. */
  readonly keepsOverflow?: boolean
}

/** Plain data: loggable, comparable in tests. Only `fragment` reads them. */
export type BreakToken =
  /** Continues with child `index`: at `inner` in it, or at its start (`null`). */
  | {
      readonly at: 'child'
      readonly index: number
      readonly inner: BreakToken | null
      /** The break before the child was forced: its margin stays. */
      readonly isForced: boolean
      /** Of an item of a flex column that has not begun: the space above it that is left for later pages; absent for none. */
      readonly above?: number
      /** Floats, positioned boxes and overflowing content that continue. */
      readonly parallel: readonly ParallelToken[]
      readonly positionedDone?: number
      readonly consumed?: number
    }
  /** All children or lines are done, and `y` points of the box: its empty space, its bottom edge and its parallel flows continue. */
  | {
      readonly at: 'rest'
      readonly y: number
      readonly parallel: readonly ParallelToken[]
      readonly positionedDone?: number
      /** Here and elsewhere: the heights of the box's pieces, added up; absent where content alone says how much of the box is done. */
      readonly consumed?: number
    }
  /** `positionedDone`, here and above: how many of the box's positioned boxes earlier pages have placed or left to `parallel`; absent for none. */
  | {
      readonly at: 'line'
      readonly line: number
      readonly parallel: readonly ParallelToken[]
      readonly positionedDone?: number
      readonly consumed?: number
    }
  | RowToken
  /** The items of a flex line or grid row continue together. `done` points of the band are on earlier pages. `ended`: items of which only overflow continues. */
  | { readonly at: 'band'; readonly done: number; readonly inner: readonly CellToken[]; readonly ended?: readonly number[] }
  /** Columns: `done` points of them are on earlier pages; `null`: all of their flow is too, and only their given height continues. */
  | { readonly at: 'columns'; readonly done: number; readonly inner: BreakToken | null }
  /** A table whose captions are cut as blocks are. `done` points of it are on earlier pages. */
  | { readonly at: 'wrapper'; readonly done: number; readonly inner: BreakToken }
  /** A monolithic box that had to be cut, or a line taller than a page: `y` points are done. */
  | { readonly at: 'slice'; readonly y: number }

/** A box that continues in a parallel flow (CSS Break 3 §4.1); `index` counts children (floats, boxes whose content overflows them) or positioned boxes. */
export interface ParallelToken {
  readonly role: 'float' | 'positioned' | 'overflow'
  readonly index: number
  /** `null`: it has not begun. */
  readonly inner: BreakToken | null
  /** Of a positioned box or float that has not begun: how far below the top of the next piece it begins, on that page or a later one. */
  readonly y?: number
  /** Of a float that has not begun: the page is to be laid out without it, since content beside which it was laid out goes on here. */
  readonly asksToMove?: true
}

/** Continues a table. Head and foot rows occur only where they are too tall to be repeated. */
export interface RowToken {
  readonly at: 'row'
  readonly group: 'head' | 'body' | 'foot'
  readonly row: number
  /** Points of this row that are on earlier pages. */
  readonly done: number
  /** Where each of its cells continues when the row was cut; `null` when the row has not begun. */
  readonly cells: readonly CellToken[] | null
  /** Cells of earlier rows of the group that reach into this one. */
  readonly spans: readonly SpanToken[]
  /** Positioned boxes that continue; absent when there are none. */
  readonly parallel?: readonly ParallelToken[]
  /** How many of its positioned boxes earlier pages have placed or left to `parallel`; absent for none. */
  readonly positionedDone?: number
  /** Body rows, by index, that head groups which continue: they are repeated at the top of the page. */
  readonly headers?: readonly number[]
  /** Sums over the rows of earlier pages, by key; only where repeated rows may show them. */
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

/** `null`: the content is finished, and only the cell's box continues; 'later': not begun. */
export type CellToken = BreakToken | 'later' | null

export type Outcome =
  | { readonly kind: 'whole'; readonly piece: Fragment }
  | {
      readonly kind: 'part'
      readonly piece: Fragment
      readonly next: BreakToken
      readonly forcedBreak: ForcedBreak | undefined
      /** The best break there was still breaks a rule: it parts what should stay together (`avoid`, orphans, widows). */
      readonly isFlawed: boolean
    }
  /** Nothing fits here; only legal when !space.forced. */
  | { readonly kind: 'none' }

/** A forced break that ends the page, and which page must follow. */
export interface ForcedBreak {
  readonly side: 'any' | 'left' | 'right'
  /** Page type (`page`) of what follows; empty for the default. */
  readonly page: string
  /** The box that follows has a `page` value of its own: a group of pages begins (GCPM 3 §4.1). */
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
  /** `height` points of the box from `from` on; what overflows is below its end (`isEnd`). `line`: of the paragraph, only this line is sliced. */
  | { readonly kind: 'slice'; readonly from: number; readonly isEnd: boolean; readonly line?: LaidParagraph }

/** A row on a page. `y` is relative to the grid's border box in this fragment. */
export interface RowFragment {
  readonly row: LaidRow
  readonly role: 'head' | 'body' | 'foot'
  /** Of a head or foot: an earlier page has it too. */
  readonly isRepeated: boolean
  readonly y: number
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly cells: readonly CellFragment[]
}

/** `content` is undefined when the piece holds the whole cell: paint `cell.laid` with `cell.contentShift`. */
export interface CellFragment {
  readonly cell: LaidCell
  /** Of the cell on this page, over all rows it spans here. */
  readonly height: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly content: Fragment | undefined
}

/** A piece that reaches over the end of its page, from the top left corner of the page area. */
export interface Overhang {
  readonly piece: Fragment
  /** Of what it shows. */
  readonly bottom: number
}

/** Where a page ends, from the top of its area. */
export interface PageEnd {
  /** The end of the flow. */
  readonly flow: number
  /** The end of the paper, below the margin. */
  readonly paper: number
}
