// Contract of the paint stage: the operations with which pages are painted. Points from the top left corner of the sheet, y down.
import type { GlyphRun } from '../font/font.ts'
import type { Matrix, Rect } from '../geometry.ts'
import type { RasterImage } from '../image/image.ts'
import type { PageRotation } from '../style/page-selector.ts'
import type { Color } from '../style/value.ts'
import type { LinkTag, Tag } from '../tag/tag.ts'

/** A path in the current user space. */
export type PathSegment =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | { readonly kind: 'line'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'curve'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly kind: 'close' }
export type Path = readonly PathSegment[]

export type Paint =
  | { readonly kind: 'color'; readonly color: Color }
  | { readonly kind: 'gradient'; readonly gradient: Gradient }
  | { readonly kind: 'pattern'; readonly pattern: TilePattern }

/** Stops are sorted, offsets 0–1, at least two; repetition is already unrolled. Coordinates in user space before `matrix`. */
export interface Gradient {
  readonly kind: 'linear' | 'radial'
  /** linear: x0 y0 x1 y1; radial: x0 y0 r0 x1 y1 r1. */
  readonly geometry: readonly number[]
  readonly stops: readonly { readonly offset: number; readonly color: Color }[]
  readonly matrix: Matrix
}

/** A cell of `width` × `height` drawn by `draw`, repeated every `stepX`, `stepY` from (x, y). */
export interface TilePattern {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly stepX: number
  readonly stepY: number
  readonly matrix: Matrix
  draw(canvas: Canvas): void
}

export interface Stroke {
  readonly width: number
  readonly dash: readonly number[]
  readonly dashPhase: number
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  readonly miterLimit: number
}

/** A shaped run, or part of one, with its origin on the baseline. */
export interface GlyphPaint {
  readonly run: GlyphRun
  readonly from: number
  readonly to: number
  readonly x: number
  readonly baseline: number
  readonly fontSize: number
  /** The size that its advances are measured at, where it is another. */
  readonly advanceSize?: number
  readonly color: Color
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly syntheticBold: boolean
  readonly syntheticOblique: boolean
  readonly actualText: string | undefined
  /** The text before it has the other direction, and this text starts with a space or punctuation. */
  readonly followsOtherDirection?: boolean
  /** A space follows in the text but is placed to the left, which text extraction by place would miss. */
  readonly endsWord?: boolean
  /** For text extraction only: pictures of the glyphs are painted over it. */
  readonly isInvisible?: true
  /** The outline of every glyph, centred on its edge; painted before the fill when `isBelow`. */
  readonly stroke?: { readonly width: number; readonly color: Color; readonly isBelow: boolean } | undefined
}

export interface GroupOptions {
  readonly opacity: number
  readonly blendMode: string
  readonly isIsolated: boolean
  readonly bounds: Rect
}

/** One of several copies of a drawing: moved by (x, y), with an opacity. */
export interface Copy {
  readonly x: number
  readonly y: number
  readonly opacity: number
}

/** The target of a link: a URL, which is written if its scheme is allowed, or an `id` in the document. */
export type LinkTarget = { readonly kind: 'url'; readonly url: string } | { readonly kind: 'id'; readonly id: string }

export interface DocumentMetadata {
  readonly title?: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: readonly string[]
  readonly creator?: string
  readonly language?: string
  /** ISO 8601; absent: the PDF carries no date. */
  readonly creationDate?: string
}

/** A document that is being written. Pages are begun and ended in order; layers may be added to ended pages until `finish`. */
export interface Canvas {
  /** `rotation`: how readers turn the page, clockwise. */
  beginPage(width: number, height: number, rotation?: PageRotation): void
  /** `awaitsLayer`: a layer of this page follows, and the content may be held until then. */
  endPage(awaitsLayer?: boolean): void
  /** Resumes a page that was ended (index from 0), over its content, for margin boxes and page numbers; closed by `endLayer`. */
  beginLayer(pageIndex: number): void
  endLayer(): void

  save(): void
  restore(): void
  transform(matrix: Matrix): void
  clipRect(rect: Rect): void
  clipPath(path: Path, rule: 'nonzero' | 'evenodd'): void
  beginGroup(options: GroupOptions): void
  endGroup(): void
  /** Masks what follows by the luminosity (or alpha) of what `draw` paints, until `restore`. */
  mask(bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void
  /** Paints each copy of what `draw` paints within `bounds`, an isolated group that is written once. */
  copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void

  fillRect(rect: Rect, color: Color): void
  fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void
  strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void
  glyphs(paint: GlyphPaint): void
  /** Clips what follows to the shapes of glyphs, until `restore`; without glyphs nothing shows. */
  clipGlyphs(paints: readonly GlyphPaint[]): void
  image(image: RasterImage, rect: Rect, opacity: number): void

  /** `text`: what the link reads there. */
  link(rect: Rect, target: LinkTarget, tag?: LinkTag, text?: string): void
  /** A link target at this height of the current page. */
  destination(id: string, y: number): void
  /** An outline entry pointing at this height of the current page. */
  bookmark(level: number, title: string, y: number, isOpen: boolean): void

  /** Tags are kept: what is painted should say what it belongs to. */
  readonly isTagged?: boolean
  /** Structure (PDF 32000 §14.7): what is painted until `endTag` belongs to this place of the tree; without a tag it is decoration. Tags do not nest. */
  beginTag(tag: PaintedTag): void
  endTag(): void
  /** Keeps a place for content that a later layer of the page paints; undefined where nothing is tagged. */
  reserveTag?(tag: PaintedTag): number | undefined
}

/** The place of content in the structure tree. */
export interface PaintedTag {
  readonly tag: Tag
  /** Among the children of the tag. */
  readonly rank: number
  /** What is painted for another unit of the same element begins a sequence of its own. */
  readonly unit?: object | undefined
  /** So does what has another rank: something that is painted elsewhere may stand between. */
  readonly isMixed?: boolean
  /** Of a picture: what it takes, in current user space. */
  readonly bounds?: Rect
  /** The place that was kept for it. */
  readonly mcid?: number
}
