// The shapes of computed CSS values; the second half of the contract of the style stage.

import { largest, smallest } from '../collections/lists.ts'
import type { CounterStyleRule } from '../counter-styles.ts'
import type { Matrix } from '../geometry.ts'
import type { SpaceMatrix } from '../space.ts'

/** Points, or a value relative to a basis, which `resolveLength` resolves to points. */
export type LengthPercentage = number | PercentageSum | MathFunction
/** `length` points + `percent` % of the basis. */
export interface PercentageSum {
  readonly kind: 'sum'
  readonly length: number
  readonly percent: number
  /** In `calc-size()` alone: how many times the size that its basis names. */
  readonly sizes?: number
  /** A user-agent margin in quirks mode, which collapses to 0 at the edge of the body or of a cell. */
  readonly isQuirky?: true
}
/** min(), max(), clamp() whose arguments mix lengths and percentages. clamp is max(min, min(value, max)). */
export interface MathFunction {
  readonly kind: 'min' | 'max'
  readonly values: readonly LengthPercentage[]
}

export type ContentKeyword = 'min-content' | 'max-content' | 'fit-content' | 'stretch'
/** width, height, flex-basis. */
export type SizeValue =
  | LengthPercentage
  | 'auto'
  | 'content'
  | ContentKeyword
  | { readonly kind: 'fit-content'; readonly limit: LengthPercentage }
  | CalcSize
/** `calc-size()` of a size that only layout knows (CSS Values 5 §11). */
export interface CalcSize {
  readonly kind: 'calc-size'
  readonly basis: 'auto' | 'content' | ContentKeyword | { readonly kind: 'fit-content'; readonly limit: LengthPercentage }
  /** In terms of the size that the basis comes to. */
  readonly calculation: LengthPercentage
}
/** max-width, max-height. */
export type MaxSizeValue = Exclude<SizeValue, 'auto' | 'content'> | 'none'
/** A keyword of `contain` (CSS Containment 2 §2). */
export type ContainmentKind = 'size' | 'inline-size' | 'layout' | 'paint' | 'style'
/** A keyword of `container-type` (CSS Conditional 5 §5.1). */
export type ContainerKind = 'size' | 'inline-size' | 'scroll-state'
/** Content box of a query container in points. An axis that its content decides has no size. */
export interface ContainerSize {
  readonly width: number | undefined
  readonly height: number | undefined
}
/** The effects of `contain`, `content-visibility` and `container-type` on a box of this kind. */
export interface Containment {
  readonly size: boolean
  /** Of the inline axis: also with `size`. */
  readonly inlineSize: boolean
  readonly layout: boolean
  readonly paint: boolean
  readonly style: boolean
  /** A query container: floats and margins do not pass through its edge. */
  readonly isIndependent?: boolean
}
/** How far `overflow: clip` shows what hangs out, from which edge. */
export interface OverflowClipMargin {
  readonly box: BoxEdge
  readonly length: number
}
export type MarginTrim = 'block-start' | 'block-end' | 'inline-start' | 'inline-end'
export type AutoLength = LengthPercentage | 'auto'

/** sRGB, 0–1 each. `currentcolor` is resolved; a CMYK colour keeps its inks beside the sRGB approximation. */
export interface Color {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
  readonly cmyk?: readonly [c: number, m: number, y: number, k: number]
}

export type LineStyle = 'none' | 'hidden' | 'dotted' | 'dashed' | 'solid' | 'double' | 'groove' | 'ridge' | 'inset' | 'outset'

export type Display =
  | 'none'
  | 'contents'
  | 'block'
  | 'flow-root'
  | 'list-item'
  | 'flow-root list-item'
  | 'inline list-item'
  | 'inline flow-root list-item'
  | 'inline'
  | 'inline-block'
  | 'flex'
  | 'inline-flex'
  | 'grid'
  | 'inline-grid'
  | 'table'
  | 'inline-table'
  | 'table-caption'
  | 'table-column-group'
  | 'table-column'
  | 'table-header-group'
  | 'table-footer-group'
  | 'table-row-group'
  | 'table-row'
  | 'table-cell'
  | 'ruby'
  | 'block ruby'
  | 'ruby-base'
  | 'ruby-text'
  | 'ruby-base-container'
  | 'ruby-text-container'

