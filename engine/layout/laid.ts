// Contract of the layout stage: immutable boxes as if on one endless page. Offsets are from the top left corner of the parent's border box, in points, y down.
import type { Box, BoxMark, ColumnGroup, Origin, PageItem, TablePage, TableRow, TableRowGroup } from '../box/box.ts'
import type { Sequence } from '../collections/sequence.ts'
import type { FaceMatch, GlyphRun } from '../font/font.ts'
import type { Edges, Rect } from '../geometry.ts'
import type { VectorElement } from '../image/image.ts'
import type { Style } from '../style/style.ts'
import type { Color, LineStyle } from '../style/value.ts'

export type Laid = LaidBlock | LaidParagraph | LaidFlexGrid | LaidColumns | LaidTable | LaidReplaced | LaidTurned

/** A laid box at an offset from its parent's border box. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly laid: Laid
  /** It begins on the next page: a float for which this page has no room, or a box in flow that is to stand below one. */
  readonly isPushed?: true
}

interface LaidBase {
  readonly box: Box
  /** Border box. */
  readonly width: number
  /** Border box, unbroken. An open box (see `LaidBlock.isOpen`) throws until its children have been pulled to the end. */
  readonly height: number
  /** Used values. Collapsed table borders are already in `border`. */
  readonly border: Edges
  readonly padding: Edges
  /** Distance of the first/last line's baseline from the top of the border box; undefined without lines. */
  readonly firstBaseline: number | undefined
  readonly lastBaseline: number | undefined
  /** Absolutely positioned descendants whose containing block this box is; painted after its in-flow content, by z-index. */
  readonly positioned: readonly Placed[]
  /** Of an open box: which of `positioned` are still alive. */
  readonly positionedWindow?: PositionedWindow
  /** Absolutely positioned descendants whose containing block is further out; absent when there are none. Later stages need not look. */
  readonly pending?: readonly PendingBox[]
  /** Shift by `position: relative`; painted shifted, laid out as if not. */
  readonly shift: { readonly x: number; readonly y: number } | undefined
  /** Fragmentation's memo, and the one thing that may be written: a WeakMap of all boxes costs more than the summaries save. */
  breakSummary?: BreakSummary | undefined
}

/** What fragmentation needs to know about a closed box before it may take it as a whole. */
export interface BreakSummary {
  /** The box that was summed up; a copy of it, which carries the summary along, may differ. */
  readonly of: object
  /** Lowest point of what must be on a page with the box, from its top: more than its height where content or floats hang out. */
  readonly reach: number
  /** Lowest point of what is positioned in it, which may continue by itself. */
  readonly positionedReach: number
  /** Lowest bottom margin edge of floats in it: they are on a page with their margins, if they may be. 0 without floats. */
  readonly floatReach: number
  /** No break is forced inside, no columns need dealing out, and nothing waits for the next page: it may be used by reference. */
  readonly isPlain: boolean
}

/** The positioned boxes of an open box come as its children do, and are released with them; their indices stay. */
export interface PositionedWindow {
  /** Index of the first that is not released. */
  readonly first: number
  /** Releases those that begin above `above` and do not continue (`continuing`, by index); `placeholder` takes their place. */
  forget(above: number, continuing: ReadonlySet<number>, placeholder: Laid): void
}

/** An absolutely positioned box on its way to its containing block. All rectangles are from the border box of the `Laid` that carries it. */
export interface PendingBox {
  readonly box: Box
  /** Where it would stand in flow (its static position, CSS Position 3 §3.5.1), and how it aligns in there: a point has no size. */
  readonly rect: Rect
  readonly alignX: StaticAlignment
  readonly alignY: StaticAlignment
  /** Padding box of the nearest positioned inline box, when that is its containing block. */
  readonly inlineBlock: Rect | undefined
}

/** Left or top, middle, right or bottom; what is safe does not reach out of the near side. */
export type StaticAlignment = 'start' | 'center' | 'end' | 'safe center' | 'safe end'

