// The painting order of one stacking context (CSS2 Appendix E), as lists: one walk over the boxes fills them, and they are painted one after another.
import type { Box, Origin, ParagraphBox } from '../box/box.ts'
import type { Rect } from '../geometry.ts'
import type { AtomicItem, CollapsedBorder, Line, LineItem, TextItem } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { CellTag, Tag } from '../tag/tag.ts'
import type { PaintContext } from './context/context.ts'
import type { DecoratedBox } from './decorated-box.ts'
import type { Clip } from './geometry/clip.ts'
import type { PageFrame } from './geometry/page-frame.ts'
import type { PaintedPiece } from './piece.ts'

/** Backgrounds and borders, in tree order. */
export type BlockEntry =
  | { readonly kind: 'box'; readonly box: DecoratedBox; readonly clip: Clip | undefined }
  /** The background of a row, row group or column behind one cell: positioned in `area`, clipped to `cell`. */
  | { readonly kind: 'part'; readonly style: Style; readonly area: Rect; readonly cell: Rect; readonly clip: Clip | undefined }
  /** Of a row or a row group, around its background or on it. */
  | { readonly kind: 'shadows'; readonly side: 'outer' | 'inner'; readonly box: DecoratedBox; readonly clip: Clip | undefined }
  | { readonly kind: 'edges'; readonly edges: readonly GridEdge[]; readonly clip: Clip | undefined }
  | {
      readonly kind: 'rules'
      readonly style: Style
      readonly xs: readonly number[]
      readonly top: number
      readonly bottom: number
      readonly clip: Clip | undefined
      readonly frame: PageFrame | undefined
    }

/** A collapsed border: a segment of a grid line. */
export interface GridEdge {
  readonly x: number
  readonly y: number
  readonly length: number
  readonly isHorizontal: boolean
  readonly border: CollapsedBorder
}

/** Where lines belong in the structure tree. */
export interface LineTagging {
  /** Undefined of a marker. */
  readonly paragraph: ParagraphBox | undefined
  /** The paragraph's last line; undefined of a marker. */
  readonly last: Line | undefined
  /** Of the marker of a list item: its tag. */
  readonly marker: Tag | undefined
  /** Something stands between its texts that is painted before or after them. */
  readonly isMixed: boolean
  /** It is a unit in a line: its text must not run into what follows. */
  readonly endsWithSpace: boolean
  /** It is painted apart from the line that it stands in: its text must not run into what is before it. */
  readonly startsWithSpace: boolean
}

/** The inline elements of a paragraph with effects on their content, and their styles. */
export type InlineEffects = ReadonlyMap<Origin, Style>

/** A line of which a part is painted by itself. */
export interface WholeLine {
  readonly line: Line
  readonly next: Line | undefined
  /** The text before each text. */
  readonly before: ReadonlyMap<LineItem, TextItem>
}

/** Inline content, and boxes that are painted in its step. */
export type InlineEntry =
  | {
      readonly kind: 'lines'
      readonly x: number
      readonly y: number
      readonly lines: readonly Line[]
      /** Of lines that lack the items of stacked inline elements, or have them alone. */
      readonly wholes: ReadonlyMap<Line, WholeLine> | undefined
      /** Target of a link that contains the paragraph. */
      readonly link: string | undefined
      readonly atomics: ReadonlyMap<AtomicItem, Layers> | undefined
      /** Inline elements with effects on their content; undefined where there are none. */
      readonly effects: InlineEffects | undefined
      /** Undefined where nothing is tagged. */
      readonly tagging: LineTagging | undefined
      /** Where the only text of the lines belongs; `tagging` is undefined then. */
      readonly tag: CellTag | undefined
      readonly clip: Clip | undefined
      /** Of the coordinates of the lines. */
      readonly frame: PageFrame | undefined
    }
  | { readonly kind: 'atomic'; readonly layers: Layers; readonly clip: Clip | undefined }
  | { readonly kind: 'replaced'; readonly piece: PaintedPiece; readonly clip: Clip | undefined }

/** One (pseudo-)stacking context. */
export interface Layers {
  readonly root: DecoratedBox | undefined
  readonly clip: Clip | undefined
  readonly blocks: BlockEntry[]
  readonly floats: Layers[]
  readonly inlines: InlineEntry[]
  /** `rects`: several of an inline box on several lines. */
  readonly outlines: { readonly style: Style; readonly rects: readonly Rect[]; readonly clip: Clip | undefined }[]
}

/** A positioned box or a nested stacking context, painted in z-order. */
export interface Stacked {
  readonly piece: PaintedPiece
  readonly zIndex: number
  /** Its layers when it is only treated like a stacking context: its own stacked descendants are in the parent's list. */
  readonly layers: Layers | undefined
  /** Set for a table row or row group, which has no box; `piece` is its first cell then. */
  readonly part?: StackedPart | undefined
  /** Set for an inline element, which has `layers` but no box: `piece` is its paragraph. */
  readonly inline?: StackedInline | undefined
  /** Stacked boxes that belong to this context, but are children of another box: their containing block. */
  readonly adopted?: readonly Stacked[] | undefined
}

interface StackedInline {
  readonly place: readonly number[] | undefined
  /** It has a stacking context of its own. */
  readonly isContext: boolean
}

/** A part of a table that is a stacking context. */
interface StackedPart {
  readonly style: Style
  readonly rect: Rect
  readonly place: readonly number[] | undefined
  collect(walk: Walk): Layers
}

/** The state of a walk that collects layers. */
export interface Walk {
  readonly context: PaintContext
  /** Receives the stacked boxes of the stacking context. */
  readonly stacked: Stacked[]
  /** The box whose background was propagated to the page, and is not painted again (CSS Backgrounds 3 §2.11). */
  readonly propagatedFrom: Box | undefined
}

export function makeLayers(root: DecoratedBox | undefined, clip: Clip | undefined): Layers {
  return { root, clip, blocks: [], floats: [], inlines: [], outlines: [] }
}