export type BreakValue = 'auto' | 'avoid' | 'avoid-page' | 'avoid-column' | 'page' | 'column' | 'left' | 'right' | 'recto' | 'verso'

export interface CornerRadius {
  readonly x: LengthPercentage
  readonly y: LengthPercentage
}

export interface PositionValue {
  readonly x: LengthPercentage
  readonly y: LengthPercentage
}

/** `initial-letter`: how many lines it is high, and how many it is let into (CSS Inline 3 §6.2). */
export interface InitialLetter {
  readonly size: number
  readonly sink: number
}

/** `font-size-adjust`: the aspect value that each face is brought to; `from-font` is that of the first available font. */
export type FontSizeAdjust =
  | 'none'
  | { readonly metric: 'ex-height' | 'cap-height' | 'ch-width' | 'ic-width' | 'ic-height'; readonly value: number | 'from-font' }

/** `text-box-edge`: the metrics of a font that stand for the sides of a line of text (CSS Inline 3 §5.2). */
export interface TextEdges {
  readonly over: 'text' | 'cap' | 'ex'
  readonly under: 'text' | 'alphabetic'
}

export interface ColorStop {
  readonly color: Color
  /** Undefined: evenly spaced. */
  readonly at: LengthPercentage | undefined
  /** A color hint: `at` is a midpoint, and `color` is not used. */
  readonly isHint: boolean
  /** Evenly spaced colours since the previous stop, where interpolation is not linear in sRGB. */
  readonly between?: readonly Color[]
}

export type ImageValue =
  /** `density`: pixels to a px, in `image-set()`; 1 where absent. */
  | { readonly kind: 'url'; readonly url: string; readonly density?: number }
  /** `angle` in degrees clockwise from "to top"; `corner` for "to top left", which depends on the box. */
  | {
      readonly kind: 'linear'
      readonly angle: number | { readonly corner: readonly ['top' | 'bottom', 'left' | 'right'] }
      readonly stops: readonly ColorStop[]
      readonly isRepeating: boolean
    }
  | {
      readonly kind: 'radial'
      readonly shape: 'circle' | 'ellipse'
      readonly size: 'closest-side' | 'closest-corner' | 'farthest-side' | 'farthest-corner' | readonly LengthPercentage[]
      readonly position: PositionValue
      readonly stops: readonly ColorStop[]
      readonly isRepeating: boolean
    }
  /** Stop positions are degrees in `length` or per cent of the turn. */
  | {
      readonly kind: 'conic'
      readonly from: number
      readonly position: PositionValue
      readonly stops: readonly ColorStop[]
      readonly isRepeating: boolean
    }

export type BoxEdge = 'border-box' | 'padding-box' | 'content-box'

export interface BackgroundLayer {
  readonly image: ImageValue | undefined
  readonly position: PositionValue
  readonly size: 'cover' | 'contain' | { readonly width: AutoLength; readonly height: AutoLength }
  readonly repeat: { readonly x: RepeatStyle; readonly y: RepeatStyle }
  readonly origin: BoxEdge
  readonly clip: BoxEdge | 'text'
  readonly attachment: 'scroll' | 'fixed' | 'local'
  /** With the layers and the colour below. */
  readonly blendMode: string
}
/** A mask image: hides the element where it is transparent or dark; `composite` combines it with the layers below. */
export interface MaskLayer extends Omit<BackgroundLayer, 'clip' | 'attachment' | 'blendMode'> {
  readonly clip: BoxEdge | 'no-clip'
  readonly mode: 'alpha' | 'luminance'
  readonly composite: 'add' | 'subtract' | 'intersect' | 'exclude'
}
export type RepeatStyle = 'repeat' | 'no-repeat' | 'space' | 'round'