/** A child in block flow. The space between two in-flow children is the collapsed margin: `y` less the bottom of the one before. */
export interface FlowChild extends Placed {
  readonly role: 'in-flow' | 'float'
  /** The part of that space which is this box's own margin (descendants' collapsed into it): kept after a forced break, dropped after an unforced one. */
  readonly marginTop: number
}

/** Block flow. Natural `y` of children grows with the index for in-flow children; a float may reach below its followers. */
export interface LaidBlock extends LaidBase {
  readonly kind: 'block'
  readonly children: Sequence<FlowChild>
  /** Children are made while they are pulled, in order (the streamed spine); `height` is known at the end only. */
  readonly isOpen: boolean
  /** Of a fieldset: its legend stands in the border, whose own width is `border`. */
  readonly legend?: { readonly x: number; readonly width: number; readonly height: number; readonly border: number }
  /** Of an open block: which child of its box a child comes from. */
  boxIndexOf?(index: number): number
  readonly marker: PlacedLine | undefined
}

export interface LaidParagraph extends LaidBase {
  readonly kind: 'paragraph'
  readonly lines: readonly Line[]
  /** Floats anchored in this paragraph, at a `slot` that counts as `Line.from`: they may stand beside a later line. */
  readonly floats: readonly (Placed & { readonly slot: number })[]
  readonly marker: PlacedLine | undefined
}

/** A line of its own at an offset: list markers. */
export interface PlacedLine {
  readonly x: number
  readonly y: number
  readonly line: Line
}

/** One line box. `y` is its top, `baseline` its alphabetic baseline, both from the top of the paragraph's border box. */
export interface Line {
  readonly y: number
  readonly height: number
  readonly baseline: number
  /** Where it begins in the paragraph: characters of texts, and one for every other item. */
  readonly from: number
  /** In paint order; x offsets from the left of the paragraph's border box. */
  readonly items: readonly LineItem[]
  /** Ends with a forced break or the end of the paragraph. */
  readonly isLast: boolean
  readonly isBesideFloats?: true
  readonly marks: readonly BoxMark[]
}

export type LineItem = TextItem | AtomicItem | InlineBoxItem | PageNumberItem

/** A shaped run, or part of one, in one face and one style. */
export interface TextItem {
  readonly kind: 'text'
  readonly run: GlyphRun
  /** Glyphs `from` (inclusive) to `to` (exclusive) of the run. */
  readonly from: number
  readonly to: number
  readonly x: number
  /** Absolute baseline from the top of the paragraph's border box. */
  readonly baseline: number
  readonly width: number
  readonly style: Style
  /** Used font size: differs from the style's for small caps and sub/superscript forms. */
  readonly fontSize: number
  readonly match: FaceMatch
  /** Points added after every glyph cluster (letter-spacing) and after every word separator (word-spacing, justification). */
  readonly letterSpacing: number
  readonly wordSpacing: number
  /** What extraction should give when it is not the run's own text (text-transform, a soft hyphen for one added at a line end). */
  readonly actualText: string | undefined
  /** It begins with a space or a sign where the direction of the line turns. */
  readonly isTurn: boolean
  /** A space follows, or the end of the paragraph, and whatever is next stands to the left. */
  readonly endsWord: boolean
  /** Decorations that apply here, outermost first (CSS Text Decoration 4 §2: drawn by the box that declares them). */
  readonly decorations: readonly Decoration[]
  readonly origin: Origin
  /** Its baseline is not moved to a whole pixel: parts of a formula meet. */
  readonly isExact?: true
  /** A mark of emphasis: decoration of the text before it, which is not read. */
  readonly isMark?: true
}

export interface Decoration {
  readonly line: 'underline' | 'overline' | 'line-through'
  readonly style: Style['textDecorationStyle'] | 'error' // of spelling or grammar
  readonly color: Color
  readonly thickness: number
  /** Centre of the stroke relative to the baseline, down positive. */
  readonly offset: number
}

export interface AtomicItem {
  readonly kind: 'atomic'
  readonly x: number
  /** Top of its border box from the top of the paragraph's border box. */
  readonly y: number
  readonly laid: Laid
}

