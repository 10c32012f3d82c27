// Contract of the box stage: the box tree. Anonymous boxes are there, white space is collapsed, counters and quotes are text.
// Widths, heights and positions are not known yet. Immutable, but for `TextCacheSlot` and `TextTagSlot`.
import type { LateText, SumMark, SumsOfPage } from '../bind/bound.ts'
import type { Sequence } from '../collections/sequence.ts'
import type { Position, TextSource } from '../diagnostic.ts'
import type { Size } from '../geometry.ts'
import type { Image, VectorElement } from '../image/image.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem, TextEdges } from '../style/value.ts'

/** What tagging remembers of a text: written by the structure tree alone (`engine/tag/`), and never in documents that are not tagged. */
export interface TextTagSlot {
  textTag?: object | undefined
}

/** The same of an element. */
export interface TagSlot extends TextTagSlot {
  tagged?: object | undefined
  /** Of an inline element: blocks in the flow stand in it. */
  holdsBlocks?: true | undefined
}

/** The element a box comes from, as far as later stages care. Anonymous boxes share their parent's. */
export interface Origin extends TagSlot, TextSource {
  readonly tag: string
  /** `id` attribute: a link target. */
  readonly id: string | undefined
  /** Nearest `href` of an enclosing link, already checked against the allowed schemes. */
  readonly link: string | undefined
  /** Alternative text of an image. */
  readonly alt: string | undefined
  /** Heading level 1–6, for outlines and tags. */
  readonly level: number | undefined
  /** `scope`, `headers` … are not kept; `th` or `td` is in `tag`. */
  readonly at: Position | undefined
  /** Document order: child numbers from the root down. Absent on boxes made by hand, which keep the order they are found in. */
  readonly place?: readonly number[] | undefined
  /** Of the element around it; absent at the root and on boxes made by hand. */
  readonly parent?: Origin | undefined
  /** Attributes of the element, as far as it has any: roles, labels and languages are among them. */
  readonly attributes?: ReadonlyMap<string, string> | undefined
  /** What holds the clipPath and mask elements of drawings that the style refers to. */
  readonly definitions?: VectorElement | undefined
  /** A footnote; an element of `display: contents`. */
  readonly isNote?: boolean
  readonly isBoxless?: boolean
  /** Of a query container: its place, by which its size is found. */
  readonly container?: string | undefined
  /** Among the children of its parent, from 1; pseudo-elements stand between. Absent on boxes made by hand. */
  readonly order?: number | undefined
  /** Of a text behind child elements of its own element: the element; `order` is how many come before. */
  readonly textOf?: Origin | undefined
  /** Path for `platen inspect`: `html>body>div:nth-child(2)`. */
  readonly path: string
}

export type Box = BlockBox | ParagraphBox | FlexBox | GridBox | TableBox | ReplacedBox | TurnedBox

export interface BoxBase {
  readonly style: Style
  readonly origin: Origin
  /** Inserted by the engine, not an element: has no border, padding or margin of its own. */
  readonly isAnonymous: boolean
  /** Takes part in what must happen on the page where the box begins. */
  readonly marks: readonly BoxMark[]
  /** A block in an inline box, which it splits: a line of its own. A positioned box beside empty inline boxes: it would stand on their line. */
  readonly isInInline?: true
  /** A form control that a width in per cent can shrink to nothing, as if it were replaced; options of a drop-down, in whole pixels; a control, or an anonymous part of one, that is drawn. */
  readonly control?: 'compressible' | 'options' | 'drawn'
}

/** What a page learns from a box that begins on it (running elements, named strings, link targets, counter changes of `page`). */
export type BoxMark =
  | { readonly kind: 'anchor'; readonly id: string }
  | { readonly kind: 'string'; readonly name: string; readonly value: string }
  | { readonly kind: 'running'; readonly name: string; readonly box: Box }
  | {
      readonly kind: 'bookmark'
      readonly level: number
      readonly title: string
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'page-counter'
      readonly change: 'reset' | 'increment' | 'set'
      readonly value: number
    }
  /** `note` counts the notes of the document. */
  | { readonly kind: 'footnote'; readonly note: number; readonly box: Box }
  | { readonly kind: 'sum'; readonly sum: SumMark }

