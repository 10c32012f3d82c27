// Contract of stage 9: what a page can be painted on. Points from the top left corner of the sheet, y down.
import type { GlyphRun } from '../font/font.ts'
import type { Matrix, Rect } from '../geometry.ts'
import type { RasterImage } from '../image/image.ts'
import type { Color } from '../style/value.ts'

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
  readonly color: Color
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly syntheticBold: boolean
  readonly syntheticOblique: boolean
  readonly actualText: string | undefined
  /** The text before it runs the other way, and it begins with a space or a sign. */
  readonly isTurn?: boolean
  /** A space comes next in the text, and stands to the left: what a reader needs to be told. */
  readonly endsWord?: boolean
  /** Text for readers only, under pictures of it. */
  readonly isInvisible?: true
  /** Around every glyph, half of it outside; under the fill when `isBelow`. */
  readonly stroke?: { readonly width: number; readonly color: Color; readonly isBelow: boolean } | undefined
}

export interface GroupOptions {
  readonly opacity: number
  readonly blendMode: string
  readonly isIsolated: boolean
  readonly bounds: Rect
}

/** One of several places where a drawing stands: moved by (x, y), with an opacity. */
export interface Copy {
  readonly x: number
  readonly y: number
  readonly opacity: number
}

/** Where a link leads: an outside address of an allowed scheme, or an `id` in the document. */
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

/** One document being written. Pages are begun and ended in order; layers may be added to ended pages until `finish`. */
export interface Canvas {
  beginPage(width: number, height: number): void
  /** `awaitsLayer`: a layer is to come, which its content may wait for. */
  endPage(awaitsLayer?: boolean): void
  /** Goes on with a page that was ended (index from 0), over all that is on it, for margin boxes and page numbers; closed by `endLayer`. */
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
  /** Paints what `draw` paints within `bounds` at each of these places, as an isolated group that the file holds once. */
  copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void

  fillRect(rect: Rect, color: Color): void
  fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void
  strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void
  glyphs(paint: GlyphPaint): void
  /** Clips what follows to the shapes of glyphs, until `restore`. Nothing shows where there are none. */
  clipGlyphs(paints: readonly GlyphPaint[]): void
  image(image: RasterImage, rect: Rect, opacity: number): void

  link(rect: Rect, target: LinkTarget): void
  /** A link target at this height of the current page. */
  destination(id: string, y: number): void
  /** An outline entry pointing at this height of the current page. */
  bookmark(level: number, title: string, y: number, isOpen: boolean): void

  /** Structure (PDF 32000 §14.7): everything painted until the matching `endTag` belongs to it. `artifact` is decoration. */
  beginTag(tag: string, attributes: Readonly<Record<string, string | number>>): void
  endTag(): void
}
