// What every formatting context of this stage is given, and how they call each other: `layout.ts` sets the functions, so that rooms need not import each other.
import type { Box, FlexBox, ParagraphBox, TableBox } from '../box/box.ts'
import type { Reporter } from '../diagnostic.ts'
import type { Fonts } from '../font/font.ts'
import type { Edges, Size } from '../geometry.ts'
import type { Limits } from '../limits.ts'
import type { Laid, LaidFlexGrid, LaidParagraph, LaidTable, PendingBox, Placed } from './laid.ts'

/** What the layout of one document goes by: services, budgets, counters, and the functions of the formatting contexts. */
export interface LayoutContext {
  readonly fonts: Fonts
  readonly reporter: Reporter
  readonly limits: Limits
  readonly flex: FlexEngine
  readonly workCounters: LayoutWorkCounters
  readonly layout: LayoutFunctions
  /** The document is in quirks mode (body fills the page; percentage heights look further up). */
  readonly isQuirks: boolean
  /** Inline boxes without text of their own have no height (Quirks §3.3–3.4): quirks and limited-quirks mode. */
  readonly collapsesBareLines: boolean
  /** Width of the page area of a named page type, for children of the spine whose `page` differs; absent when all pages are alike. */
  pageWidth?(name: string): number
  /** Least widths of columns, words unbroken, of tables so wide that their words break anywhere; by the path of their element. Absent in most documents. */
  readonly wordWidths?: ReadonlyMap<string, readonly number[]>
  // What is remembered of boxes belongs to one document: when V8 collects young objects, it takes all values of a WeakMap that outlived a few documents for alive, so
  // that a map of a module would keep whole documents.
  /** Boxes of flex and grid containers at the sizes they were measured at (`measure.ts`). */
  measured: WeakMap<Box, MeasuredBox[]>
  /** Formulas that are laid out, for widths are asked for before lines are made: `MathPiece` of `math/`, which alone reads and writes them. */
  readonly formulas: WeakMap<ParagraphBox, object>
  /** Whether the content widths of boxes follow their heights (`height-dependence.ts`). */
  readonly heightDependence: WeakMap<Box, boolean>
  /** Copies of cells whose pictures have lengths as heights (`table/known-heights.ts`). */
  readonly knownHeights: WeakMap<Box, Box>
  /** Copies of boxes without a height of their own. */
  readonly natural: WeakMap<Box, Box>
  /** What tables know before they have a width: `TableModel` of `table/`, which alone reads and writes them. */
  readonly tables: WeakMap<TableBox, object>
  /** The initial containing block on the page, in points. */
  area: Size
  /** Floats for which the page that is made has no room: nothing stands beside them, and what is to stand below them begins on the next page as they do. Absent for none. */
  pushedFloats: ReadonlySet<Box> | undefined
  /** Definite content height of the box whose content widths are being measured: what percentages of heights in it mean. */
  heightBasis: number | undefined
  /** How deep `layoutBox` is nested right now. */
  depth: number
  /** How many cells, flex and grid containers deep layout is: percentages do not bloat what tables in them ask for, or each would be as wide as the page. */
  cellDepth: number
  /** How deep the measuring of what boxes add to the widths of their containers is nested. */
  contributions: number
}

/** A box as it was laid out at one size. */
export interface MeasuredBox {
  readonly size: LayoutSize
  readonly laid: Laid
}

/** The work of one layout, in numbers that do not depend on the machine. */
export interface LayoutWorkCounters {
  shapeCalls: number
  yogaNodes: number
  rowsLaid: number
  /** Most rows of a streamed table that were laid out at a time. */
  rowsAlive: number
}

/** What a box is laid out into. */
export interface LayoutSize {
  /** Of the border box; always definite. */
  readonly width: number
  /** Of the border box when the caller decides it (stretched, flexed, absolute); undefined: the box's own `height` decides. */
  readonly height: number | undefined
  /** Content width of the containing block: what percentages of margins and padding mean. */
  readonly containingWidth: number
  /** Content height of the containing block, undefined when it depends on content: percentage heights are then `auto`. */
  readonly containingHeight: number | undefined
  /** The given `height` is no basis for percentages of children (a flexed item of an indefinite container). */
  readonly isHeightIndefinite?: boolean
  /** Of a positioned box: the room that its insets leave for an orthogonal flow. */
  readonly room?: number
  /**
   * On the spine: a streamed box may be returned open, its children still to be pulled, and hands positioned boxes out as they come, from its own
   * corner. Otherwise its height must be known on return.
   */
  readonly escape?: (pending: readonly PendingBox[]) => void
  /** Content width of the multi-column container whose columns this flow fills: what `column-span: all` children are laid out at. */
  readonly spanWidth?: number
  /** Of a grid item: the tracks that it takes over. */
  readonly subgrid?: { readonly columns: SubgridAxis | undefined; readonly rows: SubgridAxis | undefined }
  /** Used borders where they are not the style's: collapsed borders of a table cell. */
  readonly border?: Edges
  /** Of a table cell whose content is aligned in it: the cell, from the top of its content, for what is positioned in it. */
  readonly alignedIn?: { readonly y: number; readonly height: number }
}

