// Contract of the page stage: pages. Margin boxes and page numbers, which need the total, are not in them: they are added at the end.
import type { BoxMark } from '../box/box.ts'
import type { Decimal } from '../decimal.ts'
import type { Fragment } from '../fragment/fragment.ts'
import type { Rect } from '../geometry.ts'
import type { Laid } from '../layout/laid.ts'
import type { MarginBoxName } from '../style/page-selector.ts'
import type { Frame, PageStyle } from '../style/style.ts'

export interface Page {
  /** From 1, over the whole document. */
  readonly number: number
  readonly name: string
  readonly side: 'left' | 'right'
  readonly isFirst: boolean
  readonly isBlank: boolean
  readonly style: PageStyle
  /** Content area on the sheet: the root fragment's offset is relative to it. */
  readonly area: Rect
  /** Points on the sheet for a point of `root` and `fixed`: below 1 when the document was shrunk to fit its pages. */
  readonly scale: number
  /** Of the document: blank pages and those of notes alone have it too. */
  readonly frame: Frame
  /** What flows on this page; undefined on a blank page. */
  readonly root: Fragment | undefined
  /** Boxes repeated on every page (position: fixed), relative to the area. */
  readonly fixed: readonly Fragment[]
  readonly footnotes: readonly Fragment[]
  /** Absent on most pages. */
  readonly overhang?: PageOverhang
  readonly marks: readonly BoxMark[]
  /** How many of them, from the first on, are of boxes that begin the page. */
  readonly marksAtStart: number
}

/** What reaches over the ends of pages, without its box being cut there. */
export interface PageOverhang {
  /** Pieces of earlier pages, relative to the area: they begin above it, and are shown from its top to `end`. */
  readonly carried: readonly Fragment[]
  /** Boxes in `root` that later pages carry on: they are cut off at `end`. */
  readonly cutOff: ReadonlySet<Laid>
  /** The end of the flow, from the top of the area. */
  readonly end: number
}

/** What is kept of a page after it was painted, until the last is: small. */
export interface PageSummary extends Pick<Page, 'style' | 'marks' | 'marksAtStart'> {
  /** Its rows' numbers, added up by key; `marks` has them no more. */
  readonly sums: ReadonlyMap<string, Decimal>
  /** Numbers of its footnotes where they begin again on each page, by the note's place in the document. */
  readonly notes: ReadonlyMap<number, number>
  /** Value of the `page` counter on it. */
  readonly counter: number
}

/** A margin box of a finished page, laid out: `rect` on the sheet. */
export interface MarginBox {
  readonly name: MarginBoxName
  readonly rect: Rect
  readonly fragment: Fragment
}

/** Numbers known when all pages are made. */
export interface PageTotals {
  /** Value of `counter(pages)`: of the document, or of its part in a merge. */
  readonly pages: number
  /** Number of the page that has the element with this `id`. */
  pageOf(id: string): number | undefined
}