/** A block container with block-level children (floats and absolutely positioned boxes among them, in tree order). */
export interface BlockBox extends BoxBase {
  readonly kind: 'block'
  readonly children: Sequence<Box>
  /** The marker of a list item; drawn outside the first line. */
  readonly marker: Marker | undefined
  /**
   * Children, or something inside of them, come from a repeat of any length: lay them out one after another, keep nothing.
   * True for every block from the root down to the repeat, so that none of them is laid out as a whole.
   */
  readonly isStreamed: boolean
  /** Its children are lines and blocks in inline boxes, which count as lines. */
  readonly isLined?: boolean
  /** Its children are the legend and the content of a fieldset. */
  readonly isFieldset?: true
  /** Of what remains of a block on later pages. */
  readonly continued?: ContinuedBlock
}

/** What a continued block knows of its part on earlier pages. */
interface ContinuedBlock {
  /** Points of it that are there: from its top, positioned boxes count them too. */
  readonly done: number
  /** Absolutely positioned boxes inside of it that have had their place. */
  readonly placed: ReadonlySet<Box>
}

/** What layout remembers of a paragraph's text: written by `layout/inline/paragraph-cache.ts` alone. (A WeakMap of all paragraphs costs as much as measuring them.) */
export interface TextCacheSlot {
  cachedText?: object | undefined
}

/** A first letter that is a box of its own. */
export interface FirstLetter extends TextTagSlot {
  /** Text follows it at once. */
  readonly isPartOfWord: boolean
}

/** A block container with inline content: one inline formatting context. Decorations of block ancestors are `open` items around everything. */
export interface ParagraphBox extends BoxBase, TextCacheSlot, TextTagSlot {
  readonly kind: 'paragraph'
  readonly items: readonly InlineItem[]
  readonly marker: Marker | undefined
  readonly firstLineStyle: Style | undefined
  /** `text-box-trim` of the paragraph or a block around it: where its first line begins and its last line ends; absent without. */
  readonly trim?: Partial<TextEdges>
  /** Of an initial letter: the style of the lines it spans. */
  readonly initialLetterOf?: Style
  /** Of a first letter that stands apart, and of its copies. */
  readonly letter?: FirstLetter
  /** All that is in it, in place of `items`. */
  readonly formula?: Formula
  /** Of an initial letter whose size is known: what its ink takes of it. */
  readonly ink?: LetterInk
  /** Of what remains of a paragraph on later pages, and how many of its floats, the first ones, have begun. */
  readonly continued?: ContinuedBlock & { readonly floats: number }
}

/** A formula in MathML as its layout sees it: the content of one paragraph. */
export interface Formula {
  readonly content: MathElement
  /** On a line of its own, in the middle of it. */
  readonly isBlock: boolean
}

export type MathNode = MathElement | MathText | MathObject

/** An element that is displayed; `annotation` and the like are left out. */
export interface MathElement {
  readonly kind: 'element'
  readonly tag: string
  readonly style: Style
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly MathNode[]
}

/** Characters of a token, white space not collapsed yet. */
export interface MathText {
  readonly kind: 'text'
  readonly text: string
}

/** HTML in a token. */
export interface MathObject {
  readonly kind: 'object'
  readonly box: Box
}

/** The ink of an initial letter, from the origin of its glyphs. */
export interface LetterInk {
  readonly left: number
  /** Above the baseline. */
  readonly top: number
  readonly width: number
  readonly height: number
  /** How far its paragraph's first line moves down for it. */
  readonly raise: number
}