/** Background and border of an inline box on this line; comes before the items inside it. */
export interface InlineBoxItem {
  readonly kind: 'inline-box'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly border: Edges
  readonly padding: Edges
  readonly style: Style
  readonly origin: Origin
  /** Where the box begins and ends: which sides have an edge. */
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Of a formula: filled with the colour of the text, and not moved to whole pixels. */
  readonly isRule?: true
}

/** Text that is shaped when the page numbers are known, aligned in its reserved `width`. */
export interface PageNumberItem {
  readonly kind: 'page-number'
  readonly content: PageItem
  readonly x: number
  readonly baseline: number
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  readonly style: Style
  readonly origin: Origin
}

/** A flex or grid container: children placed in two dimensions, with what a page break may do to it (architecture §3). */
export interface LaidFlexGrid extends LaidBase {
  readonly kind: 'flex-grid'
  readonly children: readonly Placed[]
  readonly breaks: /** Bands (flex lines, grid rows) follow each other, cut through all children. `rowTops`: of items of several rows, from `y`. Stacked children are as block flow. */
    | {
        readonly kind: 'bands'
        readonly bands: readonly {
          readonly y: number
          readonly height: number
          readonly first: number
          readonly end: number
          readonly rowTops?: readonly number[]
        }[]
      }
    | { readonly kind: 'stack' }
    | { readonly kind: 'monolithic' }
}

/** A multi-column container: `flow` is laid out at the column width; fragmentation deals it out into columns. */
export interface LaidColumns extends LaidBase {
  readonly kind: 'columns'
  readonly flow: LaidBlock
  readonly columnWidth: number
  readonly columnGap: number
  readonly columnCount: number
  /** x of each column from the border box. */
  readonly xs: readonly number[]
  /** Where each column begins in the flow, if they are on one page; from the top of the flow. */
  readonly columnStarts: () => readonly number[]
  /** What the columns of each run between spanners are at least as tall as when they are balanced: orphans and widows stay together. */
  readonly leastHeights: readonly number[]
  /** What the columns of each run are as tall as when they are balanced and nothing ends a page. */
  readonly balancedHeights: readonly number[]
  /** The height of the content does not follow from the columns: they are at most as tall. */
  readonly isHeightDefinite: boolean
  /** How far `align-content` moves the columns down. */
  readonly contentShift: number
}

export interface LaidReplaced extends LaidBase {
  readonly kind: 'replaced'
  /** HTML in a drawing, each in user units of its place; absent in most. */
  readonly foreign?: readonly { readonly element: VectorElement; readonly laid: Laid }[] | undefined
}

/** A box in another writing mode than the box around it, whose sizes and offsets these are; `inner` has those of its own frame, and all that is painted. */
export interface LaidTurned extends LaidBase {
  readonly kind: 'turned'
  readonly inner: Laid
}

// ── Footnotes ───────────────────────────────────────────────────────────────────────────────────────────────────────────
/** The box at the foot of a page area that takes its footnotes, without them. */
export interface LaidNoteArea {
  /** As wide as it is on its page; as high as it is without notes. */
  readonly laid: LaidBlock
  readonly margin: Edges
  /** Height of its border box at most. */
  readonly maxHeight: number
  readonly contentWidth: number
}

/** A footnote, or several in the same lines (`footnote-display`). `x` is from the left of the area's content. */
export interface LaidNote {
  /** Content width of the area that it was laid out for. */
  readonly areaWidth: number
  readonly x: number
  readonly laid: Laid
  readonly marginTop: number
  readonly marginBottom: number
  /** The notes in it, in order. */
  readonly boxes: readonly Box[]
}

// ── Tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
export interface LaidTable extends LaidBase {
  readonly kind: 'table'
  /** The grid's border box inside the wrapper: captions stand above and below it. */
  readonly gridX: number
  readonly gridWidth: number
  /** Top of the grid's border box in the wrapper. */
  readonly gridY: number
  /** Natural height of the grid's border box; like `height`, it throws while the table is open. */
  readonly gridHeight: number
  /** Tops of the head and foot groups from the grid's border box, unbroken; `footY` throws while the table is open. */
  readonly headY: number
  readonly footY: number
  /** x (from the grid's border box) and width of each column. */
  readonly columns: readonly {
    readonly x: number
    readonly width: number
    readonly style: Style | undefined
    readonly group: ColumnGroup | undefined
  }[]
  readonly spacing: { readonly x: number; readonly y: number }
  /** With collapsed borders: what they come to where rows meet that are not neighbours by nature. Undefined with separate ones. */
  readonly collapsed: CollapsedGrid | undefined
  readonly topCaptions: readonly Placed[]
  /** Of an open table `y` counts from the grid's bottom: where that is, only its last piece knows. */
  readonly bottomCaptions: readonly Placed[]
  /** Laid out once, repeated by reference. */
  readonly head: readonly LaidRow[]
  readonly foot: readonly LaidRow[]
  /** Body rows of all row groups in order, and, of a closed table, the groups without rows (`y` from the grid's border box). */
  readonly rows: Sequence<LaidRow>
  readonly emptyGroups?: readonly EmptyGroup[]
  readonly isOpen: boolean
  /** Of an open table: the group of the table's box that a body row is in, and its place there. */
  placeOf?(row: number): { readonly group: number; readonly index: number }
  /** Head and foot as a page shows them, where they are not the same on all. They have the same number of rows on all pages. */
  onPage?(page: TablePage): { readonly head: readonly LaidRow[]; readonly foot: readonly LaidRow[] }
  /** They differ on the last page. */
  readonly asksForLast?: boolean
  /** A body row as it is repeated where its group continues, from its own top; undefined for rows that head no group. */
  groupRow?(row: LaidRow, page: TablePage): LaidRow | undefined
}

export interface EmptyGroup {
  readonly group: TableRowGroup
  readonly y: number
  readonly height: number
}

/** One row. Cells that span rows belong to the row they begin in and reach below it by `LaidCell.height`. */
export interface LaidRow {
  readonly row: TableRow
  readonly group: TableRowGroup
  /** From the top of the grid's border box in natural layout; head and foot rows from the top of their group. */
  readonly y: number
  readonly height: number
  readonly cells: readonly LaidCell[]
  /** Of a row that is left out (`visibility: collapse`): its cells, which have no height and are not painted. */
  readonly leftOut?: readonly LaidCell[]
  /** Rows from here on that must stay together because a cell spans them: 1 for none. */
  readonly spanned: number
  readonly isFirstInGroup: boolean
  readonly isLastInGroup: boolean
  /** Undefined with separate borders, and of a row that is left out (`visibility: collapse`). */
  readonly borders: RowBorders | undefined
  /** Every cell is empty or nothing but text, has no marks and lies within the row: walks over a page need not look into it. */
  readonly isBare: boolean
}

export interface LaidCell {
  /** From the grid's border box. */
  readonly x: number
  readonly column: number
  readonly colSpan: number
  readonly rowSpan: number
  readonly width: number
  /** Of all rows it spans. */
  readonly height: number
  /** The cell's own box at its natural height; `contentShift` moves its content down (vertical-align) inside `height`; `laidAtTop` is for a row that is cut. */
  readonly laid: Laid
  readonly contentShift: number
  readonly laidAtTop?: Laid
}

export interface CollapsedBorder {
  readonly width: number
  readonly style: LineStyle
  readonly color: Color
}

/** The winning border of one stretch of a grid line; undefined inside of a cell, where none belongs. */
export type GridBorder = CollapsedBorder | undefined

/** Collapsed borders around one row in natural layout. Columns count from the right in a table from right to left. */
export interface RowBorders {
  /** Before each column, and behind the last. */
  readonly vertical: readonly GridBorder[]
  /** Above and below each column. */
  readonly top: readonly GridBorder[]
  readonly bottom: readonly GridBorder[]
}

/** A row on one side of a grid line. `isCut`: it continues on another page, and claims nothing of the line. */
export interface LineSide {
  readonly borders: RowBorders
  readonly isCut: boolean
}

export interface CollapsedGrid {
  /** Borders above and below each column between two rows of a page; undefined stands for the edge of the table. */
  between(above: LineSide | undefined, below: LineSide | undefined): readonly GridBorder[]
}
