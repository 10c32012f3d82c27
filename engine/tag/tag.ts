// Contract of tagging: the structure tree of a document (PDF 32000 §14.7, §14.8) as painting and the PDF canvas see it.
import type { Box, Origin, ParagraphBox, TableBox } from '../box/box.ts'
import type { Position } from '../diagnostic.ts'
import type { LaidCell } from '../layout/laid.ts'

/** A place in the structure tree that painted content belongs to. */
export interface Tag {
  /** The structure element that has the content: neighbouring tags of one owner share a marked-content sequence. */
  readonly owner: TagOwner
  /** Tells it of a marked-content sequence, by the parts of a `MarkedContent`: most cells keep no more than a number. `rank` is its place among the children of the tag. */
  addContent(page: number, mcid: number, stream: number | undefined, rank: number): void
  /** Where the author wrote it, or the element around it. */
  readonly place: Position | undefined
  /** A field that is disabled, or in one. */
  readonly isInactive: boolean
  /** Of figures: what they take of a page. `box`: left, bottom, right, top, y up. */
  addBounds(page: number, box: readonly number[]): void
}

/** The tag of a cell whose one text is all that it has: it is the place of that text too, so that none has to be made for each cell. */
export interface CellTag extends Tag {
  readonly tag: Tag
  readonly rank: number
}

export interface TagOwner {
  /** Structure type, which names the marked content too. */
  readonly type: string
  /** Number of the object that it is written as. */
  objectId(): number
}

/** A marked-content sequence; `page` and `stream` are numbers of objects, `stream` of the form that holds it if the page does not. */
export interface MarkedContent {
  readonly page: number
  readonly mcid: number
  readonly stream: number | undefined
}

/** The element of a link, as its annotations see it. */
export interface LinkTag {
  /** The same for all parts of one link. */
  readonly element: object
  /** Where it leads, in the author's words; undefined: the text of the link says it. */
  readonly description: string | undefined
  /** Takes an annotation in as a child; returns the number of the element's object. */
  addAnnotation(page: number, annotation: number, hasText: boolean): number
  /** Whether the annotation is written is known at the end of the document. */
  hold(): void
  /** The annotation leads nowhere and is not written. */
  dropAnnotation(annotation: number): void
}

/** What painting asks of the structure tree. Undefined: an artifact. */
export interface Tags {
  /** The tag of a text in a paragraph. */
  ofText(origin: Origin, paragraph: ParagraphBox): Tag | undefined
  /** The tag of a cell with one text and nothing else; undefined of any other paragraph. */
  ofPlainCell(origin: Origin): CellTag | undefined
  /** The tag of a picture. */
  ofBox(box: Box): Tag | undefined
  /** The tag of the marker beside a list item. */
  ofMarker(origin: Origin, listStyle: string): Tag | undefined
  /** The element of the link around this place; undefined where no link is. */
  ofLink(origin: Origin, paragraph: ParagraphBox | undefined): LinkTag | undefined
  /** Whether the text of a paragraph stands among other text of its element, as that of a block in a float or an inline block does. */
  isAmongText(paragraph: ParagraphBox): boolean
  /** A box stands on a line of a paragraph. */
  place(box: Box, paragraph: ParagraphBox): void
  /** A number that leads to another page stands here: lists of such are tables of contents. */
  markReference(origin: Origin): void
  /** Begins a table, so that its type is known before its rows come; false where these are no rows of a table in the tree. */
  table(box: TableBox, columns: number): boolean
  /** A row, with all of its cells; `columns`: how many the grid has; `isWhole`: no part of it is on another page. */
  row(origin: Origin, cells: readonly LaidCell[], columns: number, isWhole: boolean): void
  /** A row that is not shown: it counts where cells span it. */
  hiddenRow(origin: Origin, cells: readonly LaidCell[], columns: number): void
}

/** Place of a text among the children of its element: behind this many child elements. */
export function rankOf(origin: Origin): number {
  return origin.textOf === undefined ? 0.5 : (origin.order ?? 0) + 0.5
}

/** A structure element, as it is written. */
export interface StructureElement {
  readonly type: string
  readonly kids: readonly StructureKid[]
  readonly attributes: ElementAttributes | undefined
  objectId(): number
  /** Undefined for the root of the elements. */
  parentId(): number | undefined
}

export type StructureKid =
  /** Elements that are written already, or will be, as runs of numbers. */
  | { readonly kind: 'written'; readonly runs: readonly number[] }
  | { readonly kind: 'node'; objectId(): number }
  | ({ readonly kind: 'content' } & MarkedContent)
  | { readonly kind: 'annotation'; readonly page: number; readonly id: number }

/** What an element says beside its type; absent where there is nothing to say. */
export interface ElementAttributes {
  alt?: string | undefined
  actualText?: string | undefined
  expansion?: string | undefined
  language?: string | undefined
  title?: string | undefined
  /** Unique in the document. */
  id?: string | undefined
  /** Cannot be used, and need not be read: a disabled field. Not written. */
  isInactive?: true | undefined
  /** Standard attributes, by their owner. */
  list?: Readonly<Record<string, string>> | undefined
  table?: TableAttributes | undefined
  printField?: { readonly role: string; readonly checked?: string | undefined; readonly description?: string | undefined } | undefined
  bounds?: { readonly page: number; readonly box: readonly number[] } | undefined
}

export interface TableAttributes {
  readonly scope?: string | undefined
  readonly rowSpan?: number | undefined
  readonly colSpan?: number | undefined
  readonly headers?: readonly string[] | undefined
  readonly summary?: string | undefined
}

/** What most head cells say: one object each, which is written once. */
export const COLUMN: TableAttributes = { scope: 'Column' }
export const ROW: TableAttributes = { scope: 'Row' }

/** A row of cells that have numbers in order, behind that of the row. */
export interface StructureRow {
  readonly id: number
  readonly parentId: number
  /** Object of the page that the cells are on. */
  readonly page: number | undefined
  readonly cells: readonly StructureCell[]
}

/** A cell of one marked-content sequence on the row's page; where `sequence` is below 0, it has the children of any element. */
export interface StructureCell extends StructureElement {
  readonly id: number
  readonly sequence: number
}

/** Where the tree is written. */
export interface StructureOutput {
  /** A number for an object that is written later. */
  reserve(): number
  element(element: StructureElement): void
  /** Rows of one page. */
  rows(rows: readonly StructureRow[]): void
  /** The tree's root; called once, at the end. */
  root(kids: readonly number[], ids: ReadonlyMap<string, number>): void
}

/** What the canvas asks of the tree. */
export interface Structure {
  /** Connects it to the document that it is written into. */
  open(output: StructureOutput): void
  /** A page was painted: elements that have ended are written. */
  endPage(): void
  finish(): void
}