export type Marker =
  | { readonly kind: 'text'; readonly text: string; readonly style: Style }
  | {
      readonly kind: 'image'
      readonly image: Image
      readonly style: Style /** Drawn in place of a character. */
      readonly isSymbol?: boolean
      /** An empty picture, before a gradient as its background. */
      readonly isGradient?: boolean
    }

/**
 * White space is collapsed across items (CSS Text 4 §4.3.1 phase I); what hangs at line ends is dropped by line layout. A preserved
 * line feed is a `break` item, so `text` holds none; a preserved tab stays. A trailing `break` adds no line of its own.
 */
export type InlineItem =
  /** `text` is after `text-transform`; `source` is what the author wrote when that differs (for extraction). */
  | {
      readonly kind: 'text'
      readonly text: string
      readonly source: string | undefined
      /** On a first line whose `text-transform` is another; as long as `text`. */
      readonly onFirstLine?: string
      readonly style: Style
      readonly origin: Origin
    }
  /** An inline box begins: its margin, border and padding on the start side. Every open has its close. */
  | {
      readonly kind: 'open'
      readonly style: Style
      readonly origin: Origin
      readonly marks: readonly BoxMark[]
      /** Of a ruby base: what stands over or under it, innermost first. */
      readonly annotations?: readonly RubyAnnotation[]
      /** Draws the decoration of a block around; has no height of its own. */
      readonly isDecoration?: true
    }
  | { readonly kind: 'close' }
  /** inline-block, inline-flex, inline-table, images: one unit on the line. */
  | { readonly kind: 'atomic'; readonly box: Box }
  | { readonly kind: 'float'; readonly box: Box }
  /** Absolutely positioned; stands for its static position. */
  | { readonly kind: 'positioned'; readonly box: Box }
  | {
      readonly kind: 'break'
      readonly style: Style
      readonly origin: Origin
      readonly clear: Style['clear']
    }
  /** A number known only when pages are: set in room reserved for `sample`. */
  | {
      readonly kind: 'page-number'
      readonly content: PageItem
      readonly sample: string
      readonly style: Style
      readonly origin: Origin
    }
  /** A leader fills the rest of its line by repeating `text`. */
  | {
      readonly kind: 'leader'
      readonly text: string
      readonly style: Style
      readonly origin: Origin
    }
  | { readonly kind: 'mark'; readonly mark: BoxMark }

/** What stands over or under a ruby base. */
export interface RubyAnnotation {
  readonly box: Box
  readonly side: 'over' | 'under'
}

/** Text that only pages know: numbers in CSS content, and placeholders that ask for page sums. */
export type PageItem =
  | Extract<ContentItem, { kind: 'counter' | 'target-counter' | 'page-sum' }>
  | { readonly kind: 'late'; readonly late: LateText }
  /** The number of a footnote where every page counts anew; `style` is the counter's. */
  | { readonly kind: 'note-number'; readonly note: number; readonly style: string }

/** Items are blockified boxes in order-modified document order is left to layout: this is tree order. Absolutely positioned children included. */
export interface FlexBox extends BoxBase {
  readonly kind: 'flex'
  readonly children: readonly Box[]
  /** Of what remains of a flex or grid container on later pages. */
  readonly continued?: ContinuedItems
}

/** Where continued items stand, in a container of `width` (border boxes; `x` from its left side). Bands follow each other. */
interface ContinuedItems {
  readonly width: number
  readonly isStack: boolean
  readonly bands: readonly ContinuedBand[]
}

export interface ContinuedBand {
  /** Space above it. */
  readonly gap: number
  readonly height: number
  readonly items: readonly {
    readonly x: number
    /** From the top of the band. */
    readonly y: number
    readonly width: number
    readonly height: number
    readonly box: Box
  }[]
}

export interface GridBox extends BoxBase {
  readonly kind: 'grid'
  readonly children: readonly Box[]
}

