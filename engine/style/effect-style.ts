// The part of a computed style that changes how a box is painted with all that is in it.
import type { ClipPath } from './basic-shape.ts'
import type { FilterFunction, MaskBorder, MaskLayer, PositionValue, Sides, TransformFunction } from './value.ts'

export interface EffectStyle {
  readonly opacity: number
  readonly mixBlendMode: string
  readonly isolation: 'auto' | 'isolate'
  readonly filter: readonly FilterFunction[]
  readonly clipPath: ClipPath | 'none'
  /** Top layer first; empty when nothing is masked. A layer whose image cannot be loaded is transparent black: it hides the element. */
  readonly maskLayers: readonly MaskLayer[]
  readonly maskBorder: MaskBorder | undefined
  /** `clip`: top, right, bottom, left; only of absolutely positioned boxes. */
  readonly clip: 'auto' | Sides<number | 'auto'>
  readonly transform: readonly TransformFunction[]
  readonly transformOrigin: PositionValue
  readonly backfaceVisibility: 'visible' | 'hidden'
}