/** `mask-border` (CSS Masking 1 §8). */
export interface MaskBorder extends BorderImage {
  readonly mode: MaskLayer['mode']
}

/** An image as border (CSS Backgrounds 3 §6). Sides clockwise from the top. */
export interface BorderImage {
  readonly source: ImageValue
  /** Offsets from the edges of the image: in its own pixels (px for vector images), or in per cent of its size. */
  readonly slice: Sides<{ readonly kind: 'pixels' | 'percent'; readonly value: number }>
  /** The middle is painted too. */
  readonly isFilled: boolean
  /** `factor` multiplies the border's width; `auto` is the natural size of the slice. Percentages refer to the border image area. */
  readonly width: Sides<LengthPercentage | 'auto' | { readonly kind: 'factor'; readonly value: number }>
  readonly outset: Sides<number | { readonly kind: 'factor'; readonly value: number }>
  readonly repeat: { readonly x: BorderImageRepeat; readonly y: BorderImageRepeat }
}
/** The parts of a shape or glyph, in paint order. */
export type PaintOrder = readonly ('fill' | 'stroke' | 'markers')[]
export type Sides<T> = readonly [top: T, right: T, bottom: T, left: T]
export type BorderImageRepeat = 'stretch' | 'repeat' | 'round' | 'space'

export interface Shadow {
  readonly color: Color
  readonly x: number
  readonly y: number
  readonly blur: number
  /** 0 for text shadows. */
  readonly spread: number
  readonly isInset: boolean
}

/** One function of `filter`. Angles in degrees; amounts as fractions of 1. */
export type FilterFunction =
  | { readonly kind: 'color'; readonly name: ColorFilterName; readonly value: number }
  | { readonly kind: 'opacity'; readonly value: number }
  | { readonly kind: 'blur'; readonly value: number }
  | { readonly kind: 'drop-shadow'; readonly shadow: Shadow }
  | { readonly kind: 'reference'; readonly id: string }
export type ColorFilterName = 'brightness' | 'contrast' | 'grayscale' | 'hue-rotate' | 'invert' | 'saturate' | 'sepia'

export type TransformFunction =
  | { readonly kind: 'matrix'; readonly matrix: Matrix }
  | {
      readonly kind: 'translate'
      readonly x: LengthPercentage
      readonly y: LengthPercentage
      /** Towards the reader: it counts where a turn in space follows. */
      readonly z?: number
    }
  | { readonly kind: 'space'; readonly matrix: SpaceMatrix }

/** One item of `content` (CSS Content 3). Later stages resolve counters, strings and targets. */
export type ContentItem =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ImageValue }
  | {
      readonly kind: 'counter'
      readonly name: string
      readonly separator: string | undefined
      readonly style: string
    }
  | {
      readonly kind: 'quote'
      readonly quote: 'open-quote' | 'close-quote' | 'no-open-quote' | 'no-close-quote'
    }
  | {
      readonly kind: 'string'
      readonly name: string
      readonly position: 'first' | 'start' | 'last' | 'first-except'
    }
  | {
      readonly kind: 'element'
      readonly name: string
      readonly position: 'first' | 'start' | 'last' | 'first-except'
    }
  | {
      readonly kind: 'content'
      readonly part: 'text' | 'before' | 'after' | 'first-letter'
    }
  | {
      readonly kind: 'target-counter'
      readonly url: string
      readonly name: string
      /** Of `target-counters()`: separates nested values. */
      readonly separator: string | undefined
      readonly style: string
    }
  | {
      readonly kind: 'target-text'
      readonly url: string
      readonly part: 'text' | 'before' | 'after' | 'first-letter'
    }
  | { readonly kind: 'leader'; readonly text: string }
  /** A page sum over table rows: of this page, or carried forward from the pages before. */
  | {
      readonly kind: 'page-sum'
      readonly form: 'pagesum' | 'carry'
      readonly name: string
      readonly format: string
    }

