// The computed style inside of this stage: the contract's `Style`, the longhands that its values are derived from, and values that only children use.

import type { Style } from './style.ts'
import type {
  AutoLength,
  BackgroundLayer,
  BorderImage,
  BoxEdge,
  Color,
  ContainerKind,
  ImageValue,
  LengthPercentage,
  MaskLayer,
  PositionValue,
  TransformFunction,
} from './value.ts'
import type { BorderImageSlice } from './values/border-image.ts'
import type { Feature, FontSize } from './values/font.ts'
import type { BackgroundRepeat, BackgroundSize } from './values/image.ts'

/** A computed style inside of this stage. Other stages have a `Style`. */
export interface ComputedStyle extends Style {
  readonly zoom: number
  /** Query containers (CSS Conditional 5 §5.1). */
  readonly containerType: readonly ContainerKind[]
  readonly containerName: readonly string[]
  readonly fontSizeValue: FontSize
  readonly letterSpacingValue: LengthPercentage
  readonly wordSpacingValue: LengthPercentage
  readonly backgroundImage: readonly (ImageValue | 'none')[]
  readonly backgroundPosition: readonly PositionValue[]
  /** `auto`: from `backgroundPosition`. */
  readonly backgroundPositionX: readonly AutoLength[]
  readonly backgroundPositionY: readonly AutoLength[]
  readonly backgroundSize: readonly BackgroundSize[]
  readonly backgroundRepeat: readonly BackgroundRepeat[]
  readonly backgroundBlendMode: readonly string[]
  readonly backgroundOrigin: readonly BoxEdge[]
  readonly backgroundClip: readonly (BoxEdge | 'text')[]
  readonly backgroundAttachment: readonly BackgroundLayer['attachment'][]
  readonly maskImage: readonly (ImageValue | 'none')[]
  readonly maskPosition: readonly PositionValue[]
  readonly maskSize: readonly BackgroundSize[]
  readonly maskRepeat: readonly BackgroundRepeat[]
  readonly maskOrigin: readonly BoxEdge[]
  readonly maskClip: readonly MaskLayer['clip'][]
  readonly maskMode: readonly (MaskLayer['mode'] | 'match-source')[]
  readonly maskComposite: readonly MaskLayer['composite'][]
  readonly borderImageSource: ImageValue | 'none'
  readonly borderImageSlice: BorderImageSlice
  readonly borderImageWidth: BorderImage['width']
  readonly borderImageOutset: BorderImage['outset']
  readonly borderImageRepeat: BorderImage['repeat']
  readonly maskBorderSource: ImageValue | 'none'
  readonly maskBorderSlice: BorderImageSlice
  readonly maskBorderWidth: BorderImage['width']
  readonly maskBorderOutset: BorderImage['outset']
  readonly maskBorderRepeat: BorderImage['repeat']
  readonly maskBorderMode: MaskLayer['mode']
  readonly fontVariantLigatures: readonly Feature[]
  readonly fontVariantNumeric: readonly Feature[]
  readonly fontVariantEastAsian: readonly Feature[]
  readonly fontVariantAlternates: readonly Feature[]
  readonly translate: readonly TransformFunction[]
  readonly rotate: readonly TransformFunction[]
  readonly scale: readonly TransformFunction[]
  readonly transformList: readonly TransformFunction[]
  readonly listStyleImageValue: ImageValue | 'none'
  /** The colour of the body around, for quirks mode. */
  readonly bodyColor: Color
  /** Children are flex or grid items, also through `display: contents`. */
  readonly hasItems: boolean
  /** Of the root: its overflow is `visible`, so that the body's is propagated to the viewport. */
  readonly propagatesBodyOverflow: boolean
  /** Numbers of this style, and of its values that children inherit: equal ones have equal numbers. Negative before interning. */
  readonly styleId: number
  readonly inheritedId: number
}

/** Keys that are derived from others, or are not properties. */
type Derived =
  | 'originalDisplay'
  | 'fontSize'
  | 'letterSpacing'
  | 'wordSpacing'
  | 'backgroundLayers'
  | 'maskLayers'
  | 'borderImage'
  | 'maskBorder'
  | 'backgroundColorClip'
  | 'fontVariantFeatures'
  | 'transform'
  | 'listStyleImage'
  | 'language'
  | 'custom'
  | 'frame'
  | 'bodyColor'
  | 'effectiveZoom'
  | 'hasItems'
  | 'propagatesBodyOverflow'
  | 'containment'
  | 'styleId'
  | 'inheritedId'

/** Longhands, as keys of the computed style. */
export type Longhand = Exclude<keyof ComputedStyle, Derived>