/** An axis of a subgrid: its lines, and where its tracks are in the content box, from where the axis begins; undefined while their sizes are not known. */
export interface SubgridAxis {
  readonly lines: {
    readonly count: number
    readonly tracks: readonly never[]
    readonly names: ReadonlyMap<string, readonly number[]>
    readonly isSubgrid: true
  }
  readonly positions: { readonly starts: readonly number[]; readonly ends: readonly number[] } | undefined
  /** Of the container's items in these tracks; undefined while they are collected, and for columns. */
  readonly baselines: SubgridBaselines | undefined
}

/** Baselines that grid items share, by track: the greatest distances from the start or the end of the track. */
export interface SubgridBaselines {
  readonly start: ReadonlyMap<number, number>
  readonly end: ReadonlyMap<number, number>
}

/** Border-box widths without margins. */
export interface ContentWidths {
  readonly min: number
  readonly max: number
  /** The part of both that an automatic width leaves out: a table without columns asks for spacing on both sides and does not use it, in browsers. */
  readonly unused?: number
}

export interface LayoutFunctions {
  /** Lays out `box` as an independent formatting context. Margins are the caller's. */
  layoutBox(box: Box, size: LayoutSize, context: LayoutContext): Laid
  /**
   * Border-box widths that the content of a box asks for. Memoised. The box's own width, min- and max-width are not looked at
   * (`widthContribution` and `usedWidth` in `width.ts` do that); percentages of its padding count as 0. `height`: of the content box, where it is definite.
   */
  contentWidths(box: Box, context: LayoutContext, height?: number): ContentWidths
  /** Border-box width that an orthogonal flow takes in its container; undefined for other boxes. `height`: where the container decides it. */
  widthAcross(
    box: Box,
    room: Pick<LayoutSize, 'containingHeight' | 'height'> & { readonly containingWidth: number | undefined },
    context: LayoutContext,
  ): number | undefined
  layoutTable(box: TableBox, size: LayoutSize, context: LayoutContext): LaidTable
  tableWidths(box: TableBox, context: LayoutContext): ContentWidths
  /** What is left of a table's used width without its collapsed columns. */
  shownWidth(box: TableBox, width: number, context: LayoutContext): number
  /** `floats` is undefined when no float can reach into the paragraph or out of it. */
  layoutParagraph(box: ParagraphBox, size: LayoutSize, floats: FloatSpace | undefined, context: LayoutContext): LaidParagraph
  /** Border-box widths of a paragraph: its longest unbreakable part and its longest line. Own `width` is not looked at. */
  paragraphWidths(box: ParagraphBox, context: LayoutContext): ContentWidths
}

/** The floats around a paragraph. All y are from the top of the paragraph's border box. */
export interface FloatSpace {
  /** How far floats reach into the content box from its left and right edge, anywhere in [y, y + height). */
  lineAt(y: number, height: number): { readonly left: number; readonly right: number }
  /** The nearest place below `y` where a float ends and more room may be; undefined when none does. */
  nextY(y: number): number | undefined
  /** Lays out a float anchored in the paragraph and puts it at `y` or below (CSS2 9.5.1). Offset from the paragraph's border box. */
  place(box: Box, y: number): Placed
  /** Where a paragraph with an initial letter may begin: it does not stand beside another (CSS Inline 3 §6.8). */
  belowLetters(y: number): number
  /** Where a line may begin after `<br clear>`: `y` itself or below. */
  clearY(clear: 'none' | 'left' | 'right' | 'both', y: number): number
}

/** Layout of flex containers: an instance of Yoga of its own behind two functions. */
export interface FlexEngine {
  layoutFlex(box: FlexBox, size: LayoutSize, context: LayoutContext): LaidFlexGrid
  flexWidths(box: FlexBox, context: LayoutContext): ContentWidths
}