export interface CounterChange {
  readonly name: string
  readonly value: number
}

/** A grid track's sizing function (CSS Grid 2 §7.2). */
export type TrackBreadth = LengthPercentage | 'auto' | 'min-content' | 'max-content' | { readonly kind: 'fr'; readonly value: number }
export type TrackSize =
  | {
      readonly kind: 'minmax'
      readonly min: TrackBreadth
      readonly max: TrackBreadth
    }
  | { readonly kind: 'fit-content'; readonly limit: LengthPercentage }
export type TrackItem =
  | {
      readonly kind: 'track'
      readonly size: TrackSize
      readonly names: readonly string[]
    }
  | {
      readonly kind: 'repeat'
      readonly count: 'auto-fill' | 'auto-fit'
      readonly tracks: readonly {
        readonly size: TrackSize
        readonly names: readonly string[]
      }[]
      readonly endNames: readonly string[]
    }
/** Line names of a subgrid: of one line, or those that fill what the others leave. */
export type SubgridNames =
  | { readonly kind: 'line'; readonly names: readonly string[] }
  | { readonly kind: 'fill'; readonly lines: readonly (readonly string[])[] }
export interface TrackList {
  /** The container takes over the tracks that it covers of the grid around; there are no items then. */
  readonly subgrid?: readonly SubgridNames[]
  /** Fixed repeats are expanded. `names` of a track are those of the line before it. */
  readonly items: readonly TrackItem[]
  readonly endNames: readonly string[]
}
export interface GridLine {
  readonly kind: 'auto' | 'line' | 'span'
  /** Line number (negative from the end) or span count. */
  readonly number: number | undefined
  readonly name: string | undefined
}

/** Without `safe` or `unsafe`, the property decides what happens to what overflows. */
export type AlignKeyword =
  | AlignPosition
  | `${'safe' | 'unsafe'} ${'start' | 'end' | 'center' | 'flex-start' | 'flex-end' | 'self-start' | 'self-end' | 'left' | 'right'}`
type AlignPosition =
  | 'normal'
  | 'auto'
  | 'stretch'
  | 'start'
  | 'end'
  | 'center'
  | 'flex-start'
  | 'flex-end'
  | 'self-start'
  | 'self-end'
  | 'left'
  | 'right'
  | 'baseline'
  | 'last baseline'
  | 'space-between'
  | 'space-around'
  | 'space-evenly'
  | 'anchor-center'

/** A `@counter-style` rule, descriptors as parsed (CSS Counter Styles 3). */
export interface CounterStyle extends CounterStyleRule {
  readonly name: string
}

/** A length-percentage in points; `basis` is the length of 100 %. */
export function resolveLength(value: LengthPercentage, basis: number): number {
  if (typeof value === 'number') return value
  if (value.kind === 'sum') return value.length + (value.percent * basis) / 100
  const values = value.values.map((v) => resolveLength(v, basis))
  return value.kind === 'min' ? smallest(values, Number.POSITIVE_INFINITY) : largest(values, Number.NEGATIVE_INFINITY)
}

/** Whether a size is a length, whatever percentages are in it. */
export function isLength(value: SizeValue | MaxSizeValue): value is LengthPercentage {
  return typeof value === 'number' || (typeof value === 'object' && value.kind !== 'fit-content' && value.kind !== 'calc-size')
}

/** Whether a value depends on its basis: 0% too does, which without one is no length. */
export function hasPercentage(value: LengthPercentage): boolean {
  if (typeof value === 'number') return false
  if (value.kind !== 'sum') return value.values.some(hasPercentage)
  return value.percent !== 0 || (value.sizes === undefined && value.isQuirky !== true)
}
