// The painting order of one stacking context (CSS2 Appendix E), as lists: filled in one walk over the boxes, painted list by list.
import type { Box } from '../box/box.ts'
import type { Rect } from '../geometry.ts'
import type { AtomicItem, CollapsedBorder, Line } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { PaintContext } from './context/context.ts'
import type { DecoratedBox } from './decorated-box.ts'
import type { Clip } from './geometry/clip.ts'
import type { Piece } from './piece.ts'

/** Backgrounds and borders, in tree order. */
export type BlockEntry =
  | { readonly kind: 'box'; readonly box: DecoratedBox; readonly clip: Clip | undefined }
  /** Background of a table part behind one cell; `area` is the part, `cell` what shows. */
  | { readonly kind: 'part'; readonly style: Style; readonly area: Rect; readonly cell: Rect; readonly clip: Clip | undefined }
  | { readonly kind: 'edges'; readonly edges: readonly GridEdge[]; readonly clip: Clip | undefined }
  | {
      readonly kind: 'rules'
      readonly style: Style
      readonly xs: readonly number[]
      readonly top: number
      readonly bottom: number
      readonly clip: Clip | undefined
    }

/** A collapsed border: a segment of a grid line. */
export interface GridEdge {
  readonly x: number
  readonly y: number
  readonly length: number
  readonly isHorizontal: boolean
  readonly border: CollapsedBorder
}

/** Inline content and what is painted like it. */
export type InlineEntry =
  | {
      readonly kind: 'lines'
      readonly x: number
      readonly y: number
      readonly lines: readonly Line[]
      /** Target of the link around the paragraph. */
      readonly link: string | undefined
      readonly atomics: ReadonlyMap<AtomicItem, Layers> | undefined
      readonly clip: Clip | undefined
    }
  | { readonly kind: 'atomic'; readonly layers: Layers; readonly clip: Clip | undefined }
  | { readonly kind: 'replaced'; readonly piece: Piece; readonly clip: Clip | undefined }

/** One (pseudo-)stacking context. */
export interface Layers {
  readonly root: DecoratedBox | undefined
  readonly clip: Clip | undefined
  readonly blocks: BlockEntry[]
  readonly floats: Layers[]
  readonly inlines: InlineEntry[]
  readonly outlines: { readonly style: Style; readonly rect: Rect; readonly clip: Clip | undefined }[]
}

/** A positioned box or a nested stacking context, painted at its place in the z-order. */
export interface Stacked {
  readonly piece: Piece
  readonly zIndex: number
  /** Its layers when it is only treated like a stacking context: its stacked descendants are in the same list. */
  readonly layers: Layers | undefined
  /** Of a table row or row group, which has no box of its own: `piece` is its first cell. */
  readonly part?: StackedPart | undefined
  /** Stacked boxes that stand in this context although they hang elsewhere. */
  readonly adopted?: readonly Stacked[] | undefined
}

/** A part of a table that is a stacking context. */
export interface StackedPart {
  readonly style: Style
  readonly rect: Rect
  readonly place: readonly number[] | undefined
  collect(walk: Walk): Layers
}

/** What the walk carries: where stacked boxes are gathered, and whose backgrounds the page has painted. */
export interface Walk {
  readonly context: PaintContext
  readonly stacked: Stacked[]
  /** The box whose background belongs to the page (CSS Backgrounds 3 §2.11). */
  readonly propagatedFrom: Box | undefined
}

export function makeLayers(root: DecoratedBox | undefined, clip: Clip | undefined): Layers {
  return { root, clip, blocks: [], floats: [], inlines: [], outlines: [] }
}