/** The table wrapper box: margins, floats and captions belong to it; borders, padding and background to the grid inside (CSS Tables 3 §2). */
export interface TableBox extends BoxBase {
  readonly kind: 'table'
  readonly captions: readonly Box[]
  readonly columns: readonly TableColumn[]
  readonly head: TableRowGroup | undefined
  readonly bodies: Sequence<TableRowGroup>
  readonly foot: TableRowGroup | undefined
  /** Some body streams: rows are pulled while pages are made. */
  readonly isStreamed: boolean
  /** Of what remains of a table on later pages: the table whose columns it has. */
  readonly columnsOf?: TableBox
}

/** One column after `span` is expanded; columns of one colgroup have the same `group`, those of another one never. */
export interface TableColumn {
  readonly style: Style | undefined
  readonly group: ColumnGroup | undefined
}

export interface ColumnGroup {
  readonly style: Style
}

export interface TableRowGroup {
  readonly style: Style
  readonly origin: Origin
  readonly rows: Sequence<TableRow>
  /** Fresh iteration over the rows from the start, for measuring; does not disturb `rows`. */
  measureRows(): Iterable<TableRow>
  readonly isStreamed: boolean
  /** A head or foot that differs from page to page, as one page shows it. `rows` shows it where its table is not broken. */
  onPage?(page: TablePage): TableRowGroup
  /** It differs on the table's last page, or asks to be left out there. */
  readonly asksForLast?: boolean
}

/** What the repeated parts of a table may ask of a page. */
export interface TablePage {
  /** The table begins, or ends, on it; undefined: it may or may not, and everything shows. */
  readonly isFirst: boolean | undefined
  readonly isLast: boolean | undefined
  /** Of the table's rows; undefined: texts that ask for them wait for the page to be done. */
  readonly sums: SumsOfPage | undefined
}

export interface TableRow {
  readonly style: Style
  readonly origin: Origin
  readonly cells: readonly TableCell[]
  readonly marks: readonly BoxMark[]
  /** Index within its group. */
  readonly index: number
  /** A row that heads a group of rows (`-platen-group`), as it is repeated on a page on which the group continues. */
  onPage?(page: TablePage): TableRow
}

export interface TableCell {
  /** A 'block' or 'paragraph' (or flex/grid blockified inside an anonymous block) with the cell's own style: borders and padding are the cell's. */
  readonly box: Box
  /** First grid column, from 0, after row spans above were counted. */
  readonly column: number
  readonly colSpan: number
  /** At least 1; `rowspan=0` is resolved to Infinity (to the end of the group). */
  readonly rowSpan: number
}

/** An image, inline svg or other content with natural dimensions. `image` is undefined when it could not be loaded: alt text shows. */
export interface ReplacedBox extends BoxBase {
  readonly kind: 'replaced'
  readonly image: Image | undefined
  /** Of drawn controls, above the bottom border edge, as browsers align them; the bottom margin edge otherwise (CSS 2.1 10.8.1). */
  readonly baseline?: number
  /** A check box or a radio button: a percentage does not let it shrink. */
  readonly isCheckBox?: boolean
  /** A bullet: its line is one of text. */
  readonly isSymbol?: boolean
  /** HTML in a drawing; absent in most. */
  readonly foreign?: readonly ForeignContent[] | undefined
}

/** The content of a `foreignObject`, which is laid out by itself in user units of its place in the drawing. */
export interface ForeignContent {
  /** By which painting finds it. */
  readonly element: VectorElement
  readonly box: Box
  /** In points before the drawing is scaled; `around`: the content box of a drawing without a viewBox, in px. */
  size(around: Size): Size
}

/** A box in another writing mode than the box around it. Its own style is in the frame around it; that of `inner` is in the inner frame, without margins and insets. */
export interface TurnedBox extends BoxBase {
  readonly kind: 'turned'
  readonly inner: Box
  /** Height of the content around it in its own frame, where that is a length. */
  readonly room: number | undefined
}
